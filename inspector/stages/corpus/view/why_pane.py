"""The right column: the recommendation with its evidence, or the request that is selected."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from inspector.analysis.corpus.study import CorpusStudy
from inspector.gui.theme import Theme
from inspector.gui.views.drawing_view import ChartStyle
from inspector.gui.views.why.explanation_pane import ExplanationPane
from inspector.language import tr
from inspector.present.why import Why
from inspector.stages.corpus.tables import request_of_key
from inspector.stages.corpus.view.chart_panel import WaterfallView
from inspector.stages.corpus.waterfall import levels_of
from inspector.stages.corpus.why import why_corpus, why_request

_TITLES = {"remedies": tr("How sure is this"), "arithmetic": tr("Numbers")}


class CorpusWhy(ExplanationPane):
    """Explains the request that is selected, else the value that is looked at."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, titles=_TITLES, folded=("remedies", "help"))
        self.losses = WaterfallView(ChartStyle.of(theme), self)
        self._theme = theme
        self._view.add_below_sentence(self.losses)
        self._study: CorpusStudy | None = None
        self._value, self._variant = 0.0, 0

    def set_study(self, study: CorpusStudy, value: float, variant: int = 0) -> None:
        """Explain another study, or another value or policy of it."""
        self._study, self._value, self._variant = study, value, variant
        self._show()

    def forget(self) -> None:
        """Explain nothing until there is another study."""
        self._study = None
        self._show()

    def set_old(self, *, old: bool) -> None:
        """Show the losses as those of an older input."""
        self.losses.set_old(old=old)

    def refresh_colors(self) -> None:
        """Draw in the theme's colours."""
        super().refresh_colors()
        self.losses.set_style(ChartStyle.of(self._theme))

    def _found(self) -> tuple[Why, str] | None:
        study = self._study
        place = request_of_key(self._subject)
        is_whole = study is not None and bool(study.means) and place is None
        self.losses.set_levels(levels_of(study, self._variant) if study and is_whole else ())
        if study is None or not study.means:
            return None
        if place is not None and place < len(study.jobs):
            return why_request(study, place, self._value, self._variant), ""
        return why_corpus(study, self._value, self._variant), ""
