"""The tables of a page: how each is made, and which row is about a subject."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from inspector.gui.theme import Theme
from inspector.gui.views.table_tabs import Tab, TableTabs
from inspector.present.discipline.result_view import ResultView
from inspector.present.table import TableData


@dataclass(frozen=True, slots=True)
class TableSpec:
    """One table: its id, its title, what is said where it has no rows, and how it is made."""

    id: str
    title: str
    empty: str
    make: Callable[[ResultView], TableData]


class PageTables(TableTabs[str, ResultView]):
    """Shows tables of one result. The row of tabs is named ``{name}.tabs``.

    ``row_of`` returns the key of the row that is about a subject in a table.
    """

    def __init__(
        self,
        name: str,
        specs: Sequence[TableSpec],
        row_of: Callable[[TableData, str], str],
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        self._makers = {spec.id: spec.make for spec in specs}
        self._find_row = row_of
        tabs = {spec.id: Tab(spec.title, spec.empty) for spec in specs}
        super().__init__(tabs, theme, parent, name=f"{name}.tabs")

    def _make(self, tab: str, source: ResultView) -> TableData:
        return self._makers[tab](source)

    def _row_of(self, tab: str, subject: str) -> str:
        return self._find_row(self._panels[tab].data, subject) if subject else ""
