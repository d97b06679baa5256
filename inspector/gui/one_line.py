"""A text in one line that gives way: cut with dots where there is no room, whole in its tip.

``text()`` is always the whole, which is also what a screen reader says. The frame of the window has
such texts, so nothing of Qt is named here that its first picture does without.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QToolTip, QWidget


class OneLineLabel(QLabel):
    """A plain text that takes the width it is given."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    @property
    def is_cut(self) -> bool:
        """Whether there is less room than the text needs."""
        return self.fontMetrics().horizontalAdvance(self.text()) > self.contentsRect().width()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Draw as much of the text as there is room for."""
        if not self.is_cut:
            super().paintEvent(event)
            return
        room = self.contentsRect()
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        shown = self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, room.width()
        )
        painter.drawText(room, int(self.alignment()) | Qt.TextFlag.TextSingleLine.value, shown)

    def event(self, event: QEvent) -> bool:
        """Show the whole text as the tip where it is cut and has no other."""
        if isinstance(event, QHelpEvent) and self.is_cut and not self.toolTip():
            QToolTip.showText(event.globalPos(), self.text(), self)
            return True
        return super().event(event)
