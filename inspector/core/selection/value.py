"""What a selection of cards is worth: relevance × the weight of the rendering, summed exactly.

A score counts as the decimal number that it is written as (the shortest one that reads as its
double): so three cards of 0.1 are worth one of 0.3, and nothing is lost where a score of 1e-300
stands beside one of 1e300.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from math import gcd, lcm
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

WholeNumbers = npt.NDArray[Any]
"""An array of int64 where all sums of its numbers fit, else of Python's integers."""

Weights = Sequence[float]
"""How much of a card's relevance each of its tiers is worth, the smallest first."""

_SAFE_SUM = 2**60


class Ranked(Protocol):
    """Cards in order of rank: their relevance, costs and tiers, and the ceiling each is under."""

    @property
    def relevance(self) -> npt.NDArray[np.float64]:
        """How relevant each is."""
        ...

    @property
    def costs(self) -> npt.NDArray[np.int64]:
        """Tokens by tier, which mean nothing where a tier does not exist."""
        ...

    @property
    def caps(self) -> npt.NDArray[np.uint8]:
        """The number of the ceiling that each is under, 0 for none."""
        ...

    @property
    def tier_exists(self) -> npt.NDArray[np.bool_]:
        """Which tiers each has."""
        ...


def weight_table(weights: Weights) -> list[list[Fraction]]:
    """Return what each tier adds to a card that is at a tier already; in the last row, at none."""
    held = [Fraction(repr(one)) for one in weights]
    return [[one - before for one in held] for before in (*held, Fraction(0))]


def exact_values(
    relevance: npt.NDArray[np.float64], held: npt.NDArray[np.int64], weights: Weights
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


def without_value(cards: Ranked, weights: Weights) -> npt.NDArray[np.bool_]:
    """Return which cards, by rank, have a value above 0 at none of their tiers."""
    counts = np.array(weights) > 0
    some: npt.NDArray[np.bool_] = np.logical_or.reduce(cards.tier_exists & counts, axis=1)
    return ~some | (cards.relevance <= 0)
