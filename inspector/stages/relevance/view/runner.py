"""Runs the pre-parser for the store's session, in a worker where texts or rules are many."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from inspector.gui.views.worker import BackgroundRunner, Wanted
from inspector.language import tr
from inspector.session.session import Session
from inspector.session.store import Store
from inspector.stages.relevance.runs import RelevanceResult, RelevanceRuns


class RelevanceRunner(BackgroundRunner[RelevanceResult]):
    """Answers every change of the stage and of the request with a ``RelevanceResult``."""

    def __init__(self, store: Store, parent: QObject | None = None) -> None:
        super().__init__(store, tr("running the relevance layers"), parent)
        self._runs = RelevanceRuns()

    def _inputs(self, session: Session) -> tuple[object, ...]:
        return id(session.relevance), id(session.request)

    def _at_once(self, session: Session) -> RelevanceResult | None:
        return self._runs.run(session) if self._runs.quick(session) else None

    def _job(self, session: Session, _wanted: Wanted) -> Callable[[], RelevanceResult]:
        def work() -> RelevanceResult:
            result = self._runs.run(session)
            result.flips  # noqa: B018  # worked out here, not where somebody waits for the screen
            return result

        return work
