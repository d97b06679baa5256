"""Paints strips, and what is marked in them: the selected cell, the hovered one, the divider."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from inspector.gui.views.drawing_view import ChartStyle, paint_items
from inspector.present.cells import CellsBox
from inspector.present.divider import DividerPlace
from inspector.present.strips import StripsDrawing

_GRIP_WIDTH = 9.0


@dataclass(frozen=True, slots=True)
class StripsMarks:
    """What is marked: the selected subject, what the pointer is over, the divider.

    ``hovered`` is a strip's key and a place in it; ``plate`` is said above the divider.
    """

    selected: str = ""
    hovered: tuple[str, int] | None = None
    active: bool = False
    plate: str = ""


def paint_strips(
    painter: QPainter, drawing: StripsDrawing, style: ChartStyle, marks: StripsMarks
) -> None:
    """Draw the whole chart from (0, 0) on, and what is marked in it."""
    paint_items(painter, drawing.items, style)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    for box in drawing.boxes:
        place = box.cells.place_of(marks.selected)
        if place is not None:
            _outline(painter, box, place, QPen(QColor(style.colors.base), 4))
            _outline(painter, box, place, QPen(QColor(style.colors.accent), 2))
    if marks.hovered is not None:
        box = drawing.box(marks.hovered[0])
        if marks.hovered[1] < len(box.cells):
            _outline(painter, box, marks.hovered[1], QPen(QColor(style.colors.text), 1))
    if drawing.divider is not None and drawing.divider.movable:
        _paint_grip(painter, drawing.divider, style, marks)
        if marks.plate:
            _paint_plate(painter, drawing, drawing.divider, style, marks.plate)


def _outline(painter: QPainter, box: CellsBox, place: int, pen: QPen) -> None:
    left, right = (round(edge) for edge in box.edges(place))
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(QRectF(left, box.top, max(right - left - 1, 2), box.height - 1))


def _paint_grip(
    painter: QPainter, divider: DividerPlace, style: ChartStyle, marks: StripsMarks
) -> None:
    x, high = round(divider.x), divider.strip_bottom - divider.top
    color = QColor(style.colors.accent if marks.active else style.colors.text)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=True)
    if marks.active:
        painter.setPen(QPen(color, 2))
        painter.drawLine(QPointF(x, divider.top - 3), QPointF(x, divider.bottom + 1))
    grip = QRectF(x - _GRIP_WIDTH / 2, divider.top + high / 4, _GRIP_WIDTH, high / 2)
    painter.setPen(QPen(QColor(style.colors.base), 1.5))
    painter.setBrush(color)
    painter.drawRoundedRect(grip, 3, 3)
    painter.setPen(QPen(QColor(style.colors.base), 1))
    for offset in (-1.5, 1.5):
        painter.drawLine(
            QPointF(x + offset, grip.top() + 4), QPointF(x + offset, grip.bottom() - 4)
        )
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)


def _paint_plate(
    painter: QPainter, drawing: StripsDrawing, divider: DividerPlace, style: ChartStyle, text: str
) -> None:
    wide, high = style.measure(text) + 14, style.metrics.height() + 4
    left = min(max(divider.x - wide / 2, 0), drawing.width - wide)
    plate = QRectF(left, max(divider.top - high - 4, 0), wide, high)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(style.colors.accent))
    painter.drawRoundedRect(plate, 4, 4)
    painter.setPen(QColor(style.colors.on_accent))
    painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, text)
