"""Fields of a document as a form shows them: title, help, bounds and default, read from its model.

Types and bounds come from the model's JSON schema, so a form can never disagree with the loader.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any, TypeVar

from pydantic import BaseModel

from inspector.core.problems import Problem, pointer
from inspector.language import tr

Model = TypeVar("Model", bound=BaseModel)


class FieldKind(Enum):
    """How a field is edited."""

    INTEGER = "integer"
    FRACTION = "fraction"  # a number between 0 and 1
    NUMBER = "number"
    FLAG = "flag"
    CHOICE = "choice"
    TEXT = "text"


_BY_TYPE = {
    "integer": FieldKind.INTEGER,
    "number": FieldKind.NUMBER,
    "boolean": FieldKind.FLAG,
    "string": FieldKind.TEXT,
}


@dataclass(frozen=True, slots=True)
class FormField:
    """One editable field.

    ``path`` leads from the document to the field; ``default`` is None where it has none.
    ``minimum`` and ``maximum`` are inclusive, None where there is no bound. ``choices`` are the
    values of a CHOICE. ``group`` is the title of the document inside that it belongs to, if any.
    """

    path: tuple[str, ...]
    title: str
    help: str
    kind: FieldKind
    default: Any = None
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[str, ...] = ()
    group: str = ""

    @property
    def id(self) -> str:
        """The field's name with dots between its parts."""
        return ".".join(self.path)

    @property
    def pointer(self) -> str:
        """The JSON pointer of the field in its document."""
        return pointer(*self.path)


def form_fields(model: type[BaseModel]) -> tuple[FormField, ...]:
    """Return the editable fields of a document in their order, those of documents inside included.

    A field with one possible value (such as a schema version) cannot be edited and is left out, and
    so is one that holds a list or a mapping: those need a view of their own.
    """
    schema = _schema(model)
    return tuple(_fields(schema, schema.get("$defs", {}), model.model_construct(), (), ""))


@cache
def _schema(model: type[BaseModel]) -> dict[str, Any]:
    """Return a model's JSON schema, for reading. Making it takes longer than a form does."""
    return model.model_json_schema(by_alias=False)


def _fields(
    schema: dict[str, Any],
    definitions: dict[str, Any],
    defaults: object,
    path: tuple[str, ...],
    group: str,
) -> Iterator[FormField]:
    for name, field in schema.get("properties", {}).items():
        resolved = _resolve(field, definitions)
        where = (*path, name)
        default = getattr(defaults, name, None)
        if resolved.get("type") == "object" and "properties" in resolved:
            inside = tr(_title(name, field))
            yield from _fields(resolved, definitions, default, where, inside)
            continue
        kind = _kind(resolved)
        if kind is not None:
            yield FormField(
                path=where,
                title=tr(_title(name, resolved)),
                help=tr(" ".join(resolved.get("description", "").split())),
                kind=kind,
                default=default,
                minimum=resolved.get("minimum"),
                maximum=resolved.get("maximum"),
                choices=tuple(str(choice) for choice in resolved.get("enum", ())),
                group=group,
            )


def _title(name: str, field: dict[str, Any]) -> str:
    """Return a field's title; one that pydantic made of the name is written as a sentence."""
    words = name.replace("_", " ")
    title = str(field.get("title", words))
    return words.capitalize() if title.lower() == words else title


def _resolve(field: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """Return a property's schema with what it refers to; what stands beside the reference wins."""
    reference = field.get("$ref")
    if reference is None:
        return field
    return {**definitions[reference.rsplit("/", 1)[1]], **field}


def _kind(field: dict[str, Any]) -> FieldKind | None:
    if "const" in field:
        return None
    if "enum" in field:
        return FieldKind.CHOICE
    kind = _BY_TYPE.get(field.get("type", ""))
    if kind is FieldKind.NUMBER and field.get("minimum") == 0 and field.get("maximum") == 1:
        return FieldKind.FRACTION
    return kind


def field_value(document: BaseModel, field: FormField) -> Any:
    """Return the value that a document has in a field."""
    value: Any = document
    for name in field.path:
        value = getattr(value, name)
    return value


def with_field(document: Model, path: tuple[str, ...], value: Any) -> Model:
    """Return the document with one field changed. Raises ``ValidationError`` for a bad value."""
    values = document.model_dump()
    inner = values
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = value
    return type(document).model_validate(values)


def problems_by_field(
    fields: tuple[FormField, ...], problems: tuple[Problem, ...]
) -> dict[str, tuple[Problem, ...]]:
    """Return the problems whose place is a field, by the field's ``id``."""
    found: dict[str, tuple[Problem, ...]] = {}
    for field in fields:
        own = tuple(problem for problem in problems if problem.place.pointer == field.pointer)
        if own:
            found[field.id] = own
    return found
