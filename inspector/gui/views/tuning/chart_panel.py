"""The chart of a sweep with what is read off it: a headline, a legend, a line about a value."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QStackedWidget, QVBoxLayout, QWidget

from inspector.analysis.tuning.policy_map import PolicyMap
from inspector.analysis.tuning.sweep import Sweep
from inspector.gui.fonts import FontRole
from inspector.gui.one_line import OneLineLabel
from inspector.gui.theme import Theme
from inspector.gui.views.injection.bar_paint import BarStyle
from inspector.gui.views.legend import Entry, Legend
from inspector.gui.views.tuning.map_view import MapView
from inspector.gui.views.tuning.sweep_paint import line_legend
from inspector.gui.views.tuning.sweep_view import SweepView
from inspector.gui.views.work_progress import WorkProgress
from inspector.language import tr
from inspector.present.injection.bar_strip import GROUPS, group_title
from inspector.present.tuning.chart import SweepChart
from inspector.present.tuning.map_chart import SHADE_TITLES, Shade, map_headline, map_readout
from inspector.present.tuning.names import AXIS_TITLES, headline, layer_part
from inspector.present.tuning.readout import difference_text, readout

_SAMPLE = (10, 10)  # pixels


def _entries(layers: tuple[str, ...], style: BarStyle) -> list[Entry]:
    """Return the legend of some layers and of all lines."""
    shown = [Entry(group_title(layer_part(one)), partial(_draw_fill, style, one)) for one in layers]
    return shown + [Entry(title, partial(_draw_line, ink)) for title, ink in line_legend(style)]


def _draw_fill(style: BarStyle, layer: str, painter: QPainter, area: QRectF) -> None:
    fill = style.fills[GROUPS.index(layer_part(layer))]
    painter.fillRect(area, fill.ground)
    if fill.pattern is not None:
        painter.fillRect(area, fill.pattern)
    if fill.outline is not None:
        painter.setPen(fill.outline)
        painter.drawRect(area)


def _draw_line(ink: QColor, painter: QPainter, area: QRectF) -> None:
    painter.setPen(QPen(ink, 2))
    middle = area.center().y()
    painter.drawLine(QLineF(area.left(), middle, area.right(), middle))


class ChartPanel(QWidget):
    """Shows one sweep. Names: ``tuning.headline``, ``.readout``."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._sweep: Sweep | None = None
        self._value: float | None = None
        style = self._style()
        self.chart = SweepView(style, self)
        self.map = MapView(style, self)
        self._map: PolicyMap | None = None
        self._views = QStackedWidget(self)
        self._views.addWidget(self.chart)
        self._views.addWidget(self.map)
        self._shade = QComboBox(self)
        self._shade.setObjectName("map.shade")
        self._shade.setAccessibleName(tr("Colour of the map"))
        self._shade.setToolTip(tr("What a stronger colour of the map stands for."))
        for shade in Shade:
            self._shade.addItem(SHADE_TITLES[shade], shade.value)
        self._shade.activated.connect(self._show_map)
        self._ends = QLabel(self)
        self._ends.setObjectName("map.ends")
        self._ends.setProperty("role", "muted")
        self._ends.setFont(theme.font(FontRole.SMALL))
        self._legend = Legend(style, _SAMPLE, self)
        self._legend.setObjectName("tuning.legend")
        self._headline = OneLineLabel("tuning.headline", self)
        self._headline.setFont(theme.font(FontRole.STRONG))
        self._readout = OneLineLabel("tuning.readout", self)
        self.progress = WorkProgress(
            "tuning", tr("Stop working this out; what is shown is older."), self
        )
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._headline, 1)
        row.addWidget(self._ends)
        row.addWidget(self._shade)
        row.addWidget(self.progress)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 6)
        layout.setSpacing(6)
        layout.addLayout(row)
        layout.addWidget(self._legend)
        layout.addWidget(self._views, 1)
        layout.addWidget(self._readout)
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
        self._show_legend()
        self._say(None)

    def clear(self) -> None:
        """Show no sweep, and no map."""
        self._sweep = self._value = None
        self.show_map(None)
        self.chart.clear()
        self._legend.set_entries((), self._style())
        for text in (self._headline, self._readout):
            text.setText("")

    def show_map(self, found: PolicyMap | None) -> None:
        """Show a map instead of the sweep; None shows the sweep again."""
        self._map = found
        self._views.setCurrentIndex(0 if found is None else 1)
        self._legend.setVisible(found is None)
        self._shade.setVisible(found is not None)
        self._ends.setVisible(found is not None)
        if found is not None:
            self._headline.setText(map_headline(found))
            self._show_map()
        elif self._sweep is not None:
            self._headline.setText(f"{AXIS_TITLES[self._sweep.axis]}: {headline(self._sweep)}")
            self._say(None)

    def _show_map(self) -> None:
        if self._map is None:
            return
        shade = Shade(self._shade.currentData())
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

    def change_theme(self) -> None:
        """Draw in the theme's colours."""
        self.chart.set_style(self._style())
        self.map.set_style(self._style())
        self._show_legend()

    def _show_legend(self) -> None:
        if self._sweep is not None:
            style = self._style()
            self._legend.set_entries(_entries(SweepChart(self._sweep).layers, style), style)

    def _style(self) -> BarStyle:
        theme = self._theme
        return BarStyle(theme.colors, theme.font(FontRole.SMALL), theme.font(FontRole.SECTION))

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
