"""Reports as HTML pages: the template, filled in, with nothing in it that could act.

Of a result it is its sentence, figures, chart and tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from markupsafe import Markup

from inspector import resources
from inspector.core.text import visible
from inspector.language import spoken, tr
from inspector.plurals import noun_of
from inspector.present.table import Rows, TableData
from inspector.present.table.cells import cell_texts

if TYPE_CHECKING:
    from jinja2 import Template


def html_page(template: str, **values: object) -> str:
    """Return a template of ``resources/report`` with the values in it, each of them escaped.

    Controls and marks of direction, which names may hold, are written as escapes.
    """
    return visible(_compiled(template).render(**values, tr=tr, noun_of=noun_of, language=spoken()))


@cache
def _compiled(template: str) -> Template:
    """Return a template that can be filled in; compiling one takes longer than filling it in."""
    # Imported when a page is made: a lens offers its report long before anybody asks for it.
    from jinja2 import Environment, StrictUndefined

    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, keep_trailing_newline=True
    )
    return environment.from_string(resources.read_text(f"report/{template}.html.j2"))


MOST_ROWS = 200
"""So many rows of a table are on the page, which says how many more there are."""


class Chart(NamedTuple):
    """A picture made here, from numbers and escaped labels, and what there is to say of it."""

    title: str
    picture: str
    lines: tuple[str, ...] = ()

    @property
    def svg(self) -> Markup:
        """The picture, as it goes into the page."""
        return Markup(self.picture)  # noqa: S704  # made here


class PageTable(NamedTuple):
    """A table for the page, with its ``rows`` where these are not all of them in turn."""

    title: str
    data: TableData
    rows: Rows | None = None


def result_page(
    title: str,
    sentence: str,
    *,
    advice: str = "",
    figures: Iterable[tuple[str, str]] = (),
    charts: Iterable[Chart] = (),
    tables: Iterable[PageTable] = (),
) -> str:
    """Return a result as one HTML document; ``figures`` are values and what each of them is.

    Tables without rows are left out; of each there are the columns that a
    window shows at first, unless nothing is in one.
    """
    return html_page(
        "result",
        title=title,
        sentence=sentence,
        advice=advice,
        figures=tuple(figures),
        charts=tuple(charts),
        tables=[made for table in tables if (made := _table(table))],
    )


def _table(table: PageTable) -> Mapping[str, object]:
    data = table.data
    every = np.arange(data.row_count) if table.rows is None else table.rows
    rows = every[:MOST_ROWS]
    if not len(rows):
        return {}
    cells = [(one, cell_texts(data, one, rows)) for one in data.columns if one.visible]
    filled = [(one, texts) for one, texts in cells if any(texts)]
    beyond = len(every) - len(rows)
    return {
        "title": table.title,
        "note": "",
        "heads": [{"title": tr(one.title), "number": one.numeric} for one, _ in filled],
        "rows": list(zip(*(texts for _, texts in filled), strict=True)),
        "beyond": tr("{count:,} more", count=beyond) if beyond else "",
    }
