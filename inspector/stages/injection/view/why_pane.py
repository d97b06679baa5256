"""The right column: why the selected subject is in or out, or the run as a whole.

What would change it is worked out in a worker, once nothing has changed for a moment.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from inspector.analysis.audit.finding import Working
from inspector.analysis.tuning.axes import axis_fields, current_value
from inspector.analysis.tuning.runs import ItemThresholds, Trial
from inspector.analysis.tuning.split import Splits
from inspector.analysis.tuning.thresholds import Threshold, Wanted
from inspector.core.candidates.candidate_set import reference_of_subject
from inspector.core.candidates.interned import NO_CODE
from inspector.core.injection.overrides import Forced
from inspector.core.injection.report import InjectionReport
from inspector.core.reasons import Verdict
from inspector.gui.boxes import VBox, with_name
from inspector.gui.one_line_buttons import OneLineButton
from inspector.gui.theme import Theme
from inspector.gui.views.explanation_pane import scrolled
from inspector.gui.views.why_view import WhyView
from inspector.language import tr, tr_n
from inspector.present.axis_names import AXIS_TITLES, apply_text, written
from inspector.present.why import Why
from inspector.session.session import Note
from inspector.stages.injection.answer import differences_text, figures
from inspector.stages.injection.overview import nearest_steps
from inspector.stages.injection.view.why_parts import NearestChange, OverrideButtons, OverviewView
from inspector.stages.injection.why import why_injection
from inspector.stages.injection.why_content import covered_cards
from inspector.stages.tuning.sentences import in_order, threshold_lines
from inspector.stages.tuning.view.runner import TuningRunner

PAUSE = 300  # milliseconds without another question


class ThresholdAsker(QObject):
    """Keeps the answer to the newest question. It is worked out in a worker, never waited for."""

    answered = Signal()
    """There is an answer to what was asked last."""
    failed = Signal(object)
    """A ``Failure``: an exception that nobody expected."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = TuningRunner(self)
        self._asked: tuple[InjectionReport, str] | None = None
        self._found: ItemThresholds | None = None
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self._ask)
        self._runner.explained.connect(self._take)
        self._runner.failed.connect(self.failed)

    def ask(self, report: InjectionReport, key: str) -> None:
        """Ask about a subject of a run, instead of what was asked before; "" asks nothing."""
        if self._asked is not None and self._asked[0] is report and self._asked[1] == key:
            return
        self._asked, self._found = (report, key), None
        if key:
            self._pause.start()
        else:
            self._pause.stop()

    def forget(self) -> None:
        """Forget what was asked; an answer to it is dropped."""
        self._asked = self._found = None
        self._pause.stop()
        self._runner.forget()

    def lines(self) -> tuple[str, ...]:
        """Return the answer in sentences; none while it is not known."""
        return () if self._found is None else tuple(threshold_lines(self._found))

    def changes(self) -> tuple[Threshold, ...]:
        """Return the thresholds that the first lines are about, in their order."""
        return () if self._found is None else in_order(self._found)

    def trials(self) -> tuple[Trial, ...]:
        """Return the runs with one change each; none while they are not known."""
        return () if self._found is None else self._found.trials

    def close(self) -> None:
        """End everything. Nothing is sent any more."""
        self._pause.stop()
        self._runner.close()

    def _ask(self) -> None:
        if self._asked is not None:
            self._runner.set_report(self._asked[0])
            self._runner.ask_item(self._asked[1])

    def _take(self, key: str, found: ItemThresholds | None) -> None:
        if self._asked is not None and self._asked[1] == key and not self._pause.isActive():
            self._found = found
            self.answered.emit()


_BRINGS = {
    Wanted.FULL: tr("Full text included"),
    Wanted.IN: tr("Included"),
    Wanted.LARGER: tr("In a longer form"),
}
_IN_PROMPT = frozenset((Verdict.INCLUDED, Verdict.REDUCED, Verdict.SUPPRESSED))


class WhyPane(QWidget):
    """Explains what is selected, or the run in its ``overview``; below, what can be forced."""

    note_written = Signal(str, str, object)
    """The subject's id, its note, and the gesture it belongs to."""
    override_asked = Signal(object)
    """The ``Forced`` that somebody wants on what is explained, or wants to take back."""
    link_asked = Signal(str)
    """The subject whose cards somebody wants to see."""

    prompt_asked = Signal()
    """Somebody wants to see where the subject stands in the prompt."""
    change_asked = Signal(str, object)
    """What a change of the policy is called, and the values of its fields."""
    failed = Signal(object)
    """A ``Failure`` of working out what would change the subject's fate."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Why"))
        self._report: InjectionReport | None = None
        self._subject = ""
        self._notes: tuple[Note, ...] = ()
        self.overview = OverviewView(theme)
        self._explained = WhyView(
            theme, titles={"remedies": tr("Changes")}, folded=("arithmetic", "help")
        )
        self._in_prompt = with_name(OneLineButton(tr("Show in prompt")), "why.in-prompt")
        self._in_prompt.clicked.connect(self.prompt_asked)
        self._explained.add_link(self._in_prompt)
        self._nearest = NearestChange(theme)
        self._nearest.apply_asked.connect(lambda: self._change(0))
        self._explained.add_below_sentence(self._nearest)
        self._pages = QStackedWidget(self)
        for name, view in (("overview", self.overview), ("why", self._explained)):
            self._pages.addWidget(scrolled(f"{name}.pane", view, title=tr("Why")))
        layout = VBox(self, spacing=0).hold((self._pages, 1))
        self.overrides = OverrideButtons(self)
        self.overrides.asked.connect(self.override_asked)
        layout.addWidget(self.overrides)
        self.thresholds = ThresholdAsker(self)
        self.thresholds.answered.connect(self._show)
        self.thresholds.failed.connect(self.failed)
        self._explained.note_written.connect(self.note_written)
        self._explained.link_asked.connect(self.link_asked)
        self._explained.remedy_asked.connect(self._change)
        self._pages.hide()

    @property
    def why(self) -> Why | None:
        """What is explained, None where nothing is selected."""
        return self._explained.why if self._pages.currentIndex() == 1 else None

    @property
    def is_in_prompt(self) -> bool:
        """Whether the prompt has the text of what is explained, or its ghost."""
        return self.why is not None and self.why.verdict in _IN_PROMPT

    def set_report(self, report: InjectionReport) -> None:
        """Explain by another report from now on."""
        self._report = report
        self._show()

    def forget(self) -> None:
        """Explain nothing until there is another report."""
        self._report = None
        self.thresholds.forget()
        self._pages.hide()

    def set_subject(self, subject: str, notes: tuple[Note, ...]) -> None:
        """Explain another subject; "" shows the run as a whole."""
        if (subject, notes) != (self._subject, self._notes):
            self._explained.finish()
            self._subject, self._notes = subject, notes
            self._show()

    def set_splits(self, splits: Splits | None) -> None:
        """Say of the result at which splits something changes; None while that is not known."""
        report = self._report
        if report is not None:
            self.overview.show_nearest(nearest_steps(report, splits))

    def finish(self) -> None:
        """Send a note that is being written."""
        self._explained.finish()

    def _show(self) -> None:
        report = self._report
        if report is None:
            return
        found = why_injection(report, self._subject) if self._subject else None
        self.thresholds.ask(report, "" if found is None else self._subject)
        if found is None:
            self.overview.show_report(report)
            self._pages.setCurrentIndex(0)
        else:
            notes = {note.subject: note.text for note in self._notes}
            exact, costs = self.thresholds.lines(), self._costs(report)
            told = tuple(
                tr("{said} {cost}", said=line, cost=costs[place]) if place in costs else line
                for place, line in enumerate(exact)
            )
            found = replace(found, remedies=told) if exact else found
            self._explained.show_why(
                found,
                notes.get(found.subject, ""),
                _link(report, found),
                tuple(
                    tr("Set to {value}", value=written(one.axis, one.written))
                    if one.wanted is not Wanted.OUT
                    else ""
                    for one in self._changes
                ),
            )
            self._pages.setCurrentIndex(1)
        self._in_prompt.setVisible(self.is_in_prompt)
        self._show_foot(report)
        self._pages.show()

    def _costs(self, report: InjectionReport) -> dict[int | Forced, str]:
        """Return what each change costs: by its place among the thresholds, or what is forced."""
        trials, places = self.thresholds.trials(), {one: at for at, one in enumerate(self._changes)}
        if not trials:
            return {}
        before = figures(report)
        return {
            trial.change if isinstance(trial.change, Forced) else places[trial.change]: (
                differences_text(before, figures(trial.report))
            )
            for trial in trials
        }

    @property
    def _changes(self) -> tuple[Threshold, ...]:
        return self.thresholds.changes()

    def _show_foot(self, report: InjectionReport) -> None:
        """Keep the nearest change and the costs in sight, whatever is folded above."""
        costs = self._costs(report)
        self.overrides.show_costs(
            {one: cost for one, cost in costs.items() if isinstance(one, Forced)}
        )
        first = next(iter(self._changes), None)
        if self.why is None or first is None or first.wanted is Wanted.OUT:
            self._nearest.show_change((), "")
        else:
            steps = tuple(_card_steps(report, first, costs.get(0, "")))
            self._nearest.show_change(steps, apply_text(first.axis))

    def _change(self, place: int) -> None:
        changes = self._changes
        if place < len(changes):
            one = changes[place]
            value = written(one.axis, one.written)
            change = tr("{axis} {value}", axis=AXIS_TITLES[one.axis], value=value)
            label = tr("Set {change}", change=change)
            self.change_asked.emit(label, axis_fields(one.axis, one.written))


def _card_steps(report: InjectionReport, change: Threshold, cost: str) -> Iterator[Working]:
    """Yield the field with its value now and then, what that brings, and what it costs."""
    axis = change.axis
    is_off = axis.limits_candidates and getattr(report.overrides, axis.field) is None
    now = current_value(axis, report.policy, report.overrides)
    was = tr("off") if is_off else written(axis, now)
    then = written(axis, change.written)
    yield Working(AXIS_TITLES[axis], "", f"{was} → {then}")
    yield Working(_BRINGS[change.wanted], "", "")
    for one in filter(None, cost.split(" · ")):
        yield Working(one, "", "")


def _link(report: InjectionReport, why: Why) -> str:
    """Return what a file's explanation leads to: its cards."""
    if why.kind != "file":
        return ""
    columns, reference = report.prepared.cards.columns, reference_of_subject(why.subject)
    count = int(
        (columns.references.codes == columns.references.code_of.get(reference, NO_CODE)).sum()
    )
    suppressed = covered_cards(report, reference)
    if not count:
        return ""
    cards = tr_n("1 card", "{count:,} cards", count, count=count)
    return tr("Show its {cards}", cards=cards) + (
        tr(", {suppressed:,} suppressed", suppressed=suppressed) if suppressed else ""
    )
