"""Shows a picture whose parts can be selected, with the mouse and with the keyboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.gui.theme import Theme
from inspector.gui.views.chart_view import ChartView
from inspector.gui.views.painting import ChartStyle
from inspector.language import tr
from inspector.present.drawing import Drawing, Hit, Item, Measure
from inspector.present.strips import Strips, strips_drawing

Make = Callable[[float, float, Measure, str], Drawing]
"""Makes the picture for a width, a height, a measure of texts and the key that is selected."""

_STEPS = {
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Home: 0,
}


class DrawingView(ChartView[Drawing]):
    """A chart. ``grows`` lets the picture take the height there is; else it has its own."""

    selected = Signal(str)
    """The key of the part somebody chose."""
    least_size = (240, 200)

    def __init__(
        self,
        name: str,
        title: str,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        grows: bool,
        keys: str = tr("The arrow keys go through the parts."),
    ) -> None:
        names = (name, title, keys)
        super().__init__(ChartStyle.of(theme), names, parent)
        self._grows = grows
        self._theme = theme
        self._make: Make | None = None
        self._selected = ""
        tall = QSizePolicy.Policy.Expanding if grows else QSizePolicy.Policy.Fixed
        self.setSizePolicy(QSizePolicy.Policy.Expanding, tall)

    @property
    def drawing(self) -> Drawing | None:
        """The picture that is shown."""
        return self.geometry_now

    def show_picture(self, make: Make | None) -> None:
        """Show what a function makes, whenever the size or the selection changes."""
        self._make = make
        self._redraw()
        self.updateGeometry()

    def show_strips(self, chart: Strips | None) -> None:
        """Show strips as wide as the view."""
        if chart is None:
            self.show_picture(None)
            return
        self.show_picture(
            lambda width, _height, measure, key: strips_drawing(chart, width, measure, key)
        )

    def select_key(self, key: str) -> None:
        """Mark a part."""
        if key != self._selected:
            self._selected = key
            self._redraw()
            drawing = self.drawing
            tips = {hit.key: hit.tip for hit in drawing.hits} if drawing is not None else {}
            self._spoken.set_part(tips.get(key, ""))

    def _laid_out(self, width: float, height: float) -> Drawing | None:
        if self._make is None:
            return None
        drawing = self._make(width, height, self._style.measure, self._selected)
        self._spoken.set_whole(drawing.title)
        return drawing

    def _shapes(self, geometry: Drawing) -> Sequence[Item]:
        return geometry.items

    def _height_of(self, geometry: Drawing) -> int:
        return 0 if self._grows else int(geometry.height * self._zoom)

    def _hit(self, x: float, y: float) -> Hit | None:
        drawing = self.drawing
        return None if drawing is None else drawing.hit(x, y)

    def _tip(self, hit: Hit) -> str:
        return hit.tip

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Select what was clicked."""
        if event.button() is Qt.MouseButton.LeftButton:
            hit = self._hit(*self._at(event.position()))
            if hit is not None:
                self._choose(hit.key)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Walk through the parts with the arrow keys."""
        by = _STEPS.get(Qt.Key(event.key()))
        if by is None:
            super().keyPressEvent(event)
        else:
            self._step(by)

    def _step(self, by: int) -> None:
        drawing = self.drawing
        hits = () if drawing is None else drawing.hits
        keys = list(dict.fromkeys(hit.key for hit in hits if hit.key))
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
