"""Runs something for the store's session whenever it changes, in a worker where that takes long."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, QThreadPool, Signal

from inspector.gui.failures import Failure, failure_of
from inspector.session.session import Session
from inspector.session.store import Store

Result = TypeVar("Result")
Answer = TypeVar("Answer")


class BackgroundRunner(QObject, Generic[Result]):
    """Answers every change of the session that concerns it with a result.

    Where that is quick, the answer comes within the call that made the change. Otherwise one run at
    a time goes to a worker, and of those that wait only the newest is kept; the last result stays
    until then.
    """

    finished = Signal(object)
    """The result of the newest session."""
    busy_changed = Signal(bool)
    failed = Signal(object)
    """A ``Failure``: an exception that nobody expected."""

    _answered = Signal(object)

    def __init__(
        self, store: Store, doing: str, parent: QObject | None = None, *, workers: int = 1
    ) -> None:
        """``doing`` says in a failure what was being done, such as "placing chunks"."""
        super().__init__(parent)
        self.result: Result | None = None
        self._store = store
        self._doing = doing
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(workers)
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
        session = self._store.session
        if self._busy:
            self._waiting = True
            return
        answer = self._at_once(session)
        if answer is not None:
            self._show(answer)
            return
        first = self._provisional(session)
        if first is not None:
            self._show(first)
        self._start(session)

    def close(self) -> None:
        """End everything and wait for the worker. Nothing is sent any more."""
        if not self._closed:
            self._closed = True
            self._unsubscribe()
            self._pool.waitForDone()

    def _concerns(self, old: Session, new: Session) -> bool:
        """Return whether a change of the session asks for a run."""
        raise NotImplementedError

    def _at_once(self, session: Session) -> Result | None:
        """Return the result where that is quick, None where a worker is needed."""
        raise NotImplementedError

    def _provisional(self, _session: Session) -> Result | None:
        """Return what to show until the worker has answered; None keeps the last result."""
        return None

    def _job(self, session: Session) -> Callable[[], Result]:
        """Return what the worker is to do."""
        raise NotImplementedError

    def _start(self, session: Session) -> None:
        if self._closed:
            return
        self._busy = True
        job = self._job(session)
        self._pool.start(lambda: self._answered.emit(guarded(self._doing, job)))
        self.busy_changed.emit(True)  # noqa: FBT003  # Qt's

    def _take(self, outcome: Result | Failure) -> None:
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

    def _show(self, result: Result) -> None:
        self.result = result
        self.finished.emit(result)

    def _follow(self, old: Session, new: Session) -> None:
        if self._concerns(old, new):
            self.run()


def guarded(doing: str, work: Callable[[], Answer]) -> Answer | Failure:
    """Do something in a worker and return what came of it, a ``Failure`` if need be."""
    try:
        return work()
    except BaseException as error:  # noqa: BLE001  # nothing else would ever hear of it
        return failure_of(error, doing)
