"""Texts in one line that give way: cut with dots where there is no room, whole in their tip.

``text()`` is always the whole, which is also what a screen reader says.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPaintEvent
from PySide6.QtWidgets import (
    QLabel,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QToolTip,
    QWidget,
)

_LEAST = 48  # pixels, below which dots would say nothing
_END = Qt.TextElideMode.ElideRight


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
        painter = QStylePainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        shown = self.fontMetrics().elidedText(self.text(), _END, room.width())
        painter.drawText(room, int(self.alignment()) | Qt.TextFlag.TextSingleLine.value, shown)

    def event(self, event: QEvent) -> bool:
        """Show the whole text as the tip where it is cut and has no other."""
        if isinstance(event, QHelpEvent) and self.is_cut and not self.toolTip():
            QToolTip.showText(event.globalPos(), self.text(), self)
            return True
        return super().event(event)


class OneLineButton(QPushButton):
    """A button that may be narrower than its text."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Give way to everything beside it."""
        whole = super().minimumSizeHint()
        return QSize(min(_LEAST, whole.width()), whole.height())

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Draw the button with as much of its text as there is room for."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        element = QStyle.SubElement.SE_PushButtonContents
        room = self.style().subElementRect(element, option, self).width()
        option.text = self.fontMetrics().elidedText(option.text, _END, room)
        QStylePainter(self).drawControl(QStyle.ControlElement.CE_PushButton, option)
