"""The chart of a corpus as plain numbers: recall above on its own scale, the rest below in parts.

A column of pixels shows what is so at its middle. Sizes are in pixels.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from inspector.analysis.corpus.means import Measure
from inspector.analysis.corpus.study import QUANTILES, CorpusStudy
from inspector.analysis.tuning.sweep import shortest_between
from inspector.present.tuning.chart import Tick
from inspector.present.tuning.names import rounded

Int64 = npt.NDArray[np.int64]
Float64 = npt.NDArray[np.float64]

LOWER = (
    Measure.UTILISATION,
    Measure.SUPPRESSION,
    Measure.CARDS_STARVED,
    Measure.FILES_STARVED,
)
"""What the lower panel shows."""

LOOKS = {
    Measure.RECALL: "included",
    Measure.UTILISATION: "reduced",
    Measure.SUPPRESSION: "suppressed",
    Measure.CARDS_STARVED: "refused",
    Measure.FILES_STARVED: "dropped",
}
"""Which verdict's colour each measure is drawn in."""

_LEFT, _RIGHT, _TOP, _BOTTOM, _GAP = 58, 18, 8, 22, 16
_LOWER = 0.42  # of the height
_TICKS_APART, _LEVELS_APART = 90, 26
_LEAST_SPAN = 0.02  # of recall, so that a flat curve looks flat


@dataclass(frozen=True, eq=False)
class CurveGeometry:
    """Where everything of a study's chart lies in ``width`` × ``height`` pixels."""

    study: CorpusStudy
    variant: int
    width: float
    height: float

    @property
    def left(self) -> float:
        """Where the panels begin."""
        return _LEFT

    @property
    def inner(self) -> int:
        """How wide the panels are, in whole pixels."""
        return max(1, int(self.width) - _LEFT - _RIGHT)

    @property
    def top(self) -> float:
        """The upper edge of the upper panel."""
        return _TOP

    @property
    def bottom(self) -> float:
        """The lower edge of the lower panel."""
        return self.height - _BOTTOM

    @property
    def lower_top(self) -> float:
        """The upper edge of the lower panel."""
        return round(self.bottom - (self.bottom - self.top) * _LOWER)

    @property
    def upper_bottom(self) -> float:
        """The lower edge of the upper panel."""
        return self.lower_top - _GAP

    # From values to places and back --------------------------------------------------------

    @property
    def _range(self) -> tuple[float, float]:
        span = self.study.load.range
        return span.low, span.high if span.high > span.low else span.low + 1

    def x_of(self, value: float) -> float:
        """Return where a value lies."""
        low, high = self._range
        return _LEFT + (value - low) / (high - low) * self.inner

    def value_at(self, x: float) -> float:
        """Return the shortest number within the pixel at ``x`` that the axis can have."""
        low, high = self._range
        span = self.study.load.range
        width = (high - low) / self.inner
        first = max(low, low + (math.floor(x) - _LEFT) * width)
        if first >= span.high:
            return span.high
        if span.axis.in_tokens:
            return min(int(span.high), math.ceil(first))
        return shortest_between(first, min(span.high, first + width), whole=False)

    @cached_property
    def values(self) -> Float64:
        """The value in the middle of each column of pixels."""
        low, high = self._range
        return low + (np.arange(self.inner) + 0.5) * (high - low) / self.inner

    @cached_property
    def _places(self) -> Int64:
        starts = self.study.means[self.variant].starts
        found: Int64 = np.searchsorted(starts, self.values, side="right").astype(np.int64)
        return np.maximum(found - 1, 0)

    def line(self, measure: Measure) -> Float64:
        """Return where a measure lies at every column of pixels."""
        parts = self.study.means[self.variant].measure(measure)[self._places]
        return self._y(parts) if measure is not Measure.RECALL else self._recall_y(parts)

    @cached_property
    def band(self) -> tuple[Float64, Float64]:
        """Between which heights the utilisation of the middle 80 % of the requests lies."""
        found = self.study.quantiles(Measure.UTILISATION, self.values, self.variant)
        found = np.nan_to_num(found)
        low, high = QUANTILES.index(0.1), QUANTILES.index(0.9)
        return self._y(found[low]), self._y(found[high])

    def _y(self, parts: Float64) -> Float64:
        return self.bottom - parts * (self.bottom - self.lower_top)

    def _recall_y(self, parts: Float64) -> Float64:
        low, high = self.recall_range
        return self.upper_bottom - (parts - low) / (high - low) * (self.upper_bottom - self.top)

    @cached_property
    def recall_range(self) -> tuple[float, float]:
        """Between which recalls the upper panel lies."""
        recall = self.study.means[self.variant].measure(Measure.RECALL)
        low, high = float(recall.min()), float(recall.max())
        room = max(_LEAST_SPAN, high - low) * 0.08
        low, high = low - room, high + room
        if high - low < _LEAST_SPAN:
            low, high = (low + high - _LEAST_SPAN) / 2, (low + high + _LEAST_SPAN) / 2
        return max(0.0, low), min(1.0 + room, high)

    @cached_property
    def likely(self) -> tuple[float, float] | None:
        """Between which places the best value lies in 95 % of the resamples."""
        found = self.study.recommendations[self.variant]
        if found is None:
            return None
        low, high = self.x_of(found.value_interval.low), self.x_of(found.value_interval.high)
        return low, max(high, low + 1)

    # Ticks --------------------------------------------------------------------------------

    @cached_property
    def ticks(self) -> tuple[Tick, ...]:
        """The labels of the axis that is swept."""
        low, high = self._range
        axis = self.study.load.range.axis
        step = _step((high - low) / max(2, self.inner // _TICKS_APART))
        step = max(1.0, step) if axis.in_tokens else step
        numbers = range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)
        values = [round(number * step, 12) for number in numbers]
        texts = [rounded(axis, value) if axis.in_tokens else f"{value:g}" for value in values]
        return tuple(Tick(self.x_of(at), text) for at, text in zip(values, texts, strict=True))

    @cached_property
    def levels(self) -> tuple[Tick, ...]:
        """The labels of both panels, in per cent."""
        low, high = self.recall_range
        count = max(1, int((self.upper_bottom - self.top) // _LEVELS_APART))
        step = _step((high - low) / count)
        numbers = range(math.ceil(low / step), math.floor(min(1.0, high) / step + 1e-9) + 1)
        upper = np.array([number * step for number in numbers])
        lower = np.array([0.0, 0.5, 1.0])
        return tuple(
            Tick(float(y), f"{part * 100:g} %")
            for parts, places in (
                (upper, self._recall_y(upper)),
                (lower, self._y(lower)),
            )
            for part, y in zip(np.round(parts, 6).tolist(), places.tolist(), strict=True)
        )


def _step(least: float) -> float:
    """Return the round number, 1, 2 or 5 times a power of ten, that is at least ``least``."""
    if least <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(least))
    return next(times * power for times in (1, 2, 5, 10) if times * power >= least * (1 - 1e-9))
