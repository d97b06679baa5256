"""Values worth choosing beside the best one: as good for less, steady, where more stops paying.

Stretches narrower than a number that somebody would write (four decimals, whole tokens) are no
choice: they are slivers between two roundings, and what is best there is nowhere near.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from inspector.analysis.corpus.means import MeanCurve
from inspector.analysis.tuning.axes import AxisRange
from inspector.analysis.tuning.sweep import shortest_between
from inspector.core.arrays import Bools, Float64, Int64

TOLERANCE = 0.01
"""One point of recall."""

_DECIMALS = 1e4  # of a number that somebody would write
_NEAR_MIDDLE = 0.1  # of a plateau: how far from its middle a shorter number may lie
_LEAST_FRONT = 3


def writable(starts: Float64, ends: Float64, span: AxisRange, current: float) -> Bools:
    """Return which stretches hold a number of four decimals, or the current value."""
    if span.axis.whole:
        return np.ones(len(starts), dtype=np.bool_)
    found: Bools = np.ceil(starts * _DECIMALS - 1e-9) / _DECIMALS <= ends
    found |= (starts <= current) & (current <= ends)
    return found if found.any() else np.ones(len(starts), dtype=np.bool_)


def ends_of(starts: Float64, span: AxisRange) -> Float64:
    """Return the last value of each stretch: the double, or the token, before the next begins."""
    following = starts[1:] - 1 if span.axis.whole else np.nextafter(starts[1:], -np.inf)
    return np.concatenate([following, [float(span.high)]])


@dataclass(frozen=True, slots=True)
class ValueStretch:
    """Values from one to another, both included; ``value`` is the one to take."""

    value: float
    first: float
    last: float


@dataclass(frozen=True, eq=False)
class Choices:
    """The stretches of a mean curve to choose among. ``current`` is where the policy stands."""

    mean: MeanCurve
    span: AxisRange
    current: float

    @cached_property
    def ends(self) -> Float64:
        """The last value of each stretch."""
        return ends_of(self.mean.starts, self.span)

    @cached_property
    def places(self) -> Int64:
        """The stretches that hold a value to write."""
        return np.flatnonzero(writable(self.mean.starts, self.ends, self.span, self.current))

    @cached_property
    def best(self) -> int:
        """The best: of equal recalls the fewest tokens, then the nearest, then the least."""
        recall, places = self.mean.recall_steps, self.places
        return self.fewest_tokens(places[recall[places] == recall[places].max()])

    def cheapest(self, tolerance: float) -> int:
        """The stretch with the fewest tokens that is at most so much recall below the best."""
        return self.fewest_tokens(self._within(tolerance))

    def best_stretch(self) -> ValueStretch:
        """Return the stretch around the best with the same mean recall."""
        runs = self._runs(self._within(0.0))
        first, last = next(run for run in runs if run[0] <= self.best <= run[1])
        return self._stretch(first, last, self.value_of(self.best))

    def ties(self) -> tuple[float, float]:
        """Return the least and the largest value with the best mean recall."""
        places = self._within(0.0)
        return float(self.mean.starts[places[0]]), float(self.ends[places[-1]])

    def plateau(self, tolerance: float) -> ValueStretch:
        """Return the widest stretch at most so much below the best, with a value in its middle."""
        starts, ends = self.mean.starts, self.ends
        runs = self._runs(self._within(tolerance))
        first, last = max(runs, key=lambda run: (ends[run[1]] - starts[run[0]], -run[0]))
        low, high = float(starts[first]), float(ends[last])
        middle, near = (low + high) / 2, (high - low) * _NEAR_MIDDLE
        value = shortest_between(
            max(low, middle - near), min(high, middle + near), self.span.axis.whole
        )
        return self._stretch(first, last, value)

    def knee(self) -> int | None:
        """Return the stretch after which more tokens bring little recall, None without one.

        On the Pareto front the one farthest from the line between its ends.
        """
        front = self._front()
        if len(front) < _LEAST_FRONT:
            return None
        tokens, recall = (
            np.array(column, dtype=np.float64)[front]
            for column in (self.mean.used, self.mean.recall_steps)
        )
        x = (tokens - tokens[0]) / (tokens[-1] - tokens[0])
        y = (recall - recall[0]) / (recall[-1] - recall[0])
        above = y - x
        return int(front[int(above.argmax())]) if above.max() > 0 else None

    def value_of(self, place: int) -> float:
        """Return a short number of a stretch: the current value where it has it."""
        first, last = float(self.mean.starts[place]), float(self.ends[place])
        if first <= self.current <= last:
            return self.current
        return shortest_between(first, last, self.span.axis.whole)

    def _within(self, tolerance: float) -> Int64:
        recall, places = self.mean.recall_steps, self.places
        whole = self.mean.asking * self.mean.scale
        found: Int64 = places[recall[places] >= recall[places].max() - tolerance * whole]
        return found

    def fewest_tokens(self, places: Int64) -> int:
        """Return the one of stretches with the fewest tokens, then the nearest, then the least."""
        used = self.mean.used[places]
        places = places[used == used.min()]
        here = self.mean.place_of(self.current)
        return int(places[np.abs(places - here).argmin()])

    def _runs(self, places: Int64) -> list[tuple[int, int]]:
        """Return the first and last of places that follow each other, slivers left out of count."""
        order = np.searchsorted(self.places, places)
        cuts = np.flatnonzero(np.diff(order) > 1) + 1
        return [(int(part[0]), int(part[-1])) for part in np.split(places, cuts)]

    def _front(self) -> Int64:
        used, recall = self.mean.used, self.mean.recall_steps
        order = self.places[np.lexsort((self.places, -recall[self.places], used[self.places]))]
        most = np.maximum.accumulate(recall[order])
        better = np.ones(len(order), dtype=np.bool_)
        better[1:] = recall[order][1:] > most[:-1]
        return order[better]

    def _stretch(self, first: int, last: int, value: float) -> ValueStretch:
        return ValueStretch(value, float(self.mean.starts[first]), float(self.ends[last]))
