"""The tables of one placement: which there are, and which row is which subject.

Tables of what a placement decided: conflicts, category limits, the optimum, the ledger.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

import numpy as np

from inspector.core.window.optimum import Optimum
from inspector.core.window.outcome import ConflictType, Resolution
from inspector.core.window.report import WindowReport
from inspector.core.window.selection import NOBODY
from inspector.language import tr
from inspector.present.ledger_table import ledger_table
from inspector.present.table import (
    Codes,
    Column,
    Elide,
    Kind,
    Numbers,
    TableData,
    Texts,
    decimals,
)
from inspector.stages.window.chunk_table import (
    chunk_table,
    request_table,
    token_column,
    token_numbers,
    type_codes,
)
from inspector.stages.window.event_table import chunk_of, event_table, step_of
from inspector.stages.window.names import CAP_TITLES, chunk_key
from inspector.stages.window.runs import WindowResult


def _chunk(column_id: str, title: str, help_text: str) -> Column:
    return Column(column_id, title, help_text, Kind.TEXT, width=24, elide=Elide.MIDDLE)


def _points(column_id: str, title: str, help_text: str) -> Column:
    return Column(column_id, title, help_text, Kind.NUMBER, width=10, write=decimals(2))


CONFLICT_COLUMNS = (
    _chunk("dropped", "Dropped", "The chunk that lost."),
    token_column("needed", "Needed", "Tokens it needed."),
    token_column("left", "Left", "Tokens left under the cap at its turn."),
    _points("priority", "Priority", "Its priority."),
    _chunk("kept", "Kept", "The chunk placed last before it, which stays."),
    token_column("kept_tokens", "Its tokens", "Tokens of the chunk that stays.", width=9),
    _points("kept_priority", "Its priority", "Priority of the chunk that stays."),
    _points("difference", "Difference", "Points by which the kept chunk was ahead."),
    Column("conflict", "Conflict", "What they met over.", Kind.ENUM, width=16),
    Column("resolution", "Resolution", "How it was resolved.", Kind.ENUM, width=13),
)


def conflict_table(report: WindowReport) -> TableData:
    """Return the conflicts in the order in which they arose; keys are the dropped chunks'."""
    outcome = report.outcome
    selection, total = outcome.selection, outcome.priorities.total
    rows = [row for row in selection.dropped if selection.rival[row] != NOBODY]
    rivals = [selection.rival[row] for row in rows]
    mine, theirs = total[np.array(rows, dtype=np.intp)], total[np.array(rivals, dtype=np.intp)]
    conflicts = report.conflicts
    return TableData(
        CONFLICT_COLUMNS,
        [chunk_key(outcome.chunks[row].id) for row in rows],
        {
            "dropped": Texts([outcome.chunks[row].id for row in rows]),
            "needed": token_numbers([outcome.tokens[row] for row in rows]),
            "left": token_numbers([selection.left[row] for row in rows]),
            "priority": Numbers(mine),
            "kept": Texts([outcome.chunks[row].id for row in rivals]),
            "kept_tokens": token_numbers([outcome.tokens[row] for row in rivals]),
            "kept_priority": Numbers(theirs),
            "difference": Numbers(theirs - mine),
            "conflict": _choices([one.conflict_type for one in conflicts], ConflictType),
            "resolution": _choices([one.resolution for one in conflicts], Resolution),
        },
    )


def _choices(values: Sequence[StrEnum], kinds: type[StrEnum]) -> Codes:
    """Return members of an enumeration as a column of its values."""
    known = list(kinds)
    places = [known.index(value) for value in values]
    return Codes(np.array(places, dtype=np.uint8), tuple(kind.value for kind in known))


LIMIT_COLUMNS = (
    Column("limit", "Limit", "The category.", Kind.TEXT, width=26),
    Column("state", "State", "Whether the limit holds.", Kind.ENUM, width=13),
    token_column("tokens", "Allowed", "Most tokens of the category.", width=10),
    token_column("used", "Used", "Tokens of the category that were placed.", width=10),
    token_column("over", "Over", "Tokens above the limit; only where it does not hold.", width=8),
    Column("refused", "Refused", "Chunks that this limit kept out.", Kind.INTEGER, width=8),
    Column("name", "Field", "Its name in the configuration.", Kind.TEXT, width=20),
)


def limit_table(report: WindowReport) -> TableData:
    """Return the use of each category limit; keys are ``limit:name``."""
    uses = report.limits
    holds = report.outcome.options.enforce_category_limits
    return TableData(
        LIMIT_COLUMNS,
        [f"limit:{use.name}" for use in uses],
        {
            "limit": Texts([CAP_TITLES[use.name] for use in uses]),
            "state": Codes(
                np.full(len(uses), 0 if holds else 1, dtype=np.uint8), ("enforced", "not enforced")
            ),
            "tokens": token_numbers([use.limit for use in uses]),
            "used": token_numbers([use.used for use in uses]),
            "over": token_numbers([max(0, use.used - use.limit) for use in uses]),
            "refused": Numbers.whole([use.dropped for use in uses]),
            "name": Texts([use.name for use in uses]),
        },
    )


OPTIMUM_COLUMNS = (
    Column("choice", "Chosen by", "Which of the two has the chunk.", Kind.ENUM, width=14),
    _chunk("chunk", "Chunk", "The chunk's id."),
    Column("type", "Type", "What the chunk is.", Kind.ENUM, width=16),
    token_column("tokens", "Tokens", "Tokens it needs."),
    _points("priority", "Priority", "All its points together."),
    _points("per_token", "Per 100 tokens", "Points it brings for a hundred tokens."),
)


def optimum_table(report: WindowReport, best: Optimum | None) -> TableData:
    """Return the chunks in which the optimum differs from the greedy choice."""
    outcome = report.outcome
    row_of = {chunk.id: row for row, chunk in enumerate(outcome.chunks)}
    lost, gained = ((), ()) if best is None else (best.lost, best.gained)
    rows = [row_of[name] for name in (*lost, *gained)]
    tokens = np.array([float(outcome.tokens[row]) for row in rows], dtype=np.float64)
    points = outcome.priorities.total[np.array(rows, dtype=np.intp)]
    dense = np.divide(100 * points, tokens, out=np.full(len(rows), np.nan), where=tokens > 0)
    return TableData(
        OPTIMUM_COLUMNS,
        [chunk_key(outcome.chunks[row].id) for row in rows],
        {
            "choice": Codes(
                np.array([0] * len(lost) + [1] * len(gained), dtype=np.uint8),
                ("only greedy", "only optimum"),
            ),
            "chunk": Texts([outcome.chunks[row].id for row in rows]),
            "type": type_codes([outcome.chunks[row].type for row in rows]),
            "tokens": Numbers(tokens),
            "priority": Numbers(points),
            "per_token": Numbers(dense),
        },
    )


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
