"""The chart of a sweep as plain numbers: tokens by kind in layers, lines below, ticks, places.

A pixel shows what is so at its middle; the marks between the panels show every breakpoint. Sizes
are in pixels.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from inspector.analysis.tuning.axes import AxisRange
from inspector.analysis.tuning.sweep import Sweep
from inspector.language import localized
from inspector.present.axis_names import (
    LAYERS,
    Measure,
    written,
)
from inspector.present.value_axis import (
    LEFT,
    LEVELS_APART,
    Float64,
    Tick,
    ValuePanels,
    round_step,
)

Int64 = npt.NDArray[np.int64]

_RIGHT, _TOP, _BOTTOM = 46, 6, 22
_MARKS = 9  # high: the row of breakpoints
_GAP = 8
_LOWER = 0.3  # of the height: the panel of lines
_LEAST_LOWER = 46
_EDGES = (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)
LINES = (Measure.ITEMS, Measure.VALUE)


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
        return max(int(self.tops[-1].max(initial=1)), min(suppressed, 2 * self.total_most), 1)

    @property
    def total_most(self) -> int:
        """The highest total on the axis."""
        return int(self.sweep.outcomes.states.total.max(initial=0))

    def line(self, measure: Measure) -> Float64:
        """Return a measure by piece."""
        outcomes = self.sweep.outcomes
        if measure is Measure.ITEMS:
            return outcomes.items_in.astype(np.float64)
        if measure is Measure.VALUE:
            return outcomes.value
        return outcomes.tokens_freed.astype(np.float64)


@dataclass(frozen=True, eq=False)
class SweepGeometry(ValuePanels):
    """Where everything of a chart lies in a picture of ``width`` × ``height`` pixels."""

    chart: SweepChart
    width: float
    height: float
    measure: Callable[[str], float]

    @property
    def span(self) -> AxisRange:
        """The values that the sweep is over."""
        return self.chart.sweep.pieces.range

    @property
    def inner(self) -> int:
        """How wide the panels are, in whole pixels."""
        return max(1, int(self.width) - LEFT - _RIGHT)

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

    @cached_property
    def pieces(self) -> Int64:
        """The piece that each column of pixels shows."""
        places = np.searchsorted(self.chart.sweep.pieces.starts, self.values, side="right") - 1
        return np.maximum(places, 0).astype(np.int64)

    @cached_property
    def edges(self) -> Float64:
        """The upper edge of every layer (rows) at every column of pixels."""
        height = self.upper_bottom - self.top
        return self.upper_bottom - self.chart.tops[:, self.pieces] / self.chart.most * height

    def tokens_y(self, tokens: float) -> float:
        """Return where a number of tokens lies in the upper panel."""
        return self.upper_bottom - tokens / self.chart.most * (self.upper_bottom - self.top)

    def line_y(self, measure: Measure) -> Float64:
        """Return where a measure lies at every column of pixels, in the lower panel."""
        line = self.chart.line(measure)
        most = self.line_most(measure)
        return self.bottom - line[self.pieces] / most * (self.bottom - self.lower_top)

    def line_most(self, measure: Measure) -> float:
        """Return what the upper edge of the lower panel stands for."""
        return float(_above(float(self.chart.line(measure).max(initial=0.0))))

    @cached_property
    def suppressed_y(self) -> Float64:
        """Where the suppressed tokens lie at every column, cut off at the panel's upper edge."""
        tokens = self.chart.line(Measure.SUPPRESSED)[self.pieces]
        height = self.upper_bottom - self.top
        return np.maximum(self.top, self.upper_bottom - tokens / self.chart.most * height)

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
        return tuple(Tick(self.x_of(at), written(axis, at)) for at in self.round_values)

    @cached_property
    def levels(self) -> tuple[Tick, ...]:
        """The labels of tokens at the left of the upper panel."""
        count = max(1, int((self.upper_bottom - self.top) // LEVELS_APART))
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
