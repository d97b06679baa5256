"""The panes around the grid: tables below, and Why on the right."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from inspector.analysis.audit.finding import Working
from inspector.core.relevance import RelevanceReport, Standing
from inspector.gui.boxes import STRETCH, HBox, VBox, text_label, with_name
from inspector.gui.table import TablePanel
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.explanation_pane import ExplanationPane
from inspector.gui.views.roomy import Scrolled
from inspector.gui.views.section_column import Section
from inspector.gui.views.steps_grid import StepsGrid, reading_label
from inspector.gui.views.table_tabs import Tab, TableTabs
from inspector.gui.views.text_boxes import ReadingBox
from inspector.gui.views.worker import Worker
from inspector.language import tr
from inspector.present.table import TableData
from inspector.present.why import Why, shown_text
from inspector.stages.relevance.grid import Grid
from inspector.stages.relevance.runs import RelevanceResult, RelevanceRuns
from inspector.stages.relevance.summary import node_lists, overview, saving_text
from inspector.stages.relevance.tables import (
    flip_table,
    node_key,
    node_of_key,
    node_table,
    request_table,
    rule_table,
    wrapping,
)
from inspector.stages.relevance.why import why_relevance

_NOT_LOGGED = {
    Standing.DISABLED: tr("A pre-parser that is switched off logs nothing."),
    Standing.UNREADABLE: tr("Without a readable configuration nothing is logged."),
    Standing.DECIDED: tr("The configuration has its runs not logged."),
}


class LogPage(QWidget):
    """Object names: ``log.line``, ``log.copy``, ``log.none``, ``log.lists``."""

    line: str | None = None
    """The line; None where the run is not logged."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._box = ReadingBox("log.line", tr("Log line"), theme, 8, self)
        self._none = text_label("log.none", self, role="muted", wraps=False)
        self._copy = with_name(QPushButton(tr("Copy"), self), "log.copy", tr("Copy the log line"))
        self._copy.clicked.connect(self.copy)
        title = QLabel(tr("Log line"), self)
        title.setFont(theme.font(FontRole.STRONG))
        lists = QLabel(tr("Lists"), self)
        lists.setFont(theme.font(FontRole.STRONG))
        self._lists = StepsGrid("log.lists", theme, self)
        head = HBox().hold((title, 1), self._copy)
        layout = VBox(self, margins=(8, 4, 8, 8), spacing=8).hold(
            head, self._box, self._none, lists, self._lists, STRETCH
        )
        layout.setAlignment(Qt.AlignmentFlag.AlignTop)

    def set_report(self, report: RelevanceReport) -> None:
        """Show the line and the lists of another run."""
        self.line = report.log_line()
        self._box.setVisible(self.line is not None)
        self._box.set_text(shown_text(self.line or ""))
        self._copy.setVisible(self.line is not None)
        self._none.setVisible(self.line is None)
        self._none.setText(_NOT_LOGGED[report.standing])
        steps = [wrapping(Working(title, nodes, "")) for title, nodes in node_lists(report)]
        self._lists.set_steps(steps or [Working(tr("No node is out."), "", "")])

    def copy(self) -> None:
        """Put the line on the clipboard."""
        if self.line is not None:
            QGuiApplication.clipboard().setText(self.line)


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
        tabs[RelevanceTab.LOG] = Tab(TITLES[RelevanceTab.LOG], page=Scrolled(self.log))
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
        with_name(self._saved, "requests.saved", margins=(10, 8, 10, 0))
        self._saved.setWordWrap(True)
        page = QWidget()
        VBox(page, spacing=0).hold(self._saved, (panel, 1))
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


_TITLES = {"arithmetic": tr("Step by step"), "remedies": tr("What would flip it")}


class RunOverview(QWidget):
    """A run as a whole. Object names begin with ``run.``."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._title = reading_label("run.title", theme, FontRole.TITLE, self)
        self._sentence = reading_label("run.sentence", theme, FontRole.BODY, self)
        layout = VBox(self, spacing=12).hold(self._title, self._sentence)
        self._grids: dict[str, tuple[Section, StepsGrid]] = {}
        for name, title in (
            ("sums", tr("Tokens")),
            ("layers", tr("Layers")),
            ("lists", tr("Nodes by what happened")),
            ("facts", tr("Facts")),
        ):
            section = Section(f"run.{name}", title, theme, self, is_open=True)
            grid = StepsGrid(f"run.{name}.grid", theme, section)
            section.content.addWidget(grid)
            layout.addWidget(section)
            self._grids[name] = (section, grid)

    def show_run(self, result: RelevanceResult, found: Grid) -> None:
        """Show another run."""
        if result.report is None:
            return
        said = overview(result, result.report, found)
        self._title.setText(said.title)
        self._sentence.setText(said.sentence)
        steps = {
            "sums": said.sums,
            "layers": said.layers,
            "lists": tuple(Working(title, nodes, "") for title, nodes in said.lists),
            "facts": said.facts,
        }
        for name, (section, grid) in self._grids.items():
            grid.set_steps([wrapping(step) for step in steps[name]])
            section.setVisible(bool(steps[name]))


class RelevanceWhy(ExplanationPane):
    """Explains what is selected of a result and its grid; "" is the run as a whole."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self._run = RunOverview(theme)
        super().__init__(theme, parent, titles=_TITLES, whole=self._run)

    def _found(self) -> tuple[Why, str] | None:
        if self._told is None:
            return None
        result, found = self._told
        why = why_relevance(result, self._subject) if self._subject else None
        if why is None:
            self._run.show_run(result, found)
            return None
        link = tr("Try this change") if why.kind == "flip" else ""
        return replace(why, steps=tuple(map(wrapping, why.steps))), link
