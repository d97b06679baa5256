"""The tables of a placement: the log of its events, conflicts, limits, the optimum."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from itertools import accumulate
from operator import attrgetter, itemgetter
from typing import Any

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
from inspector.core.window.optimum import WindowOptimum
from inspector.core.window.outcome import ConflictType, Resolution
from inspector.core.window.report import WindowReport
from inspector.core.window.selection import NOBODY
from inspector.language import tr
from inspector.present.table import Column, Elide, Kind, TableData, decimals
from inspector.present.table.spec import ledger_table, table_of
from inspector.stages.window.chunk_table import (
    TYPE_LABELS,
    chunk_table,
    request_table,
    token_column,
)
from inspector.stages.window.runs import WindowResult
from inspector.stages.window.words import CAP_TITLES, TYPE_TITLES, chunk_key, written


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


Of = Callable[[Any], Any]


def _chunk(column_id: str, title: str, help_text: str, of: Of) -> Column:
    return Column(column_id, title, help_text, Kind.TEXT, width=24, elide=Elide.MIDDLE, of=of)


def _points(column_id: str, title: str, help_text: str, of: Of) -> Column:
    return Column(column_id, title, help_text, Kind.NUMBER, width=10, write=decimals(2), of=of)


def conflict_table(report: WindowReport) -> TableData:
    """Return the conflicts in the order in which they arose; keys are the dropped chunks'."""
    outcome = report.outcome
    selection, total, tokens = outcome.selection, outcome.priorities.total, outcome.tokens
    dropped = [row for row in selection.dropped if selection.rival[row] != NOBODY]
    rows = [
        (row, selection.rival[row], one) for row, one in zip(dropped, report.conflicts, strict=True)
    ]
    columns = (
        _chunk("dropped", "Dropped", "The chunk that lost.",
               lambda row: outcome.chunks[row[0]].id),
        token_column("needed", "Needed", "Tokens it needed.", of=lambda row: tokens[row[0]]),
        token_column("left", "Left", "Tokens left under the cap at its turn.",
                     of=lambda row: selection.left[row[0]]),
        _points("priority", "Priority", "Its priority.", lambda row: total[row[0]]),
        _chunk("kept", "Kept", "The chunk placed last before it, which stays.",
               lambda row: outcome.chunks[row[1]].id),
        token_column("kept_tokens", "Its tokens", "Tokens of the chunk that stays.", width=9,
                     of=lambda row: tokens[row[1]]),
        _points("kept_priority", "Its priority", "Priority of the chunk that stays.",
                lambda row: total[row[1]]),
        _points("difference", "Difference", "Points by which the kept chunk was ahead.",
                lambda row: total[row[1]] - total[row[0]]),
        Column("conflict", "Conflict", "What they met over.", Kind.ENUM, width=16,
               labels=tuple(ConflictType), of=lambda row: row[2].conflict_type),
        Column("resolution", "Resolution", "How it was resolved.", Kind.ENUM, width=13,
               labels=tuple(Resolution), of=lambda row: row[2].resolution),
    )  # fmt: skip
    return table_of(columns, [chunk_key(outcome.chunks[row].id) for row in dropped], rows)


def limit_table(report: WindowReport) -> TableData:
    """Return the use of each category limit; keys are ``limit:name``."""
    states = ("enforced", "not enforced")
    state = states[0 if report.outcome.options.enforce_category_limits else 1]
    columns = (
        Column("limit", "Limit", "The category.", Kind.TEXT, width=26,
               of=lambda use: CAP_TITLES[use.name]),
        Column("state", "State", "Whether the limit holds.", Kind.ENUM, width=13, labels=states,
               of=lambda _use: state),
        token_column("tokens", "Allowed", "Most tokens of the category.", width=10,
                     of=attrgetter("limit")),
        token_column("used", "Used", "Tokens of the category that were placed.", width=10,
                     of=attrgetter("used")),
        token_column("over", "Over", "Tokens above the limit; only where it does not hold.",
                     width=8, of=lambda use: max(0, use.used - use.limit)),
        Column("refused", "Refused", "Chunks that this limit kept out.", Kind.INTEGER, width=8,
               of=attrgetter("dropped")),
        Column("name", "Field", "Its name in the configuration.", Kind.TEXT, width=20,
               of=attrgetter("name")),
    )  # fmt: skip
    return table_of(columns, [f"limit:{use.name}" for use in report.limits], report.limits)


def optimum_table(report: WindowReport, best: WindowOptimum | None) -> TableData:
    """Return the chunks in which the optimum differs from the greedy choice."""
    outcome, total = report.outcome, report.outcome.priorities.total
    row_of = {chunk.id: row for row, chunk in enumerate(outcome.chunks)}
    choices = ("only greedy", "only optimum")
    lost, gained = ((), ()) if best is None else (best.lost, best.gained)
    rows = [
        (choice, row_of[name])
        for choice, names in zip(choices, (lost, gained), strict=True)
        for name in names
    ]

    def dense(row: tuple[str, int]) -> float | None:
        tokens = outcome.tokens[row[1]]
        return 100 * total[row[1]] / tokens if tokens > 0 else None

    columns = (
        Column("choice", "Chosen by", "Which of the two has the chunk.", Kind.ENUM, width=14,
               labels=choices, of=itemgetter(0)),
        _chunk("chunk", "Chunk", "The chunk's id.", lambda row: outcome.chunks[row[1]].id),
        Column("type", "Type", "What the chunk is.", Kind.ENUM, width=16, labels=TYPE_LABELS,
               of=lambda row: TYPE_TITLES[outcome.chunks[row[1]].type]),
        token_column("tokens", "Tokens", "Tokens it needs.", of=lambda row: outcome.tokens[row[1]]),
        _points("priority", "Priority", "All its points together.", lambda row: total[row[1]]),
        _points("per_token", "Per 100 tokens", "Points it brings for a hundred tokens.", dense),
    )  # fmt: skip
    return table_of(columns, [chunk_key(outcome.chunks[row].id) for _, row in rows], rows)


class WindowTable(StrEnum):
    """The tables, in the order of their tabs."""

    CHUNKS = "chunks"
    CONFLICTS = "conflicts"
    OPTIMUM = "optimum"
    EVENTS = "events"
    LIMITS = "limits"
    LEDGER = "window-ledger"
    REQUESTS = "window-requests"


TITLES = {
    WindowTable.CHUNKS: tr("Chunks"),
    WindowTable.CONFLICTS: tr("Conflicts"),
    WindowTable.OPTIMUM: tr("Greedy vs optimal"),
    WindowTable.EVENTS: tr("Events"),
    WindowTable.LIMITS: tr("Limits"),
    WindowTable.LEDGER: tr("Ledger"),
    WindowTable.REQUESTS: tr("Requests"),
}
_MAKERS: dict[WindowTable, Callable[[WindowReport], TableData]] = {
    WindowTable.CHUNKS: chunk_table,
    WindowTable.CONFLICTS: conflict_table,
    WindowTable.LIMITS: limit_table,
    WindowTable.LEDGER: lambda report: ledger_table(report.ledger),
}


def window_table(table: WindowTable, result: WindowResult, *, with_optimum: bool) -> TableData:
    """Return a table of a result that has a report.

    Without ``with_optimum`` the optimum, which may take seconds, is not worked out: its table is
    empty. Raises ``ValueError`` for a result without a report.
    """
    if result.report is None:
        raise ValueError("a result without a report has no tables")
    if table is WindowTable.OPTIMUM:
        return optimum_table(result.report, result.optimum if with_optimum else None)
    if table is WindowTable.EVENTS:
        return event_table(result.events)
    if table is WindowTable.REQUESTS:
        stage = result.session.window
        reports = [one.report for one in result.requests]
        return request_table(stage.requests, reports, stage.chunks)
    return _MAKERS[table](result.report)


def row_counts(report: WindowReport) -> dict[WindowTable, int]:
    """Return how many rows some of the tables have, without making them."""
    return {
        WindowTable.CHUNKS: len(report.outcome.chunks),
        WindowTable.CONFLICTS: len(report.conflicts),
    }


def subject_of_row(result: WindowResult, key: str) -> str:
    """Return the subject that a row is about: an event is about its chunk, if it has one."""
    step = step_of(key)
    if step is None:
        return key
    if not 1 <= step <= len(result.events):
        return ""
    return chunk_of(result.events[step - 1]) or ""


def table_of_subject(subject: str) -> WindowTable:
    """Return the table that is about a subject's kind."""
    kind = subject.partition(":")[0]
    return {
        "limit": WindowTable.LIMITS,
        "balance": WindowTable.LEDGER,
        "event": WindowTable.EVENTS,
    }.get(kind, WindowTable.CHUNKS)
