"""Paints strips, and what is marked in them: the selected cell, the hovered one, the divider.

One strip becoming another before one's eyes: what a presentation of a chart begins with.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QAbstractAnimation, QEasingCurve, QPointF, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QPainter, QPen, QRegion, QTransform
from PySide6.QtWidgets import QGraphicsObject, QStyleOptionGraphicsItem, QWidget

from inspector.gui.views.drawing_view import ChartStyle, paint_items
from inspector.gui.views.painted_view import Area, PaintedItem
from inspector.present.cells import CellsBox
from inspector.present.divider import DividerPlace
from inspector.present.drawing import Extent, Item, Measure, different, extents
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
    _paint_marks(painter, drawing, style, marks)


def _paint_marks(
    painter: QPainter, drawing: StripsDrawing, style: ChartStyle, marks: StripsMarks
) -> None:
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


def _marked(
    drawing: StripsDrawing, style: ChartStyle, marks: StripsMarks
) -> set[tuple[Extent, object]]:
    """Return what ``_paint_marks`` covers, and what it says there."""
    covered = set[tuple[Extent, object]]()
    chosen = marks.selected
    boxes = drawing.boxes if chosen else ()
    found = [(box, box.cells.place_of(chosen), "selected") for box in boxes]
    if marks.hovered is not None:
        found.append((drawing.box(marks.hovered[0]), marks.hovered[1], "hovered"))
    for box, place, how in found:
        if place is not None and place < len(box.cells):
            left, right = box.edges(place)
            sides = left - 4, box.top - 4, max(right, left + 2) + 4, box.top + box.height + 4
            covered.add((sides, how))
    divider = drawing.divider
    if divider is not None and divider.movable:
        edges = (divider.x - _GRIP_WIDTH, divider.top - 6, divider.x + _GRIP_WIDTH)
        covered.add(((*edges, max(divider.bottom, divider.strip_bottom) + 4), marks.active))
        if marks.plate:
            covered.add((_plate(drawing, divider, style, marks.plate), marks.plate))
    return covered


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
    left, top, right, bottom = _plate(drawing, divider, style, text)
    plate = QRectF(left, top, right - left, bottom - top)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(style.colors.accent))
    painter.drawRoundedRect(plate, 4, 4)
    painter.setPen(QColor(style.colors.on_accent))
    painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, text)


def _plate(drawing: StripsDrawing, divider: DividerPlace, style: ChartStyle, text: str) -> Extent:
    wide, high = style.measure(text) + 14, style.metrics.height() + 4
    left = min(max(divider.x - wide / 2, 0), drawing.width - wide)
    top = max(divider.top - high - 4, 0)
    return left, top, left + wide, top + high


class StripsItem(PaintedItem):
    """Strips as one item, of which a step of a drag paints only what is different."""

    def __init__(self) -> None:
        super().__init__(paint_strips, StripsMarks())
        self.exposed = QRegion()
        """What the view is asked to paint, in its pixels."""
        self._stale: list[Extent] = []  # what is different since the last painting
        self._marked = set[tuple[Extent, object]]()

    def paint_from(self, geometry: Area, style: object) -> None:
        """Paint another chart from now on."""
        old, marks, before = self.geometry, self.marks, self._marked
        assert isinstance(geometry, StripsDrawing)
        assert isinstance(style, ChartStyle)
        assert isinstance(marks, StripsMarks)
        self._marked = _marked(geometry, style, marks)
        if not (
            isinstance(old, StripsDrawing)
            and style is self.style
            and (old.width, old.height) == (geometry.width, geometry.height)
        ):
            self._stale = []
            super().paint_from(geometry, style)
            return
        self.geometry = geometry
        shapes = extents(different(old.items, geometry.items), style.measure)
        self._renew([*shapes, *[area for area, _ in before ^ self._marked]])

    def mark(self, marks: object) -> None:
        """Mark other things in the same chart."""
        drawing, style, before = self.geometry, self.style, self._marked
        if marks == self.marks:
            return
        assert isinstance(marks, StripsMarks)
        self.marks = marks
        if isinstance(drawing, StripsDrawing) and isinstance(style, ChartStyle):
            self._marked = _marked(drawing, style, marks)
            self._renew([area for area, _ in before ^ self._marked])

    def _renew(self, areas: Iterable[Extent]) -> None:
        """Have areas painted anew, those of one height and place as one."""
        rows: dict[tuple[float, float], tuple[float, float]] = {}
        for left, top, right, bottom in areas:
            first, last = rows.get((top, bottom), (left, right))
            rows[top, bottom] = min(first, left), max(last, right)
        changed = [(left, top, right, bottom) for (top, bottom), (left, right) in rows.items()]
        self._stale += changed
        for view in self.scene().views():  # an item itself would make one area of them
            view.viewport().update(_region(changed, view.viewportTransform()))

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the chart, of what is different alone where nothing else is asked for."""
        drawing, style, stale = self.geometry, self.style, self._stale
        self._stale = []
        marks = self.marks
        if not (
            isinstance(drawing, StripsDrawing)
            and isinstance(style, ChartStyle)
            and isinstance(marks, StripsMarks)
        ):
            return
        areas = [
            (left - _AROUND, top - _AROUND, right + _AROUND, bottom + _AROUND)
            for left, top, right, bottom in stale
        ]
        covered = _region(areas, painter.worldTransform())
        if not stale or not (self.exposed - covered).isEmpty():
            super().paint(painter, option, widget)
            return
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        paint_items(painter, _within(drawing.items, areas, style.measure), style)
        _paint_marks(painter, drawing, style, marks)


def _region(areas: Iterable[Extent], to_view: QTransform) -> QRegion:
    found = QRegion()
    for left, top, right, bottom in areas:
        found += to_view.mapRect(QRectF(left, top, right - left, bottom - top)).toAlignedRect()
    return found


def _within(items: Sequence[Item], areas: Sequence[Extent], measure: Measure) -> Iterator[Item]:
    """Yield the shapes of which something lies in one of some areas."""
    for item, (left, top, right, bottom) in zip(items, extents(items, measure), strict=True):
        for first, upper, last, lower in areas:
            if left < last and right > first and top < lower and bottom > upper:
                yield item
                break


_AROUND = 6  # pixels beyond what is different: Qt paints some of them, too
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
