"""Overlap counts and the degraded state against the rows they sum up."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.audit.check import Check
from inspector.analysis.audit.contents import (
    CARDS,
    DETECTIONS,
    OVERLAP_REASON,
    SUPPRESSED,
    TOTAL,
    USED,
    WHAT_IF,
    WHAT_IF_REASONS,
    Contents,
)
from inspector.analysis.audit.finding import Finding, term
from inspector.core.injection.overrides import Overrides
from inspector.core.reasons import Reason

_STATE = "degraded_state"
_UNUSABLE = {Reason.NO_RENDERING.code, Reason.UNCOUNTABLE.code}
_ALWAYS_POSSIBLE = {
    Reason.NOTHING_TO_INJECT.code,
    *WHAT_IF_REASONS,
    *_UNUSABLE,
}


def state_checks(contents: Contents) -> Iterator[Finding]:
    """Check counts of overlap and what the manifest says of its own state (Injection §3, §5)."""
    if contents.overrides is not None:
        message = f"Produced with {_what_if(contents.overrides)}."
        yield Check.WHAT_IF.found(message, WHAT_IF)
    yield from _overlap(contents)
    yield from _nothing_allowed(contents)
    yield from _state(contents)


def _what_if(overrides: Overrides) -> str:
    """Return what a manifest was made under, in words."""
    parts = []
    if overrides.count:
        parts.append(f"manual overrides of {overrides.count:,} cards, files or bucket summaries")
    if overrides.relevance_floor is not None:
        parts.append(f"a floor of relevance of {overrides.relevance_floor:g}")
    if overrides.top_k is not None:
        parts.append(f"a top-k of {overrides.top_k:,}")
    return ", ".join(parts) or "no overrides"


def _overlap(contents: Contents) -> Iterator[Finding]:
    if contents.cards is None:
        return
    covered = [row for row in contents.cards if row.entry.suppression_reason == OVERLAP_REASON]
    said, detections = contents.number(SUPPRESSED), contents.number(DETECTIONS)
    if said is not None and said != len(covered):
        message = f"{said:,} cards are counted as suppressed by overlap, {len(covered):,} are."
        counted = (term("counted", said), term(f"cards with {OVERLAP_REASON}", len(covered)))
        yield Check.OVERLAP_COUNT.found(message, SUPPRESSED, terms=counted)
    if contents.buckets is None:
        return
    backgrounds = sum(row.entry.background_suppressed_by_overlap for row in contents.buckets)
    if detections is not None and detections != len(covered) + backgrounds:
        message = (
            f"{detections:,} overlaps are counted; suppressed are {len(covered):,} of the cards"
            f" and {backgrounds:,} of the backgrounds."
        )
        terms = (
            term("cards suppressed by overlap", len(covered)),
            term("backgrounds suppressed", backgrounds),
            term("together", len(covered) + backgrounds),
            term("counted", detections),
        )
        yield Check.DETECTION_COUNT.found(message, DETECTIONS, terms=terms)
    if covered and not contents.files_inlined:
        row = covered[0]
        message = (
            f"{len(covered):,} cards are suppressed because their file is inlined, but no file is."
        )
        where = (CARDS, row.index, "suppression_reason")
        yield Check.OVERLAP_WITHOUT_FILE.found(message, *where, subject=row.entry.node_id)


def _nothing_allowed(contents: Contents) -> Iterator[Finding]:
    total = contents.number(TOTAL)
    if total is None:
        return
    for row in contents.readable_cards:
        card = row.entry
        where = (CARDS, row.index, "suppression_reason")
        if total > 0 and card.suppression_reason == Reason.NOTHING_TO_INJECT.code:
            message = f"The card is out because the budget is 0; the budget is {total:,}."
            yield Check.NOTHING_ALLOWED.found(message, *where, subject=card.node_id)
        elif total == 0 and card.suppressed and card.suppression_reason not in _ALWAYS_POSSIBLE:
            message = "With a budget of 0 a card is out for that, not for this reason."
            yield Check.NOTHING_ALLOWED.found(message, *where, subject=card.node_id)


def _state(contents: Contents) -> Iterator[Finding]:
    total, used, state = contents.number(TOTAL), contents.number(USED), contents.state
    cards, buckets = contents.cards, contents.buckets
    if total is None or used is None or state is None or cards is None or buckets is None:
        return
    terms = (term("total", total), term("used", used), term("candidate cards", len(cards)))
    if state != "unavailable" and (total == 0 or (cards and used == 0)):
        message = f"Nothing could be injected, and the state is {state}, not unavailable."
        yield Check.STATE.found(message, _STATE, terms=terms)
    elif state == "unavailable" and total > 0 and (used > 0 or not (cards or buckets)):
        message = "The state is unavailable: nothing could be injected. The numbers say otherwise."
        yield Check.STATE.found(message, _STATE, terms=terms)
    elif state == "none" and any(row.entry.suppression_reason in _UNUSABLE for row in cards):
        message = "A card has no usable rendering, so the state is partial at least; it is none."
        yield Check.STATE.found(message, _STATE)
