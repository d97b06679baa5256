"""Draws the heading of a group: an arrow, its mark, what it is and how many, and what is told."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPolygonF

from inspector.gui.table.cells import PADDING
from inspector.gui.table.marks import paint_mark
from inspector.gui.table.style import Mark, TableStyle
from inspector.present.table.grouping import Heading

_ARROW = 8  # pixels wide and high
_GAP = 8
_SIDE = Qt.AlignmentFlag.AlignVCenter.value | Qt.TextFlag.TextSingleLine.value


def paint_heading(
    painter: QPainter,
    box: QRect,
    style: TableStyle,
    heading: Heading,
    mark: Mark | None,
    *,
    folded: bool,
    current: bool,
) -> None:
    """Draw a heading over the whole width of a box; what is told gives way where it is narrow."""
    painter.fillRect(box, style.header)
    painter.fillRect(box.x(), box.bottom(), box.width(), 1, style.line)
    left = box.x() + PADDING
    _paint_arrow(painter, QPointF(left, box.center().y() + 1), style, folded=folded)
    left += _ARROW + _GAP
    strong = QFont(style.font)
    strong.setWeight(QFont.Weight.DemiBold)
    metrics = QFontMetrics(strong)
    if mark is not None:
        size = metrics.capHeight() + 1
        square = QRectF(left, box.y() + (box.height() - size) / 2, size, size)
        paint_mark(painter, square, mark.shape, mark.color)
        left += size + _GAP
    painter.setFont(strong)
    painter.setPen(style.header_text)
    room = box.right() - PADDING - left
    painter.drawText(left, box.y(), room, box.height(), _SIDE, heading.title)
    taken = metrics.horizontalAdvance(heading.title) + 2 * _GAP
    painter.setFont(style.font)
    told = QFontMetrics(style.font).elidedText(
        heading.detail, Qt.TextElideMode.ElideRight, room - taken
    )
    painter.drawText(left + taken, box.y(), room - taken, box.height(), _SIDE, told)
    if current:
        painter.setPen(style.accent)
        painter.drawRect(box.adjusted(0, 0, -1, -2))


def _paint_arrow(painter: QPainter, at: QPointF, style: TableStyle, *, folded: bool) -> None:
    half = _ARROW / 2
    x, y = at.x(), at.y()
    points = (
        [QPointF(x + 1, y - half), QPointF(x + half + 1, y), QPointF(x + 1, y + half)]
        if folded
        else [
            QPointF(x, y - half / 2),
            QPointF(x + _ARROW, y - half / 2),
            QPointF(x + half, y + half / 2),
        ]
    )
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(style.header_text)
    painter.drawPolygon(QPolygonF(points))
    painter.restore()
