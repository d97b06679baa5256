"""A table with what is asked of it and the rows that follow, as one frozen value."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from inspector.core.problems import Problem
from inspector.present.table.changes import diff_visible
from inspector.present.table.data import Rows, TableData
from inspector.present.table.filter_reading import Filter, read_filter
from inspector.present.table.index import TableIndex
from inspector.present.table.query import SortKey, depends_on_changes, rows_for


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """What is shown: ``rows`` of ``data``, kept by ``filter`` and sorted by ``sort``.

    ``text`` is the filter as written. ``problems`` are those of the text that was tried last,
    which is not the one in use where it had an error.
    """

    data: TableData
    rows: Rows
    sort: tuple[SortKey, ...] = ()
    text: str = ""
    filter: Filter | None = None
    problems: tuple[Problem, ...] = ()

    def with_filter(self, text: str, index: TableIndex) -> Snapshot:
        """Return the snapshot under another filter; one with an error changes only the problems."""
        reading = read_filter(text, self.data)
        if not reading.usable:
            return replace(self, problems=reading.problems)
        rows = rows_for(self.data, reading.filter, self.sort, index)
        return replace(self, rows=rows, text=text, filter=reading.filter, problems=reading.problems)

    def with_sort(self, sort: tuple[SortKey, ...], index: TableIndex) -> Snapshot:
        """Return the snapshot in another order."""
        return replace(self, rows=rows_for(self.data, self.filter, sort, index), sort=sort)

    def with_data(self, data: TableData, index: TableIndex) -> Snapshot:
        """Return the snapshot of other data under the same filter and sort.

        Rows are worked out again only where the change can move them. A filter that the new
        columns do not know is given up; its problems say so.
        """
        same = self.data.columns == data.columns and self.data.same_subjects(data)
        if same and not depends_on_changes(self.sort, self.filter, self.data, data):
            return replace(self, data=data)
        reading = read_filter(self.text, data)
        rows = rows_for(data, reading.filter, self.sort, index)
        if same and np.array_equal(rows, self.rows):
            rows = self.rows
        return Snapshot(
            data=data,
            rows=rows,
            sort=self.sort,
            text=self.text if reading.usable else "",
            filter=reading.filter,
            problems=reading.problems,
        )

    def keeps_places_of(self, other: Snapshot) -> bool:
        """Tell whether both show the same subjects in the same places, in the same columns."""
        return self.rows is other.rows and self.data.columns == other.data.columns

    def changed_positions(self, old: Snapshot, shown: range, columns: Collection[str]) -> Rows:
        """Return which of the shown positions differ from an old snapshot of the same places.

        Only values of the columns in sight count.
        """
        rows = self.rows[shown.start : shown.stop]
        changed = diff_visible(old.data, self.data, rows, columns)
        return np.flatnonzero(np.isin(rows, changed)) + shown.start


EMPTY = Snapshot(TableData((), (), {}), np.arange(0))
