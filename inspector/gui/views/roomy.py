"""Room for texts that are wrapped: Qt asks for the least height, in which these would be cut."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedWidget, QVBoxLayout, QWidget


def least_height(widget: QWidget, width: int) -> int:
    """Return the least height in which nothing of a widget is cut when it has a width, in pixels.

    Of pages it is the one in front that counts.
    """
    while isinstance(widget, QStackedWidget) and (page := widget.currentWidget()):
        widget = page
    least = widget.minimumSizeHint().height()
    layout = widget.layout()
    if layout is not None and layout.hasHeightForWidth():
        least = max(least, layout.minimumHeightForWidth(width))
    return least


def column_of(*parts: QWidget, filling: QWidget) -> QWidget:
    """Return parts one below the other; one of them takes the room that the others leave."""
    column = QWidget()
    column.setProperty("role", "pane")
    column.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    layout = QVBoxLayout(column)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    for part in parts:
        layout.addWidget(part, int(part is filling))
    return column


class Scrolled(QScrollArea):
    """What content fills; with large texts, where not all of it fits, it scrolls.

    The bar takes its width from the content, and the content may need less height in less width:
    the bar would come and go without end. So at one size of the area a bar that came goes only for
    content that needs less than it ever did beside the bar.
    """

    def __init__(self, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._inside = content
        self.setObjectName("scrolled")
        self.setProperty("role", "pane")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        if not content.objectName():
            content.setObjectName("content")
        self.setWidget(content)
        self._decided_at = self.size()
        self._least_with_bar = math.inf

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Show the bar where the content is too high."""
        super().resizeEvent(event)
        self._decide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Look again when the content wants another height; the area watches it anyway."""
        if watched is self._inside and event.type() is QEvent.Type.LayoutRequest:
            self._decide()
        return super().eventFilter(watched, event)

    def _decide(self) -> None:
        if self.size() != self._decided_at:
            self._decided_at, self._least_with_bar = self.size(), math.inf
        bar = self.verticalScrollBar().sizeHint().width()
        least = least_height(self._inside, self.width() - bar)
        shown, hidden = Qt.ScrollBarPolicy.ScrollBarAlwaysOn, Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        wanted = least > self.height()
        if self.verticalScrollBarPolicy() is shown:
            wanted = wanted or least >= self._least_with_bar
            self._least_with_bar = min(self._least_with_bar, least)
        self.setVerticalScrollBarPolicy(shown if wanted else hidden)
        self._inside.setMinimumHeight(least if wanted else 0)
