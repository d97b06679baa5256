"""Small tables made of rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from inspector.present.table import Codes, Column, Flags, Kind, Numbers, TableData, Texts, Values


def row_table(
    columns: tuple[Column, ...], rows: Mapping[str, Sequence[Any]], labels: Mapping[str, Any] = {}
) -> TableData:
    """Return a table of a few thousand rows at most, by their keys; None is "no value".

    ``labels`` gives the order of labels of a column that has one; else they are sorted as they
    first occur.
    """
    values = {
        column.id: _values(column, [row[place] for row in rows.values()], labels.get(column.id))
        for place, column in enumerate(columns)
    }
    return TableData(columns, tuple(rows), values)


def _values(column: Column, cells: list[Any], labels: Sequence[str] | None) -> Values:
    if column.kind is Kind.TEXT:
        return Texts([cell or "" for cell in cells])
    if column.kind is Kind.FLAG:
        return Flags(np.array(cells, dtype=np.bool_))
    if column.kind is Kind.ENUM:
        known = tuple(labels) if labels is not None else tuple(dict.fromkeys(cells)) or ("",)
        place = {label: number for number, label in enumerate(known)}
        return Codes(np.array([place[cell or ""] for cell in cells], dtype=np.uint16), known)
    present = np.array([cell is not None for cell in cells], dtype=np.bool_)
    numbers = [0 if cell is None else cell for cell in cells]
    if column.kind is Kind.INTEGER:
        return Numbers(np.array(numbers, dtype=np.int64), present)
    return Numbers(np.array(numbers, dtype=np.float64), present)
