"""Values of other programs as this one has them: numbers, moments, ids and titles."""

from __future__ import annotations

import hashlib
import math
from datetime import UTC, datetime

from inspector.core.scalars import SAFE_INTEGER
from inspector.core.text import utf16_length, utf16_prefix, writable

ID_UNITS = 120


def finite(value: object) -> float | None:
    """Return a finite number, also one written as text; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def is_not_finite(value: object) -> bool:
    """Whether a value is written as a number that is none, such as NaN; a word is no number."""
    try:
        return isinstance(value, float | str) and not math.isfinite(float(value))
    except ValueError:
        return False


def utc_timestamp(value: object) -> str | None:
    """Return a moment as UTC with a ``Z``: from ISO 8601, or seconds, ms, µs or ns since 1970."""
    try:
        if isinstance(value, str) and not value.strip().lstrip("-").isdecimal():
            moment = datetime.fromisoformat(value.strip())
            moment = moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
        else:
            number = finite(value)
            if number is None or abs(number) > SAFE_INTEGER * 1000:
                return None
            while abs(number) > 1e11:  # past the year 5138 in seconds, so it is in smaller units
                number /= 1000
            moment = datetime.fromtimestamp(number, UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return moment.replace(tzinfo=None).isoformat(timespec="milliseconds").replace(".000", "") + "Z"


def text_id(value: object) -> str:
    """Return a value as an id; empty where it is none."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    text = writable(str(value).strip())
    if utf16_length(text) <= ID_UNITS:
        return text
    return f"{utf16_prefix(text, ID_UNITS - 17)}-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def hash_id(text: str) -> str:
    """Return the id of a text that has none: the beginning of its SHA-256."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def shortened(text: str, units: int) -> str:
    """Return the first line of a text, within so many UTF-16 units."""
    line = writable(text.strip().partition("\n")[0].strip())
    if utf16_length(line) <= units:
        return line
    return utf16_prefix(line, units - 1) + "…"
