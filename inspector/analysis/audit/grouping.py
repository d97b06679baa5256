"""What was found, each cause with what only follows from it.

Numbers that sum up rows differ because a row does, and what is held against a number is held
against a wrong one. What follows is told by what it is about. A number by which the manifest
contradicts itself is a cause of its own, unless the replay has it, too: then a row is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inspector.analysis.audit.contents import (
    BUCKET,
    DETECTIONS,
    KNOWLEDGE,
    SUPPRESSED,
    TOTAL,
    USED,
)
from inspector.analysis.audit.finding import Check, Finding, Kind
from inspector.analysis.audit.replay import Key, RowDifference
from inspector.analysis.audit.suspects import Explanation

_STATE = "degraded_state"
_SUMS: Mapping[str, frozenset[str]] = {
    USED: frozenset(("token_count", "suppressed", "rendering_tier")),
    DETECTIONS: frozenset(("suppressed", "suppression_reason", "background_suppressed_by_overlap")),
    SUPPRESSED: frozenset(("suppressed", "suppression_reason")),
    _STATE: frozenset(("suppressed", "suppression_reason")),
}
"""Fields of the head that sum up rows, each with the fields of a row that go into it."""
_OF_HALVES = {
    check.code
    for check in (
        Check.HALVES_OVER_TOTAL,
        Check.ONE_SIDED,
        Check.UNALLOCATED,
        Check.KNOWLEDGE_OVER_HALF,
        Check.BUCKETS_OVER_HALF,
        Check.USED_OVER_TOTAL,
        Check.NOTHING_ALLOWED,
    )
}
_OF_SUM = {Check.SUM.code, Check.LAYOUT.code}


@dataclass(frozen=True, slots=True)
class Group:
    """A cause, and what follows from it; both are places in the list of findings.

    ``inputs`` names the changed inputs that explain all of them, "" where none do.
    """

    cause: int
    follows: tuple[int, ...] = ()
    inputs: str = ""


def grouped(
    findings: Sequence[Finding],
    differences: Mapping[Key, RowDifference],
    explanation: Explanation,
) -> tuple[Group, ...]:
    """Return the findings as causes with what follows, in the order of the causes."""
    causes: dict[int, list[int]] = {}
    words: dict[int, str] = {}
    said: dict[object, int] = {}
    numbers = {
        key_of(one)[1]: place
        for place, one in enumerate(findings)
        if one.code == Check.FIELD_DIFFERS.code and one.subject is None
    }
    for place, one in enumerate(findings):
        inputs = _inputs_of(one, explanation)
        if inputs:
            cause = said.setdefault(("inputs", inputs), place)
            words[cause] = inputs
        else:
            # A row that contradicts itself differs from the replay as well: one row, one cause.
            about = place if one.code == Check.ROW_ORDER.code else key_of(one)
            cause = said.setdefault(about, place) if key_of(one)[1] else place
            if cause == place:
                cause = _number_behind(place, one, numbers)
            if cause == place:
                cause = _row_behind(place, findings, differences)
        causes.setdefault(cause, [])
        if cause != place:
            causes[cause].append(place)
    followers = {place for found in causes.values() for place in found}
    found: list[Group] = []
    for cause, follows in causes.items():
        if cause not in followers:
            deeper = [more for place in follows for more in causes.get(place, ())]
            found.append(Group(cause, tuple(sorted({*follows, *deeper})), words.get(cause, "")))
    return tuple(found)


def _inputs_of(one: Finding, explanation: Explanation) -> str:
    """Return the changed inputs that explain a finding of the replay, as one text."""
    if one.kind is not Kind.INPUT:
        return ""
    if explanation.elsewhere:
        return "elsewhere"
    cause = explanation.causes.get(key_of(one))
    return "" if cause is None else ", ".join(found.id for found in cause.differences)


def key_of(one: Finding) -> Key:
    """Return the key of the row that a finding is about."""
    steps = (one.place.pointer or "").split("/")[1:]
    if one.subject is None:
        return ("manifest", steps[0] if steps else "")
    return ("bucket" if steps[:1] == ["bucket_cards"] else "card", one.subject)


def _number_behind(place: int, one: Finding, numbers: Mapping[str, int]) -> int:
    """Return the place of the budget that differs and that a finding is held against."""
    name = key_of(one)[1] if one.subject is None else ""
    halves = name in (KNOWLEDGE, BUCKET) and one.code == Check.FIELD_DIFFERS.code
    if TOTAL in numbers and (halves or one.code in _OF_HALVES):
        return numbers[TOTAL]
    for half in (KNOWLEDGE, BUCKET):
        if half in numbers and one.code in _OF_HALVES:
            return numbers[half]
    return place


def _row_behind(
    place: int, findings: Sequence[Finding], differences: Mapping[Key, RowDifference]
) -> int:
    """Return the place of the row that a sum differs for; its own where there is none."""
    one = findings[place]
    name = USED if one.code in _OF_SUM else key_of(one)[1]
    if one.subject is not None or name not in _SUMS:
        return place
    contradicts = one.kind is Kind.CONTRADICTION and one.code not in _OF_SUM
    if contradicts and ("manifest", name) in differences:
        return place
    for other, found in enumerate(findings):
        row = differences.get(key_of(found)) if found.subject is not None else None
        if row is None or found.kind is Kind.INPUT:
            continue
        fields = {field.field for field in row.fields}
        if not row.fields or fields & _SUMS[name]:
            return other
    return place
