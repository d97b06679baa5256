"""Options for fields of a stage's part: read, bounded and helped as the model says.

The same fields are rows of the form (``gui.views.part_inputs``), and both end in ``set_at``.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from inspector.language import in_sentence_case

if TYPE_CHECKING:
    from inspector.cli.result_options import Options
    from inspector.present.form_fields import FormField
    from inspector.session.store import Edit


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
    low = -math.inf if field.minimum is None else field.minimum
    return whole_number(low, math.inf if field.maximum is None else field.maximum)


def whole_number(low: float = 0, high: float = 2**53 - 1) -> Callable[[str], int]:
    """Return what reads a whole number within bounds, or says what is wrong with a text."""

    def read(text: str) -> int:
        try:
            number = int(text.replace(",", "").replace("_", ""))
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(f"{text} is not between {low:,} and {high:,}")
        return number

    return read


def any_number(text: str) -> float:
    """Read a number. Raises ``ArgumentTypeError`` for what is none."""
    try:
        return float(text.replace(",", "").replace("_", ""))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no number") from None
