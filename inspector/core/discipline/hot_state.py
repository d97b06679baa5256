"""The hot state: the small structured JSON that goes into every turn (Discipline C1-C3).

Models whose fields may be left out, and then are absent instead of null.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import (
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    ValidationError,
    model_serializer,
)

from inspector.core.arguments import require
from inspector.core.model import Document
from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.core.text import utf16_length
from inspector.plurals import count_of


class LeftOut:
    """Marks a field of type ``X | None`` as one that may be left out but not be null.

    The attribute is None when the field was left out; a null in the input is an error.
    """

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> Any:
        schema = handler(source)
        return schema["schema"] if schema["type"] == "nullable" else schema


class Sparse(Document):
    """A frozen value that knows which of its fields were given, and writes only those.

    Validation is strict: no unknown key, no conversion of one type into another.
    """

    model_config = ConfigDict(strict=True, extra="forbid")

    @model_serializer(mode="plain")
    def given(self) -> dict[str, Any]:
        """Return the fields that were given or have a value, in the order of the schema."""
        return {
            name: value
            for name in type(self).model_fields
            if (value := self.__dict__.get(name)) is not None or name in self.model_fields_set
        }


ArtifactType = Literal["repo", "doc", "code", "log", "data", "plan", "result"]
RiskLevel = Literal["low", "medium", "high"]

UNITS_PER_TOKEN = 4  # the estimate of the specification: UTF-16 units of the JSON, divided by four


def _list_as_tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


NonEmpty = Annotated[str, Field(min_length=1)]
_Texts = Annotated[tuple[str, ...], BeforeValidator(_list_as_tuple)]


class ArtifactIndexEntry(Sparse):
    """A reference to content that is kept outside the hot state."""

    artifact_id: NonEmpty
    """Names the artifact: 64 hex digits in our registry, any text for one from elsewhere."""

    type: ArtifactType
    """What kind of content it is."""

    label: Annotated[str | None, LeftOut()] = None
    """A short name to show, such as a file name."""

    version: Annotated[str | None, LeftOut()] = None
    """Which version of the content is meant."""

    summary: Annotated[str | None, LeftOut()] = None
    """What the content is about, in a line or two."""


Index = Annotated[tuple[ArtifactIndexEntry, ...], BeforeValidator(_list_as_tuple)]


class HotState(Sparse):
    """What the model has to know in every turn, as JSON with a fixed order of keys.

    Only ``session_id`` is required. A field that was left out stays out of the JSON; only
    ``current_plan_id`` may be null. Unknown keys are errors here and in index entries.
    """

    session_id: NonEmpty
    """The session that the state belongs to."""

    session_key: Annotated[NonEmpty | None, LeftOut()] = None
    """The key under which the session is looked up."""

    run_id: Annotated[NonEmpty | None, LeftOut()] = None
    """The run, or turn, that the state was made for."""

    objective: Annotated[NonEmpty | None, LeftOut()] = None
    """What is to be achieved."""

    current_plan_id: NonEmpty | None = None
    """The plan being followed; null when there is explicitly none."""

    accepted_decisions: Annotated[_Texts | None, LeftOut()] = None
    """Decisions that hold from now on."""

    open_questions: Annotated[_Texts | None, LeftOut()] = None
    """Questions that still need an answer."""

    constraints: Annotated[_Texts | None, LeftOut()] = None
    """What must be respected."""

    last_successful_step: Annotated[NonEmpty | None, LeftOut()] = None
    """The last step that worked."""

    risk_level: Annotated[RiskLevel | None, LeftOut()] = None
    """How risky the task is."""

    artifact_index: Annotated[Index | None, LeftOut()] = None
    """References to content that is too large to carry along."""

    def to_json(self) -> str:
        """Return the compact JSON: schema order, non-ASCII text as it is, no spaces."""
        return compact_json(self.model_dump(mode="json"))

    def field_json(self) -> dict[str, str]:
        """Return the compact JSON of each given field's value, by field, in schema order."""
        values = self.model_dump(mode="json")
        return {name: compact_json(value) for name, value in values.items()}


def compact_json(value: Any) -> str:
    """Return ``value`` as JSON without spaces, keys in their order, non-ASCII text as it is."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def hot_state_tokens(json: str) -> int:
    """Return the estimated tokens of a hot state's JSON: its UTF-16 units / 4, rounded up.

    Raises TypeError for what is no text.
    """
    require(str, json=json)
    return -(-utf16_length(json) // UNITS_PER_TOKEN)


@dataclass(frozen=True, slots=True)
class HotStateReading:
    """A hot state, or the problems that make the input none."""

    hot_state: HotState | None
    problems: tuple[Problem, ...]


def read_hot_state(value: object) -> HotStateReading:
    """Validate any value as a hot state; never raises on what JSON can hold.

    A ``HotState`` is validated again, because one can be built around its own validation.
    """
    if isinstance(value, HotState):
        value = value.model_dump(warnings=False)
    elif isinstance(value, Mapping):
        value = dict(value)
    try:
        return HotStateReading(HotState.model_validate(value), ())
    except ValidationError as error:
        return HotStateReading(None, hot_state_problems(error))


_MOST_PROBLEMS = 1000

_FIXES = {
    "extra_forbidden": "Remove the key, or store its content as an artifact.",
    "missing": "Add the field.",
    "string_too_short": "Give it a value, or leave the field out.",
    "string_type": "Write text in quotes, or leave the field out.",
    "literal_error": "Use one of the listed values.",
    "tuple_type": "Write an array.",
    "model_type": "Write an object with at least a session_id.",
}


def hot_state_problems(error: ValidationError) -> tuple[Problem, ...]:
    """Turn a validation error into problems with their places; contents are never repeated.

    Of more than 1,000 the rest is counted in one.
    """
    details = error.errors(include_url=False, include_context=False, include_input=False)
    beyond = len(details) - _MOST_PROBLEMS
    rest = Problem(
        Severity.ERROR,
        "hot-state.more-of-the-same",
        f"{count_of(beyond, 'more problem')}, not listed one by one.",
        "Put right those that are listed.",
        Place(pointer=""),
    )
    told = tuple(
        Problem(
            Severity.ERROR,
            f"hot-state.{found['type'].replace('_', '-')}",
            found["msg"],
            _FIXES.get(found["type"], ""),
            Place(pointer=pointer(*found["loc"])),
        )
        for found in details[:_MOST_PROBLEMS]
    )
    return (*told, rest) if beyond > 0 else told
