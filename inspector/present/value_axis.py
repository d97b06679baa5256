"""A chart over the values of a policy, as plain numbers. Sizes are in pixels."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property

import numpy as np

from inspector.analysis.tuning.axes import Axis, AxisRange
from inspector.analysis.tuning.sweep import shortest_between
from inspector.core.arrays import Float64
from inspector.core.text import in_markup
from inspector.present.drawing import Item, Measure, Rule, Tick, Words, round_step
from inspector.present.palette import Colors

LEFT = 58
"""Where the panels of such a chart begin."""
TICKS_APART, LEVELS_APART = 90, 26


class ValuePanels:
    """Two panels above each other, in which the values of ``span`` lie from ``left`` on."""

    width: float
    height: float

    @property
    def span(self) -> AxisRange:
        """The values that the chart is over."""
        raise NotImplementedError

    @property
    def inner(self) -> int:
        """How wide the panels are, in whole pixels."""
        raise NotImplementedError

    @property
    def top(self) -> float:
        """The upper edge of the upper panel."""
        raise NotImplementedError

    @property
    def upper_bottom(self) -> float:
        """The lower edge of the upper panel."""
        raise NotImplementedError

    @property
    def bottom(self) -> float:
        """The lower edge of the lower panel."""
        raise NotImplementedError

    @property
    def levels(self) -> tuple[Tick, ...]:
        """The labels at the left of the panels."""
        raise NotImplementedError

    @property
    def ticks(self) -> tuple[Tick, ...]:
        """The labels of the values."""
        raise NotImplementedError

    @property
    def left(self) -> float:
        """Where the panels begin."""
        return LEFT

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

    @property
    def round_values(self) -> tuple[float, ...]:
        """The values that are labelled."""
        return round_values(self.span.axis, *self.ends, self.inner // TICKS_APART)


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


LETTER = 6.2
"""The width of an average letter, in pixels."""


def svg_begin(width: int, height: int, title: str, colors: Colors) -> str:
    """Return the beginning of a picture: its ground and its title."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" role="img"'
        ' font-family="Inter, Segoe UI, sans-serif" font-size="11">'
        f'<title>{in_markup(title)}</title><rect width="{width}" height="{height}"'
        f' fill="{colors.base}"/>' + svg_text(8, 17, title, colors.text)
    )


def svg_text(x: float, y: float, text: str, ink: str, anchor: str = "start") -> str:
    """Return a text."""
    return f'<text x="{x:g}" y="{y:g}" fill="{ink}" text-anchor="{anchor}">{in_markup(text)}</text>'


def svg_steps(left: float, rows: Float64) -> str:
    """Return the path of a line of steps, one command where it changes."""
    steps = (np.flatnonzero(np.diff(rows)) + 1).tolist()
    moves = [f"H{left + column:g}V{rows[column]:.1f}" for column in steps]
    return f"M{left:g} {rows[0]:.1f}{''.join(moves)}H{left + len(rows):g}"


def steps_of(left: float, rows: Float64) -> tuple[tuple[float, float], ...]:
    """Return the corners of a line of steps, two where it changes."""
    points = [(left, float(rows[0]))]
    for column in (np.flatnonzero(np.diff(rows)) + 1).tolist():
        points.append((left + column, float(rows[column - 1])))
        points.append((left + column, float(rows[column])))
    return (*points, (left + len(rows), float(rows[-1])))


def axis_items(panels: ValuePanels, measure: Measure) -> Iterator[Item]:
    """Yield the axes of both panels with their labels."""
    right = panels.left + panels.inner
    for y in (panels.upper_bottom, panels.bottom):
        yield Rule(panels.left, y, right, y, "edge")
    for level in panels.levels:
        yield Words(panels.left - 6, level.at + 4, level.text, "muted", "end")
    for tick in panels.ticks:
        half = measure(tick.text) / 2
        middle = min(max(half, tick.at), panels.width - half)
        yield Words(middle, panels.bottom + 15, tick.text, "muted", "middle")
        yield Rule(tick.at, panels.bottom, tick.at, panels.bottom + 3, "edge")


def hovered_items(panels: ValuePanels, value: float) -> Iterator[Item]:
    """Yield the value under the pointer."""
    x = round(panels.x_of(value))
    yield Rule(x, panels.top, x, panels.bottom, "muted", dots=(1, 2))
