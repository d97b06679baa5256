"""Stepping through the log of a placement: buttons, a slider, and where it stood."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSlider, QToolButton, QVBoxLayout, QWidget

from inspector.gui.fonts import FontRole
from inspector.gui.theme import Theme
from inspector.language import tr

_BUTTONS = (
    ("first", "|◀", tr("First event")),
    ("back", "◀", tr("Step back")),
    ("forward", "▶", tr("Step forward")),
    ("last", "▶|", tr("Last event")),
)


class EventSteps(QWidget):
    """Says which step is wanted; the step and its words are passed in.

    Object names: ``steps.first``, ``.back``, ``.forward``, ``.last``, ``.slider``, ``.text``.
    """

    step_asked = Signal(int)
    """The step, from 1, that somebody wants to see."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("steps")
        self.setProperty("role", "bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._step, self._steps = 0, 0
        self._slider = QSlider(Qt.Orientation.Horizontal, self)
        self._slider.setObjectName("steps.slider")
        self._slider.setAccessibleName(tr("Step of the log"))
        self._slider.setMinimum(1)
        self._slider.actionTriggered.connect(
            lambda _action: self._ask(self._slider.sliderPosition())
        )
        self._text = QLabel(self)
        self._text.setObjectName("steps.text")
        self._text.setFont(theme.font(FontRole.SMALL))
        self._text.setProperty("role", "muted")
        self._text.setWordWrap(True)
        self._buttons: dict[str, QToolButton] = {}
        row = QHBoxLayout()
        row.setSpacing(2)
        for name, text, title in _BUTTONS:
            button = QToolButton(self)
            button.setObjectName(f"steps.{name}")
            button.setText(text)
            button.setToolTip(title)
            button.setAccessibleName(title)
            button.setAutoRepeat(name in ("back", "forward"))
            button.clicked.connect(lambda _checked=False, name=name: self._press(name))
            self._buttons[name] = button
            row.addWidget(button)
        row.addSpacing(8)
        row.addWidget(self._slider, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 12, 6)
        layout.setSpacing(4)
        layout.addLayout(row)
        layout.addWidget(self._text)
        self.set_step(0, 0, "")

    def set_step(self, step: int, steps: int, text: str) -> None:
        """Show a step of so many; 0 is before somebody has stepped."""
        self._step, self._steps = step, steps
        self._slider.setMaximum(max(1, steps))
        if not self._slider.isSliderDown():
            self._slider.setValue(step or max(1, steps))
        self._slider.setEnabled(steps > 1)
        self._text.setText(text)
        self._buttons["first"].setEnabled(steps > 0 and step != 1)
        self._buttons["back"].setEnabled(steps > 0 and step != 1)
        self._buttons["forward"].setEnabled(0 <= step < steps)
        self._buttons["last"].setEnabled(steps > 0 and step != steps)

    def move_by(self, by: int) -> None:
        """Ask for a step further on or back; the first one if there is none yet."""
        at = self._step or (0 if by > 0 else self._steps + 1)
        self._ask(at + by)

    def _press(self, name: str) -> None:
        match name:
            case "first":
                self._ask(1)
            case "last":
                self._ask(self._steps)
            case _:
                self.move_by(-1 if name == "back" else 1)

    def _ask(self, step: int) -> None:
        wanted = min(max(step, 1), self._steps)
        if self._steps and wanted != self._step:
            self.step_asked.emit(wanted)
