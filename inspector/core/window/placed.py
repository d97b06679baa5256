"""The rows of a placement report: allocations, conflicts, limits and metrics."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from inspector.core.window.chunk import ChunkType, Tokens


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
