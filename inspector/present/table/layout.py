"""How someone arranged a table: kept with the window, never with the session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.present.table.query import SortKey, TableQuery

MAX_WIDTH = 4000  # pixels


@dataclass(frozen=True, slots=True)
class ColumnLayout:
    """A column's place is its place in the list; ``width`` is in pixels, None for the default."""

    id: str
    visible: bool = True
    width: int | None = None


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
        "columns": [{"id": c.id, "visible": c.visible, "width": c.width} for c in layout.columns],
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
        ColumnLayout(item["id"], bool(item.get("visible", True)), _width(item.get("width")))
        for item in _named(fields, "columns", "id", problems)
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
