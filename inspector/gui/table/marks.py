"""Draws the marks that stand beside labels."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPolygonF

from inspector.present.palette import Shape

_STROKE = 1 / 7  # of a mark's width


def paint_mark(painter: QPainter, rect: QRectF, shape: Shape, color: QColor) -> None:
    """Draw a shape into a square. The painter's state is as before afterwards."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    stroke = rect.width() * _STROKE
    pen = QPen(color, stroke, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
    inner = rect.adjusted(stroke / 2, stroke / 2, -stroke / 2, -stroke / 2)
    filled = QBrush(color)
    match shape:
        case Shape.DISC:
            _fill(painter, filled)
            painter.drawEllipse(rect)
        case Shape.RING:
            painter.setPen(pen)
            painter.drawEllipse(inner)
        case Shape.HALF:
            painter.setPen(pen)
            painter.drawEllipse(inner)
            _fill(painter, filled)
            painter.drawPie(rect, 90 * 16, 180 * 16)
        case Shape.DOTTED:
            pen.setDashPattern(_dashes(inner.width(), stroke))
            painter.setPen(pen)
            painter.drawEllipse(inner)
        case Shape.CROSS:
            pen.setWidthF(stroke * 1.4)
            painter.setPen(pen)
            near = rect.adjusted(stroke, stroke, -stroke, -stroke)
            painter.drawLine(near.topLeft(), near.bottomRight())
            painter.drawLine(near.topRight(), near.bottomLeft())
        case Shape.EQUAL:
            _fill(painter, filled)
            bar = QRectF(rect.left(), 0, rect.width(), stroke * 1.5)
            for middle in (rect.top() + rect.height() * 0.3, rect.top() + rect.height() * 0.7):
                bar.moveCenter(QPointF(rect.center().x(), middle))
                painter.drawRect(bar)
        case Shape.STOP:
            _fill(painter, filled)
            painter.drawRect(rect.adjusted(stroke / 2, stroke / 2, -stroke / 2, -stroke / 2))
        case Shape.DIAMOND:
            _fill(painter, filled)
            painter.drawPolygon(_regular(rect, 4, 0))
        case Shape.TRIANGLE:
            _fill(painter, filled)
            painter.drawPolygon(_regular(rect, 3, -math.pi / 2))
    painter.restore()


def _fill(painter: QPainter, brush: QBrush) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(brush)


def _dashes(width: float, stroke: float, count: int = 6) -> list[float]:
    """Return a pattern of ``count`` even dashes around a circle, in pen widths as Qt counts."""
    length = math.pi * width / stroke / count
    return [length * 0.55, length * 0.45]


def _regular(rect: QRectF, corners: int, turn: float) -> QPolygonF:
    middle, radius = rect.center(), rect.width() / 2
    angles = (turn + 2 * math.pi * corner / corners for corner in range(corners))
    return QPolygonF(
        [
            QPointF(middle.x() + radius * math.cos(angle), middle.y() + radius * math.sin(angle))
            for angle in angles
        ]
    )
