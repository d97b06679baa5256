"""The foot of an explanation: what can be forced on its subject, and what that costs."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from inspector.core.injection.overrides import Forced, Overrides
from inspector.gui.one_line import OneLineLabel
from inspector.language import tr
from inspector.stages.injection.override_choices import choices_for

_ORDER = (Forced.PINNED, Forced.INLINED, Forced.LISTED, Forced.KEPT, Forced.EXCLUDED)


class OverrideButtons(QWidget):
    """One switch for each thing that can be forced, named ``what-if.{forced}``.

    Below them, ``what-if.cost`` says what the one that is pointed at or has the keyboard would
    change.
    """

    asked = Signal(object)
    """The ``Forced`` somebody switched on or off."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("what-if")
        self.setProperty("role", "bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(tr("What-if"))
        self._costs: Mapping[Forced, str] = {}
        self._label = OneLineLabel("what-if.label", self)
        self._label.setText(tr("What-if"))
        self._label.setProperty("role", "muted")
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self._label, 1)
        self._buttons: dict[Forced, QPushButton] = {}
        for forced in _ORDER:
            button = QPushButton(self)
            button.setObjectName(f"what-if.{forced.value}")
            button.setCheckable(True)
            button.clicked.connect(lambda _on, forced=forced: self.asked.emit(forced))
            button.installEventFilter(self)
            row.addWidget(button)
            self._buttons[forced] = button
        self._cost = OneLineLabel("what-if.cost", self)
        self._cost.setProperty("role", "muted")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 6, 12, 6)
        layout.setSpacing(2)
        layout.addLayout(row)
        layout.addWidget(self._cost)
        self.hide()

    def show_choices(self, subject: str, overrides: Overrides) -> None:
        """Offer what can be forced on a subject; nothing hides the whole row."""
        choices = {one.forced: one for one in choices_for(subject, overrides)}
        for forced, button in self._buttons.items():
            choice = choices.get(forced)
            button.setVisible(choice is not None)
            if choice is not None:
                button.setText(choice.title)
                button.setChecked(choice.holds)
        self.setVisible(bool(choices))

    def show_costs(self, costs: Mapping[Forced, str]) -> None:
        """Say what each thing would change; none while that is not known."""
        self._costs = dict(costs)
        for forced, button in self._buttons.items():
            button.setAccessibleDescription(self._costs.get(forced, ""))
        self._say_cost()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Say the cost of what is pointed at or reached by keyboard."""
        kinds = (QEvent.Type.Enter, QEvent.Type.Leave, QEvent.Type.FocusIn, QEvent.Type.FocusOut)
        if event.type() in kinds:
            self._say_cost()
        return super().eventFilter(watched, event)

    def _say_cost(self) -> None:
        """Say it for what is pointed at, else for what has the keyboard, else for the first."""
        known = [one for one in _ORDER if one in self._costs and not self._buttons[one].isHidden()]
        for asks in (QWidget.underMouse, QWidget.hasFocus):
            known.sort(key=lambda one, asks=asks: not asks(self._buttons[one]))  # type: ignore[misc]
            if known and asks(self._buttons[known[0]]):
                break
        self._cost.setVisible(bool(known))
        if known:
            title, cost = self._buttons[known[0]].text(), self._costs[known[0]]
            self._cost.setText(tr("{title}: {cost}", title=title, cost=cost))
