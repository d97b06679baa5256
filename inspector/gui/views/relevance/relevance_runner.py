"""Runs the pre-parser for the store's session, in a worker where texts or rules are many."""

from __future__ import annotations

from PySide6.QtCore import QObject, QThreadPool, Signal

from inspector.analysis.relevance_runs import RelevanceResult, RelevanceRuns
from inspector.gui.failures import Failure, failure_of
from inspector.session.session import Session
from inspector.session.store import Store


class RelevanceRunner(QObject):
    """Answers every change of the stage and of the request with a ``RelevanceResult``.

    Where that is quick, the answer comes within the call that made the change. Otherwise one run at
    a time goes to a worker, and of those that wait only the newest is kept; the last result stays
    until then.
    """

    finished = Signal(object)
    busy_changed = Signal(bool)
    failed = Signal(object)
    """A ``Failure``: an exception that nobody expected."""

    _answered = Signal(object)

    def __init__(self, store: Store, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.result: RelevanceResult | None = None
        self._store = store
        self._runs = RelevanceRuns()
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._busy = False
        self._waiting = False
        self._closed = False
        self._answered.connect(self._take)
        self._unsubscribe = store.subscribe(self._follow)

    @property
    def busy(self) -> bool:
        """Whether a run is under way."""
        return self._busy

    def run(self) -> None:
        """Run the store's session."""
        if self._busy:
            self._waiting = True
        elif self._runs.quick(self._store.session):
            self._show(self._runs.run(self._store.session))
        else:
            self._start(self._store.session)

    def close(self) -> None:
        """End everything and wait for the worker. Nothing is sent any more."""
        if not self._closed:
            self._closed = True
            self._unsubscribe()
            self._pool.waitForDone()

    def _start(self, session: Session) -> None:
        self._busy = True
        self._pool.start(lambda: self._answered.emit(self._work(session)))
        self.busy_changed.emit(True)  # noqa: FBT003  # Qt's

    def _work(self, session: Session) -> RelevanceResult | Failure:
        try:
            result = self._runs.run(session)
            result.flips  # noqa: B018  # worked out here, not where somebody waits for the screen
        except BaseException as error:  # noqa: BLE001  # nothing else would ever hear of it
            return failure_of(error, "running the relevance layers")
        return result

    def _take(self, outcome: RelevanceResult | Failure) -> None:
        if self._closed:
            return
        self._busy = False
        if self._waiting:
            self._waiting = False
            self.run()
        elif isinstance(outcome, Failure):
            self.failed.emit(outcome)
        else:
            self._show(outcome)
        if not self._busy:
            self.busy_changed.emit(False)  # noqa: FBT003  # Qt's

    def _show(self, result: RelevanceResult) -> None:
        self.result = result
        self.finished.emit(result)

    def _follow(self, old: Session, new: Session) -> None:
        if old.relevance is not new.relevance or old.request is not new.request:
            self.run()
