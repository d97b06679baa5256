"""Reading what a session holds for an audit: a manifest, or the whole part."""

from __future__ import annotations

from inspector.files.checking import check
from inspector.files.findings import Findings, Parsed
from inspector.files.source import Source
from inspector.session.audit_stage import AuditStage


def audit_part(parsed: Parsed, found: Findings, _folder: str) -> AuditStage | None:
    """Return the part of a parsed value."""
    return check(AuditStage, parsed, found, what="audit")


def manifest_file(source: Source, path: str, found: Findings) -> tuple[bool, AuditStage | None]:
    """Return that a file of its own is a manifest, and the audit of that."""
    from inspector.files.manifests import read_audit

    return True, read_audit(source, path, found)
