"""The chart of a sweep in the window: the current value can be dragged, clicked and walked."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from inspector.analysis.tuning.sweep import Sweep
from inspector.gui.views.injection.bar_paint import BarStyle
from inspector.gui.views.tuning.sweep_paint import paint_sweep
from inspector.gui.views.value_chart import ValueChartView
from inspector.language import tr
from inspector.present.tuning.chart import SweepChart, SweepGeometry
from inspector.present.tuning.names import AXIS_TITLES, headline
from inspector.present.tuning.readout import difference_text, readout


class SweepView(ValueChartView[SweepGeometry]):
    """Shows one sweep. It keeps no result: everything is passed in and sent out.

    A click, or a drag that ends, asks for a value to be applied. Keys: Left and Right go from
    breakpoint to breakpoint, with Shift by a step of the axis, Home goes back to the current
    value, Enter applies.
    """

    proposed = Signal(float)
    """A value that somebody looks at."""
    applied = Signal(float)
    """A value that the policy is to have."""

    def __init__(self, style: BarStyle, parent: QWidget | None = None) -> None:
        keys = tr(
            "Left and Right go from breakpoint to breakpoint, with Shift by one step."
            " Enter applies."
        )
        self._chart: SweepChart | None = None
        self._pressed = False
        super().__init__(
            paint_sweep, style, ("tuning.sweep", tr("Chart of the sweep"), keys), 170, parent
        )

    # What is shown -----------------------------------------------------------------------

    def set_sweep(self, sweep: Sweep) -> None:
        """Show another sweep."""
        self._chart = SweepChart(sweep)
        self._show_chart(
            f"{AXIS_TITLES[sweep.axis]}: {headline(sweep)}. {readout(sweep, sweep.current)}"
        )

    def clear(self) -> None:
        """Show no sweep."""
        self._chart = None
        super().clear()

    def _laid_out(self) -> SweepGeometry | None:
        if self._chart is None:
            return None
        return SweepGeometry(self._chart, self.width(), self.height(), self._style.measure)

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
        if self._value is not None:
            self.applied.emit(self._value)

    def _propose(self, value: float | None) -> None:
        if value is not None and value != self._value:
            self._hover(None)
            self.proposed.emit(value)

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
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if self._value is not None:
                self.applied.emit(self._value)
            case _:
                event.ignore()

    def walk(self, direction: int, *, fine: bool = False) -> None:
        """Go to the next stretch of another result, or by one step of the axis."""
        if self._chart is None:
            return
        sweep = self._chart.sweep
        now = sweep.current if self._value is None else self._value
        if fine:
            step = 1.0 if sweep.axis.whole else 0.01
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
