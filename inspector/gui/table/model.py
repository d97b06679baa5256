"""The table as Qt asks for it: texts of the rows in sight, nothing for the rest."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import numpy as np
from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from inspector.core.text import in_markup
from inspector.language import tr
from inspector.present.table import Align, Column, Rows, TableData, cell_texts, cell_value

KEY_ROLE = Qt.ItemDataRole.UserRole

_PAGE = 32  # rows whose texts are made at once
_MAX_PAGES = 1000
_TOOLTIP_CHARACTERS = 2000
_ALIGNMENT = {
    Align.LEFT: Qt.AlignmentFlag.AlignLeft,
    Align.RIGHT: Qt.AlignmentFlag.AlignRight,
    Align.CENTER: Qt.AlignmentFlag.AlignHCenter,
}

Index = QModelIndex | QPersistentModelIndex
_NO_TABLE = TableData((), (), {})
_ROOT = QModelIndex()


class TableModel(QAbstractTableModel):
    """A table and the rows to show of it; a row's position is its place among those.

    No object exists per row: texts are made a page at a time, for pages that are looked at.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.table = _NO_TABLE
        self.rows: Rows = np.arange(0)
        self._pages: dict[tuple[int, int], list[str]] = {}

    def show(self, table: TableData, rows: Rows) -> None:
        """Show other rows, or the same in another order."""
        self.beginResetModel()
        self.table, self.rows = table, rows
        self._pages.clear()
        self.endResetModel()

    def refresh(self, table: TableData, positions: Iterable[int]) -> None:
        """Take new values for the rows that are shown; views repaint the given positions only.

        The table must have the same subjects in the same rows, in the same columns.
        """
        self.table = table
        self._pages.clear()
        last = len(table.columns) - 1
        for first, final in _runs(positions):
            self.dataChanged.emit(self.index(first, 0), self.index(final, last))

    def text(self, position: int, column: int) -> str:
        """Return what a cell shows."""
        page, offset = divmod(position, _PAGE)
        texts = self._pages.get((column, page))
        if texts is None:
            if len(self._pages) > _MAX_PAGES:
                self._pages.clear()
            rows = self.rows[page * _PAGE : (page + 1) * _PAGE]
            texts = cell_texts(self.table, self.table.columns[column], rows)
            self._pages[column, page] = texts
        return texts[offset]

    def column(self, section: int) -> Column:
        """Return the column of a section."""
        return self.table.columns[section]

    def key(self, position: int) -> str:
        """Return the subject of a row."""
        return self.table.keys[int(self.rows[position])]

    def position_of(self, row: int | None) -> int | None:
        """Return where a row of the table is shown, None where it is not."""
        if row is None:
            return None
        found = np.flatnonzero(self.rows == row)
        return int(found[0]) if len(found) else None

    def positions_of(self, rows: Rows) -> Rows:
        """Return where those of ``rows`` are shown that are, sorted."""
        wanted = np.zeros(self.table.row_count, np.bool_)
        wanted[rows] = True
        return np.flatnonzero(wanted[self.rows])

    def rowCount(self, parent: Index = _ROOT) -> int:  # noqa: N802  # Qt's name
        """Return how many rows are shown."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = _ROOT) -> int:  # noqa: N802  # Qt's name
        """Return how many columns there are, hidden ones included."""
        return 0 if parent.isValid() else len(self.table.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a cell's text, its whole value as a tooltip, its side, or its row's subject."""
        if not index.isValid():
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.text(index.row(), index.column())
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = _ALIGNMENT[self.column(index.column()).alignment]
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tooltip(index.row(), index.column())
        if role == KEY_ROLE:
            return self.key(index.row())
        return None

    def headerData(  # noqa: N802  # Qt's name
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        """Return a column's title, or its help as a tooltip."""
        if orientation != Qt.Orientation.Horizontal or section >= len(self.table.columns):
            return None
        column = self.column(section)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return tr(column.title)
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole):
            return tr(column.help)
        return None

    def _tooltip(self, position: int, section: int) -> str:
        value = cell_value(self.table, self.column(section), int(self.rows[position]))
        text = value if isinstance(value, str) else self.text(position, section)
        if len(text) > _TOOLTIP_CHARACTERS:
            text = text[:_TOOLTIP_CHARACTERS] + "…"
        # Qt would take a text that looks like HTML for HTML.
        return f'<span style="white-space: pre-wrap">{in_markup(text)}</span>'


def _runs(positions: Iterable[int]) -> list[tuple[int, int]]:
    """Return the first and last of each run of neighbours. Positions must be sorted."""
    places = list(positions)
    if not places:
        return []
    breaks = [at for at, (a, b) in enumerate(pairwise(places), 1) if b != a + 1]
    starts, ends = [0, *breaks], [*breaks, len(places)]
    return [(places[s], places[e - 1]) for s, e in zip(starts, ends, strict=True)]
