"""The left column of an audit: the inbox, the manifest that is shown, and its inputs.

The inbox at work audits what is in it, goes to the next that failed, and reports on all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from inspector.analysis.audit.audit import Outcome
from inspector.analysis.injection_runs import InjectionRuns
from inspector.core.problems import Problem
from inspector.files.saving import save_bytes
from inspector.gui.boxes import text_label
from inspector.gui.lens import LensContext
from inspector.gui.messages import Done, FileChoice, not_written
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.section_column import SectionColumn
from inspector.gui.views.worker import Worker
from inspector.language import tr
from inspector.session.audit_edits import (
    alone_in_inbox,
    inbox_of,
    inputs_are_current,
    show_manifest,
    with_audited_inputs,
)
from inspector.session.audit_stage import InboxManifest
from inspector.session.session import Session
from inspector.stages.audit.inbox import (
    InboxLine,
    first_failed,
    folder_report,
    in_order,
    inbox_lines,
    next_of,
    place_of,
)
from inspector.stages.audit.runs import AuditView, audit_view
from inspector.stages.audit.summary import given_lines, input_lines, manifest_lines
from inspector.stages.audit.view.inbox_list import InboxList
from inspector.stages.audit.view.runner import InboxRunner

_BREAKS = re.compile(r"[-_/.:]")


class FactsGrid(QWidget):
    """Shows facts as ``(label, value)``; the values are named ``{name}.{label}``."""

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._theme = theme
        self._facts: tuple[tuple[str, str], ...] = ()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(10, 0, 0, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)

    def show_facts(self, facts: Sequence[tuple[str, str]]) -> None:
        """Show other facts."""
        if tuple(facts) == self._facts:
            return
        self._facts = tuple(facts)
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.setParent(None)  # or the next one has its name beside it for a while
                widget.deleteLater()
        for row, (label, value) in enumerate(self._facts):
            self._grid.addWidget(self._label(label, muted=True), row, 0)
            shown = self._label(value, muted=False)
            shown.setObjectName(f"{self.objectName()}.{row}")
            shown.setAccessibleName(f"{label}: {value}")
            shown.setToolTip(value)
            self._grid.addWidget(shown, row, 1)
        self.setVisible(bool(self._facts))

    def _label(self, text: str, *, muted: bool) -> QLabel:
        # A long id without a space would make the column as wide as it is.
        breakable = text if muted else _BREAKS.sub("\\g<0>\u200b", text)
        font, role = self._theme.font(FontRole.BODY), "muted" if muted else ""
        label = text_label("", self, breakable, wraps=not muted, font=font, role=role)
        label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        return label


_SECTIONS = (
    ("inbox", tr("Inbox"), True),
    ("inputs", tr("Inputs"), True),
    ("manifest", tr("Under audit"), False),
)


class AuditSubjectView(SectionColumn):
    """Says what is under audit and against what; files are opened or dropped anywhere.

    Buttons are ``manifest.open``, ``manifest.close``, ``inputs.open`` and ``inputs.current``.
    """

    open_asked = Signal()
    close_asked = Signal()
    current_asked = Signal()
    """Replay with the inputs that the session has now."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("inputs", parent)
        self._add_sections(_SECTIONS, theme)
        self._told_of: str | None = None
        self.inbox = InboxList(theme, self._content)
        self._manifest = FactsGrid("manifest.facts", theme, self._content)
        told = tr("No manifest is open. Open or drop one, or an audit bundle (*.audit.zip).")
        self._no_manifest = self._hint("manifest.hint", told, theme)
        self._given = FactsGrid("inputs.facts", theme, self._content)
        told = tr(
            "No request is open, so nothing is replayed. Open or drop a session, or policy,"
            " candidates and request."
        )
        self._no_inputs = self._hint("inputs.hint", told, theme)
        self._open = self._button("manifest.open", tr("Open manifest…"))
        self._close = self._button("manifest.close", tr("Close it"))
        self._add = self._button("inputs.open", tr("Open inputs…"))
        self._current = self._button("inputs.current", tr("Use current inputs"))
        told = tr("Frozen when the manifest was opened. The session's inputs were changed since.")
        self._frozen = self._hint("inputs.frozen", told, theme)
        self._open.clicked.connect(self.open_asked)
        self._add.clicked.connect(self.open_asked)
        self._current.clicked.connect(self.current_asked)
        self._close.clicked.connect(self.close_asked)
        row = self._row(self._open, self._close)
        self._fill("inbox", self._no_manifest, self.inbox)
        self._fill("manifest", self._manifest, row)
        buttons = self._row(self._add, self._current)
        self._fill("inputs", self._no_inputs, self._given, self._frozen, buttons)

    def _hint(self, name: str, text: str, theme: Theme) -> QLabel:
        label = self._label(name, theme, FontRole.BODY, muted=True)
        label.setText(text)
        return label

    def set_session(self, session: Session) -> None:
        """Show what is open, before it is audited."""
        open_now = session.audit.manifest is not None
        self._no_manifest.setVisible(not open_now)
        self.inbox.setVisible(open_now)
        self._close.setVisible(open_now)
        is_receipt = session.audit.receipt_line is not None
        facts = () if is_receipt else input_lines(with_audited_inputs(session))
        changed = open_now and not inputs_are_current(session)
        self._frozen.setVisible(changed)
        self._current.setVisible(changed)
        if not is_receipt or session.audit.manifest is not self._told_of:
            self._given.show_facts(facts)
        self._no_inputs.setVisible(not facts and not is_receipt)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Give the inbox the room that there is."""
        super().resizeEvent(event)
        self.inbox.set_room(self.viewport().height())

    def forget(self) -> None:
        """Show nothing of what was audited."""
        self._manifest.show_facts(())

    def set_view(self, view: AuditView) -> None:
        """Show what was audited, and the request that it was replayed with."""
        session = view.session
        self._manifest.show_facts(manifest_lines(view.audit, session))
        self._told_of = session.audit.manifest
        self._given.show_facts(given_lines(view))


class Inbox(QObject):
    """Joins the list of manifests to what audits them."""

    changed = Signal()
    """Another verdict is known."""
    failed = Signal(object)
    """A ``Failure``: an exception that nobody expected."""
    refused = Signal(str, str)
    """What was not done, and why."""

    def __init__(self, context: LensContext, shown: InboxList, parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._list = context, shown
        self.runner = InboxRunner(context.store, parent=self)
        self._reporter = Worker(self)
        saved = context.store.saved
        self._there: tuple[InboxManifest, ...] = inbox_of(saved) if saved else ()
        self._came: tuple[str, frozenset[int]] | None = None  # what is shown of a folder opened now
        self.runner.found.connect(lambda _some: self._tell())
        self.runner.finished.connect(lambda _all: self._tell())
        self.runner.failed.connect(self.failed)
        self._reporter.failed.connect(self.failed)

    def close(self) -> None:
        """End all work."""
        self.runner.close()
        self._reporter.close()

    @property
    def lines(self) -> tuple[InboxLine, ...]:
        """The manifests of the inbox, with what is known of each by now."""
        return inbox_lines(self._context.store.session, self.runner.verdicts)

    def refresh(self) -> None:
        """Show what is known by now; of several that were opened together, one that failed."""
        self._note_what_came()
        self._list.show_lines(self.lines, self._context.store.session.audit.place)

    def _note_what_came(self) -> None:
        store, there = self._context.store, self._there
        self._there = inbox_of(store.session)
        before = {id(one.manifest) for one in there}
        new = [at for at, one in enumerate(self._there) if id(one.manifest) not in before]
        shown = store.session.audit.manifest
        is_opened = store.before is not None and store.redo_label is None
        if len(new) > 1 and is_opened and shown is not None:
            self._came = shown, frozenset(new)
        elif self._came is not None and shown is not self._came[0]:
            self._came = None  # somebody has chosen another one by now

    def _tell(self) -> None:
        self.changed.emit()
        if self._came is None:
            return
        place = first_failed(self.lines, self._context.store.session.audit.place, self._came[1])
        if place is not None or not self.runner.busy:
            self._came = None
        if place is not None:
            self.show(place)

    def show(self, place: int) -> None:
        """Show the manifest at a place."""
        store = self._context.store
        if place != store.session.audit.place:
            store.commit(tr("Show another manifest"), show_manifest(place))

    def next_failed(self) -> int | None:
        """Return the place of the next manifest that failed; all are listed again then."""
        lines = in_order(self.lines, self._list.sorting)
        place = next_of(lines, Outcome.FAILED, self._context.store.session.audit.place)
        if place is not None:
            self._list.show_only(None)
        return place

    def write_report(self) -> None:
        """Let a file be named, and write one report for all manifests."""
        named = next((one.source for one in self.lines if one.source), "")
        suggested = Path(named).parent / "audit-report.html"
        target = self._context.messages.choose_target(
            FileChoice(tr("Report for all manifests"), (tr("HTML (*.html)"),), suggested)
        )
        if target is None:
            return
        session, runs = self._context.store.session, InjectionRuns()

        def make() -> tuple[Problem, ...]:
            views = [
                (
                    Path(place_of(one) or "manifest").name,
                    audit_view(alone_in_inbox(one)(session), runs),
                )
                for one in inbox_of(session)
            ]
            page = folder_report(views, session.title or Path(named).parent.name or tr("an inbox"))
            return save_bytes(page.encode("utf-8", "backslashreplace"), target)

        def told(problems: tuple[Problem, ...]) -> None:
            if problems:
                self._context.messages.tell(not_written(target.name, problems))
            else:
                self._context.messages.say(Done(tr("Wrote {name}.", name=target.name), target))

        self._context.messages.say(Done(tr("Writing {name} …", name=target.name)))
        self._reporter.ask(tr("writing the report"), make, told)
