"""Breakpoints, what gets in and out next, and the optimum, in tabs."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QWidget

from inspector.analysis.tuning.sweep import SOLVER, VALUE, Optimum, OptimumCurve, Sweep
from inspector.gui.theme import Theme
from inspector.gui.views.table_tabs import Tab, TableTabs, below
from inspector.language import localized, tr
from inspector.present.table import TableData
from inspector.stages.tuning.sentences import curve_line, optimum_line
from inspector.stages.tuning.tables import (
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
    TuningTable.BREAKPOINTS: tr("Same selection anywhere on the range."),
    TuningTable.NEXT_IN: tr("Nothing that is out is included anywhere on the range."),
    TuningTable.NEXT_OUT: tr("Nothing that is in leaves anywhere on the range."),
    TuningTable.OPTIMUM: tr("Both selections are the same."),
}
_MAKERS = {
    TuningTable.BREAKPOINTS: breakpoint_table,
    TuningTable.NEXT_IN: next_in_table,
    TuningTable.NEXT_OUT: next_out_table,
}


class TuningTables(TableTabs[TuningTable, Sweep]):
    """Shows the tables of one sweep; the optimum has a text above its table."""

    value_chosen = Signal(float)
    """The value of a breakpoint somebody moved to."""
    optimum_wanted = Signal()
    """The optimum is in sight and not known."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self._optimum: tuple[Sweep, Optimum, OptimumCurve] | None = None
        self._best = QLabel()
        self._best.setObjectName("optimum.text")
        self._best.setProperty("role", "bar")
        self._best.setContentsMargins(12, 8, 12, 8)
        self._best.setWordWrap(True)
        self._best.setTextFormat(Qt.TextFormat.PlainText)
        self._best.setToolTip(tr("Value: {value}.\nSolver: {solver}.", value=VALUE, solver=SOLVER))
        around = {TuningTable.OPTIMUM: below(self._best)}
        tabs = {one: Tab(TITLES[one], _EMPTY[one], around.get(one)) for one in TuningTable}
        super().__init__(tabs, theme, parent)

    # What is shown -----------------------------------------------------------------------

    def show_source(self, source: Sweep) -> None:
        """Show another sweep."""
        self._count(TuningTable.BREAKPOINTS, localized(len(source.breakpoints)))
        super().show_source(source)

    def _make(self, tab: TuningTable, source: Sweep) -> TableData | None:
        if tab is not TuningTable.OPTIMUM:
            return _MAKERS[tab](source)
        known = self._known_optimum()
        return None if known is None else optimum_table(known[0])

    def set_optimum(self, optimum: Optimum, curve: OptimumCurve) -> None:
        """Show the optimum of the sweep that is shown."""
        if self._source is not None:
            self._optimum = (self._source, optimum, curve)
            self._filled.pop(TuningTable.OPTIMUM, None)
            self._refresh(self.current)

    def clear(self) -> None:
        """Show the tables of no sweep."""
        super().clear()
        self._optimum = None
        self._best.clear()

    def say_no_optimum(self, why: str) -> None:
        """Say why the optimum is not known."""
        self._best.setText(why)

    def _known_optimum(self) -> tuple[Optimum, OptimumCurve] | None:
        if self._optimum is None or self._optimum[0] is not self._source:
            return None
        return self._optimum[1:]

    def _show_page(self, tab: TuningTable, _source: Sweep) -> None:
        """Say what the optimum is worth, or have it looked for."""
        if tab is not TuningTable.OPTIMUM:
            return
        known = self._known_optimum()
        if known is None:
            self._best.setText(tr("Looking for the best selection …"))
            self.optimum_wanted.emit()
            return
        optimum, curve = known
        said = f"{optimum_line(optimum)} {curve_line(curve)}"
        self._best.setText(
            tr("{said}\nValue: {value}. Solver: {solver}.", said=said, value=VALUE, solver=SOLVER)
        )

    # Selection ---------------------------------------------------------------------------

    def show_value(self, value: float) -> None:
        """Make the breakpoint at or before a value current."""
        sweep = self._source
        if sweep is None or self.current is not TuningTable.BREAKPOINTS:
            return
        first, _ = sweep.stretch_of(sweep.pieces.piece_of(value))
        if sweep.breakpoints.size and first in sweep.breakpoints:
            self._table(TuningTable.BREAKPOINTS).select_key(piece_key(first))

    def _tab_of(self, _subject: str) -> None:
        """Nobody is led away from the table that is looked at."""

    def _row_of(self, tab: TuningTable, subject: str) -> str | None:
        return None if tab is TuningTable.BREAKPOINTS else subject

    def _subject_of(self, _tab: TuningTable, key: str) -> str | None:
        piece = piece_of_key(key)
        if piece is None or self._source is None:
            return key or None
        self.value_chosen.emit(self._source.number_from(piece))
        return None
