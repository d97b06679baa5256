"""The map of two axes in the window: a picture to point at, and to apply a point of."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from inspector.analysis.tuning.policy_map import PolicyMap
from inspector.gui.views.chart_view import ChartView
from inspector.gui.views.painting import ChartStyle
from inspector.language import tr
from inspector.present.drawing import Item
from inspector.stages.tuning.map_chart import (
    MapGeometry,
    MapShade,
    map_headline,
    map_items,
    map_readout,
    point_items,
)

_STEPS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_STEP = 8  # pixels that an arrow key goes; 1 with Shift

Point = tuple[float, float]


class MapView(ChartView[MapGeometry]):
    """Shows one map. A click or Enter asks for a point to be applied."""

    proposed = Signal(object)
    """The two values that somebody looks at."""
    applied = Signal(object)
    """Two values that the policy is to have."""
    hovered = Signal(object)
    """The two values under the pointer."""
    grows_whole = False

    def __init__(self, style: ChartStyle, parent: QWidget | None = None) -> None:
        keys = tr("The arrow keys go over the map, with Shift by one pixel. Enter applies.")
        names = ("tuning.map", tr("Map of two values of the policy"), keys)
        super().__init__(style, names, parent)
        self.setMinimumHeight(150)
        self._map: PolicyMap | None = None
        self._shade = MapShade.ITEMS
        self._point: Point | None = None
        self._ground: Sequence[Item] = ()

    @property
    def shown(self) -> tuple[PolicyMap, MapShade] | None:
        """The map that is seen, and what its colours stand for; None while there is none."""
        return None if self._map is None or self.isHidden() else (self._map, self._shade)

    def set_map(self, found: PolicyMap, shade: MapShade) -> None:
        """Show a map in the colours of one of its numbers."""
        self._map, self._shade = found, shade
        self._point = None
        self._redraw()
        geometry = self.geometry_now
        if geometry is not None:
            words = map_readout(found, geometry.current)
            self._spoken.set_whole(f"{map_headline(found)}. {words}")
            self._spoken.set_part("")

    def _laid_out(self, width: float, height: float) -> MapGeometry | None:
        if self._map is None:
            return None
        laid = MapGeometry(self._map, self._shade, width, height)
        line = self._style.metrics.height()
        self._ground = tuple(map_items(laid, self._style.measure, line))
        return laid

    def _shapes(self, geometry: MapGeometry) -> Sequence[Item]:
        points = [(geometry.current, "text")]
        if self._point is not None and self._point != geometry.current:
            points.append((self._point, "accent"))
        return (*self._ground, *(one for at in points for one in point_items(geometry, *at)))

    def _hit(self, x: float, y: float) -> Point | None:
        geometry = self.geometry_now
        return None if geometry is None else geometry.values_at(x, y)

    def _tip(self, values: Point) -> str:
        return "" if self._map is None else map_readout(self._map, values)

    def _hover(self, values: Point | None) -> None:
        if values is not None:
            self.hovered.emit(values)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Say what is under the pointer; while the button is down, look at it."""
        values = self._hit(*self._at(event.position()))
        if event.buttons() & Qt.MouseButton.LeftButton and values is not None:
            self._look_at(values)
        else:
            self._hover(values)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Look at a point."""
        values = self._hit(*self._at(event.position()))
        if event.button() is Qt.MouseButton.LeftButton and values is not None:
            self._look_at(values)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Apply the point that is looked at."""
        if event.button() is Qt.MouseButton.LeftButton and self._point is not None:
            self.applied.emit(self._point)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Walk over the map with the arrow keys, finely with Shift; Enter applies."""
        geometry, key = self.geometry_now, Qt.Key(event.key())
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
        self._spoken.set_part(self._tip(values))
        self.proposed.emit(values)
