"""Shows strips in the window: what is hit, selected and walked through, and a divider to drag.

A view keeps no result: everything is passed in and sent out.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from inspector.core.text import in_markup
from inspector.gui.spoken import Spoken
from inspector.gui.theme import Theme
from inspector.gui.views.drawing_view import ChartStyle
from inspector.gui.views.pacing import Gesture
from inspector.gui.views.painted_view import PixelView
from inspector.gui.views.strips_paint import StripsItem, StripsMarks
from inspector.present.cells import Cell, CellsBox
from inspector.present.drawing import Measure
from inspector.present.shares import split_text
from inspector.present.strips import Strips, StripsDrawing, strips_drawing

_STEP, _FINE_STEP = 0.01, 0.001


class StripsView(PixelView):
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
    """The ``Cell`` under the pointer (None beside all), and a global position."""

    walked: tuple[str, ...] = ()
    """Strips that the keyboard walks through, in order."""

    def __init__(
        self, names: tuple[str, str, str], style: ChartStyle, parent: QWidget | None = None
    ) -> None:
        """``names`` are the object name, the accessible name, and what the keys do."""
        super().__init__(parent)
        self.setObjectName(names[0])
        self.setAccessibleName(names[1])
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._style = self._unzoomed(style)
        self._make: Callable[[Measure], Strips] | None = None
        self._drawing: StripsDrawing | None = None
        self._selected = ""
        self._hovered: tuple[str, int] | None = None
        self._on_divider = False
        self._share: float | None = None  # while the divider is dragged
        self._before = 0.0  # where the divider was when the drag began
        self._grasp = 0.0  # pixels between the pointer and the divider
        self._gesture = Gesture()
        # All of it is painted: without this everything behind it is painted first at each step.
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._spoken = Spoken(self, names[2])
        self._item = StripsItem()
        self.scene().addItem(self._item)
        self.set_background(style.colors.base)

    # What a chart says itself ----------------------------------------------------------------

    @property
    def movable(self) -> bool:
        """Whether the divider can be dragged."""
        return self._drawing is not None and (
            self._drawing.divider is not None and self._drawing.divider.movable
        )

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
        self._lay_out()
        if self._drawing is not None:
            self._spoken.set_whole(self._drawing.title)
        self._say_selected()

    def follow_theme(self, theme: Theme) -> None:
        """Draw in its colours and fonts from now on."""
        style = ChartStyle.of(theme)
        self._style = self._unzoomed(style)
        self.set_background(style.colors.base)
        self._lay_out()

    def select_key(self, key: str) -> None:
        """Mark the cell of a subject, wherever it is."""
        self._selected = key
        self._mark()
        self._say_selected()

    @property
    def geometry_now(self) -> StripsDrawing | None:
        """Where everything lies, for whoever points at it."""
        return self._drawing

    def segment_at(self, position: QPoint) -> Cell | None:
        """Return the cell at a position in the view."""
        found = None
        if self._drawing is not None:
            found = self._drawing.cell_at(*self._at(position))
        return None if found is None else found[0].cells.segment(found[1])

    def _lay_out(self) -> None:
        if self._make is None or self.width() <= 1:
            return
        chart = self._make(self._style.measure)
        self._drawing = strips_drawing(chart, self.width() / self._zoom, self._style.measure)
        self._item.paint_from(self._drawing, self._style)
        height = round(self._drawing.height * self._zoom)
        # Nothing below may move under the pointer.
        if height > self.wanted_height or not self._gesture.held:
            self.want_height(height)
        self._mark()

    def _mark(self) -> None:
        shown = self._share is not None or self._on_divider
        self._item.mark(
            StripsMarks(
                self._selected,
                self._hovered,
                active=shown or self.hasFocus(),
                plate=self.plate(self._share) if shown else "",
            )
        )

    def _say_selected(self) -> None:
        cell = self._selected_cell()
        self._spoken.set_part("" if cell is None else cell.tip)

    # Divider -----------------------------------------------------------------------------

    def _move_to(self, share: float, *, free: bool = False) -> None:
        """Move the divider while it is held; unless it is ``free`` it comes to rest."""
        if not free and self._drawing is not None and self._drawing.divider is not None:
            share = self.rest(share, self._drawing.divider.width)
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
        self._lay_out()
        self.let_go.emit()

    def _grasped(self, x: float, y: float) -> bool:
        divider = None if self._drawing is None else self._drawing.divider
        return divider is not None and divider.grasped(x, y)

    # Pointer -----------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Grasp the divider, choose a cell, or follow an entry of the line below."""
        drawing = self._drawing
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
        drawing = self._drawing
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
        self.viewport().setCursor(self._cursor_at(x, y, on_divider=on_divider))

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

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Paint what is asked for."""
        self._item.exposed = event.region()
        super().paintEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Say what is under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            text = self._tip(event.pos())
            # Qt would take a text that looks like HTML for HTML.
            shown = f'<span style="white-space: pre-wrap">{in_markup(text)}</span>' if text else ""
            QToolTip.showText(event.globalPos(), shown, self)
            return True
        return bool(super().viewportEvent(event))

    def _tip(self, at: QPoint) -> str:
        drawing = self._drawing
        if drawing is None:
            return ""
        x, y = self._at(at)
        if self._grasped(x, y):
            return self.tip_of_divider()
        cell = self.segment_at(at)
        if cell is not None:
            return cell.tip
        hit = drawing.hit(x, y)
        return hit.tip if hit is not None else drawing.tip_at(x, y)

    def _cursor_at(self, x: float, y: float, *, on_divider: bool) -> Qt.CursorShape:
        if on_divider:
            return Qt.CursorShape.SplitHCursor if self.movable else Qt.CursorShape.ForbiddenCursor
        beside = self._drawing is not None and self._drawing.hit(x, y) is not None
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
        return [] if self._drawing is None else [self._drawing.box(name) for name in self.walked]

    def _selected_place(self) -> tuple[CellsBox, int] | None:
        for box in self._walked():
            place = box.cells.place_of(self._selected)
            if place is not None:
                return box, place
        return None

    def _selected_cell(self) -> Cell | None:
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

    # Events ------------------------------------------------------------------------------

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802  # Qt's name
        """Show that the keyboard is here."""
        super().focusInEvent(event)
        self._mark()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802  # Qt's name
        """Show that the keyboard is elsewhere."""
        super().focusOutEvent(event)
        self._mark()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Lay the chart out in the new width."""
        super().resizeEvent(event)
        self.setSceneRect(0, 0, self.width() / self._zoom, self.height() / self._zoom)
        if hasattr(self, "_item") and event.size().width() != event.oldSize().width():
            self._lay_out()  # Qt may resize it while it is being made
