"""Strips of tokens below each other, laid out once: the one chart of everything that has a budget.

A strip holds segments side by side on a scale of tokens: a few, or ``Cells``, any number of them as
arrays. Strips share one scale unless they have their own; limits go through all that share it. A
divider parts one of them, with tracks below that say what is so at other places of it. What is
selected is outlined, a strip that is selected has a ground. From keys and tips follow hit test,
keyboard walk and spoken parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from inspector.present.cells import Cells, CellsBox
from inspector.present.divider import Divider, DividerPlace, Track, Under, divided
from inspector.present.drawing import (
    Box,
    Drawing,
    Hit,
    Item,
    Mark,
    Measure,
    Rule,
    Words,
    fitted,
    part_box,
)
from inspector.present.palette import Pattern, Shape

_PADDING, _LEAST_CAPTION, _LEAST_HIT, _LIMIT_ROOM, _LINE = 5, 30, 1, 26, 15
_ABOVE, _APART, _EDGE = 17, 14, 12
_SHORTEST = 0.5  # of the room: what is said behind a strip makes it no shorter, and ends in dots


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of tokens. ``caption`` has lines, written as many as there is room for.

    One without a key has a tip, and cannot be selected.
    """

    key: str
    tokens: float
    tip: str
    fill: str
    pattern: Pattern = Pattern.SOLID
    caption: tuple[str, ...] = ()
    outline: str = ""
    """Of one that is not there: only its outline is drawn, in this colour."""
    legend: str = ""


@dataclass(frozen=True, slots=True)
class Strip:
    """A row: its title at the left, its segments, and what is said and marked behind them."""

    title: str
    segments: tuple[Segment, ...] = ()
    height: float = 22
    key: str = ""
    tip: str = ""
    captions: tuple[tuple[str, str], ...] = ()
    """Texts behind the segments, or in their place, each with its colour."""
    mark: tuple[Shape, str] | None = None
    group: str = ""
    """Strips of one group share a scale; limits go through those of the first."""
    gap: float = 12
    subtitle: str = ""
    """Below the title, in the gutter."""
    above: tuple[tuple[str, str], ...] = ()
    """Over the segments, texts with colours: at the left, and at the end of the frame."""
    frame: float = 0
    """Tokens that the strip may have, outlined."""
    cells: Cells | None = None
    """Its segments where they may be many."""


@dataclass(frozen=True, slots=True)
class LegendKey:
    """An entry of the line below the strips that leads somewhere: key, text, look of its swatch."""

    key: str
    text: str
    part: str
    tip: str = ""
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Limit:
    """A number of tokens that is marked through the strips that share the scale."""

    at: float
    text: str
    color: str = "error"
    dots: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Strips:
    """The chart. ``gutter`` is the room of titles, in pixels.

    Strips are as long as what is said behind them lets them be.
    """

    title: str
    strips: tuple[Strip, ...]
    limits: tuple[Limit, ...] = ()
    gutter: float = 96
    span: float = 1
    """Tokens that the scale covers at least."""
    divider: Divider | None = None
    keys: tuple[LegendKey, ...] = ()


@dataclass(frozen=True, slots=True)
class StripsDrawing(Drawing):
    """The picture of strips: where cells, tracks and the divider lie, beside what is drawn."""

    boxes: tuple[CellsBox, ...] = ()
    tracks: tuple[tuple[Track, float, float], ...] = ()
    """Each track with the upper edge and the lower one."""
    divider: DividerPlace | None = None

    def box(self, key: str) -> CellsBox:
        """Return the place of a strip of cells. Raises ``KeyError`` for a key that is none."""
        for box in self.boxes:
            if box.key == key:
                return box
        raise KeyError(key)

    def cell_at(self, x: float, y: float) -> tuple[CellsBox, int] | None:
        """Return the strip and the place of the cell at a point."""
        for box in self.boxes:
            place = box.place_at(x, y)
            if place is not None:
                return box, place
        return None

    def parts(self) -> Iterator[Hit]:
        """Yield every cell, from the top of the chart down, then the other places."""
        for box in self.boxes:
            for place in range(len(box.cells)):
                left, right = box.edges(place)
                text = box.cells.segment(place).tip
                yield Hit("", text, left, box.top, right - left, box.height)
        yield from self.hits

    def tip_at(self, x: float, y: float) -> str:
        """Return what a track says of a point, "" beside all."""
        place = self.divider
        if place is None or not place.left <= x <= place.left + place.width:
            return ""
        found = (track for track, top, bottom in self.tracks if top <= y < bottom)
        track = next(found, None)
        return "" if track is None else track.tip(place.at(x))


def strips_drawing(
    chart: Strips, width: float, measure: Measure, selected: str = "", *, told: bool = False
) -> StripsDrawing:
    """Return the picture of a chart, as wide as asked for and as high as it has to be.

    ``told`` gives an area that stands for one cell the words that an SVG file says of it.
    """
    room = max(width - chart.gutter - _EDGE, 40)
    scales = _scales(chart, room, measure)
    items: list[Item] = []
    hits: list[Hit] = []
    boxes: list[CellsBox] = []
    under = Under()
    top = first = float(_LIMIT_ROOM if chart.limits else 4)
    bottom = top
    for strip in chart.strips:
        scale = scales[strip.group]
        if strip.above:
            items += _above(strip, chart.gutter, top, scale, width, measure)
            top += _ABOVE
        if strip.key and strip.cells is None:
            if strip.key == selected:
                items.append(Box(0, top - 4, width, strip.height + 8, "selected"))
            hits.append(Hit(strip.key, strip.tip, 0, top - 4, width, strip.height + 8))
        base = top + strip.height / 2 + 4
        strong = bool(strip.key) and strip.key == selected
        color = "text" if strip.key else "muted"
        if strip.subtitle:
            items.append(Words(4, top + 11, strip.title, "text", strong=True))
            items.append(Words(4, top + 11 + _LINE, strip.subtitle, "muted"))
        else:
            items.append(Words(4, base, strip.title, color, strong=strong))
        if strip.cells is not None:
            box = CellsBox(strip.key, strip.cells, chart.gutter, top, strip.height, scale)
            boxes.append(box)
            items += box.items(measure, told=told)
            end = chart.gutter + strip.cells.total * scale
        else:
            drawn, found, end = _segments(strip, chart.gutter, top, scale, measure, selected)
            items += drawn
            hits += found
        if strip.frame:
            end = max(end, chart.gutter + strip.frame * scale)
            wide = strip.frame * scale
            items.append(
                Box(
                    chart.gutter - 1, top - 1, wide + 2, strip.height + 2, "", Pattern.EMPTY, "edge"
                )
            )
        items += _said(strip, end + 12, base, width, measure)
        if not strip.group:
            bottom = top + strip.height
        if chart.divider is not None and chart.divider.key == strip.key:
            area = (chart.gutter, top, strip.frame * scale, strip.height)
            under = divided(chart.divider, area, width, measure)
            items += under.items
            top += under.height
        top += strip.height + strip.gap
    items += _limits(chart, scales[""], first, bottom, room, measure)
    drawn_legend, height = _legend(chart, width, top, measure)
    items += drawn_legend
    if chart.keys:
        drawn, found, height = _keys(chart, height, width, measure)
        items += drawn
        hits += found
    return StripsDrawing(
        width,
        height,
        chart.title,
        tuple(items),
        tuple(hits),
        boxes=tuple(boxes),
        tracks=tuple(under.tracks),
        divider=under.place,
    )


def _scales(chart: Strips, room: float, measure: Measure) -> dict[str, float]:
    """Return how many pixels a token has in each group of strips."""
    most = max((limit.at for limit in chart.limits), default=chart.span)
    scales = {"": room / max(most, 1)}
    for one in chart.strips:
        behind = _behind(chart, one, measure)
        least = min(room, max(room - behind, room * _SHORTEST)) / max(_total(one), 1)
        scales[one.group] = min(scales.get(one.group, least), least)
    return scales


def _behind(chart: Strips, strip: Strip, measure: Measure) -> float:
    """Return the pixels that is taken by what is said behind a strip, and behind its tracks."""
    said = [sum(measure(text) + 10 for text, _ in strip.captions) + (9 if strip.mark else 0)]
    if chart.divider is not None and chart.divider.key == strip.key:
        said += [measure(track.caption[0]) for track in chart.divider.tracks]
    return max(said)


def _segments(
    strip: Strip, left: float, top: float, scale: float, measure: Measure, selected: str
) -> tuple[list[Item], list[Hit], float]:
    """Return what is drawn of a few segments, their places, and where they end."""
    items: list[Item] = []
    hits: list[Hit] = []
    chosen: list[Item] = []
    starts = accumulate((one.tokens * scale for one in strip.segments), initial=left)
    end = left
    for segment, x in zip(strip.segments, starts, strict=False):
        wide = segment.tokens * scale
        items += _segment(segment, x, top, wide, strip.height, measure)
        hits.append(Hit(segment.key, segment.tip, x, top, max(wide, _LEAST_HIT), strip.height))
        if segment.key and segment.key == selected:
            box = (x, top, max(wide - 1, 2), strip.height)
            chosen.append(Box(*box, "", Pattern.EMPTY, "text"))
        end = x + wide
    return [*items, *chosen], hits, end


def _above(
    strip: Strip, left: float, top: float, scale: float, width: float, measure: Measure
) -> Iterator[Words]:
    """Yield what stands over a strip; what does not fit beside the first stands after the frame."""
    (text, color), *rest = strip.above
    base = top + 12
    yield Words(left, base, fitted(text, width - left, measure), color)
    end = left + measure(text)
    for text, color in rest:
        right = left + max(strip.frame, _total(strip)) * scale
        wide = measure(text)
        x = right - wide if end + _APART <= right - wide else max(end, right) + _APART
        if x + wide <= width:
            yield Words(x, base, text, color)
            end = x + wide


def _keys(
    chart: Strips, top: float, width: float, measure: Measure
) -> tuple[list[Item], list[Hit], float]:
    """Return the line below the strips, or lines, its places, and where it ends.

    Quiet entries keep their places where all of them have room in a line.
    """
    items: list[Item] = []
    hits: list[Hit] = []
    base = top + 11
    x = 4.0
    wides = [19 + measure(one.text) for one in chart.keys]
    fits = 4 + sum(wides) + (len(wides) - 1) * _APART <= width
    for one, wide in zip(chart.keys, wides, strict=True):
        if one.quiet and not fits:
            continue
        if x > 4 and x + wide > width:  # the left edge
            x, top, base = 4.0, top + _LINE + 2, base + _LINE + 2
        items.append(part_box(x, base - 10, 13, 11, one.part, edged=True))
        items.append(Words(x + 19, base, one.text, "muted" if one.quiet else "text"))
        hits.append(Hit(one.key, one.tip, x, top, wide, _LINE))
        x += wide + _APART
    return items, hits, top + _LINE + 3


def _total(strip: Strip) -> float:
    own = sum([segment.tokens for segment in strip.segments])
    return max(own, strip.frame, 0 if strip.cells is None else strip.cells.total)


def _segment(
    one: Segment, x: float, top: float, wide: float, height: float, measure: Measure
) -> Iterator[Item]:
    if one.outline:
        yield Box(x + 0.5, top, max(wide - 2.5, 0.5), height, "", Pattern.EMPTY, one.outline)
    else:
        yield Box(x, top, max(wide - 1, 0.5), height, one.fill, one.pattern)
    room, lines = wide - 2 * _PADDING, one.caption[: max(int(height // _LINE), 1)]
    base = top + (height - _LINE * (len(lines) - 1)) / 2 + 4
    for number, text in enumerate(lines if wide >= _LEAST_CAPTION else ()):
        if shown := fitted(text, room, measure):
            if one.pattern not in (
                Pattern.SOLID,
                Pattern.EMPTY,
            ):  # it would run through the letters
                box = (x + _PADDING - 3, base + number * _LINE - 11, measure(shown) + 6, 14)
                yield Box(*box, one.fill)
            ink = "muted" if one.outline or one.pattern is Pattern.EMPTY else "on_fill"
            yield Words(x + _PADDING, base + number * _LINE, shown, ink)


def _said(strip: Strip, x: float, base: float, width: float, measure: Measure) -> Iterator[Item]:
    if strip.mark is not None:
        yield Mark(x, base - 4, *strip.mark, 8)
        x += 9
    for place, (text, color) in enumerate(strip.captions):
        shown = fitted(text, width - x, measure)
        yield Words(x, base, shown, color, strong=not place and strip.mark is not None)
        x += measure(shown) + 10


def _limits(
    chart: Strips, scale: float, top: float, bottom: float, room: float, measure: Measure
) -> Iterator[Item]:
    """Draw the limits; where the texts of two would meet, that of the lower one gives way."""
    right = chart.gutter + room
    for one in sorted(chart.limits, key=lambda limit: -limit.at):
        x, wide = chart.gutter + max(one.at, 0) * scale, measure(one.text)
        left = max(min(x - wide / 2, right - wide), 0)
        yield Rule(x, top - 6, x, bottom + 4, one.color, 1.5, one.dots)
        yield Words(left, top - 9, one.text, one.color, strong=True)
        right = left - 12


def _legend(chart: Strips, width: float, top: float, measure: Measure) -> tuple[list[Item], float]:
    """Return what the fills of segments are, in as many lines as they need, and where they end."""
    named: dict[str, Segment] = {}
    for one in (one for strip in chart.strips for one in strip.segments if one.legend):
        named.setdefault(one.legend, one)
    items: list[Item] = []
    x, base = chart.gutter, top + 4
    for title, first in named.items():
        wide = 15 + measure(title)
        if x > chart.gutter and x + wide > width:
            x, base = chart.gutter, base + _LINE
        items.append(Box(x, base - 9, 10, 10, first.fill, first.pattern))
        items.append(Words(x + 15, base, title, "muted"))
        x += wide + 18
    return items, base + _LINE - 4 if named else top
