"""Rows in groups by the label of a column: a permutation and its headings, no object per row."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

import numpy as np

from inspector.language import capitalized, localized
from inspector.present.table.data import Codes, Rows, TableData


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
