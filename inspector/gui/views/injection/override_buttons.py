"""Buttons below an explanation: what can be tried out on its subject."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from inspector.core.injection.overrides import Forced, Overrides
from inspector.gui.one_line import OneLineLabel
from inspector.language import tr
from inspector.present.injection.override_choices import choices_for


class OverrideButtons(QWidget):
    """One switch for each thing that can be forced. Named ``what-if.{forced}``."""

    asked = Signal(object)
    """The ``Forced`` somebody switched on or off."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("what-if")
        self.setProperty("role", "bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(tr("What-if"))
        label = OneLineLabel("what-if.label", self)
        label.setText(tr("What-if"))
        label.setProperty("role", "muted")
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 6, 12, 6)
        row.setSpacing(6)
        row.addWidget(label, 1)
        self._buttons: dict[Forced, QPushButton] = {}
        for forced in (
            Forced.PINNED,
            Forced.INLINED,
            Forced.LISTED,
            Forced.KEPT,
            Forced.EXCLUDED,
        ):
            button = QPushButton(self)
            button.setObjectName(f"what-if.{forced.value}")
            button.setCheckable(True)
            button.clicked.connect(lambda _on, forced=forced: self.asked.emit(forced))
            row.addWidget(button)
            self._buttons[forced] = button
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
