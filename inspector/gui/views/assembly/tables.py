"""The items and the steps of an assembly in two tabs."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QTabBar, QVBoxLayout, QWidget

from inspector.core.assembly import Assembly
from inspector.gui.table import TablePanel
from inspector.gui.theme import Theme
from inspector.language import tr
from inspector.present.assembly.tables import item_table, step_table
from inspector.present.table import TableData


class AssemblyTable(StrEnum):
    """The tables, by the names of their panels."""

    ITEMS = "assembly-items"
    STEPS = "assembly-steps"


TITLES = {AssemblyTable.ITEMS: tr("Items"), AssemblyTable.STEPS: tr("Steps")}
_MAKERS = {AssemblyTable.ITEMS: item_table, AssemblyTable.STEPS: step_table}


class AssemblyTables(QWidget):
    """Shows the tables of one assembly; the tabs are named ``tabs``."""

    selected = Signal(str)
    """The subject of a row somebody moved to."""
    export_requested = Signal(object)
    """An ``ExportRequest`` of one of the tables."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._selected = ""
        self._tabs = QTabBar(self)
        self._tabs.setObjectName("tabs")
        self._tabs.setAccessibleName(tr("Tables"))
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._pages = QStackedWidget(self)
        self._panels: dict[AssemblyTable, TablePanel] = {}
        for table in AssemblyTable:
            panel = TablePanel(table.value, TITLES[table], theme.table_style(), self)
            panel.current_changed.connect(lambda key, table=table: self._take_current(table, key))
            panel.export_requested.connect(self.export_requested)
            self._panels[table] = panel
            self._tabs.addTab(TITLES[table])
            self._pages.addWidget(panel)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._tabs)
        layout.addWidget(self._pages, 1)
        self._tabs.currentChanged.connect(self._turn_to)

    @property
    def current(self) -> AssemblyTable:
        """The table that is in sight."""
        return list(AssemblyTable)[self._tabs.currentIndex()]

    def set_assembly(self, assembly: Assembly) -> None:
        """Show another assembly."""
        for table, panel in self._panels.items():
            panel.set_data(table_of(table, assembly))
        rows = self._panels[AssemblyTable.ITEMS].data.row_count
        self._tabs.setTabText(0, f"{TITLES[AssemblyTable.ITEMS]} {rows:,}")
        self._panels[self.current].select_key(self._selected)

    def set_theme(self, theme: Theme) -> None:
        """Draw in the theme's colours and fonts from now on."""
        for panel in self._panels.values():
            panel.set_style(theme.table_style())

    def select(self, subject: str) -> None:
        """Make a subject current in the table in sight, or in the one that has it."""
        if subject == self._selected:
            return
        self._selected = subject
        if subject and self._panels[self.current].data.row_of(subject) is None:
            for place, panel in enumerate(self._panels.values()):
                if panel.data.row_of(subject) is not None:
                    self._tabs.setCurrentIndex(place)
        self._panels[self.current].select_key(subject)

    def show_rows(self, filter_text: str) -> None:
        """Bring the items in sight, filtered."""
        self._tabs.setCurrentIndex(0)
        self._panels[AssemblyTable.ITEMS].set_filter(filter_text)

    def _turn_to(self, place: int) -> None:
        self._pages.setCurrentIndex(place)
        self._panels[self.current].select_key(self._selected)

    def _take_current(self, table: AssemblyTable, key: str) -> None:
        # A table that has lost its current row says "": what is selected elsewhere stays.
        if table is self.current and key and key != self._selected:
            self._selected = key
            self.selected.emit(key)

    def view_state(self) -> dict[str, Any]:
        """Return which table is in sight and how each is arranged."""
        arranged = {table.value: panel.view_state() for table, panel in self._panels.items()}
        return {"table": self.current.value, "tables": arranged}

    def restore_view_state(self, saved: Any) -> None:
        """Arrange the tables as they were. What cannot be read is as it was at first."""
        if not isinstance(saved, Mapping):
            return
        arranged = saved.get("tables")
        if isinstance(arranged, Mapping):
            for table, panel in self._panels.items():
                if table.value in arranged:
                    panel.restore_view_state(arranged[table.value])
        if saved.get("table") in list(AssemblyTable):
            self._tabs.setCurrentIndex(list(AssemblyTable).index(AssemblyTable(saved["table"])))


def table_of(table: AssemblyTable, assembly: Assembly) -> TableData:
    """Return a table of an assembly."""
    return _MAKERS[table](assembly)
