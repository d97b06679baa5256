"""The requests, the whole curve, the front and the policies of a study, in tabs.

Recall against tokens in the window: each policy can be pointed at, a click looks at it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from inspector.analysis.corpus.causes import LossCause
from inspector.analysis.corpus.study import CorpusStudy
from inspector.gui.boxes import HBox
from inspector.gui.table import TablePanel
from inspector.gui.theme import Theme
from inspector.gui.views.lens_exports import File, json_text, rows_of
from inspector.gui.views.painting import ChartStyle
from inspector.gui.views.plot_view import PlotView
from inspector.gui.views.table_tabs import Tab, TableTabs
from inspector.language import tr
from inspector.present.table import TableData
from inspector.stages.corpus.losses import loss_table, lost_table, regret_table
from inspector.stages.corpus.names import cause_word
from inspector.stages.corpus.plots import Looked, curve_svg, front_plot, front_svg, looked_of_key
from inspector.stages.corpus.report import corpus_page
from inspector.stages.corpus.results import corpus_result
from inspector.stages.corpus.tables import (
    TITLES,
    CorpusTable,
    front_table,
    policy_table,
    request_key,
    request_of_key,
    request_table,
    stretch_table,
)
from inspector.stages.corpus.waterfall import waterfall_svg

_LEAST_WIDTH = 260


class FrontView(PlotView):
    """Shows the front of one study: what no other policy beats, and the policies of the grid.

    Left and Right go along the front, Home to the present policy; so does a click.
    """

    looked_at = Signal(float, int)
    """A value that somebody looks at, and of which policy."""

    def __init__(self, style: ChartStyle) -> None:
        keys = tr("Left and Right go along the front, Home goes back to the present policy.")
        super().__init__(style, ("corpus.front", tr("Recall against tokens"), keys))
        self.setMinimumWidth(_LEAST_WIDTH)
        self._study: CorpusStudy | None = None
        self._at: Looked | None = None
        self.spot_chosen.connect(self._choose)

    def set_study(self, study: CorpusStudy, value: float, variant: int = 0) -> None:
        """Show the front of a study, and the value and policy that are looked at."""
        self._at = Looked(value, variant)
        if study is not self._study:
            self._study = study
            plot = front_plot(study)
            named = (spot for spot in plot.spots if spot.title)
            self.show_plot(plot, ". ".join(f"{one.title}: {one.tip}" for one in named))
        self.select_spot(self._at.key)

    def walk(self, direction: int) -> None:
        """Look at the next point of the front with fewer or more tokens than the one looked at."""
        study, at = self._study, self._at
        if study is None or at is None:
            return
        mean = study.means[at.variant]
        tokens = float(mean.tokens[mean.place_of(at.value)])
        further = (one for one in study.front[::direction] if (one.tokens - tokens) * direction > 0)
        found = next(further, None)
        if found is not None:
            self.looked_at.emit(found.first, found.variant)

    def go_home(self) -> None:
        """Look at the present policy."""
        if self._study is not None:
            self.looked_at.emit(self._study.current, 0)

    def _choose(self, key: str) -> None:
        self.looked_at.emit(*looked_of_key(key))


_OF_VARIANT: dict[CorpusTable, Callable[[CorpusStudy, int], TableData]] = {
    CorpusTable.LOSSES: loss_table,
    CorpusTable.LOST: lost_table,
    CorpusTable.STRETCHES: stretch_table,
}
_OF_STUDY: dict[CorpusTable, Callable[[CorpusStudy], TableData]] = {
    CorpusTable.FRONT: front_table,
    CorpusTable.POLICIES: policy_table,
    CorpusTable.REGRETS: regret_table,
}


_FILES = (
    File(
        "corpus.json",
        tr("results as JSON"),
        tr("Curves, front, recommendation and every request."),
        lambda study: json_text(corpus_result(study), indent=1),
    ),
    File(
        "corpus.html",
        tr("page as HTML"),
        tr("Sentence, charts and every lost piece as one page for reading, without a script."),
        corpus_page,
    ),
    File(
        "corpus-chart.svg",
        tr("chart as SVG"),
        tr("The curves as a drawing that can be scaled, light."),
        curve_svg,
    ),
    File(
        "corpus-losses.svg",
        tr("lost evidence as SVG"),
        tr("Where the evidence went, cause by cause, as a drawing that can be scaled, light."),
        waterfall_svg,
    ),
    File(
        "corpus-front.svg",
        tr("Pareto front as SVG"),
        tr("Recall against tokens as a drawing that can be scaled, light."),
        front_svg,
    ),
)


@dataclass(frozen=True, slots=True, eq=False)
class _Looked:
    """A study, and the value and the policy at which it is looked at."""

    study: CorpusStudy
    value: float
    variant: int


class CorpusTables(TableTabs[CorpusTable, _Looked]):
    """Shows the tables of one study; what is selected is a request."""

    value_chosen = Signal(float, int)
    """The value of a row somebody moved to, and of which policy."""

    def __init__(self, theme: Theme) -> None:
        empty = tr("There is nothing to show.")
        front = FrontView(ChartStyle.of(theme))

        def beside(panel: TablePanel) -> QWidget:
            return HBox.page((front, 1), (panel, 1), margins=(12, 8, 0, 0))

        tabs = {table: Tab(TITLES[table], empty) for table in CorpusTable}
        tabs[CorpusTable.REQUESTS] = Tab(TITLES[CorpusTable.REQUESTS], empty, group="outcome")
        tabs[CorpusTable.FRONT] = Tab(TITLES[CorpusTable.FRONT], empty, around=beside)
        self.front = front
        super().__init__(tabs, theme)
        front.looked_at.connect(self.value_chosen)

    def set_study(self, study: CorpusStudy, value: float, variant: int = 0) -> None:
        """Show another study, or its requests at another value or under another policy."""
        now = self._source
        if now is None or now.study is not study or (now.value, now.variant) != (value, variant):
            self.show_source(_Looked(study, value, variant))
            self.front.set_study(study, value, variant)

    def files(self) -> tuple[File, ...]:
        """Return what can be written of a study."""
        return (*_FILES, *(rows_of(self, table) for table in CorpusTable))

    def show_lost_to(self, cause: LossCause) -> None:
        """Bring the requests in sight that lost something by a cause."""
        self.filter_rows(CorpusTable.REQUESTS, f'lost:"{cause_word(cause)}"')

    def _make(self, tab: CorpusTable, source: _Looked) -> TableData | None:
        if not source.study.means:
            return None
        study, variant = source.study, source.variant
        if tab is CorpusTable.REQUESTS:
            return request_table(study, source.value, variant)
        of_variant = _OF_VARIANT.get(tab)
        return _OF_STUDY[tab](study) if of_variant is None else of_variant(study, variant)

    def _made_of(self, tab: CorpusTable, source: _Looked) -> object:
        if tab is CorpusTable.REQUESTS:
            return source
        # Of a policy: what its rows are of, one object for each.
        return source.study.curves[source.variant] if tab in _OF_VARIANT else source.study

    def _tab_of(self, _subject: str) -> None:
        """Nobody is led away from the table that is looked at."""

    def _row_of(self, tab: CorpusTable, subject: str) -> str | None:
        return subject if tab is CorpusTable.REQUESTS else None

    def _subject_of(self, _tab: CorpusTable, key: str) -> str | None:
        request = request_of_key(key)
        if request is not None:
            return request_key(request)
        kind, _, place = key.partition(":")
        looked = _looked_at(self._source, kind, int(place)) if self._source is not None else None
        if looked is not None:
            self.value_chosen.emit(*looked)
        return None


def _looked_at(source: _Looked, kind: str, place: int) -> tuple[float, int] | None:
    """Return the value and the policy of a row, None where it has none."""
    study = source.study
    if kind == "stretch":
        return float(study.means[source.variant].starts[place]), source.variant
    if kind == "front":
        return study.front[place].first, study.front[place].variant
    if kind == "policy":
        found = study.recommendations[place]
        return None if found is None else (found.value, place)
    return (study.regrets[place].value, 0) if kind == "corpus" else None
