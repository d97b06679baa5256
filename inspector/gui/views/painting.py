"""Paints shapes in the colours and fonts of a theme, whatever a chart draws, and its legend."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Self

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.gui.boxes import grown
from inspector.gui.table import paint_mark
from inspector.gui.theme import FontRole, Theme, font
from inspector.present.drawing import (
    PLATE_SIDE,
    Box,
    Item,
    Mark,
    Measure,
    Path,
    Raster,
    Rule,
    Shade,
    Words,
    between,
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
_EMPTY = Pattern.EMPTY
_SMOOTH = QPainter.RenderHint.Antialiasing
_HOLLOW = (Shape.RING, Shape.DOTTED, Shape.HALF)
_SHADE = 190  # percent by which a pattern is darker than its ground
_WIDTHS_KEPT = 500


Fill = tuple[QBrush, QBrush | None]


@dataclass(frozen=True)
class ChartStyle:
    """The colours and fonts of a chart."""

    colors: Colors
    font: QFont
    strong: QFont
    metrics: QFontMetricsF = field(init=False)
    measure: Measure = field(init=False, repr=False, compare=False)
    """Returns how wide a text is, in pixels. Most texts of a chart are those of the last."""
    _fills: dict[tuple[str, int, float], Fill] = field(init=False, default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        metrics = QFontMetricsF(self.font)
        object.__setattr__(self, "metrics", metrics)
        object.__setattr__(self, "measure", lru_cache(_WIDTHS_KEPT)(metrics.horizontalAdvance))

    @classmethod
    def of(cls, theme: Theme) -> Self:
        """Return the style of charts in a theme."""
        return cls(theme.colors, theme.font(FontRole.SMALL), theme.font(FontRole.SECTION))

    def unzoomed(self) -> tuple[float, ChartStyle]:
        """Return how many times larger than at 100 % texts are, and the style at 100 %.

        A chart is drawn larger as a whole: it is laid out at 100 %.
        """
        zoom = self.font.pixelSize() / FontRole.SMALL.value[1]
        return zoom, ChartStyle(self.colors, font(FontRole.SMALL), font(FontRole.SECTION))

    def color(self, name: str, opacity: float = 1) -> QColor:
        """Return a colour by its name in ``drawing.color_of``."""
        return self.fill(name, Pattern.SOLID, opacity)[0].color()

    def fill(self, name: str, pattern: Pattern, opacity: float) -> Fill:
        """Return what fills an area: its ground, and the pattern over it or None."""
        key = (name, id(pattern), opacity)  # the hash of a pattern is slow
        found = self._fills.get(key)
        if found is None:
            ground = QColor(color_of(self.colors, name))
            shade = None
            if pattern in _BRUSHES:
                # A darker shade cannot be seen where little of the ground is left on a dark one.
                faint = self.colors.dark and opacity < 1
                ink = ground.lighter(_SHADE) if faint else ground.darker(_SHADE)
                ink.setAlphaF(opacity)
                shade = QBrush(ink, _BRUSHES[pattern])
            ground.setAlphaF(opacity)
            found = self._fills[key] = QBrush(ground), shade
        return found


def paint_items(painter: QPainter, items: Iterable[Item], style: ChartStyle) -> None:
    """Draw shapes from the back to the front, level and upright lines on whole pixels."""
    painter.setFont(style.font)
    smooth = True  # as far as is known
    for item in items:
        if type(item) is Box:  # most are, by far
            if smooth:
                painter.setRenderHint(_SMOOTH, on=False)
                smooth = False
            _box(painter, item, style)
            continue
        smooth = True
        match item:
            case Shade():
                _shade(painter, item, style)
            case Rule(x1, y1, x2, y2):
                slanted = x1 != x2 and y1 != y2
                painter.setRenderHint(_SMOOTH, on=slanted)
                painter.setPen(_pen(style.color(item.color, item.opacity), item.width, item.dots))
                painter.drawLine(QPointF(x1, y1), QPointF(x2, y2))
            case Path():
                painter.setRenderHint(_SMOOTH)
                painter.setPen(_pen(style.color(item.color), item.width, item.dots))
                painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in item.points]))
            case Words():
                _words(painter, item, style)
            case Mark():
                painter.setRenderHint(_SMOOTH)
                _mark(painter, item, style)
            case Raster():
                _raster(painter, item, style)


def _raster(painter: QPainter, raster: Raster, style: ChartStyle) -> None:
    columns, rows = raster.columns, len(raster.blocks) // raster.columns
    image = QImage(raster.blocks, columns, rows, columns, QImage.Format.Format_Indexed8)
    ends = color_of(style.colors, raster.weak), color_of(style.colors, raster.strong)
    image.setColorTable([0xFF000000 | r << 16 | g << 8 | b for r, g, b in between(*ends)])
    painter.drawImage(QRectF(raster.x, raster.y, raster.width, raster.height), image)


def _shade(painter: QPainter, shade: Shade, style: ChartStyle) -> None:
    level = all(x == to_x or y == to_y for (x, y), (to_x, to_y) in pairwise(shade.corners))
    painter.setRenderHint(_SMOOTH, on=not level)
    painter.setPen(Qt.PenStyle.NoPen)
    area = QPolygonF([QPointF(x, y) for x, y in shade.corners])
    for brush in style.fill(shade.fill, shade.pattern, shade.opacity):
        if brush is not None:
            painter.setBrush(brush)
            painter.drawPolygon(area)


def _words(painter: QPainter, words: Words, style: ChartStyle) -> None:
    own = words.strong or words.size
    if own:
        font = QFont(style.strong if words.strong else style.font)
        if words.size:
            font.setPixelSize(round(words.size))
        painter.setFont(font)
        wide = QFontMetricsF(font).horizontalAdvance(words.text)
    else:
        wide = style.measure(words.text)
    left = words.x - {"start": 0.0, "middle": wide / 2, "end": wide}[words.anchor]
    if words.plate:
        up, down = style.metrics.ascent() + 1, style.metrics.descent() + 1
        plate = QRectF(left - PLATE_SIDE, words.y - up, wide + 2 * PLATE_SIDE, up + down)
        painter.fillRect(plate, style.color(words.plate))
    painter.setPen(style.color(words.color))
    painter.drawText(QPointF(left, words.y), words.text)
    if own:
        painter.setFont(style.font)


def _box(painter: QPainter, box: Box, style: ChartStyle) -> None:
    area = QRectF(box.x, box.y, max(box.width, 0), max(box.height, 0))
    if box.radius:
        painter.setRenderHint(_SMOOTH)
        pen = QPen(style.color(box.outline), box.line) if box.outline else Qt.PenStyle.NoPen
        painter.setPen(pen)
        painter.setBrush(style.color(box.fill, box.opacity))
        painter.drawRoundedRect(area, box.radius, box.radius)
        painter.setRenderHint(_SMOOTH, on=False)
        return
    if box.pattern is not _EMPTY:
        ground, shade = style.fill(box.fill, box.pattern, box.opacity)
        painter.fillRect(area, ground)
        if shade is not None:
            painter.fillRect(area, shade)
    if box.outline:
        painter.setRenderHint(_SMOOTH, on=False)
        pen = _pen(style.color(box.outline), box.line, box.dots)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(area.adjusted(0, 0, -1, -1))


def _mark(painter: QPainter, mark: Mark, style: ChartStyle) -> None:
    half = mark.size / 2
    place = QRectF(mark.x - half, mark.y - half, mark.size, mark.size)
    if mark.shape in _HOLLOW:  # else the line would run through it
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(style.color("base"))
        painter.drawEllipse(place)
    painter.setBrush(Qt.BrushStyle.NoBrush)  # what was drawn before may have left one
    paint_mark(painter, place, mark.shape, style.color(mark.color))


def _pen(color: QColor, width: float, dots: tuple[float, float] | None = None) -> QPen:
    pen = QPen(color, width)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if dots is not None:
        pen.setDashPattern([length / width for length in dots])
    return pen


_ROW, _BESIDE, _APART = 18, 6, 14  # pixels: of a row, between sample and title, between entries


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing of a chart: its title, and what draws a sample of it into an area."""

    title: str
    draw: Callable[[QPainter, QRectF], None]


class Legend(QWidget):
    """Shows entries, each with a sample of this width and height in pixels."""

    def __init__(self, style: ChartStyle, sample: tuple[int, int], parent: QWidget) -> None:
        super().__init__(parent)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # as the chart it belongs to
        self._style = style
        self._sample = sample
        self._entries: tuple[Entry, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_entries(self, entries: Sequence[Entry], style: ChartStyle) -> None:
        """Show these entries in a style."""
        self._entries, self._style = tuple(entries), style
        self.setAccessibleName(", ".join(entry.title for entry in entries))
        self._fit()
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Return one row at least."""
        return QSize(200, grown(_ROW))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Take as many rows as the width asks for."""
        super().resizeEvent(event)
        self._fit()

    def _places(self) -> list[tuple[float, int]]:
        """Return where each entry begins, and in which row."""
        x, row, places = 0.0, 0, []
        for entry in self._entries:
            wide = self._sample[0] + _BESIDE + self._style.measure(entry.title)
            if x and x + wide > self.width():
                x, row = 0.0, row + 1
            places.append((x, row))
            x += wide + _APART
        return places

    def _fit(self) -> None:
        rows = max((row for _, row in self._places()), default=0) + 1
        self.setFixedHeight(grown(_ROW) * rows)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Draw a sample and a title for each."""
        painter = QPainter(self)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.setFont(self._style.font)
        row_high, (wide, high) = grown(_ROW), self._sample
        for entry, (x, row) in zip(self._entries, self._places(), strict=True):
            top = row * row_high
            entry.draw(painter, QRectF(x, top + (row_high - high) / 2, wide, high))
            painter.setPen(QColor(self._style.colors.muted))
            left = x + wide + _BESIDE
            area = QRectF(left, top, self.width() - left, row_high)
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, entry.title)
