"""A table said once: where its rows come from, and columns that each say what a row has in them.

From it follow its tab, its export, its name on the command line and its part of a picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from inspector.present.table.data import Column, TableData
from inspector.present.table.row_table import row_table


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
