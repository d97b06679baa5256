"""The items and the steps of an assembly in two tabs."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtWidgets import QWidget

from inspector.core.assembly import Assembly
from inspector.gui.theme import Theme
from inspector.gui.views.table_tabs import Tab, TableTabs
from inspector.language import localized, tr
from inspector.present.assembly.tables import item_table, step_table
from inspector.present.table import TableData


class AssemblyTable(StrEnum):
    """The tables, by the names of their panels."""

    ITEMS = "assembly-items"
    STEPS = "assembly-steps"


TITLES = {AssemblyTable.ITEMS: tr("Items"), AssemblyTable.STEPS: tr("Steps")}
_MAKERS = {AssemblyTable.ITEMS: item_table, AssemblyTable.STEPS: step_table}


class AssemblyTables(TableTabs[AssemblyTable, Assembly]):
    """Shows the tables of one assembly."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__({table: Tab(TITLES[table]) for table in AssemblyTable}, theme, parent)

    def _make(self, tab: AssemblyTable, source: Assembly) -> TableData:
        return table_of(tab, source)

    def show_source(self, source: Assembly) -> None:
        """Show another assembly, and how many items it has."""
        super().show_source(source)
        items = self.panel(AssemblyTable.ITEMS).data
        self._count(AssemblyTable.ITEMS, localized(items.row_count))


def table_of(table: AssemblyTable, assembly: Assembly) -> TableData:
    """Return a table of an assembly."""
    return _MAKERS[table](assembly)
