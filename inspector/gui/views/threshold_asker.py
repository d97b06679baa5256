"""Asks for the thresholds of whatever is explained, once nothing has changed for a moment."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from inspector.analysis.tuning.runs import ItemThresholds, Trial
from inspector.analysis.tuning.thresholds import Threshold
from inspector.core.injection.report import InjectionReport
from inspector.stages.tuning.sentences import in_order, threshold_lines
from inspector.stages.tuning.view.runner import TuningRunner

PAUSE = 300  # milliseconds without another question


class ThresholdAsker(QObject):
    """Keeps the answer to the newest question. It is worked out in a worker, never waited for."""

    answered = Signal()
    """There is an answer to what was asked last."""
    failed = Signal(object)
    """A ``Failure``: an exception that nobody expected."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = TuningRunner(self)
        self._asked: tuple[InjectionReport, str] | None = None
        self._found: ItemThresholds | None = None
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self._ask)
        self._runner.explained.connect(self._take)
        self._runner.failed.connect(self.failed)

    def ask(self, report: InjectionReport, key: str) -> None:
        """Ask about a subject of a run, instead of what was asked before; "" asks nothing."""
        if self._asked is not None and self._asked[0] is report and self._asked[1] == key:
            return
        self._asked, self._found = (report, key), None
        if key:
            self._pause.start()
        else:
            self._pause.stop()

    def forget(self) -> None:
        """Forget what was asked; an answer to it is dropped."""
        self._asked = self._found = None
        self._pause.stop()
        self._runner.forget()

    def lines(self) -> tuple[str, ...]:
        """Return the answer in sentences; none while it is not known."""
        return () if self._found is None else tuple(threshold_lines(self._found))

    def changes(self) -> tuple[Threshold, ...]:
        """Return the thresholds that the first lines are about, in their order."""
        return () if self._found is None else in_order(self._found)

    def trials(self) -> tuple[Trial, ...]:
        """Return the runs with one change each; none while they are not known."""
        return () if self._found is None else self._found.trials

    def close(self) -> None:
        """End everything. Nothing is sent any more."""
        self._pause.stop()
        self._runner.close()

    def _ask(self) -> None:
        if self._asked is not None:
            self._runner.set_report(self._asked[0])
            self._runner.ask_item(self._asked[1])

    def _take(self, key: str, found: ItemThresholds | None) -> None:
        if self._asked is not None and self._asked[1] == key and not self._pause.isActive():
            self._found = found
            self.answered.emit()
