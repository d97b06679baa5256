"""Which rows look different after a change, so that only they are painted again."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from inspector.present.table.cells import cell_values
from inspector.present.table.data import Rows, TableData


def diff_visible(
    old: TableData, new: TableData, rows: Rows, columns: Collection[str] | None = None
) -> Rows:
    """Return those of ``rows`` in which any value differs, in their order.

    Only values of ``columns`` count, None means all. Both tables must have the same subjects in
    the same rows. Where the columns themselves changed, every row differs; values that both tables
    share are not looked at.
    """
    if old.columns != new.columns:
        return rows
    changed = np.zeros(len(rows), np.bool_)
    for column in new.columns:
        looked_at = columns is None or column.id in columns
        if looked_at and not new.shares(old, column.id):
            before = cell_values(old, column, rows)
            after = cell_values(new, column, rows)
            changed |= np.array([a != b for a, b in zip(before, after, strict=True)], np.bool_)
    return rows[changed]
