"""A table said once: where its rows come from, and columns that each say what a row has in them.

From it follow its tab, its export, its name on the command line and its part of a picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a few thousand rows at most. ``name`` is that of the command line.

    ``rows`` gives them of a result, ``key`` names one by its place and itself. ``empty`` is said
    where it has none; ``tab`` names its panel, and ``file`` its export: "" is none.
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: Callable[[Any], Iterable[Any]]
    key: Callable[[int, Any], str]
    empty: str = ""
    tab: str = ""
    file: str = ""
    help: str = ""

    def data(self, result: Any) -> TableData:
        """Return the table of a result."""
        cells = [one.of or (lambda _row: None) for one in self.columns]
        rows = {
            self.key(place, row): [cell(row) for cell in cells]
            for place, row in enumerate(self.rows(result))
        }
        labels = {one.id: one.labels for one in self.columns if one.labels is not None}
        return row_table(self.columns, rows, labels)

    def has_rows(self, result: Any) -> bool:
        """Tell whether a result has rows for it."""
        return next(iter(self.rows(result)), None) is not None
