"""The Audit lens: one widget that passes values between the inputs, the audit, tables and Why."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from inspector.analysis.audit.audit import Outcome
from inspector.analysis.injection_runs import InjectionRuns
from inspector.core.problems import Problem, Severity
from inspector.files.manifests import save_sign_off, sign_off_path, signed_by
from inspector.gui.columns import line
from inspector.gui.lens import LensContext
from inspector.gui.messages import Done, FileChoice, Notice, Tone, not_written
from inspector.gui.views.explanation_pane import ExplanationPane
from inspector.gui.views.roomy import Scrolled, column_of
from inspector.gui.views.stage_lens import StageLens, sentence_of
from inspector.gui.views.worker import Worker
from inspector.language import tr
from inspector.session.audit_edits import (
    close_manifest,
    freeze_inputs,
    open_audit,
    sign,
    withdraw_sign_off,
)
from inspector.session.audit_stage import AuditStage, SignOff
from inspector.session.session import Session
from inspector.stage import Part
from inspector.stages.audit.inbox import InboxLine
from inspector.stages.audit.runs import AuditView, sign_off_word
from inspector.stages.audit.summary import banner_of, status_line
from inspector.stages.audit.view.banner import OutcomeBanner, SignOffForm
from inspector.stages.audit.view.history_page import (
    HistoryPage,
    HistoryReader,
    RunContents,
    files_of_run,
)
from inspector.stages.audit.view.inputs import AuditSubjectView, Inbox
from inspector.stages.audit.view.runner import FollowedReceipts, audit_runner
from inspector.stages.audit.view.tables import AuditTable, AuditTables
from inspector.stages.audit.why import SECTION_TITLES, explained

_NOTHING = tr(
    "No manifest is under audit.\n\nOpen or drop one: alone, with its inputs, or as an audit"
    " bundle.\nThe history below holds the runs of this program."
)
_FILTERS = (
    tr("Manifests, inputs and bundles (*.json *.yaml *.yml *.jsonl *.zip)"),
    tr("All files (*)"),
)


class AuditLens(StageLens):
    """Shows the newest audit, and what is selected in it."""

    history_page: HistoryPage
    """The history of runs."""

    def __init__(self, context: LensContext) -> None:
        super().__init__("audit", context)
        self._audited: AuditView | None = None
        theme = context.theme
        self._asked = ""
        self._manifest = context.store.session.audit.manifest
        self._is_new = self._manifest is not None  # it was not shown yet
        self.runs = InjectionRuns()
        self.runner = self._running_in_sight(
            audit_runner(context.store, self.runs, self), self._take_result
        )
        self.history = self._working(HistoryReader(context.history, self))
        self._signer = self._working(Worker(self))
        self._signer.failed.connect(self._tell)
        self.inputs = AuditSubjectView(theme, self._columns)
        self.inbox = self._working(Inbox(context, self.inputs.inbox, self))
        self._watching.append(self.inbox.runner)
        self.inbox.changed.connect(self._show_inbox)
        self.inbox.failed.connect(self._tell)
        self.inbox.refused.connect(self._refuse)
        self.followed = FollowedReceipts(context)
        self._working(self.followed.follower)
        self.followed.follower.failed.connect(self._tell)
        self.followed.follower.refused.connect(self._refuse)
        self._banner = OutcomeBanner(theme)
        self.history_page = HistoryPage(theme)
        self.tables = AuditTables(theme, self.history_page)
        self.why = ExplanationPane(theme, self._columns, explain=explained, titles=SECTION_TITLES)
        self.form = SignOffForm(theme, self._columns)
        self._nothing = sentence_of("nothing", _NOTHING, margins=(24, 24, 24, 24))
        self._banner.hide()
        middle = column_of(
            self.followed, self._nothing, self._banner, self.tables, filling=self.tables
        )
        right = column_of(self.why, line(self._columns), self.form, filling=self.why)
        self._columns.chosen_from = True
        columns = (Scrolled(part, self._columns) for part in (middle, right))
        self._lay_out(self.inputs, *columns, tables=self.tables)
        self._begin()

    def _connect(self) -> None:
        context, inbox = self.context, self.inputs.inbox
        inbox.chosen.connect(self.show_manifest)
        inbox.next_asked.connect(self.next_failed)
        inbox.open_asked.connect(self.choose_files)
        inbox.report_asked.connect(self.inbox.write_report)
        self.inputs.open_asked.connect(self.choose_files)
        self.inputs.close_asked.connect(self.close_manifest)
        self.inputs.current_asked.connect(
            lambda: context.store.commit(tr("Use current inputs"), freeze_inputs())
        )
        self.form.signed.connect(self.sign_off)
        self.form.withdrawn.connect(self.withdraw)
        self.form.key_asked.connect(self._choose_key)
        self.why.link_asked.connect(lambda subject: context.open_lens("injection", subject))
        self.history_page.wanted.connect(self.history.list_runs)
        self.history_page.reopen_asked.connect(lambda number: self._ask_for(number, "reopen"))
        self.history_page.audit_asked.connect(lambda number: self._ask_for(number, "audit"))
        self.history_page.remove_asked.connect(self.history.remove)
        self.history.listed.connect(self.history_page.show_runs)
        self.history.read.connect(self._take_run)
        self.history.failed.connect(self._tell)

    # For commands and exporters ----------------------------------------------------------

    @property
    def view(self) -> AuditView | None:
        """The audit that is shown, None while no manifest is open."""
        return self._audited if self._audited and self._audited.audit is not None else None

    @property
    def stage_picture(self) -> QWidget:
        """All verdicts of an inbox; where a step is about one manifest, its tables."""
        return self.tables if self.subject or len(self.lines) < 2 else self.inputs.inbox

    @property
    def settled(self) -> bool:
        """Whether the audit that is shown is of what is open."""
        return not self.runner.busy

    # The inbox -----------------------------------------------------------------------------

    @property
    def lines(self) -> tuple[InboxLine, ...]:
        """The manifests of the inbox, with what is known of each by now."""
        return self.inbox.lines

    def show_manifest(self, place: int) -> None:
        """Show the manifest at a place of the inbox."""
        self.why.finish()  # a note that is being written belongs to what was shown
        self.inbox.show(place)

    def next_failed(self) -> None:
        """Show the next manifest that failed, one that nobody signed off before the others."""
        place = self.inbox.next_failed()
        if place is not None:
            self.show_manifest(place)

    def _show_inbox(self) -> None:
        self.inbox.refresh()
        self._show_form(None)
        self.context.refresh_commands()

    def _choose_key(self) -> None:
        """Let the SSH key be chosen that signs."""
        home = Path("~/.ssh").expanduser()
        start = home if home.is_dir() else None
        choice = FileChoice(tr("Choose an SSH key"), (tr("All files (*)"),), start)
        for path in self.context.messages.choose_files(choice)[:1]:
            self.form.set_key(str(path))

    def _show_form(self, view: AuditView | None) -> None:
        session, lines = self.context.store.session, self.lines
        place = session.audit.place
        title = lines[place].title if place < len(lines) else ""
        self.form.show_of(session, view or self._audited, title)

    def choose_files(self) -> None:
        """Let a manifest, inputs or a bundle be chosen and open them."""
        choice = FileChoice(tr("Open for the audit"), _FILTERS)
        paths = self.context.messages.choose_files(choice)
        if paths:
            self.context.open_files(paths)

    def close_manifest(self) -> None:
        """Take the manifest out of the session."""
        self.context.store.commit(tr("Close the manifest"), close_manifest())

    def audit_own_run(self) -> None:
        """Put the manifest that the open inputs lead to under audit."""
        store, runner = self.context.store, self.runner
        if (report := None if runner.busy else self.runs.run(store.session).report) is not None:
            self._put_under_audit(report.manifest.model_dump(mode="json"), tr("Audit this run"))

    def _put_under_audit(self, manifest: dict[str, Any], label: str) -> None:
        text = json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"
        self.context.store.commit(label, open_audit(AuditStage(manifest=text), None))

    # The sign-off ------------------------------------------------------------------------

    def sign_off(self, name: str, verdict: str, remark: str, key: str) -> None:
        """Take down a reviewer's word on what is open now; signed where a key's file is given."""
        self.why.finish()  # a note that is being written belongs to what is signed
        session, view = self.context.store.session, self.view
        if self._signer.busy:
            return  # it is being signed
        if self.runner.busy or view is None or view.audit is None:
            self._refuse(
                tr("The manifest is still being audited."), tr("Sign it off when that is done.")
            )
            return
        if view.audit.errors and not remark:
            self._refuse(tr("A remark is missing."), tr("Say what is to be done about the errors."))
            return
        word = sign_off_word(session, self.runs, name, verdict, remark)
        if not key:
            self._take_word(session.audit, word)
            return
        self.context.set_status(tr("Signing …"))  # an agent may ask before it uses a key
        self._signer.ask(
            tr("signing"),
            lambda: signed_by(word, Path(key).expanduser()),
            lambda signed: self._take_word(session.audit, signed),
        )

    def _take_word(self, about: AuditStage, word: SignOff | Problem) -> None:
        """Keep the word on what was open when it was given, or say why there is none."""
        if self.view is not None and self.view.audit is not None:
            self.context.set_status(status_line(self.view.audit, self.view.findings))
        if isinstance(word, Problem):
            self._refuse(tr("It was not signed."), f"{word.message} {word.fix}")
            return
        if self.context.store.session.audit is not about:
            self._refuse(
                tr("It was not signed."), tr("What is under audit has changed. Sign it off again.")
            )
            return
        if word.signature is None:
            label = tr("Add a remark")
            told = tr(
                "Remark by {name} added, not signed. Saving the session keeps it.", name=word.name
            )
        else:
            label = tr("Sign off")
            told = tr("Signed off by {name}. Saving the session keeps it.", name=word.name)
        beside = self.form.kept_beside
        self.context.store.commit(label, sign(word))
        self.context.messages.say(Done(told))
        now = self.context.store.session
        source, kept = now.source(Part.AUDIT), now.audit.sign_off
        if beside and source is not None and kept is not None:
            problems = save_sign_off(kept, source)
            if problems:
                beside_it = sign_off_path(source).name
                self.context.messages.tell(not_written(beside_it, problems))

    def withdraw(self) -> None:
        """Take the reviewer's word back."""
        self.context.store.commit(tr("Withdraw the sign-off"), withdraw_sign_off())
        self.context.messages.say(Done(tr("Withdrew the sign-off.")))

    # The history -------------------------------------------------------------------------

    def _ask_for(self, number: int, what: str) -> None:
        self._asked = what
        self.history.read_run(number)

    def _take_run(self, contents: RunContents | None, problems: tuple[Problem, ...]) -> None:
        if not self._asked:
            return  # asked for before another session was opened
        if contents is None:
            told = problems[0].message if problems else tr("The run is not there any more.")
            self._refuse(tr("The run was not opened."), told)
        elif self._asked == "audit":
            if contents.manifest is None:
                self._refuse(
                    tr("This run has no manifest."), tr("Only runs of the injection have one.")
                )
            else:
                self._put_under_audit(contents.manifest, tr("Audit a run of the history"))
        else:
            self._reopen(contents)

    def _reopen(self, contents: RunContents) -> None:
        there, why_not = files_of_run(contents)
        if there:
            self.context.open_files(there)
        if why_not:
            self._refuse(tr("Not all inputs of the run can be opened."), why_not)

    def _refuse(self, text: str, detail: str) -> None:
        self.context.messages.tell(Notice(text, detail, tone=Tone.WARNING))

    # Values that come in -----------------------------------------------------------------

    def _follow_session(self, session: Session) -> None:
        manifest = session.audit.manifest
        if manifest is not self._manifest:
            self._is_new = manifest is not None
            self.select("")
        self._manifest = manifest
        self._show_inbox()
        self.tables.set_notes(session.notes)
        super()._follow_session(session)

    def _forget(self) -> None:
        super()._forget()
        self.followed.follower.stop()
        self._audited = None
        self._asked = ""
        self._signer.forget()
        self._nothing.show()
        self._banner.hide()
        self.inputs.forget()

    def _take_result(self, view: AuditView) -> None:
        before = self._audited.findings if self._audited is not None else ()
        self._audited = view
        self.inputs.set_view(view)
        self._show_form(view)
        audit, first = view.audit, ""
        self._nothing.setVisible(audit is None)
        self._banner.setVisible(audit is not None)
        self.tables.show_source(view)
        self.why.explain(view)
        if audit is None:
            self.context.set_status("")
            self.context.set_problems(())
        else:
            self._banner.show_banner(banner_of(view))
            if self._is_new:  # what there is to see of it first
                self._is_new = False
                worth = any(one.severity is not Severity.NOTE for one in audit.findings)
                self.tables.turn_to(AuditTable.FINDINGS if worth else AuditTable.CARDS)
                failed = audit.outcome is Outcome.FAILED
                first = f"finding:{audit.groups[0].cause}" if failed else ""
            self.context.set_status(status_line(audit, view.findings))
            told = view.signature.problem if view.signature else None
            self.context.set_problems((*audit.input_problems, *((told,) if told else ())))
        if first or (self.subject.startswith("finding:") and view.findings != before):
            self.select(first)  # the list of findings is another one
        self.context.refresh_commands()

    def _show_busy(self, busy: bool) -> None:
        view = self.view
        waits = busy and view is None and self._manifest is not None
        self._nothing.setText(tr("Auditing …") if waits else _NOTHING)
        self.tables.setVisible(not waits)  # that nothing was found must not be said yet
        if busy:
            self.context.set_status(tr("Auditing …"))
        if busy and view is not None:
            self._banner.show_banner(banner_of(view), old=True)
        self.context.refresh_commands()

    # How it is looked at -----------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """List the runs anew where they are in sight."""
        super().showEvent(event)
        if self.tables.current is AuditTable.HISTORY:
            self.history.list_runs()
