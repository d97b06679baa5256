"""One placement in columns, the rows of its report, and the events that it is told as."""

from __future__ import annotations

import json
import math
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from inspector.core.arguments import require
from inspector.core.problems import Problem, Severity
from inspector.core.text import utf16_length
from inspector.core.window.chunk import Chunk, ChunkType, Tokens, original_index
from inspector.core.window.config import PlacementOptions, TokenEstimation, WindowConfig
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
from inspector.core.window.facts import NO_FACTS, ChunkFacts
from inspector.core.window.priorities import Priorities
from inspector.core.window.selection import FILL_STOPPED, NOBODY, PAIR, Selection


class TokenSource(StrEnum):
    """Where the tokens of a chunk come from."""

    GIVEN = "given"  # with the chunk
    COUNTED = "counted"  # by a tokenizer
    ESTIMATED = "estimated"  # from the length of its text


@dataclass(frozen=True, slots=True)
class BusinessFactors:
    """Points of each business factor, before the ceiling on their sum."""

    revenue: float
    urgency: float
    client_tier: float
    deal_status: float
    relationship: float


@dataclass(frozen=True, slots=True)
class Allocation:
    """One chunk with its size, its priority in parts, and what became of it.

    ``priority`` = ((``base`` + ``recency_boost``) + ``rag_boost``) + ``business_boost``, in points;
    without ``business_counted`` the last part is left out of the sum.
    ``token_span`` is its place in selection order, ``layout_span`` in original order; both are None
    for a dropped chunk. ``left`` is the tokens that were left under ``cap`` when its turn came.
    ``tokens_source`` says where the count comes from, ``tokens_estimated`` that it was estimated;
    ``estimate`` stands beside the count of a text, and is None for a chunk without one.
    The last three are the document's predicates: longer than the threshold, worth 10,000 or more in
    revenue, critical or urgent.
    """

    id: str
    type: ChunkType
    original_index: int
    timestamp_ms: Tokens | None
    tokens: Tokens
    tokens_estimated: bool
    tokens_source: TokenSource
    estimate: Tokens | None
    base: float
    recency_boost: float
    rag_boost: float
    business_boost: float
    business_counted: bool
    business: BusinessFactors
    priority: float
    allocated: bool
    token_span: tuple[Tokens, Tokens] | None
    layout_span: tuple[Tokens, Tokens] | None
    left: Tokens
    cap: str
    requires_summarization: bool
    has_high_business_relevance: bool
    is_urgent_content: bool


class ConflictType(StrEnum):
    """Over what two chunks compete."""

    BUDGET_EXCEEDED = "budget_exceeded"
    PRIORITY_CONFLICT = "priority_conflict"  # there was room, but the category's limit was taken


class Resolution(StrEnum):
    """Which chunk stays. Choosing in order of priority only ever keeps the first."""

    KEEP_CHUNK1 = "keep_chunk1"
    KEEP_CHUNK2 = "keep_chunk2"
    DROP_BOTH = "drop_both"


@dataclass(frozen=True, slots=True)
class Conflict:
    """The dropped ``chunk2`` against ``chunk1``, the chunk placed last before it, which stays."""

    chunk1: str
    chunk2: str
    conflict_type: ConflictType = ConflictType.BUDGET_EXCEEDED
    resolution: Resolution = Resolution.KEEP_CHUNK1


@dataclass(frozen=True, slots=True)
class Metrics:
    """Means over the allocated chunks, in points; all 0 when nothing was allocated.

    ``business_relevance_boost`` is the mean of the points for revenue alone, whether or not the
    options count business factors; ``recency_boost`` that of the points for age that were counted.
    """

    prioritization_score: float
    business_relevance_boost: float
    recency_boost: float


@dataclass(frozen=True, slots=True)
class LimitUse:
    """How much of a category limit is taken, in tokens. ``dropped`` chunks were refused by it."""

    name: str
    limit: Tokens
    used: Tokens
    dropped: int


def density(content_type: str, estimation: TokenEstimation) -> float:
    """Return the UTF-16 units per token of a content type; unknown ones are general text."""
    if content_type == "business":
        return estimation.business_content_density
    if content_type == "code":
        return estimation.code_content_density
    return estimation.average_chars_per_token


def estimate_tokens(text: str, content_type: str, estimation: TokenEstimation) -> int:
    """Return the estimated tokens of a text: its UTF-16 length by its density, rounded up.

    Raises TypeError for what is no text, and for another estimation.
    """
    require(str, text=text)
    require(TokenEstimation, estimation=estimation)
    return math.ceil(utf16_length(text) / density(content_type, estimation))


@dataclass(frozen=True, slots=True, eq=False)
class ChunkPlacement:
    """One value per chunk in each column; rows are the usable chunks in original order.

    ``indices`` are their places in the input, ``unusable`` those of the records that are no chunks;
    ``layout_start`` is where a placed chunk begins when the prompt is laid out in original order;
    ``context`` has the facts of the business that hold where a chunk has none.
    """

    now_ms: Tokens
    available_tokens: int
    reserve: int
    options: PlacementOptions
    config: WindowConfig
    chunks: tuple[Chunk, ...]
    indices: tuple[int, ...]
    facts: tuple[ChunkFacts, ...]
    tokens: tuple[Tokens, ...]
    sources: tuple[TokenSource, ...]
    priorities: Priorities
    selection: Selection
    layout_start: tuple[Tokens | None, ...]
    unusable: tuple[int, ...]
    context: ChunkFacts

    @property
    def records(self) -> int:
        """How many records the request has, those that cannot be used included."""
        return len(self.chunks) + len(self.unusable)

    @property
    def estimated(self) -> tuple[bool, ...]:
        """Whether the tokens of each chunk were estimated."""
        return tuple(source is TokenSource.ESTIMATED for source in self.sources)

    def estimate(self, row: int) -> Tokens | None:
        """Return the estimate of a row's text, None where it has none."""
        content = self.chunks[row].content
        if content is None:
            return None
        kind = self.facts[row].content_type
        return estimate_tokens(content, kind, self.config.optimization.token_estimation)

    def original_index(self, row: int) -> int:
        """Return the place of a row that its producer gave, or else the one it has."""
        return original_index(self.chunks[row], self.indices[row])

    @property
    def room(self) -> int:
        """Tokens that chunks may take: available less the reserve; below 0 nothing fits."""
        return self.available_tokens - self.reserve

    def span(self, row: int) -> tuple[Tokens, Tokens] | None:
        """Return where a row stands in selection order, or None when it was dropped."""
        start = self.selection.start[row]
        return None if start is None else (start, start + self.tokens[row])

    def layout_span(self, row: int) -> tuple[Tokens, Tokens] | None:
        """Return where a row stands in original order, or None when it was dropped."""
        start = self.layout_start[row]
        return None if start is None else (start, start + self.tokens[row])

    def whole_tokens(self, row: int) -> int:
        """Return what a row takes from the ledger, in whole tokens.

        Each span end is rounded up, so that rows of fractional counts still add up exactly.
        """
        span = self.span(row)
        return 0 if span is None else math.ceil(span[1]) - math.ceil(span[0])


_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "urn:context-budget-inspector:window")


def optimization_id(outcome: ChunkPlacement) -> str:
    """Return the name of a placement: a UUIDv5 of all its inputs, the same for the same inputs."""
    inputs: dict[str, object] = {
        "now_ms": outcome.now_ms,
        "available_tokens": outcome.available_tokens,
        "reserve": outcome.reserve,
        "options": outcome.options.model_dump(mode="json"),
        "config": outcome.config.model_dump(mode="json"),
        "chunks": [chunk.model_dump(mode="json", exclude={"priority"}) for chunk in outcome.chunks],
        "indices": outcome.indices,
        "tokens": outcome.tokens,
    }
    if outcome.context != NO_FACTS:
        inputs["business_context"] = outcome.context._asdict()
    return str(uuid.uuid5(_NAMESPACE, json.dumps(inputs, sort_keys=True)))


def conflict_of(outcome: ChunkPlacement, row: int) -> Conflict | None:
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
