"""The base of every value that has a file format: frozen, and tolerant of unknown fields."""

from __future__ import annotations

import json
from typing import Any, Self

from pydantic import AliasChoices, BaseModel, ConfigDict, ValidationError
from pydantic.fields import FieldInfo


class Document(BaseModel):
    """A frozen value with a file format.

    Unknown fields are accepted, as the specification's schemas accept them; the loader reports
    each with its place.
    """

    model_config = ConfigDict(
        frozen=True, extra="ignore", populate_by_name=True, use_attribute_docstrings=True
    )

    @classmethod
    def model_validate_json(cls, json_data: str | bytes | bytearray, **options: Any) -> Self:
        """Validate JSON text, lone surrogates in escapes included, as JavaScript reads them."""
        try:
            return super().model_validate_json(json_data, **options)
        except ValidationError as error:
            if error.errors(include_url=False)[0]["type"] != "json_invalid":
                raise
            try:
                value = json.loads(json_data, parse_constant=_refuse_constant)
            except (ValueError, RecursionError):
                raise error from None
        return cls.model_validate(value, **options)


def spellings(name: str, field: FieldInfo) -> tuple[str, ...]:
    """Return every name under which a field of a document is read."""
    alias = field.validation_alias
    others = alias.choices if isinstance(alias, AliasChoices) else [alias]
    return (name, *(other for other in others if isinstance(other, str) and other != name))


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")
