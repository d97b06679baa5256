"""The exported JSON Schemas describe what the loaders read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from inspector.core.candidates.card import Card
from inspector.files import schemas
from inspector.files.session_format import session_file

ALL = schemas()
DOCUMENTS = Path(__file__).parents[2] / "docs"
OURS = ("policy", "candidates", "card", "request", "session", "manifest")


def parts_of(schema: Any) -> list[Any]:
    if isinstance(schema, dict):
        return [schema, *(part for value in schema.values() for part in parts_of(value))]
    if isinstance(schema, list):
        return [part for value in schema for part in parts_of(value)]
    return []


def test_every_format_has_a_schema_with_its_version() -> None:
    assert set(OURS) <= set(ALL)
    assert len({schema["$id"] for schema in ALL.values()}) == len(ALL)
    for name, schema in ALL.items():
        said = schema["properties"].get("schema_version", {"const": 1})
        assert schema["$id"] == f"urn:context-budget-inspector:{name}:{said['const']}"
        assert schema["title"]
        assert schema["description"]
        assert schema["type"] == "object"
        assert json.loads(json.dumps(schema)) == schema


def test_the_documents_hold_the_same_schemas_as_files() -> None:
    files = {path.stem: path.read_text("utf-8") for path in (DOCUMENTS / "schemas").iterdir()}
    printed = {
        name: json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
        for name, schema in ALL.items()
    }
    assert files == printed, "write them again: inspector schema NAME -o docs/schemas/NAME.json"


@pytest.mark.parametrize("name", ALL)
def test_every_reference_leads_somewhere(name: str) -> None:
    for part in parts_of(ALL[name]):
        if isinstance(part.get("$ref"), str):
            _, section, target = part["$ref"].split("/")
            assert target in ALL[name][section]


@pytest.mark.parametrize("name", ["policy", "candidates", "card", "request", "manifest"])
def test_every_field_is_described(name: str) -> None:
    objects = [ALL[name], *ALL[name].get("$defs", {}).values()]
    for described in objects:
        for field, about in described.get("properties", {}).items():
            assert "description" in about or "$ref" in about, (
                f"{name}: {described['title']}.{field}"
            )


def test_bounds_and_required_fields_are_those_of_the_loaders() -> None:
    policy = ALL["policy"]
    assert policy["required"] == ["schema_version"]
    assert policy["properties"]["schema_version"]["const"] == 1
    assert policy["properties"]["knowledge_card_share_default"]["maximum"] == 1
    assert ALL["card"]["properties"]["node_id"]["maxLength"] == 120
    assert set(ALL["card"]["properties"]) == set(Card.model_fields)
    items = ALL["candidates"]["properties"]["knowledge_cards"]["items"]
    assert items["$ref"].endswith("/Card")
    assert set(ALL["session"]["properties"]) == set(session_file().model_fields)


def test_no_schema_refuses_fields_that_the_loaders_only_warn_of() -> None:
    for name in ("policy", "candidates", "card", "request", "manifest"):
        assert all(part.get("additionalProperties") is not False for part in parts_of(ALL[name]))
