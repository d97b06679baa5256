"""Scanning time grows with the length of a text, also when the text is made to prevent it."""

from __future__ import annotations

import pytest

from inspector.project.secrets import PatternScanner

# Work that grows with the square would go on for long, and in the trials for hours.
LENGTHS = (40_000, pytest.param(500_000, marks=pytest.mark.trial))


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize(
    "unit",
    [
        *('password="', 'password = """', "password=${A:-", "password = get(", "password: |\n"),
        *("BEGIN PRIVATE KEY ", "eyJ", "://a:", "\" + '", "-sk-", "Authorization: ", " " * 10),
        *("-----BEGIN CERTIFICATE-----\nAbC1dEf2\n", '"kty" ', '== "a', "mot de ", "x=['a'"),
        *("kind: Secret\ndata:\n  a: b1c2d3\n", 'password("', "docker -u x ", "aB3/" * 50 + " "),
    ],
)
def test_a_text_that_is_made_to_be_slow_is_scanned_to_its_end(unit: str, length: int) -> None:
    secret = " AKIAQ4ZT7NMC2XWVB6RL "
    text = unit * (length // len(unit))
    found = PatternScanner().scan(text + "\n" * 3 + secret)
    assert any(one.end >= len(text) + len(secret) for one in found)
