"""Fields for numbers that tell a person's change from one made by the program."""

from __future__ import annotations

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QAbstractSpinBox, QDoubleSpinBox, QSlider, QWidget

_EXACT = 15  # decimals that a double holds; what is shown is cut to what the number has
_TICKS = 1000  # of a slider from 0 to 1


class NumberField(QDoubleSpinBox):
    """A spin box for whole tokens up to 2^53, or for fractions with every decimal they have.

    ``changed`` is sent for what a person does and never for ``set_number``.
    """

    changed = Signal(float)

    def __init__(
        self, minimum: float, maximum: float, *, whole: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._whole = whole
        self._last = 0.0
        self.setLocale(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
        self.setDecimals(0 if whole else _EXACT)
        self.setRange(minimum, maximum)
        self.setKeyboardTracking(False)
        self.setGroupSeparatorShown(whole)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        # A wheel turned over a scrolling form is meant for the form.
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        if whole:
            self.setStepType(QAbstractSpinBox.StepType.AdaptiveDecimalStepType)
        else:
            self.setSingleStep(0.01)
        self.editingFinished.connect(self._send)

    def set_number(self, number: float) -> None:
        """Show a number. What somebody is typing stays while it is still the same."""
        self._last = number
        if number != self.value():
            self.setValue(number)

    def textFromValue(self, value: float) -> str:  # noqa: N802  # Qt's name
        """Write a number: whole ones in groups of three, fractions with two decimals at least."""
        if self._whole:
            return f"{value:,.0f}"
        text = f"{value:.{_EXACT}f}".rstrip("0")
        point = text.index(".")
        return text.ljust(point + 3, "0")

    def stepBy(self, steps: int) -> None:  # noqa: N802  # Qt's name
        """Step, keeping fractions free of what binary sums leave behind."""
        if self._whole:
            super().stepBy(steps)
        else:
            self.setValue(round(self.value() + steps * self.singleStep(), 4))
        self._send()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802  # Qt's name
        """Turn only where the keyboard is."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def _send(self) -> None:
        if self.value() != self._last:
            self._last = self.value()
            self.changed.emit(self._last)


class FractionSlider(QSlider):
    """A slider from 0 to 1. ``moved`` is sent for what a person does."""

    moved = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setRange(0, _TICKS)
        self.setSingleStep(_TICKS // 100)
        self.setPageStep(_TICKS // 20)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.actionTriggered.connect(self._send)

    def set_fraction(self, fraction: float) -> None:
        """Stand at a fraction, unless somebody is holding the handle."""
        if not self.isSliderDown():
            self.setValue(round(fraction * _TICKS))

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802  # Qt's name
        """Turn only where the keyboard is."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def _send(self, _action: int) -> None:
        self.moved.emit(self.sliderPosition() / _TICKS)
