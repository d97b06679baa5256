"""Fields of a document as a form shows them: title, help, bounds and default, read from its model.

Types and bounds are those of the model's JSON schema, so a form never disagrees with the loader.
To make the whole schema, with lists and mappings in it, would take ten times as long as a form.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal, get_args, get_origin

from annotated_types import Ge, Le
from pydantic import BaseModel, WithJsonSchema
from pydantic.fields import FieldInfo

from inspector.core.model import descriptions, field_models
from inspector.core.problems import pointer
from inspector.language import capitalized, tr


class FieldKind(Enum):
    """How a field is edited."""

    INTEGER = "integer"
    FRACTION = "fraction"  # a number between 0 and 1
    NUMBER = "number"
    FLAG = "flag"
    CHOICE = "choice"
    TEXT = "text"
    LINE = "line"  # a text over the whole width
    PARAGRAPH = "paragraph"  # a text of several lines, sent while it is written


_BY_TYPE = {
    "integer": FieldKind.INTEGER,
    "number": FieldKind.NUMBER,
    "boolean": FieldKind.FLAG,
    "string": FieldKind.TEXT,
}


_TYPES = {int: "integer", float: "number", bool: "boolean", str: "string"}


@dataclass(frozen=True, slots=True)
class FormField:
    """One editable field.

    ``path`` leads from the document to the field; ``default`` is None where it has none.
    ``minimum`` and ``maximum`` are inclusive, None where there is no bound. ``choices`` are the
    values of a CHOICE. ``group`` is the title of the document inside that it belongs to, if any.
    ``hint`` stands where a text is still empty, or in place of the least number.
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
    hint: str = ""

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
    return tuple(_fields(model, model.model_construct(), (), ""))


def _fields(
    model: type[BaseModel], defaults: object, path: tuple[str, ...], group: str
) -> Iterator[FormField]:
    said = descriptions(model)
    for name, field in model.model_fields.items():
        where, title = (*path, name), tr(field.title or name.replace("_", " ").capitalize())
        default, form = getattr(defaults, name, None), field.annotation
        if isinstance(form, type) and issubclass(form, BaseModel):
            yield from _fields(form, default, where, title)
            continue
        facts = _facts(field)
        kind = _kind(facts)
        if kind is not None:
            yield FormField(
                path=where,
                title=title,
                help=_plain(tr(" ".join(said.get(name, "").split()))),
                kind=kind,
                default=default,
                minimum=facts.get("minimum"),
                maximum=facts.get("maximum"),
                choices=tuple(str(choice) for choice in facts.get("enum", ())),
                group=group,
            )


def _facts(field: FieldInfo) -> dict[str, Any]:
    """Return what the schema says of one value; nothing of a list, a mapping or several types."""
    form: Any = field.annotation
    facts: dict[str, Any] = {"type": _TYPES[form]} if form in _TYPES else {}
    if get_origin(form) is Literal or (isinstance(form, type) and issubclass(form, Enum)):
        values = get_args(form) or tuple(one.value for one in form)
        facts = {"enum": values} if len(values) > 1 else {"const": values[0]}
    facts |= _bounds(field)
    for fact in field.metadata:
        if isinstance(fact, WithJsonSchema):  # stands for all of the schema, bounds included
            facts |= fact.json_schema or {}
    return facts


def _bounds(field: FieldInfo) -> dict[str, Any]:
    """Return the bounds that a field has beside those of its type."""
    facts: dict[str, Any] = {}
    for fact in field.metadata:
        if isinstance(fact, Ge | Le):
            facts |= {"minimum": fact.ge} if isinstance(fact, Ge) else {"maximum": fact.le}
    return facts


def _plain(help_text: str) -> str:
    """Return what is said of a field without the marks that set code apart."""
    return help_text.replace("``", "")


def _kind(field: dict[str, Any]) -> FieldKind | None:
    if "const" in field:
        return None
    if "enum" in field:
        return FieldKind.CHOICE
    kind = _BY_TYPE.get(field.get("type", ""))
    if kind is FieldKind.NUMBER and field.get("minimum") == 0 and field.get("maximum") == 1:
        return FieldKind.FRACTION
    return kind


def fields_at(part: BaseModel, at: str, only: Collection[str] = ()) -> Iterator[FormField]:
    """Yield the fields at a place of a part, or those named ``only``.

    Of a document that is named they are its fields, of a table its words; a name with dots leads
    into documents, also into one that is not there yet.
    """
    path = tuple(at.split(".")) if at else ()
    model = model_at(type(part), path)
    if not only:
        yield from _fields(model, model.model_construct(), path, "")
    for name in only:
        *inside, last = name.split(".")
        yield from _named(part, model_at(model, inside), (*path, *inside), last)


def _named(
    part: BaseModel, model: type[BaseModel], path: tuple[str, ...], name: str
) -> Iterator[FormField]:
    known = {field.path: field for field in _fields(model, model.model_construct(), path, "")}
    if (*path, name) in known:
        yield known[*path, name]
        return
    field, said = model.model_fields[name], _plain(tr(descriptions(model).get(name, "")))
    if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
        inner = field.annotation
        yield from _fields(inner, inner.model_construct(), (*path, name), "")
        return
    title = tr(field.title or capitalized(name.replace("_", " ")))
    value, facts = value_at(part, (*path, name)), _facts_inside(field.annotation) | _bounds(field)
    bounds = facts.get("minimum"), facts.get("maximum")
    usual = field.get_default(call_default_factory=True)
    if not isinstance(value, Mapping) or not isinstance(usual, Mapping):
        kind = _kind(facts) or FieldKind.TEXT
        yield FormField((*path, name), title, said, kind, None, *bounds)
        return
    for word in value:
        where, default = (*path, name, word), usual.get(word)
        yield FormField(where, word, said, FieldKind.NUMBER, default, *bounds, group=title)


def model_at(model: type[BaseModel], path: Sequence[str]) -> type[BaseModel]:
    """Return the model of the document at a place. Raises ``KeyError`` where there is none."""
    for name in path:
        inner = field_models(model)[name]
        if inner is None:
            raise KeyError(name)
        model = inner
    return model


def value_at(document: Any, path: Sequence[str]) -> Any:
    """Return what stands at a place, through documents and tables; None in what is not there."""
    for name in path:
        if document is not None:
            is_table = isinstance(document, Mapping)
            document = document[name] if is_table else getattr(document, name)
    return document


def _facts_inside(form: Any) -> dict[str, Any]:
    """Return what is said of the values of a table, or of a value that may be missing."""
    inner = [one for one in get_args(form) if one is not type(None)]
    kind, *said = get_args(inner[-1]) if inner and get_args(inner[-1]) else (inner or [form])
    info = FieldInfo(annotation=kind)
    info.metadata = [
        m for one in said for m in (one.metadata if isinstance(one, FieldInfo) else [one])
    ]
    return _facts(info)
