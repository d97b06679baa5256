"""Draws entries of a list on two lines: the name, and below it, smaller, what and where it is."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from inspector.gui.fonts import FontRole
from inspector.gui.theme import Theme

DETAIL_ROLE = int(Qt.ItemDataRole.UserRole) + 7
"""The role of the second line."""

_SIDE, _TOP = 6, 3


class TwoLineDelegate(QStyledItemDelegate):
    """Draws in the theme's colours; both lines give way in their middle."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Any) -> QSize:  # noqa: N802  # Qt's
        """Return the height of two lines."""
        fonts = (self._theme.font(FontRole.BODY), self._theme.font(FontRole.SMALL))
        return QSize(80, sum(QFontMetrics(font).height() for font in fonts) + 2 * _TOP)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Any) -> None:
        """Draw one entry."""
        colors = self._theme.colors
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, QColor(colors.selected))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, QColor(colors.raised))
        top = rect.top() + _TOP
        for role, font, color in (
            (Qt.ItemDataRole.DisplayRole, FontRole.BODY, colors.text),
            (DETAIL_ROLE, FontRole.SMALL, colors.muted),
        ):
            made = self._theme.font(font)
            metrics = QFontMetrics(made)
            text = str(index.data(role) or "")
            wide = rect.width() - 2 * _SIDE
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, wide)
            painter.setFont(made)
            painter.setPen(QColor(color))
            painter.drawText(rect.left() + _SIDE, top + metrics.ascent(), shown)
            top += metrics.height()
        painter.restore()
