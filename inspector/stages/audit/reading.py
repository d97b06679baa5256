"""Reading what a session holds for an audit: a manifest, or the whole part."""

from __future__ import annotations

from inspector.files.checking import check
from inspector.files.findings import Findings, Parsed
from inspector.files.source import Source
from inspector.session.audit_edits import read_from
from inspector.session.audit_stage import AuditStage


def audit_part(parsed: Parsed, found: Findings, _folder: str) -> AuditStage | None:
    """Return the part of a parsed value."""
    return check(AuditStage, parsed, found, what="audit")


def manifest_file(source: Source, path: str, found: Findings) -> tuple[bool, AuditStage | None]:
    """Return that a file of its own is a manifest, or receipts, and the audit of that."""
    from inspector.files.kinds import Kind, kind_of
    from inspector.files.manifests import read_audit
    from inspector.files.receipts import read_receipts

    if kind_of(source, path, Findings()) is Kind.RECEIPTS:
        stage = read_receipts(source, path, found)
        return True, None if stage is None else read_from(stage, path)
    return True, read_audit(source, path, found)
