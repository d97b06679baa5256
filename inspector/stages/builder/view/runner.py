"""Builds the bundle of the session whenever its builder stage changes, always in a worker."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from inspector.core.builder.layout import Layout, PromptFormat
from inspector.gui.views.worker import BackgroundRunner, Wanted
from inspector.language import tr
from inspector.session.session import Session
from inspector.session.store import Store
from inspector.stages.builder.runs import BuilderResult, BuilderRuns, BuildPhase
from inspector.stages.builder.shown import NOTHING_HIDDEN, Shown, shown_of, told_paths
from inspector.stages.builder.target_search import TargetSearch

_BETWEEN_REPORTS = 0.05  # seconds between two words about how far a run is


class Built(NamedTuple):
    """The result of a session, what is shown of it, and a search in its index."""

    result: BuilderResult
    shown: Shown | None = None
    search: TargetSearch | None = None


class BuilderRunner(BackgroundRunner[Built]):
    """Answers every change of the builder stage with what was ``Built``, while it is active."""

    progress = Signal(object, int, int)
    """The ``BuildPhase``, how much is done, and of how much (0: not known)."""

    def __init__(self, store: Store, runs: BuilderRuns, parent: QObject | None = None) -> None:
        super().__init__(store, tr("building the bundle"), parent, active=False)
        self._runs = runs
        self._searched: object = None  # the index that was made searchable last
        self._search: TargetSearch | None = None
        self._told = NOTHING_HIDDEN
        self._anew = False

    def index_again(self) -> None:
        """Look at the project's files anew, then build."""
        self._anew = True
        self.run()

    def prompt(self, session: Session, form: PromptFormat) -> BuilderResult | None:
        """Build at once, laid out as a prompt to paste; None while another run is under way.

        The index is there and what it takes to scan is known, so that this is short.
        """
        return None if self.busy else self._runs.run(session, layout=Layout(form))

    def _inputs(self, session: Session) -> tuple[object, ...]:
        return session.builder, session.sources

    def _job(self, session: Session, wanted: Wanted) -> Callable[[], Built]:
        anew, self._anew = self._anew, False
        told = 0.0

        def watch(phase: BuildPhase, done: int, total: int) -> bool:
            nonlocal told
            if monotonic() - told >= _BETWEEN_REPORTS:
                told = monotonic()
                self._worker.say(partial(self.progress.emit, phase, done, total))
            return wanted()

        def job() -> Built:
            if anew:
                self._runs.forget_index()
            return self._built(self._runs.run(session, watch))

        return job

    def _built(self, result: BuilderResult) -> Built:
        """Return what is shown of a result; another index is made searchable."""
        if result.index is None:
            return Built(result)
        another = result.index is not self._searched
        if another:
            self._told = told_paths(result.index.files)
        shown = shown_of(result, self._told)
        if another and shown is not None:
            self._searched = result.index
            self._search = TargetSearch(result.index, shown.hidden)
        return Built(result, shown, self._search)
