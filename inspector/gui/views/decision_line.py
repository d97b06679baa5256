"""What an instrument came to, first of all: one sentence, and one button that does it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QWidget

from inspector.gui.boxes import Column, Row
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.roomy import Beside
from inspector.language import tr

_LEAST = 240  # pixels for the sentence beside the buttons


class DecisionLine(QFrame):
    """Object names: ``decision``, ``decision.detail``, ``decision.apply``, ``decision.save``."""

    apply_asked = Signal()
    save_asked = Signal()
    """Somebody wants a file of what was applied."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "pane")
        self._said, self._detail = QLabel(self), QLabel(self)
        for label, name, role in (
            (self._said, "decision", FontRole.TITLE),
            (self._detail, "decision.detail", FontRole.SMALL),
        ):
            label.setObjectName(name)
            label.setFont(theme.font(role))
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._detail.setProperty("role", "muted")
        self._apply = QPushButton(self)
        self._apply.setObjectName("decision.apply")
        self._apply.clicked.connect(self.apply_asked)
        self._save = QPushButton(tr("Save policy…"), self)
        self._save.setObjectName("decision.save")
        self._save.clicked.connect(self.save_asked)
        said = QWidget(self)
        Column(said, spacing=2).hold(self._said, self._detail)
        buttons = QWidget(self)
        Row(buttons, spacing=12).hold(self._apply, self._save)
        Column(self, margins=(2, 4, 2, 4)).hold(Beside(said, buttons, self, least=_LEAST))
        self.offer_save(offered=False)
        self.show_decision("", "", "")

    def show_decision(self, said: str, detail: str, button: str) -> None:
        """Say what is best; "" for a button offers nothing, and "" for all takes no room."""
        self._said.setText(said)
        self._detail.setText(detail)
        self._detail.setVisible(bool(detail))
        self._apply.setText(button)
        self._apply.setVisible(bool(button))
        self.setVisible(bool(said))

    def offer_save(self, *, offered: bool) -> None:
        """Offer to save the policy, once something of it was applied here: then that comes next."""
        self._save.setVisible(offered)
        for button, is_next in ((self._save, offered), (self._apply, not offered)):
            button.setProperty("role", "primary" if is_next else None)
            self.style().unpolish(button)
            self.style().polish(button)
