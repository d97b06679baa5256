"""The chart of a sweep as shapes: what the window shows is what an SVG file holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from inspector.analysis.tuning.sweep import Sweep
from inspector.language import localized, tr
from inspector.present.axis_names import (
    AXIS_TITLES,
    LAYERS,
    MEASURE_TITLES,
    Measure,
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
    Path,
    Rule,
    Shade,
    Words,
    part_box,
)
from inspector.present.drawing import Measure as TextMeasure
from inspector.present.drawing_svg import drawing_svg, measured
from inspector.present.palette import LIGHT, Colors, Pattern, Shape
from inspector.present.value_axis import ValueMarks, axis_items, hovered_items, steps_of
from inspector.stages.injection.bar_cells import group_title
from inspector.stages.tuning.sweep_chart import LINES, SweepChart, SweepGeometry

_WIDTH, _HEIGHT, _HEAD, _LEGEND = 1040, 430, 26, 52
_INKS = {
    Measure.ITEMS: "verdict:included",
    Measure.VALUE: "verdict:refused",
    Measure.SUPPRESSED: "verdict:suppressed",
}
_DOTS = {Measure.ITEMS: None, Measure.VALUE: (2.0, 4.0), Measure.SUPPRESSED: DASHES}
_GRIP = 10.0
_SAMPLE = 10  # pixels; of the legend
LegendItems = Callable[[float, float], Iterator[Item]]


def sweep_svg(sweep: Sweep, colors: Colors = LIGHT) -> str:
    """Return the picture of a sweep."""
    geometry = SweepGeometry(SweepChart(sweep), _WIDTH, _HEIGHT, measured)
    title = f"{AXIS_TITLES[sweep.axis]}: {headline(sweep)}"
    items = [Words(8, 17 - _HEAD, title), *sweep_items(geometry, measured)]
    items += _legend_rows(geometry)
    height = _HEAD + _HEIGHT + _LEGEND
    return drawing_svg(Drawing(_WIDTH, height, title, tuple(items), origin=(0, _HEAD)), colors)


def sweep_items(
    geometry: SweepGeometry, measure: TextMeasure, marks: ValueMarks | None = None
) -> Iterator[Item]:
    """Yield the whole chart from the back to the front; without ``marks`` it is a picture."""
    yield from _layers(geometry)
    yield from _lines(geometry)
    top, bottom = geometry.marks
    for column in geometry.breakpoint_columns.tolist():
        yield Rule(geometry.left + column, top, geometry.left + column, bottom, "muted")
    yield from axis_items(geometry, measure)
    yield from _line_ends(geometry)
    yield from _values(geometry, measure, marks or ValueMarks())


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
        (Measure.SUPPRESSED, geometry.suppressed_y),
        *((one, geometry.line_y(one)) for one in LINES),
    ):
        yield Path(steps_of(geometry.left, rows), _INKS[measure], 2, _DOTS[measure])


def _line_ends(geometry: SweepGeometry) -> Iterator[Item]:
    """Say what the edges of the lower panel stand for, at the left and the right of it."""
    right = geometry.left + geometry.inner
    ends: tuple[tuple[Measure, float, Anchor], ...] = (
        (Measure.ITEMS, geometry.left - 6, "end"),
        (Measure.VALUE, right + 6, "start"),
    )
    for measure, x, side in ends:
        most = localized(geometry.line_most(measure), ",g")
        yield Words(x, geometry.lower_top + 12, most, _INKS[measure], side)
        yield Words(x, geometry.bottom, "0", _INKS[measure], side)


def _values(geometry: SweepGeometry, measure: TextMeasure, marks: ValueMarks) -> Iterator[Item]:
    """Yield the value pointed at, the current one, and the one that is proposed instead."""
    current = geometry.chart.sweep.current
    if marks.hovered is not None and marks.hovered != marks.value:
        yield from hovered_items(geometry, marks.hovered)
    moved = marks.value is not None and marks.value != current
    yield from _value(geometry, measure, current, strong=not moved)
    if marks.value is not None and moved:
        yield from _value(geometry, measure, marks.value, strong=True)


def _value(
    geometry: SweepGeometry, measure: TextMeasure, value: float, *, strong: bool
) -> Iterator[Item]:
    sweep = geometry.chart.sweep
    is_now, number = value == sweep.current, rounded(sweep.axis, value)
    ink = "text" if is_now else "accent"
    end = geometry.left + geometry.inner
    at = round(geometry.x_of(value))
    x = max(round(geometry.left), min(at, round(end)))
    yield Rule(x, geometry.top, x, geometry.bottom, ink, 2 if strong else 1)
    text = tr("now {value}", value=number) if is_now else tr("apply? {value}", value=number)
    text = f"{text} →" if at > end + 1 else f"← {text}" if at < geometry.left - 1 else text
    base = geometry.top + 14 + (0 if is_now else 22)
    fits = x + 14 + measure(text) < end
    yield Words(
        x + 10 if fits else x - 10, base, text, ink, "start" if fits else "end", plate="base"
    )
    if strong:
        middle = (geometry.upper_bottom + geometry.marks[1]) / 2 + 1
        yield Mark(x, middle, Shape.DISC, "base", _GRIP + 2)
        yield Mark(x, middle, Shape.DISC, ink, _GRIP)


_IN_SHORT = {"entity": tr("cards"), "file": tr("files"), "unused": tr("unused")}
"""What stands for the layers of its colour where a legend is short."""


def short_legend(layers: tuple[str, ...]) -> list[tuple[str, LegendItems]]:
    """Return four entries at most: cards, files, what is unused, and how many items are in.

    Patterns tell the kinds apart, and what is pointed at says all of them.
    """
    named = dict(zip(layers, legend_entries(layers), strict=False))
    short = [(_IN_SHORT[layer], named[layer][1]) for layer in layers if layer in _IN_SHORT]
    lines = dict(legend_entries(()))
    items = MEASURE_TITLES[Measure.ITEMS]
    return [*short[:3], (items, lines[items])]


def legend_entries(layers: tuple[str, ...]) -> list[tuple[str, LegendItems]]:
    """Return what some layers and all lines are called, with what draws a sample at a point."""

    def area(layer: str) -> LegendItems:
        return lambda x, y: iter((part_box(x, y, _SAMPLE, _SAMPLE, layer_part(layer)),))

    def line(one: Measure) -> LegendItems:
        middle = _SAMPLE / 2
        return lambda x, y: iter((Rule(x, y + middle, x + _SAMPLE, y + middle, _INKS[one], 2),))

    named = [(group_title(layer_part(layer)), area(layer)) for layer in layers]
    return named + [(MEASURE_TITLES[one], line(one)) for one in Measure]


def _legend_rows(geometry: SweepGeometry) -> Iterator[Item]:
    x, y = geometry.left, _HEIGHT + 9.0
    for title, sample in legend_entries(geometry.chart.layers):
        wide = measured(title) + 30
        if x + wide > _WIDTH:
            x, y = geometry.left, y + 18
        yield from sample(x, y)
        yield Words(x + 15, y + 9, title)
        x += wide
