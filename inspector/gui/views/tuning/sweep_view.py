"""The chart of a sweep in the window: the current value can be dragged, clicked and walked."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.analysis.tuning.sweep import Sweep
from inspector.gui.spoken import Spoken
from inspector.gui.views.injection.bar_paint import BarStyle
from inspector.gui.views.painted_view import PaintedItem, PaintedView
from inspector.gui.views.tuning.sweep_paint import SweepMarks, paint_sweep
from inspector.language import tr
from inspector.present.tuning.chart import SweepChart, SweepGeometry
from inspector.present.tuning.names import AXIS_TITLES, headline
from inspector.present.tuning.readout import difference_text, readout


class SweepView(PaintedView):
    """Shows one sweep. It keeps no result: everything is passed in and sent out.

    A click, or a drag that ends, asks for a value to be applied. Keys: Left and Right go from
    breakpoint to breakpoint, with Shift by a step of the axis, Home goes back to the current
    value, Enter applies.
    """

    proposed = Signal(float)
    """A value that somebody looks at."""
    applied = Signal(float)
    """A value that the policy is to have."""
    hovered = Signal(object)
    """The value under the pointer, None for none."""

    def __init__(self, style: BarStyle, parent: QWidget | None = None) -> None:
        super().__init__(PaintedItem(paint_sweep, SweepMarks()), parent)
        self.setObjectName("tuning.sweep")
        self.setAccessibleName(tr("Chart of the sweep"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(170)
        self._style = style
        self._chart: SweepChart | None = None
        self._geometry: SweepGeometry | None = None
        self._proposed: float | None = None
        self._hovered: float | None = None
        self._pressed = False
        self._old = False
        self._spoken = Spoken(
            self,
            tr(
                "Left and Right go from breakpoint to breakpoint, with Shift by one step."
                " Enter applies."
            ),
        )
        self.setBackground(style.colors.base)
        self.setMouseTracking(True)

    # What is shown -----------------------------------------------------------------------

    def set_sweep(self, sweep: Sweep) -> None:
        """Show another sweep."""
        self._chart = SweepChart(sweep)
        self._hovered = None
        self._lay_out()
        self._spoken.set_whole(
            f"{AXIS_TITLES[sweep.axis]}: {headline(sweep)}. {readout(sweep, sweep.current)}"
        )

    def set_proposed(self, value: float | None) -> None:
        """Mark a value that is proposed."""
        self._proposed = value
        self._mark()
        self._spoken.set_part("" if value is None else self._words(value))

    def set_old(self, *, old: bool) -> None:
        """Show the chart as that of an older report."""
        self._old = old
        self._mark()

    def set_style(self, style: BarStyle) -> None:
        """Draw in other colours and fonts from now on."""
        self._style = style
        self.setBackground(style.colors.base)
        self._lay_out()

    @property
    def geometry_now(self) -> SweepGeometry | None:
        """Where everything lies, for whoever points at it."""
        return self._geometry

    def _lay_out(self) -> None:
        if self._chart is None or self.width() < 2:
            return
        self._geometry = SweepGeometry(
            self._chart, self.width(), self.height(), self._style.measure
        )
        self._item.show(self._geometry, self._style)
        self._mark()

    def _mark(self) -> None:
        self._item.mark(SweepMarks(self._proposed, self._hovered, self.hasFocus(), self._old))

    def text_at(self, position: QPoint) -> str:
        """Return what is so at the value under a point."""
        value = self._value_at(position.x())
        return "" if value is None else self._words(value)

    def _words(self, value: float) -> str:
        if self._chart is None:
            return ""
        sweep = self._chart.sweep
        return f"{readout(sweep, value)}\n{difference_text(sweep, value)}"

    # Pointer -----------------------------------------------------------------------------

    def _value_at(self, x: float) -> float | None:
        geometry = self._geometry
        if geometry is None:
            return None
        inside = min(max(x, geometry.left), geometry.left + geometry.inner)
        return geometry.value_at(inside)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Begin a click or a drag: the value follows the pointer."""
        if event.button() is not Qt.MouseButton.LeftButton or self._geometry is None:
            event.ignore()
            return
        self._pressed = True
        self._propose(self._value_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Follow the pointer, with the value while the button is down."""
        value = self._value_at(event.position().x())
        if self._pressed:
            self._propose(value)
        else:
            self._hover(value)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Apply the value under the pointer."""
        if not self._pressed or event.button() is not Qt.MouseButton.LeftButton:
            return
        self._pressed = False
        if self._proposed is not None:
            self.applied.emit(self._proposed)

    def leaveEvent(self, _event: QEvent) -> None:  # noqa: N802  # Qt's name
        """Forget what the pointer was over."""
        self._hover(None)

    def _propose(self, value: float | None) -> None:
        if value is not None and value != self._proposed:
            self._hover(None)
            self.proposed.emit(value)

    def _hover(self, value: float | None) -> None:
        if value != self._hovered:
            self._hovered = value
            self._mark()
            self.hovered.emit(value)

    # Keyboard ----------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Walk along the axis and apply."""
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        match Qt.Key(event.key()):
            case Qt.Key.Key_Left:
                self.walk(-1, fine=shift)
            case Qt.Key.Key_Right:
                self.walk(1, fine=shift)
            case Qt.Key.Key_Home | Qt.Key.Key_Escape if self._chart is not None:
                self.proposed.emit(self._chart.sweep.current)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if self._proposed is not None:
                self.applied.emit(self._proposed)
            case _:
                event.ignore()

    def walk(self, direction: int, *, fine: bool = False) -> None:
        """Go to the next stretch of another result, or by one step of the axis."""
        if self._chart is None:
            return
        sweep = self._chart.sweep
        now = sweep.current if self._proposed is None else self._proposed
        if fine:
            step = 1.0 if sweep.axis.in_tokens else 0.01
            value = round(now + direction * step, 4)
            if value in sweep.pieces.range:
                self.proposed.emit(value)
            return
        starts = [0, *sweep.breakpoints.tolist()]
        piece = sweep.pieces.piece_of(now)
        if direction > 0:
            place = bisect_right(starts, piece)
        else:
            place = bisect_left(starts, starts[bisect_right(starts, piece) - 1]) - 1
        if 0 <= place < len(starts):
            self.proposed.emit(sweep.number_from(starts[place]))

    # Events ------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Lay the chart out in the new size."""
        super().resizeEvent(event)
        if hasattr(self, "_item"):  # pyqtgraph resizes while it is being made
            self._lay_out()
