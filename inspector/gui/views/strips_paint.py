"""Paints strips, and what is marked in them: the selected cell, the hovered one, the divider.

One strip becoming another before one's eyes: what a presentation of a chart begins with.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QAbstractAnimation, QEasingCurve, QPointF, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsObject, QStyleOptionGraphicsItem, QWidget

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


_LASTS = 1_600  # milliseconds
_GONE = 0.7  # of the way; what the merging itself draws fades from here on


class StripsMerging(QGraphicsObject):
    """Lies over the strips from one to another and goes away when the one has become the other."""

    def __init__(self, old: str, new: str, ends: Mapping[str, Collection[str]]) -> None:
        """Take the keys of both strips, and what parts of the old one become in the new one."""
        super().__init__()
        self._keys, self._ends = (old, new), ends
        self._drawing: StripsDrawing | None = None
        self._style: ChartStyle | None = None
        self._move = QVariantAnimation(self)
        self._move.setStartValue(0.0)
        self._move.setEndValue(1.0)
        self._move.setDuration(_LASTS)
        self._move.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._move.valueChanged.connect(lambda _way: self.update())
        self._move.finished.connect(self.end)
        self.hide()

    @property
    def under_way(self) -> bool:
        """Whether the strip is on its way."""
        return self._move.state() is QAbstractAnimation.State.Running

    def begin(self, drawing: StripsDrawing, style: ChartStyle) -> None:
        """Start from the old strip; without both there is nothing to see."""
        self._move.stop()
        if self._both(drawing) is not None and drawing.divider is not None:
            self._move.start()
            self.show()
            self.follow(drawing, style)

    def follow(self, drawing: StripsDrawing, style: ChartStyle) -> None:
        """Go on over another chart, where it is under way."""
        if not self.under_way:
            return
        if self._both(drawing) is None:
            self.end()
            return
        self.prepareGeometryChange()
        self._drawing, self._style = drawing, style
        self.update()

    def end(self) -> None:
        """Show the new strip as it is."""
        self._move.stop()
        self.hide()

    def _both(self, drawing: StripsDrawing | None) -> tuple[CellsBox, CellsBox] | None:
        boxes = {} if drawing is None else {box.key: box for box in drawing.boxes}
        old, new = self._keys
        return (boxes[old], boxes[new]) if old in boxes and new in boxes else None

    def boundingRect(self) -> QRectF:  # noqa: N802  # Qt's name
        """Return the strips from the old one to the end of the new one."""
        both = self._both(self._drawing)
        if both is None or self._drawing is None:
            return QRectF()
        old, new = both
        return QRectF(0, old.top, self._drawing.width, new.top + new.height - old.top)

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Draw how far it is."""
        both, style = self._both(self._drawing), self._style
        if both is None or style is None or self._drawing is None:
            return
        way = float(self._move.currentValue())
        old, new = both
        painter.setOpacity(1.0 if way < _GONE else (1.0 - way) / (1.0 - _GONE))
        bottom = old.top + old.height + 1
        wide = self._drawing.width - new.left
        below = QRectF(new.left, bottom, wide, new.top + new.height - bottom)
        painter.fillRect(below, QColor(style.colors.base))
        top = old.top + (new.top - old.top) * way
        height = old.height + (new.height - old.height) * way
        for part, start, end in merging(old, new, self._ends, way):
            fill = QColor(style.colors.parts[part].fill)
            painter.fillRect(QRectF(start, top, max(0.0, end - start - 1), height), fill)


def merging(
    old: CellsBox, new: CellsBox, ends: Mapping[str, Collection[str]], way: float
) -> Iterator[tuple[str, float, float]]:
    """Yield where the parts of one strip are on their way to another: part, from, to.

    ``way`` goes from 0 to 1. What becomes nothing has no width at the end.
    """
    last = new.left
    for place in range(len(old.cells)):
        part = old.cells.part(place)
        start, end = old.edges(place)
        goal = _span(new, ends[part]) if ends[part] else (last, last)
        last = goal[1]
        yield part, start + (goal[0] - start) * way, end + (goal[1] - end) * way


def _span(box: CellsBox, parts: Collection[str]) -> tuple[float, float]:
    """Return from where to where cells of some parts lie; an empty stretch where none is."""
    codes = [code for code, name in enumerate(box.cells.names) if name in parts]
    places = np.flatnonzero(np.isin(box.cells.parts, codes))
    if not len(places):
        return box.left, box.left
    return box.edges(int(places[0]))[0], box.edges(int(places[-1]))[1]
