"""Work in the background for one part of a lens: what it leads to, how far it is, how it ends.

Runs something for the store's session whenever it changes, in a worker where that takes long.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, QThreadPool, Signal
from PySide6.QtWidgets import QProgressBar, QPushButton, QWidget

from inspector.analysis.watched_counter import StoppedError, Watch, unwatched
from inspector.gui.boxes import HBox, grow, with_name
from inspector.gui.messages import Failure, failure_of
from inspector.language import tr
from inspector.session.session import Session
from inspector.session.store import Store

Answer = TypeVar("Answer")


class Worker(QObject):
    """Does jobs in threads of its own; what they lead to is said in the thread that made it.

    Once it is closed nothing is begun and nothing is said any more, however late a job ends.
    Whoever made it closes it before it goes: a job that ends after that would find nobody to tell.
    """

    failed = Signal(object)
    """A ``Failure`` of a job that ``ask`` began: an exception that nobody expected."""

    _ready = Signal(object)

    def __init__(self, parent: QObject, *, threads: int = 1) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(threads)
        self._closed = False
        self._waiting = 0
        self._era = 0
        self._ready.connect(self._say)

    @property
    def busy(self) -> bool:
        """Whether the outcome of a job is still to come."""
        return self._waiting > 0

    @property
    def closed(self) -> bool:
        """Whether everything has ended."""
        return self._closed

    def do(
        self,
        doing: str,
        job: Callable[[], Answer],
        take: Callable[[Answer | Failure | StoppedError], None],
    ) -> None:
        """Do a job once a thread is free; ``take`` gets what it returns or raises.

        ``doing`` says in a failure what was being done, such as "placing chunks".
        """

        def end(outcome: Answer | Failure | StoppedError) -> None:
            self._waiting -= 1
            take(outcome)

        def run() -> None:
            self._ready.emit(partial(end, outcome_of(doing, job)))

        if not self._closed:
            self._waiting += 1
            self._pool.start(run)

    def ask(self, doing: str, job: Callable[[], Answer], take: Callable[[Answer], None]) -> None:
        """Do a job as ``do`` does; ``take`` gets its answer, and a failure is told.

        Nothing is said of a job that was asked for before the last ``forget``.
        """
        era = self._era

        def sort(outcome: Answer | Failure | StoppedError) -> None:
            if era != self._era:
                return
            if isinstance(outcome, Failure):
                self.failed.emit(outcome)
            elif not isinstance(outcome, StoppedError):
                take(outcome)

        self.do(doing, job, sort)

    def say(self, what: Callable[[], None]) -> None:
        """Have something said while a job goes on, such as how far it is."""
        if not self._closed:
            self._ready.emit(what)

    def forget(self) -> None:
        """Drop the answers of all that was asked for: what it was about is not open any more."""
        self._era += 1

    def close(self) -> None:
        """Forget the jobs that wait, and wait for those under way."""
        self._closed = True
        self._pool.clear()
        self._pool.waitForDone()

    def _say(self, what: Callable[[], None]) -> None:
        if not self._closed:
            what()


def outcome_of(doing: str, job: Callable[[], Answer]) -> Answer | Failure | StoppedError:
    """Do a job and return what came of it, a ``Failure`` for an exception nobody expected."""
    try:
        return job()
    except StoppedError as stopped:
        return stopped
    except BaseException as error:  # noqa: BLE001  # nothing else would ever hear of it
        return failure_of(error, doing)


Result = TypeVar("Result")
Wanted = Callable[[], bool]
"""Whether anybody still waits for a run. What can end early asks it now and then."""


class BackgroundRunner(QObject, Generic[Result]):
    """Answers every change of the session that concerns it with a result.

    Where that is quick, the answer comes within the call that made the change. Otherwise one run at
    a time goes to a worker, and of those that wait only the newest is kept; the last result stays
    until then. A run that nobody waits for any more may end early, and its answer is dropped.
    """

    finished = Signal(object)
    """The result of the newest session, once for a session."""
    foreseen = Signal(object)
    """What is shown of the newest session until it ``finished``. It is no result of anything."""
    stopped = Signal()
    """A run ended without an answer because somebody wanted it to."""
    missed = Signal()
    """The inputs are others than those of ``result``, and nobody looks: no run was begun."""
    busy_changed = Signal(bool)
    failed = Signal(object)
    """A ``Failure``: an exception that nobody expected."""

    def __init__(
        self,
        store: Store,
        doing: str,
        parent: QObject | None = None,
        *,
        threads: int = 1,
        active: bool = True,
    ) -> None:
        """``doing`` says in a failure what was being done, such as "placing chunks".

        One that is not ``active`` waits until somebody looks.
        """
        super().__init__(parent)
        self.result: Result | None = None
        self._store = store
        self._doing = doing
        self._worker = Worker(self, threads=threads)
        self._number = 0  # of the newest run that was asked for
        self._wanted = 0  # the run that somebody waits for, 0 for none
        self._running = 0
        self._told_busy = False
        self._active = active
        self._missed = True
        self._is_new = False  # a session was opened, and not looked at yet
        self._forgotten = 0  # runs up to this number were of other inputs, and are dropped
        self._endings = (store.subscribe(self._follow), store.before_opening(self._forget))

    @property
    def busy(self) -> bool:
        """Whether a run is under way."""
        return self._running > 0

    def set_active(self, *, active: bool) -> None:
        """Follow the session only while somebody looks; what was missed is run then."""
        self._active = active
        if active and self._missed:
            self.run()

    def run(self) -> None:
        """Run the store's session."""
        self._number += 1
        self._wanted = self._number
        self._missed = False
        if not self.busy:
            self._begin()
            self._tell_busy()

    def stop(self) -> None:
        """End the run under way. The next change of the session, or ``run``, begins another."""
        self._wanted = 0

    def close(self) -> None:
        """End everything and wait for the worker. Nothing is sent any more."""
        if not self._worker.closed:
            for end in self._endings:
                end()
            self.stop()
            self._worker.close()

    def _inputs(self, session: Session) -> tuple[object, ...]:
        """Return what a result depends on; large values by identity, which is quick."""
        raise NotImplementedError

    def _at_once(self, _session: Session) -> Result | None:
        """Return the result where that is quick, None where a worker is needed."""
        return None

    def _provisional(self, _session: Session) -> Result | None:
        """Return what is foreseen until the worker has answered; None keeps the last result."""
        return None

    def _job(self, session: Session, wanted: Wanted) -> Callable[[], Result]:
        """Return what the worker is to do. It may raise ``StoppedError`` once not ``wanted``."""
        raise NotImplementedError

    def _begin(self) -> None:
        session, number = self._store.session, self._wanted
        answer = self._at_once(session)
        if answer is not None:
            self._show(answer)
            return
        first = self._provisional(session)
        if first is not None:
            self.result = first
            self.foreseen.emit(first)
        if not self._worker.closed:
            self._running = number
            job = self._job(session, lambda: self._wanted == number)
            self._worker.do(self._doing, job, partial(self._take, number))

    def _take(self, number: int, outcome: Result | Failure | StoppedError) -> None:
        self._running = 0
        if self._wanted not in (0, number):
            self._begin()
        elif number <= self._forgotten:
            pass
        elif isinstance(outcome, Failure):
            self.failed.emit(outcome)
        elif isinstance(outcome, StoppedError) or not self._wanted:
            self._missed = True
            self.stopped.emit()
        else:
            self._show(outcome)
        self._tell_busy()

    def _tell_busy(self) -> None:
        if self.busy is not self._told_busy:
            self._told_busy = self.busy
            self.busy_changed.emit(self.busy)

    def _show(self, result: Result) -> None:
        self.result = result
        self.finished.emit(result)

    def _follow(self, old: Session, new: Session) -> None:
        if not self._is_new and self._inputs(old) == self._inputs(new):
            return
        self._is_new = False
        self._missed = True
        if self._active:
            self.run()
        else:
            self._drop()
            self.missed.emit()

    def _forget(self) -> None:
        """Forget what there is of the session that is open: another one takes its place."""
        self.result = None
        self._is_new = True
        self._drop()

    def _drop(self) -> None:
        """Have the answer of the run under way dropped without a word."""
        self._forgotten = self._number
        self.stop()


class SessionRunner(BackgroundRunner[Result]):
    """Runs a session by functions, where a stage asks for no more.

    ``inputs`` are what a result depends on; ``run`` makes it, and may ask its ``watch`` now and
    then whether it is still wanted. Where it is ``quick``, somebody waits for it.
    """

    def __init__(
        self,
        store: Store,
        doing: str,
        run: Callable[[Session, Watch], Result],
        inputs: Callable[[Session], tuple[object, ...]],
        quick: Callable[[Session], bool],
        parent: QObject | None = None,
        *,
        ahead: Callable[[Result], object] = id,
        active: bool = True,
    ) -> None:
        """``ahead`` works out, in the worker, what of a result is only asked for later."""
        super().__init__(store, doing, parent, active=active)
        self._run, self._depends, self._quick, self._ahead = run, inputs, quick, ahead

    def _inputs(self, session: Session) -> tuple[object, ...]:
        return self._depends(session)

    def _at_once(self, session: Session) -> Result | None:
        return self._run(session, unwatched) if self._quick(session) else None

    def _job(self, session: Session, wanted: Wanted) -> Callable[[], Result]:
        def work() -> Result:
            result = self._run(session, lambda _done, _total: wanted())
            self._ahead(result)
            return result

        return work


class WorkProgress(QWidget):
    """Out of sight while nothing is done. Object names: ``{name}.progress``, ``{name}.stop``."""

    stop_asked = Signal()

    def __init__(self, name: str, tip: str, parent: QWidget) -> None:
        """``tip`` says what stopping does."""
        super().__init__(parent)
        self._bar = with_name(QProgressBar(self), f"{name}.progress", tr("Progress"))
        grow(self._bar, fixedWidth=120)
        self._bar.setTextVisible(False)
        stop = with_name(QPushButton(tr("Stop"), self), f"{name}.stop", tip=tip)
        stop.clicked.connect(self.stop_asked)
        row = HBox(self, spacing=8)
        row.addStretch(1)  # beside nothing else, too, the button is no wider than its word
        row.hold(self._bar, stop)
        self.hide()

    def show_progress(self, done: int, total: int, *, busy: bool) -> None:
        """Say how far it is; a total of 0 is unknown."""
        self.setVisible(busy)
        self._bar.setRange(0, total)
        self._bar.setValue(done)
