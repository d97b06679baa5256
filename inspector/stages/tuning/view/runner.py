"""Works out sweeps, thresholds and optima in a worker, one at a time, the newest wishes first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from inspector.analysis.tuning.axes import Axis, AxisRange, SweepTooLargeError
from inspector.analysis.tuning.decision import decide
from inspector.analysis.tuning.policy_map import policy_map
from inspector.analysis.tuning.runs import Tuning, item_of
from inspector.analysis.watched_counter import StoppedError, Watch
from inspector.core.injection.report import InjectionReport
from inspector.core.selection.optimal import SelectionTooLargeError
from inspector.gui.messages import Failure
from inspector.gui.views.worker import Worker
from inspector.language import tr


class _Kind(IntEnum):
    """What can be asked for, in the order in which it is done."""

    SWEEP = 0
    VALUE = 1
    MAP = 2
    ITEM = 3
    DECISION = 4
    OPTIMUM = 5


@dataclass(frozen=True, slots=True)
class _Job:
    kind: _Kind
    tuning: Tuning
    about: object
    work: Callable[[Watch], Any]
    tell: Callable[[Any], None]


@dataclass(frozen=True, slots=True)
class _Refused:
    """What was asked for is too large; ``why`` says so."""

    why: str


class TuningRunner(QObject):
    """Answers for the report that was set last. Of each kind only the newest wish is kept."""

    swept = Signal(object)
    """The ``Sweep`` that was asked for last."""
    mapped = Signal(object)
    """The ``PolicyMap`` that was asked for last."""
    valued = Signal(object, object)
    """A (axis, value) and the core's ``InjectionReport`` there."""
    explained = Signal(str, object)
    """The key of a subject and its ``ItemThresholds``."""
    decided = Signal(object)
    """The ``Decision`` about the request."""
    compared = Signal(object, object)
    """The ``Optimum``, and the ``OptimumCurve`` along the axis."""
    refused = Signal(str)
    """Why something was too large to work out."""
    stopped = Signal()
    """A sweep was stopped by whoever waited for it."""
    busy_changed = Signal(bool)
    progress = Signal(int, int)
    failed = Signal(object)
    """A ``Failure``: an exception that nobody expected."""

    tuning: Tuning | None = None
    """What is known of the report that was set last."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = Worker(self)
        self._wanted: dict[_Kind, _Job] = {}
        self._running: _Job | None = None
        self._stop_running = False

    @property
    def busy(self) -> bool:
        """Whether anything is being worked out."""
        return self._running is not None

    def set_report(self, report: InjectionReport) -> None:
        """Answer for another report from now on; what is under way for an older one ends."""
        if self.tuning is None or self.tuning.report is not report:
            self.tuning = Tuning(report)
            self._wanted.clear()

    def forget(self) -> None:
        """Answer for nothing any more until there is another report."""
        self.tuning = None
        self._wanted.clear()

    def ask_sweep(self, span: AxisRange) -> None:
        """Sweep a range; a sweep of another one that is under way ends."""
        self._ask(
            _Kind.SWEEP, span, lambda tuning, watch: tuning.sweep(span, watch), self.swept.emit
        )

    def ask_map(self, x: AxisRange, y: AxisRange) -> None:
        """Work out the results over two ranges."""

        def work(tuning: Tuning, watch: Watch) -> Any:
            try:
                return policy_map(tuning.report, x, y, watch=watch)
            except ValueError as error:
                return _Refused(str(error))

        self._ask(_Kind.MAP, (x, y), work, self.mapped.emit)

    def ask_value(self, axis: Axis, value: float) -> None:
        """Have the core decide at one value."""
        at = (axis, value)
        self._ask(
            _Kind.VALUE,
            at,
            lambda tuning, _watch: tuning.report_at(axis, value),
            partial(self.valued.emit, at),
        )

    def ask_item(self, key: str) -> None:
        """Work out what would change the fate of a subject."""

        def work(tuning: Tuning, watch: Watch) -> Any:
            item = item_of(tuning.report, key)
            if item is None:
                return None
            found = tuning.thresholds(item, watch)
            return replace(found, trials=tuple(tuning.trials(found, watch)))

        self._ask(_Kind.ITEM, key, work, partial(self.explained.emit, key))

    def ask_decision(self) -> None:
        """Look for what would change for the better."""
        self._ask(_Kind.DECISION, None, decide, self.decided.emit)

    def ask_optimum(self, span: AxisRange) -> None:
        """Find the best selection now and everywhere on a range."""
        self._ask(
            _Kind.OPTIMUM,
            span,
            lambda tuning, watch: (tuning.optimum(), tuning.curve(span, watch)),
            lambda found: self.compared.emit(*found),
        )

    def stop(self) -> None:
        """End what is under way and forget what waits."""
        self._wanted.clear()
        self._stop_running = True

    def close(self) -> None:
        """End everything and wait for the worker. Nothing is sent any more."""
        self.stop()
        self._worker.close()

    def _ask(
        self,
        kind: _Kind,
        about: object,
        work: Callable[[Tuning, Watch], Any],
        tell: Callable[[Any], None],
    ) -> None:
        """Have something worked out, instead of anything of its kind about something else."""
        if self._running is not None and self._running.kind is kind:
            self._stop_running = self._running.about != about
        tuning = self.tuning
        if tuning is not None:
            self._wanted[kind] = _Job(kind, tuning, about, lambda watch: work(tuning, watch), tell)
            self._start()

    def _start(self) -> None:
        if self._running is not None or not self._wanted or self._worker.closed:
            return
        job = self._wanted.pop(min(self._wanted))
        self._running, self._stop_running = job, False
        self._worker.do(tr("tuning the policy"), partial(self._done, job), partial(self._take, job))
        self.busy_changed.emit(True)  # noqa: FBT003  # Qt's

    def _done(self, job: _Job) -> Any:
        def watch(done: int, total: int) -> bool:
            if self._stop_running or self.tuning is not job.tuning:
                return False
            self._worker.say(partial(self.progress.emit, done, total))
            return True

        try:
            return job.work(watch)
        except (SweepTooLargeError, SelectionTooLargeError) as error:
            return _Refused(str(error))

    def _take(self, job: _Job, outcome: Any) -> None:
        self._running = None
        if isinstance(outcome, Failure):
            self.failed.emit(outcome)
        elif job.tuning is self.tuning and job.kind not in self._wanted:
            self._tell(job, outcome)
        self._start()
        if not self.busy:
            self.busy_changed.emit(False)  # noqa: FBT003  # Qt's

    def _tell(self, job: _Job, outcome: Any) -> None:
        if isinstance(outcome, _Refused):
            self.refused.emit(outcome.why)
        elif isinstance(outcome, StoppedError):
            self.stopped.emit()
        else:
            job.tell(outcome)
