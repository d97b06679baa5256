"""The items and the steps of an assembly in two tabs, and its text in a third."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtWidgets import QWidget

from inspector.core.assembly import Assembly
from inspector.gui.theme import Theme
from inspector.gui.views.assembly.prompt_page import PromptPage
from inspector.gui.views.table_tabs import Tab, TableTabs
from inspector.language import localized, tr
from inspector.present.assembly.tables import item_table, step_table
from inspector.present.table import TableData


class AssemblyTable(StrEnum):
    """The tabs, by the names of their panels."""

    ITEMS = "assembly-items"
    STEPS = "assembly-steps"
    TEXT = "assembly-text"


TITLES = {
    AssemblyTable.ITEMS: tr("Items"),
    AssemblyTable.STEPS: tr("Steps"),
    AssemblyTable.TEXT: tr("Prompt text"),
}
_MAKERS = {AssemblyTable.ITEMS: item_table, AssemblyTable.STEPS: step_table}
TABLES = tuple(_MAKERS)
"""The tabs that are tables."""


class AssemblyTables(TableTabs[AssemblyTable, Assembly]):
    """Shows the tables of one assembly, and its text."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self._text = PromptPage(theme)
        tabs = {table: Tab(TITLES[table]) for table in TABLES}
        tabs[AssemblyTable.TEXT] = Tab(TITLES[AssemblyTable.TEXT], page=self._text)
        super().__init__(tabs, theme, parent)
        self._text.selected.connect(self._take_part)

    def _make(self, tab: AssemblyTable, source: Assembly) -> TableData | None:
        return table_of(tab, source) if tab in _MAKERS else None

    def _show_page(self, tab: AssemblyTable, source: Assembly) -> None:
        if tab is AssemblyTable.TEXT:
            self._text.show_assembly(source)
            self._text.select(self._subject)

    def _has(self, tab: AssemblyTable, subject: str) -> bool:
        # Who reads the text is not led away from it by what a chart or a field selects.
        return tab is AssemblyTable.TEXT or super()._has(tab, subject)

    def select(self, subject: str) -> None:
        """Make a subject current in the table in sight, and mark it in the text."""
        super().select(subject)
        self._text.select(subject)

    def _take_part(self, subject: str) -> None:
        if subject != self._subject:
            self._subject = subject
            self.selected.emit(subject)

    def show_source(self, source: Assembly) -> None:
        """Show another assembly, and how many items it has."""
        super().show_source(source)
        items = self.panel(AssemblyTable.ITEMS).data
        self._count(AssemblyTable.ITEMS, localized(items.row_count))

    def clear(self) -> None:
        """Show nothing: another session is open."""
        super().clear()
        self._text.forget()

    def set_theme(self, theme: Theme) -> None:
        """Draw in the theme's colours and fonts from now on."""
        super().set_theme(theme)
        self._text.set_theme(theme)


def table_of(table: AssemblyTable, assembly: Assembly) -> TableData:
    """Return a table of an assembly. Raises ``KeyError`` for the text."""
    return _MAKERS[table](assembly)
