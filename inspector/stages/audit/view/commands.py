"""The commands of the Audit lens.

An audit as PDF: the same sections as the page, laid out on A4 with numbered pages.

The files that the Audit lens can write.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QSizeF, Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QFont,
    QImage,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextDocument,
)

from inspector.analysis.audit.audit import Outcome
from inspector.core.problems import Problem, Severity
from inspector.files.audit_bundle.index import SUFFIX
from inspector.files.audit_bundle.writing import save_bundle
from inspector.gui.commands import Choice, Command
from inspector.gui.lens import Exporter
from inspector.gui.slides_pdf import drawing_of
from inspector.gui.views.lens_exports import File, Made, exports_of, json_text, rows, rows_of
from inspector.language import tr
from inspector.present.html_page import html_page
from inspector.stage import Part
from inspector.stages.audit.inbox import ORDER
from inspector.stages.audit.report import AuditReport, audit_report, audit_report_of
from inspector.stages.audit.results import audit_result
from inspector.stages.audit.runs import AuditView
from inspector.stages.audit.view.inbox_list import SORTINGS
from inspector.stages.audit.view.inbox_list import TITLES as INBOX_TITLES
from inspector.stages.audit.view.lens import AuditLens
from inspector.stages.audit.view.tables import AuditTable


def audit_commands(lens: AuditLens) -> Sequence[Command]:
    """Return what can be done in the lens while it is in sight."""

    def shown() -> bool:
        return lens.view is not None

    def findings() -> bool:
        return lens.view is not None and bool(lens.view.findings)

    def has_request() -> bool:
        return lens.context.store.session.request is not None and not lens.runner.busy

    def signed() -> bool:
        return lens.context.store.session.audit.sign_off is not None

    return (
        Command(
            "audit-open",
            tr("Open a manifest or inputs…"),
            tr("Opens a manifest, the inputs it is replayed with, or an audit bundle."),
            lens.choose_files,
        ),
        Command(
            "audit-own-run",
            tr("Audit this run"),
            tr("Puts the manifest that the open inputs lead to under audit, to sign it off."),
            lens.audit_own_run,
            enabled=has_request,
        ),
        Command(
            "audit-close",
            tr("Close the manifest"),
            tr("Takes the manifest and its sign-off out of the session; the inputs stay."),
            lens.close_manifest,
            enabled=shown,
        ),
        Command(
            "audit-next-failed",
            tr("Next failed manifest"),
            tr("Shows the next manifest of the inbox that failed, those not signed off first."),
            lens.next_failed,
            group=1,
            keys=("N",),
            enabled=lambda: any(one.outcome is Outcome.FAILED for one in lens.lines),
        ),
        Command(
            "audit-only",
            tr("Show manifests of one verdict"),
            tr("Narrows the inbox to those of one verdict, or shows all again."),
            choices=lambda: [
                Choice("all", tr("All"), lambda: lens.inputs.inbox.show_only(None)),
                *(
                    Choice(one.value, INBOX_TITLES[one], partial(lens.inputs.inbox.show_only, one))
                    for one in ORDER
                ),
            ],
            group=1,
            enabled=shown,
        ),
        Command(
            "audit-sort",
            tr("Sort the inbox"),
            tr("Lists first what failed or is undecided, or goes by request or as it was opened."),
            choices=lambda: [
                Choice(one.value, title, partial(lens.inputs.inbox.sort_by, one))
                for one, title in SORTINGS.items()
            ],
            group=1,
            enabled=shown,
        ),
        Command(
            "audit-follow",
            tr("Follow a folder of receipts…"),
            tr("Tells what is lost now, and why, while receipts are written into the folder."),
            lens.followed.choose_folder,
            group=2,
        ),
        Command(
            "audit-follow-file",
            tr("Follow this file of receipts"),
            tr("Tells what is lost now, and why, while receipts are appended to the open file."),
            lens.followed.follow_open_file,
            group=2,
            enabled=lambda: (
                lens.context.store.session.audit.receipt_line is not None
                and lens.context.store.session.source(Part.AUDIT) is not None
            ),
        ),
        Command(
            "audit-follow-stop",
            tr("Stop following"),
            tr("Follows no receipts any more."),
            lens.followed.follower.stop,
            group=2,
            enabled=lambda: lens.followed.follower.following is not None,
        ),
        Command(
            "audit-report",
            tr("Report for all manifests…"),
            tr("Writes one report for every manifest of the inbox."),
            lens.inbox.write_report,
            group=2,
            enabled=shown,
        ),
        Command(
            "audit-next-finding",
            tr("Next finding"),
            tr("Selects the next finding."),
            lambda: lens.step_finding(1),
            group=1,
            keys=("Ctrl+Alt+Down",),
            enabled=findings,
        ),
        Command(
            "audit-previous-finding",
            tr("Previous finding"),
            tr("Selects the finding before."),
            lambda: lens.step_finding(-1),
            group=1,
            keys=("Ctrl+Alt+Up",),
            enabled=findings,
        ),
        Command(
            "audit-whole",
            tr("Select the whole audit"),
            tr("Shows what the audit comes to, on the right."),
            lambda: lens.select(""),
            group=1,
            enabled=lambda: shown() and bool(lens.subject),
        ),
        Command(
            "audit-table",
            tr("Show a table of the audit"),
            tr("Brings findings, rows, notes or the history in sight."),
            choices=lens.tables.choices,
            group=1,
        ),
        Command(
            "audit-filter",
            tr("Filter the table"),
            tr("Goes to the filter of the table in sight."),
            lens.tables.focus_filter,
            group=1,
            keys=("Ctrl+Alt+F",),
        ),
        Command(
            "audit-sign",
            tr("Sign off…"),
            tr("Goes to the form in which a reviewer signs what is open."),
            lens.form.focus_first,
            group=2,
            enabled=shown,
        ),
        Command(
            "audit-withdraw",
            tr("Withdraw the sign-off"),
            tr("Takes the reviewer's word out of the session."),
            lens.withdraw,
            group=2,
            enabled=signed,
        ),
    )


_DPI = 96  # one unit of the layout is a pixel, as in the window
_MARGIN, _FOOT = 52, 28
_STYLE = """
h1 { font-size: 20px; margin-bottom: 2px; }
h2 { font-size: 14px; margin-top: 22px; margin-bottom: 6px; }
.quiet { color: #566073; font-weight: normal; }
.right { background-color: #e3f1eb; color: #00553e; }
.open { background-color: #eef1f4; color: #3b4656; }
.wrong { background-color: #fbe9e4; color: #8c2716; }
.large { font-size: 18px; font-weight: bold; }
.figure { background-color: #f5f7fa; }
.mono { font-family: "DejaVu Sans Mono"; font-size: 8px; }
th { color: #566073; font-size: 10px; background-color: #f5f7fa; }
"""


def pdf_report(report: AuditReport) -> bytes:
    """Return the report as a PDF file."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(report.title)
    writer.setCreator(tr("Context Budget Inspector"))
    writer.setResolution(_DPI)
    writer.setPageLayout(
        QPageLayout(
            QPageSize(QPageSize.PageSizeId.A4), QPageLayout.Orientation.Portrait, QMarginsF()
        )
    )
    whole = QRectF(0, 0, writer.width(), writer.height())
    room = whole.adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN - _FOOT)
    document = _document(report, room.size())
    _paint(document, writer, room, report.title)
    buffer.close()
    return bytes(data.data())


def _document(report: AuditReport, size: QSizeF) -> QTextDocument:
    document = QTextDocument()
    font = QFont("Inter")
    font.setPixelSize(11)
    document.setDefaultFont(font)
    document.setDocumentMargin(0)
    document.setDefaultStyleSheet(_STYLE)
    if report.bar_svg:
        kind = QTextDocument.ResourceType.ImageResource.value
        document.addResource(kind, QUrl("bar"), _picture(report.bar_svg, round(size.width())))
    document.setHtml(html_page("audit-print", report=report, width=round(size.width())))
    document.setPageSize(size)
    return document


def _picture(svg: str, width: int) -> QImage:
    """Return a drawing at three times the size, so that it is sharp when it is printed."""
    renderer = drawing_of(svg)
    size = renderer.defaultSize()
    wide = 3 * width
    picture = QImage(
        wide, round(wide * size.height() / max(1, size.width())), QImage.Format.Format_ARGB32
    )
    picture.fill(Qt.GlobalColor.white)
    painter = QPainter(picture)
    renderer.render(painter)
    painter.end()
    return picture


def _paint(document: QTextDocument, writer: QPdfWriter, room: QRectF, title: str) -> None:
    pages = document.pageCount()
    painter = QPainter(writer)
    foot = QFont(document.defaultFont())
    foot.setPixelSize(9)
    for page in range(pages):
        if page:
            writer.newPage()
        painter.save()
        painter.translate(room.left(), room.top() - page * room.height())
        document.drawContents(painter, QRectF(0, page * room.height(), room.width(), room.height()))
        painter.restore()
        painter.setFont(foot)
        painter.setPen(QColor("#566073"))
        line = QRectF(room.left(), room.bottom() + 8, room.width(), _FOOT)
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft, title)
        painter.drawText(
            line,
            Qt.AlignmentFlag.AlignRight,
            tr("Page {page} of {pages}", page=page + 1, pages=pages),
        )
    painter.end()


_BUSY = Problem(
    Severity.NOTE,
    "audit.busy",
    tr("The manifest is still being audited; nothing was written."),
    tr("Write it when that is done."),
)


def audit_exporters(lens: AuditLens) -> tuple[Exporter, ...]:
    """Return everything that can be written of the audit that is shown."""

    def at_rest(make: Callable[[AuditView], Made]) -> Callable[[AuditView], Made]:
        return lambda view: _BUSY if lens.runner.busy else make(view)

    def bundle(_view: AuditView, path: Path, *, contents: bool) -> Sequence[Problem]:
        if lens.runner.busy:
            return (_BUSY,)
        return save_bundle(lens.context.store.session, path, lens.runs, contents=contents)

    files = (
        File(
            f"bundle{SUFFIX}",
            tr("bundle with all inputs"),
            tr("One file with manifest, inputs, ledger, notes and sign-off; every part is hashed."),
            partial(bundle, contents=True),
            to_path=True,
        ),
        File(
            f"bundle-without-contents{SUFFIX}",
            tr("bundle without contents"),
            tr("The same without the texts of cards and files; hashes and token counts stay."),
            partial(bundle, contents=False),
            to_path=True,
        ),
        File(
            "report.html",
            tr("report as HTML"),
            tr("A self-contained page to file: outcome, findings, reasons, notes, fingerprints."),
            at_rest(_report),
        ),
        File(
            "report-pdf.pdf",
            tr("report as PDF"),
            tr("The same report on numbered pages."),
            at_rest(_pdf),
        ),
        File(
            "audit.json",
            tr("result as JSON"),
            tr("Every finding and difference, with places and causes."),
            at_rest(_result),
        ),
        *(
            rows_of(lens.tables, table)
            for table in (AuditTable.FINDINGS, AuditTable.CARDS, AuditTable.BUCKETS)
        ),
        rows("audit-rows.csv", tr("Rows"), lambda _view: lens.tables.rows()),
    )
    return exports_of("audit", tr("Audit"), lambda: lens.view, files)


def _report(view: AuditView) -> str:
    return "" if view.audit is None else audit_report(view, view.done.input_problems)


def _pdf(view: AuditView) -> bytes:
    return (
        b"" if view.audit is None else pdf_report(audit_report_of(view, view.done.input_problems))
    )


def _result(view: AuditView) -> str:
    if view.audit is None:
        return ""
    name = view.session.source(Part.AUDIT) or "manifest"
    return json_text(audit_result(view, name, view.done.input_problems))
