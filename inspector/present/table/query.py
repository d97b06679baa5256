"""What someone wants to see of a table, and the rows that follow from it.

Which rows a filter keeps.

Stable order by columns of numbers, several times as fast as a stable sort of the library.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.present.table.data import Mask, Numbers, Rows, TableData
from inspector.present.table.filter_reading import Filter, UnusableFilterError, read_filter
from inspector.present.table.filter_terms import (
    All,
    Compare,
    Either,
    Find,
    HasValue,
    Node,
    Not,
    NumberIn,
    TextIs,
    TextTest,
)
from inspector.present.table.index import TableIndex


def matching(filter_: Filter, data: TableData, index: TableIndex) -> Mask:
    """Return which rows the filter keeps. It must have been read for the columns of ``data``."""
    return _mask(filter_.node, data, index)


def _mask(node: Node, data: TableData, index: TableIndex) -> Mask:
    match node:
        case All():
            return reduce(np.logical_and, (_mask(part, data, index) for part in node.parts))
        case Either():
            return reduce(np.logical_or, (_mask(part, data, index) for part in node.parts))
        case Not():
            return ~_mask(node.part, data, index)
        case Find():
            return _found(node, data, index)
        case TextIs():
            return _text(node, data, index)
        case NumberIn():
            return _number(node, data)
        case HasValue():
            known = index.known(data, node.column)
            return np.ones(data.row_count, np.bool_) if known is None else known
        case Compare():
            raise TypeError("a filter is read against its columns before it is applied")


def _found(node: Find, data: TableData, index: TableIndex) -> Mask:
    mask = np.zeros(data.row_count, np.bool_)
    for column in data.columns:
        if column.finds_words:
            mask |= index.texts_containing(data, column.id, node.text)
    return mask


def _text(node: TextIs, data: TableData, index: TableIndex) -> Mask:
    match node.test:
        case TextTest.CONTAINS:
            return index.texts_containing(data, node.column, node.text)
        case TextTest.BEGINS:
            return index.texts_starting_with(data, node.column, node.text)
        case TextTest.EQUALS:
            return index.texts_equal_to(data, node.column, node.text)


def _number(node: NumberIn, data: TableData) -> Mask:
    numbers = data.whole(node.column)
    if not isinstance(numbers, Numbers):
        raise TypeError(f"{node.column} holds no numbers")
    values = numbers.values
    mask = numbers.known()
    mask = np.ones(len(values), np.bool_) if mask is None else mask.copy()
    if node.low is not None:
        mask &= values > node.low if node.low_open else values >= node.low
    if node.high is not None:
        mask &= values < node.high if node.high_open else values <= node.high
    return mask


_HALF = np.uint64(32)
_LOW_HALF = np.uint64(2**32 - 1)
_ALL_BITS = 2**64 - 1


def order_by(keys: Sequence[NDArray[Any]]) -> NDArray[np.intp]:
    """Return the places of rows sorted by ``keys``, the first counting most; ties keep their order.

    Keys hold integers, yes or no, or finite floats, all of one length below 2^32.
    """
    order = _stable(keys[-1])
    for key in reversed(keys[:-1]):
        order = order[_stable(key[order])]
    return order


def _stable(key: NDArray[Any]) -> NDArray[np.intp]:
    """Sort key and place as one number: all differ, so that any fast sort is a stable one."""
    if not len(key):
        return np.zeros(0, np.intp)
    if key.dtype.itemsize == 1:
        return np.argsort(key, kind="stable")  # by counting, which no other sort is faster than
    low = int(key.min()) if key.dtype.kind != "f" else None
    if low is None or int(key.max()) - low > int(_LOW_HALF):
        key, low = _ranks(key), 0
    # Differences are right even where the subtraction wraps around.
    packed = (key.astype(np.uint64) - np.uint64(low & _ALL_BITS)) << _HALF
    packed |= np.arange(len(key), dtype=np.uint64)
    packed.sort()
    return (packed & _LOW_HALF).astype(np.intp)


def _ranks(key: NDArray[Any]) -> NDArray[np.intp]:
    """Return numbers without gaps that order as the key does."""
    order = np.argsort(key)
    ordered = key[order]
    ranks = np.empty(len(key), np.intp)
    ranks[order] = np.cumsum(np.concatenate(([False], ordered[1:] != ordered[:-1])))
    return ranks


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
