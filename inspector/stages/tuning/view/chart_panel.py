"""The chart of a sweep with what is read off it: a headline, a legend, a line about a value.

The chart of a sweep in the window: the current value can be dragged, clicked and walked.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QLabel, QStackedWidget, QWidget

from inspector.analysis.tuning.policy_map import PolicyMap
from inspector.analysis.tuning.sweep import Sweep
from inspector.gui.boxes import ChoiceBox, HBox, VBox, with_name
from inspector.gui.one_line_buttons import OneLineLabel
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.chart_view import ChartView
from inspector.gui.views.explanation_pane import DecisionLine
from inspector.gui.views.painting import ChartStyle, Entry, Legend, paint_items
from inspector.gui.views.worker import WorkProgress
from inspector.language import tr
from inspector.present.axis_names import AXIS_TITLES, headline
from inspector.present.drawing import Item
from inspector.stages.tuning.map_chart import SHADE_TITLES, MapShade, map_headline, map_readout
from inspector.stages.tuning.readout import difference_text, readout
from inspector.stages.tuning.sweep_chart import (
    LegendItems,
    short_legend,
    sweep_items,
    value_items,
)
from inspector.stages.tuning.sweep_geometry import SweepChart, SweepGeometry
from inspector.stages.tuning.view.map_view import MapView


class SweepView(ChartView[SweepGeometry]):
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
    grows_whole = False

    def __init__(self, style: ChartStyle, parent: QWidget | None = None) -> None:
        keys = tr(
            "Left and Right go from breakpoint to breakpoint, with Shift by one step."
            " Enter applies."
        )
        super().__init__(style, ("tuning.sweep", tr("Chart of the sweep"), keys), parent)
        self.setMinimumHeight(170)
        self._chart: SweepChart | None = None
        self._ground: Sequence[Item] = ()
        self._value: float | None = None
        self._decided: float | None = None
        self._pressed = False

    # What is shown -----------------------------------------------------------------------

    def set_sweep(self, sweep: Sweep) -> None:
        """Show another sweep."""
        self._chart = SweepChart(sweep)
        self._hovered = None
        self._redraw()
        self._spoken.set_whole(
            f"{AXIS_TITLES[sweep.axis]}: {headline(sweep)}. {readout(sweep, sweep.current)}"
        )

    def set_value(self, value: float | None) -> None:
        """Mark the value that is looked at."""
        self._value = value
        self._mark()
        self._spoken.set_part("" if value is None else self._tip(value))

    def set_decided(self, value: float | None) -> None:
        """Mark the value that was decided on, until somebody looks at another."""
        self._decided = value
        self._mark()

    def clear(self) -> None:
        """Show no sweep."""
        self._chart = self._value = self._decided = None
        super().clear()

    def _laid_out(self, width: float, height: float) -> SweepGeometry | None:
        if self._chart is None:
            return None
        measure, line = self._style.measure, self._style.metrics.height()
        laid = SweepGeometry(self._chart, width, height, measure, line)
        self._ground = tuple(sweep_items(laid, measure))
        return laid

    def _shapes(self, geometry: SweepGeometry) -> Sequence[Item]:
        measure = self._style.measure
        values = value_items(geometry, measure, self._value, self._hovered, self._decided)
        return (*self._ground, *values)

    def _hit(self, x: float, _y: float) -> float | None:
        geometry = self.geometry_now
        if geometry is None:
            return None
        inside = min(max(x, geometry.left), geometry.left + geometry.inner)
        return geometry.value_at(inside)

    def _tip(self, value: float) -> str:
        if self._chart is None:
            return ""
        sweep = self._chart.sweep
        return f"{readout(sweep, value)}\n{difference_text(sweep, value)}"

    def _hover(self, value: float | None) -> None:
        if value != self._hovered:
            super()._hover(value)
            self.hovered.emit(value)

    # Pointer -----------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Begin a click or a drag: the value follows the pointer."""
        if event.button() is not Qt.MouseButton.LeftButton or self.geometry_now is None:
            event.ignore()
            return
        self._pressed = True
        self._propose(self._hit(event.position().x(), 0))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Follow the pointer, with the value while the button is down."""
        value = self._hit(event.position().x(), 0)
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


_SAMPLE = (10, 10)  # pixels


def _entries(layers: tuple[str, ...], style: ChartStyle) -> list[Entry]:
    """Return the legend of some layers and of the line of items."""

    def draw(sample: LegendItems, painter: QPainter, area: QRectF) -> None:
        paint_items(painter, sample(area.left(), area.top()), style)

    return [Entry(title, partial(draw, sample)) for title, sample in short_legend(layers)]


class SweepPanel(QWidget):
    """Shows one sweep. Names: ``tuning.headline``, ``.readout``."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._sweep: Sweep | None = None
        self._value: float | None = None
        style = ChartStyle.of(self._theme)
        self.chart = SweepView(style, self)
        self.map = MapView(style, self)
        self._map: PolicyMap | None = None
        self._refused = False  # it says why there is no sweep
        self._views = QStackedWidget(self)
        self._views.addWidget(self.chart)
        self._views.addWidget(self.map)
        told = tr("What a stronger colour of the map stands for.")
        self._shade = with_name(ChoiceBox(self), "map.shade", tr("Colour of the map"), tip=told)
        for shade in MapShade:
            self._shade.addItem(SHADE_TITLES[shade], shade.value)
        self._shade.activated.connect(self._show_map)
        self._ends = with_name(
            QLabel(self), "map.ends", role="muted", font=theme.font(FontRole.SMALL)
        )
        self._legend = with_name(Legend(style, _SAMPLE, self), "tuning.legend")
        small, line = theme.font(FontRole.SMALL), OneLineLabel("tuning.headline", self)
        self._headline = with_name(line, role="muted", font=small)
        self._readout = OneLineLabel("tuning.readout", self)
        self.progress = WorkProgress(
            "tuning", tr("Stop working this out; what is shown is older."), self
        )
        row = HBox(spacing=8).hold((self._headline, 1), self._ends, self._shade, self.progress)
        self.decision = DecisionLine(theme, self)
        VBox(self, margins=(12, 4, 12, 6), spacing=6).hold(
            self.decision, row, self._legend, (self._views, 1), self._readout
        )
        self.chart.hovered.connect(self._say)
        self.map.hovered.connect(self._say_point)
        self.map.proposed.connect(self._say_point)
        self.show_map(None)

    def set_sweep(self, sweep: Sweep) -> None:
        """Show another sweep."""
        self._sweep = sweep
        self.chart.set_sweep(sweep)
        if self._map is None:
            self._headline.setText(f"{AXIS_TITLES[sweep.axis]}: {headline(sweep)}")
        self._refused = False
        self._show_headline()
        self._show_legend()
        self._say(None)

    def show_decision(self, said: str = "", detail: str = "", button: str = "") -> None:
        """Say what would change for the better, in the place of what the sweep is."""
        self.decision.show_decision(said, detail, button)
        self._show_headline()

    def _show_headline(self) -> None:
        """Show what the sweep is where no decision says more, and what a map is, or a refusal."""
        is_alone = self.decision.isHidden() or self._map is not None or self._refused
        self._headline.setVisible(is_alone)

    def clear(self) -> None:
        """Show no sweep, and no map."""
        self._sweep = self._value = None
        self.decision.offer_save(offered=False)
        self.show_decision()
        self.show_map(None)
        self.chart.clear()
        self._legend.set_entries((), ChartStyle.of(self._theme))
        for text in (self._headline, self._readout):
            text.setText("")

    def show_map(self, found: PolicyMap | None) -> None:
        """Show a map instead of the sweep; None shows the sweep again."""
        self._map = found
        self._views.setCurrentIndex(0 if found is None else 1)
        self._legend.setVisible(found is None)
        self._shade.setVisible(found is not None)
        self._ends.setVisible(found is not None)
        self._show_headline()
        if found is not None:
            self._headline.setText(map_headline(found))
            self._show_map()
        elif self._sweep is not None:
            self._headline.setText(f"{AXIS_TITLES[self._sweep.axis]}: {headline(self._sweep)}")
            self._say(None)

    def _show_map(self) -> None:
        if self._map is None:
            return
        shade = MapShade(self._shade.currentData())
        self.map.set_map(self._map, shade)
        geometry = self.map.geometry_now
        if geometry is not None:
            least, most = geometry.ends
            self._ends.setText(tr("{least:,.4g} to {most:,.4g}", least=least, most=most))
            self._say_point(geometry.current)

    def _say_point(self, values: tuple[float, float]) -> None:
        if self._map is not None:
            self._readout.setText(map_readout(self._map, values))

    def set_value(self, value: float) -> None:
        """Mark the value that is looked at."""
        self._value = value
        self.chart.set_value(value)
        self._say(None)

    def say(self, text: str) -> None:
        """Say something else in the headline, such as why there is no sweep."""
        self._headline.setText(text)
        self._refused = True
        self._show_headline()

    def follow_theme(self, _theme: Theme) -> None:
        """Draw in its colours from now on."""
        self._show_legend()

    def _show_legend(self) -> None:
        if self._sweep is not None:
            style = ChartStyle.of(self._theme)
            self._legend.set_entries(_entries(SweepChart(self._sweep).layers, style), style)

    def _say(self, hovered: float | None) -> None:
        value = self._value if hovered is None else hovered
        if self._map is not None:
            return
        if self._sweep is None or value is None:
            self._readout.setText("")
            return
        text = readout(self._sweep, value)
        if value != self._sweep.current:
            text += f" · {difference_text(self._sweep, value)}"
        self._readout.setText(text)
