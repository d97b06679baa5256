"""The left column: what is run, along which axis, and what is done with the value looked at.

One axis of a grid of policies: which, from where to where, in how many steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QWidget

from inspector.analysis.corpus.bootstrap import DEFAULT_SEED
from inspector.analysis.tuning.axes import Axis, current_value
from inspector.analysis.tuning.policy_map import may_be_mapped
from inspector.core.injection.policy import UnifiedContextBudgetPolicy
from inspector.gui.boxes import HBox, VBox, with_name
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.number_fields import AxisChoice, AxisNumber, NumberField
from inspector.gui.views.section_column import SectionColumn
from inspector.language import tr, tr_n
from inspector.present.axis_names import AXIS_HELP, apply_text
from inspector.present.shares import counted_cards, counted_files, counted_requests
from inspector.session.audit_edits import receipts_of
from inspector.session.session import Session
from inspector.stages.corpus.corpora import MOST_STEPS, GridAxis, grid_policies, is_small

_STEPS = 3
_ASIDE = 0.1  # of a fraction, to both sides of the policy's own


class GridFields(QWidget):
    """Object names: that of the choice, with ``.from``, ``.to`` and ``.steps``."""

    changed = Signal()

    def __init__(self, name: str, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._policy = UnifiedContextBudgetPolicy()
        told = tr("A field of the policy that a grid varies.")
        self._axis = AxisChoice(name, title, self, told)
        self._first = AxisNumber(f"{name}.from", tr("From"), tr("The first value."), self)
        self._last = AxisNumber(f"{name}.to", tr("To"), tr("The last value."), self)
        self._steps = with_name(
            NumberField(2, MOST_STEPS, whole=True), f"{name}.steps", tr("Values"),
            tip=tr("How many values, evenly from the first to the last."),
        )  # fmt: skip
        self._steps.set_number(_STEPS)
        many = QLabel(tr("Values"), self)
        many.setBuddy(self._steps)
        self._many = QWidget(self)
        HBox(self._many, margins=(10, 0, 0, 0)).hold((many, 1), self._steps)
        choice = HBox(margins=(10, 0, 0, 0)).hold(self._axis)
        VBox(self).hold(choice, self._first, self._last, self._many)
        self._axis.chosen.connect(self._choose)
        self._first.changed.connect(self.changed)
        self._last.changed.connect(self.changed)
        self._steps.changed.connect(self.changed)
        self.offer((), UnifiedContextBudgetPolicy())

    @property
    def axis(self) -> Axis | None:
        """The axis that is varied, None for none."""
        return self._axis.axis

    @property
    def chosen(self) -> GridAxis | None:
        """What is varied, None for nothing."""
        axis = self.axis
        if axis is None:
            return None
        first, last = self._first.editor.value(), self._last.editor.value()
        return GridAxis(axis, first, last, int(self._steps.value()))

    def offer(self, axes: Sequence[Axis], policy: UnifiedContextBudgetPolicy) -> None:
        """Offer axes to vary; one that was chosen stays if it is among them."""
        self._policy, before = policy, self.axis
        self._axis.offer(axes, tr("Nothing else"))
        self._axis.choose(before if before in axes else None)
        self._show()

    def vary(self, axis: Axis | None) -> None:
        """Vary an axis that is offered, about the policy's own value; None varies nothing."""
        self._axis.choose(axis)
        self._choose()

    def _choose(self) -> None:
        axis = self.axis
        if axis is not None:
            now = current_value(axis, self._policy)
            first, last = (
                (now // 2, now * 2)
                if axis.whole
                else (round(max(0.0, now - _ASIDE), 4), round(min(1.0, now + _ASIDE), 4))
            )
            self._first.set_number(first, axis)
            self._last.set_number(last, axis)
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        axis = self.axis
        for widget in (self._first, self._last, self._many):
            widget.setVisible(axis is not None)
        self._axis.setToolTip("" if axis is None else AXIS_HELP[axis])


_SECTIONS = (
    ("corpus", tr("Corpus"), True),
    ("axis", tr("Parameter"), True),
    ("value", tr("Value"), True),
    ("grid", tr("Other policies"), False),
    ("statistics", tr("Statistics"), False),
)
_MOST_SEED = 2**31 - 1
_MOST_POINTS = 100.0


class CorpusInputs(SectionColumn):
    """Object names: ``corpus.text``, ``corpus.others``, ``corpus.run``, ``corpus.add``,

    ``corpus.alone``, ``may-cost``, ``axis``, ``seed``, ``grid``, ``grid.beside``, ``value``,
    ``value.apply``, ``value.back``, ``value.best``, ``request.open``.
    """

    run_asked = Signal()
    chosen = Signal(float)
    """A value to look at."""
    apply_asked = Signal()
    best_asked = Signal()
    back_asked = Signal()
    """Somebody wants to look at the policy as it is."""
    open_asked = Signal()
    axis_chosen = Signal()
    may_cost_changed = Signal()
    others_asked = Signal()
    """Somebody wants to choose further corpora."""

    others: tuple[Path, ...] = ()
    """Files of requests of further corpora that are run, too."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("corpus.inputs", parent)
        self._session = Session()
        self._add_sections(_SECTIONS, theme)
        content = self._content
        self._text = self._label("corpus.text", theme, FontRole.SMALL, muted=True)
        self._run = self._button(
            "corpus.run", tr("Run"), tr("Run every request over the whole range.")
        )
        self._more = self._button(
            "corpus.add", tr("Add corpora…"),
            tr("Run the requests of other files under the same policy, each beside its own set."),
        )  # fmt: skip
        self._alone = self._button(
            "corpus.alone", tr("Remove added"), tr("Run the open corpus alone again.")
        )
        self._beside = self._label("corpus.others", theme, FontRole.SMALL, muted=True)
        self._left_out = self._label("corpus.left-out", theme, FontRole.SMALL)
        self._axis = AxisChoice("axis", tr("Axis"), content)
        self._axis.offer(Axis)
        self._axis.choose(Axis.DIVISION)
        self._help = self._label("axis.help", theme, FontRole.SMALL, muted=True)
        self._seed = with_name(
            NumberField(0, _MOST_SEED, whole=True), "seed", tr("Seed"),
            tip=tr("Of the bootstrap: the same seed gives the same intervals."),
        )  # fmt: skip
        self._may_cost = with_name(
            NumberField(0, _MOST_POINTS, whole=False), "may-cost", tr("May cost at most"),
            tip=tr("Points of recall that fewer tokens may cost."),
        )  # fmt: skip
        self._may_cost.setSuffix(" " + tr("points"))
        self._may_cost.setSingleStep(1)
        self._grid = (
            GridFields("grid", tr("Varied too"), content),
            GridFields("grid.beside", tr("Varied beside it"), content),
        )
        self._grid_text = self._label("grid.text", theme, FontRole.SMALL, muted=True)
        self._value = AxisNumber("value", tr("Cursor"), tr("The value that is looked at."), content)
        self._now = self._label("value.now", theme, FontRole.SMALL, muted=True)
        self._apply = self._button(
            "value.apply", tr("Apply to policy"), tr("Give the policy this value, as one edit.")
        )
        self._back = self._button(
            "value.back", tr("Now"), tr("Look at the policy's own value again.")
        )
        self._best = self._button("value.best", tr("Best"), tr("Look at the recommended value."))
        self._open = self._button(
            "request.open", tr("Open request here"),
            tr("Open the selected request in Budget, with this value, as one edit."),
        )  # fmt: skip
        self._fill(
            "corpus", self._text, self._beside, self._left_out, self._row(self._run),
            self._row(self._more, self._alone),
            self._row(*self._named(tr("May cost at most"), self._may_cost)),
        )  # fmt: skip
        self._fill("axis", self._row(self._axis), self._help)
        self._fill("statistics", self._row(*self._named(tr("Seed"), self._seed)))
        self._fill("grid", *self._grid, self._grid_text)
        self._fill(
            "value", self._value, self._now, self._row(self._apply, self._best, self._back),
            self._row(self._open),
        )  # fmt: skip
        self._run.clicked.connect(self.run_asked)
        self._more.clicked.connect(self.others_asked)
        self._alone.clicked.connect(lambda: self.set_others(()))
        self._axis.chosen.connect(self._choose_axis)
        self._seed.changed.connect(self._take_seed)
        self._may_cost.changed.connect(self.may_cost_changed)
        for fields in self._grid:
            fields.changed.connect(self._offer_grid)
        self._value.changed.connect(self.chosen)
        self._apply.clicked.connect(self.apply_asked)
        self._back.clicked.connect(self.back_asked)
        self._best.clicked.connect(self.best_asked)
        self._open.clicked.connect(self.open_asked)
        self._help.setText(AXIS_HELP[self.axis])
        self._offer_grid()
        self.forget()

    def _named(self, title: str, field: QWidget) -> tuple[QWidget, QWidget]:
        label = QLabel(title, self._content, wordWrap=True)
        label.setBuddy(field)
        return label, field

    @property
    def axis(self) -> Axis:
        """The axis that is swept."""
        return self._axis.axis or Axis.DIVISION

    @property
    def seed(self) -> int:
        """The seed of the bootstrap."""
        return self._seed_now

    @property
    def may_cost(self) -> float:
        """The part of recall that fewer tokens may cost."""
        return self._may_cost.value() / 100

    def is_small(self, axis: Axis) -> bool:
        """Whether an axis is worked out without being asked for."""
        return is_small(self._session, axis)

    @property
    def grid(self) -> tuple[GridAxis, ...]:
        """The axes of the policies that are run beside the present one."""
        return tuple(one for fields in self._grid if (one := fields.chosen) is not None)

    def vary(self, *axes: Axis | None) -> None:
        """Run other values of one or two axes of the policy, too, the next time; None: of none."""
        for fields, axis in zip(self._grid, axes, strict=False):
            fields.vary(axis)

    def _offer_grid(self) -> None:
        """Offer what can be varied beside the swept axis, and say how many policies that makes."""
        taken, policy = [self.axis], self._session.policy
        for fields in self._grid:
            fields.offer([one for one in Axis if _is_beside(one, taken)], policy)
            taken += [] if fields.axis is None else [fields.axis]
        self._grid[1].setVisible(self._grid[0].axis is not None)
        others = sum(1 for _ in grid_policies(policy, self.grid)) if self.grid else 0
        self._grid_text.setText(
            tr_n(
                "1 other policy is run beside the present one.",
                "{others:,} other policies are run beside the present one.",
                others,
                others=others,
            )
            if others
            else tr("Only the present policy is run.")
        )

    def forget(self) -> None:
        """Set what was chosen for other inputs back: other policies, tolerance, seed."""
        self.vary(None, None)
        self._may_cost.set_number(0)
        self._seed.set_number(DEFAULT_SEED)
        self._seed_now = DEFAULT_SEED
        self.set_others(())
        self.set_value(None, "", request=False, best=False, other=False)

    def choose_axis(self, axis: Axis) -> None:
        """Sweep another axis the next time."""
        self._axis.choose(axis)
        self._choose_axis()

    def set_session(self, session: Session) -> None:
        """Say what there is to run."""
        self._session = session
        self._offer_grid()
        asking = sum(
            one.expect is not None and bool(one.expect.must_include) for one in session.all_requests
        )
        cards = len(session.candidates.knowledge_cards)
        receipts = len(receipts_of(session))
        recorded = tr_n(
            "{receipts:,} receipt under audit, as it was recorded",
            "{receipts:,} receipts under audit, as they were recorded",
            receipts,
            receipts=receipts,
        )
        if not session.all_requests:
            self._text.setText(recorded if receipts else tr("No request is open."))
            return
        files = sum(len(one.files) for one in session.candidates.buckets)
        told = tr(
            "{requests}, {asking:,} with ground truth\n{cards}, {files} · strategy {strategy}",
            requests=counted_requests(len(session.all_requests)),
            asking=asking,
            cards=counted_cards(cards),
            files=counted_files(files),
            strategy=session.strategy.value,
        )
        self._text.setText(f"{told}\n{recorded}" if receipts else told)

    def set_others(self, paths: Sequence[Path]) -> None:
        """Run the requests of these files, too, from the next run on."""
        self.others = tuple(dict.fromkeys(paths))
        names = ", ".join(path.name.partition(".")[0] for path in self.others)
        self._beside.setText(tr("Together with {names}", names=names) if names else "")
        self._beside.setVisible(bool(names))
        self._alone.setEnabled(bool(names))
        self.say_left_out("")

    def say_left_out(self, text: str) -> None:
        """Say what of the other corpora could not be used."""
        self._left_out.setText(text)
        self._left_out.setVisible(bool(text))

    def set_busy(self, *, busy: bool, possible: bool) -> None:
        """Say whether a run can be begun."""
        self._run.setEnabled(possible and not busy)

    def set_value(
        self, value: float | None, now: str, *, request: bool, best: bool, other: bool
    ) -> None:
        """Show the value that is looked at, beside the policy's own, which is written ``now``.

        None while there is none; ``other`` tells whether something else than the policy as it is
        is looked at.
        """
        shown = value if value is not None else 0.0
        self._value.setEnabled(value is not None)
        self._value.set_number(shown, self.axis)
        text = "" if value is None else tr("Now {value}", value=now)
        self._now.setText(text)
        self._apply.setEnabled(other)
        self._back.setEnabled(other)
        self._best.setEnabled(best)
        self._open.setEnabled(request)

    def _choose_axis(self) -> None:
        self._help.setText(AXIS_HELP[self.axis])
        self._apply.setText(apply_text(self.axis))
        self._offer_grid()
        self.axis_chosen.emit()

    def _take_seed(self, seed: float) -> None:
        self._seed_now = int(seed)


def _is_beside(axis: Axis, taken: Sequence[Axis]) -> bool:
    """Whether an axis of the policy has no field in common with some others."""
    swept, *others = taken
    if axis.limits_candidates or any(not may_be_mapped(axis, one) for one in others):
        return False
    return swept.limits_candidates or may_be_mapped(axis, swept)
