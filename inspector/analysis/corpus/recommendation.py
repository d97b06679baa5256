"""Which value to choose, by mean recall over the corpus, and how far that can be trusted.

Requests are drawn again, with repetition, from those that ask for something (a bootstrap). A value
chosen on the same requests that it is judged by looks better than it is; so the gain is also
measured on held-out requests (``held_out``).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from inspector.analysis.corpus.bootstrap import (
    RESAMPLES,
    HarmBound,
    Interval,
    Resamples,
    harm_bound,
    lower_end,
    upper_end,
)
from inspector.analysis.corpus.choices import TOLERANCE, Choices, ValueStretch, ends_of, writable
from inspector.analysis.corpus.facts import FACTS, Fact
from inspector.analysis.corpus.means import (
    MeanCurve,
    RequestCurve,
    mean_curve,
    recall_scale,
    recall_steps,
    recall_steps_of,
)
from inspector.analysis.tuning.axes import AxisRange
from inspector.core.arrays import Float64, Int64

FOLDS = 10
_CELLS_AT_ONCE = 2**22

_MET, _USED = FACTS.index(Fact.MET), FACTS.index(Fact.USED)


@dataclass(frozen=True, slots=True)
class Changed:
    """A request whose recall the recommended value changes, by its place among the curves."""

    place: int
    trace_id: str
    asked: int
    met_now: int
    met_then: int


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another value, beside the best. ``tokens`` and ``recall`` are means.

    ``difference`` is the paired difference in recall to the best value, with its interval.
    """

    value: float
    tokens: float
    recall: float
    difference: float
    interval: Interval


@dataclass(frozen=True, slots=True)
class Recommendation:
    """The value with the best mean recall, beside the policy as it is.

    ``value`` is the shortest to write of the stretch ``first`` to ``last``, all of which gives the
    same sums; ``best`` is the stretch around it with the same mean recall. ``gain`` is the paired
    difference in recall to the current policy; ``held_out`` the same, measured in ten parts, each
    with the value that the other nine choose. ``value_interval`` holds every value that is best, or
    as good as the best, over all resamples. ``plateau`` is the widest stretch that is at most
    ``tolerance`` below the best, ``cheapest`` the value of fewest tokens that is, ``knee`` the one
    after which tokens bring little (None without one). ``worse`` and ``better`` are the requests
    that change, the largest change first; ``harm`` bounds how many get worse. ``groups`` is how
    many groups of requests were drawn from.
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
    best: ValueStretch
    plateau: ValueStretch
    plateau_recall: float
    cheapest: Alternative
    knee: Alternative | None
    tolerance: float
    harm: HarmBound
    groups: int
    seed: int
    resamples: int
    worse: tuple[Changed, ...]
    better: tuple[Changed, ...]

    @property
    def is_certain(self) -> bool:
        """Whether the gain can be told from chance.

        Its whole interval is above 0, and held-out requests gain, too.
        """
        return self.gain_interval.low > 0 and self.held_out > 0


def recommend(
    curves: Sequence[RequestCurve],
    span: AxisRange,
    current_value: float,
    *,
    seed: int,
    baseline: Sequence[RequestCurve] | None = None,
    mean: MeanCurve | None = None,
    resamples: int = RESAMPLES,
    groups: Sequence[Hashable] | None = None,
    tolerance: float = TOLERANCE,
) -> Recommendation | None:
    """Return the best value of a variant's curves; None where no request asks for anything.

    Of equal recalls that with the fewest tokens is taken, then the nearest to ``current_value``,
    then the least. ``baseline`` are the same requests under the variant that holds now (by default
    ``curves``), whose ``current`` facts are what is compared with. ``mean`` may be given where it
    is known. ``groups`` has a key for each request: those of the same key are drawn together.
    """
    baseline = curves if baseline is None else baseline
    asking = [place for place, curve in enumerate(curves) if curve.asked]
    if not asking:
        return None
    choices = Choices(mean or mean_curve(curves), span, current_value)
    keys = asking if groups is None else [groups[place] for place in asking]
    drawn = Resamples.of(keys, resamples, seed)
    recalls = _Recalls(curves, asking, drawn)
    first, last = float(choices.mean.starts[choices.best]), float(choices.ends[choices.best])
    then = [curve.at(first) for curve in curves]
    now = [curve.current for curve in baseline]
    steps_then, steps_now = recalls.steps(then), recalls.steps(now)
    changed = [
        Changed(at, curves[at].trace_id, curves[at].asked, now[at][_MET], then[at][_MET])
        for at in asking
    ]
    worse = _sorted(one for one in changed if one.met_then < one.met_now)
    group_of = dict(zip(asking, keys, strict=True))
    harmed = len({group_of[one.place] for one in worse})
    table = _Table([curves[place] for place in asking], recalls.scale, span, current_value)
    low, high = table.best_values(drawn)
    tie_low, tie_high = choices.ties()
    plateau, knee = choices.plateau(tolerance), choices.knee()
    return Recommendation(
        value=choices.value_of(choices.best),
        first=first,
        last=last,
        asking=len(asking),
        recall=recalls.mean(steps_then),
        recall_interval=recalls.interval(steps_then),
        recall_now=recalls.mean(steps_now),
        tokens=_tokens(then),
        tokens_now=_tokens(now),
        gain=recalls.mean(steps_then - steps_now),
        gain_interval=recalls.interval(steps_then - steps_now),
        held_out=table.held_out(drawn, steps_now) / recalls.whole,
        value_interval=Interval(
            min(lower_end(low), tie_low, choices.value_of(choices.best)),
            max(upper_end(high), tie_high, choices.value_of(choices.best)),
        ),
        best=choices.best_stretch(),
        plateau=plateau,
        plateau_recall=recalls.mean(recalls.steps([one.at(plateau.value) for one in curves])),
        cheapest=recalls.choice(choices, choices.cheapest(tolerance), steps_then),
        knee=None if knee is None else recalls.choice(choices, knee, steps_then),
        tolerance=tolerance,
        harm=harm_bound(len(worse), len(asking), harmed, drawn.groups),
        groups=drawn.groups,
        seed=seed,
        resamples=resamples,
        worse=worse,
        better=_sorted(one for one in changed if one.met_then > one.met_now),
    )


def _tokens(facts: Sequence[tuple[int, ...]]) -> float:
    return sum(one[_USED] for one in facts) / len(facts)


class _Recalls:
    """The recall of the requests that ask, in whole steps, with intervals."""

    def __init__(
        self, curves: Sequence[RequestCurve], asking: Sequence[int], drawn: Resamples
    ) -> None:
        self._curves, self._asking, self._drawn = curves, asking, drawn
        self.scale = recall_scale(curves)
        self.whole = self.scale * len(asking)

    def steps(self, facts: Sequence[tuple[int, ...]]) -> Int64:
        """Return the recall of each request that asks, given the facts of all."""
        return _steps(
            [self._curves[at] for at in self._asking],
            [facts[at] for at in self._asking],
            self.scale,
        )

    def mean(self, steps: Int64) -> float:
        """Return the mean of recalls in steps."""
        return int(steps.sum()) / self.whole

    def interval(self, steps: Int64) -> Interval:
        """Return the interval of the mean."""
        return self._drawn.mean(steps, self.scale)

    def choice(self, choices: Choices, place: int, best: Int64) -> Alternative:
        """Return a stretch as a choice beside the best, whose recalls are given."""
        facts = [curve.at(float(choices.mean.starts[place])) for curve in self._curves]
        steps = self.steps(facts)
        return Alternative(
            choices.value_of(place),
            _tokens(facts),
            self.mean(steps),
            self.mean(steps - best),
            self.interval(steps - best),
        )


def _steps(curves: list[RequestCurve], facts: list[tuple[int, ...]], scale: int) -> Int64:
    return np.array(
        [
            int(recall_steps_of(np.array([row[_MET]]), curve.asked, scale)[0])
            for curve, row in zip(curves, facts, strict=True)
        ],
        dtype=np.int64,
    )


def _sorted(found: Iterator[Changed]) -> tuple[Changed, ...]:
    return tuple(
        sorted(
            found,
            key=lambda one: (-abs(one.met_then - one.met_now) / one.asked, one.place),
        )
    )


class _Table:
    """The recall of every request at every value at which that of one changes, part by part."""

    def __init__(
        self, curves: list[RequestCurve], scale: int, span: AxisRange, current: float
    ) -> None:
        self._lines: list[tuple[Float64, Int64]] = []
        for curve in curves:
            steps = recall_steps(curve, scale)
            changed = np.ones(len(steps), dtype=np.bool_)
            changed[1:] = steps[1:] != steps[:-1]
            self._lines.append((curve.starts[changed], steps[changed]))
        values = np.unique(np.concatenate([starts for starts, _ in self._lines]))
        ends = ends_of(values, span)
        there = writable(values, ends, span, current)
        self._values, self._ends = values[there], ends[there]

    def _parts(self, drawn: Resamples) -> Iterator[tuple[int, Float64]]:
        """Yield the first place of a part of the values, and groups × values of steps."""
        width = max(1, _CELLS_AT_ONCE // len(self._lines))
        for first in range(0, len(self._values), width):
            values = self._values[first : first + width]
            rows = [
                steps[np.searchsorted(starts, values, side="right") - 1]
                for starts, steps in self._lines
            ]
            # Whole numbers below 2^53: a product of matrices is exact, whatever the order.
            yield first, drawn.grouped(np.array(rows, dtype=np.int64))

    def best_values(self, drawn: Resamples) -> tuple[Float64, Float64]:
        """Return, for each resample, the least and the largest value with the best recall."""
        most = np.full(len(drawn), -1.0)
        low, high = (np.zeros(len(drawn), dtype=np.int64) for _ in range(2))
        for first, part in self._parts(drawn):
            for rows, weights in drawn.rows():
                sums = weights @ part
                top = sums.max(axis=1)
                lowest = first + sums.argmax(axis=1)
                highest = first + sums.shape[1] - 1 - sums[:, ::-1].argmax(axis=1)
                better, equal = top > most[rows], top >= most[rows]
                low[rows] = np.where(better, lowest, low[rows])
                high[rows] = np.where(equal, highest, high[rows])
                most[rows] = np.maximum(most[rows], top)
        return self._values[low], self._ends[high]

    def held_out(self, drawn: Resamples, steps_now: Int64) -> int:
        """Return the gain, in steps, over parts of the requests that did not choose the value.

        Groups stay whole: a part has never seen a request of a group that it is judged by. Of one
        group nothing can be held out: 0.
        """
        if drawn.groups < 2:
            return 0
        folds = min(FOLDS, drawn.groups)
        fold_of = np.arange(drawn.groups) % folds
        weights = (fold_of[np.newaxis, :] == np.arange(folds)[:, np.newaxis]).astype(np.float64)
        sums = np.concatenate([weights @ part for _, part in self._parts(drawn)], axis=1)
        best = (sums.sum(axis=0) - sums).argmax(axis=1)
        return int(sums[np.arange(folds), best].sum()) - int(steps_now.sum())
