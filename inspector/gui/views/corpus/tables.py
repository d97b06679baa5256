"""The requests, the whole curve, the front and the policies of a study, in tabs."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from inspector.analysis.corpus.causes import Cause
from inspector.analysis.corpus.study import CorpusStudy
from inspector.gui.theme import Theme
from inspector.gui.views.table_tabs import Tab, TableTabs
from inspector.language import tr
from inspector.present.corpus.loss_tables import loss_table, lost_table
from inspector.present.corpus.names import cause_word
from inspector.present.corpus.tables import (
    TITLES,
    CorpusTable,
    front_table,
    policy_table,
    request_key,
    request_of_key,
    request_table,
    stretch_table,
)
from inspector.present.table import TableData

_MAKERS = {
    CorpusTable.LOSSES: loss_table,
    CorpusTable.LOST: lost_table,
    CorpusTable.STRETCHES: stretch_table,
    CorpusTable.FRONT: front_table,
    CorpusTable.POLICIES: policy_table,
}


@dataclass(frozen=True, slots=True, eq=False)
class _Looked:
    """A study, and the value at which it is looked at."""

    study: CorpusStudy
    value: float


class CorpusTables(TableTabs[CorpusTable, _Looked]):
    """Shows the tables of one study; what is selected is a request."""

    value_chosen = Signal(float)
    """The value of a row somebody moved to."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        empty = tr("There is nothing to show.")
        super().__init__({table: Tab(TITLES[table], empty) for table in CorpusTable}, theme, parent)

    def set_study(self, study: CorpusStudy, value: float) -> None:
        """Show another study, or its requests at another value."""
        now = self._source
        if now is None or now.study is not study or now.value != value:
            self.show_source(_Looked(study, value))

    def show_lost_to(self, cause: Cause) -> None:
        """Bring the requests in sight that lost something by a cause."""
        self.filter_rows(CorpusTable.REQUESTS, f'lost:"{cause_word(cause)}"')

    def _make(self, tab: CorpusTable, source: _Looked) -> TableData | None:
        if not source.study.means:
            return None
        if tab is CorpusTable.REQUESTS:
            return request_table(source.study, source.value)
        return _MAKERS[tab](source.study)

    def _made_of(self, tab: CorpusTable, source: _Looked) -> object:
        return source if tab is CorpusTable.REQUESTS else source.study

    def _tab_of(self, _subject: str) -> None:
        """Nobody is led away from the table that is looked at."""

    def _row_of(self, tab: CorpusTable, subject: str) -> str | None:
        return subject if tab is CorpusTable.REQUESTS else None

    def _subject_of(self, _tab: CorpusTable, key: str) -> str | None:
        request = request_of_key(key)
        if request is not None:
            return request_key(request)
        kind, _, place = key.partition(":")
        if self._source is not None and kind == "stretch":
            self.value_chosen.emit(float(self._source.study.means[0].starts[int(place)]))
        elif self._source is not None and kind == "front":
            self.value_chosen.emit(self._source.study.front[int(place)].first)
        return None
