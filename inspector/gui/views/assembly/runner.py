"""Assembles the session whenever one of its parts changes, in a worker where that takes longer."""

from __future__ import annotations

from PySide6.QtCore import QObject, QThreadPool, Signal

from inspector.analysis.assembly_runs import AssemblyResult, AssemblyRuns
from inspector.analysis.watched_counter import StoppedError
from inspector.gui.failures import Failure, failure_of
from inspector.session.session import Session
from inspector.session.store import Store


class AssemblyRunner(QObject):
    """Answers every change of the session's inputs with an ``AssemblyResult``.

    Where everything large has been counted before, the answer comes within the call that made the
    change. Else a worker runs: one run at a time, and of those that wait only the newest. A run
    that nobody waits for any more ends early, and its answer is dropped.
    """

    finished = Signal(object)
    """The ``AssemblyResult`` of the newest session."""
    busy_changed = Signal(bool)
    failed = Signal(object)
    """A ``Failure``: an exception that nobody expected."""

    _answered = Signal(object, object)  # session, AssemblyResult | Failure | None (stopped)

    def __init__(
        self, store: Store, runs: AssemblyRuns | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._runs = runs or AssemblyRuns()
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._running: Session | None = None
        self._wanted: Session | None = None  # what the worker is to answer in the end
        self._closed = False
        self._active = False
        self._old = True
        self._answered.connect(self._take)
        self._unsubscribe = store.subscribe(self._follow)

    @property
    def busy(self) -> bool:
        """Whether a run is under way."""
        return self._running is not None

    def set_active(self, *, active: bool) -> None:
        """Follow the session only while somebody looks; what was missed is run then."""
        self._active = active
        if active and self._old:
            self.run()

    def run(self) -> None:
        """Assemble the store's session."""
        session = self._store.session
        self._old = False
        self._wanted = session
        if self._running is not None:
            return
        if self._runs.ready(session):
            self.finished.emit(self._runs.run(session))
        else:
            self._start(session)

    def close(self) -> None:
        """End everything and wait for the worker. Nothing is sent any more."""
        if self._closed:
            return
        self._closed = True
        self._wanted = None
        self._unsubscribe()
        self._pool.waitForDone()

    def _start(self, session: Session) -> None:
        was_busy, self._running = self.busy, session
        self._pool.start(lambda: self._answer(session))
        if not was_busy:
            self.busy_changed.emit(self.busy)

    def _answer(self, session: Session) -> None:
        outcome: AssemblyResult | Failure | None
        try:
            outcome = self._runs.run(session, lambda _done, _total: self._wanted is session)
        except StoppedError:
            outcome = None
        except BaseException as error:  # noqa: BLE001  # nothing else would ever hear of it
            outcome = failure_of(error, "assembling the prompt")
        self._answered.emit(session, outcome)

    def _take(self, session: Session, outcome: AssemblyResult | Failure | None) -> None:
        if self._closed:
            return
        if self._wanted is not None and self._wanted is not session:
            self._start(self._wanted)
            return
        self._running = None
        self.busy_changed.emit(self.busy)
        if isinstance(outcome, Failure):
            self.failed.emit(outcome)
        elif outcome is not None:
            self.finished.emit(outcome)

    def _follow(self, old: Session, new: Session) -> None:
        if _inputs(old) == _inputs(new):
            return
        self._old = True
        if self._active:
            self.run()


def _inputs(session: Session) -> tuple[object, ...]:
    """What a result depends on; large values are compared by identity, which is quick."""
    return (
        session.policy,
        id(session.candidates),
        id(session.request),
        session.strategy,
        session.settings,
        id(session.relevance),
        id(session.discipline),
        id(session.assembly),
        session.sources,
    )
