"""What could be meant at the cursor of a filter.

Terms for the filter made from what someone clicked.

How someone arranged a table: kept with the window, never with the session.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.language import marked
from inspector.present.table.cells import CellValue
from inspector.present.table.data import Codes, Column, Kind, TableData
from inspector.present.table.filter_terms import All, Either, quoted
from inspector.present.table.query import SortKey, TableQuery

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
                    yield 2, f"{column.id}:{quoted(label)}", column.title
    if typed and "has:".startswith(typed):
        yield 0, "has:", marked("Rows that have a value in a column")


def _values(name: str, sign: str, typed: str, data: TableData) -> Iterator[Offer]:
    """Offer what may follow ``name`` and its sign."""
    for column in data.columns:
        if name in ("is", "has"):
            if name == "has" or column.kind is Kind.FLAG:
                distance = min(_distance(typed, known) for known in column.names)
                yield from _near(distance, column.id, column.help)
        elif name in column.names and sign in (":", "=", "!="):
            for label in _labels(data, column):
                yield from _near(_distance(typed, label.casefold()), quoted(label), column.title)


def _labels(data: TableData, column: Column) -> Iterator[str]:
    given = data.values[column.id]
    if isinstance(given, Codes):  # a column not computed yet is not computed for this
        yield from (column.said(label) for label in given.labels if label)


def _distance(typed: str, name: str) -> int:
    return 0 if name.startswith(typed) else 1 if typed in name else 3


def _near(distance: int, text: str, help_: str) -> Iterator[Offer]:
    if distance < 3:
        yield distance, text, help_


def filter_for_cell(column: Column, value: CellValue) -> str:
    """Return the term that keeps exactly the rows whose value is this one (but for case)."""
    if column.kind is Kind.FLAG:
        return f"is:{column.id}" if value else f"-is:{column.id}"
    if value is None or value == "":
        return f"-has:{column.id}"
    if isinstance(value, str):
        sign = ":" if column.kind is Kind.ENUM else "="
        return f"{column.id}{sign}{quoted(column.said(value))}"
    return f"{column.id}={value!r}"


def negated(term: str) -> str:
    """Return the term that keeps the rows which ``term`` leaves out."""
    return term[1:] if term.startswith("-") else f"-{term}"


def add_term(text: str, term: str) -> str:
    """Return a filter that asks for ``term`` as well; a term it has already is not added again.

    A text that cannot be read is kept as it is, before the term.
    """
    from inspector.present.table.filter_grammar import parse_filter

    text = text.strip()
    present, wanted = parse_filter(text), parse_filter(term)
    if present is None:
        return term
    if isinstance(present, Problem):
        return f"{text} {term}"
    if wanted in (present.parts if isinstance(present, All) else (present,)):
        return text
    if isinstance(present, Either):
        return f"({text}) {term}"
    return f"{text} {term}"


MAX_WIDTH = 4000  # pixels


@dataclass(frozen=True, slots=True)
class ColumnLayout:
    """A column's place is its place in the list; ``width`` is in pixels, None for the default.

    Where nobody has ``chosen`` whether it is visible, the table decides, which may depend on what
    is in it.
    """

    id: str
    visible: bool = True
    width: int | None = None
    chosen: bool = True


@dataclass(frozen=True, slots=True)
class TableLayout:
    """Columns in order, visible or not, with sort and filter. Empty columns are the defaults.

    ``group`` is the column whose labels rows are grouped by, "" for none and None for what the
    table does by itself; ``folded`` are the labels of the groups that are folded.
    """

    columns: tuple[ColumnLayout, ...] = ()
    sort: tuple[SortKey, ...] = ()
    filter: str = ""
    group: str | None = None
    folded: tuple[str, ...] = ()

    @property
    def query(self) -> TableQuery:
        """What the layout asks of the table."""
        visible = tuple(column.id for column in self.columns if column.visible)
        return TableQuery(self.sort, self.filter, visible)


def layout_to_plain(layout: TableLayout) -> dict[str, Any]:
    """Return a layout as plain values for JSON."""
    return {
        "columns": [
            {"id": c.id, "visible": c.visible if c.chosen else None, "width": c.width}
            for c in layout.columns
        ],
        "sort": [{"column": k.column, "descending": k.descending} for k in layout.sort],
        "filter": layout.filter,
        "group": layout.group,
        "folded": list(layout.folded),
    }


def layout_from_plain(plain: object) -> tuple[TableLayout, tuple[Problem, ...]]:
    """Read a saved layout. What cannot be read keeps its default and is reported."""
    problems: list[Problem] = []
    fields = _mapping(plain, "", problems)
    columns = [
        ColumnLayout(
            item["id"],
            visible is None or bool(visible),
            _width(item.get("width")),
            chosen=visible is not None,
        )
        for item in _named(fields, "columns", "id", problems)
        for visible in (item.get("visible", True),)
    ]
    sort = [
        SortKey(item["column"], bool(item.get("descending", False)))
        for item in _named(fields, "sort", "column", problems)
    ]
    text = fields.get("filter", "")
    if not isinstance(text, str):
        _report(problems, pointer("filter"), "text")
        text = ""
    group, folded = fields.get("group"), fields.get("folded", [])
    if not isinstance(group, str | None):
        _report(problems, pointer("group"), "text")
        group = None
    if not isinstance(folded, list) or not all(isinstance(label, str) for label in folded):
        _report(problems, pointer("folded"), "a list of texts")
        folded = []
    unique = {column.id: column for column in reversed(columns)}
    columns = [column for column in columns if unique[column.id] is column]
    return TableLayout(tuple(columns), tuple(sort), text, group, tuple(folded)), tuple(problems)


def _width(value: object) -> int | None:
    fits = isinstance(value, int) and not isinstance(value, bool) and 0 < value <= MAX_WIDTH
    return value if fits and isinstance(value, int) else None


def _mapping(value: object, at: str, problems: list[Problem]) -> Mapping[str, Any]:
    if isinstance(value, Mapping):
        return value
    _report(problems, at, "an object")
    return {}


def _named(
    fields: Mapping[str, Any], name: str, id_field: str, problems: list[Problem]
) -> list[Mapping[str, Any]]:
    """Return the objects of a list that have a text in ``id_field``."""
    items = fields.get(name, [])
    if not isinstance(items, list):
        _report(problems, pointer(name), "a list")
        return []
    good = []
    for place, item in enumerate(items):
        if not isinstance(item, Mapping) or not isinstance(item.get(id_field), str):
            _report(problems, pointer(name, place), f"an object with a text as its {id_field}")
        else:
            good.append(item)
    return good


def _report(problems: list[Problem], at: str, expected: str) -> None:
    problems.append(
        Problem(
            Severity.WARNING,
            "layout.unreadable",
            f"A part of the saved table layout is not {expected}; its default is used.",
            "arrange the table again; it is saved anew",
            Place(pointer=at),
        )
    )
