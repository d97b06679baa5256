"""The requests, the whole curve, the front and the policies of a study, in tabs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QTabBar, QVBoxLayout, QWidget

from inspector.analysis.corpus.study import CorpusStudy
from inspector.gui.table import TablePanel
from inspector.gui.theme import Theme
from inspector.language import tr
from inspector.present.corpus.tables import (
    TITLES,
    CorpusTable,
    front_table,
    policy_table,
    request_of_key,
    request_table,
    stretch_table,
)
from inspector.present.table import TableData


class CorpusTables(QWidget):
    """Panels are named by ``CorpusTable``, the tabs ``tabs``."""

    selected = Signal(str)
    """The key of a request somebody moved to."""
    value_chosen = Signal(float)
    """The value of a row somebody moved to."""
    export_requested = Signal(object)
    """An ``ExportRequest`` of one of the tables."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._study: CorpusStudy | None = None
        self._value = 0.0
        self._shown: dict[CorpusTable, tuple[CorpusStudy, float]] = {}
        self._tabs = QTabBar(self)
        self._tabs.setObjectName("tabs")
        self._tabs.setAccessibleName(tr("Tables"))
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._pages = QStackedWidget(self)
        self._panels: dict[CorpusTable, TablePanel] = {}
        for table in CorpusTable:
            panel = TablePanel(table.value, TITLES[table], theme.table_style(), self)
            panel.set_empty_text(tr("There is nothing to show."))
            panel.current_changed.connect(lambda key, table=table: self._take(table, key))
            panel.export_requested.connect(self.export_requested)
            self._panels[table] = panel
            self._tabs.addTab(TITLES[table])
            self._pages.addWidget(panel)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._tabs)
        layout.addWidget(self._pages, 1)
        self._tabs.currentChanged.connect(self._turn)

    @property
    def current(self) -> CorpusTable:
        """The table that is in sight."""
        return list(CorpusTable)[self._tabs.currentIndex()]

    def table(self, table: CorpusTable) -> TableData | None:
        """Return a table of what is shown, None while there is none."""
        study = self._study
        if study is None or not study.means:
            return None
        if table is CorpusTable.REQUESTS:
            return request_table(study, self._value)
        return {
            CorpusTable.STRETCHES: stretch_table,
            CorpusTable.FRONT: front_table,
            CorpusTable.POLICIES: policy_table,
        }[table](study)

    def set_study(self, study: CorpusStudy, value: float) -> None:
        """Show another study, or its requests at another value."""
        self._study, self._value = study, value
        self._refresh()

    def turn_to(self, table: CorpusTable) -> None:
        """Bring a table in sight."""
        self._tabs.setCurrentIndex(list(CorpusTable).index(table))

    def select(self, key: str) -> None:
        """Make a request current."""
        self._panels[CorpusTable.REQUESTS].select_key(key)

    def focus_filter(self) -> None:
        """Go to the filter of the table in sight."""
        self._panels[self.current].focus_filter()

    def set_theme(self, theme: Theme) -> None:
        """Draw in the theme's colours and fonts from now on."""
        for panel in self._panels.values():
            panel.set_style(theme.table_style())

    def _turn(self, place: int) -> None:
        self._pages.setCurrentIndex(place)
        self._refresh()

    def _refresh(self) -> None:
        table, study = self.current, self._study
        if study is None:
            return
        value = self._value if table is CorpusTable.REQUESTS else 0.0
        if self._shown.get(table) == (study, value):
            return
        data = self.table(table)
        if data is not None:
            self._shown[table] = (study, value)
            self._panels[table].set_data(data)

    def _take(self, table: CorpusTable, key: str) -> None:
        study = self._study
        if table is not self.current or study is None or not key:
            return
        if request_of_key(key) is not None:
            self.selected.emit(key)
            return
        kind, _, number = key.partition(":")
        place = int(number)
        if kind == "stretch":
            self.value_chosen.emit(float(study.means[0].starts[place]))
        elif kind == "front":
            self.value_chosen.emit(study.front[place].first)

    def view_state(self) -> dict[str, Any]:
        """Return the tab in sight and how each table is arranged."""
        return {
            "tab": self.current.value,
            **{table.value: panel.view_state() for table, panel in self._panels.items()},
        }

    def restore_view_state(self, saved: Any) -> None:
        """Arrange everything as it was. What cannot be read is as it was at first."""
        if not isinstance(saved, Mapping):
            return
        for table, panel in self._panels.items():
            panel.restore_view_state(saved.get(table.value))
        if saved.get("tab") in list(CorpusTable):
            self.turn_to(CorpusTable(saved["tab"]))
