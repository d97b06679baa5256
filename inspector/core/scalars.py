"""Scalar types of the file formats, accepting exactly what the specification's schemas accept.

Lengths count UTF-16 code units, integers stay within 2^53 - 1 and may be written as 5.0, numbers
are never read from text or booleans, and a datetime is UTC with a ``Z``. A value that is accepted
here is accepted by every consumer written to the document.
"""

from __future__ import annotations

import math
import re
from datetime import UTC, date, datetime
from typing import Annotated, Any

from pydantic import AfterValidator, GetJsonSchemaHandler, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError, PydanticKnownError

from inspector.core.text import LONE_SURROGATE, utf16_length

SAFE_INTEGER = 2**53 - 1

_ALL_PERCENT = 100
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII | re.IGNORECASE)
_DATETIME = re.compile(
    r"(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?Z", re.ASCII
)


def _safe_integer(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise PydanticCustomError("integer", "must be an integer")
    if isinstance(value, float) and not value.is_integer():  # also true for NaN and infinities
        raise PydanticCustomError("integer", "must be an integer")
    if abs(value) > SAFE_INTEGER:
        raise PydanticCustomError("safe_integer", "must be within 2^53 - 1, to be exact everywhere")
    return int(value)


def _natural(value: Any) -> int:
    number = _safe_integer(value)
    if number < 0:
        raise PydanticCustomError("natural", "must not be negative")
    return number


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise PydanticCustomError("number", "must be a number")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise PydanticCustomError("number", "must be a finite number")
    return number


def _fraction(value: Any) -> float:
    number = _number(value)
    if not 0 <= number <= 1:
        raise PydanticCustomError("fraction", "must be between 0 and 1")
    return number


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise PydanticCustomError("flag", "must be true or false")
    return value


def _utc_datetime(value: Any) -> str:
    match = _DATETIME.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise PydanticCustomError("datetime", "must be a UTC datetime such as 2026-04-03T12:00:00Z")
    year, month, day = (int(part) for part in match.groups()[:3])
    try:
        # Year 0000 exists in ISO 8601 and is a leap year, but Python's calendar starts at 1.
        date(year or 400, month, day)
    except ValueError:
        raise PydanticCustomError("datetime", "is not a day of the calendar") from None
    return str(value)


def _moment(value: Any) -> str:
    """Return a time of any offset, or one of Python's, as a UTC datetime; those stay as written."""
    moment = value
    if isinstance(value, str) and not value.endswith("Z"):
        try:
            moment = datetime.fromisoformat(value)
        except ValueError:
            raise PydanticCustomError(
                "datetime",
                "must be a time with its offset or Z, such as 2026-04-03T14:00:00+02:00",
            ) from None
    if isinstance(moment, datetime):
        if moment.tzinfo is None:
            raise PydanticCustomError("datetime", "has no offset: write one, or Z for UTC")
        try:
            moment = moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
        except OverflowError:
            raise PydanticCustomError("datetime", "is not a day of the calendar") from None
    return _utc_datetime(moment)


def _optional_uuid(value: Any) -> str:
    if not isinstance(value, str):
        raise PydanticCustomError("text", "must be text")
    if not value:
        return ""
    if not _UUID.fullmatch(value):
        raise PydanticCustomError(
            "uuid", "must be a UUID such as 123e4567-e89b-42d3-a456-426614174000, or left out"
        )
    return value.lower()


def _percentage(value: Any) -> int:
    number = _natural(value)
    if number > _ALL_PERCENT:
        raise PydanticCustomError("percentage", "must be between 0 and 100")
    return number


def _schema_version(value: Any) -> int:
    if value is ...:  # a document that has to say its version does not
        raise PydanticKnownError("missing")
    if isinstance(value, bool) or not isinstance(value, int | float) or value != 1:
        raise PydanticCustomError("schema_version", "must be 1")
    return 1


def _non_blank(value: Any) -> str:
    if not isinstance(value, str):
        raise PydanticCustomError("text", "must be text")
    if not value.strip():
        raise PydanticCustomError("blank", "must not be blank")
    return value


def _whole(text: str) -> str:
    if not text.isascii() and LONE_SURROGATE.search(text):
        raise PydanticCustomError(
            "lone_surrogate",
            "has half of a surrogate pair, which stands for no character and cannot be written",
        )
    return text


class _Text:
    """A text of at most ``limit`` UTF-16 code units; ``limit`` None is any text.

    A text with a bound names something and is written again: no lone surrogate has UTF-8.
    """

    def __init__(self, limit: int | None) -> None:
        self.limit = limit

    def __call__(self, value: Any) -> str:
        if not isinstance(value, str):
            raise PydanticCustomError("text", "must be text")
        if self.limit is None:
            return value
        if utf16_length(_whole(value)) > self.limit:
            raise PydanticCustomError(
                "too_long",
                "has {length} UTF-16 units, at most {limit} are allowed",
                {"length": utf16_length(value), "limit": self.limit},
            )
        return value

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        return PlainValidator(self).__get_pydantic_core_schema__(source, handler)

    def __get_pydantic_json_schema__(self, schema: Any, handler: GetJsonSchemaHandler) -> Any:
        return {"type": "string"} | ({} if self.limit is None else {"maxLength": self.limit})


def text_limit(annotation: Any) -> int | None:
    """Return the most UTF-16 units that a part of a type allows; None where it bounds no text."""
    return annotation.limit if isinstance(annotation, _Text) else None


def blank_is_none(text: str | None) -> str | None:
    """Return an optional id, None for one of nothing but white space: no id is not an id."""
    return text if text and not text.isspace() else None


SafeInteger = Annotated[
    int,
    PlainValidator(_safe_integer),
    WithJsonSchema({"type": "integer", "minimum": -SAFE_INTEGER, "maximum": SAFE_INTEGER}),
]
Natural = Annotated[
    int,
    PlainValidator(_natural),
    WithJsonSchema({"type": "integer", "minimum": 0, "maximum": SAFE_INTEGER}),
]
Number = Annotated[float, PlainValidator(_number), WithJsonSchema({"type": "number"})]
Fraction = Annotated[
    float,
    PlainValidator(_fraction),
    WithJsonSchema({"type": "number", "minimum": 0, "maximum": 1}),
]
Flag = Annotated[bool, PlainValidator(_flag), WithJsonSchema({"type": "boolean"})]
UtcDatetime = Annotated[
    str,
    PlainValidator(_utc_datetime),
    WithJsonSchema({"type": "string", "format": "date-time", "pattern": "Z$"}),
]
Moment = Annotated[
    str,
    PlainValidator(_moment),
    WithJsonSchema({"type": "string", "format": "date-time"}),
]
OptionalUuid = Annotated[
    str,
    PlainValidator(_optional_uuid),
    WithJsonSchema({"type": "string", "anyOf": [{"format": "uuid"}, {"const": ""}]}),
]
Percentage = Annotated[
    int,
    PlainValidator(_percentage),
    WithJsonSchema({"type": "integer", "minimum": 0, "maximum": 100}),
]
SchemaVersion = Annotated[int, PlainValidator(_schema_version), WithJsonSchema({"const": 1})]

AnyText = Annotated[str, _Text(None)]
WholeText = Annotated[AnyText, AfterValidator(_whole)]
"""A text of any length that UTF-8 can carry."""

NonBlank = Annotated[
    str, PlainValidator(_non_blank), WithJsonSchema({"type": "string", "minLength": 1})
]
OptionalId = Annotated[AnyText | None, AfterValidator(blank_is_none)]
Text40 = Annotated[str, _Text(40)]
Text80 = Annotated[str, _Text(80)]
Text120 = Annotated[str, _Text(120)]
Text200 = Annotated[str, _Text(200)]

# Absent or text, never null: what the document's schemas call optional.
OptionalText40 = Annotated[str | None, _Text(40)]
OptionalText80 = Annotated[str | None, _Text(80)]
OptionalText120 = Annotated[str | None, _Text(120)]
