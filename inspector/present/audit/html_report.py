"""An audit as a self-contained HTML page: no script, no file beside it."""

from __future__ import annotations

from collections.abc import Sequence

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from inspector import resources
from inspector.analysis.audit.audit import Audit
from inspector.analysis.audit.finding import Finding
from inspector.core.problems import Problem
from inspector.language import spoken, tr
from inspector.present.audit.report_parts import audit_report_of
from inspector.session.session import Session


def audit_report(
    audit: Audit,
    findings: Sequence[Finding],
    session: Session,
    problems: Sequence[Problem] = (),
    fingerprint: str | None = None,
) -> str:
    """Return the report of an audit as one HTML document; the parameters are those of the parts."""
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, keep_trailing_newline=True
    )
    template = environment.from_string(resources.read_text("report/audit.html.j2"))
    report = audit_report_of(audit, findings, session, problems, fingerprint)
    # The picture is made here, from numbers and escaped labels.
    return template.render(
        report=report,
        bar_svg=Markup(report.bar_svg),  # noqa: S704
        tr=tr,
        language=spoken(),
    )
