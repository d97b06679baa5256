"""JSON Schemas of the file formats, for editors and other programs."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from inspector.files.session_format import SessionFile
from inspector.stage import stages

_SESSION = ("session", "Session of the Context Budget Inspector", SessionFile)


def schemas() -> dict[str, dict[str, Any]]:
    """Return the JSON Schema (2020-12) of each format by its name.

    ``$id`` names the format and its version. Fields beyond the schema are accepted everywhere,
    with a warning.
    """
    formats = [
        (name, title, stage.load(model))
        for stage in stages()
        for name, title, model in stage.formats
    ]
    return {name: _schema(name, title, model) for name, title, model in (_SESSION, *formats)}


def _schema(name: str, title: str, model: type[BaseModel]) -> dict[str, Any]:
    said = model.model_fields.get("schema_version")
    version = 1 if said is None or said.is_required() else said.default
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:context-budget-inspector:{name}:{version}",
        **model.model_json_schema(),
        "title": title,
        "$comment": f"Version {version} of the format.",
    }
