"""The chart of a sweep as shapes: tokens by kind in layers, lines below, ticks.

What the window shows is what an SVG file holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from inspector.analysis.tuning.sweep import Sweep
from inspector.language import localized, tr
from inspector.present.axis_names import (
    AXIS_TITLES,
    LAYERS,
    MEASURE_TITLES,
    SweepLine,
    headline,
    layer_part,
    rounded,
)
from inspector.present.drawing import (
    DASHES,
    Anchor,
    Drawing,
    Item,
    Mark,
    Measure,
    Path,
    Rule,
    Shade,
    Words,
    part_box,
)
from inspector.present.drawing_svg import drawing_svg, measured
from inspector.present.palette import LIGHT, Pattern, Shape
from inspector.stages.injection.bar_cells import group_title
from inspector.stages.tuning.sweep_geometry import (
    SweepChart,
    SweepGeometry,
    axis_items,
    hovered_items,
    steps_of,
)

LINES = (SweepLine.ITEMS, SweepLine.VALUE)


_WIDTH, _HEIGHT, _HEAD, _LEGEND = 1040, 430, 26, 52
_INKS = {
    SweepLine.ITEMS: "verdict:included",
    SweepLine.VALUE: "verdict:refused",
    SweepLine.SUPPRESSED: "verdict:suppressed",
}
_DOTS = {SweepLine.ITEMS: None, SweepLine.VALUE: (2.0, 4.0), SweepLine.SUPPRESSED: DASHES}
_GRIP = 10.0
_SAMPLE = 10  # pixels; of the legend
LegendItems = Callable[[float, float], Iterator[Item]]


def sweep_svg(sweep: Sweep) -> str:
    """Return the picture of a sweep."""
    geometry = SweepGeometry(SweepChart(sweep), _WIDTH, _HEIGHT, measured)
    title = f"{AXIS_TITLES[sweep.axis]}: {headline(sweep)}"
    items = [Words(8, 17 - _HEAD, title), *sweep_items(geometry, measured)]
    items += value_items(geometry, measured)
    items += _legend_rows(geometry)
    height = _HEAD + _HEIGHT + _LEGEND
    return drawing_svg(Drawing(_WIDTH, height, title, tuple(items), origin=(0, _HEAD)), LIGHT)


def sweep_items(geometry: SweepGeometry, measure: Measure) -> Iterator[Item]:
    """Yield the chart from the back to the front, without any value."""
    yield from _layers(geometry)
    yield from _lines(geometry)
    top, bottom = geometry.marks
    for column in geometry.breakpoint_columns.tolist():
        yield Rule(geometry.left + column, top, geometry.left + column, bottom, "muted")
    yield from axis_items(geometry, measure)
    yield from _line_ends(geometry)


def _layers(geometry: SweepGeometry) -> Iterator[Item]:
    floor = np.full(geometry.inner, geometry.upper_bottom)
    for layer, edges in zip(LAYERS, geometry.edges, strict=True):
        if (edges < floor).any():
            corners = (*steps_of(geometry.left, edges), *reversed(steps_of(geometry.left, floor)))
            part = layer_part(layer)
            pattern = LIGHT.parts[part].pattern
            empty = pattern is Pattern.EMPTY
            fill = "base" if empty else f"part:{part}-fill"
            yield Shade(corners, fill, pattern=Pattern.SOLID if empty else pattern)
        floor = edges
    yield Path(steps_of(geometry.left, geometry.edges[-1]), "muted", 1)


def _lines(geometry: SweepGeometry) -> Iterator[Item]:
    for measure, rows in (
        (SweepLine.SUPPRESSED, geometry.suppressed_y),
        *((one, geometry.line_y(one)) for one in LINES),
    ):
        yield Path(steps_of(geometry.left, rows), _INKS[measure], 2, _DOTS[measure])


def _line_ends(geometry: SweepGeometry) -> Iterator[Item]:
    """Say what the edges of the lower panel stand for, at the left and the right of it."""
    right = geometry.left + geometry.inner
    ends: tuple[tuple[SweepLine, float, Anchor], ...] = (
        (SweepLine.ITEMS, geometry.left - 6, "end"),
        (SweepLine.VALUE, right + 6, "start"),
    )
    for measure, x, side in ends:
        most = localized(geometry.line_most(measure), ",g")
        yield Words(x, geometry.lower_top + 12, most, _INKS[measure], side)
        yield Words(x, geometry.bottom, "0", _INKS[measure], side)
    low, ink = geometry.bottom - geometry.line / 2, _INKS[SweepLine.VALUE]  # in no short legend
    yield Words(right - 6, low, MEASURE_TITLES[SweepLine.VALUE], ink, "end", plate="base")


def value_items(
    geometry: SweepGeometry,
    measure: Measure,
    value: float | None = None,
    hovered: float | None = None,
    decided: float | None = None,
) -> Iterator[Item]:
    """Yield the value pointed at, the current one, and the one that is proposed or decided on."""
    current = geometry.chart.sweep.current
    if hovered is not None and hovered != value:
        yield from hovered_items(geometry, hovered)
    is_proposed = value is not None and value != current
    other = value if is_proposed else decided
    now = _value(geometry, measure, current, right=other is None or other <= current)
    if other is None:
        return (yield from _strong(geometry, now))
    # Words on either side of both: a second line would lie over the areas where texts are large.
    way = tr("apply? {value}") if is_proposed else tr("set {value}")
    words = _value(geometry, measure, other, right=other > current, said=way)
    if words[1].anchor == now[1].anchor:
        words = words[0], words[1]._replace(y=words[1].y + max(22, 1.2 * geometry.line))
    yield from now if is_proposed else words
    yield from _strong(geometry, words if is_proposed else now)


def _value(
    geometry: SweepGeometry, measure: Measure, value: float, *, right: bool, said: str = ""
) -> tuple[Rule, Words]:
    sweep, ink = geometry.chart.sweep, "accent" if said else "text"
    end = geometry.left + geometry.inner
    at = round(geometry.x_of(value))
    x = max(round(geometry.left), min(at, round(end)))
    text = (said or tr("now {value}")).format(value=rounded(sweep.axis, value))
    text = f"{text} →" if at > end + 1 else f"← {text}" if at < geometry.left - 1 else text
    wide = 14 + measure(text)
    is_right = x + wide < end if right else x - wide < geometry.left
    side: Anchor = "start" if is_right else "end"
    base = geometry.top + max(14, 0.8 * geometry.line)
    words = Words(x + 10 if is_right else x - 10, base, text, ink, side, plate="base")
    return Rule(x, geometry.top, x, geometry.bottom, ink, 1), words


def _strong(geometry: SweepGeometry, shown: tuple[Rule, Words]) -> Iterator[Item]:
    rule, words = shown
    middle = (geometry.upper_bottom + geometry.marks[1]) / 2 + 1
    yield from (rule._replace(width=2), words)
    yield Mark(rule.x1, middle, Shape.DISC, "base", _GRIP + 2)
    yield Mark(rule.x1, middle, Shape.DISC, words.color, _GRIP)


_IN_SHORT = {"entity": tr("cards"), "file": tr("files"), "unused": tr("unused")}
"""What stands for the layers of its colour where a legend is short."""


def short_legend(layers: tuple[str, ...]) -> list[tuple[str, LegendItems]]:
    """Return four entries at most: cards, files, what is unused, and how many items are in.

    Patterns tell the kinds apart, and what is pointed at says all of them.
    """
    named = dict(zip(layers, legend_entries(layers), strict=False))
    short = [(_IN_SHORT[layer], named[layer][1]) for layer in layers if layer in _IN_SHORT]
    lines = dict(legend_entries(()))
    items = MEASURE_TITLES[SweepLine.ITEMS]
    return [*short[:3], (items, lines[items])]


def legend_entries(layers: tuple[str, ...]) -> list[tuple[str, LegendItems]]:
    """Return what some layers and all lines are called, with what draws a sample at a point."""

    def area(layer: str) -> LegendItems:
        return lambda x, y: iter((part_box(x, y, _SAMPLE, _SAMPLE, layer_part(layer)),))

    def line(one: SweepLine) -> LegendItems:
        middle = _SAMPLE / 2
        return lambda x, y: iter((Rule(x, y + middle, x + _SAMPLE, y + middle, _INKS[one], 2),))

    named = [(group_title(layer_part(layer)), area(layer)) for layer in layers]
    return named + [(MEASURE_TITLES[one], line(one)) for one in SweepLine]


def _legend_rows(geometry: SweepGeometry) -> Iterator[Item]:
    x, y = float(geometry.left), _HEIGHT + 9.0
    for title, sample in legend_entries(geometry.chart.layers):
        wide = measured(title) + 30
        if x + wide > _WIDTH:
            x, y = float(geometry.left), y + 18
        yield from sample(x, y)
        yield Words(x + 15, y + 9, title)
        x += wide
