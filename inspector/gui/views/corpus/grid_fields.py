"""One axis of a grid of policies: which, from where to where, in how many steps."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from inspector.analysis.corpus.grid import MOST_STEPS, GridAxis
from inspector.analysis.tuning.axes import Axis, current_value
from inspector.core.injection.policy import UnifiedContextBudgetPolicy
from inspector.gui.views.number_fields import NumberField
from inspector.gui.views.tuning.axis_number import AxisNumber
from inspector.language import tr
from inspector.present.tuning.names import AXIS_HELP, AXIS_TITLES

_STEPS = 3
_ASIDE = 0.1  # of a fraction, to both sides of the policy's own


class GridFields(QWidget):
    """Object names: that of the choice, with ``.from``, ``.to`` and ``.steps``."""

    changed = Signal()

    def __init__(self, name: str, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._policy = UnifiedContextBudgetPolicy()
        self._axis = QComboBox(self)
        self._axis.setObjectName(name)
        self._axis.setAccessibleName(title)
        self._axis.setAccessibleDescription(tr("A field of the policy that a grid varies."))
        self._axis.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._first = AxisNumber(f"{name}.from", tr("From"), tr("The first value."), self)
        self._last = AxisNumber(f"{name}.to", tr("To"), tr("The last value."), self)
        self._steps = NumberField(2, MOST_STEPS, whole=True)
        self._steps.setObjectName(f"{name}.steps")
        self._steps.setAccessibleName(tr("Values"))
        self._steps.setToolTip(tr("How many values, evenly from the first to the last."))
        self._steps.set_number(_STEPS)
        many = QLabel(tr("Values"), self)
        many.setBuddy(self._steps)
        self._many = QWidget(self)
        row = QHBoxLayout(self._many)
        row.setContentsMargins(10, 0, 0, 0)
        row.addWidget(many, 1)
        row.addWidget(self._steps)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        choice = QHBoxLayout()
        choice.setContentsMargins(10, 0, 0, 0)
        choice.addWidget(self._axis)
        layout.addLayout(choice)
        for widget in (self._first, self._last, self._many):
            layout.addWidget(widget)
        self._axis.activated.connect(self._choose)
        self._first.changed.connect(self.changed)
        self._last.changed.connect(self.changed)
        self._steps.changed.connect(self.changed)
        self.offer((), UnifiedContextBudgetPolicy())

    @property
    def axis(self) -> Axis | None:
        """The axis that is varied, None for none."""
        name = self._axis.currentData()
        return Axis(name) if name else None

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
        self._axis.clear()
        self._axis.addItem(tr("Nothing else"), "")
        for axis in axes:
            self._axis.addItem(AXIS_TITLES[axis], axis.value)
        kept = before if before in axes else None
        self._axis.setCurrentIndex(self._axis.findData("" if kept is None else kept.value))
        self._show()

    def vary(self, axis: Axis) -> None:
        """Vary an axis that is offered, about the policy's own value."""
        self._axis.setCurrentIndex(self._axis.findData(axis.value))
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
            self._first.set_number(first, whole=axis.whole)
            self._last.set_number(last, whole=axis.whole)
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        axis = self.axis
        for widget in (self._first, self._last, self._many):
            widget.setVisible(axis is not None)
        self._axis.setToolTip("" if axis is None else AXIS_HELP[axis])
