"""The record of an artifact: what a program writes down about content it has stored."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from inspector.core.discipline.hot_state import ArtifactType, LeftOut, NonEmpty, Sparse
from inspector.core.scalars import Natural
from inspector.core.text import utf16_length

Producer = Literal["dispatcher", "executor", "planner", "system"]

SUMMARY_UNITS = 500


def _short_enough(text: str) -> str:
    if utf16_length(text) > SUMMARY_UNITS:
        raise PydanticCustomError(
            "too_long", "has more than {limit} UTF-16 units", {"limit": SUMMARY_UNITS}
        )
    return text


Sha256Hex = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
Summary = Annotated[
    str,
    AfterValidator(_short_enough),
    WithJsonSchema({"type": "string", "maxLength": SUMMARY_UNITS}),
]


class ArtifactRecord(Sparse):
    """What is known about one artifact (Discipline C4). Unknown keys are errors."""

    artifact_id: Sha256Hex
    """The SHA-256 of the content, as 64 lower-case hex digits."""

    type: ArtifactType
    """What kind of content it is."""

    content_uri: NonEmpty
    """Where the content is kept."""

    content_hash: Sha256Hex
    """The SHA-256 that the content must have when it is read."""

    size_bytes: Natural
    """Size of the content in bytes."""

    created_at: NonEmpty
    """When the content was stored; any text, as the specification's schema takes it."""

    producer: Producer = "system"
    """Which part of the system made the content."""

    summary: Annotated[Summary | None, LeftOut()] = None
    """What the content is about, in at most 500 UTF-16 units."""

    mime: Annotated[str | None, LeftOut()] = None
    """The media type of the content."""
