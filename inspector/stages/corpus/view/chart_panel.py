"""The curve with the decision above it, and how far a run is.

The curves of a corpus in the window: any value can be pointed at, clicked and walked to.

The waterfall of losses in the window: a cause says its numbers, and leads to its requests.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from inspector.analysis.corpus.causes import Cause
from inspector.analysis.corpus.decision import CorpusDecision
from inspector.analysis.corpus.study import CorpusStudy
from inspector.analysis.tuning.axes import Axis
from inspector.gui.boxes import Column, Row
from inspector.gui.one_line_buttons import OneLineLabel
from inspector.gui.theme import Theme
from inspector.gui.views.decision_line import DecisionLine
from inspector.gui.views.drawing_view import ChartStyle, paint_items
from inspector.gui.views.painted_view import LaidOutView, PaintedItem
from inspector.gui.views.plot_looks import aged, paint_focus
from inspector.gui.views.plot_view import PlotView
from inspector.gui.views.work_progress import WorkProgress
from inspector.language import tr
from inspector.present.axis_names import AXIS_TITLES, rounded
from inspector.stages.corpus.names import headline
from inspector.stages.corpus.plots import curve_plot
from inspector.stages.corpus.sentences import advice
from inspector.stages.corpus.waterfall import (
    Level,
    WaterfallGeometry,
    least_height,
)


class CurveView(PlotView):
    """Shows one study. A click looks at a value; so do Left and Right, and Home at the current."""

    def __init__(self, style: ChartStyle, parent: QWidget | None = None) -> None:
        keys = tr("Left and Right go along the values, Home goes back to the current one.")
        super().__init__(style, ("corpus.curves", tr("Curves of the corpus"), keys), parent)
        self._study: CorpusStudy | None = None

    def set_study(
        self, study: CorpusStudy, variant: int = 0, decided: CorpusDecision | None = None
    ) -> None:
        """Show another study, or another of its policies, and what was decided on it."""
        self._study = study
        self.show_plot(
            curve_plot(study, variant, decided), f"{headline(study)}. {advice(study, variant)}"
        )

    def clear(self) -> None:
        """Show no study."""
        self._study = None
        super().clear()

    def walk(self, direction: int) -> None:
        """Look at the value a hundredth of the range further."""
        if self._study is None:
            return
        span = self._study.load.range
        now = self._study.current if self.value is None else self.value
        step = max(1.0, (span.high - span.low) // 100) if span.axis.whole else 0.01
        value = round(now + direction * step, 4)
        if value in span:
            self.chosen.emit(value)

    def go_home(self) -> None:
        """Look at the current value."""
        if self._study is not None:
            self.chosen.emit(self._study.current)


_LEAST_WIDTH = 220


@dataclass(frozen=True, slots=True)
class WaterfallMarks:
    """What is marked: the level that the keyboard is at, the one under the pointer, the age."""

    current: int | None = None
    hovered: int | None = None
    focused: bool = False
    old: bool = False


def paint_waterfall(
    painter: QPainter, geometry: WaterfallGeometry, style: ChartStyle, marks: WaterfallMarks
) -> None:
    """Draw the whole chart from (0, 0) on."""
    painter.setFont(style.font)
    for place in {marks.hovered, marks.current if marks.focused else None} - {None}:
        area = QRectF(0, geometry.top_of(place or 0), geometry.width, geometry.pitch - 2)
        painter.fillRect(area, QColor(style.colors.raised))
    with aged(painter, old=marks.old):
        paint_items(painter, geometry.items(), style)
    if marks.focused:
        paint_focus(painter, style, geometry.width, geometry.height)


class WaterfallView(LaidOutView[WaterfallGeometry]):
    """Shows the levels of one study. It keeps no result: everything is passed in and sent out.

    Up and Down go through the causes, Enter or a click shows the requests of one.
    """

    grows_whole = True
    cause_chosen = Signal(object)
    """The ``Cause`` whose requests somebody wants to see."""

    def __init__(self, style: ChartStyle, parent: QWidget | None = None) -> None:
        keys = tr("Up and Down go through the causes, Enter shows the requests of one.")
        names = ("corpus.waterfall", tr("Lost recall by cause"), keys)
        super().__init__(PaintedItem(paint_waterfall, WaterfallMarks()), style, names, parent)
        self.setMinimumWidth(_LEAST_WIDTH)
        self._levels: tuple[Level, ...] = ()
        self._current: int | None = None
        self._hovered: int | None = None
        self._old = False
        self.hide()

    # What is shown -----------------------------------------------------------------------

    def set_levels(self, levels: tuple[Level, ...]) -> None:
        """Show other levels; without any there is nothing to show."""
        self._levels = levels
        self._current = self._hovered = None
        self.setVisible(bool(levels))
        self._fit()
        self._spoken.set_whole(". ".join(f"{one.title}: {one.captions[0]}" for one in levels))
        self._spoken.set_part("")
        self._lay_out()

    def follow_theme(self, theme: Theme) -> None:
        """Draw in other colours, and as large as texts are."""
        super().follow_theme(theme)
        self._fit()

    def _fit(self) -> None:
        self.want_height(round(least_height(len(self._levels)) * self._zoom))

    def set_old(self, *, old: bool) -> None:
        """Show the chart as that of an older input."""
        self._old = old
        self._mark()

    def text_at(self, position: QPoint) -> str:
        """Return what there is to say about a level."""
        place = self._place_at(position)
        return "" if place is None else self._levels[place].words

    def _laid_out(self) -> WaterfallGeometry | None:
        size = (self.width() / self._zoom, self.height() / self._zoom)
        levels = self._levels
        return WaterfallGeometry(levels, *size, self._style.measure) if levels else None

    def _mark(self) -> None:
        self._item.mark(WaterfallMarks(self._current, self._hovered, self.hasFocus(), self._old))

    def _place_at(self, position: QPoint) -> int | None:
        geometry = self._geometry
        return None if geometry is None else geometry.level_at(*self._at(position))

    def _choose(self, place: int | None) -> None:
        if place is not None and self._levels[place].key:
            self.cause_chosen.emit(Cause(self._levels[place].key.partition(":")[2]))

    # Pointer and keyboard ------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Show the requests of the cause that is there."""
        place = self._place_at(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton:
            self._go_to(place)
            self._choose(place)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Show what the pointer is over."""
        self._hover(self._place_at(event.position().toPoint()))

    def leaveEvent(self, _event: QEvent) -> None:  # noqa: N802  # Qt's name
        """Forget what the pointer was over."""
        self._hover(None)

    def _hover(self, place: int | None) -> None:
        has_rows = place is not None and bool(self._levels[place].key)
        self._hovered = place if has_rows else None
        shape = Qt.CursorShape.PointingHandCursor if has_rows else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)
        self._mark()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Go through the causes, and show the requests of one."""
        match Qt.Key(event.key()):
            case Qt.Key.Key_Up | Qt.Key.Key_Down as key if self._levels:
                by = -1 if key is Qt.Key.Key_Up else 1
                at = (
                    (-1 if by > 0 else len(self._levels))
                    if self._current is None
                    else self._current
                )
                self._go_to(min(max(at + by, 0), len(self._levels) - 1))
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._choose(self._current)
            case _:
                event.ignore()

    def _go_to(self, place: int | None) -> None:
        self._current = place
        self._spoken.set_part("" if place is None else self._levels[place].words)
        self._mark()


class CorpusPanel(QWidget):
    """The decision above the curve of one study. Name: ``corpus.headline``."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._set = ""  # what was set here last
        self.decision = DecisionLine(theme, self)
        self.chart = CurveView(ChartStyle.of(self._theme), self)
        self._headline = OneLineLabel("corpus.headline", self)
        self._headline.setProperty("role", "muted")
        self.progress = WorkProgress(
            "corpus", tr("Stop; what is done is kept, and Run goes on from there."), self
        )
        row = Row(spacing=8).hold((self._headline, 1), self.progress)
        Column(self, margins=(12, 4, 12, 4), spacing=4).hold(self.decision, (self.chart, 1), row)

    def set_study(
        self, study: CorpusStudy, variant: int = 0, decided: CorpusDecision | None = None
    ) -> None:
        """Show another study, or another of its policies, and what was decided on it."""
        self.chart.set_study(study, variant, decided)
        self.say(study.load.variants[variant].name if variant else "")

    def say_set(self, axis: Axis, value: float) -> None:
        """Say from now on what was set here, and offer to save it."""
        change = f"{AXIS_TITLES[axis]} {rounded(axis, value)}"
        self._set = tr("{change} is set", change=change)
        self.decision.offer_save(offered=True)

    def show_decision(self, said: str, detail: str = "", button: str = "") -> None:
        """Say what is best, behind what was set here before."""
        told = " · ".join(part for part in (self._set, detail) if part)
        self.decision.show_decision(said, told, button)

    def clear(self) -> None:
        """Show no study."""
        self._set = ""
        self.chart.clear()
        self.decision.offer_save(offered=False)
        self.decision.show_decision("", "", "")
        self.say("")

    def say(self, text: str) -> None:
        """Say something under the curve; "" takes no room."""
        self._headline.setText(text)
        self._headline.setVisible(bool(text))
