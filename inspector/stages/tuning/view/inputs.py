"""The left column: which axis is swept, over which range, and the value that is proposed."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.analysis.tuning.axes import Axis, AxisRange
from inspector.analysis.tuning.policy_map import may_be_mapped
from inspector.core.injection.report import InjectionReport
from inspector.gui.boxes import Row, with_name
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.number_fields import AxisNumber
from inspector.gui.views.pop_ups import ChoiceBox
from inspector.gui.views.section_column import SectionColumn
from inspector.language import tr
from inspector.present.axis_names import AXIS_HELP, AXIS_TITLES, apply_text
from inspector.present.shares import counted_cards, counted_files

_SECTIONS = (
    ("axis", tr("Parameter"), True),
    ("value", tr("Value"), True),
    ("range", tr("Range"), False),
    ("second", tr("Second parameter"), False),
    ("run", tr("Run"), True),
)


class TuningInputs(SectionColumn):
    """Says which sweep somebody wants. Object names: ``axis``, ``axis.from``, ``axis.to``,

    ``axis.reset``, ``axis.second``, ``value``, ``value.apply``, ``value.back``.
    """

    axis_chosen = Signal(object)
    """The ``Axis`` to sweep."""
    range_chosen = Signal(object)
    """The ``AxisRange`` to sweep; None for the usual one."""
    second_chosen = Signal(object)
    """The ``Axis`` to map beside the swept one; None for no map."""
    proposed = Signal(float)
    """A value to look at."""
    apply_asked = Signal()
    """The value that is looked at is to be applied."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("tuning.inputs", parent)
        self._span = AxisRange(Axis.TOTAL, 0, 1)
        self._current = 0.0
        self._add_sections(_SECTIONS, theme)
        content = self._content
        self._axis = with_name(ChoiceBox(content), "axis", tr("Axis"), told=tr("Axis"))
        self._axis.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        for place, axis in enumerate(Axis):
            self._axis.addItem(AXIS_TITLES[axis], axis.value)
            self._axis.setItemData(place, AXIS_HELP[axis], Qt.ItemDataRole.ToolTipRole)
        box = QWidget(content)
        Row(box, margins=(10, 0, 0, 0)).hold(self._axis)
        self._help = self._label("axis.help", theme, FontRole.SMALL, muted=True)
        self._low = AxisNumber(
            "axis.from", tr("From"), tr("The first value that is swept."), content
        )
        self._high = AxisNumber("axis.to", tr("To"), tr("The last value that is swept."), content)
        self._reset = self._button(
            "axis.reset", tr("Reset range"), tr("Sweep the range that makes sense.")
        )
        self._second = ChoiceBox(content)
        self._second.setObjectName("axis.second")
        self._second.setAccessibleName(tr("Second parameter"))
        self._second.setAccessibleDescription(tr("Second parameter"))
        self._second.setToolTip(tr("Shows a map of two values of the policy instead of one sweep."))
        self._second.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        second = QWidget(content)
        Row(second, margins=(10, 0, 0, 0)).hold(self._second)
        self._value = AxisNumber(
            "value",
            tr("Cursor"),
            tr("The value that is looked at; Apply gives it to the policy."),
            content,
        )
        self._now = self._label("value.now", theme, FontRole.SMALL, muted=True)
        self._apply = self._button(
            "value.apply", tr("Apply to policy"), tr("Give the policy this value, as one edit.")
        )
        self._back = self._button(
            "value.back", tr("Back to policy value"), tr("Look at the policy's own value again.")
        )
        self._run = self._label("run.text", theme, FontRole.SMALL, muted=True)
        for name, widgets in (
            ("axis", (box, self._help)),
            ("value", (self._value, self._now, self._row(self._apply, self._back))),
            ("range", (self._low, self._high, self._row(self._reset))),
            ("second", (second,)),
            ("run", (self._run,)),
        ):
            self._fill(name, *widgets)
        self._axis.activated.connect(
            lambda place: self.axis_chosen.emit(Axis(self._axis.itemData(place)))
        )
        self._second.activated.connect(
            lambda place: self.second_chosen.emit(_axis_of(self._second.itemData(place)))
        )
        self._low.changed.connect(lambda low: self._choose(low, None))
        self._high.changed.connect(lambda high: self._choose(None, high))
        self._reset.clicked.connect(lambda: self.range_chosen.emit(None))
        self._value.changed.connect(self.proposed)
        self._apply.clicked.connect(self.apply_asked)
        self._back.clicked.connect(lambda: self.proposed.emit(self._current))

    def set_range(self, span: AxisRange) -> None:
        """Show what is swept."""
        self._span = span
        self._axis.setCurrentIndex(list(Axis).index(span.axis))
        self._help.setText(AXIS_HELP[span.axis])
        self._apply.setText(apply_text(span.axis))
        self._low.set_number(span.low, span.axis)
        self._high.set_number(span.high, span.axis)

    def set_second(self, axis: Axis, second: Axis | None) -> None:
        """Offer the axes that can be mapped beside ``axis``, one of them chosen."""
        self._second.clear()
        self._second.addItem(tr("None"), "")
        for other in Axis:
            if may_be_mapped(axis, other):
                self._second.addItem(f"× {AXIS_TITLES[other]}", other.value)
        self._second.setCurrentIndex(self._second.findData("" if second is None else second.value))

    def set_value(self, value: float, current: float, now: str, *, applicable: bool) -> None:
        """Show the value that is looked at, beside the policy's own, which is written ``now``."""
        axis = self._span.axis
        self._current = current
        self._value.set_number(value, axis)
        self._now.setText(tr("Now {value}", value=now))
        self._apply.setEnabled(applicable and value != current)
        self._back.setEnabled(value != current)

    def allow_apply(self, *, allowed: bool) -> None:
        """Offer to apply the value, or not while the chart is of other inputs."""
        self._apply.setEnabled(allowed)

    def forget(self) -> None:
        """Say nothing of a run that is not open any more."""
        self.set_range(AxisRange(self._span.axis, 0, 0))
        self.set_value(0, 0, "", applicable=False)
        self._second.clear()
        for said in (self._help, self._now, self._run):
            said.clear()

    def set_report(self, report: InjectionReport) -> None:
        """Say what is swept."""
        counted = report.prepared.counted
        cards, files = len(report.prepared.cards.order), len(report.prepared.files)
        overrides = report.overrides.count
        self._run.setText(
            tr(
                "Request {trace_id}\n{cards}, {files} ·"
                " strategy {strategy}\ncounted by {counter_name}",
                trace_id=report.prepared.request.trace_id,
                cards=counted_cards(cards),
                files=counted_files(files),
                strategy=report.strategy.value,
                counter_name=counted.counter_name,
            )
            + (tr("\n{overrides:,} overrides hold", overrides=overrides) if overrides else "")
        )

    def _choose(self, low: float | None, high: float | None) -> None:
        """Ask for another range; an end that passes the other takes it along."""
        span = self._span
        first = span.low if low is None else low
        last = span.high if high is None else high
        if low is not None:
            last = max(first, last)
        first = min(first, last)
        self.range_chosen.emit(AxisRange(span.axis, first, last))


def _axis_of(name: str) -> Axis | None:
    return Axis(name) if name else None
