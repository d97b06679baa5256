"""Audits the session's manifest whenever it or its inputs change, in a worker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject

from inspector.analysis.audit.audit import Audit
from inspector.analysis.audit.finding import Finding
from inspector.analysis.audit_runs import audit_of
from inspector.analysis.injection_runs import InjectionRuns
from inspector.analysis.watched_counter import Watch, unwatched
from inspector.files import manifest_document
from inspector.files.audit_bundle.writing import bundle_fingerprint
from inspector.files.signatures import check_signature
from inspector.gui.views.worker import BackgroundRunner, Wanted
from inspector.language import tr
from inspector.session.audit_stage import Signature
from inspector.session.session import Part, Session
from inspector.session.store import Store


@dataclass(frozen=True, eq=False)
class AuditView:
    """The audit of one session. ``audit`` is None where no manifest is open.

    ``fingerprint`` is what a sign-off is given for, ``signature`` the checked one of the sign-off;
    both are worked out only where there is one.
    """

    session: Session
    audit: Audit | None
    findings: tuple[Finding, ...] = ()
    fingerprint: str | None = None
    signature: Signature | None = None

    @property
    def sign_off_holds(self) -> bool | None:
        """Whether the sign-off was given for what is there; None without one."""
        word = self.session.audit.sign_off
        return None if word is None else word.fingerprint == self.fingerprint


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


def audit_view(session: Session, runs: InjectionRuns, watch: Watch = unwatched) -> AuditView:
    """Audit a session's manifest; every finding has its place in the manifest's text."""
    text = session.audit.manifest
    if text is None:
        return AuditView(session, None)
    document = manifest_document(text, session.source(Part.AUDIT) or "manifest.json")
    audit = audit_of(document.value, document.problems, session, runs, watch)
    signed = session.audit.sign_off is not None
    return AuditView(
        session,
        audit,
        tuple(document.placed(audit.findings)),
        bundle_fingerprint(session, runs) if signed else None,
        check_signature(session.audit.sign_off),
    )
