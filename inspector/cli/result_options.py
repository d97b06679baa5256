"""The options of a result, the same in every command: its form, its place, one table of it.

``--format`` is the form of what goes to ``--output``; ``--json`` is short for ``--format json``.
``--table`` gives one table of the result instead of all of it, in that form, and CSV is always a
table: the first where none is named. ``--filter`` chooses its rows. ``--chart`` writes the picture.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from inspector.cli.output import STANDARD, report_line

if TYPE_CHECKING:
    Options = argparse.ArgumentParser | argparse._ArgumentGroup  # noqa: SLF001  # has no other name
    from inspector.present.table import TableData

TEXT, JSON, CSV = "text", "json", "csv"


def add_form_options(
    parser: Options, *forms: str, default: str | None = TEXT, more: str = ""
) -> None:
    """Add the form of the result: text and JSON, and the ``forms`` that there are beside them.

    ``more`` says what they are.
    """
    choices = (TEXT, JSON, *forms)
    parser.add_argument(
        "--format", choices=choices, default=default, help=f"of the result (text){more}"
    )
    parser.add_argument(
        "--json",
        action="store_const",
        const=JSON,
        dest="format",
        default=default,
        help="the same as --format json",
    )


def add_output_option(parser: Options, *, default: str = STANDARD) -> None:
    """Add the place of the result."""
    parser.add_argument(
        "-o", "--output", default=default, metavar="FILE", help="where the result goes"
    )


def add_chart_option(parser: Options, what: str) -> None:
    """Add the place of the picture of ``what``."""
    parser.add_argument("--chart", metavar="FILE", help=f"write {what} as an SVG picture")


def add_table_options(parser: Options, names: Sequence[str], example: str) -> None:
    """Add the choice of a table among ``names``, and of its rows; ``example`` is a filter."""
    parser.add_argument(
        "--table",
        choices=names,
        help=f"give this table of the result instead of all of it (with --format csv: {names[0]})",
    )
    parser.add_argument(
        "--filter", default="", metavar="TEXT", help=f"rows of the table, such as '{example}'"
    )


def table_asked(options: argparse.Namespace, names: Sequence[str]) -> str | None:
    """Return the name of the table that the result is to be, None for all of it."""
    named: str | None = options.table
    return named or (names[0] if options.format == CSV else None)


def table_written(
    command: str, data: TableData, options: argparse.Namespace, columns: Sequence[str] = ()
) -> str | None:
    """Return the rows of a table that pass the filter, in the form that was asked for.

    As text they have the ``columns``, or those that the window shows at first. None, said why,
    stands for a wrong filter.
    """
    from inspector.present.table import (
        TableQuery,
        UnusableFilterError,
        to_csv,
        to_json,
        to_text,
        visible_rows,
    )

    try:
        rows = visible_rows(data, TableQuery(filter=options.filter))
    except UnusableFilterError as error:
        report_line(f"inspector {command}: --filter: {error}")
        return None
    if options.format == TEXT:
        shown = columns or [column.id for column in data.columns if column.visible]
        return to_text(data, rows, shown)
    every = [column.id for column in data.columns]
    return to_csv(data, rows, every) if options.format == CSV else to_json(data, rows, every)
