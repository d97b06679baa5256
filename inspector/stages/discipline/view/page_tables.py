"""A series of turns: three sizes over time with their limits, and the warnings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QStackedWidget, QWidget

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


class TurnsPage(QWidget):
    """Shows a series of turns."""

    selected = Signal(str)
    open_asked = Signal()
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
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self._nothing())
        self._pages.addWidget(self._whole())
        VBox(self).hold(self._pages)
        self.chart.selected.connect(self.selected)
        self.tables.selected.connect(self.selected)

    def _buttons(self, prefix: str) -> list[QPushButton]:
        made = []
        for name, title, signal, tip in (
            ("open", tr("Open a series…"), self.open_asked, tr("Reads a log of metrics.")),
            (
                "add",
                tr("Add this state as a turn"),
                self.add_asked,
                tr("Measures the hot state in sight."),
            ),
        ):
            button = with_name(QPushButton(title, self), f"{prefix}.{name}", tip=tip)
            button.clicked.connect(signal)
            made.append(button)
        return made

    def _nothing(self) -> QWidget:
        page = QWidget(self)
        text = text_label("discipline.turns.nothing", page, _NOTHING, role="muted")
        text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        layout = VBox(page, margins=USUAL).hold(STRETCH, text)
        for button in self._buttons("discipline.turns.nothing"):
            layout.addWidget(button, 0, Qt.AlignmentFlag.AlignCenter)
        layout.addStretch(1)
        return page

    def _whole(self) -> QWidget:
        page = QWidget(self)
        first = HBox(spacing=8).hold((self._title, 1), *self._buttons("discipline.turns"))
        upper = QWidget(page)
        VBox(upper, margins=(16, 12, 16, 8), spacing=4).hold(first, self._kinds, (self.chart, 1))
        self._rows = split(Qt.Orientation.Vertical, _SIZES, upper, self.tables)
        VBox(page, spacing=0).hold(line(page), (self._rows, 1))
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

    def view_state(self) -> dict[str, Any]:
        """Return heights and tables."""
        return {"rows": self._rows.sizes(), "tables": self.tables.view_state()}

    def restore_view_state(self, saved: Any) -> None:
        """Take what was saved, if that is what it is."""
        if isinstance(saved, Mapping):
            restore_sizes(self._rows, saved.get("rows"))
            self.tables.restore_view_state(saved.get("tables"))
