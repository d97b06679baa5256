"""What selections of cards are worth in whole steps: rounded, quick for any number of cards."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inspector.core.injection.policy import TierWeights
from inspector.core.selection.value import Ranked

_RESOLUTION = 1e9


_LARGEST_SCALE = 1e308


_LARGEST_VALUE = 1e12  # a million cards of this value still add up within 62 bits


@dataclass(frozen=True, slots=True, eq=False)
class ValueSteps:
    """The worth of every card by rank and tier in whole steps, ``scale`` of which are 1.

    For what is shown: rounded, and so quick for any number of cards. Where a tier does not exist
    its number means nothing.
    """

    steps: npt.NDArray[np.int64]
    scale: float


def value_steps(cards: Ranked, weights: TierWeights) -> ValueSteps:
    """Return relevance × weight of every card and tier in steps of 1e-9.

    The steps are larger where a relevance is above 1,000, so that sums stay exact, and smaller
    where all are tiny.
    """
    weight = np.array(weights.by_tier)
    worth = cards.relevance[:, np.newaxis] * weight
    peak = float(np.abs(worth).max(initial=0.0))
    scale = _RESOLUTION
    if peak * _RESOLUTION > _LARGEST_VALUE or 0 < peak * _RESOLUTION < 1:
        scale = _LARGEST_VALUE / max(peak, _LARGEST_VALUE / _LARGEST_SCALE)
    return ValueSteps(np.rint(worth * scale).astype(np.int64), scale)
