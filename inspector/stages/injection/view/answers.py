"""What the Injection lens says at a glance: headline, last change, and the best split.

The answer at a glance: the headline over the bar, and under it what the last change did.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QSizePolicy, QToolButton, QWidget

from inspector.analysis.independent import IndependentRun, Rivals, independent_run
from inspector.analysis.tuning.axes import Axis, axis_fields
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
from inspector.gui.boxes import HBox, VBox, empty, text_label, with_name
from inspector.gui.lens import LensContext
from inspector.gui.one_line_buttons import OneLineLabel
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.steps_grid import reading_label
from inspector.language import tr
from inspector.present.shares import split_text
from inspector.session.edits import force, set_policy_fields
from inspector.session.session import Session
from inspector.stages.injection.answer import (
    OBJECTIVES,
    Figures,
    best_text,
    change_text,
    figures,
    headline,
)
from inspector.stages.injection.view.split_asker import SplitAsker


class Headline(QWidget):
    """The result in one sentence. ``best`` is the way to a better split, which stands elsewhere.

    Object names: ``headline``, ``find-best`` (a button with a menu of objectives).
    """

    best_asked = Signal(object)
    """An ``Objective``, None for the one chosen last."""

    def __init__(self, theme: Theme, objectives: Callable[[], Sequence[Objective]]) -> None:
        super().__init__()
        self._objectives = objectives
        self._theme = theme
        self._said = reading_label("headline", theme, FontRole.TITLE, self)
        self.best = with_name(
            QToolButton(self),
            "find-best",
            tip=tr("Moves the divider to the best split of this request."),
        )
        self.best.setText(tr("Find best split"))
        self.best.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        self.best.clicked.connect(lambda: self.best_asked.emit(None))
        menu = QMenu(self.best)
        menu.aboutToShow.connect(self._fill)
        self.best.setMenu(menu)
        HBox(self, margins=(0, 0, 0, 2)).hold((self._said, 1))

    def show_text(self, text: str, *, movable: bool) -> None:
        """Show a result; the divider of one that is not ``movable`` has no best place."""
        self._said.setText(text)
        self._fit()
        self.best.setEnabled(movable)

    def follow_theme(self, _theme: Theme) -> None:
        """Write in another size."""
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Write as large as one line can be."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Take the smaller font where the larger one would take a second line from the rows."""
        large, small = (self._theme.font(role) for role in (FontRole.TITLE, FontRole.STRONG))
        wide = QFontMetrics(large).horizontalAdvance(self._said.text())
        self._said.setFont(large if wide <= self._said.width() else small)

    def _fill(self) -> None:
        menu = self.best.menu()
        empty(menu)
        for objective in self._objectives():
            action = menu.addAction(OBJECTIVES[objective])
            action.setObjectName(f"find-best.{objective}")
            action.triggered.connect(lambda _=False, one=objective: self.best_asked.emit(one))


class LastChange(QWidget):
    """What the last change did, with the way back.

    Object names: ``change`` (its line), ``change.best`` (what was found), ``change.undo``,
    ``change.baseline``.
    """

    undo_asked = Signal()
    baseline_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._changed = False
        self._said, self._best = OneLineLabel("change", self), self._label("change.best")
        self._undo = self._button("change.undo", tr("Undo"))
        self._undo.clicked.connect(self.undo_asked)
        self._baseline = self._button("change.baseline", tr("Set as baseline"))
        self._baseline.setToolTip(tr("Compares later results with this one."))
        self._baseline.clicked.connect(self.baseline_asked)
        texts = VBox(spacing=2).hold(self._best, self._said)
        HBox(self, spacing=8).hold(
            (texts, 1),
            (self._undo, 0, Qt.AlignmentFlag.AlignTop),
            (self._baseline, 0, Qt.AlignmentFlag.AlignTop),
        )
        self.show_best("")

    def show_change(self, text: str, *, undo: bool, baseline: bool) -> None:
        """Show what changed; ``undo`` and ``baseline`` tell what can be done about it."""
        self._said.setText(text)
        self._changed = undo
        self._show_or_hide()
        self._undo.setEnabled(undo)
        self._baseline.setEnabled(baseline)

    def show_best(self, text: str) -> None:
        """Say what looking for the best split came to; "" says nothing."""
        self._best.setText(text)
        self._best.setVisible(bool(text))
        self._show_or_hide()

    def _show_or_hide(self) -> None:
        """Take no room where nothing was changed and nothing was found."""
        self.setVisible(self._changed or bool(self._best.text()))

    def _label(self, name: str) -> QLabel:
        label = text_label(name, self)
        label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return label

    def _button(self, name: str, text: str) -> QPushButton:
        return with_name(QPushButton(text, self), name, role="link")


_KEPT = 100  # results whose figures are remembered, to say what a change did


class ShownFigures(QObject):
    """Knows the figures of the results that were shown, and says what the last change did.

    ``splits`` works out what every split does; it is closed by whoever made the answers.
    """

    def __init__(self, context: LensContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._rivals = Rivals()
        self.splits = SplitAsker(self)
        self.headline = Headline(context.theme, self.objectives)
        self.change = LastChange()
        self._latest: tuple[Session, InjectionReport] | None = None
        self._independent: IndependentRun | None = None
        self._known: list[tuple[Session, Figures]] = []
        self._objective: Objective | None = None
        self._found_for: Session | None = None
        self.splits.refused.connect(self._refuse)
        self.headline.best_asked.connect(self.find_best)
        self.change.undo_asked.connect(context.store.undo)
        self.change.baseline_asked.connect(context.runner.keep_baseline)
        context.runner.baseline_changed.connect(self.show)

    @property
    def was(self) -> float | None:
        """The knowledge share before the last change; None where it is what it was."""
        before, share = self._context.store.before, _share(self._session)
        return None if before is None or _share(before) == share else _share(before)

    @property
    def _session(self) -> Session:
        return self._context.store.session

    @property
    def _report(self) -> InjectionReport | None:
        return None if self._latest is None else self._latest[1]

    def compared(self, report: InjectionReport) -> IndependentRun | None:
        """Return the two budgets that a run is compared with; None while they are worked out."""
        if report.strategy is not Strategy.OPTIMAL:
            return independent_run(report, self._rivals)  # a fraction of a millisecond
        facts = self._context.runner.facts
        return facts.independent if facts and facts.result.report is report else None

    def take_report(
        self, session: Session, report: InjectionReport, independent: IndependentRun | None
    ) -> None:
        """Take in what a session led to."""
        latest = self._latest
        if latest is not None and latest[0] is self._context.store.before:
            self._remember(latest[0], figures(latest[1]))  # what a new gesture began with
        self._latest, self._independent = (session, report), independent

    def show(self) -> None:
        """Say what the newest result is, and what the last change did to it."""
        if self._latest is not None:
            session, report = self._latest
            self._remember(session, figures(report))
            movable = report.budget.division == "both" and not report.budget.direct_target
            self.headline.show_text(
                headline(report, self._independent, brief=True),
                movable=movable and report.budget.total_budget > 0,
            )
        self._show_change()

    def _show_change(self) -> None:
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
        self._latest = self._independent = self._found_for = None
        self._known.clear()
        self._rivals = Rivals()
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
                tr("Find best split"), set_policy_fields(axis_fields(Axis.DIVISION, found.share))
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
            store.commit(label, set_policy_fields(axis_fields(Axis.DIVISION, share)))
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


def _share(session: Session) -> float:
    return session.policy.knowledge_card_share_default
