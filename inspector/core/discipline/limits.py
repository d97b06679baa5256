"""The limits of context discipline, and reading them without trusting them (Discipline C6)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer, SkipValidation

from inspector.core.model import BOTH_SPELLINGS, field_models
from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.core.scalars import SAFE_INTEGER

DiffMode = Literal["strict", "heuristic"]
"""``strict`` parses an output, ``heuristic`` judges it by signs."""

Limit = Annotated[int | float, SkipValidation, PlainSerializer(lambda limit: limit)]
"""A number, or whatever was written in the place of one."""


class DisciplineLimits(BaseModel):
    """How large a hot state and a prompt may be. Exactly at a limit is allowed.

    The values are not checked here: whoever uses them fails closed on one that is not a number,
    and says which (``read_limits``).
    """

    model_config = ConfigDict(
        frozen=True, extra="forbid", populate_by_name=True, alias_generator=BOTH_SPELLINGS
    )

    max_hot_state_tokens: Annotated[
        Limit,
        Field(
            title="Working-state limit",
            description="Most tokens that the JSON of the hot state may take,"
            " estimated as UTF-16 units / 4.",
        ),
    ] = 1000

    max_artifact_index_entries: Annotated[
        Limit,
        Field(
            title="Max index entries",
            description="Most references that the hot state's artifact index may hold.",
        ),
    ] = 20

    max_prompt_tokens: Annotated[
        Limit,
        Field(
            title="Max prompt tokens",
            description="Most tokens for system prompt, user content and hot state"
            " together, estimated.",
        ),
    ] = 8000

    max_rag_chunks: Annotated[
        Limit,
        Field(
            title="Max retrieved chunks",
            description="Most retrieved chunks in one prompt.",
        ),
    ] = 10

    max_inline_artifact_chars: Annotated[
        Limit,
        Field(
            title="Max inline artifact",
            description="Most characters of an artifact written into the prompt;"
            " a longer one must be a reference.",
        ),
    ] = 2000


DEFAULT_LIMITS = DisciplineLimits()
LIMIT_NAMES = tuple(DisciplineLimits.model_fields)


def limit_named(name: str) -> str | None:
    """Return the limit that a name means, which may be in camelCase; None where there is none."""
    own = re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name)
    return own if own in LIMIT_NAMES and name in field_models(DisciplineLimits) else None


LimitsInput = DisciplineLimits | Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ReadLimits:
    """Limits as numbers. One that is not a number is missing here and has a problem."""

    values: Mapping[str, int | float]
    problems: tuple[Problem, ...]

    def get(self, name: str) -> int | float | None:
        """Return a limit, None when it is not a number."""
        return self.values.get(name)


def finite_number(value: object) -> int | float | None:
    """Return a number that is exact everywhere (5.0 as 5), None for anything else.

    Booleans, NaN, infinities and what lies beyond 2^53 - 1 are not such numbers.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if not abs(value) <= SAFE_INTEGER:  # also true for NaN
        return None
    return int(value) if isinstance(value, float) and value.is_integer() else value


def read_limits(limits: LimitsInput | None) -> ReadLimits:
    """Read limits given as a value or as a mapping of some of them; the rest are the defaults."""
    given = _as_mapping({} if limits is None else limits)
    if given is None:
        wrong = "the limits are no object with a number for each limit"
        return ReadLimits({}, (_problem("", "discipline.no-limits", wrong, "Write an object."),))
    values: dict[str, int | float] = {}
    problems = [
        _problem(str(name), "discipline.unknown-limit", f"there is no limit {name}", "Remove it.")
        for name in given
        if limit_named(str(name)) is None
    ]
    written = {limit_named(str(name)): str(name) for name in given}
    for name in LIMIT_NAMES:
        spelt = written.get(name, name)
        number = finite_number(given.get(spelt, getattr(DEFAULT_LIMITS, name)))
        if number is None:
            problems.append(
                _problem(
                    spelt,
                    "discipline.limit-not-a-number",
                    f"{name} is not a number",
                    "Give a number within 2^53 - 1.",
                )
            )
        else:
            values[name] = number
    return ReadLimits(values, tuple(problems))


def _as_mapping(limits: object) -> Mapping[str, object] | None:
    if isinstance(limits, DisciplineLimits):
        return dict(limits)
    return limits if isinstance(limits, Mapping) else None


def _problem(name: str, code: str, message: str, fix: str) -> Problem:
    place = Place(pointer=pointer("limits", *filter(None, [name])))
    return Problem(Severity.ERROR, code, message, fix, place)
