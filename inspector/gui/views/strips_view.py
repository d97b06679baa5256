"""Shows strips in the window: what is hit, selected and walked through, and a divider to drag.

A view keeps no result: everything is passed in and sent out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.gui.views.chart_view import ChartView
from inspector.gui.views.pacing import Gesture
from inspector.gui.views.painting import ChartStyle
from inspector.present.cells import CellsBox, SpokenSegment
from inspector.present.drawing import Item, Measure
from inspector.present.shares import split_text
from inspector.present.strip_marks import StripsMarks, mark_items
from inspector.present.strips import Strips, StripsDrawing, strips_drawing

_STEP, _FINE_STEP = 0.01, 0.001


class StripsView(ChartView[StripsDrawing]):
    """Strips of any number of cells.

    Keys: Left and Right move the divider by 1 %, with Shift by 0.1 %; Ctrl+Left and Ctrl+Right
    walk through the cells, Return shows the rows of the selected one, Escape ends a drag.
    """

    selected = Signal(str)
    """The subject of a cell somebody chose."""
    rows_asked = Signal(str, str)
    """Group and subject of a cell, or an entry of the line below, whose rows are wanted."""
    moved = Signal(float, object)
    """The part that the divider stands for now, and the gesture that moves it."""
    let_go = Signal()
    """Neither pointer nor key moves the divider any more; ``moved`` told where it stays."""
    menu_asked = Signal(object, QPoint)
    """The ``SpokenSegment`` under the pointer (None beside all), and a global position."""

    by_width = True
    walked: tuple[str, ...] = ()
    """Strips that the keyboard walks through, in order."""

    def __init__(
        self, style: ChartStyle, names: tuple[str, str, str], parent: QWidget | None = None
    ) -> None:
        super().__init__(style, names, parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._make: Callable[[Measure], Strips] | None = None
        self._selected = ""
        self._on_divider = False
        self._share: float | None = None  # while the divider is dragged
        self._before = 0.0  # where the divider was when the drag began
        self._grasp = 0.0  # pixels between the pointer and the divider
        self._gesture = Gesture()

    # What a chart says itself ----------------------------------------------------------------

    @property
    def movable(self) -> bool:
        """Whether the divider can be dragged."""
        drawing = self.geometry_now
        return drawing is not None and drawing.divider is not None and drawing.divider.movable

    def rest(self, share: float, _width: float) -> float:
        """Return where a divider that is dragged to a share comes to rest."""
        return share

    def tip_of_divider(self) -> str:
        """Return what is said where the pointer rests on the divider."""
        return ""

    def plate(self, share: float | None) -> str:
        """Return what stands above the divider; ``share`` is what was asked for in a drag."""
        return "" if share is None else split_text(share)

    # What is shown -----------------------------------------------------------------------

    def show_strips(self, make: Callable[[Measure], Strips], share: float) -> None:
        """Show what a function makes of a measure of texts; its divider stands at ``share``."""
        self._make = make
        if self._share is None:
            self._before = share
        self._redraw()
        self._say_selected()

    def select_key(self, key: str) -> None:
        """Mark the cell of a subject, wherever it is."""
        self._selected = key
        self._mark()
        self._say_selected()

    def segment_at(self, position: QPoint) -> SpokenSegment | None:
        """Return the cell at a position in the view."""
        drawing = self.geometry_now
        found = None if drawing is None else drawing.cell_at(*self._at(position))
        return None if found is None else found[0].cells.segment(found[1])

    def _laid_out(self, width: float, _height: float) -> StripsDrawing | None:
        if self._make is None:
            return None
        drawing = strips_drawing(self._make(self._style.measure), width, self._style.measure)
        self._spoken.set_whole(drawing.title)
        return drawing

    def _height_of(self, geometry: StripsDrawing) -> int:
        # Nothing below may move under the pointer.
        least = self.wanted_height if self._gesture.held else 0
        return max(round(geometry.height * self._zoom), least)

    def _shapes(self, geometry: StripsDrawing) -> Sequence[Item]:
        shown = self._share is not None or self._on_divider
        marks = StripsMarks(
            self._selected,
            self._hovered,
            active=shown or self.hasFocus(),
            plate=self.plate(self._share) if shown else "",
        )
        return (*geometry.items, *mark_items(geometry, marks, self._style.measure))

    def _say_selected(self) -> None:
        cell = self._selected_cell()
        self._spoken.set_part("" if cell is None else cell.tip)

    # Divider -----------------------------------------------------------------------------

    def _move_to(self, share: float, *, free: bool = False) -> None:
        """Move the divider while it is held; unless it is ``free`` it comes to rest."""
        drawing = self.geometry_now
        if not free and drawing is not None and drawing.divider is not None:
            share = self.rest(share, drawing.divider.width)
        self._share = min(1.0, max(0.0, round(share, 4)))
        self.moved.emit(self._share, self._gesture.token())
        self._mark()

    def _step(self, step: float) -> None:
        """Move the divider by keyboard; keys that follow each other are one gesture."""
        share = min(1.0, max(0.0, round(self._before + step, 4)))
        self.moved.emit(share, self._gesture.token())

    def _end_drag(self) -> None:
        self._gesture.end()
        self._share = None
        self._redraw()
        self.let_go.emit()

    def _grasped(self, x: float, y: float) -> bool:
        drawing = self.geometry_now
        divider = None if drawing is None else drawing.divider
        return divider is not None and divider.grasped(x, y)

    # Pointer -----------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Grasp the divider, choose a cell, or follow an entry of the line below."""
        drawing = self.geometry_now
        if event.button() is not Qt.MouseButton.LeftButton or drawing is None:
            event.ignore()
            return
        x, y = self._at(event.position())
        if self._grasped(x, y):
            if self.movable and drawing.divider is not None:
                self._gesture.begin()
                self._grasp = x - drawing.divider.x
                self._share = self._before
                self._mark()
            return
        cell = self.segment_at(event.position().toPoint())
        if cell is not None and cell.key:
            self.selected.emit(cell.key)
        elif cell is None and (hit := drawing.hit(x, y)) is not None:
            self.rows_asked.emit(hit.key, "")

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Drag the divider, or show what the pointer is over."""
        drawing = self.geometry_now
        if drawing is None:
            return
        x, y = self._at(event.position())
        if self._gesture.held and drawing.divider is not None:
            free = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._move_to(drawing.divider.at(x - self._grasp), free=free)
            return
        on_divider, found = self._grasped(x, y), drawing.cell_at(x, y)
        hovered = None if found is None or on_divider else (found[0].key, found[1])
        if (on_divider, hovered) != (self._on_divider, self._hovered):
            self._on_divider, self._hovered = on_divider and self.movable, hovered
            self._mark()
        self.setCursor(self._cursor_at(x, y, on_divider=on_divider))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Let go of the divider."""
        if event.button() is Qt.MouseButton.LeftButton and self._gesture.held:
            self._end_drag()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Ask for the rows of a cell's group."""
        cell = self.segment_at(event.position().toPoint())
        if cell is not None:
            self.rows_asked.emit(cell.group, cell.key)

    def leaveEvent(self, _event: QEvent) -> None:  # noqa: N802  # Qt's name
        """Forget what the pointer was over."""
        self._hovered, self._on_divider = None, False
        self._mark()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802  # Qt's name
        """Ask for a menu: of the cell under the pointer, by keyboard of the selected one."""
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            self.menu_asked.emit(self._selected_cell(), self._selected_point())
        else:
            self.menu_asked.emit(self.segment_at(event.pos()), event.globalPos())

    def text_at(self, position: QPoint) -> str:
        """Return what there is to say about a point."""
        drawing = self.geometry_now
        if drawing is None:
            return ""
        x, y = self._at(position)
        if self._grasped(x, y):
            return self.tip_of_divider()
        cell = self.segment_at(position)
        if cell is not None:
            return cell.tip
        hit = drawing.hit(x, y)
        return hit.tip if hit is not None else drawing.tip_at(x, y)

    def _cursor_at(self, x: float, y: float, *, on_divider: bool) -> Qt.CursorShape:
        if on_divider:
            return Qt.CursorShape.SplitHCursor if self.movable else Qt.CursorShape.ForbiddenCursor
        drawing = self.geometry_now
        beside = drawing is not None and drawing.hit(x, y) is not None
        return Qt.CursorShape.PointingHandCursor if beside else Qt.CursorShape.ArrowCursor

    # Keyboard ----------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Move the divider, walk through the cells, ask for rows."""
        key, modifiers = event.key(), event.modifiers()
        direction = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(key), 0)
        if direction and modifiers & Qt.KeyboardModifier.ControlModifier:
            self._walk(direction)
        elif direction and self.movable:
            fine = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
            self._step(direction * (_FINE_STEP if fine else _STEP))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            cell = self._selected_cell()
            if cell is not None:
                self.rows_asked.emit(cell.group, cell.key)
        elif key == Qt.Key.Key_Escape and self._gesture.held:
            self._move_to(self._before, free=True)
            self._end_drag()
        else:
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Take the divider for let go once no key moves it any more."""
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right) and not event.isAutoRepeat():
            self.let_go.emit()
        super().keyReleaseEvent(event)

    def _walk(self, direction: int) -> None:
        """Choose the next cell that has a subject, through all strips that have any."""
        places = [(box, place) for box in self._walked() for place in range(len(box.cells))]
        now = self._selected_place()
        if now is None:
            at = 0 if direction > 0 else len(places) - 1
        else:
            at = places.index(now) + direction
        while 0 <= at < len(places):
            box, place = places[at]
            key = box.cells.segment(place).key
            if key:
                self.selected.emit(key)
                return
            at += direction

    def _walked(self) -> list[CellsBox]:
        drawing = self.geometry_now
        return [] if drawing is None else [drawing.box(name) for name in self.walked]

    def _selected_place(self) -> tuple[CellsBox, int] | None:
        for box in self._walked():
            place = box.cells.place_of(self._selected)
            if place is not None:
                return box, place
        return None

    def _selected_cell(self) -> SpokenSegment | None:
        found = self._selected_place()
        return None if found is None else found[0].cells.segment(found[1])

    def _selected_point(self) -> QPoint:
        """Return where on the screen the selected cell is."""
        found = self._selected_place()
        if found is None:
            at: QPoint = self.rect().center()
        else:
            box, (left, right) = found[0], found[0].edges(found[1])
            middle, bottom = (left + right) / 2 * self._zoom, (box.top + box.height) * self._zoom
            at = QPoint(round(middle), round(bottom))
        return QPoint(self.mapToGlobal(at))
