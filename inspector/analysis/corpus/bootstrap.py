"""Requests drawn again, with repetition: where a number lies if others had been asked.

The draws follow from a seed that the caller gives, so the same seed gives the same interval on any
machine. Requests that belong together (of one conversation, of one document) are drawn together:
taken as independent they would make every interval too narrow.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Int64 = npt.NDArray[np.int64]
Float64 = npt.NDArray[np.float64]

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
