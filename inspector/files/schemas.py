"""JSON Schemas of the file formats, for editors and other programs."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from inspector.files.session_format import session_file
from inspector.stage import stages

_SESSION = ("session", "Session of the Context Budget Inspector")


def schemas() -> dict[str, dict[str, Any]]:
    """Return the JSON Schema (2020-12) of each format by its name.

    ``$id`` names the format and its version. Fields beyond the schema are accepted everywhere,
    with a warning.
    """
    return {name: schema(name) for name in format_names()}


def format_names() -> tuple[str, ...]:
    """Return the names of the formats. No schema is made for it, which takes a while."""
    return (_SESSION[0], *(name for stage in stages() for name, _, _ in stage.formats))


def schema(wanted: str) -> dict[str, Any]:
    """Return the JSON Schema of one of ``format_names``; a LookupError for any other name."""
    if wanted == _SESSION[0]:
        return _schema(*_SESSION, session_file())
    for stage in stages():
        for name, title, model in stage.formats:
            if name == wanted:
                return _schema(name, title, stage.load(model))
    raise LookupError(wanted)


def _schema(name: str, title: str, model: type[BaseModel]) -> dict[str, Any]:
    said = model.model_fields.get("schema_version")
    version = 1 if said is None or said.is_required() else said.default
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:context-budget-inspector:{name}:{version}",
        **_at_the_root(model.model_json_schema()),
        "title": title,
        "$comment": f"Version {version} of the format.",
    }


def _at_the_root(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema with its own members at the root, also where a part of it holds it again."""
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    return {**schema["$defs"][name], "$defs": schema["$defs"]} if name else schema
