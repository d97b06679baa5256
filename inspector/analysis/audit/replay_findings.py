"""The differences of a replay as findings, each cause with what only follows from it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from inspector.analysis.audit.contents import (
    BUCKET,
    BUCKETS,
    CARDS,
    DETECTIONS,
    KNOWLEDGE,
    SUPPRESSED,
    TOTAL,
    USED,
)
from inspector.analysis.audit.finding import Check, Finding, FindingKind, Working
from inspector.analysis.audit.replay import (
    FieldDifference,
    Key,
    Replay,
    RowChange,
    RowDifference,
)
from inspector.analysis.audit.suspects import Explanation
from inspector.analysis.comparison.attribution import CauseKind
from inspector.core.candidates.card import Attribution

ELSEWHERE = "elsewhere"
"""What a group names as its inputs where a manifest was made for another request or of others."""
_LISTS = {"card": CARDS, "bucket": BUCKETS}
_TEXTS = {  # fields whose values are for the table only: they may quote what a card says
    "canonical_name",
    "bucket_title",
    *Attribution.model_fields,
}


def replay_findings(done: Replay, explanation: Explanation) -> Iterator[Finding]:
    """Yield one finding for each row that differs, and one for an order that does.

    What other inputs lead to is no mistake of the manifest: it says that the inputs differ.
    """
    for one in done.differences:
        finding = _finding(one, explanation)
        other = explanation.elsewhere or one.key in explanation.explained
        yield replace(finding, kind=FindingKind.INPUT) if other else finding
    if done.moved is not None:
        message = "From here on the cards stand in another order than the inputs lead to."
        finding = Check.ROW_ORDER.found(message, CARDS, done.moved)
        other = explanation.elsewhere or explanation.order
        yield replace(finding, kind=FindingKind.INPUT) if other else finding


def _finding(one: RowDifference, explanation: Explanation) -> Finding:
    cause = explanation.causes.get(one.key)
    why = "" if cause is None else f" {why_differs(one.key, explanation)}"
    terms = [
        Working(f"{field.field}, replayed", "", shown(field.expected)) for field in one.fields
    ] + [
        Working(f"{field.field}, in the manifest", "", shown(field.actual)) for field in one.fields
    ]
    kind, subject = one.key
    if kind == "manifest":
        told = _told(one.fields[0])
        return Check.FIELD_DIFFERS.found(f"{told}.{why}", subject, terms=terms)
    listed = _LISTS[kind]
    if one.change is RowChange.MISSING:
        message = f"The {kind} {subject} of the inputs is not in the manifest.{why}"
        return Check.ROW_MISSING.found(message, listed, subject=subject, rule=one.rule)
    place = (listed, one.index or 0)
    if one.change is RowChange.EXTRA:
        message = f"The {kind} is not among the inputs, or is listed before.{why}"
        return Check.ROW_EXTRA.found(message, *place, subject=subject)
    message = "; ".join(_told(field) for field in one.fields)
    field_place = (one.fields[0].field,) if len(one.fields) == 1 else ()
    return Check.ROW_DIFFERS.found(
        f"{message}.{why}",
        *place,
        *field_place,
        subject=subject,
        terms=terms,
        rule=one.rule,
    )


def _told(field: FieldDifference) -> str:
    if field.field in _TEXTS:
        return f"{field.field} is not that of the inputs"
    return f"{field.field} is {shown(field.actual)}, the replay has {shown(field.expected)}"


def shown(value: Any) -> str:
    """Return a value of a manifest as it is read."""
    match value:
        case None:
            return "absent"
        case str() if not _is_word(value):
            return f'"{value}"'
        case True | False:
            return str(value).lower()
        case int():
            return f"{value:,}"
        case list() | tuple():
            return ", ".join(map(str, value)) or "none"
        case dict():  # the overrides, the only object in a row
            told = [f"{name}: {shown(part)}" for name, part in value.items() if part]
            return "; ".join(told) or "none"
        case _:
            return str(value)


_DAY = re.compile(r"\d{4}-\d\d-\d\dT")


def _is_word(text: str) -> bool:
    """Whether a text reads as what it is, unlike one that looks like a number or is empty."""
    return text[:1].isalpha() or _DAY.match(text) is not None


def why_differs(key: Key, explanation: Explanation) -> str:
    """Return why a row differs, in a sentence."""
    cause = explanation.causes.get(key)
    if explanation.elsewhere:
        return "The manifest was made for another request or from other candidates."
    if cause is None and key in explanation.explained:
        return "The inputs that are open have another value."
    if cause is None:
        return "No single changed input explains it."
    parts = [f"{one.label} {one.after} instead of {one.before}" for one in cause.differences]
    joint = " and " if cause.kind is CauseKind.TOGETHER else ", or "
    return f"Explained by: {joint.join(parts)}."


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
_BUDGETS = {TOTAL, KNOWLEDGE, BUCKET}
_OF_SUM = {Check.SUM.code, Check.LAYOUT.code}


@dataclass(frozen=True, slots=True)
class FindingGroup:
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
) -> tuple[FindingGroup, ...]:
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
            # So does a budget, and the one that the replay has is what the others follow from.
            first = numbers.get(key_of(one)[1], place) if key_of(one)[1] in _BUDGETS else place
            cause = said.setdefault(about, first) if key_of(one)[1] else place
            if cause == place:
                cause = _number_behind(place, one, numbers)
            if cause == place:
                cause = _row_behind(place, findings, differences)
        causes.setdefault(cause, [])
        if cause != place:
            causes[cause].append(place)
    followers = {place for found in causes.values() for place in found}
    found: list[FindingGroup] = []
    for cause, follows in causes.items():
        if cause not in followers:
            deeper = [more for place in follows for more in causes.get(place, ())]
            found.append(
                FindingGroup(cause, tuple(sorted({*follows, *deeper})), words.get(cause, ""))
            )
    return tuple(found)


def _inputs_of(one: Finding, explanation: Explanation) -> str:
    """Return the changed inputs that explain a finding of the replay, as one text."""
    if one.kind is not FindingKind.INPUT:
        return ""
    if explanation.elsewhere:
        return ELSEWHERE
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
    contradicts = one.kind is FindingKind.CONTRADICTION and one.code not in _OF_SUM
    if contradicts and ("manifest", name) in differences:
        return place
    for other, found in enumerate(findings):
        row = differences.get(key_of(found)) if found.subject is not None else None
        if row is None or found.kind is FindingKind.INPUT:
            continue
        fields = {field.field for field in row.fields}
        if not row.fields or fields & _SUMS[name]:
            return other
    return place
