"""The Builder lens: one widget that passes values between inputs, budget, pages and Why."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path, PurePath
from typing import Any

from PySide6.QtWidgets import QWidget

from inspector.core.builder.layout import PromptFormat
from inspector.core.problems import Problem, Severity
from inspector.gui.lens import LensContext
from inspector.gui.loaded_inputs import may_take
from inspector.gui.messages import FileChoice, Question
from inspector.gui.views.stage_lens import StageLens
from inspector.language import tr
from inspector.session.edits import set_at
from inspector.session.session import Session
from inspector.session.store import Edit
from inspector.stages.builder.actions import Action, GoTo
from inspector.stages.builder.part import allow_finding, allow_ignored
from inspector.stages.builder.runs import BuilderResult, BuilderRuns, BuildPhase
from inspector.stages.builder.shown import WHOLE, Shown, file_key
from inspector.stages.builder.view.inputs import BuilderInputs
from inspector.stages.builder.view.middle import BuilderMiddle
from inspector.stages.builder.view.runner import BuilderRunner, Built
from inspector.stages.builder.view.tabs import Page
from inspector.stages.builder.view.why_pane import BuilderWhy
from inspector.stages.builder.words import status_line

_MOST_RECENT = 8
_KINDS = ("file:", "symbol:", "block:", "balance:", "fit:", "redaction:", "bundle:")


class BuilderLens(StageLens):
    """Shows the newest build, and what is selected in it."""

    shown: Shown | None = None
    """The build that is shown, None before the first."""

    def __init__(self, context: LensContext, runs: BuilderRuns | None = None) -> None:
        super().__init__("builder", context)
        self._recent: list[str] = []
        theme = context.theme
        self.runs = runs = runs or BuilderRuns.with_user_cache(context.scanner)
        self.runner = self._at_work = self._running_in_sight(
            BuilderRunner(context.store, runs, self), self._take_built
        )
        self.inputs = BuilderInputs(context.store, theme, self._columns)
        self._middle = middle = BuilderMiddle(theme)
        self.chart, self.refusal, self.tabs = middle.chart, middle.refusal, middle.tabs
        self.why = BuilderWhy(theme, self._columns)
        self._lay_out(self.inputs, self._middle, self.why, rows=self._middle.rows, tabs=self.tabs)
        self._begin()

    def _connect(self) -> None:
        runner = self.runner
        runner.progress.connect(self._show_progress)
        runner.stopped.connect(self._note_stop)
        self.inputs.choose_asked.connect(self.choose_folder)
        self.inputs.root_chosen.connect(self.open_folder)
        self.inputs.index_asked.connect(self.index_again)
        self._middle.waiting.choose_asked.connect(self.choose_folder)
        self._middle.waiting.run_asked.connect(runner.run)
        self._middle.waiting.stop_asked.connect(self.stop)
        self._middle.busy.stop_asked.connect(self.stop)
        chart, refusal = self.chart, self.refusal
        chart.view.selected.connect(self.select)
        chart.whole_asked.connect(lambda: self.select(""))
        chart.action_asked.connect(self.do_action)
        chart.rules_asked.connect(lambda: self.inputs.go_to(GoTo.RULES))
        refusal.action_asked.connect(self.do_action)
        refusal.place_asked.connect(lambda path: self.select(file_key(path)))
        self.why.action_asked.connect(self.do_action)

    # For commands and exporters ----------------------------------------------------------

    @property
    def stage_picture(self) -> QWidget:
        """What fills the stage of a presentation."""
        return self.chart

    def select(self, subject: str) -> None:
        """Select a subject everywhere; "" selects the whole. What has no kind is a path."""
        if subject == WHOLE:
            subject = ""
        elif subject and not subject.startswith(_KINDS):
            subject = file_key(subject)
        super().select(subject)

    def _mark(self, subject: str) -> None:
        self.chart.view.select_key(subject)

    def do_action(self, action: Action) -> None:
        """Do what a button of Why or of a refusal is for."""
        if action.edit is not None:
            self.inputs.finish()
            self.context.store.commit(action.label, action.edit)
        elif action.goes is GoTo.INDEX:
            self.index_again()
        elif action.goes is GoTo.SOURCE:
            self.select(file_key(action.what))
            self.tabs.turn_to(Page.SOURCE)
        elif action.goes is GoTo.FINDING:
            self.allow_finding(action.what)
        elif action.goes is GoTo.IGNORED:
            self.allow_ignored(action.what)
        elif action.goes is not None:
            self.inputs.go_to(action.goes, action.what)

    def allow_finding(self, finding: str) -> None:
        """Ask why a finding is no secret, and take its value for text."""
        why = tr("Why may this value be sent? The reason stands in every report.")
        self._allow(tr("Allow a finding"), why, partial(allow_finding, finding))

    def allow_ignored(self, path: str) -> None:
        """Ask why a file may be sent that a .gitignore file ignores, and let it in."""
        why = tr("Why may it be sent although it is ignored? The reason stands in every report.")
        self._allow(tr("Let an ignored file in"), why, partial(allow_ignored, path))

    def _allow(self, label: str, why: str, edit: Callable[[str], Edit]) -> None:
        reason = self.context.messages.ask_text(Question(label, why, tr("Allow")))
        if reason is not None:
            self.inputs.finish()
            self.context.store.commit(label, edit(reason))

    def choose_folder(self) -> None:
        """Let the folder of a project be chosen."""
        root = self.context.store.session.builder.root
        start = Path(root) if root else None
        choice = FileChoice(tr("Choose the folder of a project"), start=start)
        folder = self.context.messages.choose_folder(choice)
        if folder is not None:
            self.open_folder(str(folder))

    def open_folder(self, root: str) -> None:
        """Look at another project."""
        self.inputs.finish()
        store, edit = self.context.store, set_at("builder", "root", root)
        if may_take(store, self.context.messages, PurePath(root).name, edit):
            store.commit(tr("Choose a project"), edit)

    def index_again(self) -> None:
        """Look at the project's files as they are now."""
        self.runner.index_again()

    def stop(self) -> None:
        """End the run under way."""
        self.runner.stop()

    def prompt(self, form: PromptFormat) -> str | Problem:
        """Return the bundle as a prompt to paste, fitted with all that it says beside the blocks.

        The files are read and scanned again, as for any build.
        """
        result = self.runner.prompt(self.shown.session, form) if self.shown is not None else None
        report = result.report if result is not None else None
        if report is not None and not report.refused:
            return report.rendered
        refusal = report.refusal if report is not None else None
        why = refusal.sentence if refusal is not None else tr("A build is under way.")
        return Problem(
            Severity.ERROR,
            "builder.no-prompt",
            tr("There is no prompt: {why}", why=why),
            tr("Try again once it is built, or raise the limit."),
        )

    # Values that come in -----------------------------------------------------------------

    def _follow_session(self, session: Session) -> None:
        root = session.builder.root
        if root and root not in self._recent[:1]:
            self._recent = [root, *(one for one in self._recent if one != root)][:_MOST_RECENT]
        self.inputs.project.set_recent([one for one in self._recent if one != root])
        if self.shown is not None and self.shown.session.builder.root != root:
            self.inputs.set_index(None)
            self.inputs.targets.set_search(None)
        super()._follow_session(session)

    def _take_built(self, built: Built) -> None:
        result, shown = built.result, built.shown
        if built.search is not None:
            self.inputs.targets.set_search(built.search)
        # That nothing is open yet is what the middle says, and no problem.
        self.context.set_problems(
            [one for one in result.problems if one.code != "builder.no-project"]
        )
        self.inputs.set_problems(result.problems)
        self.inputs.set_index(result.index)
        if shown is None:
            self._show_without(result)
            return
        self.shown = shown
        self.context.record(result)
        self._middle.set_shown(shown)
        self.why.explain(shown)
        self.context.set_status(status_line(shown.report))
        self.context.refresh_commands()

    def _show_without(self, result: BuilderResult) -> None:
        """Show that nothing was built. A good result of the same project stays, marked as old."""
        kept = self.shown
        if kept is not None and kept.session.builder.root == result.session.builder.root:
            self._middle.set_old(is_old=True)
            return
        self._show_nothing()
        root = result.session.builder.root
        told = " ".join(f"{one.message} {one.fix}" for one in result.problems[:1]) if root else ""
        self._middle.invite(told)

    def _forget(self) -> None:
        super()._forget()
        self.inputs.set_index(None)
        self.inputs.targets.set_search(None)
        self._middle.invite("")

    def _show_nothing(self) -> None:
        self.shown = None
        self.subject = ""
        self.tabs.select("")
        self._middle.forget()
        super()._show_nothing()

    def _show_busy(self, busy: bool) -> None:
        if busy and self.shown is not None:
            if self.shown.session.builder.root != self.context.store.session.builder.root:
                self._show_nothing()
            else:
                self.context.set_status(tr("Building … what is shown is an older result"))
        if not busy or self.context.store.session.builder.root:
            self._middle.set_busy(busy=busy)
        self.context.refresh_commands()

    def _show_progress(self, phase: BuildPhase, done: int, total: int) -> None:
        if self.runner.busy and self.context.store.session.builder.root:
            self._middle.show_progress(phase, done, total)

    def _note_stop(self) -> None:
        if self.shown is None:
            self._middle.invite("", stopped=True)
        else:
            self._middle.set_old(is_old=True)
            self.context.set_status(tr("Cancelled: what is shown is an older result"))

    # Folders that are dropped ------------------------------------------------------------

    def use_of_files(self, files: Sequence[Path]) -> str:
        """Say that one folder is looked at; anything else is the window's."""
        is_folder = len(files) == 1 and files[0].is_dir()
        return tr("Look at the project {name}", name=files[0].name) if is_folder else ""

    def take_files(self, files: Sequence[Path]) -> None:
        """Look at the folder that was dropped."""
        self.open_folder(str(files[0]))

    # How it is looked at -----------------------------------------------------------------

    def view_state(self) -> dict[str, Any]:
        """Return how all parts are looked at, and the folders that were open."""
        return super().view_state() | {"recent": self._recent}

    def _restore(self, saved: Mapping[str, Any]) -> None:
        super()._restore(saved)
        recent = saved.get("recent")
        if isinstance(recent, list):
            self._recent = [one for one in recent if isinstance(one, str)][:_MOST_RECENT]

    def show_place(self, problem: Problem) -> bool:
        """Go to the field, or select the file, that a problem points to."""
        if self.inputs.show_problem(problem):
            return True
        file = problem.place.file
        if self.shown is None or file is None or file not in self.shown.report.fates:
            return False
        self.select(file_key(file))
        return True
