"""Nodes, rules, flips and the log line of a run, in tabs; a tab is filled when it is shown."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from inspector.analysis.relevance_runs import RelevanceResult
from inspector.gui.columns import line
from inspector.gui.table import TablePanel
from inspector.gui.theme import Theme
from inspector.gui.views.relevance.log_page import LogPage
from inspector.language import tr
from inspector.present.relevance.names import node_key, node_of_key
from inspector.present.relevance.tables import flip_table, node_table, rule_table
from inspector.present.table import TableData


class RelevanceTab(StrEnum):
    """The tabs; all but the last are tables of this object name."""

    NODES = "nodes"
    RULES = "rules"
    FLIPS = "flips"
    LOG = "log"


TITLES = {
    RelevanceTab.NODES: tr("Nodes"),
    RelevanceTab.RULES: tr("Rules"),
    RelevanceTab.FLIPS: tr("Flips"),
    RelevanceTab.LOG: tr("Log"),
}
_EMPTY = {
    RelevanceTab.NODES: tr("The node table is empty."),
    RelevanceTab.RULES: tr("The configuration has no rules, or no layer acts."),
    RelevanceTab.FLIPS: tr("No change of a single fact would change what is included."),
}
_TAB_OF_KIND = {
    "node": RelevanceTab.NODES,
    "cell": RelevanceTab.NODES,
    "balance": RelevanceTab.NODES,
    "rule": RelevanceTab.RULES,
    "flip": RelevanceTab.FLIPS,
}


def table_of(tab: RelevanceTab, result: RelevanceResult) -> TableData | None:
    """Return the table of a tab; None for the log, and where nothing was run."""
    if result.report is None:
        return None
    match tab:
        case RelevanceTab.NODES:
            return node_table(result.report)
        case RelevanceTab.RULES:
            return rule_table(result.report)
        case RelevanceTab.FLIPS:
            return flip_table(result)
    return None


class RelevanceTables(QWidget):
    """Shows the tables of one run. The row of tabs is called ``relevance.tabs``."""

    selected = Signal(str)
    """The key of a row somebody moved to."""
    export_requested = Signal(object)
    """An ``ExportRequest`` of one of the tables."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._result: RelevanceResult | None = None
        self._shown: dict[RelevanceTab, RelevanceResult] = {}
        self._key = ""
        style = theme.table_style()
        self._tabs = QTabBar(self)
        self._tabs.setObjectName("relevance.tabs")
        self._tabs.setAccessibleName(tr("Tables"))
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._pages = QStackedWidget(self)
        self._pages.setContentsMargins(8, 8, 8, 0)
        self._panels: dict[RelevanceTab, TablePanel] = {}
        self.log = LogPage(theme)
        for tab in RelevanceTab:
            self._tabs.addTab(TITLES[tab])
            if tab is RelevanceTab.LOG:
                self._pages.addWidget(_scrolled(self.log))
                continue
            panel = TablePanel(tab.value, TITLES[tab], style, self)
            panel.set_empty_text(_EMPTY[tab])
            panel.current_changed.connect(lambda key, tab=tab: self._take_current(tab, key))
            panel.export_requested.connect(self.export_requested)
            self._panels[tab] = panel
            self._pages.addWidget(panel)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._tabs)
        layout.addWidget(line(self))
        layout.addWidget(self._pages, 1)
        self._tabs.currentChanged.connect(self._turn_to)
        self.setFocusProxy(self._pages)

    @property
    def current(self) -> RelevanceTab:
        """The tab that is in sight."""
        return list(RelevanceTab)[self._tabs.currentIndex()]

    def panel(self, tab: RelevanceTab) -> TablePanel | None:
        """Return the table of a tab, up to date; None for the log."""
        self._refresh(tab)
        return self._panels.get(tab)

    def set_result(self, result: RelevanceResult) -> None:
        """Show another run; tabs that are not in sight are filled when they are."""
        self._result = result
        self._refresh(self.current)

    def turn_to(self, tab: RelevanceTab) -> None:
        """Bring a tab in sight."""
        self._tabs.setCurrentIndex(list(RelevanceTab).index(tab))

    def focus_filter(self) -> None:
        """Go to the filter of the table in sight."""
        panel = self.panel(self.current)
        if panel is not None:
            panel.focus_filter()

    def set_theme(self, theme: Theme) -> None:
        """Draw in the theme's colours and fonts from now on."""
        style = theme.table_style()
        for panel in self._panels.values():
            panel.set_style(style)

    def select_key(self, key: str) -> None:
        """Make a key's row current, in the tab that is about its kind if another one is in sight.

        The log stays in sight: selecting a node while reading it is no reason to leave it.
        """
        self._key = key
        tab = _TAB_OF_KIND.get(key.partition(":")[0])
        about_node = tab is RelevanceTab.NODES
        if tab is not None and tab is not self.current and not about_node:
            self.turn_to(tab)
        panel = self._panels.get(self.current)
        if panel is not None:
            panel.select_key(self._row_of(self.current))

    def _row_of(self, tab: RelevanceTab) -> str:
        """Return the key under which a tab knows what is selected, "" where it does not."""
        if _TAB_OF_KIND.get(self._key.partition(":")[0]) is not tab:
            return ""
        node = node_of_key(self._key)
        return self._key if node is None else node_key(node)

    def _refresh(self, tab: RelevanceTab) -> None:
        result = self._result
        if result is None or result.report is None or self._shown.get(tab) is result:
            return
        self._shown[tab] = result
        data = table_of(tab, result)
        if data is None:
            self.log.set_report(result.report)
        else:
            panel = self._panels[tab]
            panel.set_data(data)
            panel.select_key(self._row_of(tab))

    def _turn_to(self, place: int) -> None:
        tab = list(RelevanceTab)[place]
        self._refresh(tab)
        self._pages.setCurrentIndex(place)
        self._pages.setFocusProxy(self._panels.get(tab) or self.log)
        if tab in self._panels:
            self._panels[tab].select_key(self._row_of(tab))

    def _take_current(self, tab: RelevanceTab, key: str) -> None:
        # A table that has lost its row says so with "", which is no choice of anybody.
        if key and tab is self.current and key != self._row_of(tab):
            self.selected.emit(key)

    def view_state(self) -> dict[str, Any]:
        """Return which tab is in sight and how each table is arranged."""
        arranged = {tab.value: panel.view_state() for tab, panel in self._panels.items()}
        return {"tab": self.current.value, "tables": arranged}

    def restore_view_state(self, saved: Any) -> None:
        """Arrange the tables as they were. What cannot be read is as it was at first."""
        if not isinstance(saved, Mapping):
            return
        arranged = saved.get("tables")
        for tab, panel in self._panels.items():
            if isinstance(arranged, Mapping) and tab.value in arranged:
                panel.restore_view_state(arranged[tab.value])
        if saved.get("tab") in list(RelevanceTab):
            self.turn_to(RelevanceTab(saved["tab"]))


def _scrolled(content: QWidget) -> QScrollArea:
    content.setObjectName("content")
    area = QScrollArea()
    area.setProperty("role", "pane")
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setWidget(content)
    return area
