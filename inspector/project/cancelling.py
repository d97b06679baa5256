"""Stopping the making of an index when the user asks for it."""

from __future__ import annotations

from collections.abc import Callable

Cancelled = Callable[[], bool]
"""Asked now and then; True ends the work."""


class IndexCancelledError(Exception):
    """The index was not finished because somebody asked for that."""


def stop_if(cancelled: Cancelled | None) -> None:
    """Raise ``IndexCancelledError`` when the work is to end here."""
    if cancelled is not None and cancelled():
        raise IndexCancelledError
