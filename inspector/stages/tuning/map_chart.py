"""A map of two axes as plain numbers: a value for every block of pixels, ticks, places, words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np

from inspector.analysis.quantities import TOKENS_FREED, TOKENS_USED
from inspector.analysis.tuning.axes import AxisRange, axis_fields, current_value
from inspector.analysis.tuning.policy_map import MapPoints, PolicyMap
from inspector.core.arrays import Float64
from inspector.language import in_sentence_case, tr
from inspector.present.axis_names import AXIS_TITLES, written
from inspector.present.drawing import Box, Drawing, Item, Mark, Measure, Raster, Rule, Tick, Words
from inspector.present.drawing_svg import drawing_svg, measured
from inspector.present.palette import LIGHT, Pattern
from inspector.present.palette import Shape as MarkShape
from inspector.present.shares import counted_items
from inspector.stages.tuning.sweep_geometry import round_values, value_within

_LEFT, _RIGHT, _TOP, _BOTTOM = 72, 16, 8, 38
_BLOCK = 2  # pixels on a side; a block shows what is so at its middle
_TICKS_APART, _LEVELS_APART = 90, 36
_DOT = 10.0
_WIDTH, _HEIGHT, _LINE = 1040, 520, 15  # of a file


class MapShade(StrEnum):
    """What the colour of a map stands for."""

    ITEMS = "items"
    VALUE = "value"
    USED = "used"
    SUPPRESSED = "suppressed"


SHADE_TITLES = {
    MapShade.ITEMS: tr("Items in"),
    MapShade.VALUE: tr("Value"),
    MapShade.USED: tr(TOKENS_USED.title),
    MapShade.SUPPRESSED: tr(TOKENS_FREED.title),
}
_COLUMNS = {
    MapShade.ITEMS: "items_in",
    MapShade.VALUE: "value",
    MapShade.USED: "used",
    MapShade.SUPPRESSED: "tokens_freed",
}


@dataclass(frozen=True, eq=False)
class MapGeometry:
    """Where everything of a map lies in a picture of ``width`` × ``height`` pixels."""

    map: PolicyMap
    shade: MapShade
    width: float
    height: float

    @property
    def left(self) -> float:
        """Where the area begins."""
        return _LEFT

    @property
    def top(self) -> float:
        """The upper edge of the area."""
        return _TOP

    @property
    def columns(self) -> int:
        """How many blocks are beside each other."""
        return max(1, (int(self.width) - _LEFT - _RIGHT) // _BLOCK)

    @property
    def rows(self) -> int:
        """How many blocks are above each other."""
        return max(1, (int(self.height) - _TOP - _BOTTOM) // _BLOCK)

    @property
    def area(self) -> tuple[float, float]:
        """Width and height of the area in pixels."""
        return self.columns * _BLOCK, self.rows * _BLOCK

    @cached_property
    def points(self) -> MapPoints:
        """What is so at the middle of every block, row by row from the top."""
        xs = _middles(self.map.x, self.columns)
        ys = _middles(self.map.y, self.rows)[::-1]
        return self.map.at(np.tile(xs, self.rows), np.repeat(ys, self.columns))

    @cached_property
    def shades(self) -> Float64:
        """How strong the colour of each block is, from 0 to 1; rows from the top."""
        column = np.asarray(getattr(self.points, _COLUMNS[self.shade]), dtype=np.float64)
        least, most = self.ends
        strength = (column - least) / (most - least) if most > least else np.zeros_like(column)
        return strength.reshape(self.rows, self.columns)

    @cached_property
    def ends(self) -> tuple[float, float]:
        """The least and the greatest number that is shown."""
        column = getattr(self.points, _COLUMNS[self.shade])
        return float(column.min()), float(column.max())

    @property
    def current(self) -> tuple[float, float]:
        """The policy's own values."""
        policy = self.map.report.policy
        return current_value(self.map.x.axis, policy), current_value(self.map.y.axis, policy)

    def place_of(self, values: tuple[float, float]) -> tuple[float, float]:
        """Return where two values lie, within the area."""
        wide, high = self.area
        x, y = (
            min(1.0, max(0.0, (value - span.low) / ((span.high - span.low) or 1)))
            for value, span in zip(values, (self.map.x, self.map.y), strict=True)
        )
        return _LEFT + x * wide, _TOP + (1 - y) * high

    def values_at(self, x: float, y: float) -> tuple[float, float]:
        """Return the shortest numbers of both axes within the pixel at a place."""
        wide, high = self.area
        across = min(max(0.0, x - _LEFT), wide)
        up = min(max(0.0, _TOP + high - y), high)
        return (
            value_within(self.map.x, np.floor(across), int(wide)),
            value_within(self.map.y, np.floor(up), int(high)),
        )

    @cached_property
    def ticks(self) -> tuple[Tick, ...]:
        """The labels below the area."""
        span = self.map.x
        values = round_values(span.axis, span.low, span.high, int(self.area[0]) // _TICKS_APART)
        return tuple(
            Tick(self.place_of((value, self.map.y.low))[0], written(span.axis, value))
            for value in values
        )

    @cached_property
    def levels(self) -> tuple[Tick, ...]:
        """The labels left of the area."""
        span = self.map.y
        values = round_values(span.axis, span.low, span.high, int(self.area[1]) // _LEVELS_APART)
        return tuple(
            Tick(self.place_of((self.map.x.low, value))[1], written(span.axis, value))
            for value in values
        )


def map_items(geometry: MapGeometry, measure: Measure, line: float) -> Iterator[Item]:
    """Yield the map from the back to the front; ``line`` is how high a line of its texts is."""
    (wide, high), left, top = geometry.area, geometry.left, geometry.top
    blocks = np.rint(geometry.shades * 255).astype(np.uint8).tobytes()
    yield Raster(left, top, wide, high, geometry.columns, blocks, "chrome", "strongest")
    yield Box(left, top, wide + 1, high + 1, "", Pattern.EMPTY, "edge", 1)
    bottom = top + high
    for level in geometry.levels:
        yield Words(left - 8, level.at + 4, level.text, "muted", "end")
        yield Rule(left - 4, level.at, left, level.at, "muted")
    for tick in geometry.ticks:
        half = measure(tick.text) / 2 + 2
        middle = min(max(half, tick.at), geometry.width - half)
        yield Words(middle, bottom + 4 + 0.8 * line, tick.text, "muted", "middle")
        yield Rule(tick.at, bottom, tick.at, bottom + 4, "muted")
    caption = f"→ {AXIS_TITLES[geometry.map.x.axis]}     ↑ {AXIS_TITLES[geometry.map.y.axis]}"
    yield Words(left + wide / 2, bottom + 5 + 1.8 * line, caption, "muted", "middle")


def map_svg(found: PolicyMap, shade: MapShade) -> str:
    """Return the picture of a map, with the policy's own values."""
    geometry = MapGeometry(found, shade, _WIDTH, _HEIGHT)
    own = point_items(geometry, geometry.current, "text")
    items = (*map_items(geometry, measured, _LINE), *own)
    title = f"{map_headline(found)}. {SHADE_TITLES[shade]}"
    return drawing_svg(Drawing(_WIDTH, _HEIGHT, title, items), LIGHT)


def point_items(geometry: MapGeometry, values: tuple[float, float], color: str) -> Iterator[Item]:
    """Yield a cross at two values."""
    x, y = geometry.place_of(values)
    wide, high = geometry.area
    yield Rule(x, geometry.top, x, geometry.top + high, color)
    yield Rule(geometry.left, y, geometry.left + wide, y, color)
    yield Mark(x, y, MarkShape.DISC, "base", _DOT + 3)
    yield Mark(x, y, MarkShape.DISC, color, _DOT)


def _middles(span: AxisRange, count: int) -> Float64:
    values = span.low + (np.arange(count) + 0.5) * (span.high - span.low) / count
    return np.rint(values) if span.axis.whole else values


def map_headline(found: PolicyMap) -> str:
    """Say what is mapped."""
    return tr(
        "{axis_titles} × {axis_titles_2}: exact at every point",
        axis_titles=AXIS_TITLES[found.x.axis],
        axis_titles_2=AXIS_TITLES[found.y.axis],
    )


def map_readout(found: PolicyMap, values: tuple[float, float]) -> str:
    """Say in one line what is in at a point."""
    at = found.at(np.array([values[0]], dtype=float), np.array([values[1]], dtype=float))
    where = ", ".join(
        written(span.axis, value) for span, value in zip((found.x, found.y), values, strict=True)
    )
    return tr(
        "{where}: {used:,} of {total:,} tokens used ·"
        " {items_in} in · value {at:,.3f} ·"
        " {tokens_freed:,} tokens freed",
        where=where,
        used=int(at.used[0]),
        total=int(at.total[0]),
        items_in=counted_items(int(at.items_in[0])),
        at=float(at.value[0]),
        tokens_freed=int(at.tokens_freed[0]),
    )


def map_fields(found: PolicyMap, values: tuple[float, float]) -> dict[str, float]:
    """Return the fields of the policy, with their values, that stand for a point."""
    return axis_fields(found.x.axis, values[0]) | axis_fields(found.y.axis, values[1])


def map_label(found: PolicyMap, values: tuple[float, float]) -> str:
    """Return what applying a point is called in the history of edits."""
    (x, x_value), (y, y_value) = (
        (in_sentence_case(AXIS_TITLES[span.axis]), written(span.axis, value))
        for span, value in zip((found.x, found.y), values, strict=True)
    )
    return tr(
        "Set {x} to {x_value} and {y} to {y_value}", x=x, x_value=x_value, y=y, y_value=y_value
    )
