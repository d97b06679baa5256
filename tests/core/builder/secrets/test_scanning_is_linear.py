"""Scanning time grows with the length of a text, also when the text is made to prevent it."""

from __future__ import annotations

import time

import pytest

from inspector.core.builder.secrets import PatternScanner

SHORT = 8_000
LONG = 8 * SHORT


def _spent(unit: str, length: int) -> float:
    text = (unit * (length // len(unit) + 1))[:length]
    begin = time.process_time()
    PatternScanner().scan(text)
    return time.process_time() - begin


@pytest.mark.parametrize(
    "unit",
    [
        *('password="', 'password = """', "password=${A:-", "password = get(", "password: |\n"),
        *("BEGIN PRIVATE KEY ", "eyJ", "://a:", "\" + '", "-sk-", "Authorization: ", " " * 10),
    ],
)
def test_a_text_eight_times_as_long_takes_about_eight_times_as_long(unit: str) -> None:
    short = min(_spent(unit, SHORT) for _ in range(2))
    # Were it the square, it would take sixty-four times as long.
    assert _spent(unit, LONG) < 30 * max(short, 0.005)
