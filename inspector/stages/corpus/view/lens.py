"""The Corpus lens: one widget that passes values between inputs, curves, tables and Why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtGui import QShowEvent

from inspector.analysis.corpus.decision import (
    AXES,
    CorpusDecision,
    decide_all,
    has_effect,
    policy_at,
)
from inspector.analysis.corpus.study import CorpusStudy
from inspector.analysis.tuning.axes import Axis, axis_fields
from inspector.gui.commands import Choice, command
from inspector.gui.lens import Exporter, LensContext
from inspector.gui.messages import FileChoice
from inspector.gui.swept_corpus import same_corpus
from inspector.gui.views.lens_exports import exports_of
from inspector.gui.views.stage_lens import ChartOverTables, StageLens
from inspector.language import in_sentence_case, tr
from inspector.present.axis_names import AXIS_TITLES
from inspector.session.edits import look_into, set_fields, set_note
from inspector.session.session import Session
from inspector.stages.corpus.corpora import has_corpus, missing, too_many
from inspector.stages.corpus.names import current_value, headline
from inspector.stages.corpus.sentences import applied, decision_texts, kept_note
from inspector.stages.corpus.tables import request_of_key, still_selected
from inspector.stages.corpus.view.chart_panel import CorpusPanel, CorpusWhy
from inspector.stages.corpus.view.inputs import CorpusInputs
from inspector.stages.corpus.view.runner import CorpusRunner
from inspector.stages.corpus.view.tables import CorpusTables

_SIZES = (460, 300)  # pixels: chart, tables


def _shown(lens: CorpusLens) -> bool:
    return lens.study is not None


class CorpusLens(StageLens):
    """Shows the newest study, and the value or request that is looked at."""

    study: CorpusStudy | None = None
    """The study that is shown, None while there is none."""
    value: float | None = None
    """The value that is looked at."""

    def __init__(self, context: LensContext, *, processes: int | None = None) -> None:
        super().__init__("corpus", context)
        self._ran: Session | None = None  # what is shown is of
        self._asked: Session | None = None  # what was asked for last
        self._studies: dict[Axis, CorpusStudy] = {}
        self._decision: CorpusDecision | None = None
        self._held = False  # somebody stopped it, or it could not be run
        self._led = True  # the axis follows the decision until somebody chooses one
        self._variant = 0  # the policy that is looked at; the first is the present one
        theme = context.theme
        self._runner = self._at_work = self._working(CorpusRunner(self, processes=processes))
        self.inputs = CorpusInputs(theme, self._columns)
        self.panel = CorpusPanel(theme)
        self.tables = CorpusTables(theme)
        self.why = CorpusWhy(theme, self._columns)
        self._middle = ChartOverTables("corpus", "", (self.panel, self.tables), _SIZES)
        self._lay_out(self.inputs, self._middle, self.why, tables=self.tables)
        self._begin()

    def _connect(self) -> None:
        runner = self._runner
        runner.finished.connect(self._take_finished)
        runner.finished.connect(self.context.swept.keep)
        runner.arrived.connect(self._take_study)
        runner.refused.connect(self._refuse)
        runner.stopped.connect(self._take_stop)
        runner.busy_changed.connect(self._show_busy)
        runner.progress.connect(self._show_progress)
        runner.failed.connect(self._tell)
        runner.left_out.connect(self.inputs.say_left_out)
        self.inputs.run_asked.connect(self.run)
        self.inputs.axis_chosen.connect(self._choose_axis)
        self.panel.decision.apply_asked.connect(self._decide)
        self.panel.decision.keep_asked.connect(self._keep)
        self.panel.decision.save_asked.connect(self.context.save_policy)
        self.inputs.may_cost_changed.connect(self._lead)
        self.inputs.others_asked.connect(self.add_corpora)
        self.inputs.chosen.connect(self.look_at)
        self.inputs.apply_asked.connect(self.apply)
        self.inputs.back_asked.connect(self._look_back)
        self.inputs.best_asked.connect(self.look_at_best)
        self.inputs.open_asked.connect(self.open_request)
        self.panel.progress.stop_asked.connect(self.stop)
        self.panel.chart.chosen.connect(self.look_at)
        self.why.losses.cause_chosen.connect(self.tables.show_lost_to)
        self.tables.value_chosen.connect(self.look_at)

    # For commands and exporters ----------------------------------------------------------

    def exporters(self) -> Sequence[Exporter]:
        """Return the files that can be written of what it shows."""
        return exports_of("corpus", tr("Corpus"), lambda: self.study, self.tables.files())

    @property
    def can_run(self) -> bool:
        """Whether there is a corpus, and nothing under way."""
        return has_corpus(self.context.store.session) and not self.busy

    @property
    def can_apply(self) -> bool:
        """Whether another value than the policy's is looked at."""
        study, value = self.study, self.value
        return (
            study is not None and value is not None and bool(policy_at(study, value, self._variant))
        )

    @property
    def can_open(self) -> bool:
        """Whether a request of the corpus that is open now is selected."""
        session, ran = self.context.store.session, self._ran
        place = request_of_key(self.subject)
        if place is None or ran is None or self.study is None or not session.requests:
            return False
        return self.study.jobs[place].corpus == 0 and same_corpus(ran, session)

    @command("corpus-run", tr("Run the corpus"), "Ctrl+Alt+R", when=lambda lens: lens.can_run)
    def run(self) -> None:
        """Runs every request of the open corpus over the whole range, on all cores."""
        if self.can_run:
            self._begin_run()

    def _begin_run(self) -> None:
        """Run the axis that is chosen, then the others that a decision looks at."""
        axis = self.inputs.axis
        others = [one for one in AXES if one is not axis and self.inputs.is_small(one)]
        self._asked = self.context.store.session
        self._studies, self._decision, self._held = {}, None, False
        self.panel.show_decision(tr("Working out what to set …"))
        self.context.set_status(tr("Running the corpus …"))
        self._middle.show_rows(shown=True)
        self._run_axes([axis, *others])

    def _run_axes(self, axes: Sequence[Axis]) -> None:
        inputs, now = self.inputs, self.context.store.session
        self._runner.run(now, axes, inputs.seed, inputs.others, inputs.grid)

    def _is_known(self, session: Session) -> bool:
        """Whether what is shown, or under way, is of a session's corpus and policy."""
        asked = self._asked
        return asked is not None and same_corpus(asked, session) and asked.policy == session.policy

    def _run_by_itself(self) -> None:
        """Run what is loaded where nobody has to wait long for it, else say what there is."""
        session = self.context.store.session
        if not self.isVisible() or self.busy or self._held or self._is_known(session):
            return
        if said := missing(session):
            self._forget()  # what it shows is of a corpus that is not open any more
            self._middle.say_nothing(said)
        elif self.inputs.is_small(self.inputs.axis):
            self._begin_run()
        elif self.study is None:
            self._middle.say_nothing(too_many(session))

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """Work out what is loaded."""
        super().showEvent(event)
        self._run_by_itself()

    def add_corpora(self) -> None:
        """Choose files of requests that the next run takes in beside the open corpus."""
        choice = FileChoice(tr("Add corpora"), (tr("Requests (*.jsonl *.json *.yaml *.yml)"),))
        if chosen := self.context.messages.choose_files(choice):
            self.inputs.set_others((*self.inputs.others, *chosen))

    @command("corpus-stop", tr("Stop the corpus"), when=lambda lens: lens.busy)
    def stop(self) -> None:
        """Stops the run; what is done is kept, and the next run goes on from there."""
        self._held = True
        self._runner.stop()

    def _choose_axis(self) -> None:
        """Show the axis that somebody chose, once it is known."""
        self._led = False
        study = self._studies.get(self.inputs.axis)
        if study is not None and self._ran is not None and not self.inputs.grid:
            self._take_study(self._ran, study)
        elif self._studies and not self.busy and self.inputs.is_small(self.inputs.axis):
            self._run_axes([self.inputs.axis])

    def _decide(self) -> None:
        """Set what the decision says as one edit, or write down that all is kept."""
        found = self._decision
        if found is None or found.value is None:
            self._keep()
            return
        axis = found.study.load.range.axis
        label = tr("Set {axis}", axis=in_sentence_case(AXIS_TITLES[axis]))
        self.panel.say_set(axis, found.value)
        self.context.store.commit(label, set_fields(axis_fields(axis, found.value)))

    def _keep(self) -> None:
        """Write down that all is kept."""
        if (found := self._decision) is not None:
            note = set_note(found.study.load.range.axis.value, kept_note(found))
            self.context.store.commit(tr("Note the decision"), note)

    def _mark(self, _subject: str) -> None:
        self._show_value()

    def look_at(self, value: float, variant: int | None = None) -> None:
        """Look at a value, of another policy of the grid if it is said; nothing is changed."""
        study = self.study
        if study is not None and value in study.load.range:
            self.value = value
            if variant is not None and variant != self._variant:
                self._variant = variant
                self.panel.set_study(study, variant, self._decision)
            self._show_value()

    def _look_back(self) -> None:
        if self.study is not None:
            self.look_at(self.study.current, 0)

    @command("corpus-best", tr("Look at the recommended value"), when=_shown)
    def look_at_best(self) -> None:
        """Looks at the value with the best mean recall; nothing is changed."""
        found = None if self.study is None else self.study.recommendations[self._variant]
        if found is not None:
            self.look_at(found.value)

    @command("corpus-apply", tr("Apply the corpus value"), when=lambda lens: lens.can_apply)
    def apply(self) -> None:
        """Gives the policy the value that is looked at in the corpus, as one undoable edit."""
        study, value = self.study, self.value
        if study is not None and value is not None and self.can_apply:
            label = applied(study, value, self._variant)
            self.panel.say_set(study.load.range.axis, value)
            self.context.store.commit(label, set_fields(policy_at(study, value, self._variant)))

    @command(
        "corpus-open", tr("Open the selected request"), "Ctrl+Alt+O", when=lambda one: one.can_open
    )
    def open_request(self) -> None:
        """Opens the request in Budget with the value looked at, as one edit."""
        study, value, place = self.study, self.value, request_of_key(self.subject)
        if study is None or value is None or place is None or not self.can_open:
            return
        job, fields = study.jobs[place], policy_at(study, value, self._variant)
        label = tr("Look into {trace_id}", trace_id=job.request.trace_id)
        self.context.store.commit(label, look_into(job.number, fields))
        self.context.open_lens("injection", "")

    @command("corpus-table", tr("Table of the corpus"), when=_shown, offers=True)
    def _table_choices(self) -> Sequence[Choice]:
        """Brings the requests, the curve, the Pareto front or the policies in sight."""
        return self.tables.choices()

    # Values that come in -----------------------------------------------------------------

    def _follow_session(self, session: Session) -> None:
        self.inputs.set_busy(busy=self.busy, possible=has_corpus(session))
        super()._follow_session(session)
        self._show_age()
        if not self._is_known(session):
            self._held = False
            self._runner.forget() if self._runner.busy else self._run_by_itself()

    def _forget(self) -> None:
        super()._forget()
        self.study = self._ran = self._asked = self.value = self._decision = None
        self._studies, self._held, led = {}, False, self._led
        if led:  # a decision about what is gone chose it
            self.inputs.choose_axis(Axis.DIVISION)
        self._led, self._variant = True, 0
        self._runner.forget()
        self.inputs.forget()
        self.panel.clear()

    def _take_finished(self, session: Session, study: CorpusStudy) -> None:
        """Take an axis that is known; the one that the decision is about comes in sight."""
        if not study.means:
            self._refuse(tr("no request could be worked out"))
            return
        self._ran = session
        self._studies[study.load.range.axis] = study
        self._lead()

    def _lead(self) -> None:
        """Say what all axes that are known lead to, for as much recall as it may cost."""
        self._decision = found = decide_all(self._studies.values(), self.inputs.may_cost)
        if self._ran is None or not self._studies:
            return
        waits = self.busy and found is not None and found.value is None  # for the other axes
        if not waits:
            self.panel.show_decision(*decision_texts(found))
            if self._led and not self.inputs.grid and found is not None:
                self.inputs.choose_axis(found.study.load.range.axis)
                self._led = True
        shown = self._studies.get(self.inputs.axis)
        if shown is not None and not (waits and self._led and not has_effect(shown)):
            self._take_study(self._ran, shown)

    def _take_study(self, session: Session, study: CorpusStudy) -> None:
        if study.load.range.axis is not self.inputs.axis or not study.means:
            return
        shown, self.study = self.study, study
        self.subject = still_selected(self.subject, shown, study)
        if shown is None or shown.load is not study.load or self.value == self._advised(shown):
            self.value = self._advised(study)  # of the same run, unless somebody looks at another
        if shown is None or shown.load is not study.load:
            self._variant = 0
        self._ran = session
        self.panel.set_study(study, self._variant, self._decision)
        self.why.set_subject(self.subject, self.context.store.session.notes)
        self._show_value()
        self._show_age()

    def _show_value(self) -> None:
        study, value = self.study, self.value
        if study is None or value is None:
            return
        self.panel.chart.set_value(value)
        self.tables.set_study(study, value, self._variant)
        self.why.explain((study, value, self._variant))
        now, best = current_value(study), study.recommendation is not None
        self.inputs.set_value(value, now, request=self.can_open, best=best, other=self.can_apply)
        self.context.set_status(headline(study))
        self.context.refresh_commands()

    def _advised(self, study: CorpusStudy) -> float:
        """Return the value that was decided on, or kept; of another axis the best one, if any."""
        found, best = self._decision, study.recommendation
        if found is not None and found.study is study:
            return study.current if found.value is None else found.value
        return study.current if best is None else best.value

    def _refuse(self, why: str) -> None:
        self._held = True
        self.panel.say(tr("Not worked out: {why}.", why=why))

    def _take_stop(self, done: int, total: int) -> None:
        self.panel.say(
            tr(
                "Stopped: {done:,} of {total:,} requests are done. Run goes on from there.",
                done=done,
                total=total,
            )
        )

    def _show_busy(self, busy: bool) -> None:
        self.inputs.set_busy(busy=busy, possible=has_corpus(self.context.store.session))
        self.panel.progress.show_progress(0, 0, busy=busy)
        if busy:
            self.panel.say(tr("Running the corpus …"))
        else:
            self._lead()
            self._run_by_itself()
        self.context.refresh_commands()

    def _show_progress(self, done: int, total: int) -> None:
        if self.busy:
            self.panel.progress.show_progress(done, total, busy=True)
            told = tr("Running the corpus: {done:,} of {total:,} requests", done=done, total=total)
            self.panel.say(told)

    def _show_age(self) -> None:
        """Mark what is shown where it is not of the newest input."""
        if self._ran is not None:
            session = self.context.store.session
            old = not same_corpus(self._ran, session) or self._ran.policy != session.policy
            self.panel.chart.set_old(old=old)
            self.why.set_old(old=old)
            self.context.set_old(is_old=old)
            if old:
                self.context.set_status(tr("Run the corpus again for a result of these inputs"))

    # How it is looked at -----------------------------------------------------------------

    def view_state(self) -> dict[str, Any]:
        """Return how all parts are looked at, and the axis."""
        return super().view_state() | {"axis": self.inputs.axis.value}

    def _restore(self, saved: Mapping[str, Any]) -> None:
        super()._restore(saved)
        if saved.get("axis") in list(Axis):
            self.inputs.choose_axis(Axis(saved["axis"]))
