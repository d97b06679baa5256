"""The map of two axes in the window: a picture to point at, and to apply a point of."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QLineF, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
)
from PySide6.QtWidgets import QWidget

from inspector.analysis.tuning.policy_map import PolicyMap
from inspector.gui.views.drawing_view import ChartStyle
from inspector.gui.views.painted_view import LaidOutView, PaintedItem
from inspector.language import tr
from inspector.present.axis_names import AXIS_TITLES
from inspector.stages.tuning.map_chart import MapGeometry, Shade, map_headline, map_readout

_STEPS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_STEP = 8  # pixels that an arrow key goes; 1 with Shift
_DOT = 5.0
_STRONG = "#0072B2"  # of Okabe and Ito, what the greatest number is drawn in

Point = tuple[float, float]


class MapView(LaidOutView[MapGeometry]):
    """Shows one map. A click or Enter asks for a point to be applied."""

    proposed = Signal(object)
    """The two values that somebody looks at."""
    applied = Signal(object)
    """Two values that the policy is to have."""
    hovered = Signal(object)
    """The two values under the pointer."""

    def __init__(self, style: ChartStyle, parent: QWidget | None = None) -> None:
        keys = tr("The arrow keys go over the map, with Shift by one pixel. Enter applies.")
        names = ("tuning.map", tr("Map of two values of the policy"), keys)
        super().__init__(PaintedItem(_paint_map, None), style, names, parent)
        self.setMinimumHeight(150)
        self._map: PolicyMap | None = None
        self._shade = Shade.ITEMS
        self._point: Point | None = None

    def set_map(self, found: PolicyMap, shade: Shade) -> None:
        """Show a map in the colours of one of its numbers."""
        self._map, self._shade = found, shade
        self._point = None
        self._lay_out()
        if self._geometry is not None:
            words = map_readout(found, self._geometry.current)
            self._spoken.set_whole(f"{map_headline(found)}. {words}")
            self._spoken.set_part("")

    def text_at(self, position: QPoint) -> str:
        """Return what is so at a point."""
        geometry = self._geometry
        if geometry is None:
            return ""
        return map_readout(geometry.map, geometry.values_at(position.x(), position.y()))

    def _laid_out(self) -> MapGeometry | None:
        if self._map is None:
            return None
        return MapGeometry(self._map, self._shade, self.width(), self.height())

    def _look(self, geometry: MapGeometry) -> tuple[ChartStyle, QImage]:
        return self._style, _image(geometry, self._style)

    def _mark(self) -> None:
        self._item.mark((self._point, self.hasFocus()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Say what is under the pointer; while the button is down, look at it."""
        geometry = self._geometry
        if geometry is None:
            return
        values = geometry.values_at(event.position().x(), event.position().y())
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._look_at(values)
        else:
            self.hovered.emit(values)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Look at a point."""
        if event.button() is Qt.MouseButton.LeftButton and self._geometry is not None:
            at = event.position()
            self._look_at(self._geometry.values_at(at.x(), at.y()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Apply the point that is looked at."""
        if event.button() is Qt.MouseButton.LeftButton and self._point is not None:
            self.applied.emit(self._point)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Walk over the map with the arrow keys, finely with Shift; Enter applies."""
        geometry, key = self._geometry, Qt.Key(event.key())
        if geometry is None:
            return
        if key in _STEPS:
            fine = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            across, down = (step * (1 if fine else _STEP) for step in _STEPS[key])
            x, y = geometry.place_of(self._point or geometry.current)
            self._look_at(geometry.values_at(x + across + 0.5, y + down - 0.5))
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_Escape):
            self._look_at(geometry.current)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._point is not None:
            self.applied.emit(self._point)
        else:
            event.ignore()

    def _look_at(self, values: Point) -> None:
        self._point = values
        self._mark()
        if self._geometry is not None:
            self._spoken.set_part(map_readout(self._geometry.map, values))
        self.proposed.emit(values)


def _image(geometry: MapGeometry, style: ChartStyle) -> QImage:
    """Return the blocks as a picture, from the ground of the theme to the strong colour."""
    weak, strong = QColor(style.colors.chrome), QColor(_STRONG)
    if style.colors.dark:
        strong = strong.lighter(150)
    shades = geometry.shades[:, :, np.newaxis]
    ends = [np.array([one.blue(), one.green(), one.red(), 255.0]) for one in (weak, strong)]
    pixels = np.rint(ends[0] + shades * (ends[1] - ends[0])).astype(np.uint8)
    rows, columns = geometry.rows, geometry.columns
    data = np.ascontiguousarray(pixels).tobytes()
    return QImage(data, columns, rows, 4 * columns, QImage.Format.Format_RGB32).copy()


def _paint_map(
    painter: QPainter,
    geometry: MapGeometry,
    drawn: tuple[ChartStyle, QImage],
    marks: tuple[Point | None, bool] | None,
) -> None:
    style, image = drawn
    colors, (wide, high) = style.colors, geometry.area
    painter.setFont(style.font)
    area = QRectF(geometry.left, geometry.top, wide, high)
    painter.drawImage(area, image)
    painter.setPen(QPen(QColor(colors.edge), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(area)
    line = style.metrics.height()
    painter.setPen(QColor(colors.muted))
    for level in geometry.levels:
        box = QRectF(0, level.at - line / 2, geometry.left - 8, line)
        painter.drawText(
            box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, level.text
        )
        painter.drawLine(QLineF(geometry.left - 4, level.at, geometry.left, level.at))
    for tick in geometry.ticks:
        text = style.measure(tick.text) + 4
        left = min(max(0.0, tick.at - text / 2), geometry.width - text)
        painter.drawText(
            QRectF(left, area.bottom() + 4, text, line), Qt.AlignmentFlag.AlignHCenter, tick.text
        )
        painter.drawLine(QLineF(tick.at, area.bottom(), tick.at, area.bottom() + 4))
    caption = f"→ {AXIS_TITLES[geometry.map.x.axis]}     ↑ {AXIS_TITLES[geometry.map.y.axis]}"
    below = QRectF(geometry.left, area.bottom() + 5 + line, wide, line)
    painter.drawText(below, Qt.AlignmentFlag.AlignCenter, caption)
    point, focused = marks or (None, False)
    _paint_dot(painter, geometry, geometry.current, QColor(colors.text), colors.base)
    if point is not None and point != geometry.current:
        _paint_dot(painter, geometry, point, QColor(colors.accent), colors.base)
    if focused:
        painter.setPen(QPen(QColor(colors.accent), 1, Qt.PenStyle.DotLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(1, 1, geometry.width - 3, geometry.height - 3))


def _paint_dot(
    painter: QPainter, geometry: MapGeometry, values: Point, ink: QColor, ground: str
) -> None:
    x, y = geometry.place_of(values)
    wide, high = geometry.area
    painter.setPen(QPen(ink, 1))
    painter.drawLine(QLineF(x, geometry.top, x, geometry.top + high))
    painter.drawLine(QLineF(geometry.left, y, geometry.left + wide, y))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=True)
    painter.setPen(QPen(QColor(ground), 1.5))
    painter.setBrush(ink)
    painter.drawEllipse(QPointF(x, y), _DOT, _DOT)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
