"""The right column: the recommendation with its evidence, or the request that is selected."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from inspector.gui.theme import Theme
from inspector.gui.views.why.explanation_pane import ExplanationPane
from inspector.language import tr
from inspector.present.why import Why
from inspector.stages.corpus.tables import request_of_key
from inspector.stages.corpus.view.chart_panel import WaterfallView
from inspector.stages.corpus.waterfall import levels_of
from inspector.stages.corpus.why import why_corpus, why_request

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
