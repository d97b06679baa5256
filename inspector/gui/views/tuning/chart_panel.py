"""The chart of a sweep with what is read off it: a headline, a legend, a line about a value."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from inspector.analysis.tuning.policy_map import PolicyMap
from inspector.analysis.tuning.sweep import Sweep
from inspector.gui.fonts import FontRole
from inspector.gui.growing import grow, grown
from inspector.gui.one_line import OneLineLabel
from inspector.gui.theme import Theme
from inspector.gui.views.injection.bar_paint import BarStyle
from inspector.gui.views.tuning.map_view import MapView
from inspector.gui.views.tuning.sweep_paint import line_legend
from inspector.gui.views.tuning.sweep_view import SweepView
from inspector.language import tr
from inspector.present.injection.bar_strip import GROUPS
from inspector.present.injection.bar_svg import group_title
from inspector.present.tuning.chart import SweepChart
from inspector.present.tuning.map_chart import SHADE_TITLES, Shade, map_headline, map_readout
from inspector.present.tuning.names import AXIS_TITLES, headline, layer_part
from inspector.present.tuning.readout import difference_text, readout

_SWATCH, _APART, _ROW = 10, 14, 18


class Legend(QWidget):
    """What the layers and lines of the chart are, in as many rows as they need."""

    def __init__(self, style: BarStyle, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("tuning.legend")
        self._style = style
        self._layers: tuple[str, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_layers(self, layers: tuple[str, ...], style: BarStyle) -> None:
        """Show the legend of some layers."""
        self._layers, self._style = layers, style
        self.setAccessibleName(", ".join(group_title(layer_part(layer)) for layer in layers))
        self.setFixedHeight(grown(_ROW) * self._rows())
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Return one row at least."""
        return QSize(200, grown(_ROW))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Take as many rows as the width asks for."""
        super().resizeEvent(event)
        self.setFixedHeight(grown(_ROW) * self._rows())

    def _entries(self) -> list[tuple[str, str, QColor | None]]:
        layers = [(layer, group_title(layer_part(layer)), None) for layer in self._layers]
        return [*layers, *(("", title, ink) for title, ink in line_legend(self._style))]

    def _places(self) -> list[tuple[float, int]]:
        x, row, places = 0.0, 0, []
        for _, title, _ in self._entries():
            wide = self._style.measure(title) + _SWATCH + 6 + _APART
            if x and x + wide - _APART > self.width():
                x, row = 0.0, row + 1
            places.append((x, row))
            x += wide
        return places

    def _rows(self) -> int:
        return max((row for _, row in self._places()), default=0) + 1

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Draw a swatch and a title for each."""
        painter = QPainter(self)
        painter.setFont(self._style.font)
        high = grown(_ROW)
        for (layer, title, ink), (x, row) in zip(self._entries(), self._places(), strict=True):
            box = QRectF(x, row * high + (high - _SWATCH) / 2, _SWATCH, _SWATCH)
            if ink is None:
                fill = self._style.fills[GROUPS.index(layer_part(layer))]
                painter.fillRect(box, fill.ground)
                if fill.pattern is not None:
                    painter.fillRect(box, fill.pattern)
                if fill.outline is not None:
                    painter.setPen(fill.outline)
                    painter.drawRect(box)
            else:
                painter.setPen(QPen(ink, 2))
                middle = box.center().y()
                painter.drawLine(QLineF(box.left(), middle, box.right(), middle))
            painter.setPen(QColor(self._style.colors.muted))
            left = x + _SWATCH + 6
            area = QRectF(left, row * high, self.width() - left, high)
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, title)


class ChartPanel(QWidget):
    """Shows one sweep. Names: ``tuning.headline``, ``.readout``, ``.stop``, ``.progress``."""

    stop_asked = Signal()

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
        self._legend = Legend(style, self)
        self._headline = OneLineLabel("tuning.headline", self)
        self._headline.setFont(theme.font(FontRole.STRONG))
        self._readout = OneLineLabel("tuning.readout", self)
        self._progress = QProgressBar(self)
        self._progress.setObjectName("tuning.progress")
        grow(self._progress, fixedWidth=120)
        self._progress.setTextVisible(False)
        self._stop = QPushButton(tr("Stop"), self)
        self._stop.setObjectName("tuning.stop")
        self._stop.setToolTip(tr("Stop working this out; what is shown is older."))
        self._stop.clicked.connect(self.stop_asked)
        self.show_progress(0, 0, busy=False)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._headline, 1)
        row.addWidget(self._ends)
        row.addWidget(self._shade)
        row.addWidget(self._progress)
        row.addWidget(self._stop)
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
        self._legend.set_layers(SweepChart(sweep).layers, self._style())
        self._say(None)

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

    def show_progress(self, done: int, total: int, *, busy: bool) -> None:
        """Show how far the work is, and a way to stop it."""
        self._progress.setVisible(busy)
        self._stop.setVisible(busy)
        self._progress.setRange(0, total)
        self._progress.setValue(done)

    def change_theme(self) -> None:
        """Draw in the theme's colours."""
        self.chart.set_style(self._style())
        self.map.set_style(self._style())
        if self._sweep is not None:
            self._legend.set_layers(SweepChart(self._sweep).layers, self._style())

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
