"""What the pages of the lens are made of. The series of turns: sizes over time, and warnings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtWidgets import QPushButton, QSplitter, QStackedWidget, QWidget

from inspector.gui.boxes import STRETCH, USUAL, HBox, VBox, split, text_label, with_name
from inspector.gui.columns import line
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.drawing_view import DrawingView
from inspector.gui.views.stage_lens import restore_sizes
from inspector.gui.views.table_tabs import SpecTables
from inspector.language import tr
from inspector.present.drawing import Drawing, Measure
from inspector.present.table import TableData
from inspector.stages.discipline.charts import series_drawing
from inspector.stages.discipline.result_view import ResultView
from inspector.stages.discipline.tables import TURNS, WARNINGS
from inspector.stages.discipline.words import series_summary

_SIZES = (430, 240)
_NOTHING = tr(
    "There is no series of turns yet.\n\nOpen or drop a log with one line of metrics a turn"
    " (JSONL), or add the hot state in sight as a turn."
)

Said = tuple[str, str, SignalInstance, str]


class Page(QWidget):
    """A page of the lens: parts with dividers between them, and tables."""

    selected = Signal(str)
    open_asked = Signal()
    """Somebody wants to open a file for it."""

    tables: SpecTables[ResultView]
    _kept: Mapping[str, QSplitter]
    """What has sizes to be kept, by the names that they are saved under."""

    def _buttons(self, prefix: str, *said: Said) -> list[QPushButton]:
        """Return buttons, each with its name, its title, what it tells and its tip."""
        made = []
        for name, title, signal, tip in said:
            button = with_name(QPushButton(title, self), f"{prefix}.{name}", tip=tip)
            button.clicked.connect(signal)
            made.append(button)
        return made

    def _invitation(self, name: str, text: str, *said: Said) -> QWidget:
        """Return what is shown where there is nothing yet: what could be done."""
        page = QWidget(self)
        label = text_label(name, page, text, role="muted")
        label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        below = [(one, 0, Qt.AlignmentFlag.AlignCenter) for one in self._buttons(name, *said)]
        VBox(page, margins=USUAL).hold(STRETCH, label, *below, STRETCH)
        return page

    def view_state(self) -> dict[str, Any]:
        """Return sizes and tables."""
        sizes = {name: one.sizes() for name, one in self._kept.items()}
        return {**sizes, "tables": self.tables.view_state()}

    def restore_view_state(self, saved: Any) -> None:
        """Take what was saved, if that is what it is."""
        if isinstance(saved, Mapping):
            for name, one in self._kept.items():
                restore_sizes(one, saved.get(name))
            self.tables.restore_view_state(saved.get("tables"))


class TurnsPage(Page):
    """Shows a series of turns."""

    add_asked = Signal()

    chart: DrawingView
    """The lines of the series."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._view: ResultView | None = None
        self._title = text_label("discipline.series.title", self, font=theme.font(FontRole.STRONG))
        self._kinds = text_label(
            "discipline.series.kinds", self, role="muted", font=theme.font(FontRole.SMALL)
        )
        self.chart = DrawingView("discipline.series", tr("Turns"), theme, self, grows=True)
        self.tables = SpecTables[ResultView](
            "discipline.turns",
            (WARNINGS, TURNS),
            theme,
            self,
            made=lambda table, view: view.table(table),
            row_of=self._row_of,
        )
        said = (
            ("open", tr("Open a series…"), self.open_asked, tr("Reads a log of metrics.")),
            (
                "add",
                tr("Add this state as a turn"),
                self.add_asked,
                tr("Measures the hot state in sight."),
            ),
        )
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self._invitation("discipline.turns.nothing", _NOTHING, *said))
        self._pages.addWidget(self._whole(*said))
        VBox(self).hold(self._pages)
        self.chart.selected.connect(self.selected)
        self.tables.selected.connect(self.selected)

    def _whole(self, *said: Said) -> QWidget:
        page = QWidget(self)
        first = HBox(spacing=8).hold((self._title, 1), *self._buttons("discipline.turns", *said))
        upper = QWidget(page)
        VBox(upper, margins=(16, 12, 16, 8), spacing=4).hold(first, self._kinds, (self.chart, 1))
        rows = split(Qt.Orientation.Vertical, _SIZES, upper, self.tables)
        VBox(page, spacing=0).hold(line(page), (rows, 1))
        self._kept = {"rows": rows}
        return page

    def set_view(self, view: ResultView) -> None:
        """Show another result."""
        self._view = view
        turns = view.result.session.discipline.turns
        self._pages.setCurrentIndex(1 if turns else 0)
        can_add = view.result.report is not None
        for name in ("discipline.turns.add", "discipline.turns.nothing.add"):
            button = self.findChild(QPushButton, name)
            if button is not None:
                button.setEnabled(can_add)
        title, _, kinds = series_summary(turns, view.result.regressions).partition(": ")
        self._title.setText(title)
        self._kinds.setText(kinds)
        self._kinds.setVisible(bool(kinds))
        self.chart.show_picture(lambda *asked: self._picture(view, *asked))
        self.tables.show_source(view)

    def _picture(
        self, view: ResultView, width: float, height: float, measure: Measure, key: str
    ) -> Drawing:
        place = self._turn_of(view, key)
        return series_drawing(view.series, width, height, measure, place)

    def select(self, subject: str) -> None:
        """Select a turn or a warning in chart and tables."""
        view = self._view
        turn = None if view is None else self._turn_of(view, subject)
        self.chart.select_key("" if turn is None else f"turn:{turn}")
        self.tables.select(subject)

    @staticmethod
    def _turn_of(view: ResultView, key: str) -> int | None:
        """Return the place of the turn that a key is about."""
        kind, _, number = key.partition(":")
        if not number.isdecimal():
            return None
        place = int(number)
        if kind == "warning" and place < len(view.result.regressions):
            return view.result.regressions[place].turn
        return place if kind == "turn" else None

    def _row_of(self, data: TableData, subject: str) -> str:
        """Return the row about a subject: a warning's turn, and a turn's first warning."""
        if data.row_of(subject) is not None:
            return subject
        view = self._view
        turn = None if view is None else self._turn_of(view, subject)
        if view is None or turn is None:
            return ""
        if data.row_of(f"turn:{turn}") is not None:
            return f"turn:{turn}"
        places = (n for n, one in enumerate(view.result.regressions) if one.turn == turn)
        first = next(places, None)
        return (
            "" if first is None or data.row_of(f"warning:{first}") is None else f"warning:{first}"
        )
