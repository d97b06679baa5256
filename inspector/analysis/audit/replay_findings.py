"""The differences of a replay as findings, each with its place, its rule and its cause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from inspector.analysis.audit.contents import BUCKETS, CARDS
from inspector.analysis.audit.finding import Check, Finding, Kind, Term
from inspector.analysis.audit.replay import (
    Change,
    FieldDifference,
    Key,
    Replay,
    RowDifference,
)
from inspector.analysis.audit.suspects import Explanation
from inspector.analysis.comparison.attribution import CauseKind
from inspector.core.candidates.card import Attribution

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
        yield replace(finding, kind=Kind.INPUT) if other else finding
    if done.moved is not None:
        message = "From here on the cards stand in another order than the inputs lead to."
        finding = Check.ROW_ORDER.found(message, CARDS, done.moved)
        other = explanation.elsewhere or explanation.order
        yield replace(finding, kind=Kind.INPUT) if other else finding


def _finding(one: RowDifference, explanation: Explanation) -> Finding:
    cause = explanation.causes.get(one.key)
    why = "" if cause is None else f" {why_differs(one.key, explanation)}"
    terms = [
        Term(f"{field.field}, replayed", "", shown(field.expected)) for field in one.fields
    ] + [Term(f"{field.field}, in the manifest", "", shown(field.actual)) for field in one.fields]
    kind, subject = one.key
    if kind == "manifest":
        told = _told(one.fields[0])
        return Check.FIELD_DIFFERS.found(f"{told}.{why}", subject, terms=terms)
    listed = _LISTS[kind]
    if one.change is Change.MISSING:
        message = f"The {kind} {subject} of the inputs is not in the manifest.{why}"
        return Check.ROW_MISSING.found(message, listed, subject=subject, rule=one.rule)
    place = (listed, one.index or 0)
    if one.change is Change.EXTRA:
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


def _is_word(text: str) -> bool:
    """Whether a text reads as what it is, unlike one that looks like a number or is empty."""
    return text[:1].isalpha()


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
