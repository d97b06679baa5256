"""Models whose fields may be left out, and then are absent instead of null."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, model_serializer


class LeftOut:
    """Marks a field of type ``X | None`` as one that may be left out but not be null.

    The attribute is None when the field was left out; a null in the input is an error.
    """

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> Any:
        schema = handler(source)
        return schema["schema"] if schema["type"] == "nullable" else schema


class Sparse(BaseModel):
    """A frozen value that knows which of its fields were given, and writes only those.

    Validation is strict: no unknown key, no conversion of one type into another.
    """

    model_config = ConfigDict(
        frozen=True, strict=True, extra="forbid", use_attribute_docstrings=True
    )

    @model_serializer(mode="plain")
    def given(self) -> dict[str, Any]:
        """Return the fields that were given or have a value, in the order of the schema."""
        return {
            name: value
            for name in type(self).model_fields
            if (value := self.__dict__.get(name)) is not None or name in self.model_fields_set
        }
