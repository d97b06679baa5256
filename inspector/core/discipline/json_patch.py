"""Reading a JSON patch strictly (RFC 6902), without a document to apply it to."""

from __future__ import annotations

import json
import re
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    model_validator,
)
from pydantic_core import PydanticCustomError

from inspector.core.problems import Place, Problem, Severity, pointer

_MESSAGES = {  # instead of pydantic's, which repeat what they found
    "union_tag_invalid": "op is none of add, remove, replace, move, copy and test",
    "union_tag_not_found": "op is missing",
    "model_attributes_type": "an operation is an object",
}
_POINTER = re.compile("(?:/(?:[^~/]|~[01])*)*")
_FIX = "Return an array of operations as RFC 6902 defines them."


def _json_pointer(text: str) -> str:
    if _POINTER.fullmatch(text) is None:
        raise PydanticCustomError("json_pointer", "is no JSON pointer (RFC 6901)")
    return text


Pointer = Annotated[str, AfterValidator(_json_pointer)]


class _Operation(BaseModel):
    """What all operations have. Members that an operation does not define are ignored."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)

    path: Pointer


class _Valued(_Operation):
    op: Literal["add", "replace", "test"]
    value: Any


class _Remove(_Operation):
    op: Literal["remove"]


class _Sourced(_Operation):
    op: Literal["move", "copy"]
    source: Pointer = Field(alias="from")

    @model_validator(mode="after")
    def _moves_out_of_itself(self) -> _Sourced:
        if self.op == "move" and self.path.startswith(self.source + "/"):
            raise PydanticCustomError("move_into_itself", "moves a value into itself")
        return self


_PATCH = TypeAdapter(
    list[Annotated[_Valued | _Remove | _Sourced, Field(discriminator="op")]],
    config=ConfigDict(strict=True),
)


def json_patch_problems(text: str) -> tuple[Problem, ...]:
    """Return what keeps a text from being a JSON patch; nothing for a valid one.

    Besides RFC 6902, a member name that occurs twice in one object, NaN and infinities are
    problems: programs disagree about what they mean.
    """
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        place = Place(line=error.lineno, column=error.colno)
        return (_problem("json-patch.json", f"is no JSON: {error.msg}", place),)
    except (ValueError, RecursionError) as error:
        message = str(error) if isinstance(error, _AmbiguousJsonError) else "is no usable JSON"
        return (_problem("json-patch.json", message, Place()),)
    try:
        _PATCH.validate_python(value)
    except ValidationError as error:
        return tuple(
            _found(found["loc"], _MESSAGES.get(found["type"], found["msg"]))
            for found in error.errors(include_url=False, include_context=False, include_input=False)
        )
    return ()


class _AmbiguousJsonError(ValueError):
    """JSON that programs read differently."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _AmbiguousJsonError("an object has a member twice")
    return members


def _no_constant(name: str) -> Any:
    raise _AmbiguousJsonError(f"JSON has no {name}")


def _found(loc: tuple[int | str, ...], message: str) -> Problem:
    """Turn one validation error into a problem; the second part of its place is the operation."""
    return _problem("json-patch.operation", message, Place(pointer=pointer(*loc[:1], *loc[2:])))


def _problem(code: str, message: str, place: Place) -> Problem:
    return Problem(Severity.ERROR, code, message, _FIX, place)
