"""What a placement decided, and the numbers behind each decision.

The columns are in the ``outcome``; everything else is derived from them when it is asked for, and
kept.

A placement told as events, made one after another from its columns.

The ledger of a placement: one row per chunk, made on demand, and the rows that close it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from inspector.core.ledger import EntryRows, Ledger, LedgerEntry
from inspector.core.problems import Problem, Severity
from inspector.core.reasons import Reason
from inspector.core.window.chunk import Tokens
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
from inspector.core.window.outcome import Outcome, optimization_id
from inspector.core.window.placed import (
    Allocation,
    BusinessFactors,
    Conflict,
    ConflictType,
    LimitUse,
    Metrics,
    TokenSource,
)
from inspector.core.window.recency import Floats
from inspector.core.window.selection import (
    FILL_STOPPED,
    NOBODY,
    PAIR,
    REASON_OF_CAP,
    limits_of,
    room_under_limits,
)


def conflict_of(outcome: Outcome, row: int) -> Conflict | None:
    """Return the conflict of a dropped row; None if nothing had been placed before it."""
    rival = outcome.selection.rival[row]
    if rival == NOBODY:
        return None
    rivals_span = outcome.span(rival)
    used = 0 if rivals_span is None else rivals_span[1]  # spans are consecutive: all that was used
    fits = outcome.tokens[row] <= outcome.room - used
    by_category = fits and outcome.selection.cap[row] not in (FILL_STOPPED, PAIR)
    kind = ConflictType.PRIORITY_CONFLICT if by_category else ConflictType.BUDGET_EXCEEDED
    return Conflict(outcome.chunks[rival].id, outcome.chunks[row].id, kind)


def _entering(outcome: Outcome, row: int) -> Iterator[Event]:
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


def narrate(outcome: Outcome, problems: Sequence[Problem] = ()) -> Iterator[Event]:
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


ACCOUNT = "window"


def reason_for(outcome: Outcome, row: int) -> Reason:
    """Return why a row is in or out."""
    if outcome.selection.start[row] is not None:
        return Reason.CHUNK_PLACED
    return REASON_OF_CAP.get(outcome.selection.cap[row], Reason.CATEGORY_LIMIT)


class ChunkRows:
    """The chunks' rows, in the order in which they were considered."""

    def __init__(self, outcome: Outcome) -> None:
        self._outcome = outcome

    @property
    def total_tokens(self) -> int:
        """Whole tokens of all placed chunks."""
        return math.ceil(self._outcome.selection.used)

    def __len__(self) -> int:
        return len(self._outcome.selection.order)

    def __iter__(self) -> Iterator[LedgerEntry]:
        return (self[place] for place in range(len(self)))

    def __getitem__(self, index: int, /) -> LedgerEntry:
        outcome = self._outcome
        row = outcome.selection.order[index]
        chunk = outcome.chunks[row]
        span = outcome.span(row)
        detail: dict[str, int | float | str] = {
            "priority": f"{float(outcome.priorities.total[row]):.2f}",
            "type": chunk.type.value,
        }
        if span is not None:
            detail |= {"start": f"{span[0]:,}", "end": f"{span[1]:,}"}
        return LedgerEntry(
            subject=chunk.id,
            kind="chunk",
            name=chunk.id,
            account=ACCOUNT,
            reason=reason_for(outcome, row),
            tokens=outcome.whole_tokens(row),
            needed=math.ceil(outcome.tokens[row]),
            left=math.floor(outcome.selection.left[row]),
            cap=outcome.selection.cap[row],
            detail=detail,
        )


def window_ledger(outcome: Outcome) -> Ledger:
    """Return the ledger: chunks, the reserve, what stayed unused, and records of no use.

    Its budget is the available tokens, never below 0. A reserve larger than that takes all of it.
    """
    budget = max(0, outcome.available_tokens)
    reserve = min(budget, outcome.reserve)
    rows = ChunkRows(outcome)
    closing = tuple(
        LedgerEntry(
            subject=reason.code,
            kind="balance",
            name=name,
            account=ACCOUNT,
            reason=reason,
            tokens=tokens,
        )
        for reason, name, tokens in (
            (Reason.WINDOW_RESERVE, "reserve for the system prompt", reserve),
            (Reason.WINDOW_UNUSED, "unused", budget - reserve - rows.total_tokens),
        )
    )
    excluded = tuple(
        LedgerEntry(
            subject=f"record:{index}",
            kind="record",
            name=f"record {index}",
            account=ACCOUNT,
            reason=Reason.RECORD_UNUSABLE,
            tokens=0,
        )
        for index in outcome.unusable
    )
    return Ledger(budget, (rows, EntryRows(closing), *((EntryRows(excluded),) if excluded else ())))


Span = tuple[Tokens, Tokens]


@dataclass(frozen=True, eq=False)
class WindowReport:
    """The result of one placement. Counts are in tokens, priorities in points.

    ``problems`` lists what was wrong with the input, each with its place.
    """

    outcome: Outcome
    problems: tuple[Problem, ...]

    @property
    def is_partial(self) -> bool:
        """Whether some records of the request could not be used."""
        return bool(self.outcome.unusable)

    @cached_property
    def allocated(self) -> tuple[str, ...]:
        """Ids of the placed chunks, in selection order."""
        return self._ids(self.outcome.selection.placed)

    @cached_property
    def dropped(self) -> tuple[str, ...]:
        """Ids of the chunks that were considered and not placed, in that order."""
        return self._ids(self.outcome.selection.dropped)

    @cached_property
    def allocations(self) -> tuple[Allocation, ...]:
        """Every usable chunk with its numbers, in input order."""
        return tuple(self.allocation(row) for row in range(len(self.outcome.chunks)))

    @cached_property
    def token_spans(self) -> tuple[Span, ...]:
        """Where each placed chunk stands: consecutive, in selection order."""
        spans = (self.outcome.span(row) for row in self.outcome.selection.placed)
        return tuple(span for span in spans if span is not None)

    @cached_property
    def layout(self) -> tuple[str, ...]:
        """Ids of the placed chunks in original order: how the prompt is laid out."""
        return self._ids(sorted(self.outcome.selection.placed))

    @cached_property
    def layout_spans(self) -> tuple[Span, ...]:
        """Where each chunk of ``layout`` stands in the prompt: consecutive."""
        spans = (self.outcome.layout_span(row) for row in sorted(self.outcome.selection.placed))
        return tuple(span for span in spans if span is not None)

    @property
    def total_tokens_used(self) -> Tokens:
        """Tokens of all placed chunks."""
        return self.outcome.selection.used

    @property
    def effective_available(self) -> int:
        """Available tokens less the reserve; negative when the reserve is larger."""
        return self.outcome.room

    @property
    def tokens_remaining(self) -> Tokens:
        """What of the effective room stayed free."""
        return self.outcome.room - self.outcome.selection.used

    @property
    def chunks_dropped(self) -> int:
        """Number of dropped chunks."""
        return len(self.outcome.selection.dropped)

    @cached_property
    def conflicts(self) -> tuple[Conflict, ...]:
        """Each dropped chunk against the chunk placed last before it."""
        found = (conflict_of(self.outcome, row) for row in self.outcome.selection.dropped)
        return tuple(conflict for conflict in found if conflict is not None)

    @cached_property
    def metrics(self) -> Metrics:
        """Means over the placed chunks, 0 when there is none."""
        priorities = self.outcome.priorities
        return Metrics(
            prioritization_score=self._mean(priorities.total),
            business_relevance_boost=self._mean(priorities.revenue),
            recency_boost=self._mean(priorities.recency),
        )

    @cached_property
    def limits(self) -> tuple[LimitUse, ...]:
        """The use of each category limit; what they would hold is shown when not enforced, too."""
        outcome = self.outcome
        room = room_under_limits(outcome.config.token_budgets, outcome.reserve)
        used: dict[str, Tokens] = dict.fromkeys(room, 0)
        for row in outcome.selection.placed:
            for name in limits_of(outcome.chunks[row], outcome.facts[row]):
                used[name] += outcome.tokens[row]
        refused = [outcome.selection.cap[row] for row in outcome.selection.dropped]
        return tuple(LimitUse(name, room[name], used[name], refused.count(name)) for name in room)

    @cached_property
    def ledger(self) -> Ledger:
        """One row per chunk, the reserve and the unused rest: together the available tokens."""
        return window_ledger(self.outcome)

    @property
    def events(self) -> tuple[Event, ...]:
        """The log of the placement; ``replay`` turns it back into the state of the allocation."""
        return tuple(narrate(self.outcome, self.problems))

    def reason(self, row: int) -> Reason:
        """Return why the chunk of this row is in or out."""
        return reason_for(self.outcome, row)

    def allocation(self, row: int) -> Allocation:
        """Return one chunk with its numbers; rows count the usable chunks from 0."""
        outcome = self.outcome
        chunk = outcome.chunks[row]
        parts = outcome.priorities
        tokens = outcome.tokens[row]
        threshold = outcome.config.optimization.truncation_strategy.summary_threshold
        return Allocation(
            id=chunk.id,
            type=chunk.type,
            original_index=outcome.original_index(row),
            timestamp_ms=chunk.timestamp_ms,
            tokens=tokens,
            tokens_estimated=outcome.sources[row] is TokenSource.ESTIMATED,
            tokens_source=outcome.sources[row],
            estimate=outcome.estimate(row),
            base=float(parts.base[row]),
            recency_boost=float(parts.recency[row]),
            rag_boost=float(parts.rag[row]),
            business_boost=float(parts.business[row]),
            business_counted=outcome.options.include_business_boost,
            business=BusinessFactors(
                revenue=float(parts.revenue[row]),
                urgency=float(parts.urgency[row]),
                client_tier=float(parts.client_tier[row]),
                deal_status=float(parts.deal_status[row]),
                relationship=float(parts.relationship[row]),
            ),
            priority=float(parts.total[row]),
            allocated=outcome.selection.start[row] is not None,
            token_span=outcome.span(row),
            layout_span=outcome.layout_span(row),
            left=outcome.selection.left[row],
            cap=outcome.selection.cap[row],
            requires_summarization=tokens > threshold,
            has_high_business_relevance=outcome.facts[row].has_high_business_relevance,
            is_urgent_content=outcome.facts[row].is_urgent,
        )

    def _ids(self, rows: list[int] | tuple[int, ...]) -> tuple[str, ...]:
        chunks = self.outcome.chunks
        return tuple(chunks[row].id for row in rows)

    def _mean(self, column: Floats) -> float:
        placed = self.outcome.selection.placed
        if not placed:
            return 0.0
        # An exactly rounded sum: the same on every version of Python and every processor.
        return math.fsum(column[np.array(placed)].tolist()) / len(placed)
