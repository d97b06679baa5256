"""What a selection of cards is worth: relevance × its rendering's weight, exact or in whole steps.

A score counts as the decimal number that it is written as (the shortest one that reads as its
double): so three cards of 0.1 are worth one of 0.3, and nothing is lost where a score of 1e-300
stands beside one of 1e300.

The dynamic programme of a multiple-choice knapsack: the best value for every number of tokens.

Each card is out or in at one of its tiers. Where several selections have the same value, later
cards are out rather than in, and smaller tiers win over larger ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import gcd, lcm
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from inspector.core.arrays import Bools, Float64, Int64
from inspector.core.injection.policy import TierWeights

WholeNumbers = npt.NDArray[Any]
"""An array of int64 where all sums of its numbers fit, else of Python's integers."""

Weights = Sequence[float]
"""How much of a card's relevance each of its tiers is worth, the smallest first."""

_SAFE_SUM = 2**60


class Ranked(Protocol):
    """Cards in order of rank: their relevance, costs and tiers, and the ceiling each is under."""

    @property
    def relevance(self) -> Float64:
        """How relevant each is."""
        ...

    @property
    def costs(self) -> Int64:
        """Tokens by tier, which mean nothing where a tier does not exist."""
        ...

    @property
    def caps(self) -> npt.NDArray[np.uint8]:
        """The number of the ceiling that each is under, 0 for none."""
        ...

    @property
    def tier_exists(self) -> Bools:
        """Which tiers each has."""
        ...


def weight_table(weights: Weights) -> list[list[Fraction]]:
    """Return what each tier adds to a card that is at a tier already; in the last row, at none."""
    held = [Fraction(repr(one)) for one in weights]
    return [[one - before for one in held] for before in (*held, Fraction(0))]


def exact_values(relevance: Float64, held: Int64, weights: Weights) -> WholeNumbers:
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


def without_value(cards: Ranked, weights: Weights) -> Bools:
    """Return which cards, by rank, have a value above 0 at none of their tiers."""
    counts = np.array(weights) > 0
    some: Bools = np.logical_or.reduce(cards.tier_exists & counts, axis=1)
    return ~some | (cards.relevance <= 0)


_OUT = 3  # codes of a choice, in the two low bits of a value: a larger code wins a tie
_CODES = 4
_ROWS_BETWEEN_LOOKS = 256
_DIGIT_BITS = 62
_DIGIT = 2**_DIGIT_BITS - 1


def _unwatched(_rows: int) -> None:
    """Let the programme go on."""


def _digits(value: int, count: int) -> Int64:
    places = range((count - 1) * _DIGIT_BITS, -1, -_DIGIT_BITS)
    return np.array([[value >> place & _DIGIT] for place in places], dtype=np.int64)


def _carry(digits: Int64) -> None:
    for place in range(len(digits) - 1, 0, -1):
        digits[place - 1] += digits[place] >> _DIGIT_BITS
        digits[place] &= _DIGIT


def _keep_larger(kept: Int64, other: Int64) -> None:
    """Replace each number of ``kept`` by the one of ``other`` where that is larger."""
    if len(kept) == 1:
        np.maximum(kept, other, out=kept)
        return
    larger = other[-1] > kept[-1]
    for place in range(len(kept) - 2, -1, -1):
        larger &= other[place] == kept[place]
        larger |= other[place] > kept[place]
    np.copyto(kept, other, where=larger)


def _whole(digits: Int64, kind: np.dtype[Any]) -> WholeNumbers:
    whole: WholeNumbers = digits[0].astype(kind)
    for digit in digits[1:]:
        whole = (whole << _DIGIT_BITS) + digit
    return whole


class TokenTable:
    """Best values for 0 up to ``limit`` tokens, and the choices that reach them."""

    def __init__(
        self,
        values: WholeNumbers,
        tokens: Int64,
        limit: int,
        *,
        choices: bool = True,
        look: Callable[[int], None] = _unwatched,
    ) -> None:
        """Take values and tokens by card and tier; a value of 0 or less is no option.

        Values are of any size: sums that do not fit in 64 bits are added digit by digit. Without
        ``choices`` only values are kept. ``look`` is told now and then how many cards are done, and
        may raise.
        """
        self.limit = min(limit, int(tokens.max(axis=1, initial=0).sum()) if limit else 0)
        self._tokens = tokens
        self._choices = np.empty((len(values) if choices else 0, self.limit + 1), dtype=np.int8)
        most = int(values.max(axis=1, initial=0).sum()) * _CODES + _CODES
        digits = max(1, -(-most.bit_length() // _DIGIT_BITS))
        best = np.zeros((digits, self.limit + 1), dtype=np.int64)  # the most significant first
        best[-1] = _OUT
        raised = np.empty_like(best)
        for row, (worths, needs) in enumerate(zip(values.tolist(), tokens.tolist(), strict=True)):
            if row % _ROWS_BETWEEN_LOOKS == 0:
                look(row)
            after = best.copy()
            for tier, (worth, need) in enumerate(zip(worths, needs, strict=True)):
                if worth <= 0 or need > self.limit:
                    continue
                length = self.limit + 1 - need
                gain = worth * _CODES - _OUT + (_OUT - 1 - tier)
                added = gain if digits == 1 else _digits(gain, digits)
                np.add(best[:, :length], added, out=raised[:, :length])
                _carry(raised[:, :length])
                _keep_larger(after[:, need:], raised[:, :length])
            if choices:
                np.subtract(_OUT - 1, after[-1] & _OUT, out=self._choices[row], casting="unsafe")
            best = after
            best[-1] |= _OUT
        self.best: WholeNumbers = _whole(best, values.dtype) // _CODES

    def selections(self, tokens: Int64) -> Iterator[tuple[int, Int64, Int64]]:
        """Yield the best selections within each of many numbers of tokens, from the last card on.

        For each card that is in somewhere: its row, the places in ``tokens`` where it is, and
        its tiers there.
        """
        left = np.minimum(tokens, self.limit)
        for row in range(len(self._choices) - 1, -1, -1):
            tiers = self._choices[row, left]
            places = np.flatnonzero(tiers >= 0)
            if len(places):
                held = tiers[places].astype(np.int64)
                left[places] -= self._tokens[row, held]
                yield row, places, held


_RESOLUTION = 1e9


_LARGEST_SCALE = 1e308


_LARGEST_VALUE = 1e12  # a million cards of this value still add up within 62 bits


@dataclass(frozen=True, slots=True, eq=False)
class ValueSteps:
    """The worth of every card by rank and tier in whole steps, ``scale`` of which are 1.

    For what is shown: rounded, and so quick for any number of cards. Where a tier does not exist
    its number means nothing.
    """

    steps: Int64
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
