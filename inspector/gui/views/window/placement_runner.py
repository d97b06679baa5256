"""Places the session's chunks whenever they change, in a worker where there are many of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QThreadPool, Signal

from inspector.analysis.window_runs import WindowResult, ready_to_place, run_window
from inspector.gui.failures import Failure, failure_of
from inspector.session.session import Session
from inspector.session.store import Store


class PlacementRunner(QObject):
    """Answers every change of the window stage with a ``WindowResult``.

    Up to 1,500 chunks are placed within the call that made the change. More go to a worker: one
    run at a time, and of those that wait only the newest; the last result stays until then.
    """

    finished = Signal(object)
    """The ``WindowResult`` of the newest session."""
    optimum_found = Signal(object)
    """The ``WindowResult`` whose optimum is known now."""
    busy_changed = Signal(bool)
    failed = Signal(object)
    """A ``Failure``: an exception that nobody expected."""

    _placed = Signal(object, object)
    _compared = Signal(object, object)

    def __init__(self, store: Store, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.result: WindowResult | None = None
        self._store = store
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(2)  # a placement never waits for an optimum
        self._running: Session | None = None
        self._pending: Session | None = None
        self._comparing: WindowResult | None = None
        self._closed = False
        self._placed.connect(self._take)
        self._compared.connect(self._take_optimum)
        self._unsubscribe = store.subscribe(self._follow)

    @property
    def busy(self) -> bool:
        """Whether a placement is under way."""
        return self._running is not None

    def run(self) -> None:
        """Place the store's session."""
        session = self._store.session
        if self._running is not None:
            self._pending = session
        elif ready_to_place(session.window):
            self._show(run_window(session))
        else:
            self._start(session)

    def find_optimum(self) -> None:
        """Work out the optimum of the result that is shown, unless that is being done."""
        result = self.result
        if self._closed or result is None or result.report is None or result is self._comparing:
            return
        self._comparing = result
        self._pool.start(
            lambda: self._compared.emit(
                result, _guarded("looking for the optimum", lambda: result.optimum)
            )
        )

    def close(self) -> None:
        """End everything and wait for the worker. Nothing is sent any more."""
        if self._closed:
            return
        self._closed = True
        self._unsubscribe()
        self._pending = None
        self._pool.waitForDone()

    def _start(self, session: Session) -> None:
        self._running = session
        self._pool.start(
            lambda: self._placed.emit(
                session, _guarded("placing chunks", lambda: run_window(session))
            )
        )
        self.busy_changed.emit(self.busy)

    def _take(self, session: Session, outcome: WindowResult | Failure) -> None:
        if self._closed:
            return
        self._running = None
        pending, self._pending = self._pending, None
        if pending is not None and pending.window is not session.window:
            self._start(pending)
            return
        self.busy_changed.emit(self.busy)
        if isinstance(outcome, Failure):
            self.failed.emit(outcome)
        else:
            self._show(outcome)

    def _take_optimum(self, result: WindowResult, outcome: object) -> None:
        if self._closed:
            return
        if isinstance(outcome, Failure):
            self.failed.emit(outcome)
        elif result is self.result:
            self.optimum_found.emit(result)

    def _show(self, result: WindowResult) -> None:
        self.result = result
        self.finished.emit(result)

    def _follow(self, old: Session, new: Session) -> None:
        if old.window is not new.window:
            self.run()


def _guarded(what: str, work: Callable[[], Any]) -> Any:
    """Do something in the worker and return what came of it, a ``Failure`` if need be."""
    try:
        return work()
    except BaseException as error:  # noqa: BLE001  # nothing else would ever hear of it
        return failure_of(error, what)
