"""The files that the Audit lens can write."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from inspector.core.problems import Problem, Severity
from inspector.files import write_atomically
from inspector.files.audit_bundle.index import SUFFIX
from inspector.files.audit_bundle.writing import bundle_fingerprint, save_bundle
from inspector.files.audit_results import audit_result
from inspector.gui.lens import Exporter
from inspector.gui.views.audit.audit_runner import AuditView
from inspector.gui.views.audit.tables import TITLES, AuditTable
from inspector.language import tr
from inspector.present.audit.html_report import audit_report
from inspector.present.audit.report_parts import audit_report_of
from inspector.present.table import ExportFormat, ExportRequest
from inspector.session.session import Part

if TYPE_CHECKING:
    from inspector.gui.views.audit.lens import AuditLens

_BUSY = Problem(
    Severity.NOTE,
    "audit.busy",
    tr("The manifest is still being audited; nothing was written."),
    tr("Write it when that is done."),
)


def audit_exporters(lens: AuditLens) -> tuple[Exporter, ...]:
    """Return everything that can be written of the audit that is shown."""

    def exporter(
        name: str,
        title: str,
        help_text: str,
        suffix: str,
        write: Callable[[AuditView, Path], object],
    ) -> Exporter:
        def written(path: Path) -> Sequence[Problem]:
            view = lens.view
            if view is None or lens.runner.busy:
                return (_BUSY,)
            found = write(view, path)
            return found if isinstance(found, tuple) else ()

        kind = suffix.rpartition(".")[2].upper()
        return Exporter(
            f"audit.{name}",
            title,
            help_text,
            f"{kind} (*{suffix})",
            f"{name}{suffix}",
            written,
            lambda: lens.view is not None,
        )

    def table(which: AuditTable) -> Callable[[AuditView, Path], object]:
        def write(_view: AuditView, path: Path) -> None:
            data = lens.tables.table(which)
            if data is not None:
                columns = tuple(column.id for column in data.columns)
                rows = np.arange(data.row_count)
                text = ExportRequest(ExportFormat.CSV, data, rows, columns).text()
                write_atomically(path, text.encode())

        return write

    return (
        exporter(
            "bundle",
            tr("Audit: bundle with all inputs…"),
            tr("One file with manifest, inputs, ledger, notes and sign-off; every part is hashed."),
            SUFFIX,
            lambda _view, path: save_bundle(
                lens.context.store.session, path, lens.runner.runs, contents=True
            ),
        ),
        exporter(
            "bundle-without-contents",
            tr("Audit: bundle without contents…"),
            tr("The same without the texts of cards and files; hashes and token counts stay."),
            SUFFIX,
            lambda _view, path: save_bundle(
                lens.context.store.session, path, lens.runner.runs, contents=False
            ),
        ),
        exporter(
            "report",
            tr("Audit: report as HTML…"),
            tr("A self-contained page to file: outcome, findings, reasons, notes, fingerprints."),
            ".html",
            lambda view, path: write_atomically(path, _report(lens, view).encode()),
        ),
        exporter(
            "report-pdf",
            tr("Audit: report as PDF…"),
            tr("The same report on numbered pages."),
            ".pdf",
            lambda view, path: write_atomically(path, _pdf(lens, view)),
        ),
        exporter(
            "audit",
            tr("Audit: result as JSON…"),
            tr("Every finding and difference, with places and causes."),
            ".json",
            lambda view, path: write_atomically(path, _result(view).encode()),
        ),
        *(
            exporter(
                which.value,
                tr("Audit: {lower} as CSV…", lower=TITLES[which].lower()),
                tr("Every row and column of the table."),
                ".csv",
                table(which),
            )
            for which in (AuditTable.FINDINGS, AuditTable.ROWS)
        ),
    )


def _report(lens: AuditLens, view: AuditView) -> str:
    if view.audit is None:
        return ""
    fingerprint, problems = _fingerprint(lens, view), view.audit.input_problems
    return audit_report(view.audit, view.findings, view.session, problems, fingerprint)


def _pdf(lens: AuditLens, view: AuditView) -> bytes:
    # Imported late: what prints is needed by nothing else.
    from inspector.gui.views.audit.pdf_report import pdf_report

    if view.audit is None:
        return b""
    fingerprint, problems = _fingerprint(lens, view), view.audit.input_problems
    return pdf_report(
        audit_report_of(view.audit, view.findings, view.session, problems, fingerprint)
    )


def _fingerprint(lens: AuditLens, view: AuditView) -> str:
    return view.fingerprint or bundle_fingerprint(view.session, lens.runner.runs)


def _result(view: AuditView) -> str:
    if view.audit is None:
        return ""
    name = view.session.source(Part.AUDIT) or "manifest"
    problems, word = view.audit.input_problems, view.session.audit.sign_off
    result = audit_result(view.audit, name, view.findings, problems, word)
    return json.dumps(result, indent=2, ensure_ascii=False) + "\n"
