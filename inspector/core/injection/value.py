"""What a selection of cards is worth: relevance × the weight of the rendering, summed exactly.

A score counts as the decimal number that it is written as (the shortest one that reads as its
double): so three cards of 0.1 are worth one of 0.3, and nothing is lost where a score of 1e-300
stands beside one of 1e300.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import gcd, lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from inspector.core.injection.prepare import RankedCards
from inspector.core.injection.settings import TierWeights

WholeNumbers = npt.NDArray[Any]
"""An array of int64 where all sums of its numbers fit, else of Python's integers."""

_SAFE_SUM = 2**60
_RESOLUTION = 1e9
_LARGEST_SCALE = 1e308
_LARGEST_VALUE = 1e12  # a million cards of this value still add up within 62 bits


def weight_table(weights: TierWeights) -> list[list[Fraction]]:
    """Return what each tier adds to a card that is at a tier already; in the last row, at none."""
    held = [Fraction(repr(one)) for one in (weights.compact, weights.standard, weights.full)]
    return [[one - before for one in held] for before in (*held, Fraction(0))]


def exact_values(
    relevance: npt.NDArray[np.float64], held: npt.NDArray[np.int64], weights: TierWeights
) -> WholeNumbers:
    """Return the value of every card and tier as whole numbers of one unit, exactly.

    ``held`` is the tier that a card is at already (its value is taken off), -1 for none. Only
    comparisons and sums of the numbers mean something: the unit is whatever makes them whole.
    """
    scores = [Decimal(repr(score)).as_tuple() for score in relevance.tolist()]
    low = min((int(score.exponent) for score in scores), default=0)
    whole = [
        int("".join(map(str, score.digits)))
        * (-1 if score.sign else 1)
        * 10 ** (int(score.exponent) - low)
        for score in scores
    ]
    table = weight_table(weights)
    unit = lcm(*(one.denominator for row in table for one in row))
    parts = [[int(one * unit) for one in row] for row in table]
    values = [
        [score * part for part in parts[tier]]
        for score, tier in zip(whole, held.tolist(), strict=True)
    ]
    common = gcd(*(value for row in values for value in row)) or 1
    values = [[value // common for value in row] for row in values]
    most = sum(max(map(abs, row)) for row in values)
    kind = np.int64 if most < _SAFE_SUM else object
    return np.array(values, dtype=kind).reshape(len(values), len(parts[0]))


def without_value(cards: RankedCards, weights: TierWeights) -> npt.NDArray[np.bool_]:
    """Return which cards, by rank, have a value above 0 at none of their tiers."""
    counts = np.array([weights.compact, weights.standard, weights.full]) > 0
    some: npt.NDArray[np.bool_] = np.logical_or.reduce(cards.tier_exists & counts, axis=1)
    return ~some | (cards.relevance <= 0)


@dataclass(frozen=True, slots=True, eq=False)
class ValueSteps:
    """The worth of every card by rank and tier in whole steps, ``scale`` of which are 1.

    For what is shown: rounded, and so quick for any number of cards. Where a tier does not exist
    its number means nothing.
    """

    steps: npt.NDArray[np.int64]
    scale: float


def value_steps(cards: RankedCards, weights: TierWeights) -> ValueSteps:
    """Return relevance × weight of every card and tier in steps of 1e-9.

    The steps are larger where a relevance is above 1,000, so that sums stay exact, and smaller
    where all are tiny.
    """
    weight = np.array([weights.compact, weights.standard, weights.full])
    worth = cards.relevance[:, np.newaxis] * weight
    peak = float(np.abs(worth).max(initial=0.0))
    scale = _RESOLUTION
    if peak * _RESOLUTION > _LARGEST_VALUE or 0 < peak * _RESOLUTION < 1:
        scale = _LARGEST_VALUE / max(peak, _LARGEST_VALUE / _LARGEST_SCALE)
    return ValueSteps(np.rint(worth * scale).astype(np.int64), scale)
