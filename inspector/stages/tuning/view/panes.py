"""The panes around the charts of a sweep: what is swept on the left, tables below."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from inspector.analysis.tuning.axes import Axis, AxisRange
from inspector.analysis.tuning.policy_map import may_be_mapped
from inspector.analysis.tuning.sweep import SOLVER, VALUE, Optimum, OptimumCurve, Sweep
from inspector.core.injection.report import InjectionReport
from inspector.gui.boxes import text_label
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.number_fields import AxisChoice, AxisNumber
from inspector.gui.views.section_column import SectionColumn
from inspector.gui.views.table_tabs import Tab, TableTabs, below
from inspector.language import localized, tr
from inspector.present.axis_names import AXIS_HELP, apply_text
from inspector.present.shares import counted_cards, counted_files
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

_SECTIONS = (
    ("axis", tr("Parameter"), True),
    ("value", tr("Value"), True),
    ("range", tr("Range"), False),
    ("second", tr("Second parameter"), False),
    ("run", tr("Run"), True),
)


class TuningInputs(SectionColumn):
    """Says which sweep somebody wants. Object names: ``axis``, ``axis.from``, ``axis.to``,

    ``axis.reset``, ``axis.second``, ``value``, ``value.apply``, ``value.back``.
    """

    axis_chosen = Signal(object)
    """The ``Axis`` to sweep."""
    range_chosen = Signal(object)
    """The ``AxisRange`` to sweep; None for the usual one."""
    second_chosen = Signal(object)
    """The ``Axis`` to map beside the swept one; None for no map."""
    proposed = Signal(float)
    """A value to look at."""
    apply_asked = Signal()
    """The value that is looked at is to be applied."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("tuning.inputs", parent)
        self._span = AxisRange(Axis.TOTAL, 0, 1)
        self._current = 0.0
        self._add_sections(_SECTIONS, theme)
        content = self._content
        self._axis = AxisChoice("axis", tr("Axis"), content)
        self._axis.offer(Axis)
        axis = self._row(self._axis)
        self._help = self._label("axis.help", theme, FontRole.SMALL, muted=True)
        self._low = AxisNumber(
            "axis.from", tr("From"), tr("The first value that is swept."), content
        )
        self._high = AxisNumber("axis.to", tr("To"), tr("The last value that is swept."), content)
        self._reset = self._button(
            "axis.reset", tr("Reset range"), tr("Sweep the range that makes sense.")
        )
        self._second = AxisChoice("axis.second", tr("Second parameter"), content)
        self._second.setToolTip(tr("Shows a map of two values of the policy instead of one sweep."))
        second = self._row(self._second)
        self._value = AxisNumber(
            "value",
            tr("Cursor"),
            tr("The value that is looked at; Apply gives it to the policy."),
            content,
        )
        self._now = self._label("value.now", theme, FontRole.SMALL, muted=True)
        self._apply = self._button(
            "value.apply", tr("Apply to policy"), tr("Give the policy this value, as one edit.")
        )
        self._back = self._button(
            "value.back", tr("Back to policy value"), tr("Look at the policy's own value again.")
        )
        self._run = self._label("run.text", theme, FontRole.SMALL, muted=True)
        self._fill("axis", axis, self._help)
        self._fill("value", self._value, self._now, self._row(self._apply, self._back))
        self._fill("range", self._low, self._high, self._row(self._reset))
        self._fill("second", second)
        self._fill("run", self._run)
        self._axis.chosen.connect(lambda: self.axis_chosen.emit(self._axis.axis))
        self._second.chosen.connect(lambda: self.second_chosen.emit(self._second.axis))
        self._low.changed.connect(lambda low: self._choose(low, None))
        self._high.changed.connect(lambda high: self._choose(None, high))
        self._reset.clicked.connect(lambda: self.range_chosen.emit(None))
        self._value.changed.connect(self.proposed)
        self._apply.clicked.connect(self.apply_asked)
        self._back.clicked.connect(lambda: self.proposed.emit(self._current))

    def set_range(self, span: AxisRange) -> None:
        """Show what is swept."""
        self._span = span
        self._axis.choose(span.axis)
        self._help.setText(AXIS_HELP[span.axis])
        self._apply.setText(apply_text(span.axis))
        self._low.set_number(span.low, span.axis)
        self._high.set_number(span.high, span.axis)

    def set_second(self, axis: Axis, second: Axis | None) -> None:
        """Offer the axes that can be mapped beside ``axis``, one of them chosen."""
        mapped = (other for other in Axis if may_be_mapped(axis, other))
        self._second.offer(mapped, tr("None"), "× ")
        self._second.choose(second)

    def set_value(self, value: float, current: float, now: str, *, applicable: bool) -> None:
        """Show the value that is looked at, beside the policy's own, which is written ``now``."""
        axis = self._span.axis
        self._current = current
        self._value.set_number(value, axis)
        self._now.setText(tr("Now {value}", value=now))
        self._apply.setEnabled(applicable and value != current)
        self._back.setEnabled(value != current)

    def allow_apply(self, *, allowed: bool) -> None:
        """Offer to apply the value, or not while the chart is of other inputs."""
        self._apply.setEnabled(allowed)

    def forget(self) -> None:
        """Say nothing of a run that is not open any more."""
        self.set_range(AxisRange(self._span.axis, 0, 0))
        self.set_value(0, 0, "", applicable=False)
        self._second.clear()
        for said in (self._help, self._now, self._run):
            said.clear()

    def set_report(self, report: InjectionReport) -> None:
        """Say what is swept."""
        counted = report.prepared.counted
        cards, files = len(report.prepared.cards.order), len(report.prepared.files)
        overrides = report.overrides.count
        self._run.setText(
            tr(
                "Request {trace_id}\n{cards}, {files} ·"
                " strategy {strategy}\ncounted by {counter_name}",
                trace_id=report.prepared.request.trace_id,
                cards=counted_cards(cards),
                files=counted_files(files),
                strategy=report.strategy.value,
                counter_name=counted.counter_name,
            )
            + (tr("\n{overrides:,} overrides hold", overrides=overrides) if overrides else "")
        )

    def _choose(self, low: float | None, high: float | None) -> None:
        """Ask for another range; an end that passes the other takes it along."""
        span = self._span
        first = span.low if low is None else low
        last = span.high if high is None else high
        if low is not None:
            last = max(first, last)
        first = min(first, last)
        self.range_chosen.emit(AxisRange(span.axis, first, last))


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

    def __init__(self, theme: Theme) -> None:
        self._optimum: tuple[Sweep, Optimum, OptimumCurve] | None = None
        told = tr("Value: {value}.\nSolver: {solver}.", value=VALUE, solver=SOLVER)
        margins = (12, 8, 12, 8)
        self._best = text_label("optimum.text", None, tip=told, role="bar", margins=margins)
        around = {TuningTable.OPTIMUM: below(self._best)}
        tabs = {one: Tab(TITLES[one], _EMPTY[one], around.get(one)) for one in TuningTable}
        super().__init__(tabs, theme)

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
