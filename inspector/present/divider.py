"""A divider of a strip: where it stands and stood, its axis, and what is so at other places."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from inspector.present.drawing import DASHES, Item, Measure, Rule, Words, fitted

_TICKS, _APART, _LINE = 15, 14, 15
REACH = 5
"""Pixels on either side of a divider that grasp it."""


@dataclass(frozen=True, slots=True)
class Track:
    """What is so at every place of a divided strip, below it: drawn into a place in pixels.

    ``tip`` says what is so at a part (0 to 1) of it.
    """

    title: str
    items: Callable[[float, float, float, float], Iterable[Item]]
    tip: Callable[[float], str]
    height: float = 10
    caption: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class Divider:
    """Where the strip of a key is divided, as a part (0 to 1) of its frame, and where it was."""

    key: str
    at: float
    was: float | None = None
    movable: bool = True
    ticks: tuple[tuple[float, str], ...] = ()
    """What is written on the axis below, the most wanted first: part and text."""
    tracks: tuple[Track, ...] = ()


@dataclass(frozen=True, slots=True)
class DividerPlace:
    """Where a divider lies in pixels: itself, where it was, its strip's place, how far down."""

    x: float
    was: float | None
    left: float
    width: float
    top: float
    strip_bottom: float
    bottom: float
    movable: bool

    def at(self, x: float) -> float:
        """Return the part of the strip (0 to 1) that a divider at ``x`` stands for."""
        return min(1.0, max(0.0, (x - self.left) / max(self.width, 1.0)))

    def grasped(self, x: float, y: float) -> bool:
        """Whether a point is on it."""
        return abs(x - self.x) <= REACH and self.top <= y < self.strip_bottom


@dataclass(frozen=True, slots=True)
class Under:
    """What lies below a divided strip, and where its divider is."""

    place: DividerPlace | None = None
    items: tuple[Item, ...] = ()
    tracks: tuple[tuple[Track, float, float], ...] = ()
    height: float = 0


def divided(
    divider: Divider, area: tuple[float, float, float, float], width: float, measure: Measure
) -> Under:
    """Lay out what belongs to a divider of a strip at a place: left, top, width and height."""
    left, top, wide, height = area
    items: list[Item] = []
    tracks: list[tuple[Track, float, float]] = []
    y = top + height + 2
    for track in divider.tracks:
        base = y + track.height / 2 + 4
        items += track.items(left, y, wide, track.height)
        items.append(Words(4, max(base, top + 11 + 2 * _LINE), track.title, "muted"))
        text, color = track.caption
        shown = fitted(text, width - left - wide - 12, measure) if text else ""
        if shown:
            items.append(Words(left + wide + 12, base, shown, color))
        tracks.append((track, y, y + track.height))
        y += track.height
    bottom = y
    if divider.ticks:
        items += _ticks(divider, left, wide, y + 12, measure)
        y += _TICKS
    x = left + divider.at * wide
    was = None if divider.was is None else left + divider.was * wide
    if was is not None and abs(was - x) >= 2:  # pixels
        items.append(Rule(was, top - 3, was, bottom + 1, "text", 1, DASHES))
    if divider.movable:
        items.append(Rule(round(x), top - 3, round(x), bottom + 1, "text", 2))
    place = DividerPlace(x, was, left, wide, top, top + height, bottom, movable=divider.movable)
    return Under(place, tuple(items), tuple(tracks), y - top - height)


def _ticks(
    divider: Divider, left: float, wide: float, base: float, measure: Measure
) -> list[Words]:
    """Return the texts of the axis; where two would meet, the less wanted gives way."""
    taken: list[tuple[float, float]] = []
    drawn = []
    for number, (part, text) in enumerate(divider.ticks):
        room = measure(text)
        x = min(max(left + part * wide - room / 2, left - 4), left + max(wide, room) + 4 - room)
        near, far = x - _APART / 2, x + room + _APART / 2
        if not [start for start, end in taken if start <= far and end >= near]:
            taken.append((x, x + room))
            color = "muted" if number else "text"
            drawn.append(Words(x, base, text, color, strong=not number))
    return drawn
