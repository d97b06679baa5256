"""The files that the Audit lens can write.

An audit as PDF: the same sections as the page, laid out on A4 with numbered pages.
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

from inspector.core.problems import Problem, Severity
from inspector.files.audit_bundle.index import SUFFIX
from inspector.files.audit_bundle.writing import save_bundle
from inspector.gui.lens import Exporter
from inspector.gui.story_export import drawing_of
from inspector.gui.views.lens_exports import File, Made, exports_of, json_text, rows, rows_of
from inspector.language import tr
from inspector.present.html_page import html_page
from inspector.stage import Part
from inspector.stages.audit.report import AuditReport, audit_report, audit_report_of
from inspector.stages.audit.results import audit_result
from inspector.stages.audit.runs import AuditView
from inspector.stages.audit.view.lens import AuditLens
from inspector.stages.audit.view.tables import AuditTable

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
