"""What a column of a table is: its id, its meaning and how its values are written."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from inspector.language import localized

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
    results. Raises ``ValueError`` for a name filters cannot use.
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

    def __post_init__(self) -> None:
        for name in self.names:
            if not _NAME.fullmatch(name) or name in RESERVED:
                raise ValueError(f"{name!r} cannot be the name of a column")

    @property
    def names(self) -> tuple[str, ...]:
        """Every name by which filters know the column, its id first."""
        return (self.id, *self.aliases)

    @property
    def numeric(self) -> bool:
        """Whether the column holds numbers."""
        return self.kind in (Kind.INTEGER, Kind.NUMBER)

    @property
    def alignment(self) -> Align:
        """The side to which its cells are set."""
        return self.align or (Align.RIGHT if self.numeric else Align.LEFT)

    def written(self, number: float) -> str:
        """Return a number as the column shows it."""
        if self.write is not None:
            return self.write(number)
        return localized(number) if self.kind is Kind.INTEGER else localized(number, ",.2f")


def decimals(places: int) -> Callable[[float], str]:
    """Return a writer with a fixed number of decimals."""
    return lambda number: f"{number:,.{places}f}"


def percent(places: int = 0) -> Callable[[float], str]:
    """Return a writer of shares as percentages: 0.4 becomes 40 %."""
    return lambda number: f"{number * 100:,.{places}f} %"
