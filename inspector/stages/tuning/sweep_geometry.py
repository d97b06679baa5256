"""Where everything of a chart of a sweep lies, as plain numbers. Sizes are in pixels.

A pixel shows what is so at its middle; the marks between the panels show every breakpoint.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from inspector.analysis.tuning.axes import Axis, AxisRange
from inspector.analysis.tuning.sweep import Sweep, shortest_between
from inspector.core.arrays import Float64, Int64
from inspector.language import localized
from inspector.present.axis_names import LAYERS, SweepLine, written
from inspector.present.drawing import Item, Measure, Rule, Tick, Words, round_step

_LEFT, _RIGHT, _TOP, _BOTTOM = 58, 46, 6, 22
_TICKS_APART, _LEVELS_APART = 90, 26
_BEFORE = 14  # pixels beside a label of the upper panel
_MARKS = 9  # high: the row of breakpoints
_GAP = 8
_LOWER = 0.3  # of the height: the panel of lines
_LEAST_LOWER = 46
_EDGES = (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)


@dataclass(frozen=True, eq=False)
class SweepChart:
    """What is drawn of a sweep, by piece. ``tops`` are the upper edges of the layers, in tokens."""

    sweep: Sweep

    @cached_property
    def tops(self) -> Int64:
        """The upper edge of every layer at every piece, from the lowest layer up."""
        outcomes = self.sweep.outcomes
        unused = outcomes.states.total - outcomes.used - outcomes.released
        rows = [
            {"released": outcomes.released, "unused": unused}.get(layer, outcomes.tokens.get(layer))
            for layer in LAYERS
        ]
        return np.cumsum(np.stack([row for row in rows if row is not None]), axis=0)

    @cached_property
    def layers(self) -> tuple[str, ...]:
        """The layers that are there somewhere, for a legend."""
        sizes = np.diff(self.tops, axis=0, prepend=0).max(axis=1)
        return tuple(layer for layer, size in zip(LAYERS, sizes.tolist(), strict=True) if size > 0)

    @cached_property
    def most(self) -> int:
        """The highest number of tokens, and at least 1."""
        suppressed = int(self.sweep.outcomes.tokens_freed.max(initial=0))
        total = int(self.sweep.outcomes.states.total.max(initial=0))
        return max(int(self.tops[-1].max(initial=1)), min(suppressed, 2 * total), 1)

    def line(self, measure: SweepLine) -> Float64:
        """Return a measure by piece."""
        outcomes = self.sweep.outcomes
        if measure is SweepLine.ITEMS:
            return outcomes.items_in.astype(np.float64)
        if measure is SweepLine.VALUE:
            return outcomes.value
        return outcomes.tokens_freed.astype(np.float64)


@dataclass(frozen=True, eq=False)
class SweepGeometry:
    """Where everything of a chart lies in a picture of ``width`` × ``height`` pixels.

    ``line`` is how high a line of its text is, in pixels.
    """

    chart: SweepChart
    width: float
    height: float
    measure: Callable[[str], float]
    line: float = 16.0

    @property
    def span(self) -> AxisRange:
        """The values that the sweep is over."""
        return self.chart.sweep.pieces.range

    @property
    def inner(self) -> int:
        """How wide the panels are, in whole pixels."""
        return max(1, int(self.width) - self.left - _RIGHT)

    @cached_property
    def left(self) -> int:
        """Where the panels begin: the labels of tokens have room before them."""
        return max(_LEFT, math.ceil(self.measure(localized(self.chart.most))) + _BEFORE)

    @property
    def top(self) -> float:
        """The upper edge of the upper panel."""
        return _TOP

    @property
    def bottom(self) -> float:
        """The lower edge of the lower panel."""
        return self.height - _BOTTOM

    @property
    def upper_bottom(self) -> float:
        """The lower edge of the upper panel."""
        lower = max(_LEAST_LOWER, (self.bottom - self.top) * _LOWER)
        return max(self.top + 20.0, round(self.bottom - lower - _MARKS - 2 * _GAP))

    @property
    def marks(self) -> tuple[float, float]:
        """The upper and lower edge of the row of breakpoints."""
        return self.upper_bottom + 3, self.upper_bottom + 3 + _MARKS

    @property
    def lower_top(self) -> float:
        """The upper edge of the lower panel."""
        return self.marks[1] + _GAP

    # From values to places and back --------------------------------------------------------

    @property
    def ends(self) -> tuple[float, float]:
        """The values at both ends; they differ even where the span is one value."""
        span = self.span
        return span.low, span.high if span.high > span.low else span.low + 1

    def x_of(self, value: float) -> float:
        """Return where a value lies."""
        low, high = self.ends
        return self.left + (value - low) / (high - low) * self.inner

    def value_at(self, x: float) -> float:
        """Return the shortest number within the pixel at ``x`` that the axis can have."""
        return value_within(self.span, math.floor(x - self.left), self.inner)

    @cached_property
    def values(self) -> Float64:
        """The value in the middle of each column of pixels."""
        low, high = self.ends
        return low + (np.arange(self.inner) + 0.5) * (high - low) / self.inner

    @cached_property
    def pieces(self) -> Int64:
        """The piece that each column of pixels shows."""
        places = np.searchsorted(self.chart.sweep.pieces.starts, self.values, side="right") - 1
        return np.maximum(places, 0).astype(np.int64)

    @cached_property
    def edges(self) -> Float64:
        """The upper edge of every layer (rows) at every column of pixels."""
        edges: Float64 = self.tokens_y(self.chart.tops[:, self.pieces])
        return edges

    def tokens_y(self, tokens: Any) -> Any:
        """Return where a number of tokens, or each of an array, lies in the upper panel."""
        return self.upper_bottom - tokens / self.chart.most * (self.upper_bottom - self.top)

    def line_y(self, measure: SweepLine) -> Float64:
        """Return where a measure lies at every column of pixels, in the lower panel."""
        line = self.chart.line(measure)
        most = self.line_most(measure)
        return self.bottom - line[self.pieces] / most * (self.bottom - self.lower_top)

    def line_most(self, measure: SweepLine) -> float:
        """Return what the upper edge of the lower panel stands for."""
        return float(_above(float(self.chart.line(measure).max(initial=0.0))))

    @cached_property
    def suppressed_y(self) -> Float64:
        """Where the suppressed tokens lie at every column, cut off at the panel's upper edge."""
        tokens = self.chart.line(SweepLine.SUPPRESSED)[self.pieces]
        rows: Float64 = np.maximum(self.top, self.tokens_y(tokens))
        return rows

    @cached_property
    def breakpoint_columns(self) -> Int64:
        """The columns of pixels in which a breakpoint lies, ascending."""
        sweep = self.chart.sweep
        low, high = self.ends
        starts = sweep.pieces.starts[sweep.breakpoints]
        columns = np.floor((starts - low) / (high - low) * self.inner).astype(np.int64)
        return np.unique(np.clip(columns, 0, self.inner - 1))

    # Ticks --------------------------------------------------------------------------------

    @cached_property
    def ticks(self) -> tuple[Tick, ...]:
        """The labels of the axis that is swept."""
        axis = self.chart.sweep.axis
        values = round_values(axis, *self.ends, self.inner // _TICKS_APART)
        return tuple(Tick(self.x_of(at), written(axis, at)) for at in values)

    @cached_property
    def levels(self) -> tuple[Tick, ...]:
        """The labels of tokens at the left of the upper panel."""
        count = max(1, int((self.upper_bottom - self.top) // _LEVELS_APART))
        step = round_step(self.chart.most / count, whole=True)
        return tuple(
            Tick(self.tokens_y(level), localized(level))
            for level in range(0, self.chart.most + 1, int(step))
        )


def _above(most: float) -> float:
    """Return a number of one or two digits that is at least ``most``, for the edge of a panel."""
    if most <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(most))
    return next(times * power for times in _EDGES if times * power >= most * (1 - 1e-9))


def value_within(span: AxisRange, pixel: float, pixels: int) -> float:
    """Return the shortest number of a range that lies within one of ``pixels`` equal parts."""
    low, high = span.low, span.high if span.high > span.low else span.low + 1
    width = (high - low) / pixels
    first = max(low, low + pixel * width)
    last = min(span.high, first + width)
    if first >= span.high:
        return span.high
    if span.axis.whole:
        return min(int(span.high), math.ceil(first))
    return shortest_between(first, max(first, last), whole=False)


def round_values(axis: Axis, low: float, high: float, count: int) -> tuple[float, ...]:
    """Return about so many round values of an axis from ``low`` to ``high``."""
    step = round_step((high - low) / max(2, count), whole=axis.whole)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return tuple(round(number * step, 12) for number in range(first, last + 1))


def steps_of(left: float, rows: Float64) -> tuple[tuple[float, float], ...]:
    """Return the corners of a line of steps, two where it changes."""
    points = [(left, float(rows[0]))]
    for column in (np.flatnonzero(np.diff(rows)) + 1).tolist():
        points.append((left + column, float(rows[column - 1])))
        points.append((left + column, float(rows[column])))
    return (*points, (left + len(rows), float(rows[-1])))


def axis_items(geometry: SweepGeometry, measure: Measure) -> Iterator[Item]:
    """Yield the axes of both geometry with their labels."""
    right = geometry.left + geometry.inner
    for y in (geometry.upper_bottom, geometry.bottom):
        yield Rule(geometry.left, y, right, y, "edge")
    for level in geometry.levels:
        yield Words(geometry.left - 6, level.at + 4, level.text, "muted", "end")
    for tick in geometry.ticks:
        half = measure(tick.text) / 2
        middle = min(max(half, tick.at), geometry.width - half)
        yield Words(middle, geometry.bottom + 15, tick.text, "muted", "middle")
        yield Rule(tick.at, geometry.bottom, tick.at, geometry.bottom + 3, "edge")


def hovered_items(geometry: SweepGeometry, value: float) -> Iterator[Item]:
    """Yield the value under the pointer."""
    x = round(geometry.x_of(value))
    yield Rule(x, geometry.top, x, geometry.bottom, "muted", dots=(1, 2))
