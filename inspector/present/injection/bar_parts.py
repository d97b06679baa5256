"""What the budget bar is laid out in: strips and their places, lines of text, entries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from inspector.present.injection.bar_strip import Strip

LINE = 18  # height of a line of text
_SINGLE = 3.0  # pixels; narrower segments are drawn as columns of pixels

Measure = Callable[[str], float]


@dataclass(frozen=True, slots=True, eq=False)
class StripBox:
    """A strip's place in pixels; ``scale`` is pixels a token."""

    strip: Strip
    left: float
    top: float
    height: float
    scale: float

    @property
    def width(self) -> float:
        """How wide all segments are together."""
        return self.strip.total * self.scale

    def x(self, tokens: float) -> float:
        """Return where so many tokens end."""
        return self.left + tokens * self.scale

    def edges(self, place: int) -> tuple[float, float]:
        """Return where a segment begins and ends."""
        start, size = float(self.strip.starts[place]), float(self.strip.sizes[place])
        return self.x(start), self.x(start + size)

    def place_at(self, x: float, y: float) -> int | None:
        """Return the segment at a point, None where there is none."""
        if self.scale <= 0 or not self.top <= y < self.top + self.height:
            return None
        return self.strip.place_at((x - self.left) / self.scale)


class Patch(NamedTuple):
    """An area of a group's look; ``faint`` is its ground only, for what is missing of it.

    ``place`` is the one segment it stands for, None for several together.
    """

    x: float
    y: float
    width: float
    height: float
    group: int
    faint: bool = False
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Caption:
    """A line of text; ``right`` sets it to end at ``x``, ``plate`` hides what is behind it."""

    x: float
    top: float
    text: str
    right: bool = False
    plate: bool = False
    strong: bool = False


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """A swatch with the name of a group, and how wide both are.

    ``reduced`` is the swatch of cards that are in at less than their largest rendering.
    """

    x: float
    top: float
    width: float
    group: str
    title: str
    reduced: bool = False


@dataclass(frozen=True, slots=True)
class Hit:
    """What is at a point: the divider, or a segment by strip name and place."""

    strip: str
    place: int | None = None

    @property
    def divider(self) -> bool:
        """Whether it is the divider."""
        return self.place is None


@dataclass(frozen=True, slots=True, eq=False)
class Runs:
    """What is painted of a strip: stretches from ``lefts`` to ``rights`` in whole pixels.

    ``places`` is a segment of each stretch; ``whole`` tells which stretches are one segment, the
    others are neighbours too narrow to be told apart. Arrays of equal length.
    """

    lefts: npt.NDArray[np.int64]
    rights: npt.NDArray[np.int64]
    places: npt.NDArray[np.int64]
    whole: npt.NDArray[np.bool_]


def pixel_runs(box: StripBox) -> Runs:
    """Return the stretches to paint: each wide segment, and columns of pixels for narrow ones.

    A column has the look of the segment at its middle. The number of stretches is bounded by the
    number of pixels, however many segments there are.
    """
    strip = box.strip
    begin, end = round(box.left), round(box.left + box.width)
    columns = np.arange(begin, max(end, begin))
    if not len(strip) or not len(columns):
        nothing = np.zeros(0, dtype=np.int64)
        return Runs(nothing, nothing, nothing, nothing.astype(np.bool_))
    middles = (columns + 0.5 - box.left) / box.scale
    places = np.searchsorted(strip.starts, middles, side="right") - 1
    wide = (strip.sizes * box.scale >= _SINGLE)[places]
    looks = strip.groups[places].astype(np.int64) * 256 + strip.verdicts[places]
    same = np.where(wide[1:] | wide[:-1], places[1:] == places[:-1], looks[1:] == looks[:-1])
    starts = np.concatenate([[0], np.flatnonzero(~same) + 1])
    stops = np.concatenate([starts[1:], [len(columns)]])
    return Runs(columns[starts], columns[stops - 1] + 1, places[starts], wide[starts])
