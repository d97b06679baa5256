"""The ruler in the window: one item that paints itself, zoom and pan, what is hit."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from inspector.gui.views.chart_view import ChartView
from inspector.gui.views.painting import ChartStyle
from inspector.language import tr
from inspector.present.drawing import Item
from inspector.stages.window.ruler import Ruler
from inspector.stages.window.ruler_geometry import (
    ChunkHit,
    RulerGeometry,
    View,
    moved,
    ruler_geometry,
    widest,
    zoomed,
)
from inspector.stages.window.ruler_items import marked_items, ruler_items

_ZOOM = 1.25
_STEP = 0.1  # of what is in view
_LEAST_HEIGHT = 150  # pixels at 100 %
_CLICK = 4  # pixels; a pointer that moves less has not dragged


class RulerView(ChartView[RulerGeometry]):
    """Shows one ruler. It keeps no result: everything is passed in and sent out.

    The wheel zooms at the pointer, a drag pans. Keys: Left and Right walk through the chunks, Up
    and Down go to the placed and the dropped ones, + and − zoom, Page Up and Page Down pan, Home
    shows the window, End everything.
    """

    selected = Signal(str)
    """The subject of a chunk somebody chose."""
    view_changed = Signal()
    """Another part of the line is in view."""

    decided: int | None = None
    """How many chunks a replay has given a verdict; None for all."""

    def __init__(self, style: ChartStyle, parent: QWidget | None = None) -> None:
        keys = tr(
            "Left and Right go through the chunks, Up and Down to the placed and the dropped"
            " ones, plus and minus zoom."
        )
        names = ("window.ruler", tr("Ruler of the window"), keys)
        super().__init__(style, names, parent)
        self._ruler: Ruler | None = None
        self._view: View | None = None  # None: whatever the window is
        self._selected = ""
        self._ground: Sequence[Item] = ()
        self._pressed: tuple[float, float, View] | None = None
        self._dragged = False

    # What is shown -----------------------------------------------------------------------

    def set_ruler(self, ruler: Ruler) -> None:
        """Show another ruler; the part in view stays where it can."""
        self._ruler = ruler
        self._hovered = None
        self._redraw()
        self._spoken.set_whole(_in_words(ruler))
        self._say_selected()

    def select_key(self, key: str) -> None:
        """Mark the span of a subject and bring it in sight."""
        if key != self._selected:
            self._selected = key
            self._bring_in_sight()
            self._mark()
            self._say_selected()

    def _say_selected(self) -> None:
        ruler, hit = self._ruler, self._place_of_selected()
        if ruler is None or hit is None:
            self._spoken.set_part("")
        else:
            self._spoken.set_part(ruler.text(placed=hit.placed, place=hit.place))

    def set_decided(self, decided: int | None) -> None:
        """Show only the verdicts that a replay has come to; None shows all."""
        if decided != self.decided:
            self.decided = decided
            self._redraw()

    def _laid_out(self, width: float, height: float) -> RulerGeometry | None:
        ruler = self._ruler
        if ruler is None:
            return None
        view = moved(ruler.window if self._view is None else self._view, 0, widest(ruler))
        laid = ruler_geometry(ruler, width, height, view, self._style.measure)
        self._ground = tuple(ruler_items(laid, self._style.measure, self.decided))
        return laid

    def _height_of(self, geometry: RulerGeometry) -> int:
        return math.ceil(max(_LEAST_HEIGHT, geometry.least_height) * self._zoom)

    def _shapes(self, geometry: RulerGeometry) -> Sequence[Item]:
        return (*self._ground, *marked_items(geometry, self._place_of_selected(), self._hovered))

    def _hit(self, x: float, y: float) -> ChunkHit | None:
        geometry = self.geometry_now
        return None if geometry is None else geometry.hit(x, y)

    def _tip(self, hit: ChunkHit) -> str:
        return "" if self._ruler is None else self._ruler.text(placed=hit.placed, place=hit.place)

    def _place_of_selected(self) -> ChunkHit | None:
        found = None if self._ruler is None else self._ruler.place_of(self._selected)
        return None if found is None else ChunkHit(*found)

    # What is in view ---------------------------------------------------------------------

    def set_view(self, view: View | None) -> None:
        """Bring a part of the line in view; None is the window."""
        self._view = view
        self._redraw()
        self.view_changed.emit()

    def show_all(self) -> None:
        """Bring everything in view, dropped chunks beyond the room included."""
        if self._ruler is not None:
            self.set_view(widest(self._ruler))

    def zoom(self, factor: float, x: float | None = None) -> None:
        """Show ``factor`` times less around a point, the middle if there is none."""
        geometry = self.geometry_now
        if geometry is None:
            return
        at = geometry.left + geometry.inner / 2 if x is None else x
        limits = widest(geometry.ruler)
        self.set_view(zoomed(geometry.view, geometry.tokens_at(at), factor, limits))

    def pan(self, part: float) -> None:
        """Move by a part of what is in view, to the right where it is positive."""
        geometry = self.geometry_now
        if geometry is not None:
            begin, end = geometry.view
            self.set_view(moved(geometry.view, part * (end - begin), widest(geometry.ruler)))

    def _bring_in_sight(self) -> None:
        geometry, hit = self.geometry_now, self._place_of_selected()
        if geometry is None or hit is None:
            return
        spans = geometry.spans(placed=hit.placed)
        middle = float(spans.starts[hit.place] + spans.sizes[hit.place] / 2)
        begin, end = geometry.view
        if not begin <= middle <= end:
            shift = middle - (begin + end) / 2
            self.set_view(moved(geometry.view, shift, widest(geometry.ruler)))

    # Pointer -----------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Begin a click or a drag; in the overview, go there."""
        geometry = self.geometry_now
        if event.button() is not Qt.MouseButton.LeftButton or geometry is None:
            event.ignore()
            return
        x, y = self._at(event.position())
        self._dragged = False
        if geometry.in_overview(y):
            self._centre(geometry.overview_tokens(x))
            self._pressed = (x, y, (self.geometry_now or geometry).view)
            self._dragged = True
            return
        self._pressed = (x, y, geometry.view)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Pan while the button is down, else show what the pointer is over."""
        geometry = self.geometry_now
        if geometry is None:
            return
        x, y = self._at(event.position())
        if self._pressed is None:
            self._hover(geometry.hit(x, y))
            return
        from_x, from_y, view = self._pressed
        if geometry.in_overview(from_y):
            self._centre(geometry.overview_tokens(x))
        elif self._dragged or abs(x - from_x) >= _CLICK:
            self._dragged = True
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            shift = (from_x - x) * (view[1] - view[0]) / geometry.inner
            self.set_view(moved(view, shift, widest(geometry.ruler)))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """End a drag, or choose the chunk that was clicked."""
        if event.button() is not Qt.MouseButton.LeftButton or self._pressed is None:
            return
        self._pressed = None
        self.unsetCursor()
        geometry = self.geometry_now
        if self._dragged or geometry is None:
            return
        hit = geometry.hit(*self._at(event.position()))
        if hit is not None:
            self.selected.emit(geometry.ruler.key(placed=hit.placed, place=hit.place))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Zoom in on what is there."""
        self.zoom(_ZOOM**3, self._at(event.position())[0])

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802  # Qt's name
        """Zoom at the pointer; sideways, or with Shift, pan. Only where the keyboard is."""
        if not self.hasFocus():
            event.ignore()
            return
        turned = event.angleDelta()
        if turned.x() or event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.pan(-(turned.x() or turned.y()) / 1200)
        elif turned.y():
            self.zoom(_ZOOM ** (turned.y() / 120), self._at(event.position())[0])
        event.accept()

    def _centre(self, tokens: float) -> None:
        geometry = self.geometry_now
        if geometry is not None:
            begin, end = geometry.view
            shift = tokens - (begin + end) / 2
            self.set_view(moved(geometry.view, shift, widest(geometry.ruler)))

    # Keyboard ----------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Walk through the chunks, zoom and pan."""
        match Qt.Key(event.key()):
            case Qt.Key.Key_Left:
                self._walk(-1)
            case Qt.Key.Key_Right:
                self._walk(1)
            case Qt.Key.Key_Up:
                self._cross(placed=True)
            case Qt.Key.Key_Down:
                self._cross(placed=False)
            case Qt.Key.Key_Plus | Qt.Key.Key_Equal:
                self.zoom(_ZOOM, self._selected_x())
            case Qt.Key.Key_Minus:
                self.zoom(1 / _ZOOM, self._selected_x())
            case Qt.Key.Key_PageUp:
                self.pan(-_STEP * 5)
            case Qt.Key.Key_PageDown:
                self.pan(_STEP * 5)
            case Qt.Key.Key_Home:
                self.set_view(None)
            case Qt.Key.Key_End:
                self.show_all()
            case _:
                event.ignore()

    def _walk(self, direction: int) -> None:
        """Choose the neighbour of the selected chunk on its side of the line."""
        ruler, hit = self._ruler, self._place_of_selected()
        if ruler is None:
            return
        placed = hit.placed if hit is not None else len(ruler.placed) > 0
        count = len(ruler.placed if placed else ruler.dropped)
        at = 0 if direction > 0 else count - 1
        if hit is not None:
            at = hit.place + direction
        if 0 <= at < count:
            self.selected.emit(ruler.key(placed=placed, place=at))

    def _cross(self, *, placed: bool) -> None:
        """Go to the other side of the line: from a dropped chunk up to the one that beat it."""
        ruler, hit = self._ruler, self._place_of_selected()
        if ruler is None or (hit is not None and hit.placed is placed):
            return
        count = len(ruler.placed if placed else ruler.dropped)
        at = 0
        if hit is not None and placed:
            at = ruler.rival(hit.place) or 0
        if at < count:
            self.selected.emit(ruler.key(placed=placed, place=at))

    def _selected_x(self) -> float | None:
        geometry, hit = self.geometry_now, self._place_of_selected()
        if geometry is None or hit is None:
            return None
        left, _, right, _ = geometry.box(hit)
        middle = (left + right) / 2
        return middle if geometry.left <= middle <= geometry.left + geometry.inner else None


def _in_words(ruler: Ruler) -> str:
    """Return the chart for those who hear it."""
    return tr(
        "{placed:,} chunks placed in {end:,.0f} of {room:,.0f}"
        " tokens; {dropped:,} dropped; {reserve:,.0f} tokens in reserve.",
        placed=len(ruler.placed),
        end=ruler.placed.end,
        room=ruler.room,
        dropped=len(ruler.dropped),
        reserve=ruler.reserve,
    )
