"""The inbox at work: it audits what is in it, goes to the next that failed, and reports on all."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from inspector.analysis.audit.audit import Outcome
from inspector.analysis.injection_runs import InjectionRuns
from inspector.core.problems import Problem
from inspector.files.saving import save_bytes
from inspector.gui.lens import LensContext
from inspector.gui.messages import Done, FileChoice, not_written
from inspector.gui.views.worker import Worker
from inspector.language import tr
from inspector.session.audit_edits import alone_in_inbox, inbox_of, show_manifest
from inspector.session.audit_stage import InboxManifest
from inspector.stages.audit.inbox import (
    InboxLine,
    first_failed,
    folder_report,
    in_order,
    inbox_lines,
    next_of,
    place_of,
)
from inspector.stages.audit.runs import audit_view
from inspector.stages.audit.view.inbox_list import InboxList
from inspector.stages.audit.view.runner import InboxRunner


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
