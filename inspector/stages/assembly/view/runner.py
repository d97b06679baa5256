"""Assembles the session whenever one of its parts changes, in a worker where that takes longer."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from inspector.gui.views.worker import BackgroundRunner, Wanted
from inspector.language import tr
from inspector.session.session import Session
from inspector.session.store import Store
from inspector.stages.assembly.runs import AssemblyResult, AssemblyRuns


class AssemblyRunner(BackgroundRunner[AssemblyResult]):
    """Answers every change of the session's inputs with an ``AssemblyResult``, while it is active.

    Where everything large has been counted before, the answer comes within the call that made the
    change.
    """

    def __init__(
        self, store: Store, runs: AssemblyRuns | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(store, tr("assembling the prompt"), parent, active=False)
        self._runs = runs or AssemblyRuns()

    def _inputs(self, session: Session) -> tuple[object, ...]:
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

    def _at_once(self, session: Session) -> AssemblyResult | None:
        return self._runs.run(session) if self._runs.ready(session) else None

    def _job(self, session: Session, wanted: Wanted) -> Callable[[], AssemblyResult]:
        return lambda: self._runs.run(session, lambda _done, _total: wanted())
