"""What a selection of cards is worth: relevance × the weight of the rendering, summed exactly."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inspector.core.injection.prepare import RankedCards
from inspector.core.injection.settings import TierWeights

_RESOLUTION = 1e9
_LARGEST_VALUE = 1e12  # a million cards of this value still add up within 62 bits


@dataclass(frozen=True, slots=True, eq=False)
class ValueSteps:
    """The worth of every card by rank and tier as whole numbers, ``scale`` of which are 1.

    Where a tier does not exist its number means nothing.
    """

    steps: npt.NDArray[np.int64]
    scale: float


def value_steps(cards: RankedCards, weights: TierWeights) -> ValueSteps:
    """Return relevance × weight of every card and tier in steps of 1e-9.

    The steps are larger where a relevance is above 1,000, so that sums stay exact.
    """
    weight = np.array([weights.compact, weights.standard, weights.full])
    worth = cards.relevance[:, np.newaxis] * weight
    peak = float(np.abs(worth).max(initial=0.0))
    scale = _RESOLUTION if peak * _RESOLUTION <= _LARGEST_VALUE else _LARGEST_VALUE / peak
    return ValueSteps(np.rint(worth * scale).astype(np.int64), scale)
