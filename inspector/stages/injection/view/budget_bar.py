"""The budget bar in the window: one item that paints itself, a divider to drag, what is hit."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from inspector.analysis.corpus.split_recall import SplitRecall
from inspector.analysis.tuning.split import Splits
from inspector.core.text import in_markup
from inspector.gui.spoken import Spoken
from inspector.gui.views.drawing_view import ChartStyle
from inspector.gui.views.gestures import Gesture
from inspector.gui.views.painted_view import PixelView
from inspector.language import tr
from inspector.stages.injection.bar import BudgetBar
from inspector.stages.injection.bar_geometry import NARROW, BarGeometry, bar_geometry
from inspector.stages.injection.bar_parts import Hit, StripBox
from inspector.stages.injection.bar_strip import Segment
from inspector.stages.injection.split_strip import snapped
from inspector.stages.injection.view.bar_paint import BarMarks
from inspector.stages.injection.view.budgets_merging import BarItem, BudgetsMerging

_STEP, _FINE_STEP = 0.01, 0.001
_WALKED = ("filled", "suppressed", "left_out")  # strips that the keyboard walks through, in order


class BudgetBarView(PixelView):
    """Shows one run's bar. It keeps no result: everything is passed in and sent out.

    Keys: Left and Right move the divider by 1 %, with Shift by 0.1 %; Ctrl+Left and Ctrl+Right
    walk through the segments, Return shows the rows of the selected one, Escape ends a drag.
    """

    selected = Signal(str)
    """The subject of a segment somebody chose."""
    rows_asked = Signal(str, str)
    """Group and subject of a segment whose rows somebody wants to see."""
    share_moved = Signal(float, object)
    """The knowledge share the divider stands for now, and the gesture that moves it."""
    menu_asked = Signal(object, QPoint)
    """The ``Segment`` under the pointer (None beside all), and a global position."""

    def __init__(self, style: ChartStyle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("injection.bar")
        self.setAccessibleName(tr("Budget bar"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._style = style
        self._bar: BudgetBar | None = None
        self._splits: Splits | None = None
        self._recall: SplitRecall | None = None
        self._was: float | None = None
        self._geometry: BarGeometry | None = None
        self._legend = True
        self._selected = ""
        self._hovered: Hit | None = None
        self._share: float | None = None  # while the divider is dragged
        self._before = 0.0  # the share when the drag began
        self._grasp = 0.0  # pixels between the pointer and the divider
        self._gesture = Gesture()
        # All of it is painted: without this everything behind it is painted first at each step.
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self._spoken = Spoken(
            self,
            tr(
                "Ctrl+Left and Ctrl+Right go through the parts, Left and Right divide the budget,"
                " Enter shows the rows of a part."
            ),
        )
        self._item = BarItem()
        self.scene().addItem(self._item)
        self.merging = BudgetsMerging()
        self.scene().addItem(self.merging)
        self._set_background()

    # What is shown -----------------------------------------------------------------------

    def set_bar(self, bar: BudgetBar, was: float | None = None) -> None:
        """Show another run; ``was`` is the share that the divider had before the last change."""
        self._bar, self._was = bar, was
        if self._share is None:
            self._before = bar.share
        self._lay_out()
        self._spoken.set_whole(_in_words(bar))
        self._say_selected()

    def show_merging(self) -> None:
        """Let two budgets become the one before one's eyes."""
        if self._geometry is not None:
            self.merging.begin(self._geometry, self._style)

    def set_splits(self, splits: Splits | None) -> None:
        """Show under the divider what each split meets, and let it rest where that changes."""
        if splits is not self._splits:
            self._splits = splits
            self._lay_out()

    def set_recall(self, recall: SplitRecall | None) -> None:
        """Show under the divider what each split finds of a corpus's evidence."""
        if recall is not self._recall:
            self._recall = recall
            self._lay_out()

    def set_legend(self, *, shown: bool) -> None:
        """Show the legend, or not where the rows below need its room; tips name every part."""
        if shown is not self._legend:
            self._legend = shown
            self._lay_out()

    def set_style(self, style: ChartStyle) -> None:
        """Draw in other colours and fonts from now on."""
        self._style = style
        self._set_background()
        self._lay_out()

    def select_key(self, key: str) -> None:
        """Mark the segment of a subject, wherever it is."""
        self._selected = key
        self._mark()
        self._say_selected()

    def _say_selected(self) -> None:
        segment = self._selected_segment()
        self._spoken.set_part("" if segment is None else segment.text)

    @property
    def geometry_now(self) -> BarGeometry | None:
        """Where everything lies, for whoever points at it."""
        return self._geometry

    def segment_at(self, position: QPoint) -> Segment | None:
        """Return the segment at a position in the view."""
        hit = self._hit(position.x(), position.y())
        if self._geometry is None or hit is None or hit.place is None:
            return None
        return self._geometry.box(hit.strip).strip.segment(hit.place)

    def _set_background(self) -> None:
        self.set_background(self._style.colors.base)

    def _lay_out(self) -> None:
        if self._bar is None:
            return
        wide = self.width()
        geometry = bar_geometry(
            self._bar,
            wide,
            self._style.measure,
            self._splits,
            self._was,
            recall=self._recall,
            legend=self._legend and wide > NARROW,  # its lines would take the room of the table
        )
        self._geometry = geometry
        self._item.paint_from(geometry, self._style)
        self.merging.follow(geometry, self._style)
        height = round(geometry.height)
        # A legend that loses a line under the pointer must not move the table below it.
        if height > self.height() or not self._gesture.held:
            self.setFixedHeight(height)
        self._mark()

    def _mark(self) -> None:
        self._item.mark(
            BarMarks(
                selected=self._selected,
                hovered=self._hovered,
                focused=self.hasFocus(),
                share=self._share,
            )
        )

    def _hit(self, x: float, y: float) -> Hit | None:
        return None if self._geometry is None else self._geometry.hit(x, y)

    # Divider -----------------------------------------------------------------------------

    @property
    def _movable(self) -> bool:
        return self._bar is not None and self._bar.movable

    def _move_to(self, share: float, *, free: bool = False) -> None:
        """Move the divider while it is held; unless it is ``free`` it snaps."""
        if not free and self._geometry is not None:
            share = snapped(share, self._geometry.box("budget").width, self._splits)
        self._share = min(1.0, max(0.0, round(share, 4)))
        self.share_moved.emit(self._share, self._gesture.token())
        self._mark()

    def _step(self, step: float) -> None:
        """Move the divider by keyboard; keys that follow each other are one gesture."""
        share = min(1.0, max(0.0, round(self._before + step, 4)))
        self.share_moved.emit(share, self._gesture.token())

    def _end_drag(self) -> None:
        self._gesture.end()
        self._share = None
        self._lay_out()

    # Pointer -----------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Grasp the divider, or choose a segment."""
        if event.button() is not Qt.MouseButton.LeftButton:
            event.ignore()
            return
        x, y = event.position().x(), event.position().y()
        hit = self._hit(x, y)
        if hit is None or self._geometry is None:
            return
        if hit.divider:
            if self._movable and self._geometry.divider is not None:
                self._gesture.begin()
                self._grasp = x - self._geometry.divider
                self._share = self._before
                self._mark()
            return
        segment = self.segment_at(event.position().toPoint())
        if segment is not None and segment.key:
            self.selected.emit(segment.key)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Drag the divider, or show what the pointer is over."""
        x, y = event.position().x(), event.position().y()
        if self._gesture.held and self._geometry is not None:
            free = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._move_to(self._geometry.share_at(x - self._grasp), free=free)
            return
        hit = self._hit(x, y)
        if hit != self._hovered:
            self._hovered = hit
            self.viewport().setCursor(self._cursor_of(hit))
            self._mark()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Let go of the divider."""
        if event.button() is Qt.MouseButton.LeftButton and self._gesture.held:
            self._end_drag()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Ask for the rows of a segment's group."""
        segment = self.segment_at(event.position().toPoint())
        if segment is not None:
            self.rows_asked.emit(segment.group, segment.key)

    def leaveEvent(self, _event: QEvent) -> None:  # noqa: N802  # Qt's name
        """Forget what the pointer was over."""
        self._hovered = None
        self._mark()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802  # Qt's name
        """Ask for a menu: of the segment under the pointer, by keyboard of the selected one."""
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            self.menu_asked.emit(self._selected_segment(), self._selected_point())
        else:
            self.menu_asked.emit(self.segment_at(event.pos()), event.globalPos())

    def viewportEvent(self, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Say what is under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            hit = self._hit(event.pos().x(), event.pos().y())
            text = self._tip_under(event.pos()) if hit is None else self._tip(hit)
            # Qt would take a text that looks like HTML for HTML.
            shown = f'<span style="white-space: pre-wrap">{in_markup(text)}</span>' if text else ""
            QToolTip.showText(event.globalPos(), shown, self)
            return True
        return bool(super().viewportEvent(event))

    def _tip(self, hit: Hit) -> str:
        if self._geometry is None or self._bar is None:
            return ""
        if hit.place is not None:
            return self._geometry.box(hit.strip).strip.segment(hit.place).text
        if not self._bar.movable:
            return self._bar.fixed_because
        return tr(
            "Drag to divide the budget; Shift lets the divider rest anywhere. Arrow keys move it by"
            " 1 %, with Shift by 0.1 %."
        )

    def _tip_under(self, position: QPoint) -> str:
        strip = None if self._geometry is None else self._geometry.recall
        return "" if strip is None else strip.text_at(position.x(), position.y())

    def _cursor_of(self, hit: Hit | None) -> Qt.CursorShape:
        if hit is not None and hit.divider:
            return Qt.CursorShape.SplitHCursor if self._movable else Qt.CursorShape.ForbiddenCursor
        return Qt.CursorShape.ArrowCursor

    # Keyboard ----------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Move the divider, walk through the segments, ask for rows."""
        key, modifiers = event.key(), event.modifiers()
        direction = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(key), 0)
        if direction and modifiers & Qt.KeyboardModifier.ControlModifier:
            self._walk(direction)
        elif direction and self._movable:
            fine = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
            self._step(direction * (_FINE_STEP if fine else _STEP))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            segment = self._selected_segment()
            if segment is not None:
                self.rows_asked.emit(segment.group, segment.key)
        elif key == Qt.Key.Key_Escape and self._gesture.held:
            self._move_to(self._before, free=True)
            self._end_drag()
        else:
            event.ignore()

    def _walk(self, direction: int) -> None:
        """Choose the next segment that has a subject, through all strips that have any."""
        places = [(box, place) for box in self._walked() for place in range(len(box.strip))]
        now = self._selected_place()
        if now is None:
            at = 0 if direction > 0 else len(places) - 1
        else:
            at = places.index(now) + direction
        while 0 <= at < len(places):
            box, place = places[at]
            key = box.strip.segment(place).key
            if key:
                self.selected.emit(key)
                return
            at += direction

    def _walked(self) -> list[StripBox]:
        return [] if self._geometry is None else [self._geometry.box(name) for name in _WALKED]

    def _selected_place(self) -> tuple[StripBox, int] | None:
        for box in self._walked():
            place = box.strip.place_of(self._selected)
            if place is not None:
                return box, place
        return None

    def _selected_segment(self) -> Segment | None:
        found = self._selected_place()
        return None if found is None else found[0].strip.segment(found[1])

    def _selected_point(self) -> QPoint:
        """Return where on the screen the selected segment is."""
        found = self._selected_place()
        if found is None:
            at: QPoint = self.rect().center()
        else:
            box, (left, right) = found[0], found[0].edges(found[1])
            at = QPoint(round((left + right) / 2), round(box.top + box.height))
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
        if hasattr(self, "_item"):  # Qt may resize it while it is being made
            self._lay_out()


def _in_words(bar: BudgetBar) -> str:
    """Return the chart for those who hear it."""
    return tr(
        "{used:,} of {total:,} tokens used; {divider:,} for knowledge cards,"
        " {bucket_half:,} for bucket content; {suppressed}; {dropped}.",
        used=bar.used,
        total=bar.total,
        divider=bar.divider,
        bucket_half=bar.bucket_half,
        suppressed=bar.suppressed_caption,
        dropped=bar.left_out_text,
    )
