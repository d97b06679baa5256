"""What someone wants to see of a table, and the rows that follow from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.present.table.data import Rows, TableData
from inspector.present.table.filter_match import matching
from inspector.present.table.filter_reading import Filter, UnusableFilterError, read_filter
from inspector.present.table.index import TableIndex
from inspector.present.table.ordering import order_by


@dataclass(frozen=True, slots=True)
class SortKey:
    """A column to sort by."""

    column: str
    descending: bool = False


@dataclass(frozen=True, slots=True)
class TableQuery:
    """What to show: the first sort key counts most; ``columns`` are the visible ones, in order.

    No columns means those that are visible by default; no sort key means the table's own order.
    """

    sort: tuple[SortKey, ...] = ()
    filter: str = ""
    columns: tuple[str, ...] = ()

    def columns_of(self, data: TableData) -> tuple[str, ...]:
        """Return the ids of the visible columns that the table has, in order."""
        known = {column.id for column in data.columns}
        if not self.columns:
            return tuple(column.id for column in data.columns if column.visible)
        return tuple(column for column in self.columns if column in known)


def visible_rows(data: TableData, query: TableQuery, index: TableIndex | None = None) -> Rows:
    """Return the rows to show, in order. Without ``index`` texts are prepared for this call only.

    Raises ``UnusableFilterError`` where the filter has an error; ``read_filter`` tells beforehand.
    """
    reading = read_filter(query.filter, data)
    if not reading.usable:
        raise UnusableFilterError(reading.problems)
    return rows_for(data, reading.filter, query.sort, index or TableIndex())


def rows_for(
    data: TableData, filter_: Filter | None, sort: Sequence[SortKey], index: TableIndex
) -> Rows:
    """Return the rows that a filter keeps, sorted; rows that tie stay in the table's order.

    Rows without a value come last in both directions. Sort keys of columns that the table does
    not have are passed over.
    """
    if filter_ is None:
        rows: Rows = np.arange(data.row_count)
    else:
        rows = np.flatnonzero(matching(filter_, data, index))
    known = {column.id for column in data.columns}
    keys: list[NDArray[Any]] = []
    for key in sort:
        if key.column in known:
            keys += _sort_arrays(data, key, rows, index)
    return rows[order_by(keys)] if keys else rows


def _sort_arrays(
    data: TableData, key: SortKey, rows: Rows, index: TableIndex
) -> list[NDArray[Any]]:
    """Return arrays to sort by, the weightier first: whether there is a value, then the value."""
    everything = len(rows) == data.row_count
    values = index.order(data, key.column)
    if not everything:
        values = values[rows]
    if key.descending:
        # For integers the complement turns the order without overflow.
        values = -values if values.dtype.kind == "f" else ~values
    is_flag = values.dtype.kind == "b"  # for a flag, no is as good a value as yes
    known = None if is_flag else index.known(data, key.column)
    if known is None:
        return [values]
    missing = ~known if everything else ~known[rows]
    # What stands where there is no value must not order those rows among themselves.
    return [missing, np.where(missing, 0, values)] if missing.any() else [values]


def depends_on_changes(
    sort: Sequence[SortKey], filter_: Filter | None, old: TableData, new: TableData
) -> bool:
    """Tell whether the rows to show may differ between two tables of the same subjects."""
    columns = {key.column for key in sort} | (filter_.columns if filter_ else set())
    return not all(new.shares(old, column) for column in columns)
