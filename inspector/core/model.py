"""The base of every value that has a file format: frozen, and tolerant of unknown fields."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Document(BaseModel):
    """A frozen value with a file format.

    Unknown fields are accepted, as the specification's schemas accept them; the loader reports
    each with its place.
    """

    model_config = ConfigDict(
        frozen=True, extra="ignore", populate_by_name=True, use_attribute_docstrings=True
    )
