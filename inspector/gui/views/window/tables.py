"""Chunks, conflicts, optimum, events, limits and the ledger in tabs, made when they are shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from inspector.analysis.window_runs import WindowResult
from inspector.gui.table import TablePanel
from inspector.gui.theme import Theme
from inspector.gui.views.window.event_steps import EventSteps
from inspector.language import tr
from inspector.present.table import TableData
from inspector.present.window.event_table import Moment, event_key, moment, step_of
from inspector.present.window.result_tables import (
    TITLES,
    WindowTable,
    row_counts,
    subject_of_row,
    table_of_subject,
    window_table,
)
from inspector.present.window.summary import optimum_line

_EMPTY = {
    WindowTable.CHUNKS: tr("There are no chunks."),
    WindowTable.CONFLICTS: tr("No chunk was dropped for another."),
    WindowTable.OPTIMUM: tr("Greedy filling and the optimum choose the same chunks."),
    WindowTable.EVENTS: tr("Nothing happened."),
    WindowTable.LIMITS: tr("There are no limits."),
    WindowTable.LEDGER: tr("There is nothing to account for."),
}
_ALL = tr("Choose an event, or step through the log: the ruler shows where the placement stood.")


class WindowTables(QWidget):
    """Shows the tables of one result. Panels are named by ``WindowTable``, the tabs ``tabs``."""

    selected = Signal(str)
    """The subject of a row somebody moved to."""
    export_requested = Signal(object)
    """An ``ExportRequest`` of one of the tables."""
    moment_changed = Signal(object)
    """The ``Moment`` of the log that is looked at; None is the end."""
    optimum_wanted = Signal()
    """The optimum is in sight and not known."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._result: WindowResult | None = None
        self._compared: WindowResult | None = None
        self._shown: dict[WindowTable, WindowResult] = {}
        self._selected = ""
        self._tabs = QTabBar(self)
        self._tabs.setObjectName("tabs")
        self._tabs.setAccessibleName(tr("Tables"))
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._pages = QStackedWidget(self)
        self._steps = EventSteps(theme, self)
        self._optimum = QLabel(self)
        self._optimum.setObjectName("optimum.text")
        self._optimum.setProperty("role", "bar")
        self._optimum.setContentsMargins(12, 8, 12, 8)
        self._optimum.setWordWrap(True)
        self._optimum.setTextFormat(Qt.TextFormat.PlainText)
        above = {WindowTable.EVENTS: self._steps, WindowTable.OPTIMUM: self._optimum}
        style = theme.table_style()
        self._panels: dict[WindowTable, TablePanel] = {}
        for table in WindowTable:
            panel = TablePanel(table.value, TITLES[table], style, self)
            panel.set_empty_text(_EMPTY[table])
            panel.current_changed.connect(lambda key, table=table: self._take_current(table, key))
            panel.export_requested.connect(self.export_requested)
            self._panels[table] = panel
            self._tabs.addTab(TITLES[table])
            self._pages.addWidget(_stacked(above.get(table), panel))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._tabs)
        layout.addWidget(self._pages, 1)
        self._tabs.currentChanged.connect(self._turn_to)
        self._steps.step_asked.connect(self.go_to_step)

    # What is shown -----------------------------------------------------------------------

    @property
    def current(self) -> WindowTable:
        """The table that is in sight."""
        return list(WindowTable)[self._tabs.currentIndex()]

    def table(self, table: WindowTable) -> TableData | None:
        """Return a table of the result that is shown, None while there is none."""
        result = self._result
        if result is None or result.report is None:
            return None
        known = self._compared is result
        return window_table(table, result, with_optimum=known)

    def set_result(self, result: WindowResult) -> None:
        """Show another result that has a report; tables out of sight are made when they are in."""
        self._result = result
        if result.report is not None:
            counts = row_counts(result.report)
            for place, table in enumerate(WindowTable):
                count = f" {counts[table]:,}" if table in counts else ""
                self._tabs.setTabText(place, f"{TITLES[table]}{count}")
        self._refresh(self.current)
        self._show_moment()

    def set_optimum(self, result: WindowResult) -> None:
        """Take note that the optimum of a result is known."""
        self._compared = result
        self._shown.pop(WindowTable.OPTIMUM, None)
        self._refresh(self.current)

    def set_theme(self, theme: Theme) -> None:
        """Draw in the theme's colours and fonts from now on."""
        style = theme.table_style()
        for panel in self._panels.values():
            panel.set_style(style)

    def _refresh(self, table: WindowTable) -> None:
        result = self._result
        if result is None or result.report is None or self._shown.get(table) is result:
            return
        data = self.table(table)
        if data is None:
            return
        self._shown[table] = result
        if table is WindowTable.OPTIMUM:
            self._show_optimum(result)
        panel = self._panels[table]
        panel.set_data(data)
        if table is not WindowTable.EVENTS:
            panel.select_key(self._selected)

    def _show_optimum(self, result: WindowResult) -> None:
        if self._compared is result and result.optimum is not None:
            best = result.optimum
            self._optimum.setText(optimum_line(best))
            why = best.reason or _EMPTY[WindowTable.OPTIMUM]
            self._panels[WindowTable.OPTIMUM].set_empty_text(why)
            return
        self._optimum.setText(tr("Looking for the best choice …"))
        self._panels[WindowTable.OPTIMUM].set_empty_text("")
        self.optimum_wanted.emit()

    def _turn_to(self, place: int) -> None:
        table = list(WindowTable)[place]
        self._refresh(table)
        self._pages.setCurrentIndex(place)
        if table is not WindowTable.EVENTS:
            self._panels[table].select_key(self._selected)
        self._show_moment()

    # Selection ---------------------------------------------------------------------------

    def select(self, subject: str) -> None:
        """Make a subject current in the table in sight, or in the one about its kind."""
        if subject == self._selected:
            return
        self._selected = subject
        if self.current is WindowTable.EVENTS:
            return
        panel = self._panels[self.current]
        if subject and panel.data.row_of(subject) is None:
            self.turn_to(table_of_subject(subject))
        self._panels[self.current].select_key(subject)

    def turn_to(self, table: WindowTable) -> None:
        """Bring a table in sight."""
        self._tabs.setCurrentIndex(list(WindowTable).index(table))

    def show_rows(self, filter_text: str) -> None:
        """Bring the chunks in sight, filtered."""
        self.turn_to(WindowTable.CHUNKS)
        self._panels[WindowTable.CHUNKS].set_filter(filter_text)

    def focus_filter(self) -> None:
        """Go to the filter of the table in sight."""
        self._panels[self.current].focus_filter()

    def _take_current(self, table: WindowTable, key: str) -> None:
        if table is not self.current or self._result is None:
            return
        if table is WindowTable.EVENTS:
            self._show_moment()
        subject = subject_of_row(self._result, key)
        if subject != self._selected:
            self._selected = subject
            self.selected.emit(subject)

    # The log -----------------------------------------------------------------------------

    def step(self, by: int) -> None:
        """Go further on in the log, or back."""
        self.turn_to(WindowTable.EVENTS)
        self._steps.move_by(by)

    def go_to_step(self, step: int) -> None:
        """Look at the moment after a step of the log."""
        panel = self._panels[WindowTable.EVENTS]
        if not panel.select_key(event_key(step)):
            panel.set_filter("")  # it hides the event that is asked for
            panel.select_key(event_key(step))
        self._take_current(WindowTable.EVENTS, event_key(step))

    def _show_moment(self) -> None:
        """Show where the placement stood at the current event, while the log is in sight."""
        found: Moment | None = None
        result = self._result
        if self.current is WindowTable.EVENTS and result is not None:
            step = step_of(self._panels[WindowTable.EVENTS].current_key)
            steps = len(result.events)
            if step is not None and step <= steps:
                found = moment(result.events, step)
            self._steps.set_step(
                0 if found is None else found.step, steps, _ALL if found is None else found.text
            )
        self.moment_changed.emit(found)

    # How it is looked at -----------------------------------------------------------------

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
        if saved.get("table") in list(WindowTable):
            self.turn_to(WindowTable(saved["table"]))


def _stacked(above: QWidget | None, panel: TablePanel) -> QWidget:
    """Return a panel below what belongs to it."""
    if above is None:
        return panel
    page = QWidget()
    layout = QVBoxLayout(page)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    layout.addWidget(above)
    layout.addWidget(panel, 1)
    return page
