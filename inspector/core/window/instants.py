"""Moments as people write them, and as milliseconds since 1970-01-01 UTC."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from inspector.core.arguments import require

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_NUMBER = re.compile(r"[+-]?\d{1,16}", re.ASCII)
_MILLISECOND = timedelta(milliseconds=1)


def read_instant(text: str) -> int:
    """Return the milliseconds of an ISO 8601 date or time, or of a number of milliseconds.

    A time without an offset is UTC. Raises ``ValueError`` for anything else,
    ``TypeError`` for what is no text.
    """
    require(str, text=text)
    stripped = text.strip()
    if _NUMBER.fullmatch(stripped):
        return int(stripped)
    try:
        moment = datetime.fromisoformat(stripped)
    except ValueError:
        raise ValueError(
            "must be a time such as 2026-04-03T12:00:00Z, or milliseconds since 1970"
        ) from None
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
    whole_minute = not (moment.second or moment.microsecond)
    written = moment.isoformat(timespec="minutes" if whole_minute else "auto")
    return written.removesuffix("+00:00") + "Z"
