"""What a replay comes to: shares with their intervals."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

_RESAMPLES = 1_000
_SEED = 20_240_229
_LOW, _HIGH = 0.025, 0.975


@dataclass(frozen=True, slots=True)
class Share:
    """A mean over commits, 0 to 1, with its 95 % interval from resampling the commits."""

    mean: float
    low: float
    high: float


def share_of(values: Sequence[float]) -> Share:
    """The mean of values with a bootstrap interval; the same values give the same one."""
    if not values:
        return Share(0.0, 0.0, 0.0)
    chance = random.Random(_SEED)  # noqa: S311  # resampling, not a secret
    means = sorted(
        sum(chance.choices(values, k=len(values))) / len(values) for _ in range(_RESAMPLES)
    )
    return Share(
        sum(values) / len(values), means[int(_RESAMPLES * _LOW)], means[int(_RESAMPLES * _HIGH) - 1]
    )
