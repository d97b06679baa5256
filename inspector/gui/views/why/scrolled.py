"""A column of the window that scrolls down, never sideways."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

Margins = tuple[int, int, int, int]
_AROUND: Margins = (16, 12, 16, 16)  # pixels: left, above, right, below


def scroll_in(area: QScrollArea, name: str, content: QWidget, margins: Margins = _AROUND) -> None:
    """Let an area named ``name`` scroll through ``content``, which keeps the height it wants."""
    inner = QWidget()
    inner.setObjectName("content")
    layout = QVBoxLayout(inner)
    layout.setContentsMargins(*margins)
    layout.addWidget(content)
    layout.addStretch(1)
    area.setObjectName(name)
    area.setProperty("role", "pane")
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(inner)


def scrolled(
    name: str, content: QWidget, margins: Margins = _AROUND, title: str = ""
) -> QScrollArea:
    """Return a new area that scrolls through ``content``; ``title`` is its accessible name."""
    area = QScrollArea()
    area.setAccessibleName(title)
    scroll_in(area, name, content, margins)
    return area
