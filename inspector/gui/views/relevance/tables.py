"""Nodes, rules, flips and the log line of a run, in tabs; a tab is filled when it is shown."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from inspector.analysis.relevance_runs import RelevanceResult
from inspector.gui.theme import Theme
from inspector.gui.views.relevance.log_page import LogPage
from inspector.gui.views.table_tabs import Tab, TableTabs
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


class RelevanceTables(TableTabs[RelevanceTab, RelevanceResult]):
    """Shows the tables of one run, and the line it logs."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self.log = LogPage(theme)
        tabs = {tab: Tab(TITLES[tab], empty) for tab, empty in _EMPTY.items()}
        tabs[RelevanceTab.LOG] = Tab(TITLES[RelevanceTab.LOG], page=_scrolled(self.log))
        super().__init__(tabs, theme, parent, name="relevance.tabs")
        self.setFocusProxy(self._pages)

    def _make(self, tab: RelevanceTab, source: RelevanceResult) -> TableData | None:
        return table_of(tab, source)

    def _show_page(self, tab: RelevanceTab, source: RelevanceResult) -> None:
        if tab is RelevanceTab.LOG and source.report is not None:
            self.log.set_report(source.report)

    def _turned(self, place: int) -> None:
        super()._turned(place)
        self._pages.setFocusProxy(self._panels.get(self.current) or self.log)

    def _has(self, tab: RelevanceTab, subject: str) -> bool:
        """Any tab will do for a node: selecting one while reading the log leaves the log in sight.

        Rules and flips have a table of their own.
        """
        return self._tab_of(subject) in (None, RelevanceTab.NODES, tab)

    def _tab_of(self, subject: str) -> RelevanceTab | None:
        return _TAB_OF_KIND.get(subject.partition(":")[0])

    def _row_of(self, tab: RelevanceTab, subject: str) -> str:
        if self._tab_of(subject) is not tab:
            return ""
        node = node_of_key(subject)
        return subject if node is None else node_key(node)


def _scrolled(content: QWidget) -> QScrollArea:
    content.setObjectName("content")
    area = QScrollArea()
    area.setProperty("role", "pane")
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setWidget(content)
    return area
