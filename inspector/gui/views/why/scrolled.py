"""A column of the window that scrolls down, never sideways."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from inspector.language import tr


def scroll_in(area: QScrollArea, name: str, content: QWidget) -> None:
    """Let an area named ``name`` scroll through ``content``, which keeps the height it wants."""
    inner = QWidget()
    inner.setObjectName("content")
    layout = QVBoxLayout(inner)
    layout.setContentsMargins(16, 12, 16, 16)
    layout.addWidget(content)
    layout.addStretch(1)
    area.setObjectName(name)
    area.setAccessibleName(area.accessibleName() or tr("Why"))
    area.setProperty("role", "pane")
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(inner)


def scrolled(name: str, content: QWidget) -> QScrollArea:
    """Return a new area that scrolls through ``content``."""
    area = QScrollArea()
    scroll_in(area, name, content)
    return area
