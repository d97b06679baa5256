"""Points in time: UTC text outside, whole microseconds since 1970 in the database.

Numbers sort as times do; texts do not, because a fraction of a second may be there or not.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

_FORM = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?Z", re.ASCII)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def microseconds(text: str) -> int:
    """Return the microseconds since 1970 of a UTC time such as ``2026-04-03T12:00:00Z``.

    Raises ``ValueError`` for anything else, a time zone other than ``Z`` and more than six digits
    of a second included.
    """
    if not _FORM.fullmatch(text):
        raise ValueError("not a UTC time with Z")
    return (datetime.fromisoformat(text) - _EPOCH) // _MICROSECOND


def utc_text(since_1970: int) -> str:
    """Return the one form in which a time is shown: a fraction has six digits or is not there."""
    moment = _EPOCH + since_1970 * _MICROSECOND
    return moment.replace(tzinfo=None).isoformat() + "Z"
