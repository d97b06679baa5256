"""The log of a placement as a table, and where the placement stood after any of its events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import accumulate
from operator import itemgetter

from inspector.core.window.events import (
    AllocationCreated,
    AllocationsCreated,
    AllocationState,
    BudgetResolved,
    BusinessBoostApplied,
    ChunkAllocated,
    ChunkDropped,
    ConflictDetected,
    Event,
    EventKind,
    Failed,
    RagBoostApplied,
    RecencyBoostApplied,
    Started,
    Succeeded,
    TokensEstimated,
    replay,
)
from inspector.language import tr
from inspector.present.table import Column, Elide, Kind, TableData
from inspector.present.table.spec import table_of
from inspector.stages.window.chunk_table import token_column
from inspector.stages.window.names import CAP_TITLES, chunk_key, written


def event_key(step: int) -> str:
    """Return the subject of an event; steps count from 1."""
    return f"event:{step}"


def step_of(key: str) -> int | None:
    """Return the step of an event's subject; None for any other subject."""
    kind, _, number = key.partition(":")
    return int(number) if kind == "event" and number.isdecimal() else None


def chunk_of(event: Event) -> str | None:
    """Return the key of the chunk that an event is about, None where it is about none."""
    if isinstance(event, ConflictDetected):
        return chunk_key(event.chunk2)
    if isinstance(event, Started | AllocationsCreated | BudgetResolved | Succeeded | Failed):
        return None
    return chunk_key(event.chunk)


EVENT_COLUMNS = (
    Column("step", "Step", "The event's place in the log, from 1.", Kind.INTEGER, width=6,
           of=itemgetter(0)),
    Column("event", "Event", "What happened.", Kind.ENUM, ("kind",), width=30,
           labels=tuple(EventKind), of=lambda row: row[2].kind),
    Column("chunk", "Chunk", "The chunk it is about.", Kind.TEXT, width=24, elide=Elide.MIDDLE,
           of=lambda row: (chunk_of(row[2]) or "").partition(":")[2]),
    Column("own", "Own", "An event of this program: the specification does not name it.",
           Kind.FLAG, visible=False, width=5, of=lambda row: row[2].kind.is_own),
    Column("what", "In words", "What the event says.", Kind.TEXT, width=52,
           of=lambda row: in_words(row[2])),
    token_column("used", "Used", "Tokens placed up to and with this event.", of=itemgetter(1)),
)  # fmt: skip


def event_table(events: Sequence[Event]) -> TableData:
    """Return the log in its order."""
    sizes = (
        event.end - event.start if isinstance(event, ChunkAllocated) else 0 for event in events
    )
    steps = range(1, len(events) + 1)
    rows = zip(steps, accumulate(sizes), events, strict=True)
    return table_of(EVENT_COLUMNS, [event_key(step) for step in steps], rows)


def in_words(event: Event) -> str:
    """Say what one event tells, with its numbers."""
    if isinstance(event, ChunkDropped):
        cap = CAP_TITLES.get(event.cap, event.cap)
        return f"dropped: needed {written(event.needed)}, {written(event.left)} left ({cap})"
    fields = {
        name: written(value) if isinstance(value, int) else value
        for name, value in asdict(event).items()
    }
    return _WORDS[type(event)].format(**fields)


_WORDS: dict[type, str] = {
    Started: "{chunks} chunks for {room} tokens: {available_tokens} available, {reserve} reserved",
    RecencyBoostApplied: "+{boost:,.2f} points for being recent",
    RagBoostApplied: "+{boost:,.2f} points for relevance",
    BusinessBoostApplied: "+{total_boost:,.2f} points for business factors: revenue"
    " {revenue_boost:,.2f}, urgency {urgency_boost:,.2f}, client tier {client_tier_boost:,.2f},"
    " deal {deal_status_boost:,.2f}, relationship {relationship_boost:,.2f}",
    TokensEstimated: "estimated as {tokens} tokens from its text",
    AllocationCreated: "competes with {priority:,.2f} points for {tokens} tokens",
    AllocationsCreated: "{allocations} chunks compete; together {tokens} tokens",
    ChunkAllocated: "placed at tokens {start} to {end}",
    ConflictDetected: "lost to {chunk1}, which was placed last before it",
    BudgetResolved: "{allocated_count} placed, {dropped_count} dropped, {tokens_remaining} tokens"
    " left",
    Succeeded: "done: {chunks_optimized} chunks in {tokens_used} tokens, as {optimization_id}",
    Failed: "part of the input could not be used: {errors} errors, the first at {place} ({code})",
}


@dataclass(frozen=True, slots=True)
class Moment:
    """Where a placement stood after the first ``step`` of its ``steps`` events.

    ``decided`` is the number of chunks that had a verdict by then.
    """

    step: int
    steps: int
    state: AllocationState

    @property
    def decided(self) -> int:
        """How many chunks had their verdict."""
        return len(self.state.allocated) + len(self.state.dropped)

    @property
    def text(self) -> str:
        """The moment in one line."""
        state = self.state
        return tr(
            "After event {step:,} of {steps:,}: {used} of {room} tokens used ·"
            " {placed:,} placed · {dropped:,} dropped · {waiting:,} waiting",
            step=self.step,
            steps=self.steps,
            used=written(state.used),
            room=written(state.room),
            placed=len(state.allocated),
            dropped=len(state.dropped),
            waiting=len(state.waiting),
        )


def moment(events: Sequence[Event], step: int) -> Moment:
    """Replay the first ``step`` events."""
    return Moment(step, len(events), replay(events[:step]))
