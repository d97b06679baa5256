"""Audits the session's manifest whenever it or its inputs change, in a worker."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from inspector.analysis.injection_runs import InjectionRuns
from inspector.gui.views.worker import BackgroundRunner, Wanted
from inspector.language import tr
from inspector.session.session import Session
from inspector.session.store import Store
from inspector.stages.audit.runs import AuditView, audit_view


class AuditRunner(BackgroundRunner[AuditView]):
    """Answers every change of the session that concerns an audit, while somebody looks."""

    def __init__(self, store: Store, parent: QObject | None = None) -> None:
        super().__init__(store, tr("auditing the manifest"), parent, active=False)
        self._runs = InjectionRuns()

    @property
    def runs(self) -> InjectionRuns:
        """What runs the inputs. One thread at a time may use it: not while the runner is busy."""
        return self._runs

    def _inputs(self, session: Session) -> tuple[object, ...]:
        return (
            id(session.audit),
            session.notes,
            session.sources,
            # Frozen inputs are part of what is under audit; others are the session's own.
            None
            if session.audit.inputs is not None
            else (
                session.policy,
                id(session.candidates),
                id(session.request),
                id(session.requests),
                session.strategy,
                session.settings,
            ),
        )

    def _at_once(self, session: Session) -> AuditView | None:
        return AuditView(session, None) if session.audit.manifest is None else None

    def _job(self, session: Session, wanted: Wanted) -> Callable[[], AuditView]:
        return lambda: audit_view(session, self._runs, lambda _done, _all: wanted())
