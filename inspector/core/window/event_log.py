"""A placement told as events, made one after another from its columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inspector.core.problems import Problem, Severity
from inspector.core.window.events import (
    AllocationCreated,
    AllocationsCreated,
    BudgetResolved,
    BusinessBoostApplied,
    ChunkAllocated,
    ChunkDropped,
    ConflictDetected,
    Event,
    Failed,
    RagBoostApplied,
    RecencyBoostApplied,
    Started,
    Succeeded,
    TokensEstimated,
)
from inspector.core.window.outcome import (
    ChunkPlacement,
    TokenSource,
    conflict_of,
    optimization_id,
)


def _entering(outcome: ChunkPlacement, row: int) -> Iterator[Event]:
    chunk = outcome.chunks[row].id
    if outcome.sources[row] is TokenSource.ESTIMATED:
        yield TokensEstimated(chunk, outcome.tokens[row])
    priorities = outcome.priorities
    for applied, column in (
        (RecencyBoostApplied, priorities.recency),
        (RagBoostApplied, priorities.rag),
    ):
        boost = float(column[row])
        if boost:
            yield applied(chunk, boost)
    if priorities.business[row] and outcome.options.include_business_boost:
        yield BusinessBoostApplied(
            chunk,
            float(priorities.business[row]),
            float(priorities.revenue[row]),
            float(priorities.urgency[row]),
            float(priorities.client_tier[row]),
            float(priorities.deal_status[row]),
            float(priorities.relationship[row]),
        )
    total = float(priorities.total[row])
    yield AllocationCreated(chunk, outcome.original_index(row), outcome.tokens[row], total)


def _verdict(outcome: ChunkPlacement, row: int) -> Iterator[Event]:
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


def event_log(outcome: ChunkPlacement, problems: Sequence[Problem] = ()) -> Iterator[Event]:
    """Yield the events: the start, every chunk entering, every verdict in order, the end.

    It ends with a failure where part of the input could not be used. The rest was placed, unless
    the options demand all.
    """
    selection = outcome.selection
    yield Started(
        outcome.now_ms,
        outcome.available_tokens,
        outcome.reserve,
        outcome.room,
        outcome.records,
    )
    for row in range(len(outcome.chunks)):
        yield from _entering(outcome, row)
    yield AllocationsCreated(len(outcome.chunks), sum(outcome.tokens))
    for row in selection.order:
        yield from _verdict(outcome, row)
    yield BudgetResolved(
        len(selection.placed),
        len(selection.dropped),
        selection.used,
        outcome.room - selection.used,
    )
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    if errors:
        yield Failed(len(errors), errors[0].code, errors[0].place.pointer or "")
    else:
        yield Succeeded(optimization_id(outcome), selection.used, len(selection.placed))
