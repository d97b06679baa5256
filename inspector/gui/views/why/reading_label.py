"""A text that is read, may be long, and can be copied."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from inspector.gui.fonts import FontRole
from inspector.gui.theme import Theme


def reading_label(
    name: str, theme: Theme, font: FontRole, parent: QWidget, role: str = ""
) -> QLabel:
    """Return a label that wraps its text; ``role`` is its look in the style sheet."""
    label = QLabel(parent)
    label.setObjectName(name)
    label.setFont(theme.font(font))
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    if role:
        label.setProperty("role", role)
    return label
