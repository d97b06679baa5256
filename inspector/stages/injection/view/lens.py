"""The Injection lens: one widget that passes values between inputs, chart, tables and Why."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from inspector.analysis.injection_runs import InjectionResult
from inspector.core.candidates.candidate_set import reference_of_subject
from inspector.core.injection.overrides import Forced
from inspector.core.injection.report import InjectionReport
from inspector.core.problems import Problem
from inspector.gui.boxes import PopUpMenu
from inspector.gui.lens import LensContext
from inspector.gui.views.pacing import Veil
from inspector.gui.views.painting import ChartStyle
from inspector.gui.views.stage_lens import StageLens
from inspector.language import tr
from inspector.present.cells import SpokenSegment
from inspector.present.shares import split_text
from inspector.present.why import Passage
from inspector.session.edits import clear_overrides, divide_budget, force, set_fields
from inspector.session.session import Session
from inspector.stages.injection.answer import headline
from inspector.stages.injection.bar import BudgetBar, budget_bar
from inspector.stages.injection.overview import own_audit_text, status_text
from inspector.stages.injection.policy_effects import policy_effects
from inspector.stages.injection.provenance import choices_for, what_if_text
from inspector.stages.injection.tables import cards_of_file, rows_of_group
from inspector.stages.injection.view.answers import ShownFigures
from inspector.stages.injection.view.inputs import InputsPanel
from inspector.stages.injection.view.middle import BudgetBarView, MiddleColumn
from inspector.stages.injection.view.result_tables import ResultTables
from inspector.stages.injection.view.why_pane import WhyPane


class InjectionLens(StageLens):
    """Shows the newest good result of the runner, and what is selected in it."""

    report: InjectionReport | None = None
    """The report that is shown, None before the first good one."""

    def __init__(self, context: LensContext) -> None:
        super().__init__("injection", context)
        self._bar_numbers: BudgetBar | None = None
        self._dividing = False
        self._told: tuple[bool, bool, tuple[Problem, ...]] | None = None
        theme = context.theme
        self.inputs = InputsPanel(context.store, theme, self._columns)
        self.bar = BudgetBarView(ChartStyle.of(theme))
        self.tables = ResultTables(theme)
        self.answers = ShownFigures(context, self)
        self.inputs.add_below_policy(self.answers.headline.best)
        self._middle = MiddleColumn(
            self.answers.headline,
            self.bar,
            self.answers.change,
            self.tables,
            context.start_page,
            theme,
        )
        self.why = WhyPane(theme, self._columns)
        self._working(self.why.thresholds)
        self._working(self.answers.splits)
        self._pace = context.pace
        answers = self.answers
        for part in (answers.headline, answers.change, self.tables, self.why):
            Veil(part, self._pace)
        # A field that somebody changes is never late; the others are while the divider moves.
        Veil(self.inputs, self._pace, when=lambda: self._dividing)
        self._lay_out(self.inputs, self._middle, self.why, tables=self.tables)
        self.why.hide()
        self._begin()
        if context.runner.good is not None:
            self._take_result(context.runner.good)
        if context.runner.result is not None:
            self._take_result(context.runner.result)

    def _connect(self) -> None:
        context, runner = self.context, self.context.runner
        runner.finished.connect(self._take_result)
        runner.facts_ready.connect(self._take_facts)
        runner.fingerprint_ready.connect(
            lambda outcome: self._show_fingerprint(outcome if isinstance(outcome, str) else None)
        )
        runner.audit_ready.connect(lambda _audit: self._show_fingerprint(runner.fingerprint))
        self.answers.splits.answered.connect(self._show_splits)
        self.answers.splits.failed.connect(self._tell)
        context.swept.changed.connect(self._show_recall)
        self.bar.selected.connect(self.select)
        self.bar.moved.connect(self._divide)
        self.bar.let_go.connect(self._stop_dividing)
        self.bar.rows_asked.connect(self._show_rows)
        self.bar.menu_asked.connect(self._open_menu)
        self.why.prompt_asked.connect(self.show_in_prompt)
        self.why.link_asked.connect(self.show_cards_of)
        self.why.failed.connect(self._tell)
        self.why.override_asked.connect(self.toggle_override)
        self.why.change_asked.connect(
            lambda label, fields: context.store.commit(label, set_fields(fields))
        )
        self.tables.override_asked.connect(self.toggle_override)
        self._middle.clear_asked.connect(
            lambda: context.store.commit(tr("Remove overrides"), clear_overrides)
        )
        self._middle.problem_asked.connect(context.show_problem)

    # For commands and exporters ----------------------------------------------------------

    def _mark(self, subject: str) -> None:
        self.bar.select_key(subject)
        self.why.overrides.show_choices(subject, self.context.store.session.overrides)

    # Values that come in -----------------------------------------------------------------

    def _follow_session(self, session: Session) -> None:
        self._follow_with_forms()
        self._pace.ask(self.answers.show)
        if self._dividing:  # which changes neither notes nor overrides
            return
        super()._follow_session(session)
        self._show_overrides(session)

    def _show_overrides(self, session: Session) -> None:
        self._middle.set_what_if(what_if_text(session.overrides))
        self.why.overrides.show_choices(self.subject, session.overrides)
        self.tables.set_overrides(session.overrides)

    def _follow_with_forms(self) -> None:
        """Bring the fields up to date, more slowly while it is the divider that is moved.

        A field that somebody changes must not be left behind: it shows another value already.
        """
        if self._dividing:
            self._pace.ask(self._show_inputs)
        else:
            self._pace.do(self._show_inputs)

    def _show_inputs(self) -> None:
        session, used_before = self.context.store.session, None
        if self.report is not None and self.report.prepared.request is session.request:
            used_before = self.report.prepared.tokens_used_before
        self.inputs.show_inputs(session, used_before)

    def _take_result(self, result: InjectionResult) -> None:
        self._tell_problems(result)
        if result.report is not None:
            self._show_report(result.session, result.report)
        else:
            self._pace.ask(self._show_limits)
            self._pace.ask(self._show_words)

    def _tell_problems(self, result: InjectionResult) -> None:
        """Say what is wrong, where that is not what was said last."""
        is_old = result.report is None and self.report is not None
        if self._told == (result.report is None, is_old, result.problems):
            return
        self._told = result.report is None, is_old, result.problems
        self.context.set_problems(result.problems)
        self.inputs.set_problems(result.problems)
        self._middle.set_old(result.problems if is_old else ())
        self.context.set_old(is_old=is_old)
        self.why.overview.set_old(is_old=is_old)
        if result.report is None and not is_old:
            self._middle.show_nothing(result.problems)

    def _forget(self) -> None:
        super()._forget()
        self.report = self._bar_numbers = self._told = None
        self._pace.drop()
        self._middle.show_nothing(())
        self._middle.set_old(())
        self.inputs.set_effects(())
        self.inputs.set_report(None)
        self.answers.forget()
        self.bar.set_splits(None)
        self.tables.set_splits(None)
        self.bar.set_recall(None)
        self.why.forget()
        self.why.hide()  # the page to start from takes its room

    def _show_report(self, session: Session, report: InjectionReport) -> None:
        first = self.report is None
        self.report = report
        before = self.answers.compared(report)
        self.answers.take_report(session, report, before)
        self._bar_numbers = budget_bar(report, before)
        if not self._dividing:  # which changes neither
            self.answers.splits.ask(report)
            self.bar.set_splits(self.answers.splits.splits)
            self.bar.set_recall(self.context.swept.recall_of(session))
        self.bar.set_bar(self._bar_numbers, self.answers.was)
        self._pace.ask(self.answers.show)
        self._pace.ask(self._show_tables)
        self._pace.ask(self._show_limits)
        self._pace.ask(self._show_words)
        if first:
            self.why.show()
            self._middle.show_result()
        self._follow_with_forms()

    def _show_tables(self) -> None:
        if self.report is not None:
            self.tables.set_splits(self.answers.splits.splits)
            self.tables.show_source(self.report)

    def _take_facts(self) -> None:
        good, bar = self.context.runner.good, self._bar_numbers
        if good is not None and good.report is not None and bar is not None and bar.before is None:
            self._show_report(good.session, good.report)
        self._pace.do(self._show_limits)
        self._pace.do(self._show_words)

    @property
    def settled(self) -> bool:
        """Whether all that is said of the result is shown, and the two budgets are one."""
        waiting = self.answers.splits.busy or self._pace.waiting
        return not waiting and not self.bar.merges

    @property
    def stage_evidence(self) -> Sequence[Passage]:
        """What is out, and what of it is in beside it."""
        why = self.why.why
        return () if why is None else why.passages

    @property
    def stage_sentence(self) -> str:
        """The split, and what is used and left out."""
        report = self.report
        if report is None:
            return ""
        split = split_text(report.policy.knowledge_card_share_default)
        said = headline(report, None, brief=True)
        return tr("Split {split}: {said}", split=split, said=said)

    @property
    def stage_picture(self) -> QWidget:
        """What fills the stage of a presentation."""
        return self.bar

    def begin_telling(self) -> None:
        """Let two budgets become the one."""
        self.bar.show_merging()

    def _show_splits(self) -> None:
        self.bar.set_splits(self.answers.splits.splits)
        self.tables.show_splits(self.answers.splits.splits)
        self.why.set_splits(self.answers.splits.splits)

    def _show_recall(self) -> None:
        self.bar.set_recall(self.context.swept.recall_of(self.context.store.session))

    def _show_limits(self) -> None:
        """Say beside the fields what limits come to and what they did."""
        if self.report is not None:
            outdated = self.context.runner.outdated
            self.inputs.set_report(self.report)
            self.inputs.set_effects(() if outdated else policy_effects(self.report))

    def _show_words(self) -> None:
        """Bring what is read up to date; during a drag it follows a few times a second."""
        if self.report is not None:
            runner = self.context.runner
            self.why.set_report(self.report)
            self.why.set_splits(self.answers.splits.splits)
            self.why.overview.set_facts(runner.facts)
            self._show_fingerprint(runner.fingerprint)

    def _show_fingerprint(self, fingerprint: str | None) -> None:
        self.why.overview.set_fingerprint(fingerprint)
        audit = self.context.runner.audit
        if self.report is not None:
            will_be_known = audit is not None or not self.context.runner.outdated
            self.why.overview.set_audit(own_audit_text(self.report, audit) if will_be_known else "")
            self.context.set_status(status_text(self.report, fingerprint, audit))

    # What somebody does ------------------------------------------------------------------

    def _divide(self, share: float, gesture: object) -> None:
        self._dividing = True
        try:
            self.context.store.commit(
                tr("Divide the budget"), divide_budget(share), gesture=gesture
            )
        finally:
            self._dividing = False

    def _stop_dividing(self) -> None:
        """Let words, numbers and bar be of one state from the moment of letting go."""
        self.context.store.end_gesture()
        self._pace.catch_up()

    def _show_rows(self, group: str, _key: str) -> None:
        rows = rows_of_group(group)
        if rows is not None:
            self.tables.show_rows(rows)

    def show_cards_of(self, subject: str) -> None:
        """Filter the cards by the file that is a subject."""
        self.tables.show_rows(cards_of_file(subject.partition(":")[2]))

    def toggle_override(self, forced: Forced) -> None:
        """Force something on the selected subject, or take it back where it is forced."""
        store = self.context.store
        choices = choices_for(self.subject, store.session.overrides)
        for choice in choices:
            if choice.forced is forced:
                subject = reference_of_subject(self.subject.partition(":")[2])
                store.commit(choice.label, force([subject], None if choice.holds else forced))
        self._show_overrides(store.session)

    def show_in_prompt(self) -> None:
        """Show where the selected subject stands in the prompt, or would without overlap."""
        self.context.show_in_prompt(self.subject)

    def include(self, subject: str) -> None:
        """Move the split as little as lets a subject in; where none does, override the rule."""
        self.answers.include(subject)

    def _open_menu(self, segment: SpokenSegment | None, at: QPoint) -> None:
        """Offer what can be done with a segment of the chart."""
        menu = PopUpMenu("bar.menu", self)
        rows = rows_of_group(segment.group) if segment is not None else None
        if rows is not None:
            told = tr("Show the rows of {filter}", filter=rows)
            menu.add("rows", told, lambda: self.tables.show_rows(rows))
        if segment is not None and segment.key:
            menu.add("select", tr("Select"), lambda: self.select(segment.key))
        menu.add("clear", tr("Select nothing"), lambda: self.select(""), enabled=bool(self.subject))
        menu.popup(at)

    # How it is looked at -----------------------------------------------------------------

    def show_place(self, problem: Problem) -> bool:
        """Go to the field a problem points to."""
        return self.inputs.show_problem(problem)
