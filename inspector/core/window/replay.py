"""Replaying a placement's events into the state of its allocation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from inspector.core.arguments import require
from inspector.core.window.chunk import Tokens
from inspector.core.window.events import (
    AllocationCreated,
    BudgetResolved,
    ChunkAllocated,
    ChunkDropped,
    ConflictDetected,
    Event,
    Started,
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
