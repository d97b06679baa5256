"""A chunk: one typed piece that competes for the model's window, and reading records as chunks.

Moments as people write them, and as milliseconds since 1970-01-01 UTC.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Annotated, Any, Self, TypeVar

from pydantic import (
    AliasChoices,
    Field,
    PlainValidator,
    ValidationError,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticCustomError

from inspector.core.arguments import require
from inspector.core.model import Document, unknown_fields
from inspector.core.problems import Place, Problem, Severity, pointer
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


_Model = TypeVar("_Model", bound=Document)


@dataclass(frozen=True, slots=True)
class ReadChunks:
    """The usable chunks, the place of each in the input, and what was wrong with the rest.

    ``unusable`` are the places of the rest.
    """

    chunks: tuple[Chunk, ...]
    indices: tuple[int, ...]
    problems: tuple[Problem, ...]
    unusable: tuple[int, ...] = ()

    def in_original_order(self) -> ReadChunks:
        """Return the chunks by the places that their producer gave; others keep their own."""
        rows = sorted(
            range(len(self.chunks)),
            key=lambda row: (
                original_index(self.chunks[row], self.indices[row]),
                self.indices[row],
            ),
        )
        return ReadChunks(
            tuple(self.chunks[row] for row in rows),
            tuple(self.indices[row] for row in rows),
            self.problems,
            self.unusable,
        )


def original_index(chunk: Chunk, index: int) -> int:
    """Return the place of a chunk that its producer gave, or else the one at which it stands."""
    return index if chunk.original_index is None else chunk.original_index


def _describe(error: ValidationError, at: str, consequence: str) -> list[Problem]:
    found = []
    for detail in error.errors(include_url=False, include_context=False, include_input=False):
        place = at + pointer(*detail["loc"])
        if detail["loc"] == ("type",) and detail["type"] == "enum":
            code = "chunk-type-unknown"
            message = f"The chunk is of no known type; {consequence}."
            fix = "Use one of: " + ", ".join(ChunkType) + "."
        else:
            code = "value-invalid"
            message = f"{detail['msg']}; {consequence}."
            fix = "Correct the value, or leave the field out where it is optional."
        found.append(Problem(Severity.ERROR, f"window.{code}", message, fix, Place(pointer=place)))
    return found


def _unknown_fields(model: type[Document], record: object, at: str) -> list[Problem]:
    """Name every field, at any depth, that has no effect because the model does not have it."""
    if isinstance(record, Mapping) and not isinstance(record, dict):
        record = dict(record)
    return [
        Problem(
            Severity.WARNING,
            "window.field-unknown",
            "There is no such field; it has no effect.",
            "Correct its name, or remove it.",
            Place(pointer=at + pointer(*way)),
        )
        for way, _ in unknown_fields(model, record)
    ]


def read_document(
    model: type[_Model], value: object, at: str, default: _Model
) -> tuple[_Model, list[Problem]]:
    """Return ``value`` as a ``model``, or ``default``, with the problems and their places."""
    if isinstance(value, model):
        return value, []
    try:
        read = model.model_validate(value)
    except ValidationError as error:
        return default, _describe(error, at, "the default of the whole object is used")
    return read, _unknown_fields(model, value, at)


def read_chunks(records: Iterable[object]) -> ReadChunks:
    """Return the chunks among ``records`` (chunks, or mappings with their fields).

    A record that is no chunk (an unknown type, no id, neither content nor tokens) and a chunk
    whose id was used before are errors with their place, and are left out.
    """
    chunks: list[Chunk] = []
    indices: list[int] = []
    problems: list[Problem] = []
    first_place: dict[str, int] = {}
    unusable: list[int] = []
    for index, record in enumerate(records):
        if isinstance(record, Chunk):
            chunk = record
        else:
            at = pointer("chunks", index)
            try:
                chunk = Chunk.model_validate(record)
            except ValidationError as error:
                problems += _describe(error, at, "it is not used")
                unusable.append(index)
                continue
            problems += _unknown_fields(Chunk, record, at)
        first = first_place.setdefault(chunk.id, index)
        if first != index:
            unusable.append(index)
            problems.append(
                Problem(
                    Severity.ERROR,
                    "window.chunk-id-duplicate",
                    f"The id was used before, at {pointer('chunks', first, 'id')}; the later chunk"
                    " is not used.",
                    "Give every chunk an id of its own.",
                    Place(pointer=pointer("chunks", index, "id")),
                )
            )
            continue
        chunks.append(chunk)
        indices.append(index)
    return ReadChunks(tuple(chunks), tuple(indices), tuple(problems), tuple(unusable))
