"""Where a window may be: somewhere on a screen that is there, and no larger than it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

_STRIP = 32  # pixels at the top that a window is moved by
_GRIP = 100  # pixels of the strip that have to be in sight


class Rect(NamedTuple):
    """A place on the desktop, in device-independent pixels."""

    x: int
    y: int
    width: int
    height: int


def on_screen(window: Rect, screens: Sequence[Rect]) -> Rect:
    """Return where a window goes that was there when other screens were.

    It stays as long as somebody can take hold of it at its top and it is no larger than the screen
    it is on. Else it goes to the screen that shows most of it, or to the first.
    """
    if not screens:
        return window
    best = max(screens, key=lambda screen: _shared(window, screen))
    fits = window.width <= best.width and window.height <= best.height
    if fits and any(_can_be_held(window, screen) for screen in screens):
        return window
    width, height = min(window.width, best.width), min(window.height, best.height)
    return Rect(
        max(best.x, min(window.x, best.x + best.width - width)),
        max(best.y, min(window.y, best.y + best.height - height)),
        width,
        height,
    )


def _can_be_held(window: Rect, screen: Rect) -> bool:
    strip = window._replace(height=_STRIP)
    return _shared(strip, screen) >= min(_GRIP, window.width) * _STRIP and (
        screen.y <= window.y <= screen.y + screen.height - _STRIP
    )


def _shared(one: Rect, other: Rect) -> int:
    """Return how many pixels two places share."""
    width = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    height = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return max(0, width) * max(0, height)
