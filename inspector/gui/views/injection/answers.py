"""What the Injection lens says at a glance: headline, last change, and the best split."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from inspector.analysis.independent import IndependentRun, independent_run
from inspector.analysis.tuning.runs import item_of, name_of
from inspector.analysis.tuning.split import (
    BestSplit,
    Objective,
    Splits,
    best_split,
    objectives_of,
    share_that_includes,
)
from inspector.analysis.tuning.thresholds import ItemKind
from inspector.core.candidates.candidate_set import reference_of_subject
from inspector.core.injection.overrides import Forced
from inspector.core.injection.policy import Strategy
from inspector.core.injection.report import InjectionReport
from inspector.gui.lens import LensContext
from inspector.gui.views.injection.answer_panel import Headline, LastChange
from inspector.gui.views.injection.split_asker import SplitAsker
from inspector.language import tr
from inspector.present.injection.answer import (
    Figures,
    best_text,
    change_text,
    figures,
    headline,
    split_text,
)
from inspector.present.injection.split_strip import fields_at
from inspector.session.edits import set_policy_fields
from inspector.session.overrides_edits import force
from inspector.session.session import Session

_KEPT = 100  # results whose figures are remembered, to say what a change did


class Answers(QObject):
    """Knows the figures of the results that were shown, and says what the last change did.

    ``splits`` works out what every split does; it is closed by whoever made the answers.
    """

    def __init__(self, context: LensContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self.splits = SplitAsker(self)
        self.headline = Headline(context.theme, self.objectives)
        self.change = LastChange()
        self._report: InjectionReport | None = None
        self._known: list[tuple[Session, Figures]] = []
        self._objective: Objective | None = None
        self._found_for: Session | None = None
        self.splits.refused.connect(self._refuse)
        self.headline.best_asked.connect(self.find_best)
        self.change.undo_asked.connect(context.store.undo)
        self.change.baseline_asked.connect(context.runner.keep_baseline)
        context.runner.baseline_changed.connect(self.follow_session)

    @property
    def was(self) -> float | None:
        """The knowledge share before the last change; None where it is what it was."""
        old, new = self._figures(self._context.store.before), self._figures(self._session)
        moved = old is not None and new is not None and old.share != new.share
        return old.share if moved and old is not None else None

    @property
    def _session(self) -> Session:
        return self._context.store.session

    def compared(self, report: InjectionReport) -> IndependentRun | None:
        """Return the two budgets that a run is compared with; None while they are worked out."""
        if report.strategy is not Strategy.OPTIMAL:
            return independent_run(report)  # a few milliseconds, however many cards there are
        facts = self._context.runner.facts
        return facts.independent if facts and facts.result.report is report else None

    def show_report(
        self, session: Session, report: InjectionReport, independent: IndependentRun | None
    ) -> None:
        """Take in what a session led to."""
        self._report = report
        self._remember(session, figures(report))
        movable = report.budget.division == "both" and not report.budget.direct_target
        self.headline.show_text(
            headline(report, independent), movable=movable and report.budget.total_budget > 0
        )
        self.splits.ask(report)
        self.follow_session()

    def follow_session(self) -> None:
        """Say what the last change did, also one that changes no result."""
        store, runner = self._context.store, self._context.runner
        now, before = self._figures(store.session), store.before
        if now is None and self._known and not (runner.busy or runner.outdated):
            now = self._known[-1][1]  # a note or a title changed: the result is the same
            self._remember(store.session, now)
        old = self._figures(before)
        if store.undo_label is None or now is None:
            text = tr("No change yet. Drag the divider, or change a value.")
        elif old is None:
            text = tr("Last change: {name}", name=store.undo_label)
        else:
            text = tr("{name}: {change}", name=store.undo_label, change=change_text(old, now))
        can_keep = runner.good is not None and runner.baseline is not runner.good
        self.change.show_change(text, undo=store.undo_label is not None, baseline=can_keep)
        if self._found_for is not store.session:
            self.change.show_best("")

    def forget(self) -> None:
        """Forget everything: another session is open."""
        self._report = self._found_for = None
        self._known.clear()
        self.splits.forget()

    def objectives(self) -> Sequence[Objective]:
        """Return what the best split can be found for now."""
        return () if self._report is None else objectives_of(self._report)

    def find_best(self, objective: Objective | None = None) -> None:
        """Move the divider to the best split, or say that it is there; None: as last time."""
        there = self.objectives()
        if not there:
            return
        chosen = objective or self._objective
        self._objective = chosen if chosen in there else there[0]
        self.splits.when_known(self._move)

    def _move(self, splits: Splits) -> None:
        report, objective = self._report, self._objective
        if report is None or objective is None or objective not in self.objectives():
            return
        found: BestSplit = best_split(splits, report, objective)
        if not found.kept:
            self._context.store.commit(
                tr("Find best split"), set_policy_fields(fields_at(found.share))
            )
        self._found_for = self._session
        self.change.show_best(best_text(found))

    def include(self, key: str) -> None:
        """Make the nearest change of the split that lets a subject in, else override the rule."""
        self.splits.when_known(lambda splits: self._include(splits, key))

    def _include(self, splits: Splits, key: str) -> None:
        report = self._report
        item = None if report is None else item_of(report, key)
        if report is None or item is None:
            return
        name, store = name_of(report, item), self._context.store
        share = share_that_includes(splits, report, item)
        label = tr("Include {name}", name=name)
        if share is not None:
            store.commit(label, set_policy_fields(fields_at(share)))
            said = tr("{name} is included at split {split}.", name=name, split=split_text(share))
        else:
            forced = Forced.INLINED if item.kind is ItemKind.FILE else Forced.PINNED
            store.commit(label, force([reference_of_subject(key.partition(":")[2])], forced))
            said = tr("{name}: no split includes it, so the rules are overridden.", name=name)
        self._found_for = self._session
        self.change.show_best(said)

    def _refuse(self) -> None:
        self._found_for = self._session
        self.change.show_best(tr("There are too many splits to be compared."))

    def _figures(self, session: Session | None) -> Figures | None:
        for one, known in reversed(self._known):
            if one is session:
                return known
        return None

    def _remember(self, session: Session, known: Figures) -> None:
        self._known = [pair for pair in self._known if pair[0] is not session][-_KEPT:]
        self._known.append((session, known))
