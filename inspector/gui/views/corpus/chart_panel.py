"""The curves with what is read off them: a headline, a legend, the advice, and how far it is."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from inspector.analysis.corpus.means import Measure
from inspector.analysis.corpus.study import CorpusStudy
from inspector.gui.fonts import FontRole
from inspector.gui.growing import grow, grown
from inspector.gui.one_line import OneLineLabel
from inspector.gui.theme import Theme
from inspector.gui.views.corpus.curve_paint import measure_pen
from inspector.gui.views.corpus.curve_view import CurveView
from inspector.gui.views.injection.bar_paint import BarStyle
from inspector.language import tr
from inspector.present.corpus.names import MEASURE_TITLES, headline
from inspector.present.corpus.sentences import advice

_ROW, _SWATCH, _APART = 18, 18, 16


class _Legend(QWidget):
    """Says which line is what."""

    def __init__(self, style: BarStyle, parent: QWidget) -> None:
        super().__init__(parent)
        self.style_now = style
        self.setFixedHeight(grown(_ROW))

    def show_style(self, style: BarStyle) -> None:
        """Draw in other colours and fonts from now on."""
        self.style_now = style
        self._fit()
        self.update()

    def _places(self) -> list[tuple[Measure, float, int]]:
        x, row, places = 0.0, 0, []
        for measure in Measure:
            wide = _SWATCH + 6 + self.style_now.measure(MEASURE_TITLES[measure])
            if x and x + wide > self.width():
                x, row = 0.0, row + 1
            places.append((measure, x, row))
            x += wide + _APART
        return places

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Take as many rows as the width asks for."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.setFixedHeight(grown(_ROW) * (self._places()[-1][2] + 1))

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Draw a piece of each line and its title."""
        painter, style = QPainter(self), self.style_now
        painter.setFont(style.font)
        high = grown(_ROW)
        for measure, x, row in self._places():
            middle = high * (row + 0.5)
            painter.setPen(measure_pen(style, measure))
            painter.drawLine(QLineF(x, middle, x + _SWATCH, middle))
            painter.setPen(QColor(style.colors.muted))
            left = x + _SWATCH + 6
            area = QRectF(left, high * row, self.width() - left, high)
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, MEASURE_TITLES[measure])


class CorpusPanel(QWidget):
    """Shows one study. Names: ``corpus.headline``, ``.advice``, ``.progress``, ``.stop``."""

    stop_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.chart = CurveView(self._style(), self)
        self._legend = _Legend(self._style(), self)
        self._headline = OneLineLabel("corpus.headline", self)
        self._headline.setFont(theme.font(FontRole.STRONG))
        self._advice = OneLineLabel("corpus.advice", self)
        self._progress = QProgressBar(self)
        self._progress.setObjectName("corpus.progress")
        self._progress.setAccessibleName(tr("Progress"))
        grow(self._progress, fixedWidth=120)
        self._progress.setTextVisible(False)
        self._stop = QPushButton(tr("Stop"), self)
        self._stop.setObjectName("corpus.stop")
        self._stop.setToolTip(tr("Stop; what is done is kept, and Run goes on from there."))
        self._stop.clicked.connect(self.stop_asked)
        self.show_progress(0, 0, busy=False)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._headline, 1)
        row.addWidget(self._progress)
        row.addWidget(self._stop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 6)
        layout.setSpacing(6)
        layout.addLayout(row)
        layout.addWidget(self._legend)
        layout.addWidget(self.chart, 1)
        layout.addWidget(self._advice)

    def set_study(self, study: CorpusStudy) -> None:
        """Show another study."""
        self.chart.set_study(study)
        self._headline.setText(headline(study))
        self._advice.setText(advice(study))

    def say(self, text: str) -> None:
        """Say something in the headline."""
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
        self._legend.show_style(self._style())

    def _style(self) -> BarStyle:
        theme = self._theme
        return BarStyle(theme.colors, theme.font(FontRole.SMALL), theme.font(FontRole.SECTION))
