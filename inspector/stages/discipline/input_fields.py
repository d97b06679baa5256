"""The fields of the lens's inputs: limits as whole numbers, switches, sizes of the prompt."""

from __future__ import annotations

from inspector.core.discipline import DEFAULT_LIMITS, DisciplineLimits
from inspector.core.discipline.limits import finite_number
from inspector.core.problems import Problem, Severity
from inspector.core.scalars import SAFE_INTEGER
from inspector.language import tr
from inspector.present.form_fields import FieldKind, FormField, form_fields
from inspector.session.discipline_stage import DisciplineStage

_SWITCHES = (
    "enable_compression",
    "enable_reference_extraction",
    "reject_on_persistent_overflow",
    "keep_pointers",
)


def limit_fields() -> tuple[FormField, ...]:
    """Return the limits as fields for whole numbers; no limit needs another kind to be set."""
    return tuple(
        FormField(
            (name,),
            tr(field.title or name),
            tr(field.description or ""),
            FieldKind.INTEGER,
            default=getattr(DEFAULT_LIMITS, name),
            minimum=0,
            maximum=SAFE_INTEGER,
        )
        for name, field in DisciplineLimits.model_fields.items()
    )


def shown_limit(limit: object) -> tuple[int, tuple[Problem, ...]]:
    """Return a limit as a field for whole numbers shows it, and what it cannot show."""
    number = finite_number(limit)
    if number is None:
        message = tr("This limit is not a number, so every state is rejected.")
        return 0, (Problem(Severity.ERROR, "discipline.limit", message, tr("Enter a number.")),)
    if isinstance(number, int) and number >= 0:
        return number, ()
    message = tr("The limit is {number:,g}.", number=number)
    fix = tr("Enter a whole number to replace it.")
    return max(int(number), 0), (Problem(Severity.NOTE, "discipline.limit", message, fix),)


def switch_fields() -> tuple[FormField, ...]:
    """Return the switches that say which steps may be tried."""
    return tuple(field for field in form_fields(DisciplineStage) if field.id in _SWITCHES)


def check_fields() -> tuple[FormField, ...]:
    """Return how an output is checked: the mode, and whether it is checked in any case."""
    ids = ("output.mode", "output.force_check")
    return tuple(field for field in form_fields(DisciplineStage) if field.id in ids)


def sizes_text(sizes: tuple[int, ...]) -> str:
    """Return sizes as one line to edit."""
    return ", ".join(map(str, sizes))


def sizes_of_text(text: str) -> tuple[int, ...]:
    """Return the sizes of a line, separated by commas or blanks.

    Raises ``ValueError`` for a part that is no size.
    """
    parts = text.replace(",", " ").split()
    if not all(part.isascii() and part.isdecimal() for part in parts):
        raise ValueError("has to be whole numbers with commas between them")
    return tuple(map(int, parts))
