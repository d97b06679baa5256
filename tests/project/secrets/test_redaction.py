"""Redaction takes secrets out of a text and leaves everything else where it was."""

from __future__ import annotations

import pytest

from inspector.project.findings import Confidence, SecretFinding
from inspector.project.secrets import PatternScanner, redact, rescan

ALPHABET = "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zZ"


def found(text: str, value: str, kind: str = "api-key") -> SecretFinding:
    start = text.index(value)
    return SecretFinding(start, start + len(value), kind, kind, Confidence.HIGH)


def test_a_span_becomes_a_marker_with_its_kind() -> None:
    text = f"key = {ALPHABET};"
    assert redact(text, [found(text, ALPHABET)]).text == "key = [REDACTED:api-key];"


def test_the_same_value_goes_everywhere() -> None:
    text = f"a {ALPHABET} b {ALPHABET}{ALPHABET} c"
    redacted = redact(text, [found(text, ALPHABET)])
    assert ALPHABET not in redacted.text
    assert len(redacted.replaced) == 3


def test_a_short_value_goes_where_it_is_a_word_of_its_own() -> None:
    text = "pw=apple; apple pineapple apple_pie"
    assert redact(text, [found(text, "apple")]).text == (
        "pw=[REDACTED:api-key]; [REDACTED:api-key] pineapple apple_pie"
    )


def test_a_tiny_value_goes_only_where_it_was_found() -> None:
    text = "pw=on; on"
    assert redact(text, [found(text, "on")]).text == "pw=[REDACTED:api-key]; on"


def test_line_ends_around_a_value_are_no_part_of_it() -> None:
    text = "\r\nhunter2-hunter2\nhunter2-hunter2."
    redacted = redact(text, [SecretFinding(0, 17, "k", "r", Confidence.HIGH)])
    assert redacted.text == "[REDACTED:k]\r\n\n[REDACTED:k]."


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_keep_their_numbers_behind_a_redacted_block(end: str) -> None:
    key = end.join(("-----BEGIN PRIVATE KEY-----", ALPHABET, "-----END PRIVATE KEY-----"))
    text = end.join(("first", key, "last"))
    redacted = redact(text, PatternScanner().scan(text))
    assert redacted.text == end.join(("first", "[REDACTED:private-key]", "", "", "last"))
    [replaced] = redacted.replaced
    assert (replaced.first_line, replaced.last_line) == (2, 4)


def test_a_rescan_excuses_only_markers_of_this_redaction() -> None:
    text = f"password=[REDACTED:hunter] sk-{ALPHABET}"
    scanner = PatternScanner()
    redacted = redact(text, [found(text, f"sk-{ALPHABET}", "sk-api-key")])
    assert [one.kind for one in rescan(redacted, scanner)] == ["password"]
    again = redact(text, scanner.scan(text))
    assert rescan(again, scanner) == ()
