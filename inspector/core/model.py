"""The base of every value that has a file format: frozen, and tolerant of unknown fields."""

from __future__ import annotations

import ast
import inspect
import json
import sys
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Self, get_args

from pydantic import AliasChoices, AliasGenerator, BaseModel, ConfigDict, ValidationError
from pydantic.alias_generators import to_camel
from pydantic.fields import FieldInfo
from pydantic_core import (
    InitErrorDetails,
    PydanticCustomError,
    PydanticSerializationError,
)

from inspector.core.text import json_value, writable

Way = tuple[str | int, ...]
"""The way from a value to a part of it: field names and list indices."""

BOTH_SPELLINGS = AliasGenerator(validation_alias=lambda name: AliasChoices(name, to_camel(name)))
"""Reads fields under their own name and in camelCase, and writes them under their own."""

if TYPE_CHECKING:
    from pydantic import GetJsonSchemaHandler
    from pydantic.json_schema import JsonSchemaValue
    from pydantic_core import CoreSchema


class Document(BaseModel):
    """A frozen value with a file format.

    Unknown fields are accepted, as the specification's schemas accept them; the loader reports
    each with its place.
    """

    # What checks a document is made when the first is checked: a start needs few of the formats.
    model_config = ConfigDict(frozen=True, extra="ignore", populate_by_name=True, defer_build=True)

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler, /
    ) -> JsonSchemaValue:
        """Return the schema with what the fields' docstrings say."""
        schema = handler(core_schema)
        properties = handler.resolve_ref_schema(schema).get("properties", {})
        for name, said in descriptions(cls).items():
            for spelt in spellings(name, cls.model_fields[name]):
                if spelt in properties:
                    properties[spelt].setdefault("description", said)
        return schema

    @classmethod
    def read_as(cls, value: dict[str, Any]) -> Iterator[tuple[Way, type[BaseModel], Any]]:
        """Yield the parts of an object whose fields are a model's: the way, the model, the part.

        Most are read as they stand. A document that is also spelt otherwise says how.
        """
        yield (), cls, value

    def model_dump_json(self, *, indent: int | None = None, **options: Any) -> str:
        """Return JSON text. Lone surrogates stand as escapes, as JavaScript writes them."""
        try:
            return super().model_dump_json(indent=indent, **options)
        except PydanticSerializationError:
            plain = self.model_dump(mode="json", **options)
        separators = (",", ":") if indent is None else None
        text = json.dumps(plain, ensure_ascii=False, indent=indent, separators=separators)
        return writable(text)

    @classmethod
    def model_validate_json(cls, json_data: str | bytes | bytearray, **options: Any) -> Self:
        """Validate JSON text, lone surrogates in escapes included, as JavaScript reads them."""
        try:
            return super().model_validate_json(json_data, **options)
        except ValidationError as error:
            if error.errors(include_url=False)[0]["type"] != "json_invalid":
                raise
            try:
                value = json_value(json_data)
            except ValueError:
                raise error from None
        return cls.model_validate(value, **options)


def descriptions(model: type[BaseModel]) -> dict[str, str]:
    """Return what is said of the fields of a document, by their names: most in docstrings."""
    said: dict[str, str] = {}
    for base in reversed(model.__mro__):
        if issubclass(base, Document):
            said |= _docstrings(base.__module__).get(base.__name__, {})
    said |= {name: one.description for name, one in model.model_fields.items() if one.description}
    return {name: text for name, text in said.items() if name in model.model_fields}


def spellings(name: str, field: FieldInfo) -> tuple[str, ...]:
    """Return every name under which a field of a document is read."""
    alias = field.validation_alias
    others = alias.choices if isinstance(alias, AliasChoices) else [alias]
    return (name, *(other for other in others if isinstance(other, str) and other != name))


def unknown_fields(
    model: type[BaseModel], value: Any, way: Way = ()
) -> Iterator[tuple[Way, tuple[str, ...]]]:
    """Give the way to every unknown field of a value, with the names that are known there.

    Of a field that stands twice, in two spellings, the one that does not count is given with the
    other alone.
    """
    if not isinstance(value, dict):
        return
    if not issubclass(model, Document):
        yield from _unknown(model, value, way)
        return
    for inner, kind, part in model.read_as(value):
        if isinstance(part, dict):
            yield from _unknown(kind, part, way + inner)


def _unknown(
    model: type[BaseModel], value: dict[str, Any], way: Way
) -> Iterator[tuple[Way, tuple[str, ...]]]:
    if value.keys() <= _plain(model):  # as nearly every one of very many rows
        return
    fields = field_models(model)
    known = tuple(fields)
    for name, member in value.items():
        if name not in fields:
            yield (*way, name), known
            continue
        if other := next((one for one in _counting_before(model)[name] if one in value), None):
            yield (*way, name), (other,)
            continue
        inner = fields[name]
        if inner is None:
            continue
        if inner.model_config.get("extra") == "forbid":  # then they are errors
            continue
        if isinstance(member, list):
            for place, item in enumerate(member):
                yield from unknown_fields(inner, item, (*way, name, place))
        else:
            yield from unknown_fields(inner, member, (*way, name))


@cache
def field_models(model: type[BaseModel]) -> dict[str, type[BaseModel] | None]:
    """Return the fields of a model by every name, each with the model of its parts, if any."""
    return {
        spelling: _inner(field.annotation)
        for name, field in model.model_fields.items()
        for spelling in spellings(name, field)
    }


@cache
def _plain(model: type[BaseModel]) -> frozenset[str]:
    """Return the names under which nothing unknown can be, whatever else stands beside them."""
    before = _counting_before(model)
    fields = field_models(model).items()
    return frozenset(name for name, inner in fields if inner is None and not before[name])


@cache
def _counting_before(model: type[BaseModel]) -> dict[str, tuple[str, ...]]:
    """Return the other spellings of each name that count where both stand."""
    found: dict[str, tuple[str, ...]] = {}
    for name, field in model.model_fields.items():
        own, *others = spellings(name, field)
        ranked = (
            (own, *others) if isinstance(field.validation_alias, AliasChoices) else (*others, own)
        )
        found |= {one: ranked[:place] for place, one in enumerate(ranked)}
    return found


def _inner(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next(filter(None, map(_inner, get_args(annotation))), None)


def errors_below(error: ValidationError, way: Way) -> ValidationError:
    """Return the errors of a part of a value as those of the whole; ``way`` leads to the part."""
    return ValidationError.from_exception_data(
        error.title,
        [
            InitErrorDetails(
                type=PydanticCustomError(one["type"], "{said}", {"said": one["msg"]})
                if one["type"] != "missing"
                else "missing",
                loc=(*way, *one["loc"]),
                input=one["input"],
            )
            for one in error.errors(include_url=False, include_context=False)
        ],
    )


@cache
def _docstrings(module: str) -> dict[str, dict[str, str]]:
    """Return the docstrings of the fields that each class of a module itself declares, by name.

    Read from the source when a schema is made, because that would be a fifth of every start. Where
    there is no source there are none.
    """
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except (KeyError, OSError, TypeError):
        return {}
    return {one.name: _documented(one) for one in tree.body if isinstance(one, ast.ClassDef)}


def _documented(declared: ast.ClassDef) -> dict[str, str]:
    return {
        field.target.id: inspect.cleandoc(text.value.value)
        for field, text in pairwise(declared.body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
        and isinstance(text.value.value, str)
    }
