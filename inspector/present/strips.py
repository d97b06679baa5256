"""Strips of tokens below each other, laid out once: the one chart of everything that has a budget.

A strip holds segments side by side on a scale of tokens. Strips share one scale unless they have
their own; limits go through all that share it. What is selected is outlined, a strip that is
selected has a ground. From keys and tips follow hit test, keyboard walk and spoken parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from inspector.present.drawing import Box, Drawing, Hit, Item, Mark, Measure, Rule, Words, fitted
from inspector.present.palette import Pattern, Shape

_PADDING, _LEAST_CAPTION, _LEAST_HIT, _LIMIT_ROOM, _LINE = 5, 30, 1, 26, 15


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of tokens. ``caption`` has lines, written as many as there is room for."""

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
    said: tuple[tuple[str, str], ...] = ()
    """Texts behind the segments, or in their place, each with its colour."""
    mark: tuple[Shape, str] | None = None
    group: str = ""
    """Strips of one group share a scale; limits go through those of the first."""
    gap: float = 12


@dataclass(frozen=True, slots=True)
class Limit:
    """A number of tokens that is marked through the strips that share the scale."""

    at: float
    text: str
    color: str = "error"
    dots: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Strips:
    """The chart. ``gutter`` is the room of titles, ``beyond`` that behind the strips, in pixels."""

    title: str
    strips: tuple[Strip, ...]
    limits: tuple[Limit, ...] = ()
    gutter: float = 96
    beyond: float = 12


def strips_drawing(chart: Strips, width: float, measure: Measure, selected: str = "") -> Drawing:
    """Return the picture of a chart, as wide as asked for and as high as it has to be."""
    room = max(width - chart.gutter - chart.beyond, 40)
    longest: dict[str, float] = {"": max((limit.at for limit in chart.limits), default=1)}
    for one in chart.strips:
        longest[one.group] = max(longest.get(one.group, 1), _total(one))
    scales = {group: room / max(most, 1) for group, most in longest.items()}
    items: list[Item] = []
    hits: list[Hit] = []
    top = first = float(_LIMIT_ROOM if chart.limits else 4)
    bottom = top
    for strip in chart.strips:
        scale = scales[strip.group]
        if strip.key:
            if strip.key == selected:
                items.append(Box(0, top - 4, width, strip.height + 8, "selected"))
            hits.append(Hit(strip.key, strip.tip, 0, top - 4, width, strip.height + 8))
        base = top + strip.height / 2 + 4
        strong = bool(strip.key) and strip.key == selected
        color = "text" if strip.key else "muted"
        items.append(Words(4, base, strip.title, color, strong=strong))
        chosen: list[Item] = []
        starts = accumulate((one.tokens * scale for one in strip.segments), initial=chart.gutter)
        end = chart.gutter
        for segment, x in zip(strip.segments, starts, strict=False):
            wide = segment.tokens * scale
            items += _segment(segment, x, top, wide, strip.height, measure)
            hits.append(Hit(segment.key, segment.tip, x, top, max(wide, _LEAST_HIT), strip.height))
            if segment.key == selected:
                box = (x, top, max(wide - 1, 2), strip.height)
                chosen.append(Box(*box, "", Pattern.EMPTY, "text"))
            end = x + wide
        items += chosen
        items += _said(strip, end + 12, base, width, measure)
        if not strip.group:
            bottom = top + strip.height
        top += strip.height + strip.gap
    items += _limits(chart, scales[""], first, bottom, room, measure)
    items += _legend(chart, width, top + 4, measure)
    height = top + (_LINE if any(one.legend for row in chart.strips for one in row.segments) else 0)
    return Drawing(width, height, chart.title, tuple(items), tuple(hits))


def _total(strip: Strip) -> float:
    return sum(segment.tokens for segment in strip.segments)


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
    for place, (text, color) in enumerate(strip.said):
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


def _legend(chart: Strips, width: float, base: float, measure: Measure) -> Iterator[Item]:
    named: dict[str, list[Segment]] = {}
    for one in (one for strip in chart.strips for one in strip.segments if one.legend):
        named.setdefault(one.legend, []).append(one)
    x = chart.gutter
    for title, of_title in named.items():
        if x + 16 + measure(title) > width:
            return
        yield Box(x, base - 9, 10, 10, of_title[0].fill, of_title[0].pattern)
        yield Words(x + 15, base, title, "muted")
        x += 15 + measure(title) + 18
