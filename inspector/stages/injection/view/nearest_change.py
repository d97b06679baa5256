"""The nearest change that lets a subject in, as a card: from, to, what it costs, and its button."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.why.steps_grid import StepsGrid
from inspector.language import tr
from inspector.present.why import Step


class NearestChange(QFrame):
    """Object names: ``nearest``, ``nearest.apply``. Out of sight while there is no change."""

    apply_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("nearest")
        self.setProperty("role", "card")
        self.setAccessibleName(tr("Nearest change"))
        title = QLabel(tr("Nearest change"), self)
        title.setFont(theme.font(FontRole.STRONG))
        self._steps = StepsGrid("nearest.steps", theme, self)
        self._apply = QPushButton(tr("Apply to policy"), self)
        self._apply.setObjectName("nearest.apply")
        self._apply.setProperty("role", "primary")
        self._apply.clicked.connect(self.apply_asked)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 10)
        layout.setSpacing(6)
        layout.addWidget(title)
        layout.addWidget(self._steps)
        layout.addWidget(self._apply, 0, Qt.AlignmentFlag.AlignLeft)
        self.show_change((), "")

    def show_change(self, steps: tuple[Step, ...], button: str) -> None:
        """Show what changes, in the units of the policy's fields; nothing hides the card."""
        self._steps.set_steps(steps)
        self._apply.setText(button)
        self._apply.setAccessibleDescription(
            ", ".join(f"{one.label} {one.result}" for one in steps)
        )
        self.setVisible(bool(steps))
