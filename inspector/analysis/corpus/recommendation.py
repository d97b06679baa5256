"""Which value to choose, by mean recall over the corpus, and how far that can be trusted.

Requests are drawn again, with repetition, from those that ask for something (a bootstrap); the
numbers drawn follow from a seed that the caller gives, so the same seed gives the same interval on
any machine. A value chosen on the same requests that it is judged by looks better than it is; so
the gain is also measured on requests that had no part in choosing (``held_out``).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inspector.analysis.corpus.curve import RequestCurve
from inspector.analysis.corpus.facts import FACTS, Fact
from inspector.analysis.corpus.means import (
    MeanCurve,
    mean_curve,
    recall_scale,
    recall_steps,
    recall_steps_of,
)
from inspector.analysis.tuning.axes import AxisRange
from inspector.analysis.tuning.sweep import shortest_between

Int64 = npt.NDArray[np.int64]
Float64 = npt.NDArray[np.float64]

DEFAULT_SEED = 1
RESAMPLES = 1000
CONFIDENCE = 0.95
FOLDS = 10
_CELLS_AT_ONCE = 2**22

_MET, _USED = FACTS.index(Fact.MET), FACTS.index(Fact.USED)


@dataclass(frozen=True, slots=True)
class Interval:
    """Where a number lies with a confidence of 95 %."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Changed:
    """A request whose recall the recommended value changes, by its place among the curves."""

    place: int
    trace_id: str
    asked: int
    met_now: int
    met_then: int


@dataclass(frozen=True, slots=True)
class Recommendation:
    """The value with the best mean recall, beside the policy as it is.

    ``value`` is the shortest to write of the stretch ``first`` to ``last``, all of which gives the
    same sums. ``gain`` is the paired difference in recall to the current policy;
    ``held_out`` the same, measured in ten parts, each with the value that the other nine choose.
    ``value_interval`` is where the best value lies over all resamples. ``worse`` and ``better`` are
    the requests that change, the largest change first.
    """

    value: float
    first: float
    last: float
    asking: int
    recall: float
    recall_interval: Interval
    recall_now: float
    tokens: float
    tokens_now: float
    gain: float
    gain_interval: Interval
    held_out: float
    value_interval: Interval
    seed: int
    resamples: int
    worse: tuple[Changed, ...]
    better: tuple[Changed, ...]

    @property
    def is_certain(self) -> bool:
        """Whether the whole interval of the gain is on one side of 0."""
        return self.gain_interval.low > 0 or self.gain_interval.high < 0


def recommend(
    curves: Sequence[RequestCurve],
    span: AxisRange,
    current_value: float,
    *,
    seed: int,
    baseline: Sequence[RequestCurve] | None = None,
    mean: MeanCurve | None = None,
    resamples: int = RESAMPLES,
) -> Recommendation | None:
    """Return the best value of a variant's curves; None where no request asks for anything.

    Of equal recalls that with the fewest tokens is taken, then the nearest to ``current_value``,
    then the least. ``baseline`` are the same requests under the variant that holds now (by default
    ``curves``), whose ``current`` facts are what is compared with. ``mean`` may be given where it
    is known.
    """
    baseline = curves if baseline is None else baseline
    asking = [place for place, curve in enumerate(curves) if curve.asked]
    if not asking:
        return None
    mean = mean or mean_curve(curves)
    best = _best(mean, current_value)
    first, last = float(mean.starts[best]), _last_of(mean, best, span)
    then = [curves[place].at(first) for place in range(len(curves))]
    now = [curve.current for curve in baseline]
    scale = recall_scale(curves)
    steps_then = _steps([curves[place] for place in asking], [then[at] for at in asking], scale)
    steps_now = _steps([curves[place] for place in asking], [now[at] for at in asking], scale)
    weights = _resampled(len(asking), resamples, seed)
    table = _Table([curves[place] for place in asking], scale)
    whole = scale * len(asking)
    changed = [
        Changed(at, curves[at].trace_id, curves[at].asked, now[at][_MET], then[at][_MET])
        for at in asking
    ]
    return Recommendation(
        value=_written(first, last, current_value, span),
        first=first,
        last=last,
        asking=len(asking),
        recall=int(steps_then.sum()) / whole,
        recall_interval=_interval(weights @ steps_then / whole),
        recall_now=int(steps_now.sum()) / whole,
        tokens=sum(facts[_USED] for facts in then) / len(curves),
        tokens_now=sum(facts[_USED] for facts in now) / len(curves),
        gain=int((steps_then - steps_now).sum()) / whole,
        gain_interval=_interval(weights @ (steps_then - steps_now) / whole),
        held_out=table.held_out(steps_now) / whole,
        value_interval=_interval(table.best_values(weights, first, steps_then)),
        seed=seed,
        resamples=resamples,
        worse=_sorted(one for one in changed if one.met_then < one.met_now),
        better=_sorted(one for one in changed if one.met_then > one.met_now),
    )


def _best(mean: MeanCurve, current: float) -> int:
    recall, tokens = mean.recall_steps, mean.used
    best = np.flatnonzero(recall == recall.max())
    best = best[tokens[best] == tokens[best].min()]
    here = mean.place_of(current)
    return int(best[np.abs(best - here).argmin()])


def _last_of(mean: MeanCurve, place: int, span: AxisRange) -> float:
    if place + 1 == len(mean.starts):
        return span.high
    following = float(mean.starts[place + 1])
    return following - 1 if span.axis.in_tokens else float(np.nextafter(following, 0.0))


def _written(first: float, last: float, current: float, span: AxisRange) -> float:
    if first <= current <= last:
        return current
    return shortest_between(first, last, span.axis.in_tokens)


def _steps(curves: list[RequestCurve], facts: list[tuple[int, ...]], scale: int) -> Int64:
    return np.array(
        [
            int(recall_steps_of(np.array([row[_MET]]), curve.asked, scale)[0])
            for curve, row in zip(curves, facts, strict=True)
        ],
        dtype=np.int64,
    )


def _resampled(count: int, resamples: int, seed: int) -> Float64:
    """Return how often each request is drawn, a row for each resample.

    ``random`` promises the same numbers for a seed in every version; numpy does not.
    """
    draw = random.Random(seed).random  # noqa: S311  # no secret hangs on it
    rows = [
        np.bincount([int(draw() * count) for _ in range(count)], minlength=count)
        for _ in range(resamples)
    ]
    return np.array(rows, dtype=np.float64)


def _interval(found: npt.NDArray[np.floating]) -> Interval:
    """Return the middle 95 % of what was found, ends that were really found."""
    ordered = np.sort(found)
    outside = int(len(ordered) * (1 - CONFIDENCE) / 2)
    return Interval(float(ordered[outside]), float(ordered[len(ordered) - 1 - outside]))


def _sorted(found: Iterator[Changed]) -> tuple[Changed, ...]:
    return tuple(
        sorted(
            found,
            key=lambda one: (-abs(one.met_then - one.met_now) / one.asked, one.place),
        )
    )


class _Table:
    """The recall of every request at every value at which that of one changes, part by part."""

    def __init__(self, curves: list[RequestCurve], scale: int) -> None:
        self._lines: list[tuple[Float64, Int64]] = []
        for curve in curves:
            steps = recall_steps(curve, scale)
            changed = np.ones(len(steps), dtype=np.bool_)
            changed[1:] = steps[1:] != steps[:-1]
            self._lines.append((curve.starts[changed], steps[changed]))
        self._values = np.unique(np.concatenate([starts for starts, _ in self._lines]))

    def _parts(self) -> Iterator[tuple[int, Float64]]:
        """Yield the first place of a part of the values, and requests × values of steps."""
        width = max(1, _CELLS_AT_ONCE // len(self._lines))
        for first in range(0, len(self._values), width):
            values = self._values[first : first + width]
            rows = [
                steps[np.searchsorted(starts, values, side="right") - 1]
                for starts, steps in self._lines
            ]
            # Whole numbers below 2^53: a product of matrices is exact, whatever the order.
            yield first, np.array(rows, dtype=np.float64)

    def best_values(self, weights: Float64, preferred: float, steps_there: Int64) -> Float64:
        """Return, for each row of weights, a value with the best weighted recall.

        That is ``preferred``, whose steps are given, where none is better; else the least.
        """
        most = np.full(len(weights), -1.0)
        best = np.zeros(len(weights), dtype=np.int64)
        for first, part in self._parts():
            sums = weights @ part
            top = sums.max(axis=1)
            better = top > most
            best[better] = first + sums.argmax(axis=1)[better]
            most = np.maximum(most, top)
        found: Float64 = np.where(weights @ steps_there == most, preferred, self._values[best])
        return found

    def held_out(self, steps_now: Int64) -> int:
        """Return the gain, in steps, over parts of the requests that did not choose the value."""
        fold_of = np.arange(len(self._lines)) % FOLDS
        weights = (fold_of[np.newaxis, :] == np.arange(FOLDS)[:, np.newaxis]).astype(np.float64)
        sums = np.concatenate([weights @ part for _, part in self._parts()], axis=1)
        best = (sums.sum(axis=0) - sums).argmax(axis=1)
        return int(sums[np.arange(FOLDS), best].sum()) - int(steps_now.sum())
