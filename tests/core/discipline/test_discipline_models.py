"""What holds for every model of the room: values stay as they are, and say what they mean."""

from __future__ import annotations

import pkgutil
from importlib import import_module

import pytest
from pydantic import BaseModel, ValidationError

# The package stands in the shadow of its function of the same name.
room = import_module("inspector.core.discipline")
MODELS = sorted(
    {
        one
        for module in pkgutil.iter_modules(room.__path__)
        for one in vars(import_module(f"{room.__name__}.{module.name}")).values()
        if isinstance(one, type) and issubclass(one, BaseModel) and one.model_fields
        if one.__module__.startswith(room.__name__)
    },
    key=lambda one: one.__name__,
)


@pytest.mark.parametrize("model", MODELS)
def test_a_value_cannot_be_changed(model: type[BaseModel]) -> None:
    value = model.model_construct()
    for name in model.model_fields:
        with pytest.raises(ValidationError, match="frozen"):
            setattr(value, name, None)


@pytest.mark.parametrize("model", [one for one in MODELS if not one.__name__.startswith("_")])
def test_every_field_says_in_the_schema_what_it_means(model: type[BaseModel]) -> None:
    fields = model.model_json_schema(by_alias=False)["properties"]
    assert [name for name, field in fields.items() if not field.get("description")] == []
