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
from inspector.analysis.tuning.axes import AxisRange
from inspector.language import tr
from inspector.present.axis_names import rounded
from inspector.present.value_axis import LEFT, LEVELS_APART, Float64, Tick, ValuePanels, round_step

Int64 = npt.NDArray[np.int64]

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

_RIGHT, _TOP, _BOTTOM, _GAP = 18, 8, 22, 16
_LOWER = 0.42  # of the height
_LEAST_SPAN = 0.02  # of recall, so that a flat curve looks flat


@dataclass(frozen=True, eq=False)
class CurveGeometry(ValuePanels):
    """Where everything of a study's chart lies in ``width`` × ``height`` pixels."""

    study: CorpusStudy
    variant: int
    width: float
    height: float

    @property
    def span(self) -> AxisRange:
        """The values that the corpus was run over."""
        return self.study.load.range

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
    def lower_top(self) -> float:
        """The upper edge of the lower panel."""
        return round(self.bottom - (self.bottom - self.top) * _LOWER)

    @property
    def upper_bottom(self) -> float:
        """The lower edge of the upper panel."""
        return self.lower_top - _GAP

    # From values to places and back --------------------------------------------------------

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
    def best_possible(self) -> Float64 | None:
        """Where the best possible recall lies at every column; None where nothing is asked for."""
        found = self.study.best_curves[self.variant]
        if found is None:
            return None
        places = np.searchsorted(found.starts, self.values, side="right").astype(np.int64) - 1
        return self._recall_y(found.recall[np.maximum(places, 0)])

    @property
    def ceiling(self) -> float | None:
        """The height of the ceiling of recall; None where nothing is asked for."""
        found = self.study.losses[self.variant]
        return None if found is None else float(self._recall_y(np.array(found.ceiling)))

    @cached_property
    def plateau(self) -> tuple[float, float] | None:
        """Between which places recall is within the tolerance of the best."""
        found = self.study.recommendations[self.variant]
        if found is None:
            return None
        low, high = self.x_of(found.plateau.first), self.x_of(found.plateau.last)
        return low, max(high, low + 1)

    @property
    def marked(self) -> tuple[tuple[str, float], ...]:
        """The values that are marked, with what they are: now, the best, the cheapest."""
        found = self.study.recommendations[self.variant]
        marks = [(tr("now"), self.study.current)]
        if found is not None:
            for what, value in ((tr("best"), found.value), (tr("cheapest"), found.cheapest.value)):
                if value not in [there for _, there in marks]:
                    marks.append((what, value))
        return tuple(one for one in marks if one[1] in self.span)

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
        limits = self.study.losses[self.variant]
        low = float(recall.min())
        high = float(recall.max()) if limits is None else max(float(recall.max()), limits.ceiling)
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
        axis = self.span.axis
        texts = [rounded(axis, at) if axis.whole else f"{at:g}" for at in self.round_values]
        places = map(self.x_of, self.round_values)
        return tuple(Tick(at, text) for at, text in zip(places, texts, strict=True))

    @cached_property
    def levels(self) -> tuple[Tick, ...]:
        """The labels of both panels, in per cent."""
        low, high = self.recall_range
        count = max(1, int((self.upper_bottom - self.top) // LEVELS_APART))
        step = round_step((high - low) / count)
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
