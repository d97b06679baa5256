"""Runs discipline for the store's session, in a worker where states, outputs or turns are large."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject

from inspector.core.discipline import ArtifactRegistry
from inspector.gui.views.worker import BackgroundRunner, Wanted
from inspector.language import tr
from inspector.session.session import Session
from inspector.session.store import Store
from inspector.stages.discipline.result_view import ResultView, result_view
from inspector.stages.discipline.runs import DisciplineRuns


class DisciplineRunner(BackgroundRunner[ResultView]):
    """Answers every change of the stage and of the request's model with a ``ResultView``.

    What is taken out of the state is kept in memory, or in ``folder``.
    """

    def __init__(self, store: Store, parent: QObject | None = None) -> None:
        super().__init__(store, tr("running context discipline"), parent)
        self._folder: Path | None = None
        self._runs = DisciplineRuns()

    @property
    def folder(self) -> Path | None:
        """The folder that keeps artifacts; None keeps them in memory."""
        return self._folder

    def keep_in(self, folder: Path | None) -> None:
        """Keep artifacts in a folder from now on, those of the state in sight at once."""
        if folder != self._folder:
            self._folder = folder
            self.run()

    def _inputs(self, session: Session) -> tuple[object, ...]:
        request = session.request
        return id(session.discipline), None if request is None else request.model.encoding

    def _at_once(self, session: Session) -> ResultView | None:
        if not self._quick(session) or not self._runs.counts(session):
            return None
        return result_view(self._runs.run(session, count=True))

    def _provisional(self, session: Session) -> ResultView | None:
        if not self._quick(session):
            return None
        return result_view(self._runs.run(session, count=False))  # what is counted for real follows

    def _job(self, session: Session, _wanted: Wanted) -> Callable[[], ResultView]:
        folder = self._folder

        def work() -> ResultView:
            registry = None if folder is None else ArtifactRegistry(folder)
            return result_view(self._runs.run(session, registry))

        return work

    def _quick(self, session: Session) -> bool:
        return self._folder is None and self._runs.quick(session)
