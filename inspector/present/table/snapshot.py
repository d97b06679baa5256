"""A table with what is asked of it and the rows that follow, as one frozen value."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from inspector.core.problems import Problem
from inspector.present.table.cells import diff_visible
from inspector.present.table.data import Rows, TableData
from inspector.present.table.filter_reading import Filter, read_filter
from inspector.present.table.grouping import Groups, grouped
from inspector.present.table.index import TableIndex
from inspector.present.table.query import SortKey, depends_on_changes, rows_for


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """What is shown: ``rows`` of ``data``, kept by ``filter`` and sorted by ``sort``.

    ``text`` is the filter as written. ``problems`` are those of the text that was tried last,
    which is not the one in use where it had an error. Where ``group`` names a column of labels,
    rows stand in ``groups``, of which those in ``folded`` show their heading only; ``lines`` is
    what stands where, as ``Groups.lines`` has it. Without groups lines are rows.
    """

    data: TableData
    rows: Rows
    lines: Rows
    sort: tuple[SortKey, ...] = ()
    text: str = ""
    filter: Filter | None = None
    problems: tuple[Problem, ...] = ()
    group: str = ""
    folded: frozenset[str] = frozenset()
    groups: Groups | None = None

    def with_filter(self, text: str, index: TableIndex) -> Snapshot:
        """Return the snapshot under another filter; one with an error changes only the problems."""
        reading = read_filter(text, self.data)
        if not reading.usable:
            return replace(self, problems=reading.problems)
        rows = rows_for(self.data, reading.filter, self.sort, index)
        return _laid_out(
            replace(self, rows=rows, text=text, filter=reading.filter, problems=reading.problems)
        )

    def with_sort(self, sort: tuple[SortKey, ...], index: TableIndex) -> Snapshot:
        """Return the snapshot in another order."""
        rows = rows_for(self.data, self.filter, sort, index)
        return _laid_out(replace(self, rows=rows, sort=sort))

    def with_group(self, group: str, folded: Collection[str], index: TableIndex) -> Snapshot:
        """Return the snapshot grouped by a column, "" for none; unknown columns group nothing."""
        rows = rows_for(self.data, self.filter, self.sort, index)
        return _laid_out(replace(self, rows=rows, group=group, folded=frozenset(folded)))

    def folding(self, label: str, *, folded: bool) -> Snapshot:
        """Return the snapshot with a group folded or unfolded."""
        labels = self.folded | {label} if folded else self.folded - {label}
        new = replace(self, folded=labels)
        return new if self.groups is None else replace(new, lines=self.groups.lines(labels))

    def with_data(self, data: TableData, index: TableIndex) -> Snapshot:
        """Return the snapshot of other data under the same filter and sort.

        Rows are worked out again only where the change can move them. A filter that the new
        columns do not know is given up; its problems say so.
        """
        same = self.data.columns == data.columns and self.data.same_subjects(data)
        moved = depends_on_changes(self.sort, self.filter, self.data, data)
        if same and not moved and (not self.group or data.shares(self.data, self.group)):
            return replace(self, data=data)
        reading = read_filter(self.text, data)
        new = _laid_out(
            replace(
                self,
                data=data,
                rows=rows_for(data, reading.filter, self.sort, index),
                text=self.text if reading.usable else "",
                filter=reading.filter,
                problems=reading.problems,
            )
        )
        if same and np.array_equal(new.lines, self.lines) and np.array_equal(new.rows, self.rows):
            new = replace(new, rows=self.rows, lines=self.lines)
        return new

    def keeps_places_of(self, other: Snapshot) -> bool:
        """Tell whether both show the same subjects in the same places, in the same columns."""
        return self.lines is other.lines and self.data.columns == other.data.columns

    def rows_at(self, positions: Rows) -> Rows:
        """Return the rows at some positions, without those of headings."""
        rows = self.lines[positions]
        return rows[rows >= 0]

    def group_of(self, row: int) -> str | None:
        """Return the label of the group that a row is in, None where it is in none."""
        if self.groups is None:
            return None
        found = np.flatnonzero(self.groups.rows == row)
        if not len(found):
            return None
        return self.groups.labels[int(np.searchsorted(self.groups.starts, found[0], "right")) - 1]

    def changed_positions(self, old: Snapshot, shown: range, columns: Collection[str]) -> Rows:
        """Return which of the shown positions differ from an old snapshot of as many lines.

        Both have the same subjects in the same rows. Only values of the columns in sight count.
        Headings always do: they sum their rows.
        """
        lines, before = (one.lines[shown.start : shown.stop] for one in (self, old))
        stay = (lines >= 0) & (lines == before)
        changed = diff_visible(old.data, self.data, lines[stay], columns)
        return np.flatnonzero(~stay | np.isin(lines, changed)) + shown.start


def _laid_out(snapshot: Snapshot) -> Snapshot:
    """Return a snapshot whose rows are in no groups yet with its lines."""
    if snapshot.group not in snapshot.data.values:
        return replace(snapshot, groups=None, lines=snapshot.rows)
    in_own_order = snapshot.filter is None and not snapshot.sort
    groups = grouped(snapshot.data, snapshot.group, None if in_own_order else snapshot.rows)
    return replace(snapshot, rows=groups.rows, groups=groups, lines=groups.lines(snapshot.folded))


EMPTY = Snapshot(TableData((), (), {}), np.arange(0), np.arange(0))
