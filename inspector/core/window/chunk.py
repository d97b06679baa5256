"""A chunk: one typed piece of context that competes for the model's window (Window, P-axis)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, Self

from pydantic import Field, PlainValidator, WithJsonSchema, model_validator
from pydantic_core import PydanticCustomError

from inspector.core.model import Document
from inspector.core.scalars import SAFE_INTEGER, AnyText

Tokens = int | float  # whole in practice; a given count may have a fraction

# The range of ECMAScript dates: differences of two of them stay exact enough to be aged in days.
_TIMESTAMP_LIMIT = 8_640_000_000_000_000


class ChunkType(StrEnum):
    """What a chunk is; decides its base priority."""

    SYSTEM_PROMPT = "system_prompt"
    CURRENT_USER_PROMPT = "current_user_prompt"
    CRITICAL_RAG_DOCUMENT = "critical_rag_document"
    TOOL_OUTPUT = "tool_output"
    TOOL_INPUT = "tool_input"
    CHAT_HISTORY_USER = "chat_history_user"
    CHAT_HISTORY_ASSISTANT = "chat_history_assistant"
    RAG_MEMORY_COMMIT = "rag_memory_commit"
    RAG_DOCUMENT_CHUNK = "rag_document_chunk"
    RAG_EBOOK_CHUNK = "rag_ebook_chunk"
    RAG_GENERIC_CHUNK = "rag_generic_chunk"


def plain_number(value: object) -> Tokens | None:
    """Return ``value`` if it is a finite number (5.0 as 5), else None. A boolean is no number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if isinstance(value, int):
        return value
    if not math.isfinite(value):
        return None
    return int(value) if value.is_integer() else value


def _token_count(value: Any) -> Tokens:
    number = plain_number(value)
    if number is None or not 0 <= number <= SAFE_INTEGER:
        raise PydanticCustomError("tokens", "must be a number of tokens, 0 or more")
    return number


def _timestamp(value: Any) -> Tokens:
    number = plain_number(value)
    if number is None or abs(number) > _TIMESTAMP_LIMIT:
        raise PydanticCustomError("timestamp", "must be milliseconds since 1970-01-01 UTC")
    return number


TokenCount = Annotated[
    Tokens, PlainValidator(_token_count), WithJsonSchema({"type": "number", "minimum": 0})
]
TimestampMs = Annotated[Tokens, PlainValidator(_timestamp), WithJsonSchema({"type": "number"})]


class Chunk(Document):
    """One piece of context. It needs ``tokens``, or ``content`` to estimate them from."""

    id: AnyText
    """Names the chunk; unique within one placement."""

    type: ChunkType
    """What the chunk is; decides its base priority."""

    content: AnyText | None = None
    """The text that goes into the prompt."""

    tokens: TokenCount | None = None
    """Its tokens, where they are known; a known count wins over an estimate."""

    timestamp_ms: TimestampMs | None = None
    """When it was made, in milliseconds since 1970-01-01 UTC; earlier times are negative."""

    source_system: AnyText | None = None
    """Where it came from."""

    metadata: Mapping[str, Any] | None = Field(default=None)
    """Facts that raise its priority or set its density, under these keys: ``content_type``
    (business, code, general), ``rag_match_metadata.relevance`` (0 to 1), ``revenue_impact``,
    ``urgency``, ``client_tier``, ``deal_status``, ``relationship_stage``. Any other key is kept
    and has no effect."""

    @model_validator(mode="after")
    def _has_a_size(self) -> Self:
        if self.content is None and self.tokens is None:
            raise PydanticCustomError("size", "must have content or tokens")
        return self
