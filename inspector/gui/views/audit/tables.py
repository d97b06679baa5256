"""The tables of an audit in tabs: findings, rows, notes, and the history of runs."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QTabBar, QVBoxLayout, QWidget

from inspector.gui.columns import line
from inspector.gui.table import Mark, TablePanel
from inspector.gui.theme import Theme
from inspector.gui.views.audit.audit_runner import AuditView
from inspector.gui.views.audit.history_page import HistoryPage
from inspector.language import tr
from inspector.present.audit.tables import (
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
from inspector.present.palette import Shape
from inspector.present.table import TableData
from inspector.session.session import Note


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


class AuditTables(QWidget):
    """Shows the tables of one audit; the tabs are named ``tabs``."""

    selected = Signal(str)
    """The key of a row somebody moved to."""
    export_requested = Signal(object)
    """An ``ExportRequest`` of one of the tables."""

    def __init__(self, theme: Theme, history: HistoryPage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._selected = ""
        self._telling = True
        self._view: AuditView | None = None
        self._notes: tuple[Note, ...] = ()
        self._rows_of: AuditView | None = None
        self._tabs = QTabBar(self)
        self._tabs.setObjectName("tabs")
        self._tabs.setAccessibleName(tr("Tables"))
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._pages = QStackedWidget(self)
        self._pages.setContentsMargins(8, 8, 8, 0)
        self._history = history
        self._panels: dict[AuditTable, TablePanel] = {}
        for table in AuditTable:
            self._tabs.addTab(TITLES[table])
            if table is AuditTable.HISTORY:
                self._pages.addWidget(history)
                continue
            panel = TablePanel(table.value, TITLES[table], _style(theme), self)
            panel.set_empty_text(_EMPTY[table])
            panel.current_changed.connect(lambda key, table=table: self._take_current(table, key))
            panel.export_requested.connect(self.export_requested)
            self._panels[table] = panel
            self._pages.addWidget(panel)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._tabs)
        layout.addWidget(line(self))
        layout.addWidget(self._pages, 1)
        self._tabs.currentChanged.connect(self._turned)

    @property
    def current(self) -> AuditTable:
        """The table that is in sight."""
        return list(AuditTable)[self._tabs.currentIndex()]

    def set_view(self, view: AuditView) -> None:
        """Show another audit."""
        self._view = view
        self._set_data(AuditTable.FINDINGS, finding_table(view.findings))
        for table, text in _EMPTY.items():
            absent = view.audit is None and table is not AuditTable.NOTES
            self._panels[table].set_empty_text(_ABSENT if absent else text)
        count = f" {len(view.findings):,}" if view.findings else ""
        self._tabs.setTabText(0, f"{TITLES[AuditTable.FINDINGS]}{count}")
        self._fill_rows()

    def set_notes(self, notes: tuple[Note, ...]) -> None:
        """Show other notes."""
        if notes == self._notes:
            return
        self._notes = notes
        self._set_data(AuditTable.NOTES, note_table(notes))
        count = f" {len(notes):,}" if notes else ""
        self._tabs.setTabText(2, f"{TITLES[AuditTable.NOTES]}{count}")

    def table(self, table: AuditTable) -> TableData | None:
        """Return a table as it can be written to a file, None while there is none."""
        if self._view is None or self._view.audit is None:
            return None
        if table is AuditTable.FINDINGS:
            return finding_table(self._view.findings)
        return row_table(self._view.audit)

    def select(self, key: str) -> None:
        """Make a row current in the table that has it, the one in sight first."""
        if key == self._selected:
            return
        self._selected = key
        self._fill_rows(wanted=key.partition(":")[0] in ("card", "bucket", "manifest"))
        holders = [
            table for table, panel in self._panels.items() if panel.data.row_of(key) is not None
        ]
        if key and holders and self.current not in holders:
            self.turn_to(holders[0])
        self._select_row()

    def turn_to(self, table: AuditTable) -> None:
        """Bring a table in sight."""
        self._tabs.setCurrentIndex(list(AuditTable).index(table))

    def focus_filter(self) -> None:
        """Go to the filter of the table in sight."""
        if self.current is AuditTable.HISTORY:
            self._history.focus_filter()
        else:
            self._panels[self.current].focus_filter()

    def set_theme(self, theme: Theme) -> None:
        """Draw in the theme's colours and fonts from now on."""
        for panel in self._panels.values():
            panel.set_style(_style(theme))
        self._history.set_theme(theme)

    def _fill_rows(self, *, wanted: bool = False) -> None:
        """Make the rows when they are looked at: a manifest may have a hundred thousand."""
        view = self._view
        if view is None or self._rows_of is view:
            return
        if view.audit is None:
            self._set_data(AuditTable.ROWS, EMPTY_ROWS)
            return
        if wanted or self.current is AuditTable.ROWS:
            self._rows_of = view
            self._set_data(AuditTable.ROWS, row_table(view.audit))

    def _set_data(self, table: AuditTable, data: TableData) -> None:
        self._telling = False
        self._panels[table].set_data(data)
        self._telling = True
        if table is self.current:
            self._select_row()

    def _select_row(self) -> None:
        if self.current in self._panels:
            self._telling = False
            self._panels[self.current].select_key(self._selected)
            self._telling = True

    def _turned(self, place: int) -> None:
        self._pages.setCurrentIndex(place)
        self._fill_rows()
        if self.current is AuditTable.HISTORY:
            self._history.refresh()
        self._select_row()

    def _take_current(self, table: AuditTable, key: str) -> None:
        if self._telling and table is self.current and key and key != self._selected:
            self._selected = key
            self.selected.emit(key)

    def view_state(self) -> dict[str, Any]:
        """Return which table is in sight and how each is arranged."""
        arranged = {table.value: panel.view_state() for table, panel in self._panels.items()}
        return {"table": self.current.value, "tables": arranged}

    def restore_view_state(self, saved: Any) -> None:
        """Arrange the tables as they were. What cannot be read is as it was at first."""
        if not isinstance(saved, Mapping):
            return
        arranged = saved.get("tables")
        if isinstance(arranged, Mapping):
            for table, panel in self._panels.items():
                if table.value in arranged:
                    panel.restore_view_state(arranged[table.value])
        if saved.get("table") in list(AuditTable):
            self.turn_to(AuditTable(saved["table"]))


def _style(theme: Theme) -> Any:
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
