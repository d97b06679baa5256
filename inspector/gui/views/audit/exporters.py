"""The files that the Audit lens can write."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from inspector.core.problems import Problem, Severity
from inspector.files.audit_bundle.index import SUFFIX
from inspector.files.audit_bundle.writing import bundle_fingerprint, save_bundle
from inspector.files.audit_results import audit_result
from inspector.gui.lens import Exporter
from inspector.gui.views.audit.audit_runner import AuditView
from inspector.gui.views.audit.lens import AuditLens
from inspector.gui.views.audit.tables import TITLES, AuditTable
from inspector.gui.views.lens_exports import LensExports, Made, json_text
from inspector.language import in_sentence_case, tr
from inspector.present.audit.html_report import audit_report
from inspector.present.audit.report_parts import audit_report_of
from inspector.session.session import Part

_BUSY = Problem(
    Severity.NOTE,
    "audit.busy",
    tr("The manifest is still being audited; nothing was written."),
    tr("Write it when that is done."),
)


def audit_exporters(lens: AuditLens) -> tuple[Exporter, ...]:
    """Return everything that can be written of the audit that is shown."""
    made = LensExports("audit", lambda: lens.view)

    def at_rest(make: Callable[[AuditView], Made]) -> Callable[[AuditView], Made]:
        return lambda view: _BUSY if lens.runner.busy else make(view)

    def bundle(*, contents: bool) -> Callable[[AuditView, Path], Sequence[Problem]]:
        def write(_view: AuditView, path: Path) -> Sequence[Problem]:
            if lens.runner.busy:
                return (_BUSY,)
            session, runs = lens.context.store.session, lens.runner.runs
            return save_bundle(session, path, runs, contents=contents)

        return write

    return (
        made.writer(
            f"bundle{SUFFIX}",
            tr("Audit: bundle with all inputs…"),
            tr("One file with manifest, inputs, ledger, notes and sign-off; every part is hashed."),
            bundle(contents=True),
        ),
        made.writer(
            f"bundle-without-contents{SUFFIX}",
            tr("Audit: bundle without contents…"),
            tr("The same without the texts of cards and files; hashes and token counts stay."),
            bundle(contents=False),
        ),
        made.file(
            "report.html",
            tr("Audit: report as HTML…"),
            tr("A self-contained page to file: outcome, findings, reasons, notes, fingerprints."),
            at_rest(lambda view: _report(lens, view)),
        ),
        made.file(
            "report-pdf.pdf",
            tr("Audit: report as PDF…"),
            tr("The same report on numbered pages."),
            at_rest(lambda view: _pdf(lens, view)),
        ),
        made.file(
            "audit.json",
            tr("Audit: result as JSON…"),
            tr("Every finding and difference, with places and causes."),
            at_rest(_result),
        ),
        *(
            made.rows(
                f"{table.value}.csv",
                tr("Audit: {title} as CSV…", title=in_sentence_case(TITLES[table])),
                lambda _view, table=table: lens.tables.table(table),  # type: ignore[misc]  # a default binds the loop's value
            )
            for table in (AuditTable.FINDINGS, AuditTable.ROWS)
        ),
    )


def _report(lens: AuditLens, view: AuditView) -> str:
    if view.audit is None:
        return ""
    fingerprint, problems = _fingerprint(lens, view), view.audit.input_problems
    return audit_report(
        view.audit, view.findings, view.session, problems, fingerprint, view.signature
    )


def _pdf(lens: AuditLens, view: AuditView) -> bytes:
    # Imported late: what prints is needed by nothing else.
    from inspector.gui.views.audit.pdf_report import pdf_report

    if view.audit is None:
        return b""
    fingerprint, problems = _fingerprint(lens, view), view.audit.input_problems
    return pdf_report(
        audit_report_of(
            view.audit, view.findings, view.session, problems, fingerprint, view.signature
        )
    )


def _fingerprint(lens: AuditLens, view: AuditView) -> str:
    return view.fingerprint or bundle_fingerprint(view.session, lens.runner.runs)


def _result(view: AuditView) -> str:
    if view.audit is None:
        return ""
    name = view.session.source(Part.AUDIT) or "manifest"
    problems, word = view.audit.input_problems, view.session.audit.sign_off
    return json_text(audit_result(view.audit, name, view.findings, problems, word, view.signature))
