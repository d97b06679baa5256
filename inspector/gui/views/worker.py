"""Work in the background for one part of a lens: what it leads to, and how it ends."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, QThreadPool, Signal

from inspector.analysis.watched_counter import StoppedError
from inspector.gui.failures import Failure, failure_of

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
