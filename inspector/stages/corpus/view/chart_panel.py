"""The charts of a corpus: its curve below the decision, its losses as a waterfall in Why.

Any value of the curve can be pointed at, clicked and walked to. A cause in the waterfall says its
numbers, and leads to its requests.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from inspector.analysis.corpus.decision import CorpusDecision
from inspector.analysis.corpus.study import CorpusStudy
from inspector.analysis.tuning.axes import Axis
from inspector.gui.boxes import HBox, VBox, with_name
from inspector.gui.one_line_buttons import OneLineLabel
from inspector.gui.theme import Theme
from inspector.gui.views.drawing_view import DrawingView
from inspector.gui.views.explanation_pane import DecisionLine, ExplanationPane
from inspector.gui.views.painting import ChartStyle
from inspector.gui.views.plot_view import PlotView
from inspector.gui.views.worker import WorkProgress
from inspector.language import tr
from inspector.present.axis_names import AXIS_TITLES, rounded
from inspector.present.drawing import Box, Drawing, Hit, Item, Measure
from inspector.present.why import Why
from inspector.stages.corpus.names import headline
from inspector.stages.corpus.plots import curve_plot
from inspector.stages.corpus.sentences import advice
from inspector.stages.corpus.tables import request_of_key
from inspector.stages.corpus.waterfall import (
    Level,
    cause_of,
    least_height,
    levels_of,
    waterfall_drawing,
)
from inspector.stages.corpus.why import why_corpus, why_request


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


class WaterfallView(DrawingView):
    """Shows the levels of one study. It keeps no result: everything is passed in and sent out.

    Up and Down go through the causes, Enter or a click shows the requests of one.
    """

    cause_chosen = Signal(object)
    """The ``Cause`` whose requests somebody wants to see."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        keys = tr("Up and Down go through the causes, Enter shows the requests of one.")
        title = tr("Lost recall by cause")
        super().__init__("corpus.waterfall", title, theme, parent, grows=True, keys=keys)
        self.setMinimumWidth(_LEAST_WIDTH)
        self._levels: tuple[Level, ...] = ()
        self.hide()

    def set_levels(self, levels: tuple[Level, ...]) -> None:
        """Show other levels; without any there is nothing to show."""
        self._levels = levels
        self._hovered = None
        self.setVisible(bool(levels))
        self.select_key("")

        def make(width: float, height: float, measure: Measure, _selected: str) -> Drawing:
            return waterfall_drawing(levels, width, height, measure)

        self.show_picture(make if levels else None)

    def _height_of(self, _geometry: Drawing) -> int:
        return round(least_height(len(self._levels)) * self._zoom)

    def _shapes(self, geometry: Drawing) -> Sequence[Item]:
        """Draw behind the shapes which level the pointer is over, and which the keyboard is at."""
        chosen = self._selected if self.hasFocus() else ""
        grounds = [
            Box(0, one.y, one.width, one.height - 2, "raised")
            for one in geometry.hits
            if one.key == chosen or (one == self._hovered and cause_of(one.key))
        ]
        return (*grounds, *geometry.items)

    def _hover(self, hit: Hit | None) -> None:
        super()._hover(hit)
        leads = hit is not None and cause_of(hit.key) is not None
        shape = Qt.CursorShape.PointingHandCursor if leads else Qt.CursorShape.ArrowCursor
        self.setCursor(shape)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Show the requests of the cause that is there."""
        super().mousePressEvent(event)
        at = self._hit(*self._at(event.position()))
        if event.button() is Qt.MouseButton.LeftButton and at is not None:
            self._show_cause()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Go through the causes, and show the requests of one."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._show_cause()
        else:
            super().keyPressEvent(event)

    def _show_cause(self) -> None:
        cause = cause_of(self._selected)
        if cause is not None:
            self.cause_chosen.emit(cause)


class CorpusPanel(QWidget):
    """The decision above the curve of one study. Name: ``corpus.headline``."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._set = ""  # what was set here last
        self.decision = DecisionLine(theme, self)
        self.chart = CurveView(ChartStyle.of(theme), self)
        self._headline = with_name(OneLineLabel("corpus.headline", self), role="muted")
        self.progress = WorkProgress(
            "corpus", tr("Stop; what is done is kept, and Run goes on from there."), self
        )
        row = HBox(spacing=8).hold((self._headline, 1), self.progress)
        VBox(self, margins=(12, 4, 12, 4), spacing=4).hold(self.decision, (self.chart, 1), row)

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

    def show_decision(self, said: str, detail: str = "", button: str = "", keep: str = "") -> None:
        """Say what is best, behind what was set here before: then nothing else is kept."""
        told = " · ".join(part for part in (self._set, detail) if part)
        self.decision.show_decision(said, told, button, "" if self._set else keep)

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


_TITLES = {"remedies": tr("How sure is this"), "arithmetic": tr("Numbers")}


class CorpusWhy(ExplanationPane):
    """Explains the request that is selected, else the value that is looked at.

    ``explain`` takes a study, the value and the place of the policy.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, titles=_TITLES, folded=("remedies", "help"))
        self.losses = WaterfallView(theme, self)
        self._view.add_below_sentence(self.losses)

    def set_old(self, *, old: bool) -> None:
        """Show the losses as those of an older input."""
        self.losses.set_old(old=old)

    def _found(self) -> tuple[Why, str] | None:
        study, value, variant = self._told or (None, 0.0, 0)
        place = request_of_key(self._subject)
        is_whole = study is not None and bool(study.means) and place is None
        self.losses.set_levels(levels_of(study, variant) if study and is_whole else ())
        if study is None or not study.means:
            return None
        if place is not None and place < len(study.jobs):
            return why_request(study, place, value, variant), ""
        return why_corpus(study, value, variant), ""
