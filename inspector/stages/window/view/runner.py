"""Places the session's chunks whenever they change, in a worker where there are many of them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from inspector.gui.views.worker import BackgroundRunner, Wanted
from inspector.language import tr
from inspector.session.session import Session
from inspector.session.store import Store
from inspector.stages.window.runs import (
    WindowResult,
    counting_encoding,
    ready_to_count,
    ready_to_place,
    run_window,
)


class PlacementRunner(BackgroundRunner[WindowResult]):
    """Answers every change of the window stage with a ``WindowResult``.

    Up to 1,500 chunks are placed within the call that made the change; more go to a worker, and so
    does the first placement that has to load a vocabulary to count.
    """

    requests_placed = Signal(object)
    """The ``WindowResult`` whose requests are all placed now."""
    optimum_found = Signal(object)
    """The ``WindowResult`` whose optimum is known now."""

    def __init__(self, store: Store, parent: QObject | None = None) -> None:
        # With two threads a placement never waits for an optimum.
        super().__init__(store, tr("placing chunks"), parent, threads=2)
        self._comparing: WindowResult | None = None
        self._placing: WindowResult | None = None
        self._worker.failed.connect(self.failed)

    def find_optimum(self) -> None:
        """Work out the optimum of the result that is shown, unless that is being done."""
        result = self.result
        if result is None or result.report is None or result is self._comparing:
            return
        self._comparing = result

        def take(_optimum: object) -> None:
            if result is self.result:
                self.optimum_found.emit(result)

        self._worker.ask(tr("looking for the optimum"), lambda: result.optimum, take)

    def place_requests(self) -> None:
        """Place every request of the result that is shown, unless that is being done."""
        result = self.result
        if result is None or result is self._placing:
            return
        self._placing = result

        def take(_requests: object) -> None:
            if result is self.result:
                self.requests_placed.emit(result)

        self._worker.ask(tr("placing requests"), lambda: result.requests, take)

    def _inputs(self, session: Session) -> tuple[object, ...]:
        return (id(session.window), counting_encoding(session))

    def _at_once(self, session: Session) -> WindowResult | None:
        ready = ready_to_place(session.window) and ready_to_count(session)
        return run_window(session) if ready else None

    def _job(self, session: Session, _wanted: Wanted) -> Callable[[], WindowResult]:
        return lambda: run_window(session)
