"""The hot state: bars of the steps, tree and JSON side by side, tables of what was done."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QToolButton, QWidget

from inspector.core.problems import Problem
from inspector.gui.boxes import STRETCH, HBox, VBox, split, with_name
from inspector.gui.columns import line
from inspector.gui.one_line_buttons import OneLineToolButton
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.drawing_view import DrawingView
from inspector.gui.views.explanation_pane import HeadlineLines
from inspector.gui.views.roomy import Scrolled
from inspector.gui.views.table_tabs import SpecTables
from inspector.gui.views.text_boxes import ProblemNotes
from inspector.language import tr
from inspector.stages.discipline.result_view import ResultView
from inspector.stages.discipline.tables import OF_STATE, row_of_subject
from inspector.stages.discipline.view.page_tables import Page
from inspector.stages.discipline.view.state_tree_view import JsonView, StateTreeView
from inspector.stages.discipline.words import headline

_NOTHING = tr(
    "There is no hot state yet.\n\nOpen or drop one (JSON or YAML), or begin with the smallest"
    " there is and edit its JSON."
)
_HEIGHTS, _WIDTHS = (330, 260), (430, 370)


class StatePage(Page):
    """Shows one hot state before and after."""

    start_asked = Signal()
    state_edited = Signal(object, object)
    """The JSON object that somebody wrote, and the gesture it belongs to."""

    chart: DrawingView
    """The bars of the steps."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._view: ResultView | None = None
        self._headline = HeadlineLines(("discipline.headline", "discipline.detail"), theme, self)
        self.chart = DrawingView("discipline.steps", tr("Steps"), theme, self, grows=False)
        self._tree = StateTreeView(theme, self)
        self._json = JsonView(theme, self)
        self._problems = ProblemNotes("discipline.json.problems", theme, self)
        self.tables = SpecTables[ResultView](
            "discipline",
            OF_STATE,
            theme,
            self,
            made=lambda table, view: view.table(table),
            row_of=row_of_subject,
        )
        self._which = {
            "given": _choice("given", tr("Given"), theme),
            "returned": _choice("returned", tr("Returned"), theme),
        }
        self._which["given"].setChecked(True)
        self._pages = QStackedWidget(self)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        head = HBox(margins=(8, 4, 8, 4), spacing=4).hold(*self._which.values(), STRETCH)
        text = QWidget()
        VBox(text, spacing=0).hold(head, line(text), (self._json, 1), self._problems)
        self._problems.setContentsMargins(8, 4, 8, 4)
        sides = split(Qt.Orientation.Horizontal, _WIDTHS, self._tree, text)
        rows = split(Qt.Orientation.Vertical, _HEIGHTS, sides, self.tables)
        self._kept = {"rows": rows, "sides": sides}
        top = VBox(margins=(16, 12, 16, 8), spacing=4).hold(self._headline, self.chart)
        whole = QWidget()
        VBox(whole, spacing=0).hold(top, line(whole), (rows, 1))
        nothing = self._invitation(
            "discipline.nothing",
            _NOTHING,
            ("open", tr("Open a hot state…"), self.open_asked, ""),
            ("start", tr("Start from a template"), self.start_asked, ""),
        )
        self._pages.addWidget(nothing)
        self._pages.addWidget(with_name(Scrolled(whole), "discipline.state", tr("Hot state")))
        VBox(self).hold(self._pages)

    def _connect(self) -> None:
        for view in (self.chart, self._tree, self._json, self.tables):
            view.selected.connect(self.selected)
        for button in self._which.values():
            button.clicked.connect(self._show_json)
        self._json.edited.connect(self.state_edited)
        self._json.problems_changed.connect(self._problems.show_problems)

    def set_view(self, view: ResultView) -> None:
        """Show another result."""
        self._view = view
        report = view.result.report
        self._pages.setCurrentIndex(0 if report is None else 1)
        if report is None:
            return
        self._headline.say(*headline(view.result))
        steps = view.steps
        shown = steps is not None and bool(steps.strips)
        self.chart.setVisible(shown)
        if steps is not None and shown:
            self.chart.show_strips(steps)
        self._tree.set_tree(view.tree)
        self._which["returned"].setEnabled(view.returned is not None)
        if view.returned is None:
            self._which["given"].setChecked(True)
        self._show_json()
        self.tables.show_source(view)

    def select(self, subject: str) -> None:
        """Select a subject in tree, text, chart and tables."""
        self._tree.select_key(_tree_key(subject))
        self._json.select_key(_tree_key(subject))
        self.chart.select_key(subject)
        self.tables.select(subject)

    def focus_json(self) -> None:
        """Go to the given state's JSON."""
        self._which["given"].setChecked(True)
        self._show_json()
        self._json.setFocus()

    def show_side(self, side: str) -> None:
        """Show the given or the returned state's JSON."""
        if self._which[side].isEnabled():
            self._which[side].setChecked(True)
            self._show_json()

    @property
    def side(self) -> str:
        """Which state's JSON is shown."""
        return "given" if self._which["given"].isChecked() else "returned"

    def finish(self) -> None:
        """Take what is being typed."""
        self._json.take()

    def _show_json(self) -> None:
        view = self._view
        if view is None:
            return
        given = self.side == "given"
        self._json.show_json(view.given if given else view.returned, editable=given)

    def show_problems(self, problems: tuple[Problem, ...]) -> None:
        """Show what is wrong with the text."""
        self._problems.show_problems(problems)


def _choice(name: str, title: str, theme: Theme) -> QToolButton:
    name, font = f"discipline.json.{name}", theme.font(FontRole.SMALL)
    button = with_name(OneLineToolButton(), name, font=font)
    button.setText(title)
    button.setCheckable(True)
    button.setAutoExclusive(True)
    return button


def _tree_key(subject: str) -> str:
    """Return the part of the tree that a subject is about."""
    kind, _, rest = subject.partition(":")
    return f"field:{rest.rpartition(':')[2]}" if kind == "moved" else subject
