"""The log of a placement: plain frozen events, and the state that replaying them gives.

The log says everything that was decided, in the order in which it was: replaying all of it gives
the result, replaying a part gives the state at that moment.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import ClassVar

from inspector.core.window.chunk import Tokens

Scalar = int | float | str


class EventKind(StrEnum):
    """The kinds of events. All but one are the specification's; see ``is_own``."""

    STARTED = "context.optimization.started"
    TOKENS_ESTIMATED = "context.tokens_estimated"
    RECENCY_BOOST_APPLIED = "context.recency_boost_applied"
    RAG_BOOST_APPLIED = "context.rag_boost_applied"
    BUSINESS_BOOST_APPLIED = "context.business_boost_applied"
    ALLOCATIONS_CREATED = "context.allocations_created"
    CHUNK_ALLOCATED = "context.chunk_allocated"
    CHUNKS_DROPPED = "context.chunks_dropped"
    CONFLICT_DETECTED = "context.conflict_detected"
    BUDGET_RESOLVED = "context.budget.resolved"
    SUCCESS = "context.optimization.success"
    FAILED = "context.optimization.failed"

    @property
    def is_own(self) -> bool:
        """Whether the event is this program's, and not named by the specification."""
        return self is EventKind.CHUNK_ALLOCATED


@dataclass(frozen=True, slots=True)
class _Event:
    """What all events share."""

    kind: ClassVar[EventKind]

    def record(self) -> dict[str, Scalar]:
        """Return the event as one flat record, its kind under ``event``.

        A chunk stands under the specification's ``chunk_id``. An event of this program's own says
        ``own``.
        """
        data = {_NAMES.get(name, name): value for name, value in asdict(self).items()}
        own = {"own": True} if self.kind.is_own else {}
        return {"event": self.kind.value, **own, **data}


_NAMES = {"chunk": "chunk_id"}


@dataclass(frozen=True, slots=True)
class Started(_Event):
    """A placement began; ``room`` is what is available less the reserve, in tokens."""

    kind = EventKind.STARTED
    now_ms: Tokens
    available_tokens: int
    reserve: int
    room: int
    chunks: int


@dataclass(frozen=True, slots=True)
class TokensEstimated(_Event):
    """A chunk brought no count; its tokens were estimated."""

    kind = EventKind.TOKENS_ESTIMATED
    chunk: str
    tokens: Tokens


@dataclass(frozen=True, slots=True)
class RecencyBoostApplied(_Event):
    """A chunk earned points for being recent."""

    kind = EventKind.RECENCY_BOOST_APPLIED
    chunk: str
    boost: float


@dataclass(frozen=True, slots=True)
class RagBoostApplied(_Event):
    """A chunk earned points for how well it matched."""

    kind = EventKind.RAG_BOOST_APPLIED
    chunk: str
    boost: float


@dataclass(frozen=True, slots=True)
class BusinessBoostApplied(_Event):
    """A chunk earned points for business factors: the total, and its parts before the ceiling."""

    kind = EventKind.BUSINESS_BOOST_APPLIED
    chunk: str
    total_boost: float
    revenue_boost: float
    urgency_boost: float
    client_tier_boost: float
    deal_status_boost: float
    relationship_boost: float


@dataclass(frozen=True, slots=True)
class AllocationCreated(_Event):
    """A chunk entered the competition with its tokens and its priority in points."""

    kind = EventKind.ALLOCATIONS_CREATED
    chunk: str
    original_index: int
    tokens: Tokens
    priority: float


@dataclass(frozen=True, slots=True)
class ChunkAllocated(_Event):
    """A chunk was placed at the tokens from ``start`` to ``end``."""

    kind = EventKind.CHUNK_ALLOCATED
    chunk: str
    start: Tokens
    end: Tokens


@dataclass(frozen=True, slots=True)
class ChunkDropped(_Event):
    """A chunk was dropped: it needed more tokens than were left under ``cap``."""

    kind = EventKind.CHUNKS_DROPPED
    chunk: str
    needed: Tokens
    left: Tokens
    cap: str


@dataclass(frozen=True, slots=True)
class ConflictDetected(_Event):
    """The dropped ``chunk2`` lost to ``chunk1``, the chunk placed last before it."""

    kind = EventKind.CONFLICT_DETECTED
    chunk1: str
    chunk2: str
    conflict_type: str
    resolution: str


@dataclass(frozen=True, slots=True)
class BudgetResolved(_Event):
    """Every chunk has been considered."""

    kind = EventKind.BUDGET_RESOLVED
    allocated_count: int
    dropped_count: int
    tokens_used: Tokens
    tokens_remaining: Tokens


@dataclass(frozen=True, slots=True)
class Succeeded(_Event):
    """The placement is complete. ``optimization_id`` is a UUIDv5 of its inputs."""

    kind = EventKind.SUCCESS
    optimization_id: str
    tokens_used: Tokens
    chunks_optimized: int


@dataclass(frozen=True, slots=True)
class Failed(_Event):
    """Part of the input could not be used: how many errors, and code and place of the first."""

    kind = EventKind.FAILED
    errors: int
    code: str
    place: str


Event = (
    Started
    | TokensEstimated
    | RecencyBoostApplied
    | RagBoostApplied
    | BusinessBoostApplied
    | AllocationCreated
    | ChunkAllocated
    | ChunkDropped
    | ConflictDetected
    | BudgetResolved
    | Succeeded
    | Failed
)
