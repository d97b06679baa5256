"""Options that commands share: of a result, and of the fields of a stage's part.

``--format`` is the form of what goes to ``--output``; ``--json`` is short for ``--format json``.
``--table`` gives one table of the result instead of all of it, in that form, and CSV is always a
table: the first where none is named. ``--filter`` chooses its rows. ``--chart`` writes the picture.
"""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from inspector.cli.output import STANDARD, UsageError
from inspector.language import in_sentence_case

if TYPE_CHECKING:
    Options = argparse.ArgumentParser | argparse._ArgumentGroup  # noqa: SLF001  # has no other name
    from inspector.analysis.tuning.axes import Axis, AxisRange
    from inspector.present.form_fields import FormField
    from inspector.present.table import TableData
    from inspector.present.table.data import Rows
    from inspector.session.store import Edit

TEXT, JSON, CSV = "text", "json", "csv"

FLAGS = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}
"""How a switch is written as the value of an option."""


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


def add_axis_options(parser: Options, usual: str) -> None:
    """Add the axis that is swept, and the ends of its range; ``usual`` is the axis without one."""
    from inspector.analysis.tuning.axes import Axis

    axes = [axis.value for axis in Axis]
    parser.add_argument(
        "--axis",
        choices=axes,
        default=usual,
        metavar="AXIS",
        help=f"what is swept ({usual}): {', '.join(axes)}",
    )
    parser.add_argument("--from", dest="low", type=any_number, metavar="VALUE", help="first value")
    parser.add_argument("--to", dest="high", type=any_number, metavar="VALUE", help="last value")


def range_asked(options: argparse.Namespace, usual_of: Callable[[Axis], AxisRange]) -> AxisRange:
    """Return the range that is swept: the usual one of its axis but for the ends that are given.

    Raises ``ValueError`` for one that cannot be.
    """
    from inspector.analysis.tuning.axes import Axis, AxisRange

    usual = usual_of(Axis(options.axis))
    low = usual.low if options.low is None else options.low
    high = max(usual.high, low) if options.high is None else options.high
    return AxisRange(usual.axis, low, high)


def add_output_option(parser: Options, *, default: str = STANDARD) -> None:
    """Add the place of the result."""
    parser.add_argument(
        "-o", "--output", default=default, metavar="FILE", help="where the result goes"
    )


def add_chart_option(parser: Options, what: str) -> None:
    """Add the place of the picture of ``what``."""
    parser.add_argument("--chart", metavar="FILE", help=f"write {what} as an SVG picture")


def add_report_option(parser: Options, *names: str, more: str = "") -> None:
    """Add the place of the page for reading, also under the ``names`` that it had."""
    parser.add_argument(
        "--report",
        *names,
        metavar="FILE",
        help=f"write a report as an HTML page with nothing outside it{more}",
    )


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


def rows_asked(
    data: TableData, options: argparse.Namespace, refusal: type[UsageError] = UsageError
) -> Rows:
    """Return the rows that pass the filter. Raises the ``refusal`` for a wrong one."""
    from inspector.present.table import TableQuery, UnusableFilterError, visible_rows

    try:
        return visible_rows(data, TableQuery(filter=options.filter))
    except UnusableFilterError as error:
        raise refusal(f"--filter: {error}") from None


def table_written(
    data: TableData,
    options: argparse.Namespace,
    columns: Sequence[str] = (),
    refusal: type[UsageError] = UsageError,
) -> str:
    """Return the rows of a table that pass the filter, in the form that was asked for.

    As text they have the ``columns``, or those that the window shows at first. Raises the
    ``refusal`` for a wrong filter.
    """
    from inspector.present.table import to_csv, to_json, to_text

    rows = rows_asked(data, options, refusal)
    if options.format == TEXT:
        shown = columns or [column.id for column in data.columns if column.visible]
        return to_text(data, rows, shown)
    every = [column.id for column in data.columns]
    return to_csv(data, rows, every) if options.format == CSV else to_json(data, rows, every)


@dataclass(frozen=True, slots=True)
class FieldOption:
    """The option of one field: its name, and the way of the field in its part.

    ``help`` stands instead of what the model says of the field. A flag's option gives it the
    ``value``.
    """

    name: str
    at: str
    help: str = ""
    metavar: str = ""
    value: bool = True

    @property
    def dest(self) -> str:
        """Where argparse keeps what was given."""
        return self.name.lstrip("-").replace("-", "_")


def add_field_options(parser: Options, part: str, options: Sequence[FieldOption]) -> None:
    """Add options that change fields of a part of the session."""
    from inspector.present.form_fields import FieldKind, fields_at
    from inspector.session.session import Session

    document = Session().part(part)
    for option in options:
        (field,) = fields_at(document, "", (option.at,))
        words = option.help or in_sentence_case(field.help.split(".")[0])
        if field.kind is FieldKind.FLAG:
            parser.add_argument(option.name, action="store_const", const=option.value, help=words)
        elif field.kind is FieldKind.CHOICE:
            said = f"{words} ({field.default})"
            parser.add_argument(option.name, choices=field.choices, help=said)
        else:
            is_whole = field.kind is FieldKind.INTEGER
            usual = f" ({field.default:,})" if is_whole and field.default else ""
            metavar = option.metavar or ("N" if is_whole else "TEXT")
            read = _within_bounds(field) if is_whole else str
            parser.add_argument(option.name, type=read, metavar=metavar, help=words + usual)


def field_edits(
    given: argparse.Namespace, part: str, options: Sequence[FieldOption]
) -> Iterator[Edit]:
    """Yield what the options that were given change."""
    from inspector.session.edits import set_at

    for option in options:
        value = getattr(given, option.dest)
        if value is not None:
            yield set_at(part, option.at, value)


def _within_bounds(field: FormField) -> Callable[[str], int]:
    low = -_MOST if field.minimum is None else field.minimum
    return whole_number(low, _MOST if field.maximum is None else field.maximum)


_MOST = 2**53 - 1  # exact everywhere, in JSON too


def whole_number(low: float = 0, high: float = _MOST) -> Callable[[str], int]:
    """Return what reads a whole number within bounds, or says what is wrong with a text."""

    def read(text: str) -> int:
        found = _NUMBER.fullmatch(text.strip())
        if found is None or found["more"]:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number, such as 1000 or 1,000")
        if len(text) > _MOST_DIGITS or not low <= (number := int(_plain(text))) <= high:
            raise argparse.ArgumentTypeError(f"{text} is not between {low:,} and {high:,}")
        return number

    return read


def any_number(text: str) -> float:
    """Read a finite number. Raises ``ArgumentTypeError`` for what is none."""
    if _NUMBER.fullmatch(text.strip()) and math.isfinite(number := float(_plain(text))):
        return number
    raise argparse.ArgumentTypeError(f"{text!r} is no number, such as 0.25 or 1,000")


_NUMBER = re.compile(
    r"[+-]?(?:[1-9]\d{0,2}(?:[,_]\d{3})+|\d+|(?=\.\d))(?P<more>(?:\.\d*)?(?:e[+-]?\d+)?)",
    re.ASCII | re.IGNORECASE,
)
"""Digits as every program writes them; commas only between thousands: 0,25 would be 25."""
_MOST_DIGITS = 40  # Python reads more only where it is asked to


def _plain(text: str) -> str:
    return text.replace(",", "").replace("_", "")
