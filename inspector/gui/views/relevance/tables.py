"""Nodes, rules, flips and the log line of a run, in tabs; a tab is filled when it is shown."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from inspector.analysis.relevance_runs import RelevanceResult, RelevanceRuns
from inspector.gui.table import TablePanel
from inspector.gui.theme import Theme
from inspector.gui.views.relevance.log_page import LogPage
from inspector.gui.views.table_tabs import Tab, TableTabs
from inspector.gui.views.worker import Worker
from inspector.language import tr
from inspector.present.relevance.names import node_key, node_of_key
from inspector.present.relevance.requests import request_table, saving_text
from inspector.present.relevance.tables import flip_table, node_table, rule_table
from inspector.present.table import TableData


class RelevanceTab(StrEnum):
    """The tabs; all but the last are tables of this object name."""

    NODES = "nodes"
    RULES = "rules"
    FLIPS = "flips"
    REQUESTS = "requests"
    LOG = "log"


TITLES = {
    RelevanceTab.NODES: tr("Nodes"),
    RelevanceTab.RULES: tr("Rules"),
    RelevanceTab.FLIPS: tr("Flips"),
    RelevanceTab.REQUESTS: tr("All requests"),
    RelevanceTab.LOG: tr("Log"),
}
_EMPTY = {
    RelevanceTab.NODES: tr("The node table is empty."),
    RelevanceTab.RULES: tr("The configuration has no rules, or no layer acts."),
    RelevanceTab.FLIPS: tr("No change of a single fact would change what is included."),
    RelevanceTab.REQUESTS: tr("No request is open."),
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
        case RelevanceTab.REQUESTS:
            return request_table(RelevanceRuns().run_all(result.session))
    return None


class RelevanceTables(TableTabs[RelevanceTab, RelevanceResult]):
    """Shows the tables of one run, and the line it logs.

    All requests are worked out in a worker once somebody looks at them; above their table stands
    what they save together (``requests.saved``).
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self.log = LogPage(theme)
        self._saved = QLabel()
        self._asked: RelevanceResult | None = None
        tabs = {tab: Tab(TITLES[tab], empty) for tab, empty in _EMPTY.items()}
        tabs[RelevanceTab.LOG] = Tab(TITLES[RelevanceTab.LOG], page=_scrolled(self.log))
        title, empty = TITLES[RelevanceTab.REQUESTS], _EMPTY[RelevanceTab.REQUESTS]
        tabs[RelevanceTab.REQUESTS] = Tab(title, empty, around=self._with_sum)
        super().__init__(tabs, theme, parent, name="relevance.tabs")
        self.worker = Worker(self)
        self.setFocusProxy(self._pages)

    def clear(self) -> None:
        """Show nothing: the run belongs to a session that is not open any more."""
        super().clear()
        self.worker.forget()
        self._asked = None
        self._saved.clear()

    def _with_sum(self, panel: TablePanel) -> QWidget:
        self._saved.setObjectName("requests.saved")
        self._saved.setContentsMargins(10, 8, 10, 0)
        self._saved.setWordWrap(True)
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._saved)
        layout.addWidget(panel, 1)
        return page

    def _make(self, tab: RelevanceTab, source: RelevanceResult) -> TableData | None:
        if tab is RelevanceTab.REQUESTS:
            self._ask_all(source)
            return None
        return table_of(tab, source)

    def _ask_all(self, source: RelevanceResult) -> None:
        """Decide for all requests, unless that is under way for the same run."""
        if self._asked is source or source.report is None:
            return
        self._asked = source
        self._saved.setText(tr("Working out all requests …"))
        self.worker.forget()
        self.worker.ask(
            tr("running the relevance layers"),
            lambda: RelevanceRuns().run_all(source.session, lambda *_: self._asked is source),
            self._take_all,
        )

    def _take_all(self, results: tuple[RelevanceResult, ...]) -> None:
        self._saved.setText(saving_text([one.report for one in results if one.report is not None]))
        self._set_data(RelevanceTab.REQUESTS, request_table(results))

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
