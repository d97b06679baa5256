"""What a placement decided, the numbers and the ledger of it, and the text of the window."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np

from inspector.core.arguments import require
from inspector.core.arrays import Float64
from inspector.core.ledger import EntryRows, Ledger, LedgerEntry
from inspector.core.problems import Problem
from inspector.core.reasons import Reason
from inspector.core.window.chunk import Tokens
from inspector.core.window.events import Event
from inspector.core.window.facts import BUSINESS
from inspector.core.window.outcome import (
    Allocation,
    BusinessFactors,
    ChunkPlacement,
    Conflict,
    LimitUse,
    Metrics,
    TokenSource,
    conflict_of,
    event_log,
)
from inspector.core.window.selection import REASON_OF_CAP, limits_of, room_under_limits

Span = tuple[Tokens, Tokens]


@dataclass(frozen=True, eq=False)
class WindowReport:
    """The result of one placement. Counts are in tokens, priorities in points.

    ``problems`` lists what was wrong with the input, each with its place.
    """

    outcome: ChunkPlacement
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
        return tuple(event_log(self.outcome, self.problems))

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

    def _mean(self, column: Float64) -> float:
        placed = self.outcome.selection.placed
        if not placed:
            return 0.0
        # An exactly rounded sum: the same on every version of Python and every processor.
        return math.fsum(column[np.array(placed)].tolist()) / len(placed)


SEPARATOR = "\n\n"
"""Between two chunks; its tokens are no chunk's and are not counted."""


class TextOf(StrEnum):
    """Which of the placed chunks a text is made of."""

    LLM = "llm"  # all: the whole window
    BUSINESS = "business"  # of business content, or with facts of the business
    RAG = "rag"  # retrieved: every type that speaks of retrieval


def window_text(report: WindowReport, of: TextOf = TextOf.LLM) -> str:
    """Return the texts of the placed chunks in original order, a blank line between two.

    A chunk that came with its tokens alone has no text and adds none.
    """
    require(WindowReport, report=report)
    chunks = report.outcome.chunks
    return SEPARATOR.join(chunks[row].content or "" for row in _rows(report.outcome, TextOf(of)))


def placed_without_text(report: WindowReport) -> int:
    """Return how many placed chunks came with their tokens alone."""
    chunks = report.outcome.chunks
    return sum(chunks[row].content is None for row in report.outcome.selection.placed)


def _rows(outcome: ChunkPlacement, of: TextOf) -> Iterator[int]:
    for row in sorted(outcome.selection.placed):
        chunk, facts = outcome.chunks[row], outcome.facts[row]
        if chunk.content is None:
            continue
        if of is TextOf.RAG and "rag_" not in chunk.type:
            continue
        if of is TextOf.BUSINESS and not (facts.content_type == BUSINESS or facts.is_business):
            continue
        yield row


ACCOUNT = "window"


def reason_for(outcome: ChunkPlacement, row: int) -> Reason:
    """Return why a row is in or out."""
    if outcome.selection.start[row] is not None:
        return Reason.CHUNK_PLACED
    return REASON_OF_CAP.get(outcome.selection.cap[row], Reason.CATEGORY_LIMIT)


class ChunkRows:
    """The chunks' rows, in the order in which they were considered."""

    def __init__(self, outcome: ChunkPlacement) -> None:
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


def window_ledger(outcome: ChunkPlacement) -> Ledger:
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
