"""A placement told as events, made one after another from its columns."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.core.window.events import (
    AllocationCreated,
    BudgetResolved,
    BusinessBoostApplied,
    ChunkAllocated,
    ChunkDropped,
    ConflictDetected,
    Event,
    RagBoostApplied,
    RecencyBoostApplied,
    Started,
    Succeeded,
    TokensEstimated,
)
from inspector.core.window.outcome import Outcome
from inspector.core.window.placed import Conflict
from inspector.core.window.selection import NOBODY


def conflict_of(outcome: Outcome, row: int) -> Conflict | None:
    """Return the conflict of a dropped row; None if nothing had been placed before it."""
    rival = outcome.selection.rival[row]
    if rival == NOBODY:
        return None
    return Conflict(outcome.chunks[rival].id, outcome.chunks[row].id)


def _entering(outcome: Outcome, row: int) -> Iterator[Event]:
    chunk = outcome.chunks[row].id
    if outcome.estimated[row]:
        yield TokensEstimated(chunk, outcome.tokens[row])
    priorities = outcome.priorities
    for applied, column, counted in (
        (RecencyBoostApplied, priorities.recency, True),
        (RagBoostApplied, priorities.rag, True),
        (BusinessBoostApplied, priorities.business, outcome.options.include_business_boost),
    ):
        boost = float(column[row])
        if boost and counted:
            yield applied(chunk, boost)
    total = float(priorities.total[row])
    yield AllocationCreated(chunk, outcome.indices[row], outcome.tokens[row], total)


def _verdict(outcome: Outcome, row: int) -> Iterator[Event]:
    chunk = outcome.chunks[row].id
    span = outcome.span(row)
    if span is not None:
        yield ChunkAllocated(chunk, *span)
        return
    selection = outcome.selection
    yield ChunkDropped(chunk, outcome.tokens[row], selection.left[row], selection.cap[row])
    conflict = conflict_of(outcome, row)
    if conflict is not None:
        yield ConflictDetected(
            conflict.chunk1, conflict.chunk2, conflict.conflict_type, conflict.resolution
        )


def narrate(outcome: Outcome) -> Iterator[Event]:
    """Yield the events: the start, every chunk entering, every verdict in order, the end."""
    selection = outcome.selection
    yield Started(
        outcome.now_ms,
        outcome.available_tokens,
        outcome.reserve,
        outcome.room,
        len(outcome.chunks),
    )
    for row in range(len(outcome.chunks)):
        yield from _entering(outcome, row)
    for row in selection.order:
        yield from _verdict(outcome, row)
    yield BudgetResolved(
        len(selection.placed),
        len(selection.dropped),
        selection.used,
        outcome.room - selection.used,
    )
    yield Succeeded(selection.used, len(selection.placed))
