"""What holds for every redaction, whatever the text is."""

from __future__ import annotations

import re
from itertools import combinations, pairwise, product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from inspector.project.findings import Confidence, SecretFinding
from inspector.project.secrets import PatternScanner, Redacted, merged_findings, redact, rescan
from inspector.project.secrets.redaction import EVERYWHERE, _kept_ends
from tests.shared.labelled_secrets import Labelled, labelled

SURE = [one for one in labelled() if one.sure]
LETTERS = st.text("abAB1é😀\u0130\n\r \"'=:[]-", max_size=60)


@st.composite
def texts_with_findings(draw: st.DrawFn) -> tuple[str, tuple[SecretFinding, ...]]:
    """Draw a text with repetitions, and spans in it."""
    text = "".join(draw(st.lists(st.sampled_from(draw(st.lists(LETTERS, min_size=1))), max_size=8)))
    spans = draw(
        st.lists(st.tuples(st.integers(0, len(text)), st.integers(0, len(text))), max_size=5)
    )
    return text, tuple(
        SecretFinding(min(span), max(span), "a-kind", "a-rule", Confidence.HIGH) for span in spans
    )


def _put_back(text: str, redacted: Redacted) -> str:
    parts, done = [], 0
    for one in redacted.replaced:
        parts += [redacted.text[done : one.at], text[one.start : one.end]]
        done = one.until + len(_kept_ends(text, one.start, one.end))
    return "".join([*parts, redacted.text[done:]])


@given(texts_with_findings())
def test_no_redacted_value_is_left_in_the_text(case: tuple[str, tuple[SecretFinding, ...]]) -> None:
    text, findings = case
    redacted = redact(text, findings)
    for finding in findings:
        value = text[finding.start : finding.end].strip("\r\n")
        if len(value) >= EVERYWHERE:
            assert value not in redacted.text


@given(texts_with_findings())
@example(("1\n\r\r1\n", (SecretFinding(0, 5, "a-kind", "a-rule", Confidence.HIGH),)))
def test_everything_else_stays_where_it_was(case: tuple[str, tuple[SecretFinding, ...]]) -> None:
    text, findings = case
    redacted = redact(text, findings)
    assert _put_back(text, redacted) == text
    for one in redacted.replaced:
        assert redacted.text[one.at : one.until] == "[REDACTED:a-kind]"
    ends = re.compile(r"\r\n|\r|\n")
    assert len(ends.findall(redacted.text)) == len(ends.findall(text))


@pytest.mark.parametrize("length", range(1, 6))
def test_no_arrangement_of_line_ends_around_and_in_a_span_loses_a_line(length: int) -> None:
    ends = re.compile(r"\r\n|\r|\n")
    for text in map("".join, product("\r\nX", repeat=length)):
        for first, last, third, fourth in combinations(range(length + 4), 4):
            # Two spans that may touch, the second of which may be empty.
            findings = [
                SecretFinding(start, end, "k", "r", Confidence.HIGH)
                for start, end in ((first, last), (third - 1, fourth - 2))
                if start < end <= length
            ]
            redacted = redact(text, findings).text
            assert len(ends.findall(redacted)) == len(ends.findall(text)), (text, findings)


@given(texts_with_findings())
def test_joined_findings_cover_what_they_join_and_never_overlap(
    case: tuple[str, tuple[SecretFinding, ...]],
) -> None:
    _, findings = case
    merged = merged_findings(findings)
    assert all(one.end <= two.start for one, two in pairwise(merged))
    assert all(
        any(one.start <= finding.start and finding.end <= one.end for one in merged)
        for finding in findings
    )
    assert merged == merged_findings(reversed(merged))


@given(st.sampled_from(SURE), LETTERS, LETTERS)
def test_nothing_certain_is_found_again_behind_a_redaction(
    one: Labelled, before: str, after: str
) -> None:
    text = f"{before}\n{one.text}\n{after}"
    scanner = PatternScanner()
    found = scanner.scan(text)
    redacted = redact(text, found)
    assert rescan(redacted, scanner) == ()
    assert one.text[one.start : one.end] not in redacted.text


AROUND_SECRETS = st.builds(
    lambda one, before, after: f"{before}\n{one.text}\n{after}",
    st.sampled_from(SURE),
    st.text(max_size=60),
    st.text(max_size=60),
)


@given(st.text(max_size=200) | AROUND_SECRETS)
def test_scanning_any_text_gives_ordered_spans_within_it(text: str) -> None:
    findings = PatternScanner().scan(text)
    assert findings == PatternScanner().scan(text)
    assert list(findings) == sorted(findings)
    assert all(0 <= one.start < one.end <= len(text) for one in findings)
