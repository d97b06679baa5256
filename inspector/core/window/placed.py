"""The rows of a placement report: allocations, conflicts, limits and metrics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inspector.core.window.chunk import ChunkType, Tokens


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
    ``tokens_estimated`` says that the count was estimated from the content, not given.
    """

    id: str
    type: ChunkType
    original_index: int
    timestamp_ms: Tokens | None
    tokens: Tokens
    tokens_estimated: bool
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


@dataclass(frozen=True, slots=True)
class Conflict:
    """The dropped ``chunk2`` against ``chunk1``, the chunk placed last before it, which stays."""

    chunk1: str
    chunk2: str
    conflict_type: Literal["budget_exceeded"] = "budget_exceeded"
    resolution: Literal["keep_chunk1"] = "keep_chunk1"


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
