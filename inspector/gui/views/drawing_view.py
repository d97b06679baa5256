"""Shows a picture whose parts can be selected, with the mouse and with the keyboard.

Paints a picture made of plain shapes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Any, Self

from PySide6.QtCore import (
    QEvent,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from inspector.gui.spoken import Spoken
from inspector.gui.table import paint_mark
from inspector.gui.theme import FontRole, Theme, font
from inspector.language import tr
from inspector.present.drawing import (
    PLATE_SIDE,
    Box,
    Drawing,
    Hit,
    Item,
    Mark,
    Measure,
    Path,
    Rule,
    Shade,
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


def drawn(items: Callable[..., Iterable[Item]]) -> Callable[[QPainter, Any, Any, Any], None]:
    """Return what paints the shapes that a chart is of, from its geometry and what is marked."""

    def paint(painter: QPainter, geometry: object, style: ChartStyle, marks: object) -> None:
        paint_items(painter, items(geometry, style.measure, marks), style)

    return paint


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


Make = Callable[[float, float, Measure, str], Drawing]
"""Makes the picture for a width, a height, a measure of texts and the key that is selected."""

_NEXT = frozenset({Qt.Key.Key_Right, Qt.Key.Key_Down})
_PREVIOUS = frozenset({Qt.Key.Key_Left, Qt.Key.Key_Up})


class DrawingView(QWidget):
    """A chart. ``grows`` lets the picture take the height there is; else it has its own."""

    selected = Signal(str)
    """The key of the part somebody chose."""
    grows_whole = True  # with larger texts; else it takes their size into account itself

    def __init__(
        self, name: str, title: str, theme: Theme, parent: QWidget | None = None, *, grows: bool
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self._grows = grows
        self._theme = theme
        self._make: Make | None = None
        self._selected = ""
        self._drawing: Drawing | None = None
        self._spoken = Spoken(self, tr("The arrow keys go through the parts."))
        tall = QSizePolicy.Policy.Expanding if grows else QSizePolicy.Policy.Fixed
        self.setSizePolicy(QSizePolicy.Policy.Expanding, tall)

    @property
    def drawing(self) -> Drawing | None:
        """The picture that is shown."""
        if self._drawing is None and self._make is not None:
            zoom, style = self._style()
            size = (self.width() / zoom, self.height() / zoom)
            drawing = self._make(*size, style.measure, self._selected)
            self._drawing = drawing
            self._spoken.set_whole(drawing.title)
        return self._drawing

    @property
    def geometry_now(self) -> Drawing | None:
        """Where everything lies, for whoever points at it."""
        return self.drawing

    def show_picture(self, make: Make | None) -> None:
        """Show what a function makes, whenever the size or the selection changes."""
        self._make = make
        self._redraw()
        self.updateGeometry()

    def select_key(self, key: str) -> None:
        """Mark a part."""
        if key != self._selected:
            self._selected = key
            self._redraw()
            drawing = self.drawing
            tips = {hit.key: hit.tip for hit in drawing.hits} if drawing is not None else {}
            self._spoken.set_part(tips.get(key, ""))

    def follow_theme(self, _theme: Theme) -> None:
        """Draw in its colours from now on."""
        self._redraw()

    def _redraw(self) -> None:
        self._drawing = None
        self.update()

    @property
    def zoom_now(self) -> float:
        """How many pixels of the view a pixel of the picture is."""
        return self._style()[0]

    def _style(self) -> tuple[float, ChartStyle]:
        """Return how many pixels of the view a pixel of the picture is, and its style."""
        style = ChartStyle.of(self._theme)
        return style.unzoomed() if self.grows_whole else (1.0, style)

    def _hit(self, position: QPointF) -> Hit | None:
        drawing, at = self.drawing, position / self.zoom_now
        return None if drawing is None else drawing.hit(at.x(), at.y())

    def _height(self, of_growing: int) -> int:
        drawing, zoom = self.drawing, self.zoom_now
        return of_growing if self._grows or drawing is None else int(drawing.height * zoom)

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Be as high as the picture."""
        return QSize(480, self._height(240))

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Have room for what there is to see."""
        return QSize(240, self._height(200))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Make the picture anew; at another width it may have another height."""
        super().resizeEvent(event)
        self._redraw()
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Draw the picture, and a frame where the keyboard is."""
        drawing = self.drawing
        painter = QPainter(self)
        if drawing is not None:
            self._paint(painter, drawing)
        if self.hasFocus():
            painter.setRenderHint(_SMOOTH, on=False)
            painter.setPen(QPen(QColor(self._theme.colors.accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def _paint(self, painter: QPainter, drawing: Drawing) -> None:
        zoom, style = self._style()
        painter.save()
        painter.scale(zoom, zoom)
        paint_items(painter, drawing.items, style)
        painter.restore()

    def event(self, event: QEvent) -> bool:
        """Say what is under the pointer."""
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            hit = self._hit(QPointF(event.pos()))
            if hit is None:
                QToolTip.hideText()
            else:
                QToolTip.showText(event.globalPos(), hit.tip, self)
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Select what was clicked."""
        if event.button() is Qt.MouseButton.LeftButton:
            hit = self._hit(event.position())
            if hit is not None:
                self._choose(hit.key)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Walk through the parts with the arrow keys."""
        key = Qt.Key(event.key())
        if key in _NEXT or key in _PREVIOUS:
            self._step(1 if key in _NEXT else -1)
        elif key is Qt.Key.Key_Home:
            self._step(0)
        else:
            super().keyPressEvent(event)

    def _step(self, by: int) -> None:
        drawing = self.drawing
        keys = [] if drawing is None else list(dict.fromkeys(hit.key for hit in drawing.hits))
        if not keys:
            return
        if by == 0 or self._selected not in keys:
            self._choose(keys[0])
        else:
            at = keys.index(self._selected) + by
            self._choose(keys[min(max(at, 0), len(keys) - 1)])

    def _choose(self, key: str) -> None:
        if key != self._selected:
            self.select_key(key)
            self.selected.emit(key)
