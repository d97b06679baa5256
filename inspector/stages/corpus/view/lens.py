"""The Corpus lens: one widget that passes values between inputs, curves, tables and Why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.analysis.corpus.study import CorpusStudy
from inspector.analysis.tuning.axes import Axis, axis_fields
from inspector.gui.lens import LensContext
from inspector.gui.messages import FileChoice
from inspector.gui.swept_corpus import same_corpus
from inspector.gui.views.chart_over_tables import ChartOverTables
from inspector.gui.views.stage_lens import StageLens
from inspector.language import tr
from inspector.present.axis_names import AXIS_TITLES, written
from inspector.session.corpus_edits import look_into
from inspector.session.edits import set_fields
from inspector.session.session import Session
from inspector.stages.corpus.corpora import has_corpus
from inspector.stages.corpus.names import current_value, headline
from inspector.stages.corpus.tables import request_key, request_of_key
from inspector.stages.corpus.view.chart_panel import CorpusPanel
from inspector.stages.corpus.view.inputs import CorpusInputs
from inspector.stages.corpus.view.runner import CorpusRunner
from inspector.stages.corpus.view.tables import CorpusTables
from inspector.stages.corpus.view.why_pane import CorpusWhy

_NOTHING = tr(
    "No corpus has been run.\n\nOpen or drop a candidate set and a file of requests (JSON lines),"
    " then choose Run."
)
_SIZES = (380, 320)  # pixels: chart, tables


class CorpusLens(StageLens):
    """Shows the newest study, and the value or request that is looked at."""

    def __init__(self, context: LensContext, *, processes: int | None = None) -> None:
        super().__init__("corpus", context)
        self._study: CorpusStudy | None = None
        self._ran: Session | None = None
        self._value: float | None = None
        self._variant = 0  # the policy that is looked at; the first is the present one
        theme = context.theme
        self._runner = self._working(CorpusRunner(self, processes=processes))
        self.inputs = CorpusInputs(theme, self._columns)
        self.panel = CorpusPanel(theme)
        self.tables = CorpusTables(theme)
        self.why = CorpusWhy(theme, self._columns)
        self._middle = ChartOverTables(
            ("corpus.rows", "nothing"), _NOTHING, (self.panel, self.tables), _SIZES
        )
        self._lay_out(
            self.inputs, self._middle, self.why, rows=self._middle.rows, tables=self.tables
        )
        self._begin()

    def _connect(self) -> None:
        runner = self._runner
        runner.finished.connect(self._take_study)
        runner.finished.connect(self.context.swept.keep)
        runner.arrived.connect(self._take_study)
        runner.refused.connect(self._refuse)
        runner.stopped.connect(self._take_stop)
        runner.busy_changed.connect(self._show_busy)
        runner.progress.connect(self._show_progress)
        runner.failed.connect(self._tell)
        runner.left_out.connect(self.inputs.say_left_out)
        self.inputs.run_asked.connect(self.run)
        self.inputs.others_asked.connect(self.add_corpora)
        self.inputs.chosen.connect(self.look_at)
        self.inputs.apply_asked.connect(self.apply)
        self.inputs.back_asked.connect(self._look_back)
        self.inputs.best_asked.connect(self.look_at_best)
        self.inputs.open_asked.connect(self.open_request)
        self.panel.progress.stop_asked.connect(self.stop)
        self.panel.chart.chosen.connect(self.look_at)
        self.panel.losses.cause_chosen.connect(self.tables.show_lost_to)
        self.tables.value_chosen.connect(self.look_at)
        self.why.note_written.connect(self._write_note)

    # For commands and exporters ----------------------------------------------------------

    @property
    def study(self) -> CorpusStudy | None:
        """The study that is shown, None while there is none."""
        return self._study

    @property
    def value(self) -> float | None:
        """The value that is looked at."""
        return self._value

    @property
    def busy(self) -> bool:
        """Whether a corpus is being worked out."""
        return self._runner.busy

    @property
    def can_run(self) -> bool:
        """Whether there is a corpus, and nothing under way."""
        return has_corpus(self.context.store.session) and not self.busy

    @property
    def can_apply(self) -> bool:
        """Whether another value than the policy's is looked at."""
        study, value = self._study, self._value
        return study is not None and value is not None and bool(self._fields(study, value))

    @property
    def can_open(self) -> bool:
        """Whether a request of the corpus that is open now is selected."""
        session, ran = self.context.store.session, self._ran
        place = request_of_key(self.subject)
        if place is None or ran is None or self._study is None or not session.requests:
            return False
        return self._study.jobs[place].corpus == 0 and same_corpus(ran, session)

    def run(self) -> None:
        """Run the open corpus; what an earlier run left is not done again."""
        if self.can_run:
            self._middle.show_rows(shown=True)
            self._runner.run(
                self.context.store.session,
                self.inputs.axis,
                self.inputs.seed,
                self.inputs.others,
                self.inputs.grid,
            )

    def add_corpora(self) -> None:
        """Choose files of requests that the next run takes in beside the open corpus."""
        choice = FileChoice(tr("Add corpora"), (tr("Requests (*.jsonl *.json *.yaml *.yml)"),))
        chosen = self.context.messages.choose_files(choice)
        if chosen:
            self.inputs.set_others((*self.inputs.others, *chosen))

    def stop(self) -> None:
        """Stop the run."""
        self._runner.stop()

    def select(self, subject: str) -> None:
        """Select a request everywhere; "" selects nothing."""
        if subject != self.subject:
            self.subject = subject
            self.tables.select(subject)
            self.why.set_subject(subject, self.context.store.session.notes)
            self._show_value()

    def look_at(self, value: float, variant: int | None = None) -> None:
        """Look at a value, of another policy of the grid if it is said; nothing is changed."""
        study = self._study
        if study is not None and value in study.load.range:
            self._value = value
            if variant is not None and variant != self._variant:
                self._variant = variant
                self.panel.set_study(study, variant)
            self._show_value()

    def _look_back(self) -> None:
        """Look at the policy as it is."""
        if self._study is not None:
            self.look_at(self._study.current, 0)

    def _fields(self, study: CorpusStudy, value: float) -> dict[str, float]:
        """Return the fields that make the policy what is looked at."""
        policies = (study.load.variants[place].policy for place in (0, self._variant))
        now, looked = (one.model_dump() for one in policies)
        fields = {name: much for name, much in looked.items() if much != now[name]}
        axis = study.load.range.axis
        return fields | (axis_fields(axis, value) if value != study.current else {})

    def look_at_best(self) -> None:
        """Look at the recommended value of the policy that is looked at."""
        found = None if self._study is None else self._study.recommendations[self._variant]
        if found is not None:
            self.look_at(found.value)

    def apply(self) -> None:
        """Give the policy the value that is looked at, as one edit."""
        study, value = self._study, self._value
        if study is not None and value is not None and self.can_apply:
            axis = study.load.range.axis
            label = tr(
                "Set {axis_titles} to {axis}",
                axis_titles=AXIS_TITLES[axis],
                axis=written(axis, value),
            )
            if self._variant:
                label = tr("Set {name}", name=study.load.variants[self._variant].name)
            self.context.store.commit(label, set_fields(self._fields(study, value)))

    def open_request(self) -> None:
        """Open the selected request in the Injection lens with the value looked at."""
        study, value, place = self._study, self._value, request_of_key(self.subject)
        if study is None or value is None or place is None or not self.can_open:
            return
        job, fields = study.jobs[place], self._fields(study, value)
        label = tr("Look into {trace_id}", trace_id=job.request.trace_id)
        self.context.store.commit(label, look_into(job.number, fields))
        self.context.open_lens("injection", "")

    # Values that come in -----------------------------------------------------------------

    def _follow_session(self, session: Session) -> None:
        self.inputs.set_session(session)
        self.inputs.set_busy(busy=self.busy, possible=has_corpus(session))
        self.why.set_subject(self.subject, session.notes)
        self._show_age()

    def _forget(self) -> None:
        super()._forget()
        self._study = self._ran = self._value = None
        self._variant = 0
        self._runner.forget()
        self.inputs.set_others(())
        self.panel.clear()
        self._middle.show_rows(shown=False)
        self.inputs.set_value(None, "", request=False, best=False, other=False)
        self.why.forget()

    def _take_study(self, session: Session, study: CorpusStudy) -> None:
        if not study.means:
            self._refuse(tr("no request could be worked out"))
            return
        shown, self._study = self._study, study
        self.subject = _still(self.subject, shown, study)
        if shown is None or shown.load is not study.load or self._value == _advised(shown):
            self._value = _advised(study)  # of the same run, unless somebody looks at another
        if shown is None or shown.load is not study.load:
            self._variant = 0
        self._ran = session
        self.panel.set_study(study, self._variant)
        self.why.set_subject(self.subject, self.context.store.session.notes)
        self._show_value()
        self._show_age()

    def _show_value(self) -> None:
        study, value = self._study, self._value
        if study is None or value is None:
            return
        self.panel.chart.set_value(value)
        self.tables.set_study(study, value, self._variant)
        self.why.set_study(study, value, self._variant)
        self.inputs.set_value(
            value,
            current_value(study),
            request=self.can_open,
            best=study.recommendation is not None,
            other=self.can_apply,
        )
        self.context.set_status(headline(study))
        self.context.refresh_commands()

    def _refuse(self, why: str) -> None:
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
        possible = has_corpus(self.context.store.session)
        self.inputs.set_busy(busy=busy, possible=possible)
        self.panel.progress.show_progress(0, 0, busy=busy)
        if busy:
            self.panel.say(tr("Running the corpus …"))
        self.context.refresh_commands()

    def _show_progress(self, done: int, total: int) -> None:
        if self.busy:
            self.panel.progress.show_progress(done, total, busy=True)
            self.panel.say(
                tr("Running the corpus: {done:,} of {total:,} requests", done=done, total=total)
            )

    def _show_age(self) -> None:
        """Mark what is shown where it is not of the newest input."""
        if self._ran is not None:
            session = self.context.store.session
            old = not same_corpus(self._ran, session) or self._ran.policy != session.policy
            self.panel.set_old(old=old)
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

    def _change_theme(self) -> None:
        super()._change_theme()
        self.panel.change_theme()
        self.why.refresh_colors()


def _advised(study: CorpusStudy) -> float:
    """Return the recommended value, the current one where there is none."""
    return study.current if study.recommendation is None else study.recommendation.value


def _still(subject: str, before: CorpusStudy | None, now: CorpusStudy) -> str:
    """Return the key of a request in another study, "" where it is not in it."""
    place = request_of_key(subject)
    if before is None or place is None:
        return ""
    job = before.jobs[place]
    here = (job.corpus, job.number)
    places = [at for at, one in enumerate(now.jobs) if (one.corpus, one.number) == here]
    return request_key(places[0]) if places and before.load is now.load else ""
