"""What the budget bar is laid out in: strips and their places, lines of text, entries.

The strip of a corpus's mean recall under the divider: a look-up at every split.

A column of pixels shows what is so at its middle. Heights go from the least recall of any split to
the most, so that what a split is worth can be seen where all have nearly the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inspector.analysis.corpus.split_recall import SplitRecall
from inspector.language import tr_n
from inspector.present.drawing import Box, part_box
from inspector.stages.injection.bar_strip import Strip

_SINGLE = 3.0  # pixels; narrower segments are drawn as columns of pixels


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


_LEAST = 3  # pixels of the split with the least recall


@dataclass(frozen=True, slots=True, eq=False)
class RecallStrip:
    """The strip's place in pixels, and what it shows. The share runs over ``width``."""

    recall: SplitRecall
    left: float
    top: float
    width: float
    height: float

    def items(self) -> Iterator[Box]:
        """Yield the strip: green where no split has more recall, grey elsewhere."""
        begin = round(self.left)
        pixels = np.arange(begin, max(round(self.left + self.width), begin + 1))
        found = self.recall.at(np.clip((pixels + 0.5 - self.left) / max(self.width, 1.0), 0, 1))
        starts = np.concatenate([[0], np.flatnonzero(np.diff(found)) + 1])
        stops = np.concatenate([starts[1:], [len(pixels)]])
        least, best = self.recall.least, self.recall.best
        for start, stop in zip(starts.tolist(), stops.tolist(), strict=True):
            part = 1.0 if best == least else (found[start] - least) / (best - least)
            high = _LEAST + round(float(part) * (self.height - _LEAST))
            part_name = "met" if found[start] == best else "unmet"
            top = self.top + self.height - high
            yield part_box(float(pixels[start]), top, float(stop - start), high, part_name)

    def text_at(self, x: float, y: float) -> str:
        """Return the figures of the split under a point, "" beside the strip."""
        if not (self.top <= y < self.top + self.height and 0 <= x - self.left <= self.width):
            return ""
        return recall_text(self.recall, (x - self.left) / max(self.width, 1.0))


def recall_text(recall: SplitRecall, share: float) -> str:
    """Say the mean recall at a split, and the most that any split has."""
    return tr_n(
        "Split {share:.1%}: recall {here:.1%} of 1 request; at most {best:.1%}, at least"
        " {least:.1%}",
        "Split {share:.1%}: mean recall {here:.1%} of {count:,} requests; at most {best:.1%}, at"
        " least {least:.1%}",
        recall.asking,
        count=recall.asking,
        share=share,
        here=recall.at_share(share),
        best=recall.best,
        least=recall.least,
    )
