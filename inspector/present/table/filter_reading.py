"""A filter's text read against the columns of a table: what it keeps, and every problem in it.

The values a filter compares with: numbers and ranges as people type them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from inspector.core.problems import Problem, Severity
from inspector.present.table.data import Codes, Column, Kind, TableData
from inspector.present.table.filter_terms import (
    All,
    Compare,
    Either,
    Find,
    HasValue,
    Node,
    Not,
    NumberIn,
    Sign,
    TextIs,
    TextTest,
    filter_problem,
)

_NUMBER = r"[-+]?(?:[0-9][0-9_,]*(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?%?"
_ONE = re.compile(_NUMBER)
_RANGE = re.compile(rf"({_NUMBER})?\.\.({_NUMBER})?")
_WORD = re.compile(r'[^\s()":<>=-][^\s()":<>=]*')
_JOINING = ("OR", "AND", "NOT")
_EXACT = 2**63  # beyond it columns hold no integers


def read_number(text: str) -> float | None:
    """Return a number as typed (``1,200``, ``0.25``, ``40%``), None if it is none.

    Integers stay integers, so that large ones compare exactly.
    """
    if not _ONE.fullmatch(text):
        return None
    digits = text.rstrip("%").replace(",", "").replace("_", "")
    number = float(digits)
    if text.endswith("%"):
        return number / 100
    if abs(number) < _EXACT and digits.lstrip("+-").isdigit():
        return int(digits)
    return number


def read_range(text: str) -> tuple[float | None, float | None] | None:
    """Return the bounds of ``100..200``, ``100..`` or ``..200``, None if it is no range."""
    match = _RANGE.fullmatch(text)
    if match is None or text == "..":
        return None
    low, high = (None if part is None else read_number(part) for part in match.groups())
    return low, high


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter bound to the columns of a table; ``columns`` are those its answer depends on."""

    node: Node
    columns: frozenset[str]


@dataclass(frozen=True, slots=True)
class FilterReading:
    """What a text says. ``filter`` is None where it is blank or cannot be used."""

    filter: Filter | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def usable(self) -> bool:
        """Whether the text can be applied; warnings do not forbid it."""
        return all(problem.severity is not Severity.ERROR for problem in self.problems)


class UnusableFilterError(ValueError):
    """A filter was to be applied that has an error; ``problems`` says which."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("; ".join(map(str, problems)))
        self.problems = problems


def read_filter(text: str, data: TableData) -> FilterReading:
    """Read a filter. All problems are reported at once, each with its column in the text.

    A label that no row can have is a warning: the filter stands and keeps nothing there.
    """
    if not text.strip():
        return FilterReading()
    parsed: Node | Problem | None = words_of(text)
    if parsed is None:
        # Loaded late: most filters are words, and the grammar takes longer than to find them.
        from inspector.present.table.filter_grammar import parse_filter

        parsed = parse_filter(text)
    if isinstance(parsed, Problem):
        return FilterReading(problems=(parsed,))
    if parsed is None:
        return FilterReading()
    binder = _Binder(data)
    node = binder.bound(parsed)
    reading = FilterReading(Filter(node, frozenset(_columns(node, data))), tuple(binder.problems))
    return reading if reading.usable else FilterReading(problems=reading.problems)


def words_of(text: str) -> Node | None:
    """Return the parts of a filter of nothing but words, as its grammar has them, else None."""
    words = text.split()
    if not words or any(one in _JOINING or not _WORD.fullmatch(one) for one in words):
        return None
    found = tuple(map(Find, words))
    return found[0] if len(found) == 1 else All(found)


def _columns(node: Node, data: TableData) -> Iterator[str]:
    match node:
        case Find():
            yield from (column.id for column in data.columns if column.finds_words)
        case Not():
            yield from _columns(node.part, data)
        case All() | Either():
            for part in node.parts:
                yield from _columns(part, data)
        case TextIs() | NumberIn() | HasValue():
            yield node.column


class _Binder:
    """Replaces names by columns and values by what their kind compares, collecting problems."""

    def __init__(self, data: TableData) -> None:
        self._data = data
        self._names = {name: column for column in data.columns for name in column.names}
        self.problems: list[Problem] = []

    def bound(self, node: Node) -> Node:
        match node:
            case Not():
                return Not(self.bound(node.part))
            case All():
                return All(tuple(self.bound(part) for part in node.parts))
            case Either():
                return Either(tuple(self.bound(part) for part in node.parts))
            case Compare():
                return self._compared(node)
            case _:
                return node

    def _compared(self, term: Compare) -> Node:
        name = term.name.lower()
        if name in ("is", "has"):
            return self._asked(term, name)
        column = self._names.get(name)
        if column is None:
            return self._unknown(term, term.name, term.name_place, list(self._names))
        if column.numeric:
            return self._number(term, column)
        if column.kind is Kind.FLAG:
            return self._wrong(term, "flag", f"{column.id} is yes or no", f"write is:{column.id}")
        return self._text(term, column)

    def _asked(self, term: Compare, name: str) -> Node:
        """Bind is:flag and has:column."""
        if term.sign is not Sign.IS:
            return self._wrong(term, "sign", f"{name} is followed by :", f"write {name}:…")
        column = self._names.get(term.value.lower())
        flags = [n for n, c in self._names.items() if c.kind is Kind.FLAG or name == "has"]
        if column is None or not (name == "has" or column.kind is Kind.FLAG):
            return self._unknown(term, term.value, term.value_place, flags)
        return HasValue(column.id)

    def _number(self, term: Compare, column: Column) -> Node:
        value = read_number(term.value)
        bounds = (value, value) if value is not None else read_range(term.value)
        if bounds is None:
            fix = "write a number such as 500, or a range such as 100..200"
            if term.sign is Sign.IS and term.value[0:1] in ("<", ">"):
                fix = f"write {term.name}{term.value} without the :"
            return self._wrong(term, "not-a-number", f"{column.id} is compared with a number", fix)
        low, high = bounds
        if value is None and term.sign not in (Sign.IS, Sign.EQUAL, Sign.UNEQUAL):
            message = "A range follows : or ="
            return self._wrong(term, "sign", message, f"write {term.name}:{term.value}")
        if low is not None and high is not None and low > high:
            self._warn(term, "empty-range", "This range holds no number", "swap its bounds")
        match term.sign:
            case Sign.LESS | Sign.LESS_OR_EQUAL:
                return NumberIn(column.id, high=high, high_open=term.sign is Sign.LESS)
            case Sign.MORE | Sign.MORE_OR_EQUAL:
                return NumberIn(column.id, low=low, low_open=term.sign is Sign.MORE)
            case Sign.UNEQUAL:
                return Not(NumberIn(column.id, low, high))
            case _:
                return NumberIn(column.id, low, high)

    def _text(self, term: Compare, column: Column) -> Node:
        if term.sign not in (Sign.IS, Sign.EQUAL, Sign.UNEQUAL):
            return self._wrong(
                term, "sign", f"{column.id} is text and has no order here", "use : or ="
            )
        test, text = TextTest.EQUALS, term.value
        if term.sign is Sign.IS:
            if text.endswith("*") and not term.quoted:
                test, text = TextTest.BEGINS, text[:-1]
            elif column.kind is Kind.TEXT:
                test = TextTest.CONTAINS
        node = TextIs(column.id, test, column.label_of(text))
        if column.kind is Kind.ENUM:
            self._check_label(term, node)
        return Not(node) if term.sign is Sign.UNEQUAL else node

    def _check_label(self, term: Compare, node: TextIs) -> None:
        values = self._data.whole(node.column)
        labels = [label.casefold() for label in values.labels] if isinstance(values, Codes) else []
        wanted = node.text.casefold()
        begins = node.test is TextTest.BEGINS
        if wanted in labels or (begins and any(label.startswith(wanted) for label in labels)):
            return
        self._warn(
            term,
            "unknown-label",
            f"No {node.column} is called that",
            _did_you_mean(wanted, labels) or "click a cell to filter for what it shows",
        )

    def _unknown(self, term: Compare, name: str, place: int, names: list[str]) -> Node:
        what = "yes-or-no column" if term.name.lower() == "is" else "column"
        fix = _did_you_mean(name.lower(), names) or (
            f'columns are {", ".join(names)}; put text with a {term.sign} in "…" to search for it'
            if names
            else "this table has none"
        )
        self.problems.append(
            filter_problem("unknown-column", place, f"There is no {what} {name[:40]}", fix)
        )
        return term

    def _wrong(self, term: Compare, code: str, message: str, fix: str) -> Node:
        self.problems.append(filter_problem(code, term.value_place, message, fix))
        return term

    def _warn(self, term: Compare, code: str, message: str, fix: str) -> None:
        place, severity = term.value_place, Severity.WARNING
        self.problems.append(filter_problem(code, place, message, fix, severity))


def _did_you_mean(name: str, known: list[str]) -> str:
    close = get_close_matches(name, known, n=1)
    return f"did you mean {close[0]}?" if close else ""
