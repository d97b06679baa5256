"""How many requests a change can make worse: a bound, not only a count."""

from __future__ import annotations

import math
from dataclasses import dataclass

from inspector.analysis.corpus.bootstrap import CONFIDENCE

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
    """Return the chance of at most so many hits in a count."""
    if part <= 0:
        return 1.0
    ways = [
        math.lgamma(count + 1) - math.lgamma(one + 1) - math.lgamma(count - one + 1)
        + one * math.log(part) + (count - one) * math.log1p(-part)
        for one in range(hits + 1)
    ]  # fmt: skip
    most = max(ways)
    return math.exp(most) * sum(math.exp(one - most) for one in ways)
