"""The tables of an audit in tabs: findings, rows, notes, and the history of runs."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtWidgets import QWidget

from inspector.gui.table import Mark, TableStyle
from inspector.gui.theme import Theme
from inspector.gui.views.table_tabs import Tab, TableTabs
from inspector.language import localized, tr
from inspector.present.palette import Shape
from inspector.present.table import TableData
from inspector.session.session import Note
from inspector.stages.audit.tables import (
    AGREES,
    DIFFERS,
    EMPTY_ROWS,
    EXTRA,
    MISSING,
    UNKNOWN,
    finding_table,
    note_table,
    row_table,
)
from inspector.stages.audit.view.history_page import HistoryPage
from inspector.stages.audit.view.runner import AuditView


class AuditTable(StrEnum):
    """The tables, by the names of their panels."""

    FINDINGS = "audit-findings"
    ROWS = "audit-rows"
    NOTES = "audit-notes"
    HISTORY = "audit-history"


TITLES = {
    AuditTable.FINDINGS: tr("Findings"),
    AuditTable.ROWS: tr("Rows"),
    AuditTable.NOTES: tr("Notes"),
    AuditTable.HISTORY: tr("History"),
}
_EMPTY = {
    AuditTable.FINDINGS: tr("Nothing was found."),
    AuditTable.ROWS: tr("The manifest has no rows that can be read."),
    AuditTable.NOTES: tr("No notes yet. Select a row and write one on the right."),
}


_ABSENT = tr("What an audit finds is listed here.")


class AuditTables(TableTabs[AuditTable, AuditView]):
    """Shows the tables of one audit, and the history."""

    def __init__(self, theme: Theme, history: HistoryPage, parent: QWidget | None = None) -> None:
        self._notes: tuple[Note, ...] = ()
        self._history = history
        history.setContentsMargins(8, 8, 8, 0)
        tabs = {table: Tab(TITLES[table], empty) for table, empty in _EMPTY.items()}
        tabs[AuditTable.HISTORY] = Tab(TITLES[AuditTable.HISTORY], page=history)
        super().__init__(tabs, theme, parent)

    def show_source(self, source: AuditView) -> None:
        """Show another audit."""
        count = len(source.findings)
        self._count(AuditTable.FINDINGS, localized(count) if count else "")
        for table in (AuditTable.FINDINGS, AuditTable.ROWS):
            absent = source.audit is None
            self._table(table).set_empty_text(_ABSENT if absent else _EMPTY[table])
        super().show_source(source)

    def clear(self) -> None:
        """Show the tables of no audit; the history is that of the program."""
        super().clear()
        self._notes = ()

    def set_notes(self, notes: tuple[Note, ...]) -> None:
        """Show other notes."""
        if notes != self._notes:
            self._notes = notes
            self._count(AuditTable.NOTES, localized(len(notes)) if notes else "")
            self._refresh(self.current)

    def _make(self, tab: AuditTable, source: AuditView) -> TableData:
        if tab is AuditTable.NOTES:
            return note_table(self._notes)
        if tab is AuditTable.FINDINGS:
            return finding_table(source.findings)
        return EMPTY_ROWS if source.audit is None else row_table(source.audit)

    def _made_of(self, tab: AuditTable, source: AuditView) -> object:
        return self._notes if tab is AuditTable.NOTES else source

    def _turned(self, place: int) -> None:
        super()._turned(place)
        if self.current is AuditTable.HISTORY:
            self._history.refresh()

    def focus_filter(self) -> None:
        """Go to the filter of the table in sight."""
        if self.current is AuditTable.HISTORY:
            self._history.focus_filter()
        super().focus_filter()

    def set_theme(self, theme: Theme) -> None:
        """Draw in the theme's colours and fonts from now on."""
        super().set_theme(theme)
        self._history.set_theme(theme)

    def _style(self, theme: Theme) -> TableStyle:
        verdicts = theme.colors.verdicts
        weights = {
            "error": Mark(theme.color("error"), Shape.STOP),
            "warning": Mark(theme.color("warning"), Shape.TRIANGLE),
            "note": Mark(theme.color("note"), Shape.DISC),
        }
        states = {
            AGREES: theme.mark(verdicts["included"]),
            DIFFERS: theme.mark(verdicts["refused"]),
            MISSING: Mark(theme.color("error"), Shape.RING),
            EXTRA: Mark(theme.color("error"), Shape.CROSS),
            UNKNOWN: theme.mark(verdicts["balance"]),
        }
        return theme.table_style({"weight": weights, "state": states})
