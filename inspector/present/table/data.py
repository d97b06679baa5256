"""A table as a frozen value: columns, their values as arrays, and a stable key for every row.

What a column of a table is: its id, its meaning and how its values are written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.language import localized
from inspector.plurals import count_of

_NAME = re.compile(r"[a-z][a-z0-9_]*")
RESERVED = frozenset({"is", "has"})  # they ask about a column: is:pinned, has:cap


class Kind(StrEnum):
    """What a column holds; it decides which comparisons the filter language allows."""

    TEXT = "text"
    INTEGER = "integer"
    NUMBER = "number"
    ENUM = "enum"  # few labels, sorted in the order in which they are declared
    FLAG = "flag"


class Align(StrEnum):
    """To which side the cells of a column are set."""

    LEFT = "left"
    RIGHT = "right"
    CENTER = "center"


class Elide(StrEnum):
    """Which part of a text that is too wide gives way."""

    END = "end"
    MIDDLE = "middle"  # for ids and paths, whose ends tell them apart


@dataclass(frozen=True, slots=True)
class Column:
    """One column. ``id`` is stable and is its name in filters, layouts and JSON.

    ``aliases`` are further names for filters. ``width`` is a hint in average characters.
    ``align`` None means numbers right, all else left. ``write`` turns a number into its text;
    None means the plain way of its kind. ``key`` is a second name in JSON, that of the rows of
    results. ``searched`` is whether a word that names no column looks in it, if it holds texts: not
    where texts are made of what other columns hold. Raises ``ValueError`` for a name filters cannot
    use.
    """

    id: str
    title: str
    help: str
    kind: Kind
    aliases: tuple[str, ...] = ()
    align: Align | None = None
    visible: bool = True
    width: int = 12
    elide: Elide = Elide.END
    write: Callable[[float], str] | None = None
    key: str = ""
    searched: bool = True
    of: Callable[[Any], Any] | None = field(default=None, compare=False)
    """What a row has in it, in a table that is made of rows (``Table``)."""
    labels: tuple[str, ...] | None = None
    words: tuple[tuple[str, str], ...] = ()
    """Labels that are shown by another word, each with it; filters know both."""

    def __post_init__(self) -> None:
        for name in self.names:
            if not _NAME.fullmatch(name) or name in RESERVED:
                raise ValueError(f"{name!r} cannot be the name of a column")

    @property
    def names(self) -> tuple[str, ...]:
        """Every name by which filters know the column, its id first."""
        return (self.id, *self.aliases)

    @property
    def finds_words(self) -> bool:
        """Whether a word that names no column is looked for in it."""
        return self.searched and self.kind is Kind.TEXT

    @property
    def numeric(self) -> bool:
        """Whether the column holds numbers."""
        return self.kind in (Kind.INTEGER, Kind.NUMBER)

    @property
    def alignment(self) -> Align:
        """The side to which its cells are set."""
        return self.align or (Align.RIGHT if self.numeric else Align.LEFT)

    def said(self, label: str) -> str:
        """Return a label as the column shows it."""
        return dict(self.words).get(label, label) if self.words else label

    def label_of(self, word: str) -> str:
        """Return the label that the column shows by a word, or what is a label as it is."""
        known = word.casefold()
        return next((label for label, said in self.words if said.casefold() == known), word)

    def written(self, number: float) -> str:
        """Return a number as the column shows it."""
        if self.write is not None:
            return self.write(number)
        return localized(number) if self.kind is Kind.INTEGER else localized(number, ",.2f")


def decimals(places: int) -> Callable[[float], str]:
    """Return a writer with a fixed number of decimals."""
    return lambda number: localized(number, f",.{places}f")


def percent(places: int = 0) -> Callable[[float], str]:
    """Return a writer of shares as percentages: 0.4 becomes 40 %."""
    return lambda number: f"{localized(number * 100, f',.{places}f')} %"


Rows = NDArray[np.intp]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """One text a row; the empty text is "no value"."""

    values: Sequence[str]

    def __len__(self) -> int:
        return len(self.values)

    def take(self, rows: Rows) -> Texts:
        """Return the values of some rows."""
        return Texts([self.values[row] for row in rows.tolist()])


@dataclass(frozen=True, slots=True, eq=False)
class Codes:
    """One label a row, by its place in ``labels``; the empty label is "no value"."""

    codes: NDArray[np.integer]
    labels: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.codes)

    def take(self, rows: Rows) -> Codes:
        """Return the values of some rows."""
        return Codes(self.codes[rows], self.labels)


@dataclass(frozen=True, slots=True, eq=False)
class Numbers:
    """One number a row; "no value" where ``present`` is false or the number is not finite."""

    values: NDArray[np.integer] | NDArray[np.floating]
    present: Mask | None = None

    @classmethod
    def whole(cls, values: Sequence[int | None]) -> Numbers:
        """Return whole numbers; None is "no value"."""
        known = [value is not None for value in values]
        present = None if all(known) else np.array(known, dtype=np.bool_)
        return cls(np.array([value or 0 for value in values], dtype=np.int64), present)

    def __len__(self) -> int:
        return len(self.values)

    def take(self, rows: Rows) -> Numbers:
        """Return the values of some rows."""
        present = None if self.present is None else self.present[rows]
        return Numbers(self.values[rows], present)

    def known(self) -> Mask | None:
        """Return which rows have a value, or None where all have."""
        if self.values.dtype.kind != "f":
            return self.present
        finite = np.isfinite(self.values)
        if self.present is not None:
            finite &= self.present
        return None if finite.all() else finite


@dataclass(frozen=True, slots=True, eq=False)
class Flags:
    """Yes or no for each row."""

    values: Mask

    def __len__(self) -> int:
        return len(self.values)

    def take(self, rows: Rows) -> Flags:
        """Return the values of some rows."""
        return Flags(self.values[rows])


Values = Texts | Codes | Numbers | Flags


@dataclass(frozen=True, slots=True, eq=False)
class Lazy:
    """Values that are computed when first needed.

    ``make`` returns the whole column; it runs at most once for a table. ``some`` returns the
    values of some rows only, and must agree with ``make``: with it, showing a screenful of a
    million rows does not compute the million.
    """

    make: Callable[[], Values]
    some: Callable[[Rows], Values] | None = None


_HOLDS: dict[Kind, tuple[type, ...]] = {
    Kind.TEXT: (Texts, Codes),
    Kind.INTEGER: (Numbers,),
    Kind.NUMBER: (Numbers,),
    Kind.ENUM: (Codes,),
    Kind.FLAG: (Flags,),
}


@dataclass(frozen=True, eq=False)
class TableData:
    """A table. ``keys`` names each row's subject, once each; nothing in it is ever changed.

    A value object that a later table shares (the same object, not an equal one) tells everyone
    that the column did not change, so share what stays. Raises ``ValueError`` where columns,
    values and keys do not fit together.
    """

    columns: tuple[Column, ...]
    keys: Sequence[str]
    values: Mapping[str, Values | Lazy]
    _made: dict[str, Values] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        ids = [column.id for column in self.columns]
        if sorted(ids) != sorted(self.values):
            raise ValueError("a table needs values for exactly its columns")
        names = [name for column in self.columns for name in column.names]
        if len(set(names)) < len(names):
            raise ValueError("two columns of a table share a name")
        for column in self.columns:
            values = self.values[column.id]
            if not isinstance(values, Lazy):
                self._check(column, values, self.row_count)

    @staticmethod
    def _check(column: Column, values: Values, length: int) -> None:
        if not isinstance(values, _HOLDS[column.kind]):
            raise ValueError(f"{column.id}: {type(values).__name__} cannot hold {column.kind}")
        if len(values) != length:
            raise ValueError(
                f"{column.id}: {count_of(len(values), 'value')} for {count_of(length, 'row')}"
            )

    @property
    def row_count(self) -> int:
        """How many rows there are."""
        return len(self.keys)

    def column(self, column_id: str) -> Column:
        """Return a column. Raises ``KeyError`` where there is none of this id."""
        for column in self.columns:
            if column.id == column_id:
                return column
        raise KeyError(column_id)

    def whole(self, column_id: str) -> Values:
        """Return all values of a column, computed now if they were not before."""
        given = self.values[column_id]
        if not isinstance(given, Lazy):
            return given
        if column_id not in self._made:
            made = given.make()
            self._check(self.column(column_id), made, self.row_count)
            self._made[column_id] = made
        return self._made[column_id]

    def take(self, column_id: str, rows: Rows) -> Values:
        """Return the values of some rows, in the order asked, computing no more than needed."""
        given = self.values[column_id]
        if isinstance(given, Lazy) and given.some is not None and column_id not in self._made:
            some = given.some(rows)
            self._check(self.column(column_id), some, len(rows))
            return some
        return self.whole(column_id).take(rows)

    def says_one_thing(self, column_id: str) -> bool:
        """Tell whether all rows that have a value in a column have the same one."""
        match self.whole(column_id):
            case Codes(codes, labels):
                there = np.flatnonzero(np.bincount(codes)).tolist()
                return len({labels[code] for code in there} - {""}) <= 1
            case Texts(values):
                return len(set(values) - {""}) <= 1
            case Numbers() as numbers:
                known = numbers.known()
                said = numbers.values if known is None else numbers.values[known]
                return bool((said == said[:1]).all())
            case Flags(flags):
                return bool((flags == flags[:1]).all())

    def row_of(self, key: str) -> int | None:
        """Return the row of a subject, or None where it has none."""
        try:
            return self.keys.index(key)
        except ValueError:
            return None

    def same_subjects(self, other: TableData) -> bool:
        """Tell whether both tables have the same subjects in the same rows."""
        if self.keys is other.keys:
            return True
        return self.row_count == other.row_count and list(self.keys) == list(other.keys)

    def shares(self, other: TableData, column_id: str) -> bool:
        """Tell whether a column has the very same values in both tables."""
        mine = self.values.get(column_id)
        return mine is not None and mine is other.values.get(column_id)
