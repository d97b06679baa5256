"""Requests drawn again, with repetition: where a number lies if others had been asked.

The draws follow from a seed that the caller gives, so the same seed gives the same interval on any
machine. Requests that belong together (of one conversation, of one document) are drawn together:
taken as independent they would make every interval too narrow.

How many requests a change can make worse: a bound, not only a count.

Two policies side by side, each as it is written: the paired difference, and who changes.
"""

from __future__ import annotations

import math
import random
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inspector.analysis.corpus.facts import FACTS, Fact
from inspector.analysis.corpus.means import RequestCurve, recall_scale, recall_steps_of
from inspector.core.arrays import Float64, Int64

DEFAULT_SEED = 1
RESAMPLES = 1000
CONFIDENCE = 0.95
_CELLS_AT_ONCE = 2**22


@dataclass(frozen=True, slots=True)
class Interval:
    """Where a number lies with a confidence of 95 %."""

    low: float
    high: float


@dataclass(frozen=True, slots=True, eq=False)
class Resamples:
    """How often each group of requests is drawn, a row for each resample.

    ``group_of`` has the group of each request. ``drawn`` is small, so that a hundred thousand
    requests need no more than a byte or two for each draw.
    """

    group_of: Int64
    drawn: npt.NDArray[np.uint16]

    @classmethod
    def of(cls, keys: Sequence[Hashable], resamples: int, seed: int) -> Resamples:
        """Draw groups of requests, given the key of the group of each request."""
        places = {key: place for place, key in enumerate(dict.fromkeys(keys))}
        group_of = np.array([places[key] for key in keys], dtype=np.int64)
        return cls(group_of, _drawn(len(places), resamples, seed))

    @property
    def groups(self) -> int:
        """How many groups there are."""
        return int(self.drawn.shape[1])

    def __len__(self) -> int:
        return len(self.drawn)

    def grouped(self, values: Int64) -> Float64:
        """Return the sums over the requests of each group: whole numbers, exact as doubles."""
        if self.groups == len(self.group_of):
            return values.astype(np.float64)  # each alone, in their own order
        found = np.zeros((self.groups, *values.shape[1:]), dtype=np.float64)
        np.add.at(found, self.group_of, values)
        return found

    def rows(self) -> Iterator[tuple[slice, Float64]]:
        """Yield the draws in parts, as doubles: resamples × groups."""
        step = max(1, _CELLS_AT_ONCE // max(1, self.groups))
        for first in range(0, len(self.drawn), step):
            part = slice(first, first + step)
            yield part, self.drawn[part].astype(np.float64)

    def sums(self, values: Int64) -> Float64:
        """Return the sum of a number of each request in every resample."""
        grouped = self.grouped(values)
        return np.concatenate([rows @ grouped for _, rows in self.rows()])

    def mean(self, values: Int64, scale: float = 1.0) -> Interval:
        """Return the interval of the mean of a number of each request, in steps of ``scale``."""
        counts = self.sums(np.ones(len(self.group_of), dtype=np.int64))
        return middle(self.sums(values) / (counts * scale))

    def total(self, values: Int64) -> Interval:
        """Return the interval of the sum over as many requests as there are."""
        interval = self.mean(values)
        count = len(self.group_of)
        return Interval(interval.low * count, interval.high * count)


def _drawn(count: int, resamples: int, seed: int) -> npt.NDArray[np.uint16]:
    """Return how often each of some groups is drawn, a row for each resample.

    ``random`` promises the same numbers for a seed in every version; numpy does not. Read in bulk
    they are those of as many calls of ``random()``.
    """
    source = random.Random(seed)  # noqa: S311  # no secret hangs on it
    found = np.empty((resamples, count), dtype=np.uint16)
    for row in found:
        words = np.frombuffer(source.randbytes(8 * count), dtype="<u4").astype(np.uint64)
        numbers = ((words[0::2] >> 5) * 2**26 + (words[1::2] >> 6)) / 2**53
        row[:] = np.bincount((numbers * count).astype(np.int64), minlength=count)
    return found


def middle(found: npt.NDArray[np.floating]) -> Interval:
    """Return the middle 95 % of what was found, ends that were really found."""
    return Interval(lower_end(found), upper_end(found))


def lower_end(found: npt.NDArray[np.floating]) -> float:
    """Return what all but the lowest 2.5 % of what was found reach."""
    return float(np.sort(found)[_outside(found)])


def upper_end(found: npt.NDArray[np.floating]) -> float:
    """Return what all but the highest 2.5 % of what was found stay at or below."""
    return float(np.sort(found)[len(found) - 1 - _outside(found)])


def _outside(found: npt.NDArray[np.floating]) -> int:
    return int(len(found) * (1 - CONFIDENCE) / 2)


_BISECTIONS = 60


@dataclass(frozen=True, slots=True)
class HarmBound:
    """Of ``of`` requests like these at most ``at_most`` get worse, with a confidence of 95 %.

    ``worse`` are those that did here; ``groups`` is how many groups the bound was drawn from.
    """

    at_most: int
    of: int
    worse: int
    groups: int

    @property
    def part(self) -> float:
        """The bound as a part of the requests."""
        return self.at_most / self.of if self.of else 0.0


def harm_bound(worse: int, count: int, harmed_groups: int, groups: int) -> HarmBound:
    """Return the exact (Clopper and Pearson's) one-sided bound.

    Where requests are drawn in groups the bound is that of the groups with a request that gets
    worse, if it is larger: one conversation is one observation, however many requests it has.
    """
    parts = [most_likely_part(worse, count)]
    if groups < count:
        parts.append(most_likely_part(harmed_groups, groups) * worse / max(1, harmed_groups)
                     * groups / count)  # fmt: skip
    at_most = min(count, max(worse, math.ceil(max(parts) * count - 1e-9)))
    return HarmBound(at_most, count, worse, groups)


def most_likely_part(hits: int, count: int) -> float:
    """Return the largest part under which so few hits of a count still have a chance of 5 %."""
    if hits >= count:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(_BISECTIONS):
        part = (low + high) / 2
        low, high = (part, high) if _at_most(hits, count, part) > 1 - CONFIDENCE else (low, part)
    return high


def _at_most(hits: int, count: int, part: float) -> float:
    """Return the chance of at most so many hits in a count, a part of which is above 0."""
    ways = [
        math.lgamma(count + 1) - math.lgamma(one + 1) - math.lgamma(count - one + 1)
        + one * math.log(part) + (count - one) * math.log1p(-part)
        for one in range(hits + 1)
    ]  # fmt: skip
    most = max(ways)
    return math.exp(most) * sum(math.exp(one - most) for one in ways)


_MET, _USED = FACTS.index(Fact.MET), FACTS.index(Fact.USED)


@dataclass(frozen=True, slots=True)
class Pair:
    """One policy (``first``) and another (``second``) over the same requests; means.

    ``difference`` is the second's recall less the first's; ``better`` and ``worse`` are requests
    under the second, by place.
    """

    recall: tuple[float, float]
    tokens: tuple[float, float]
    difference: float
    interval: Interval
    better: tuple[int, ...]
    worse: tuple[int, ...]
    harm: HarmBound

    @property
    def verdict(self) -> int:
        """1 where the second is better, -1 where it is worse, 0 where neither can be told."""
        return (self.interval.low > 0) - (self.interval.high < 0)


def paired(
    first: Sequence[RequestCurve],
    second: Sequence[RequestCurve],
    *,
    seed: int,
    groups: Sequence[Hashable] | None = None,
    resamples: int = RESAMPLES,
) -> Pair | None:
    """Compare two variants of the same requests; None where no request asks for anything."""
    asking = [place for place, curve in enumerate(first) if curve.asked]
    if not asking:
        return None
    keys = asking if groups is None else [groups[place] for place in asking]
    drawn = Resamples.of(keys, resamples, seed)
    scale = recall_scale(first)

    def met(curves: Sequence[RequestCurve]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        steps = [
            recall_steps_of(
                np.array([curves[place].current[_MET]]), curves[place].asked, scale
            )[0]
            for place in asking
        ]  # fmt: skip
        return np.array(steps, dtype=np.int64)

    def tokens(curves: Sequence[RequestCurve]) -> float:
        return sum(curve.current[_USED] for curve in curves) / len(curves)

    before, after = met(first), met(second)
    change, whole = after - before, scale * len(asking)
    worse = [place for place, by in zip(asking, change.tolist(), strict=True) if by < 0]
    group_of = dict(zip(asking, keys, strict=True))
    return Pair(
        recall=(int(before.sum()) / whole, int(after.sum()) / whole),
        tokens=(tokens(first), tokens(second)),
        difference=int(change.sum()) / whole,
        interval=drawn.mean(change, scale),
        better=tuple(place for place, by in zip(asking, change.tolist(), strict=True) if by > 0),
        worse=tuple(worse),
        harm=harm_bound(
            len(worse), len(asking), len({group_of[place] for place in worse}), drawn.groups
        ),
    )
