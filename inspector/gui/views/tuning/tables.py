"""Breakpoints, what gets in and out next, and the optimum, in tabs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from inspector.analysis.tuning.optimum import SOLVER, VALUE, Optimum, OptimumCurve
from inspector.analysis.tuning.sweep import Sweep
from inspector.gui.table import TablePanel
from inspector.gui.theme import Theme
from inspector.language import tr
from inspector.present.table import TableData
from inspector.present.tuning.sentences import curve_line, optimum_line
from inspector.present.tuning.tables import (
    TITLES,
    TuningTable,
    breakpoint_table,
    next_in_table,
    next_out_table,
    optimum_table,
    piece_key,
    piece_of_key,
)

_EMPTY = {
    TuningTable.BREAKPOINTS: tr("Nothing comes in or goes out anywhere on the range."),
    TuningTable.NEXT_IN: tr("Nothing that is out gets in anywhere on the range."),
    TuningTable.NEXT_OUT: tr("Nothing that is in leaves anywhere on the range."),
    TuningTable.OPTIMUM: tr("Both selections are the same."),
}
_MAKERS = {
    TuningTable.BREAKPOINTS: breakpoint_table,
    TuningTable.NEXT_IN: next_in_table,
    TuningTable.NEXT_OUT: next_out_table,
}


class TuningTables(QWidget):
    """Shows the tables of one sweep. Panels are named by ``TuningTable``, the tabs ``tabs``."""

    selected = Signal(str)
    """The subject of a row somebody moved to."""
    value_chosen = Signal(float)
    """The value of a breakpoint somebody moved to."""
    optimum_wanted = Signal()
    """The optimum is in sight and not known."""
    export_requested = Signal(object)
    """An ``ExportRequest`` of one of the tables."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sweep: Sweep | None = None
        self._optimum: tuple[Sweep, Optimum, OptimumCurve] | None = None
        self._shown: dict[TuningTable, Sweep] = {}
        self._subject = ""
        self._tabs = QTabBar(self)
        self._tabs.setObjectName("tabs")
        self._tabs.setAccessibleName(tr("Tables"))
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._pages = QStackedWidget(self)
        self._best = QLabel(self)
        self._best.setObjectName("optimum.text")
        self._best.setProperty("role", "bar")
        self._best.setContentsMargins(12, 8, 12, 8)
        self._best.setWordWrap(True)
        self._best.setTextFormat(Qt.TextFormat.PlainText)
        self._best.setToolTip(tr("Value: {value}.\nSolver: {solver}.", value=VALUE, solver=SOLVER))
        style = theme.table_style()
        self._panels: dict[TuningTable, TablePanel] = {}
        for table in TuningTable:
            panel = TablePanel(table.value, TITLES[table], style, self)
            panel.set_empty_text(_EMPTY[table])
            panel.current_changed.connect(lambda key, table=table: self._take(table, key))
            panel.export_requested.connect(self.export_requested)
            self._panels[table] = panel
            self._tabs.addTab(TITLES[table])
            self._pages.addWidget(
                _stacked(self._best, panel) if table is TuningTable.OPTIMUM else panel
            )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._tabs)
        layout.addWidget(self._pages, 1)
        self._tabs.currentChanged.connect(self._turn_to)

    # What is shown -----------------------------------------------------------------------

    @property
    def current(self) -> TuningTable:
        """The table that is in sight."""
        return list(TuningTable)[self._tabs.currentIndex()]

    def table(self, table: TuningTable) -> TableData | None:
        """Return a table of what is shown, None while there is none."""
        if self._sweep is None:
            return None
        if table is TuningTable.OPTIMUM:
            known = self._known_optimum()
            return None if known is None else optimum_table(known[0])
        return _MAKERS[table](self._sweep)

    def set_sweep(self, sweep: Sweep) -> None:
        """Show another sweep; tables out of sight are made when they are in."""
        self._sweep = sweep
        count = len(sweep.breakpoints)
        place = list(TuningTable).index(TuningTable.BREAKPOINTS)
        self._tabs.setTabText(place, f"{TITLES[TuningTable.BREAKPOINTS]} {count:,}")
        self._refresh(self.current)

    def set_optimum(self, optimum: Optimum, curve: OptimumCurve) -> None:
        """Show the optimum of the sweep that is shown."""
        if self._sweep is not None:
            self._optimum = (self._sweep, optimum, curve)
            self._shown.pop(TuningTable.OPTIMUM, None)
            self._refresh(self.current)

    def say_no_optimum(self, why: str) -> None:
        """Say why the optimum is not known."""
        self._best.setText(why)

    def set_theme(self, theme: Theme) -> None:
        """Draw in the theme's colours and fonts from now on."""
        style = theme.table_style()
        for panel in self._panels.values():
            panel.set_style(style)

    def _known_optimum(self) -> tuple[Optimum, OptimumCurve] | None:
        if self._optimum is None or self._optimum[0] is not self._sweep:
            return None
        return self._optimum[1:]

    def _refresh(self, table: TuningTable) -> None:
        sweep = self._sweep
        if sweep is None or self._shown.get(table) is sweep:
            return
        if table is TuningTable.OPTIMUM and not self._show_optimum():
            return
        data = self.table(table)
        if data is not None:
            self._shown[table] = sweep
            self._panels[table].set_data(data)
            self._select_in(table)

    def _show_optimum(self) -> bool:
        """Say what the optimum is worth; tell whether it is known."""
        known = self._known_optimum()
        if known is None:
            self._best.setText(tr("Looking for the best selection …"))
            self.optimum_wanted.emit()
            return False
        optimum, curve = known
        said = f"{optimum_line(optimum)} {curve_line(curve)}"
        self._best.setText(
            tr("{said}\nValue: {value}. Solver: {solver}.", said=said, value=VALUE, solver=SOLVER)
        )
        return True

    def _turn_to(self, place: int) -> None:
        table = list(TuningTable)[place]
        self._refresh(table)
        self._pages.setCurrentIndex(place)
        self._select_in(table)

    # Selection ---------------------------------------------------------------------------

    def turn_to(self, table: TuningTable) -> None:
        """Bring a table in sight."""
        self._tabs.setCurrentIndex(list(TuningTable).index(table))

    def select(self, subject: str) -> None:
        """Make a subject current in the table in sight."""
        if subject != self._subject:
            self._subject = subject
            self._select_in(self.current)

    def show_value(self, value: float) -> None:
        """Make the breakpoint at or before a value current."""
        sweep = self._sweep
        if sweep is None or self.current is not TuningTable.BREAKPOINTS:
            return
        first, _ = sweep.stretch_of(sweep.pieces.piece_of(value))
        if sweep.breakpoints.size and first in sweep.breakpoints:
            self._panels[TuningTable.BREAKPOINTS].select_key(piece_key(first))

    def focus_filter(self) -> None:
        """Go to the filter of the table in sight."""
        self._panels[self.current].focus_filter()

    def _select_in(self, table: TuningTable) -> None:
        if table is not TuningTable.BREAKPOINTS:
            self._panels[table].select_key(self._subject)

    def _take(self, table: TuningTable, key: str) -> None:
        sweep = self._sweep
        if table is not self.current or sweep is None or not key:
            return
        piece = piece_of_key(key)
        if piece is not None:
            self.value_chosen.emit(sweep.number_from(piece))
        elif key != self._subject:
            self._subject = key
            self.selected.emit(key)

    # How it is looked at -----------------------------------------------------------------

    def view_state(self) -> dict[str, Any]:
        """Return the tab in sight and how each table is arranged."""
        return {
            "tab": self.current.value,
            **{table.value: panel.view_state() for table, panel in self._panels.items()},
        }

    def restore_view_state(self, saved: Any) -> None:
        """Arrange everything as it was. What cannot be read is as it was at first."""
        if not isinstance(saved, Mapping):
            return
        for table, panel in self._panels.items():
            panel.restore_view_state(saved.get(table.value))
        if saved.get("tab") in list(TuningTable):
            self.turn_to(TuningTable(saved["tab"]))


def _stacked(above: QWidget, below: QWidget) -> QWidget:
    box = QWidget()
    layout = QVBoxLayout(box)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    layout.addWidget(above)
    layout.addWidget(below, 1)
    return box
