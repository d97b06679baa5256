"""Tables in tabs; a table's rows are made when it is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QTabBar, QVBoxLayout, QWidget

from inspector.gui.columns import line
from inspector.gui.table import TablePanel
from inspector.gui.theme import Theme
from inspector.language import tr
from inspector.present.discipline.result_view import ResultView
from inspector.present.table import TableData


@dataclass(frozen=True, slots=True)
class TableSpec:
    """One table: its id, its title, what is said where it has no rows, and how it is made."""

    id: str
    title: str
    empty: str
    make: Callable[[ResultView], TableData]


class TableTabs(QWidget):
    """Shows tables of one result. Panels are named by their ids, the row of tabs ``{name}.tabs``.

    ``row_of`` returns the key of the row that is about a subject in a table.
    """

    selected = Signal(str)
    """The key of a row somebody moved to."""
    export_requested = Signal(object)
    """An ``ExportRequest`` of one of the tables."""

    def __init__(
        self,
        name: str,
        specs: Sequence[TableSpec],
        row_of: Callable[[TableData, str], str],
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._specs = tuple(specs)
        self._row_of = row_of
        self._view: ResultView | None = None
        self._shown: dict[str, ResultView] = {}
        self._subject = ""
        self._telling = True
        style = theme.table_style()
        self._tabs = QTabBar(self)
        self._tabs.setObjectName(f"{name}.tabs")
        self._tabs.setAccessibleName(tr("Tables"))
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._pages = QStackedWidget(self)
        self._pages.setContentsMargins(8, 8, 8, 0)
        self._panels: dict[str, TablePanel] = {}
        for spec in self._specs:
            panel = TablePanel(spec.id, spec.title, style, self)
            panel.set_empty_text(spec.empty)
            panel.current_changed.connect(lambda key, table=spec.id: self._take_current(table, key))
            panel.export_requested.connect(self.export_requested)
            self._panels[spec.id] = panel
            self._tabs.addTab(spec.title)
            self._pages.addWidget(panel)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._tabs)
        layout.addWidget(line(self))
        layout.addWidget(self._pages, 1)
        self._tabs.setVisible(len(self._specs) > 1)
        self._tabs.currentChanged.connect(self._turn_to)

    @property
    def current(self) -> str:
        """The id of the table that is in sight."""
        return self._specs[self._tabs.currentIndex()].id

    def table(self, table: str) -> TableData | None:
        """Return a table of the result that is shown, None while there is none."""
        if self._view is None:
            return None
        return next(spec for spec in self._specs if spec.id == table).make(self._view)

    def set_view(self, view: ResultView) -> None:
        """Show another result; tables that are not in sight are made when they are."""
        self._view = view
        self._refresh(self.current)

    def select(self, subject: str) -> None:
        """Make a subject current in the table in sight, else in the first that has it."""
        self._subject = subject
        if subject and not self._has(self.current, subject):
            for spec in self._specs:
                if self._has(spec.id, subject):
                    self.turn_to(spec.id)
                    break
        self._select_row(self.current)

    def turn_to(self, table: str) -> None:
        """Bring a table in sight."""
        self._tabs.setCurrentIndex([spec.id for spec in self._specs].index(table))

    def focus_filter(self) -> None:
        """Go to the filter of the table in sight."""
        self._panels[self.current].focus_filter()

    def set_theme(self, theme: Theme) -> None:
        """Draw in the theme's colours and fonts from now on."""
        style = theme.table_style()
        for panel in self._panels.values():
            panel.set_style(style)

    def _has(self, table: str, subject: str) -> bool:
        self._refresh(table)
        return bool(self._row_of(self._panels[table].data, subject))

    def _refresh(self, table: str) -> None:
        if self._view is None or self._shown.get(table) is self._view:
            return
        self._shown[table] = self._view
        data = self.table(table)
        if data is not None:
            self._telling = False
            self._panels[table].set_data(data)
            self._telling = True
            self._select_row(table)

    def _select_row(self, table: str) -> None:
        panel = self._panels[table]
        self._telling = False
        panel.select_key(self._row_of(panel.data, self._subject) if self._subject else "")
        self._telling = True

    def _turn_to(self, place: int) -> None:
        table = self._specs[place].id
        self._refresh(table)
        self._pages.setCurrentIndex(place)
        self._select_row(table)

    def _take_current(self, table: str, key: str) -> None:
        if self._telling and table == self.current and key and key != self._subject:
            self._subject = key
            self.selected.emit(key)

    def view_state(self) -> dict[str, Any]:
        """Return which table is in sight and how each is arranged."""
        arranged = {table: panel.view_state() for table, panel in self._panels.items()}
        return {"table": self.current, "tables": arranged}

    def restore_view_state(self, saved: Any) -> None:
        """Arrange the tables as they were. What cannot be read is as it was at first."""
        if not isinstance(saved, Mapping):
            return
        arranged = saved.get("tables")
        if isinstance(arranged, Mapping):
            for table, panel in self._panels.items():
                if table in arranged:
                    panel.restore_view_state(arranged[table])
        if saved.get("table") in self._panels:
            self.turn_to(str(saved["table"]))
