"""Shows a picture whose parts can be selected, with the mouse and with the keyboard.

Paints a picture made of plain shapes.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
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
from inspector.gui.theme import FontRole, Theme
from inspector.language import tr
from inspector.present.drawing import Box, Drawing, Mark, Measure, Path, Rule, Words, color_of
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


Make = Callable[[float, float, Measure, str], Drawing]
"""Makes the picture for a width, a height, a measure of texts and the key that is selected."""

_NEXT = frozenset({Qt.Key.Key_Right, Qt.Key.Key_Down})
_PREVIOUS = frozenset({Qt.Key.Key_Left, Qt.Key.Key_Up})


class DrawingView(QWidget):
    """A chart. ``grows`` lets the picture take the height there is; else it has its own."""

    selected = Signal(str)
    """The key of the part somebody chose."""

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
            metrics = QFontMetricsF(self._theme.font(FontRole.SMALL))
            size = (float(self.width()), float(self.height()))
            drawing = self._make(*size, metrics.horizontalAdvance, self._selected)
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

    def refresh_colors(self) -> None:
        """Draw in the theme's colours."""
        self._redraw()

    def _redraw(self) -> None:
        self._drawing = None
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Be as high as the picture."""
        drawing = self.drawing
        return QSize(480, 240 if self._grows or drawing is None else int(drawing.height))

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Have room for what there is to see."""
        drawing = self.drawing
        return QSize(280, 200 if self._grows or drawing is None else int(drawing.height))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Make the picture anew."""
        super().resizeEvent(event)
        self._redraw()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Draw the picture, and a frame where the keyboard is."""
        drawing = self.drawing
        painter = QPainter(self)
        if drawing is not None:
            small, strong = self._theme.font(FontRole.SMALL), self._theme.font(FontRole.SECTION)
            paint_drawing(painter, drawing, self._theme.colors, small, strong)
        if self.hasFocus():
            painter.setPen(QPen(QColor(self._theme.colors.accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def event(self, event: QEvent) -> bool:
        """Say what is under the pointer."""
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            drawing = self.drawing
            hit = drawing.hit(event.pos().x(), event.pos().y()) if drawing is not None else None
            if hit is None:
                QToolTip.hideText()
            else:
                QToolTip.showText(event.globalPos(), hit.tip, self)
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Select what was clicked."""
        drawing = self.drawing
        if drawing is not None and event.button() is Qt.MouseButton.LeftButton:
            hit = drawing.hit(event.position().x(), event.position().y())
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
