"""Runs discipline for the store's session, in a worker where states, outputs or turns are large."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QThreadPool, Signal

from inspector.analysis.discipline_runs import DisciplineRuns
from inspector.core.discipline import ArtifactRegistry
from inspector.gui.failures import Failure, failure_of
from inspector.present.discipline.result_view import ResultView, result_view
from inspector.session.session import Session
from inspector.session.store import Store


class DisciplineRunner(QObject):
    """Answers every change of the stage and of the request's model with a ``ResultView``.

    Where that is quick, the answer comes within the call that made the change. Otherwise one run at
    a time goes to a worker, and of those that wait only the newest is kept; the last result stays
    until then. What is taken out of the state is kept in memory, or in ``folder``.
    """

    finished = Signal(object)
    busy_changed = Signal(bool)
    failed = Signal(object)
    """A ``Failure``: an exception that nobody expected."""

    _answered = Signal(object)

    def __init__(self, store: Store, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.view: ResultView | None = None
        self._folder: Path | None = None
        self._store = store
        self._runs = DisciplineRuns()
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

    @property
    def folder(self) -> Path | None:
        """The folder that keeps artifacts; None keeps them in memory."""
        return self._folder

    def keep_in(self, folder: Path | None) -> None:
        """Keep artifacts in a folder from now on, those of the state in sight at once."""
        if folder != self._folder:
            self._folder = folder
            self.run()

    def run(self) -> None:
        """Run the store's session."""
        session = self._store.session
        if self._busy:
            self._waiting = True
        elif self._folder is None and self._runs.quick(session):
            counted = self._runs.counts(session)
            self._show(result_view(self._runs.run(session, count=counted)))
            if not counted:  # the first time: what is counted for real follows
                self._start(session)
        else:
            self._start(session)

    def close(self) -> None:
        """End everything and wait for the worker. Nothing is sent any more."""
        if not self._closed:
            self._closed = True
            self._unsubscribe()
            self._pool.waitForDone()

    def _start(self, session: Session) -> None:
        if self._closed:
            return
        self._busy = True
        folder = self._folder
        self._pool.start(lambda: self._answered.emit(self._work(session, folder)))
        self.busy_changed.emit(True)  # noqa: FBT003  # Qt's

    def _work(self, session: Session, folder: Path | None) -> ResultView | Failure:
        try:
            registry = None if folder is None else ArtifactRegistry(folder)
            return result_view(self._runs.run(session, registry))
        except BaseException as error:  # noqa: BLE001  # nothing else would ever hear of it
            return failure_of(error, "running context discipline")

    def _take(self, outcome: ResultView | Failure) -> None:
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

    def _show(self, view: ResultView) -> None:
        self.view = view
        self.finished.emit(view)

    def _follow(self, old: Session, new: Session) -> None:
        if old.discipline is not new.discipline or _encoding(old) != _encoding(new):
            self.run()


def _encoding(session: Session) -> str | None:
    return None if session.request is None else session.request.model.encoding
