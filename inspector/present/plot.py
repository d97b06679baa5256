"""Curves over an axis as plain numbers: what the window's plot shows and what its SVG prints.

Everything that can be pointed at, or stands in a legend, has a key and a title. Colours are names
that ``drawing.color_of`` looks up in a theme. Curves go in steps, because what is charted does: a
height holds from where it begins until the next one does, the last one to the end of the axis.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from inspector.analysis.tuning.sweep import shortest_between
from inspector.core.arrays import Float64
from inspector.present.drawing import round_step

NEAR = 14
"""Pixels within which a spot is meant."""


class Dash(StrEnum):
    """How a line is broken."""

    SOLID = "solid"
    DASHED = "dashed"
    DOTTED = "dotted"
    DASH_DOTTED = "dash-dotted"


@dataclass(frozen=True, slots=True)
class Scale:
    """An axis: its title with the unit, its two ends, and how a number of it is written."""

    title: str
    low: float
    high: float
    text: Callable[[float], str]
    whole: bool = False

    @property
    def ends(self) -> tuple[float, float]:
        """Both ends; they differ even where the axis is one number."""
        return self.low, self.high if self.high > self.low else self.low + 1

    def within(self, first: float, last: float) -> float:
        """Return the shortest number between two others, such as the edges of a pixel."""
        first, last = max(self.low, first), min(self.high, last)
        if first >= self.high:
            return self.high
        if self.whole:
            return min(int(self.high), math.ceil(first))
        return shortest_between(first, max(first, last), whole=False)

    def ticks(self, low: float, high: float, count: float) -> tuple[float, ...]:
        """Return at most about ``count`` round numbers from ``low`` to ``high``."""
        step = round_step((high - low) / max(1.0, count), whole=self.whole)
        first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
        return tuple(round(number * step, 12) for number in range(first, last + 1))


def _heights_at(starts: Float64, heights: Float64, values: Float64) -> Float64:
    places = np.searchsorted(starts, values, side="right") - 1
    return heights[np.maximum(places, 0)]


@dataclass(frozen=True, eq=False)
class Curve:
    """A line of steps. ``starts`` ascend; each of ``heights`` holds from its start on.

    Before the first start there is no line.
    """

    key: str
    title: str
    starts: Float64
    heights: Float64
    color: str
    dash: Dash = Dash.SOLID
    width: float = 2

    def at(self, values: Float64) -> Float64:
        """Return how high the line is at some values of the axis."""
        return _heights_at(self.starts, self.heights, values)


@dataclass(frozen=True, eq=False)
class Ribbon:
    """The area between two lines of steps, from the beginning of the axis on."""

    key: str
    title: str
    starts: Float64
    lows: Float64
    highs: Float64
    color: str

    def at(self, values: Float64) -> tuple[Float64, Float64]:
        """Return the lower and the upper edge at some values of the axis."""
        edges = (self.lows, self.highs)
        low, high = (_heights_at(self.starts, edge, values) for edge in edges)
        return low, high


@dataclass(frozen=True, slots=True)
class AxisStretch:
    """A part of the axis: shaded over the whole panel, or as a strip at its foot."""

    key: str
    title: str
    low: float
    high: float
    color: str
    at_foot: bool = False


@dataclass(frozen=True, slots=True)
class Spot:
    """A point that can be chosen.

    One that has neither a title nor is ``drawn`` is seen only where somebody points at it.
    """

    key: str
    title: str
    x: float
    y: float
    tip: str
    color: str = "muted"
    drawn: bool = False

    @property
    def is_seen(self) -> bool:
        """Whether it is there before somebody points at it."""
        return self.drawn or bool(self.title)


@dataclass(frozen=True, slots=True)
class Value:
    """A value of the axis that is marked through all panels.

    Its label is its title and where it is; of one that ``is_off`` the title alone, since it stands
    where what is there now has the same effect.
    """

    key: str
    title: str
    at: float
    color: str
    is_off: bool = False
    detail: str = ""
    """What is there, in a few words."""

    def label(self, scale: Scale) -> str:
        """Return what stands beside its line."""
        place = "" if self.is_off else scale.text(self.at)
        told = " ".join(filter(None, (self.title, place)))
        return " · ".join(filter(None, (told, self.detail)))


@dataclass(frozen=True, eq=False)
class Panel:
    """One field of curves. ``part`` is its part of the height; ``zooms`` its own axis, too."""

    scale: Scale
    curves: tuple[Curve, ...] = ()
    ribbons: tuple[Ribbon, ...] = ()
    stretches: tuple[AxisStretch, ...] = ()
    spots: tuple[Spot, ...] = ()
    part: float = 1.0
    zooms: bool = False


@dataclass(frozen=True, eq=False)
class Plot:
    """Panels over one axis, from the top down.

    ``title`` says what is shown, ``note`` what there is to learn from it. ``words`` says in lines
    what is so at a value of the axis; None where only spots can be chosen.
    """

    title: str
    scale: Scale
    panels: tuple[Panel, ...]
    values: tuple[Value, ...] = ()
    note: str = ""
    words: Callable[[float], str] | None = None

    @property
    def legend(self) -> Iterator[Curve | Ribbon | AxisStretch]:
        """What is told apart by its look, in order."""
        for panel in self.panels:
            every: tuple[Curve | Ribbon | AxisStretch, ...]
            every = (*panel.curves, *panel.stretches, *panel.ribbons)
            yield from (one for one in every if one.title)

    @property
    def spots(self) -> Iterator[Spot]:
        """Every point that can be chosen; those with a title first."""
        every = [spot for panel in self.panels for spot in panel.spots]
        yield from sorted(every, key=lambda spot: not spot.title)


def spot_near(
    spots: Sequence[tuple[float, float]], titled: Sequence[bool], x: float, y: float
) -> int | None:
    """Return which of some places in pixels is meant at a point; one with a title goes first."""
    near = [
        (not titled[number], math.hypot(at_x - x, at_y - y), number)
        for number, (at_x, at_y) in enumerate(spots)
    ]
    return min((one for one in near if one[1] <= NEAR), default=(False, 0.0, None))[2]


def title_places(
    spots: Sequence[tuple[float, float, float]], edges: tuple[float, float], line: float
) -> list[tuple[float, float] | None]:
    """Return the left upper corner of each title, None where there is no room for it.

    ``spots`` are the place and the width of the title of each, ``edges`` the right and the lower
    one that none may cross, and ``line`` how high a line is, all in pixels.
    """
    right, bottom = edges
    taken: list[tuple[float, float, float]] = []
    places: list[tuple[float, float] | None] = []
    for x, y, wide in spots:
        left = x + 8 if x + 8 + wide <= right else x - 8 - wide
        tops = (y + 4, y - line - 4, y - line / 2)
        free = (
            top
            for top in tops
            if top + line <= bottom
            and all(abs(top - at) >= line or left > b or left + wide < a for a, b, at in taken)
        )
        found = next(free, None)
        places.append(None if found is None else (left, found))
        if found is not None:
            taken.append((left, left + wide, found))
    return places
