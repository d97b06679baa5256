"""The tables of one placement: which there are, and which row is which subject."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from inspector.analysis.window_runs import WindowResult
from inspector.core.window.report import WindowReport
from inspector.language import tr
from inspector.present.table import TableData
from inspector.present.window.chunk_table import chunk_table
from inspector.present.window.decision_tables import (
    conflict_table,
    limit_table,
    optimum_table,
    window_ledger_table,
)
from inspector.present.window.event_table import chunk_of, event_table, step_of
from inspector.present.window.request_table import request_table


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
    WindowTable.OPTIMUM: tr("Optimum"),
    WindowTable.EVENTS: tr("Events"),
    WindowTable.LIMITS: tr("Limits"),
    WindowTable.LEDGER: tr("Ledger"),
    WindowTable.REQUESTS: tr("Requests"),
}
_MAKERS: dict[WindowTable, Callable[[WindowReport], TableData]] = {
    WindowTable.CHUNKS: chunk_table,
    WindowTable.CONFLICTS: conflict_table,
    WindowTable.LIMITS: limit_table,
    WindowTable.LEDGER: window_ledger_table,
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
