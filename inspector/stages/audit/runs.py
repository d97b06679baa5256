"""Auditing the manifest of a session, with the places of what is found and what stands under it.

And how a session's part is read, from a manifest or as a whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from inspector.analysis.audit.audit import Audit
from inspector.analysis.audit.finding import Finding
from inspector.analysis.audit.receipts import receipt_pointer
from inspector.analysis.audit_runs import audit_of
from inspector.analysis.injection_runs import InjectionRuns
from inspector.analysis.watched_counter import Watch, unwatched
from inspector.core.problems import Place
from inspector.files import manifest_document
from inspector.files.audit_bundle.writing import bundle_fingerprint
from inspector.files.documents import check
from inspector.files.findings import Findings, Parsed
from inspector.files.manifests import check_signature
from inspector.files.source import Source
from inspector.session.audit_edits import read_from
from inspector.session.audit_stage import AuditStage, Signature, SignOff
from inspector.session.session import Session
from inspector.stage import Part


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
    def done(self) -> Audit:
        """The audit. Raises ``ValueError`` where no manifest is open."""
        if self.audit is None:
            raise ValueError("no manifest is open")
        return self.audit

    @property
    def sign_off_holds(self) -> bool | None:
        """Whether the sign-off was given for what is there; None without one."""
        word = self.session.audit.sign_off
        return None if word is None else word.fingerprint == self.fingerprint


def audited_inputs(session: Session) -> tuple[object, ...]:
    """Return what an audit depends on; large values by identity, which is quick."""
    audit, own = session.audit, None
    if audit.inputs is None:  # frozen ones are part of what is under audit
        large = (session.candidates, session.request, session.requests)
        own = (session.policy, *map(id, large), session.strategy, session.settings)
    return id(audit), session.notes, session.sources, own


def audit_view(
    session: Session, runs: InjectionRuns, watch: Watch = unwatched, name: str = ""
) -> AuditView:
    """Audit a session's manifest; every finding has its place in the manifest's text.

    ``name`` is what places call the manifest, where that is not the file that it was read from.
    """
    text = session.audit.manifest
    if text is None:
        return AuditView(session, None)
    named = name or session.source(Part.AUDIT) or "manifest.json"
    document = manifest_document(text, named)

    def of_receipt(findings: Iterable[Finding]) -> Iterator[Finding]:
        line = session.audit.receipt_line or 1
        for one in findings:
            where = receipt_pointer(one.place.pointer)
            yield replace(one, place=Place(named, line=line, pointer=where))

    audit = audit_of(document.value, document.problems, session, runs, watch)
    placed = of_receipt if audit.receipt is not None else document.placed
    word, bundle = session.audit.sign_off, session.audit.bundle
    return AuditView(
        session,
        audit,
        tuple(placed(audit.findings)),
        None if word is None and bundle is None else bundle_fingerprint(session, runs),
        check_signature(word),
    )


def sign_off_word(
    session: Session, runs: InjectionRuns, name: str, verdict: str, remark: str
) -> SignOff:
    """Return a reviewer's word, given now and unsigned, on what a session has under audit."""
    return SignOff.model_validate(
        {
            "name": name,
            "verdict": verdict,
            "remark": remark,
            "time": datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
            "fingerprint": bundle_fingerprint(session, runs),
        }
    )


def audit_part(parsed: Parsed, found: Findings, _folder: str) -> AuditStage | None:
    """Return the part of a parsed value."""
    return check(AuditStage, parsed, found, what="audit")


def manifest_file(source: Source, path: str, found: Findings) -> tuple[bool, AuditStage | None]:
    """Return that a file of its own is a manifest, or receipts, and the audit of that."""
    from inspector.files.kinds import FileKind, kind_of
    from inspector.files.manifests import read_audit
    from inspector.files.receipts import read_receipts

    if kind_of(source, path, Findings()) is FileKind.RECEIPTS:
        stage = read_receipts(source, path, found)
        return True, None if stage is None else read_from(stage, path)
    return True, read_audit(source, path, found)
