"""A chunk: one typed piece of context that competes for the model's window (Window, P-axis).

Moments as people write them, and as milliseconds since 1970-01-01 UTC.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Annotated, Any, Self

from pydantic import AliasChoices, Field, PlainValidator, WithJsonSchema, model_validator
from pydantic_core import PydanticCustomError

from inspector.core.arguments import require
from inspector.core.model import Document
from inspector.core.scalars import SAFE_INTEGER, AnyText, Natural, NonBlank

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_NUMBER = re.compile(r"[+-]?\d{1,16}", re.ASCII)
_ISO = re.compile(
    r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?",
    re.ASCII | re.IGNORECASE,
)
_NO_INSTANT = "must be a time such as 2026-04-03T12:00:00Z, or milliseconds since 1970"
_MILLISECOND = timedelta(milliseconds=1)


def read_instant(text: str) -> int:
    """Return the milliseconds of an ISO 8601 date or time, or of a number of milliseconds.

    A time without an offset is UTC, a date its first instant. Raises ``ValueError`` for anything
    else, also for weeks and for hours alone, ``TypeError`` for what is no text.
    """
    require(str, text=text)
    stripped = text.strip()
    if _NUMBER.fullmatch(stripped):
        return int(stripped)
    if not _ISO.fullmatch(stripped):
        raise ValueError(_NO_INSTANT)
    try:
        moment = datetime.fromisoformat(stripped)
    except ValueError:
        raise ValueError(_NO_INSTANT) from None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return (moment - _EPOCH) // _MILLISECOND


def write_instant(milliseconds: int | float) -> str:
    """Return a moment in ISO 8601 with a ``Z``; as its number where the calendar has none.

    Raises ``TypeError`` for what is no number.
    """
    require(int | float, milliseconds=milliseconds)
    try:
        moment = _EPOCH + timedelta(milliseconds=milliseconds)
    except (OverflowError, ValueError):
        return f"{milliseconds}"
    return moment.isoformat(timespec="auto").removesuffix("+00:00") + "Z"


Tokens = int | float  # whole in practice; a given count may have a fraction

# The range of ECMAScript dates: differences of two of them stay exact enough to be aged in days.
TIMESTAMP_LIMIT = 8_640_000_000_000_000


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
    if isinstance(value, str):
        try:
            if _NUMBER.fullmatch(value.strip()):  # 20260403 is a day to some, a number to others
                raise ValueError(_NO_INSTANT)
            number = read_instant(value)
        except ValueError as error:
            raise PydanticCustomError("timestamp", "{why}", {"why": str(error)}) from None
    if number is None or abs(number) > TIMESTAMP_LIMIT:
        raise PydanticCustomError(
            "timestamp", "must be a time in ISO 8601, or milliseconds since 1970-01-01 UTC"
        )
    return number


def _priority(value: Any) -> Tokens:
    number = plain_number(value)
    if number is None:
        raise PydanticCustomError("priority", "must be a finite number")
    return number


TokenCount = Annotated[
    Tokens, PlainValidator(_token_count), WithJsonSchema({"type": "number", "minimum": 0})
]
TimestampMs = Annotated[
    Tokens,
    PlainValidator(_timestamp),
    WithJsonSchema({"anyOf": [{"type": "number"}, {"type": "string", "format": "date-time"}]}),
]
GivenPriority = Annotated[Tokens, PlainValidator(_priority), WithJsonSchema({"type": "number"})]


class Chunk(Document):
    """One piece of context. It needs ``tokens``, or ``content`` to estimate them from."""

    id: NonBlank
    """Names the chunk; unique within one placement."""

    type: ChunkType
    """What the chunk is; decides its base priority."""

    content: AnyText | None = None
    """The text that goes into the prompt."""

    tokens: TokenCount | None = None
    """Its tokens, where they are known; a known count wins over an estimate."""

    timestamp_ms: TimestampMs | None = Field(
        default=None, validation_alias=AliasChoices("timestamp_ms", "timestamp")
    )
    """When it was made, in milliseconds since 1970-01-01 UTC (earlier times are negative) or in
    ISO 8601. The specification calls it ``timestamp``; that is read, too."""

    original_index: Natural | None = None
    """Its place among the chunks, by which ties are broken and the prompt is laid out; without it
    the place at which it stands."""

    priority: GivenPriority | None = None
    """What its producer made of it. It is kept and has no effect: priorities are worked out."""

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


def is_chunk(record: object) -> bool:
    """Say whether a value is a chunk, or a transcript's record of one, by its type."""
    return (
        isinstance(record, Mapping)
        and "role" not in record
        and isinstance(record.get("type"), str)
        and record["type"] in set(ChunkType)
    )
