"""Where everything of the ruler lies, in pixels: numbers a view paints and asks what is hit.

From top to bottom: an overview of the whole line with the part in view, the placed chunks standing
on the line, the line with its tokens, the dropped chunks hanging below it, and the legend. Points
have one scale above and below, so that heights can be compared.

The part of the ruler that is in view: zooming and panning as arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from inspector.core.arrays import Bools, Float64, Int64
from inspector.language import localized
from inspector.present.drawing import LINE, Hit, Measure, Tick, round_step
from inspector.stages.window.ruler import ChunkSpans, Ruler
from inspector.stages.window.words import FAMILIES, FAMILY_TITLES, PART_TITLES, PARTS

GUTTER = 88  # pixels left of the line, for names and points
MARGIN = 4
_OVERVIEW, _GAP, _BAND = 12, 8, 20
_SWATCH, _ENTRY_GAP = 20, 16
_NARROW = 3.0  # pixels; narrower spans are drawn as columns of pixels
_LEAST_BELOW = 30  # pixels kept below the line
_TICK_ROOM = 90  # pixels between two labels of the line, at least
_LEVEL_STEPS = (25, 50, 100, 200, 500, 1000, 5000)  # points between two lines

Pixels = Float64
View = tuple[float, float]
"""The tokens at the left and the right end of what is in view."""


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """A swatch with its name: of a chunk family, or of a part of a priority."""

    x: float
    top: float
    width: float
    title: str
    family: str = ""
    part: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Runs:
    """Rectangles to draw. ``whole`` is false for columns of pixels that stand for several spans."""

    lefts: Pixels
    rights: Pixels
    places: Int64
    whole: Bools


@dataclass(frozen=True, slots=True)
class ChunkHit:
    """A span, by whether it is placed, and its place."""

    placed: bool
    place: int


@dataclass(frozen=True, slots=True, eq=False)
class RulerGeometry:
    """The whole chart in pixels. ``points`` is pixels a point of priority."""

    ruler: Ruler
    width: float
    height: float
    view: View
    left: float
    overview_top: float
    above: float  # top of the tallest placed chunk's room
    line: float  # where placed chunks stand
    below: float  # where dropped chunks hang from
    bottom: float  # end of the room of dropped chunks
    points: float
    ticks: tuple[Tick, ...]
    levels: tuple[Tick, ...]
    legend: tuple[LegendEntry, ...]
    least_height: float  # in which nothing of the legend gives way

    @property
    def inner(self) -> float:
        """Width of the line in pixels."""
        return self.width - self.left - MARGIN

    @property
    def overview_height(self) -> float:
        """Height of the overview."""
        return _OVERVIEW

    def x(self, tokens: float) -> float:
        """Return where so many tokens are."""
        begin, end = self.view
        return self.left + (tokens - begin) * self.inner / (end - begin)

    def tokens_at(self, x: float) -> float:
        """Return the tokens at a point of the line."""
        begin, end = self.view
        return begin + (x - self.left) * (end - begin) / self.inner

    def overview_x(self, tokens: float) -> float:
        """Return where so many tokens are in the overview."""
        ruler = self.ruler
        part = (tokens - ruler.begin) / (ruler.end - ruler.begin)
        return self.left + min(1.0, max(0.0, part)) * self.inner

    def overview_tokens(self, x: float) -> float:
        """Return the tokens at a point of the overview."""
        ruler = self.ruler
        return ruler.begin + (x - self.left) * (ruler.end - ruler.begin) / self.inner

    def in_overview(self, y: float) -> bool:
        """Whether a point is as high as the overview."""
        return self.overview_top <= y < self.overview_top + _OVERVIEW + _GAP / 2

    def spans(self, *, placed: bool) -> ChunkSpans:
        """Return the spans above or below the line."""
        return self.ruler.placed if placed else self.ruler.dropped

    def box(self, hit: ChunkHit) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of a span, at least 2 pixels wide."""
        spans = self.spans(placed=hit.placed)
        start, size = float(spans.starts[hit.place]), float(spans.sizes[hit.place])
        left, right = self.x(start), self.x(start + size)
        tall = float(spans.heights[hit.place]) * self.points
        top = self.line - tall if hit.placed else self.below
        return left, top, max(right, left + 2), top + tall

    def parts(self) -> Iterator[Hit]:
        """Yield the chunks in view, those that are placed first."""
        for placed in (True, False):
            spans = self.spans(placed=placed)
            for place in range(len(spans.starts)):
                left, top, right, bottom = self.box(ChunkHit(placed, place))
                if right > self.left and left < self.left + self.inner:
                    text = self.ruler.text(placed=placed, place=place)
                    yield Hit("", text, left, top, right - left, bottom - top)

    def hit(self, x: float, y: float) -> ChunkHit | None:
        """Return the span that is painted at a point, or below it in the room of its kind."""
        placed = self.above <= y < self.line
        if not placed and not self.below <= y < self.bottom:
            return None
        runs, column = self.runs(placed=placed), np.floor(x)
        found = np.flatnonzero((runs.lefts <= column) & (column < runs.rights))
        return ChunkHit(placed, int(runs.places[found[-1]])) if len(found) else None

    def runs(self, *, placed: bool) -> Runs:
        """Return what is to be drawn of the spans in view.

        Of spans narrower than 3 pixels, each column of pixels shows the one of highest priority.
        """
        spans = self.spans(placed=placed)
        begin, end = self.view
        first = int(np.searchsorted(spans.starts + spans.sizes, begin, side="right"))
        last = int(np.searchsorted(spans.starts, end, side="left"))
        places = np.arange(first, max(first, last), dtype=np.int64)
        scale = self.inner / (end - begin)
        lefts = self.left + (spans.starts[places] - begin) * scale
        rights = lefts + spans.sizes[places] * scale
        edge = self.left + self.inner
        lefts, rights = np.maximum(lefts, self.left), np.minimum(rights, edge)
        wide = rights - lefts >= _NARROW
        columns, standing = _columns(lefts, rights, places, spans, ~wide)
        return Runs(
            np.concatenate([np.round(lefts[wide]), columns]),
            np.concatenate([np.round(rights[wide]), columns + 1]),
            np.concatenate([places[wide], standing]),
            np.concatenate([np.ones(int(wide.sum()), bool), np.zeros(len(columns), bool)]),
        )


def _columns(
    lefts: Pixels,
    rights: Pixels,
    places: Int64,
    spans: ChunkSpans,
    narrow: Bools,
) -> tuple[Pixels, Int64]:
    """Return columns of pixels, and the highest of the narrow spans that touch each."""
    some = narrow & (rights > lefts)
    first, final = np.floor(lefts[some]), np.ceil(rights[some]) - 1
    reach = np.concatenate([first + offset for offset in range(4)])
    owners = np.tile(places[some], 4)
    inside = reach <= np.tile(final, 4)
    reach, owners = reach[inside], owners[inside]
    order = np.lexsort((owners, -spans.heights[owners], reach))
    columns, at = np.unique(reach[order], return_index=True)
    return columns, owners[order][at]


def ruler_geometry(
    ruler: Ruler, width: float, height: float, view: View, measure: Measure
) -> RulerGeometry:
    """Lay the chart out in so many pixels. ``measure`` returns the width of a text."""
    left, inner = float(GUTTER), max(width - GUTTER - MARGIN, 50.0)
    above = MARGIN + _OVERVIEW + _GAP
    legend, rows = _legend(ruler, left, inner, measure)
    if rows > _FEW_ROWS:
        legend, rows = _legend(ruler, MARGIN, width - 2 * MARGIN, measure)
    least = above + _LEAST_ROOM + rows * LINE + MARGIN
    # In a lower chart the last of them give way to what they explain.
    rows = min(rows, max(int((height - above - _LEAST_ROOM - MARGIN) // LINE), 1))
    legend = [entry for entry in legend if entry.top < rows * LINE]
    legend_top = height - MARGIN - rows * LINE
    room = max(legend_top - _GAP - above - _BAND, 40.0)
    up, down = ruler.placed.highest, ruler.dropped.highest
    below_room = max(_LEAST_BELOW, room * down / (up + down)) if up + down else room / 2
    points = min((room - below_room) / up if up else np.inf, below_room / down if down else np.inf)
    line = above + room - below_room
    geometry = RulerGeometry(
        ruler=ruler,
        width=left + inner + MARGIN,
        height=height,
        view=view,
        left=left,
        overview_top=MARGIN,
        above=above,
        line=line,
        below=line + _BAND,
        bottom=line + _BAND + below_room,
        points=float(points) if np.isfinite(points) else 0.0,
        ticks=(),
        levels=(),
        legend=tuple(replace(entry, top=legend_top + entry.top) for entry in legend),
        least_height=least,
    )
    return _with_ticks(geometry)


def _with_ticks(bare: RulerGeometry) -> RulerGeometry:
    wanted = (n for n in _LEVEL_STEPS if n * bare.points >= LINE * 1.4)
    step = next(wanted, _LEVEL_STEPS[-1])
    levels = (
        Tick(bare.line - level * bare.points, localized(level))
        for level in range(step, int(bare.ruler.placed.highest) + 1, step)
    )
    return replace(bare, ticks=tuple(_ticks(bare)), levels=tuple(levels))


def _ticks(geometry: RulerGeometry) -> list[Tick]:
    """Return round numbers of tokens along the line, far enough apart to be read."""
    begin, end = geometry.view
    least = (end - begin) * _TICK_ROOM / geometry.inner
    step = round_step(least, whole=True)
    first = max(0, int(np.ceil(begin / step)))  # the reserve has no tokens to count
    ticks = []
    for number in range(first, int(np.floor(end / step)) + 1):
        tokens = number * step
        ticks.append(Tick(geometry.x(tokens), localized(tokens, ",.0f")))
    return ticks


def _legend(
    ruler: Ruler, left: float, inner: float, measure: Measure
) -> tuple[list[LegendEntry], int]:
    """Place the entries of what there is from (left, 0) on; return them and their lines."""
    families = sorted({*ruler.placed.families.tolist(), *ruler.dropped.families.tolist()})
    wanted = [(FAMILY_TITLES[FAMILIES[code]], FAMILIES[code], "") for code in families]
    parts = np.concatenate([ruler.placed.parts, ruler.dropped.parts])
    wanted += [
        (f"+ {PART_TITLES[part]}", "", part)
        for place, part in enumerate(PARTS)
        if place and parts[:, place].any()
    ]
    entries: list[LegendEntry] = []
    x, row = left, 0
    for title, family, part in wanted:
        wide = _SWATCH + measure(title)
        if x > left and x + wide > left + inner:
            x, row = left, row + 1
        entries.append(LegendEntry(x, row * LINE, wide, title, family, part))
        x += wide + _ENTRY_GAP
    return entries, row + 1


_FEW_ROWS = 2  # of the legend; more of them begin at the left edge
_LEAST_ROOM = 84.0  # pixels for the chunks and the line between them

NARROWEST = 8.0  # tokens; the closest anybody can look


def widest(ruler: Ruler) -> View:
    """Return the view of everything, with a little air at both ends."""
    air = 0.02 * (ruler.end - ruler.begin)
    begin, end = ruler.window
    return min(begin, ruler.begin - air), max(end, ruler.end + air)


def moved(view: View, shift: float, limits: View) -> View:
    """Return the view moved by so many tokens, and never beyond the limits or wider than them."""
    wide = min(view[1] - view[0], limits[1] - limits[0])
    begin = min(max(view[0] + shift, limits[0]), limits[1] - wide)
    return begin, begin + wide


def zoomed(view: View, at: float, factor: float, limits: View) -> View:
    """Return the view ``factor`` times closer, with the tokens ``at`` where they were."""
    wide = (view[1] - view[0]) / factor
    wide = max(min(wide, limits[1] - limits[0]), min(NARROWEST, limits[1] - limits[0]))
    part = (at - view[0]) / (view[1] - view[0])
    return moved((at - part * wide, at - part * wide + wide), 0, limits)
