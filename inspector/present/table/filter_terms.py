"""The parts of a filter, as written and as bound to the columns of a table."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum

from inspector.core.problems import Place, Problem, Severity

_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t"}
_NEEDS_QUOTES = re.compile(r'[\s()"\\*]')


def unquoted(phrase: str) -> str:
    """Return what a phrase in quotation marks stands for."""
    return _ESCAPE.sub(lambda match: _ESCAPED.get(match[1], match[1]), phrase[1:-1])


def quoted(value: str) -> str:
    r"""Return a value as it can stand after a sign, in quotation marks if it needs them.

    Inside them ``\"`` and ``\\`` are the characters themselves, ``\n``, ``\r`` and ``\t`` are
    line end, carriage return and tab.
    """
    if value and not _NEEDS_QUOTES.search(value):
        return value
    text = value.replace("\\", "\\\\").replace('"', '\\"')
    for letter, character in _ESCAPED.items():
        text = text.replace(character, f"\\{letter}")
    return f'"{text}"'


class Sign(StrEnum):
    """What stands between a column and a value."""

    IS = ":"
    EQUAL = "="
    UNEQUAL = "!="
    LESS = "<"
    LESS_OR_EQUAL = "<="
    MORE = ">"
    MORE_OR_EQUAL = ">="


@dataclass(frozen=True, slots=True)
class Find:
    """A word or phrase on its own: rows where any text column contains it."""

    text: str


@dataclass(frozen=True, slots=True)
class Compare:
    """A column and a value, as written.

    Places count code points of the filter from 1; the same term elsewhere is the same term.
    """

    name: str
    sign: Sign
    value: str
    quoted: bool
    name_place: int = field(compare=False)
    value_place: int = field(compare=False)


class TextTest(StrEnum):
    """How a text is compared; letter case never counts."""

    CONTAINS = "contains"
    BEGINS = "begins"
    EQUALS = "equals"


@dataclass(frozen=True, slots=True)
class TextIs:
    """Rows whose text or label in a column compares so."""

    column: str
    test: TextTest
    text: str


@dataclass(frozen=True, slots=True)
class NumberIn:
    """Rows whose number lies between two bounds; None is no bound."""

    column: str
    low: float | None = None
    high: float | None = None
    low_open: bool = False  # the bound itself does not match
    high_open: bool = False


@dataclass(frozen=True, slots=True)
class HasValue:
    """Rows that have a value in a column; for a flag, rows where it is set."""

    column: str


@dataclass(frozen=True, slots=True)
class Not:
    """Rows that the part leaves out."""

    part: Node


@dataclass(frozen=True, slots=True)
class All:
    """Rows that every part keeps."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """Rows that at least one part keeps."""

    parts: tuple[Node, ...]


Bound = Find | TextIs | NumberIn | HasValue
Node = Bound | Compare | Not | All | Either


def filter_problem(
    code: str, place: int, message: str, fix: str, severity: Severity = Severity.ERROR
) -> Problem:
    """Return a problem at a place of the filter, in code points from 1."""
    return Problem(severity, f"filter.{code}", message + ".", fix, Place(line=1, column=place))
