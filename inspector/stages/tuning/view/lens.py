"""The Tuning lens: one widget that passes values between inputs, chart, tables and Why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QTimer
from PySide6.QtGui import QShowEvent

from inspector.analysis.injection_runs import InjectionResult
from inspector.analysis.tuning.axes import Axis, AxisRange, axis_fields
from inspector.analysis.tuning.decision import TuningDecision
from inspector.analysis.tuning.policy_map import PolicyMap, may_be_mapped
from inspector.analysis.tuning.runs import ItemThresholds, item_of
from inspector.analysis.tuning.sweep import Sweep
from inspector.core.injection.report import InjectionReport
from inspector.gui.lens import LensContext
from inspector.gui.views.explanation_pane import ExplanationPane
from inspector.gui.views.stage_lens import ChartOverTables, StageLens
from inspector.language import in_sentence_case, tr
from inspector.present.axis_names import AXIS_TITLES, policy_value
from inspector.session.edits import set_fields
from inspector.stages.tuning.map_chart import map_fields, map_label
from inspector.stages.tuning.readout import apply_label, decision_text, readout
from inspector.stages.tuning.sentences import SECTION_TITLES, ExplainedSweep, explained
from inspector.stages.tuning.view.chart_panel import SweepPanel
from inspector.stages.tuning.view.panes import TuningInputs, TuningTables
from inspector.stages.tuning.view.runner import TuningRunner

_NOTHING = tr(
    "There is nothing to tune.\n\nOpen or drop a session, or a policy, a candidate set and a"
    " request."
)
_SIZES = (520, 260)  # pixels: chart, tables
_PATIENCE = 150  # milliseconds before work that goes on is shown


class TuningLens(StageLens):
    """Shows the newest sweep of the run, and the value or subject that is looked at."""

    sweep: Sweep | None = None
    """The sweep that is shown, None while there is none."""
    axis: Axis
    """The axis that is swept."""
    map: PolicyMap | None = None
    """The map that is shown, None while a sweep is."""
    value: float | None = None
    """The value that is looked at."""

    def __init__(self, context: LensContext) -> None:
        super().__init__("tuning", context)
        self._report: InjectionReport | None = None
        self.axis = Axis.TOTAL
        self._chosen: AxisRange | None = None
        self._second: Axis | None = None
        self._stopped = False
        self._decision: TuningDecision | None = None
        self._told: ExplainedSweep | None = None
        theme = context.theme
        self._runner = self._at_work = self._working(TuningRunner(self))
        self.inputs = TuningInputs(theme, self._columns)
        self.panel = SweepPanel(theme)
        self.tables = TuningTables(theme)
        self.why = ExplanationPane(theme, self._columns, explain=explained, titles=SECTION_TITLES)
        self._middle = ChartOverTables("tuning", _NOTHING, (self.panel, self.tables), _SIZES)
        self._patience = QTimer(self, singleShot=True, interval=_PATIENCE)
        self._lay_out(self.inputs, self._middle, self.why, tables=self.tables)
        self._begin()
        if context.runner.good is not None:
            self._take_result(context.runner.good)

    def _connect(self) -> None:
        context, runner = self.context, self._runner
        context.runner.finished.connect(self._take_result)
        context.runner.outdated_changed.connect(lambda _old: self._show_age())
        runner.swept.connect(self._take_sweep)
        runner.mapped.connect(self._take_map)
        runner.valued.connect(self._take_value)
        runner.decided.connect(self._take_decision)
        self.panel.decision.apply_asked.connect(self._apply_decision)
        self.panel.decision.save_asked.connect(self.context.save_policy)
        runner.explained.connect(self._take_thresholds)
        runner.compared.connect(self.tables.set_optimum)
        runner.refused.connect(self._refuse)
        runner.stopped.connect(self._take_stop)
        runner.busy_changed.connect(self._show_busy)
        runner.progress.connect(self._show_progress)
        runner.failed.connect(self._tell)
        self._patience.timeout.connect(lambda: self._show_progress(0, 0))
        self.inputs.axis_chosen.connect(self.choose_axis)
        self.inputs.range_chosen.connect(self._choose_range)
        self.inputs.second_chosen.connect(self.choose_second)
        self.inputs.proposed.connect(self.look_at)
        self.inputs.apply_asked.connect(self.apply)
        self.panel.chart.proposed.connect(self.look_at)
        self.panel.chart.applied.connect(self._apply_value)
        self.panel.map.proposed.connect(lambda values: self.look_at(values[0]))
        self.panel.map.applied.connect(self._apply_point)
        self.panel.progress.stop_asked.connect(self.stop)
        self.tables.value_chosen.connect(self.look_at)
        self.tables.optimum_wanted.connect(self._ask_optimum)

    # For commands and exporters ----------------------------------------------------------

    def stop(self) -> None:
        """End what is being worked out."""
        self._runner.stop()

    @property
    def can_apply(self) -> bool:
        """Whether another value than the policy's is looked at."""
        sweep = self.sweep
        return sweep is not None and not self.is_old and self.value not in (None, sweep.current)

    @property
    def is_old(self) -> bool:
        """Whether the chart is of another parameter, range or run than is asked for."""
        sweep = self.sweep
        if sweep is None:
            return False
        other = sweep.axis is not self.axis or sweep.report is not self._report
        return other or self.context.runner.outdated or self._stopped

    def _mark(self, _subject: str) -> None:
        self._explain(thresholds=None)
        self._ask_item()

    def choose_axis(self, axis: Axis) -> None:
        """Sweep another axis, over its usual range."""
        if axis is not self.axis:
            self.axis, self._chosen, self.value = axis, None, None
            if self._second is not None and not may_be_mapped(axis, self._second):
                self._second = None
            self._ask_sweep()
            self._show_age()

    def choose_second(self, axis: Axis | None) -> None:
        """Map a second axis beside the swept one; None shows the sweep alone."""
        self._second = axis
        self.inputs.set_second(self.axis, axis)
        self._ask_map()

    def look_at(self, value: float) -> None:
        """Look at a value; nothing is changed."""
        sweep = self.sweep
        if sweep is None or (value not in sweep.pieces.range and value != sweep.current):
            return
        self.select("")
        self.value = value
        self.panel.set_value(value)
        self.tables.show_value(value)
        self._show_inputs(sweep, value)
        self._runner.ask_value(sweep.axis, value)
        self.context.set_status(readout(sweep, value))
        self.context.refresh_commands()

    def apply(self) -> None:
        """Give the policy the value that is looked at, as one edit."""
        if self.can_apply and self.value is not None:
            self._apply_value(self.value)

    def _apply_value(self, value: float) -> None:
        sweep = self.sweep
        if sweep is not None and value != sweep.current:
            fields = axis_fields(sweep.axis, value)
            self.context.store.commit(apply_label(sweep, value), set_fields(fields))

    def _apply_point(self, values: tuple[float, float]) -> None:
        found = self.map
        if found is not None:
            fields = map_fields(found, values)
            self.context.store.commit(map_label(found, values), set_fields(fields))

    # Values that come in -----------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """Work out what changed while the lens was out of sight."""
        super().showEvent(event)
        if self._report is not None and (
            self.sweep is None or self.sweep.report is not self._report
        ):
            self._ask_sweep()

    def _take_result(self, result: InjectionResult) -> None:
        if result.session.request is None:
            self._forget()  # a chart of what is not open any more
        self.context.set_problems(result.problems)
        if result.report is not self._report:
            self._decision = None
            self._mark_decision()
            self.panel.show_decision()
        if result.report is None:
            self._show_age()
            return
        self._report = result.report
        self._middle.show_rows(shown=True)
        self.inputs.set_report(result.report)
        self._runner.set_report(result.report)
        if self.isVisible():
            self._ask_sweep()

    def _forget(self) -> None:
        super()._forget()
        self._report = self.sweep = self.map = self._chosen = self.value = None
        self._decision = None
        self._stopped = False
        self._runner.forget()
        self._patience.stop()
        self.panel.clear()
        self.inputs.forget()
        self._told = None

    def _ask_sweep(self) -> None:
        tuning = self._runner.tuning
        if tuning is None:
            return
        self._stopped = False
        span = self._chosen or tuning.range(self.axis)
        self.inputs.set_range(span)
        self.inputs.set_second(self.axis, self._second)
        self._runner.ask_sweep(span)
        self._runner.ask_decision()
        self._ask_map()

    def _ask_map(self) -> None:
        """Ask for the map of both axes; without a second one there is none."""
        tuning = self._runner.tuning
        if self._second is None:
            self.map = None
            self.panel.show_map(None)
        elif tuning is not None:
            span = self._chosen or tuning.range(self.axis)
            self._runner.ask_map(span, tuning.range(self._second))

    def _choose_range(self, span: AxisRange | None) -> None:
        self._chosen = span
        self._ask_sweep()

    def _take_sweep(self, sweep: Sweep) -> None:
        self._patience.stop()
        self.sweep = sweep
        self.value = sweep.current
        self.inputs.set_range(sweep.pieces.range)
        self._show_inputs(sweep, sweep.current)
        self.panel.set_sweep(sweep)
        self.panel.set_value(sweep.current)
        self._mark_decision()
        self.tables.show_source(sweep)
        self.tables.show_value(sweep.current)
        known = self._told is not None and self._told.sweep.report is sweep.report
        found = self._told.thresholds if self._told is not None and known else None
        self._told = ExplainedSweep(sweep, sweep.current, sweep.report, found)
        self.why.explain(self._told)
        self.context.set_status(readout(sweep, sweep.current))
        self._show_age()
        self._ask_item()
        self.context.refresh_commands()

    def _take_decision(self, found: TuningDecision) -> None:
        self._decision = found
        if self._report is not None:
            self.panel.show_decision(*decision_text(found, self._report))
        self._mark_decision()

    def _mark_decision(self) -> None:
        found = self._decision
        is_here = found is not None and found.axis is self.axis
        self.panel.chart.set_decided(found.value if found and is_here else None)

    def _apply_decision(self) -> None:
        found = self._decision
        if found is not None and found.axis is not None:
            label = tr("Set {axis}", axis=in_sentence_case(AXIS_TITLES[found.axis]))
            self.panel.decision.offer_save(offered=True)
            self.context.store.commit(label, set_fields(axis_fields(found.axis, found.value)))

    def _take_map(self, found: PolicyMap) -> None:
        if found.y.axis is self._second:
            self.map = found
            self.panel.show_map(found)

    def _show_inputs(self, sweep: Sweep, value: float) -> None:
        now = policy_value(sweep.axis, sweep.current, sweep.report.overrides)
        self.inputs.set_value(value, sweep.current, now, applicable=True)

    def _take_value(self, at: tuple[Axis, float], report: InjectionReport) -> None:
        if self.sweep is not None and at == (self.sweep.axis, self.value):
            self._explain(value=at[1], report=report)

    def _explain(self, **known: Any) -> None:
        """Explain by what is known newly."""
        if self._told is not None:
            self._told = replace(self._told, **known)
            self.why.explain(self._told)

    def _ask_item(self) -> None:
        if self.subject and self._report is not None and item_of(self._report, self.subject):
            self._runner.ask_item(self.subject)

    def _take_thresholds(self, key: str, found: ItemThresholds | None) -> None:
        if key == self.subject:
            self._explain(thresholds=found)

    def _ask_optimum(self) -> None:
        if self.sweep is not None:
            self._runner.ask_optimum(self.sweep.pieces.range)

    def _refuse(self, why: str) -> None:
        self.tables.say_no_optimum(tr("Not worked out: {why}.", why=why))
        self.panel.say(tr("Not worked out: {why}.", why=why))

    def _take_stop(self) -> None:
        self._stopped = True
        self.tables.say_no_optimum(tr("Stopped before it was known."))
        self._show_age()

    def _show_busy(self, busy: bool) -> None:
        if busy:
            self._patience.start()
            return
        self._patience.stop()
        self.panel.progress.show_progress(0, 0, busy=False)
        self._show_age()

    def _show_progress(self, done: int, total: int) -> None:
        if self._runner.busy and not self._patience.isActive():
            self.panel.progress.show_progress(done, total, busy=True)
            self._show_age()

    def _show_age(self) -> None:
        """Mark what is shown where it is not of the newest input."""
        sweep = self.sweep
        if sweep is None:
            return
        old = self.is_old
        self.panel.chart.set_old(old=old)
        self.inputs.allow_apply(allowed=self.can_apply)
        self.context.set_old(is_old=old)
        self.context.refresh_commands()

    # How it is looked at -----------------------------------------------------------------

    def view_state(self) -> dict[str, Any]:
        """Return how all parts are looked at, and the axes."""
        second = "" if self._second is None else self._second.value
        return super().view_state() | {"axis": self.axis.value, "second": second}

    def _restore(self, saved: Mapping[str, Any]) -> None:
        super()._restore(saved)
        if saved.get("axis") in list(Axis):
            self.axis = Axis(saved["axis"])
        second = saved.get("second")
        if second in list(Axis) and may_be_mapped(self.axis, Axis(second)):
            self._second = Axis(second)
