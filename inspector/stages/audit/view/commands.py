"""What can be done in the Audit lens: its commands, and the files that it can write.

An audit as PDF has the sections of the page, laid out on A4 with numbered pages.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
from inspector.gui.commands import Choice, command
from inspector.gui.lens import Exporter
from inspector.gui.story_export import drawing_of
from inspector.gui.views.lens_exports import File, Made, exports_of, json_text, rows, rows_of
from inspector.language import tr
from inspector.present.html_page import html_page
from inspector.stage import Part
from inspector.stages.audit.inbox import ORDER
from inspector.stages.audit.report import AuditReport, audit_report, audit_report_of
from inspector.stages.audit.results import audit_result
from inspector.stages.audit.runs import AuditView
from inspector.stages.audit.summary import OUTCOME_TITLES
from inspector.stages.audit.view.inbox_list import SORTINGS
from inspector.stages.audit.view.lens import AuditLens
from inspector.stages.audit.view.tables import AuditTable


def _shown(self: AuditCommands) -> bool:
    return self.lens.view is not None


def _has_findings(self: AuditCommands) -> bool:
    return self.lens.view is not None and bool(self.lens.view.findings)


def _has_request(self: AuditCommands) -> bool:
    return self.lens.context.store.session.request is not None and not self.lens.runner.busy


def _has_failed(self: AuditCommands) -> bool:
    return any(one.outcome is Outcome.FAILED for one in self.lens.lines)


def _has_receipts(self: AuditCommands) -> bool:
    session = self.lens.context.store.session
    return session.audit.receipt_line is not None and session.source(Part.AUDIT) is not None


@dataclass(frozen=True)
class AuditCommands:
    """What can be done in the lens."""

    lens: AuditLens

    def exporters(self) -> Sequence[Exporter]:
        """Return the files that can be written of what it shows."""
        return exports_of("audit", tr("Audit"), lambda: self.lens.view, _files(self.lens))

    @command("audit-open", tr("Open a manifest or inputs…"))
    def _open(self) -> None:
        """Opens a manifest, the inputs it is replayed with, or an audit bundle."""
        self.lens.choose_files()

    @command("audit-own-run", tr("Audit this run"), when=_has_request)
    def _audit_own_run(self) -> None:
        """Puts the manifest that the open inputs lead to under audit, to sign it off."""
        self.lens.audit_own_run()

    @command("audit-close", tr("Close the manifest"), when=_shown)
    def _close(self) -> None:
        """Takes the manifest and its sign-off out of the session; the inputs stay."""
        self.lens.close_manifest()

    @command("audit-next-failed", tr("Next failed manifest"), "N", group=1, when=_has_failed)
    def _next_failed(self) -> None:
        """Shows the next manifest of the inbox that failed, those not signed off first."""
        self.lens.next_failed()

    @command("audit-only", tr("Show manifests of one verdict"), group=1, when=_shown, offers=True)
    def _only(self) -> Sequence[Choice]:
        """Narrows the inbox to those of one verdict, or shows all again."""
        show_only = self.lens.inputs.inbox.show_only
        verdicts = [
            Choice(one.value, OUTCOME_TITLES[one], partial(show_only, one)) for one in ORDER
        ]
        return [Choice("all", tr("All"), partial(show_only, None)), *verdicts]

    @command("audit-sort", tr("Sort the inbox"), group=1, when=_shown, offers=True)
    def _sort(self) -> Sequence[Choice]:
        """Lists first what failed or is undecided, or goes by request or as it was opened."""
        sort_by = self.lens.inputs.inbox.sort_by
        return [Choice(one.value, title, partial(sort_by, one)) for one, title in SORTINGS.items()]

    @command("audit-follow", tr("Follow a folder of receipts…"), group=2)
    def _follow(self) -> None:
        """Tells what is lost now, and why, while receipts are written into the folder."""
        self.lens.followed.choose_folder()

    @command("audit-follow-file", tr("Follow this file of receipts"), group=2, when=_has_receipts)
    def _follow_file(self) -> None:
        """Tells what is lost now, and why, while receipts are appended to the open file."""
        self.lens.followed.follow_open_file()

    @command(
        "audit-follow-stop",
        tr("Stop following"),
        group=2,
        when=lambda self: self.lens.followed.follower.following is not None,
    )
    def _stop_following(self) -> None:
        """Follows no receipts any more."""
        self.lens.followed.follower.stop()

    @command("audit-report", tr("Report for all manifests…"), group=2, when=_shown)
    def _report(self) -> None:
        """Writes one report for every manifest of the inbox."""
        self.lens.inbox.write_report()

    @command("audit-next-finding", tr("Next finding"), "Ctrl+Alt+Down", group=1, when=_has_findings)
    def _next_finding(self) -> None:
        """Selects the next finding."""
        self._step_finding(1)

    @command(
        "audit-previous-finding", tr("Previous finding"), "Ctrl+Alt+Up", group=1, when=_has_findings
    )
    def _previous_finding(self) -> None:
        """Selects the finding before."""
        self._step_finding(-1)

    def _step_finding(self, by: int) -> None:
        view = self.lens.view
        if view is None or not view.findings:
            return
        kind, _, place = self.lens.subject.partition(":")
        now = int(place) if kind == "finding" and place.isdecimal() else -1 if by > 0 else 0
        self.lens.select(f"finding:{(now + by) % len(view.findings)}")

    @command(
        "audit-whole",
        tr("Select the whole audit"),
        group=1,
        when=lambda self: _shown(self) and bool(self.lens.subject),
    )
    def _select_whole(self) -> None:
        """Shows what the audit comes to, on the right."""
        self.lens.select("")

    @command("audit-table", tr("Show a table of the audit"), group=1, offers=True)
    def _table(self) -> Sequence[Choice]:
        """Brings findings, rows, notes or the history in sight."""
        return self.lens.tables.choices()

    @command("audit-filter", tr("Filter the table"), "Ctrl+Alt+F", group=1)
    def _filter(self) -> None:
        """Goes to the filter of the table in sight."""
        self.lens.tables.focus_filter()

    @command("audit-sign", tr("Sign off…"), group=2, when=_shown)
    def _sign(self) -> None:
        """Goes to the form in which a reviewer signs what is open."""
        self.lens.form.focus_first()

    @command(
        "audit-withdraw",
        tr("Withdraw the sign-off"),
        group=2,
        when=lambda self: self.lens.context.store.session.audit.sign_off is not None,
    )
    def _withdraw(self) -> None:
        """Takes the reviewer's word out of the session."""
        self.lens.withdraw()


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


def _files(lens: AuditLens) -> tuple[File, ...]:

    def at_rest(make: Callable[[AuditView], Made]) -> Callable[[AuditView], Made]:
        def made(view: AuditView) -> Made:
            if lens.runner.busy:
                return _BUSY
            return None if view.audit is None else make(view)

        return made

    def bundle(_view: AuditView, path: Path, *, contents: bool) -> Sequence[Problem]:
        if lens.runner.busy:
            return (_BUSY,)
        return save_bundle(lens.context.store.session, path, lens.runs, contents=contents)

    return (
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
            at_rest(lambda view: audit_report(view, view.done.input_problems)),
        ),
        File(
            "report-pdf.pdf",
            tr("report as PDF"),
            tr("The same report on numbered pages."),
            at_rest(lambda view: pdf_report(audit_report_of(view, view.done.input_problems))),
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


def _result(view: AuditView) -> str:
    name = view.session.source(Part.AUDIT) or "manifest"
    return json_text(audit_result(view, name, view.done.input_problems))
