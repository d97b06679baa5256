"""What could be meant at the cursor of a filter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from inspector.present.table.columns import Column, Kind
from inspector.present.table.data import Codes, TableData

MAX_SUGGESTIONS = 20

_TERM = re.compile(r'(?:"(?:\\.|[^"\\])*"?|[^\s()"])+', re.DOTALL)
_PARTS = re.compile(r'-?(?P<name>[^\s()":<>=!]*)(?P<sign>[<>!]=|[:<>=])(?P<value>.*)', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A text that may take the place of ``start`` to ``end`` (code points from 0) of a filter."""

    text: str
    help: str
    start: int
    end: int

    def applied(self, filter_text: str) -> tuple[str, int]:
        """Return the filter with the suggestion in it, and where the cursor belongs then."""
        whole = filter_text[: self.start] + self.text + filter_text[self.end :]
        return whole, self.start + len(self.text)


def complete(text: str, cursor: int, data: TableData) -> list[Suggestion]:
    """Return what could be meant at the cursor: columns, labels and yes-or-no columns.

    What begins with the typed letters comes before what only contains them.
    """
    start, end = next(
        (m.span() for m in _TERM.finditer(text) if m.start() <= cursor <= m.end()),
        (cursor, cursor),
    )
    typed = text[start:cursor]
    if typed.startswith("-"):
        start, typed = start + 1, typed[1:]
    parts = _PARTS.fullmatch(typed)
    if parts is None:
        offers = list(_terms(typed.casefold(), data)) if '"' not in typed else []
    else:
        start += parts.start("value")
        typed = parts["value"].lstrip('"')
        offers = list(_values(parts["name"].lower(), parts["sign"], typed.casefold(), data))
    offers.sort(key=lambda offer: offer[0])
    seen = dict.fromkeys((offered, help_) for _, offered, help_ in offers)
    return [Suggestion(offered, help_, start, end) for offered, help_ in seen][:MAX_SUGGESTIONS]


Offer = tuple[int, str, str]  # how far it is from what was typed, the text, the help


def _terms(typed: str, data: TableData) -> Iterator[Offer]:
    """Offer whole terms: columns by name, then labels that begin with what was typed."""
    for column in data.columns:
        distance = min(_distance(typed, name) for name in column.names)
        if column.kind is Kind.FLAG:
            yield from _near(min(distance, _distance(typed, "is:")), f"is:{column.id}", column.help)
        else:
            sign = ">" if column.numeric else ":"
            yield from _near(distance, f"{column.id}{sign}", column.help)
        if column.kind is Kind.ENUM and len(typed) > 1:
            for label in _labels(data, column):
                if label.casefold().startswith(typed):
                    yield 2, f"{column.id}:{_quoted(label)}", column.title
    if typed and "has:".startswith(typed):
        yield 0, "has:", "Rows that have a value in a column"


def _values(name: str, sign: str, typed: str, data: TableData) -> Iterator[Offer]:
    """Offer what may follow ``name`` and its sign."""
    for column in data.columns:
        if name in ("is", "has"):
            if name == "has" or column.kind is Kind.FLAG:
                distance = min(_distance(typed, known) for known in column.names)
                yield from _near(distance, column.id, column.help)
        elif name in column.names and sign in (":", "=", "!="):
            for label in _labels(data, column):
                yield from _near(_distance(typed, label.casefold()), _quoted(label), column.title)


def _labels(data: TableData, column: Column) -> Iterator[str]:
    given = data.values[column.id]
    if isinstance(given, Codes):  # a column not computed yet is not computed for this
        yield from (label for label in given.labels if label)


def _quoted(label: str) -> str:
    from inspector.present.table.filter_grammar import quoted

    return quoted(label)


def _distance(typed: str, name: str) -> int:
    return 0 if name.startswith(typed) else 1 if typed in name else 3


def _near(distance: int, text: str, help_: str) -> Iterator[Offer]:
    if distance < 3:
        yield distance, text, help_
