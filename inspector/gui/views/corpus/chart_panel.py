"""The curves with what is read off them: a headline, a legend, the advice, and how far it is."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from inspector.analysis.corpus.means import Measure
from inspector.analysis.corpus.study import CorpusStudy
from inspector.gui.fonts import FontRole
from inspector.gui.one_line import OneLineLabel
from inspector.gui.theme import Theme
from inspector.gui.views.corpus.curve_paint import best_pen, ceiling_pen, measure_pen
from inspector.gui.views.corpus.curve_view import CurveView
from inspector.gui.views.corpus.waterfall_view import WaterfallView
from inspector.gui.views.injection.bar_paint import BarStyle
from inspector.gui.views.legend import Entry, Legend
from inspector.gui.views.work_progress import WorkProgress
from inspector.language import tr
from inspector.present.corpus.loss_sentences import limit_lines
from inspector.present.corpus.names import MEASURE_TITLES, headline
from inspector.present.corpus.sentences import advice
from inspector.present.corpus.waterfall import levels_of

_SAMPLE = (18, 2)  # pixels


def _entries(style: BarStyle) -> list[Entry]:
    """Return which line is what."""

    def draw(pen: QPen, painter: QPainter, area: QRectF) -> None:
        painter.setPen(pen)
        middle = area.center().y()
        painter.drawLine(QLineF(area.left(), middle, area.right(), middle))

    return [
        *(Entry(MEASURE_TITLES[one], partial(draw, measure_pen(style, one))) for one in Measure),
        Entry(tr("Best possible"), partial(draw, best_pen(style))),
        Entry(tr("Ceiling"), partial(draw, ceiling_pen(style))),
    ]


class CorpusPanel(QWidget):
    """Shows one study. Names: ``corpus.headline``, ``.losses``, ``.advice``."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.chart = CurveView(self._style(), self)
        self.losses = WaterfallView(self._style(), self)
        self._legend = Legend(self._style(), _SAMPLE, self)
        self._show_legend()
        self._headline = OneLineLabel("corpus.headline", self)
        self._headline.setFont(theme.font(FontRole.STRONG))
        self._limits = OneLineLabel("corpus.losses", self)
        self._advice = OneLineLabel("corpus.advice", self)
        self.progress = WorkProgress(
            "corpus", tr("Stop; what is done is kept, and Run goes on from there."), self
        )
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._headline, 1)
        row.addWidget(self.progress)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 6)
        layout.setSpacing(6)
        layout.addLayout(row)
        layout.addWidget(self._legend)
        charts = QHBoxLayout()
        charts.setSpacing(20)
        charts.addWidget(self.chart, 5)
        charts.addWidget(self.losses, 3)
        layout.addLayout(charts, 1)
        layout.addWidget(self._limits)
        layout.addWidget(self._advice)

    def set_study(self, study: CorpusStudy, variant: int = 0) -> None:
        """Show another study, or another of its policies."""
        self.chart.set_study(study, variant)
        self.losses.set_levels(levels_of(study, variant))
        name = study.load.variants[variant].name
        self._headline.setText(headline(study) + (f" · {name}" if variant else ""))
        self._limits.setText(next(limit_lines(study, variant), ""))
        self._advice.setText(advice(study, variant))

    def clear(self) -> None:
        """Show no study."""
        self.chart.clear()
        self.losses.set_levels(())
        for text in (self._headline, self._limits, self._advice):
            text.setText("")

    def set_old(self, *, old: bool) -> None:
        """Show the charts as those of an older input."""
        self.chart.set_old(old=old)
        self.losses.set_old(old=old)

    def say(self, text: str) -> None:
        """Say something in the headline."""
        self._headline.setText(text)

    def change_theme(self) -> None:
        """Draw in the theme's colours."""
        self.chart.set_style(self._style())
        self.losses.set_style(self._style())
        self._show_legend()

    def _show_legend(self) -> None:
        style = self._style()
        self._legend.set_entries(_entries(style), style)

    def _style(self) -> BarStyle:
        return chart_style(self._theme)


def chart_style(theme: Theme) -> BarStyle:
    """Return the colours and fonts of a corpus's charts."""
    return BarStyle(theme.colors, theme.font(FontRole.SMALL), theme.font(FontRole.SECTION))
