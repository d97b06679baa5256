"""Fields for numbers that tell a person's change from one made by the program.

A field for a value of an axis, whole tokens on some and fractions on others, and a choice of one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QLocale, QSize, Qt, Signal
from PySide6.QtGui import QValidator, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QDoubleSpinBox,
    QLabel,
    QSizePolicy,
    QSlider,
    QStackedWidget,
    QWidget,
)

from inspector.analysis.tuning.axes import Axis
from inspector.core.scalars import SAFE_INTEGER
from inspector.gui.boxes import ChoiceBox, HBox, grow, grown, with_name
from inspector.language import localized, spoken
from inspector.present.axis_names import AXIS_HELP, AXIS_TITLES, share_writer
from inspector.present.shares import exact_split_text, share_of_text

EDITOR_WIDTH = 92  # pixels of a field for a number
_EXACT = 15  # decimals that a double holds; what is shown is cut to what the number has
_TICKS = 1000  # of a slider from 0 to 1
_OF_A_SPLIT = frozenset("0123456789.,:% ")


class NumberField(QDoubleSpinBox):
    """A spin box for whole tokens up to 2^53, or for fractions with every decimal they have.

    Numbers are written as the spoken language writes them. A fraction may be shown as a split
    (``40 : 60``) or in percent, and is read however a share is written. ``changed`` is sent for
    what a person does and never for ``set_number``.
    """

    changed = Signal(float)

    def __init__(
        self, minimum: float, maximum: float, *, whole: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._whole = whole
        self._share: Callable[[float], str] | None = None
        self._last = 0.0
        self.setLocale(QLocale(spoken()))
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

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Give way in a narrow column: few numbers are as long as the longest that may be."""
        least = super().minimumSizeHint()
        return QSize(min(least.width(), grown(EDITOR_WIDTH)), least.height())

    def set_number(self, number: float) -> None:
        """Show a number. What somebody is typing stays while it is still the same."""
        self._last = number
        if number != self.value():
            self.setValue(number)

    def set_split(self, *, is_split: bool) -> None:
        """Show the fraction as both sides of a split, or as the number it is."""
        self.set_share(exact_split_text if is_split else None)

    def set_share(self, write: Callable[[float], str] | None) -> None:
        """Show the fraction as a share that is written so, or as the number it is."""
        if write is not self._share:
            self._share = write
            self.setSuffix("")  # Qt's only way to have the text written again

    def textFromValue(self, value: float) -> str:  # noqa: N802  # Qt's name
        """Write a number: whole ones in groups of three, fractions with two decimals at least."""
        if self._whole:
            return localized(value, ",.0f")
        if self._share is not None:
            return self._share(value)
        text = f"{value:.{_EXACT}f}".rstrip("0")
        decimals = len(text) - text.index(".") - 1
        return localized(value, f".{max(decimals, 2)}f")

    def valueFromText(self, text: str) -> float:  # noqa: N802  # Qt's name
        """Read what ``textFromValue`` writes; of a share, however somebody writes a share."""
        if self._share is None:
            return super().valueFromText(text)
        share = share_of_text(text)
        return self.value() if share is None else share

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        """Let a share be written in every way in which it can be read, a fraction with . or , ."""
        instead = self.specialValueText()
        if instead and text != instead:  # a digit beside the word takes its place
            text = text.replace(instead, "")
            position = min(position, len(text))
        if self._share is None:
            # Fractions are never in groups, so both signs can only be the decimal one.
            signs = str.maketrans(dict.fromkeys(",.", self.locale().decimalPoint()))
            return super().validate(text if self._whole else text.translate(signs), position)
        states = QValidator.State
        known = set(text) <= _OF_A_SPLIT
        state = states.Intermediate if known else states.Invalid
        read = share_of_text(text) if known else None
        return states.Acceptable if read is not None else state, text, position

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


class Slider(QSlider):
    """A slider that turns only where the keyboard is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802  # Qt's name
        """Turn only where the keyboard is."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class FractionSlider(Slider):
    """A slider from 0 to 1. ``moved`` is sent for what a person does."""

    moved = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setRange(0, _TICKS)
        self.setSingleStep(_TICKS // 100)
        self.setPageStep(_TICKS // 20)
        self.actionTriggered.connect(self._send)

    def set_fraction(self, fraction: float) -> None:
        """Stand at a fraction, unless somebody is holding the handle."""
        if not self.isSliderDown():
            self.setValue(round(fraction * _TICKS))

    def _send(self, _action: int) -> None:
        self.moved.emit(self.sliderPosition() / _TICKS)


class AxisChoice(ChoiceBox):
    """Chooses one of the axes that are offered, or none where that is offered, too."""

    chosen = Signal()
    """Somebody chose another one, or the same one again."""

    def __init__(self, name: str, title: str, parent: QWidget, told: str = "") -> None:
        super().__init__(parent)
        with_name(self, name, title, told=told or title)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.activated.connect(lambda _place: self.chosen.emit())

    @property
    def axis(self) -> Axis | None:
        """The axis that is chosen."""
        name = self.currentData()
        return Axis(name) if name else None

    def offer(self, axes: Iterable[Axis], none: str = "", before: str = "") -> None:
        """Offer these; ``none`` is the title of no axis, ``before`` stands before the others'."""
        self.clear()
        if none:
            self.addItem(none, "")
        for axis in axes:
            self.addItem(f"{before}{AXIS_TITLES[axis]}", axis.value)
            self.setItemData(self.count() - 1, AXIS_HELP[axis], Qt.ItemDataRole.ToolTipRole)

    def choose(self, axis: Axis | None) -> None:
        """Have one chosen that is offered."""
        self.setCurrentIndex(self.findData("" if axis is None else axis.value))


class AxisNumber(QWidget):
    """A title and a number. The editors are named ``{name}.tokens`` and ``{name}.fraction``."""

    changed = Signal(float)
    """What a person entered."""

    def __init__(self, name: str, title: str, help_text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setToolTip(help_text)
        self._fields = (
            NumberField(0, SAFE_INTEGER, whole=True),
            NumberField(0, 1, whole=False),
        )
        self._stack = QStackedWidget(self)
        grow(self._stack, fixedWidth=EDITOR_WIDTH + 28)
        for field, kind in zip(self._fields, ("tokens", "fraction"), strict=True):
            field.setObjectName(f"{name}.{kind}")
            field.setAccessibleName(title)
            field.setAccessibleDescription(help_text)
            field.changed.connect(self.changed)
            self._stack.addWidget(field)
        self._stack.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        label = QLabel(title, self)
        label.setBuddy(self._fields[0])
        HBox(self, margins=(10, 0, 0, 0)).hold((label, 1), self._stack)

    def set_number(self, number: float, axis: Axis) -> None:
        """Show a value of an axis, as it is written everywhere."""
        field = self._fields[0 if axis.whole else 1]
        field.set_share(share_writer(axis))
        self._stack.setCurrentWidget(field)
        field.set_number(number)

    @property
    def editor(self) -> NumberField:
        """The editor that is in sight."""
        return self._fields[self._stack.currentIndex()]
