"""The inbox at work: it audits what is in it, goes to the next that failed, and reports on all."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from inspector.analysis.audit.audit import Outcome
from inspector.analysis.injection_runs import InjectionRuns
from inspector.core.problems import Problem
from inspector.files.saving import save_bytes
from inspector.gui.lens import LensContext
from inspector.gui.messages import Done, FileChoice
from inspector.gui.views.worker import Worker
from inspector.language import tr
from inspector.session.audit_edits import alone_in_inbox, inbox_of, show_manifest
from inspector.stages.audit.folder_report import folder_report
from inspector.stages.audit.inbox import InboxLine, inbox_lines, next_of, place_of
from inspector.stages.audit.runs import audit_view
from inspector.stages.audit.view.inbox_list import InboxList
from inspector.stages.audit.view.inbox_runner import InboxRunner


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
        self.runner.found.connect(lambda _some: self.changed.emit())
        self.runner.finished.connect(lambda _all: self.changed.emit())
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
        """Show what is known by now."""
        self._list.show_lines(self.lines, self._context.store.session.audit.place)

    def show(self, place: int) -> None:
        """Show the manifest at a place."""
        store = self._context.store
        if place != store.session.audit.place:
            store.commit(tr("Show another manifest"), show_manifest(place))

    def next_failed(self) -> int | None:
        """Return the place of the next manifest that failed; all are listed again then."""
        place = next_of(self.lines, Outcome.FAILED, self._context.store.session.audit.place)
        if place is not None:
            self._list.show_only(None)
        return place

    def write_report(self) -> None:
        """Let a file be named, and write one report for all manifests."""
        suggested = Path("audit-report.html")
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
            page = folder_report(views, session.title or tr("an inbox"))
            return save_bytes(page.encode("utf-8", "backslashreplace"), target)

        def told(problems: tuple[Problem, ...]) -> None:
            if problems:
                self.refused.emit(tr("The report was not written."), problems[0].message)
            else:
                self._context.messages.say(Done(tr("Wrote {name}.", name=target.name), target))

        self._reporter.ask(tr("writing the report"), make, told)
