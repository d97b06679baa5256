"""Paints a picture made of plain shapes."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF

from inspector.gui.table import paint_mark
from inspector.present.discipline.drawing import (
    Box,
    Drawing,
    Mark,
    Path,
    Rule,
    Words,
    color_of,
)
from inspector.present.palette import Colors, Pattern, Shape

_BRUSHES = {
    Pattern.DIAGONAL: Qt.BrushStyle.BDiagPattern,
    Pattern.BACK_DIAGONAL: Qt.BrushStyle.FDiagPattern,
    Pattern.CROSSED: Qt.BrushStyle.DiagCrossPattern,
    Pattern.HORIZONTAL: Qt.BrushStyle.HorPattern,
    Pattern.VERTICAL: Qt.BrushStyle.VerPattern,
    Pattern.DOTS: Qt.BrushStyle.Dense6Pattern,
}
_SHADE = 190  # percent by which a pattern is darker than its ground


def paint_drawing(
    painter: QPainter, drawing: Drawing, colors: Colors, font: QFont, strong: QFont
) -> None:
    """Draw a picture from (0, 0) on."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    widths = {False: QFontMetricsF(font), True: QFontMetricsF(strong)}
    for item in drawing.items:
        match item:
            case Box():
                _box(painter, item, colors)
            case Rule():
                painter.setPen(_pen(colors, item.color, item.width, dashed=item.dashed))
                painter.drawLine(QPointF(item.x1, item.y1), QPointF(item.x2, item.y2))
            case Path():
                painter.setPen(_pen(colors, item.color, item.width))
                painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in item.points]))
            case Words():
                painter.setFont(strong if item.strong else font)
                painter.setPen(QColor(color_of(colors, item.color)))
                wide = widths[item.strong].horizontalAdvance(item.text)
                left = {"start": 0.0, "middle": wide / 2, "end": wide}[item.anchor]
                painter.drawText(QPointF(item.x - left, item.y), item.text)
            case Mark():
                _mark(painter, item, colors)


def _box(painter: QPainter, box: Box, colors: Colors) -> None:
    area = QRectF(box.x, box.y, max(box.width, 0), max(box.height, 0))
    outline = _pen(colors, box.outline, 1.5) if box.outline else QPen(Qt.PenStyle.NoPen)
    painter.setPen(outline)
    if box.pattern is Pattern.EMPTY:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(area)
        return
    ground = QColor(color_of(colors, box.fill))
    painter.setBrush(QBrush(ground))
    painter.drawRect(area)
    if box.pattern in _BRUSHES:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(ground.darker(_SHADE), _BRUSHES[box.pattern]))
        painter.drawRect(area)


def _mark(painter: QPainter, mark: Mark, colors: Colors) -> None:
    half = mark.size / 2
    place = QRectF(mark.x - half, mark.y - half, mark.size, mark.size)
    if mark.shape is Shape.RING:  # else the line would run through it
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colors.base))
        painter.drawEllipse(place)
    painter.setBrush(Qt.BrushStyle.NoBrush)  # what was drawn before may have left one
    paint_mark(painter, place, mark.shape, QColor(color_of(colors, mark.color)))


def _pen(colors: Colors, name: str, width: float, *, dashed: bool = False) -> QPen:
    pen = QPen(QColor(color_of(colors, name)), width)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if dashed:
        pen.setStyle(Qt.PenStyle.DashLine)
    return pen
