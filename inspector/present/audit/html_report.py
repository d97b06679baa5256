"""An audit as a self-contained HTML page: no script, no file beside it."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from inspector.analysis.audit.audit import Audit
from inspector.analysis.audit.finding import Finding
from inspector.core.problems import Problem
from inspector.present.audit.report_parts import audit_report_of
from inspector.present.html_page import html_page
from inspector.session.audit_stage import Signature
from inspector.session.session import Session


def audit_report(
    audit: Audit,
    findings: Sequence[Finding],
    session: Session,
    problems: Sequence[Problem] = (),
    fingerprint: str | None = None,
    signature: Signature | None = None,
) -> str:
    """Return the report of an audit as one HTML document; the parameters are those of the parts."""
    report = audit_report_of(audit, findings, session, problems, fingerprint, signature)
    # The picture is made here, from numbers and escaped labels.
    return html_page("audit", report=report, bar_svg=Markup(report.bar_svg))  # noqa: S704
