"""Any number of segments side by side as arrays, and the words of each on demand.

A strip may have as many segments as there are cards: what is drawn of it is bounded by the pixels
it takes, and words are made of the one that is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from inspector.core.arrays import Bools, Codes, Float64, Int64
from inspector.language import localized
from inspector.present.drawing import (
    FAINT,
    LEAST_EDGED,
    PART_LOOKS,
    Box,
    Item,
    Measure,
    fitted,
    pixel_middle,
    words_in_part,
)

Tokens = Float64

_SINGLE = 3.0  # pixels; narrower cells are drawn as columns of pixels
_SHORT = 0.6  # of the height is filled of a cell that is less than whole
_PADDING, _LEAST_CAPTION = 5, 64  # pixels; a narrower cell shows a whole caption or none


@dataclass(frozen=True, slots=True)
class SpokenSegment:
    """One segment in words. ``key`` names its subject, "" for none; ``group`` is its part's name.

    ``name`` is the subject's, "" where it has none; ``label`` says the rest on one line.
    """

    key: str
    name: str
    label: str
    group: str
    tokens: int

    @property
    def tip(self) -> str:
        """Everything there is to say, the name on a line of its own."""
        return f"{self.name}\n{self.label}" if self.name else self.label


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """Cells of one kind: sizes, parts of the palette, which are less than whole, and their words.

    ``parts`` are places in ``names``. ``place_of`` finds a subject's place, None where it has none.
    """

    sizes: Tokens
    parts: Codes
    short: Bools
    names: tuple[str, ...]
    cell: Callable[[int], SpokenSegment]
    place_of: Callable[[str], int | None]


def run_of(cells: Iterable[SpokenSegment], short: bool = False) -> Run:
    """Return cells whose words exist already; one without any tokens is left out."""
    kept: list[SpokenSegment] = []
    names: dict[str, int] = {}
    places: dict[str, int] = {}
    sizes, parts = [], []
    for one in cells:
        if one.tokens > 0:
            if one.key:
                places[one.key] = len(kept)
            sizes.append(one.tokens)
            parts.append(names.setdefault(one.group, len(names)))
            kept.append(one)
    return Run(
        np.array(sizes, dtype=np.float64),
        np.array(parts, dtype=np.uint8),
        np.full(len(kept), short, dtype=np.bool_),
        tuple(names),
        kept.__getitem__,
        places.get,
    )


class Cells:
    """The cells of a strip, one run after another."""

    def __init__(self, runs: Sequence[Run]) -> None:
        """Lay runs side by side, from 0 on."""
        self._runs = [run for run in runs if len(run.sizes)]
        names: dict[str, int] = {}
        sizes, parts, short = [np.zeros(0)], [np.zeros(0, np.uint8)], [np.zeros(0, np.bool_)]
        for run in self._runs:
            codes = np.zeros(len(run.names), dtype=np.uint8)
            for place, name in enumerate(run.names):
                codes[place] = names.setdefault(name, len(names))
            sizes.append(run.sizes)
            parts.append(codes[run.parts])
            short.append(run.short)
        self.names = tuple(names)
        self.sizes: Tokens = np.concatenate(sizes)
        self.starts: Tokens = np.cumsum(self.sizes) - self.sizes
        self.parts: Codes = np.concatenate(parts)
        self.short: Bools = np.concatenate(short)

    def __len__(self) -> int:
        return len(self.sizes)

    @cached_property
    def total(self) -> float:
        """Where the last cell ends, in tokens."""
        return float(self.starts[-1] + self.sizes[-1]) if len(self.sizes) else 0.0

    def part(self, place: int) -> str:
        """Return the part of the palette that a cell looks like."""
        return self.names[int(self.parts[place])]

    def segment(self, place: int) -> SpokenSegment:
        """Return one cell in words. Raises ``IndexError``."""
        for run in self._runs:
            if place < len(run.sizes):
                return run.cell(place)
            place -= len(run.sizes)
        raise IndexError(place)

    def place_of(self, key: str) -> int | None:
        """Return the place of a subject's cell, None where it has none."""
        before = 0
        for run in self._runs:
            found = run.place_of(key) if key else None
            if found is not None:
                return before + found
            before += len(run.sizes)
        return None

    def place_at(self, tokens: float) -> int | None:
        """Return the place of the cell that lies at a distance from the start."""
        if not 0 <= tokens < self.total:
            return None
        # Of cells that begin together, all but the last have no width.
        return int(np.searchsorted(self.starts, tokens, side="right")) - 1


@dataclass(frozen=True, slots=True, eq=False)
class CellStretches:
    """What is painted of cells: stretches from ``lefts`` to ``rights`` in whole pixels.

    ``places`` is a cell of each stretch; ``whole`` tells which stretches are one cell, the others
    are neighbours too narrow to be told apart. Arrays of equal length.
    """

    lefts: Int64
    rights: Int64
    places: Int64
    whole: Bools


@dataclass(frozen=True, slots=True, eq=False)
class CellsBox:
    """Where cells lie in pixels; ``scale`` is pixels a token."""

    key: str
    cells: Cells
    left: float
    top: float
    height: float
    scale: float

    @property
    def width(self) -> float:
        """How wide all cells are together."""
        return self.cells.total * self.scale

    def edges(self, place: int) -> tuple[float, float]:
        """Return where a cell begins and ends."""
        start, size = float(self.cells.starts[place]), float(self.cells.sizes[place])
        return self.left + start * self.scale, self.left + (start + size) * self.scale

    def place_at(self, x: float, y: float) -> int | None:
        """Return the cell at a point, None where there is none."""
        if self.scale <= 0 or not self.top <= y < self.top + self.height:
            return None
        return self.cells.place_at((pixel_middle(x) - self.left) / self.scale)

    def stretches(self) -> CellStretches:
        """Return what to paint: each wide cell, and columns of pixels for narrow ones.

        A column has the look of the cell at its middle. There are never more stretches than
        pixels, however many cells there are.
        """
        cells = self.cells
        begin, end = round(self.left), round(self.left + self.width)
        columns = np.arange(begin, max(end, begin))
        if not len(cells) or not len(columns):
            nothing = np.zeros(0, dtype=np.int64)
            return CellStretches(nothing, nothing, nothing, nothing.astype(np.bool_))
        middles = (columns + 0.5 - self.left) / self.scale
        places = np.searchsorted(cells.starts, middles, side="right") - 1
        wide = (cells.sizes * self.scale >= _SINGLE)[places]
        looks = cells.parts[places].astype(np.int64) * 2 + cells.short[places]
        same = np.where(wide[1:] | wide[:-1], places[1:] == places[:-1], looks[1:] == looks[:-1])
        starts = np.concatenate([[0], np.flatnonzero(~same) + 1])
        stops = np.concatenate([starts[1:], [len(columns)]])
        return CellStretches(columns[starts], columns[stops - 1] + 1, places[starts], wide[starts])

    def items(self, measure: Measure, *, told: bool = False) -> list[Item]:
        """Return what is drawn: first the areas, then names and tokens in them.

        ``told`` gives an area that stands for one cell the words that an SVG file says of it.
        """
        found, cells = self.stretches(), self.cells
        looks = [PART_LOOKS[name] for name in cells.names]
        drawn: list[Item] = []
        captioned: list[tuple[int, Box, str]] = []
        for left, right, place, whole, code, short in zip(
            found.lefts.tolist(),
            found.rights.tolist(),
            found.places.tolist(),
            found.whole.tolist(),
            cells.parts[found.places].tolist(),
            cells.short[found.places].tolist(),
            strict=True,
        ):
            # A line of the background parts cells; columns of pixels are not parted.
            wide, top, height = right - left - (1 if whole else 0), self.top, self.height
            look = looks[code]
            if short:
                drawn.append(Box(left, top, wide, height, look.ground, opacity=FAINT))
                top += round(self.height * (1 - _SHORT))
                height = self.top + self.height - top
            tip = cells.segment(place).tip if told and whole else ""
            edge = look.edge if wide >= LEAST_EDGED else ""
            area = Box(left, top, wide, height, look.fill, look.pattern, edge, 1, tip=tip)
            drawn.append(area)
            if whole and wide > 4 * _PADDING:
                captioned.append((place, area, cells.names[code]))
        for place, area, part in captioned:
            text = self._caption(place, area.width, measure)
            if text:
                drawn.append(words_in_part((area.x, area.y, area.width, area.height), text, part))
        return drawn

    def _caption(self, place: int, wide: float, measure: Measure) -> str:
        """Return name and tokens of a cell, as much of it as there is room for."""
        cell = self.cells.segment(place)
        tokens = localized(cell.tokens)
        text, room = f"{cell.name}  {tokens}".strip(), wide - 2 * _PADDING
        if measure(text) <= room:
            return text
        rest = room - measure(f"  {tokens}")
        if wide >= _LEAST_CAPTION and rest > measure("MMM…"):
            return f"{fitted(cell.name, rest, measure)}  {tokens}"
        return tokens if measure(tokens) <= room else ""
