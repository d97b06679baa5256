"""The log of a placement: plain frozen events, and the state that replaying them gives.

The log says everything that was decided, in the order in which it was: replaying all of it gives
the result, replaying a part gives the state at that moment.

Replaying a placement's events into the state of its allocation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import ClassVar

from inspector.core.arguments import require
from inspector.core.window.chunk import Tokens

Scalar = bool | int | float | str


class EventKind(StrEnum):
    """The kinds of events. All but two are the specification's; see ``is_own``."""

    STARTED = "context.optimization.started"
    TOKENS_ESTIMATED = "context.tokens_estimated"
    RECENCY_BOOST_APPLIED = "context.recency_boost_applied"
    RAG_BOOST_APPLIED = "context.rag_boost_applied"
    BUSINESS_BOOST_APPLIED = "context.business_boost_applied"
    ALLOCATION_CREATED = "context.allocation_created"
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
        return self in (EventKind.ALLOCATION_CREATED, EventKind.CHUNK_ALLOCATED)


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
    """A placement began; ``room`` is what is available less the reserve, in tokens.

    ``chunks`` counts all records of the request, those that cannot be used included.
    """

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

    kind = EventKind.ALLOCATION_CREATED
    chunk: str
    original_index: int
    tokens: Tokens
    priority: float


@dataclass(frozen=True, slots=True)
class AllocationsCreated(_Event):
    """Every chunk has entered the competition: how many, and their tokens together."""

    kind = EventKind.ALLOCATIONS_CREATED
    allocations: int
    tokens: Tokens


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
    | AllocationsCreated
    | ChunkAllocated
    | ChunkDropped
    | ConflictDetected
    | BudgetResolved
    | Succeeded
    | Failed
)


class ReplayError(ValueError):
    """A log contradicts itself: it is cut, out of order, or was edited."""


@dataclass(frozen=True, slots=True)
class AllocationState:
    """Where a placement stands after some of its events. Token counts are in tokens.

    ``waiting`` are the chunks that entered the competition and have no verdict yet.
    """

    room: Tokens
    used: Tokens
    allocated: tuple[str, ...]
    token_spans: tuple[tuple[Tokens, Tokens], ...]
    dropped: tuple[str, ...]
    conflicts: tuple[tuple[str, str], ...]
    priorities: Mapping[str, float]
    waiting: tuple[str, ...]
    resolved: bool

    @property
    def remaining(self) -> Tokens:
        """Tokens of the room that are not taken."""
        return self.room - self.used


class _Replay:
    """The state under construction."""

    def __init__(self) -> None:
        self.room: Tokens = 0
        self.started = False
        self.used: Tokens = 0
        self.tokens: dict[str, Tokens] = {}
        self.priorities: dict[str, float] = {}
        self.spans: dict[str, tuple[Tokens, Tokens]] = {}
        self.dropped: dict[str, None] = {}
        self.conflicts: list[tuple[str, str]] = []
        self.resolved = False

    def apply(self, event: Event) -> None:
        if isinstance(event, Started):
            self._check(not self.started, "it starts twice")
            self.started = True
            self.room = event.room
            return
        self._check(self.started, "it does not begin with the start")
        self._check(
            not self.resolved
            or not isinstance(event, AllocationCreated | ChunkAllocated | ChunkDropped),
            "it goes on after the budget was resolved",
        )
        match event:
            case AllocationCreated():
                self._check(event.chunk not in self.tokens, "a chunk enters twice")
                self.tokens[event.chunk] = event.tokens
                self.priorities[event.chunk] = event.priority
            case ChunkAllocated():
                self._needs_verdict(event.chunk)
                self._check(event.start == self.used, "a span does not begin where the last ended")
                self._check(
                    event.end == event.start + self.tokens[event.chunk],
                    "a span is not as long as its chunk",
                )
                self._check(event.end <= self.room, "a span ends beyond the room")
                self.spans[event.chunk] = (event.start, event.end)
                self.used = event.end
            case ChunkDropped():
                self._needs_verdict(event.chunk)
                self.dropped[event.chunk] = None
            case ConflictDetected():
                self._check(
                    event.chunk1 in self.spans and event.chunk2 in self.dropped,
                    "a conflict names chunks without a verdict",
                )
                self.conflicts.append((event.chunk1, event.chunk2))
            case BudgetResolved():
                counts = (event.allocated_count, event.dropped_count, event.tokens_used)
                self._check(
                    counts == (len(self.spans), len(self.dropped), self.used)
                    and len(self.spans) + len(self.dropped) == len(self.tokens),
                    "the resolved counts are not those of the events before",
                )
                self.resolved = True
            case _:  # estimates, boosts and the end explain; they change no state
                pass

    def state(self) -> AllocationState:
        return AllocationState(
            room=self.room,
            used=self.used,
            allocated=tuple(self.spans),
            token_spans=tuple(self.spans.values()),
            dropped=tuple(self.dropped),
            conflicts=tuple(self.conflicts),
            priorities=MappingProxyType(dict(self.priorities)),
            waiting=tuple(
                chunk
                for chunk in self.tokens
                if chunk not in self.spans and chunk not in self.dropped
            ),
            resolved=self.resolved,
        )

    def _needs_verdict(self, chunk: str) -> None:
        self._check(chunk in self.tokens, "a chunk has a verdict without having entered")
        self._check(
            chunk not in self.spans and chunk not in self.dropped, "a chunk has two verdicts"
        )

    @staticmethod
    def _check(holds: bool, contradiction: str) -> None:
        if not holds:
            raise ReplayError(f"The log contradicts itself: {contradiction}.")


def replay(events: Iterable[Event]) -> AllocationState:
    """Return the state that ``events`` lead to; the first events of a log give a state midway.

    Raises ``ReplayError`` when the events contradict each other, TypeError for what is no series.
    """
    require(Iterable, events=events)
    rebuilt = _Replay()
    for event in events:
        rebuilt.apply(event)
    return rebuilt.state()
