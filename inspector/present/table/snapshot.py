"""A table with what is asked of it and the rows that follow, as one frozen value.

Rows in groups by the label of a column are a permutation and its headings, no object per row.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

import numpy as np

from inspector.core.problems import Problem
from inspector.language import capitalized, localized
from inspector.present.table.cells import diff_visible
from inspector.present.table.data import Codes, Rows, TableData
from inspector.present.table.filter_reading import Filter, read_filter
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


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """Rows by label: group ``g`` has ``labels[g]`` and is ``rows[starts[g]:starts[g + 1]]``.

    Groups come in the order in which the column declares its labels; no group is empty.
    """

    labels: tuple[str, ...]
    rows: Rows
    starts: Rows

    def rows_of(self, group: int) -> Rows:
        """Return the rows of a group, in their order."""
        return self.rows[self.starts[group] : self.starts[group + 1]]

    def lines(self, folded: Collection[str]) -> Rows:
        """Return what stands in each line: a row, or the heading of group ``g`` as ``-1 - g``.

        Of groups whose label is in ``folded`` only the heading stands there.
        """
        parts: list[Rows] = []
        for group, label in enumerate(self.labels):
            parts.append(np.array([-1 - group], dtype=np.intp))
            if label not in folded:
                parts.append(self.rows_of(group))
        return np.concatenate(parts) if parts else self.rows


def grouped(data: TableData, column_id: str, rows: Rows | None) -> Groups:
    """Return rows in groups by a column of few labels, each group in the order that the rows had.

    None are all rows in their own order. Raises ``TypeError`` for a column that holds no labels.
    """
    values = data.whole(column_id)
    if not isinstance(values, Codes):
        raise TypeError(f"{column_id} holds no labels")
    codes = values.codes if rows is None else values.codes[rows]
    # A look for each label is quicker than to sort, which a million rows would be for each step.
    places = [np.flatnonzero(codes == code) for code in range(len(values.labels))]
    parts = [found if rows is None else rows[found] for found in places]
    column = data.column(column_id)
    return Groups(
        tuple(
            column.said(label)
            for label, part in zip(values.labels, parts, strict=True)
            if len(part)
        ),
        np.concatenate([np.arange(0), *parts]),
        np.cumsum([0, *(len(part) for part in parts if len(part))]).astype(np.intp),
    )


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands over a group: what it is and how many, then what is told of its rows."""

    title: str
    detail: str = ""


HeadingOf = Callable[[TableData, str, Rows], Heading]
"""Makes the heading of the group with a label and some rows of a table."""


def plain_heading(_data: TableData, label: str, rows: Rows) -> Heading:
    """Return a heading that counts."""
    return Heading(f"{capitalized(label)} {localized(len(rows))}".strip())
