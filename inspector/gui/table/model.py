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
from inspector.present.table.snapshot import Groups, Heading, HeadingOf, plain_heading

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
    """A table and the lines to show of it; a row's position is its place among those.

    Lines are rows or headings of groups, as ``Groups.lines`` has them. No object exists per row:
    texts are made a page at a time, for pages that are looked at.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.table = _NO_TABLE
        self.lines: Rows = np.arange(0)
        self.heading_of: HeadingOf = plain_heading
        self._groups: Groups | None = None
        self._headings: dict[int, Heading] = {}
        self._pages: dict[tuple[int, int], list[str]] = {}

    def show(
        self,
        table: TableData,
        lines: Rows,
        groups: Groups | None = None,
        changed: Iterable[int] | None = None,
    ) -> None:
        """Show other lines, or the same in another order.

        Where as many lines stay of the same columns, views only repaint: a reset would have them
        lay out every row anew. ``changed`` are then the positions that do, all where it is None.
        """
        if len(lines) == len(self.lines) and table.columns == self.table.columns and len(lines):
            self.lines = lines
            self.refresh(table, range(len(lines)) if changed is None else changed, groups)
            return
        self.beginResetModel()
        self._take(table, groups)
        self.lines = lines
        self.endResetModel()

    def _take(self, table: TableData, groups: Groups | None) -> None:
        self.table, self._groups = table, groups
        self._pages.clear()
        self._headings.clear()

    def refresh(
        self, table: TableData, positions: Iterable[int], groups: Groups | None = None
    ) -> None:
        """Take new values for the lines that are shown; views repaint the given positions only.

        The table must have the same columns.
        """
        self._take(table, groups)
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
            lines = self.lines[page * _PAGE : (page + 1) * _PAGE]
            made = iter(cell_texts(self.table, self.table.columns[column], lines[lines >= 0]))
            texts = [next(made) if is_row else "" for is_row in (lines >= 0).tolist()]
            self._pages[column, page] = texts
        return texts[offset]

    def column(self, section: int) -> Column:
        """Return the column of a section."""
        return self.table.columns[section]

    def key(self, position: int) -> str:
        """Return the subject of a row, "" for a heading."""
        line = int(self.lines[position])
        return self.table.keys[line] if line >= 0 else ""

    def label(self, position: int) -> str | None:
        """Return the label of the group whose heading stands at a position, None for a row."""
        line = int(self.lines[position]) if position < len(self.lines) else 0
        return None if line >= 0 or self._groups is None else self._groups.labels[-1 - line]

    def is_folded(self, position: int) -> bool:
        """Tell whether the rows of the heading at a position are not shown."""
        return position + 1 >= len(self.lines) or int(self.lines[position + 1]) < 0

    def heading(self, position: int) -> Heading | None:
        """Return the heading at a position, None for a row."""
        label = self.label(position)
        if label is None or self._groups is None:
            return None
        group = -1 - int(self.lines[position])
        if group not in self._headings:
            rows = self._groups.rows_of(group)
            self._headings[group] = self.heading_of(self.table, label, rows)
        return self._headings[group]

    def position_of(self, row: int | None) -> int | None:
        """Return where a row of the table is shown, None where it is not."""
        if row is None:
            return None
        found = np.flatnonzero(self.lines == row)
        return int(found[0]) if len(found) else None

    def positions_of(self, rows: Rows) -> Rows:
        """Return where those of ``rows`` are shown that are, sorted."""
        wanted = np.zeros(self.table.row_count, np.bool_)
        wanted[rows] = True
        return np.flatnonzero(wanted[self.lines] & (self.lines >= 0))

    def rowCount(self, parent: Index = _ROOT) -> int:  # noqa: N802  # Qt's name
        """Return how many lines are shown."""
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = _ROOT) -> int:  # noqa: N802  # Qt's name
        """Return how many columns there are, hidden ones included."""
        return 0 if parent.isValid() else len(self.table.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a cell's text, its whole value as a tooltip, its side, or its row's subject."""
        if not index.isValid():
            return None
        heading = self.heading(index.row())
        if heading is not None:
            return self._of_heading(index, heading, role)
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

    def _of_heading(self, index: Index, heading: Heading, role: int) -> Any:
        """Return what a heading is called; with it, whether its rows are shown."""
        if role == Qt.ItemDataRole.ToolTipRole:
            return _as_tooltip(heading.detail)
        said = [heading.title, heading.detail]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            said.append(tr("folded") if self.is_folded(index.row()) else tr("unfolded"))
        elif role != Qt.ItemDataRole.DisplayRole:
            return None
        return ", ".join(part for part in said if part) if index.column() == 0 else ""

    def _tooltip(self, position: int, section: int) -> str:
        value = cell_value(self.table, self.column(section), int(self.lines[position]))
        is_whole = isinstance(value, str) and not self.column(section).words
        text = str(value) if is_whole else self.text(position, section)
        return _as_tooltip(text)


def _as_tooltip(text: str) -> str:
    if len(text) > _TOOLTIP_CHARACTERS:
        text = text[:_TOOLTIP_CHARACTERS] + "…"
    # Qt would take a text that looks like HTML for HTML.
    return f'<span style="white-space: pre-wrap">{in_markup(text)}</span>'


def _runs(positions: Iterable[int]) -> list[tuple[int, int]]:
    """Return the first and last of each run of neighbours. Positions must be sorted."""
    if isinstance(positions, range):
        return [(positions[0], positions[-1])]
    places = list(positions)
    if not places:
        return []
    breaks = [at for at, (a, b) in enumerate(pairwise(places), 1) if b != a + 1]
    starts, ends = [0, *breaks], [*breaks, len(places)]
    return [(places[s], places[e - 1]) for s, e in zip(starts, ends, strict=True)]
