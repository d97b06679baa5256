"""Works out what every split of a run does, once nothing has changed for a moment."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from inspector.analysis.tuning.axes import SweepTooLargeError
from inspector.analysis.tuning.split import Splits, splits_of
from inspector.core.injection.report import InjectionReport
from inspector.core.selection.optimal import SelectionTooLargeError
from inspector.gui.views.worker import Worker
from inspector.language import tr

PAUSE = 250  # milliseconds without another question

_SHARES = {"knowledge_card_share_default", "bucket_content_share_default"}


class SplitAsker(QObject):
    """Keeps the splits of the newest run. They are worked out in a worker, never waited for.

    They do not depend on the split that the run itself has, so they hold through a drag of the
    divider.
    """

    answered = Signal()
    """There are splits for what was asked last."""
    refused = Signal()
    """There are too many splits to be compared."""
    failed = Signal(object)
    """A ``Failure``: an exception that nobody expected."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.splits: Splits | None = None
        self._report: InjectionReport | None = None
        self._wanting: list[Callable[[Splits], None]] = []
        self._under_way = False
        self._worker = Worker(self)
        self._worker.failed.connect(self.failed)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self._ask)

    @property
    def busy(self) -> bool:
        """Whether splits are still to come."""
        return self._pause.isActive() or self._worker.busy

    def ask(self, report: InjectionReport) -> None:
        """Have the splits of a run worked out, unless those that are known hold for it."""
        known = self._report is not None and _question(self._report) == _question(report)
        self._report = report
        if not known:
            self.splits = None
            self._wanting.clear()
            self._under_way = False
            self._worker.forget()
            self._pause.start()

    def when_known(self, do: Callable[[Splits], None]) -> None:
        """Do something with the splits, now or as soon as they are known."""
        if self.splits is not None:
            do(self.splits)
        else:
            self._wanting.append(do)
            self._ask()

    def forget(self) -> None:
        """Forget what was asked; an answer to it is dropped."""
        self._pause.stop()
        self._worker.forget()
        self._wanting.clear()
        self._report = self.splits = None
        self._under_way = False

    def close(self) -> None:
        """End everything. Nothing is sent any more."""
        self._pause.stop()
        self._worker.close()

    def _ask(self) -> None:
        report = self._report
        self._pause.stop()
        if report is None or self._under_way or self.splits is not None:
            return
        self._under_way = True
        asked = _question(report)

        def work() -> Splits | None:
            def watch(_done: int, _total: int) -> bool:
                now = self._report
                return not self._worker.closed and now is not None and _question(now) == asked

            try:
                found = splits_of(report, watch)
            except (SweepTooLargeError, SelectionTooLargeError):
                return None
            _ = found.met  # worked out here, not where it is painted
            return found

        self._worker.ask(tr("comparing splits"), work, self._take)

    def _take(self, splits: Splits | None) -> None:
        self._under_way = False
        self.splits = splits
        wanting, self._wanting = self._wanting, []
        self.answered.emit()
        if splits is None:
            self.refused.emit()
        else:
            for do in wanting:
                do(splits)


def _question(report: InjectionReport) -> tuple[object, ...]:
    """Return what the splits of a run depend on: all but its split."""
    return (
        id(report.given),
        report.policy.model_dump(exclude=_SHARES),
        report.strategy,
        report.settings,
        report.overrides,
    )
