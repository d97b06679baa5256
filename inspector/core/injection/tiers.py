"""Choosing renderings for the cards that stay, within the knowledge budget (Injection §4.6e).

Sub-budgets are ceilings: what procedures and interaction policies do not use is free for the
others. A card that does not fit is passed over; smaller ones after it may still fit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from inspector.core.arrays import Codes, Int64
from inspector.core.candidates.card import Tier
from inspector.core.injection.policy import Strategy, TierWeights
from inspector.core.injection.prepare import CEILINGS, RankedCards
from inspector.core.selection.greedy import Contest, GreedyPass, coverage, depth
from inspector.core.selection.optimal import best_selection


@dataclass(frozen=True, slots=True)
class CardLimits:
    """The knowledge budget and the ceilings under it, in tokens."""

    budget: int
    caps: tuple[int, ...]
    """The ceilings in the order of their numbers."""

    def of(self, cap: int) -> int:
        """Return the limit of a cap of cards."""
        return (self.budget, *self.caps)[cap]


@dataclass(frozen=True, slots=True, eq=False)
class Turns:
    """What cards met at their turn: tokens needed and left, and which cap bound.

    Separators are included. ``caps`` are numbers of ``Cap``; arrays are by place among the
    cards that were asked about.
    """

    needed: Int64
    left: Int64
    caps: Codes


@dataclass(frozen=True)
class TierChoice:
    """Which retained cards are in, and at which rendering.

    ``ranks`` are the ranks of the cards that are in, ascending; ``tiers`` their renderings.
    ``passes`` are the passes that decided: the first over all candidates, then (``coverage``) one
    for each larger tier over those that were in. ``optimal`` decides at once and has none.
    """

    strategy: Strategy
    limits: CardLimits
    separator: int
    ranks: Int64
    tiers: Int64
    cards: RankedCards
    passes: tuple[GreedyPass, ...]

    def cost_of(self, rank: int, tier: int) -> int:
        """Return what a card takes at a tier, in tokens, separator included."""
        return int(self.cards.costs[rank, tier]) + self.separator

    @cached_property
    def tier_by_rank(self) -> dict[int, int]:
        """The rendering of each card that is in."""
        return dict(zip(self.ranks.tolist(), self.tiers.tolist(), strict=True))

    @cached_property
    def tokens(self) -> int:
        """Tokens of all cards that are in, separators not included."""
        return int(self.cards.costs[self.ranks, self.tiers].sum())

    def first_turns(self, ranks: npt.NDArray[np.integer]) -> Turns:
        """Return what candidates met in the first pass, asking for their smallest rendering."""
        needed = self.cards.first_cost[ranks] + self.separator
        return Turns(needed, *_met(self.passes[0], ranks, self.cards.caps))

    @cached_property
    def shortened(self) -> int:
        """How many cards are in at a smaller rendering than their largest."""
        return int((self.better_tiers(self.ranks, self.tiers) != self.tiers).sum())

    def better_tiers(self, ranks: Int64, tiers: Int64) -> Int64:
        """Return the next larger rendering of cards that are in, their own at the largest."""
        above = self.cards.tier_exists[ranks] & (np.arange(len(Tier)) > tiers[:, np.newaxis])
        return np.where(above.any(axis=1), above.argmax(axis=1), tiers)

    def raise_costs(self, ranks: Int64, tiers: Int64) -> Int64:
        """Return what cards that are in would take more at their next larger rendering; or 0."""
        costs = self.cards.costs
        return costs[ranks, self.better_tiers(ranks, tiers)] - costs[ranks, tiers]

    def raises(self, ranks: Int64, tiers: Int64) -> Turns:
        """Return what raising cards that are in, and not at their largest, met."""
        better = self.better_tiers(ranks, tiers)
        now = self.cards.costs[ranks, tiers] + self.separator
        left = np.empty(len(ranks), dtype=np.int64)
        caps = np.empty(len(ranks), dtype=np.uint8)
        if self.strategy is Strategy.COVERAGE:
            for step, tier in zip(self.passes[1:], (Tier.STANDARD, Tier.FULL), strict=True):
                at = np.flatnonzero(better == tier)
                left[at], caps[at] = _met(step, ranks[at], self.cards.caps)
        else:
            turns = self.first_turns(ranks)
            left, caps = turns.left - now, turns.caps
        return Turns(self.raise_costs(ranks, tiers), left, caps)


def contest_for(
    cards: RankedCards, candidates: Int64, separator: int, strategy: Strategy
) -> Contest:
    """Prepare the greedy pass over ``candidates`` (ranks) for any number of budgets."""
    if strategy is Strategy.DEPTH:
        forms = cards.forms.costs[candidates]
    else:
        forms = cards.first_cost[candidates][:, np.newaxis]
    return Contest(forms + separator, cards.caps[candidates], cap_count=len(CEILINGS))


def choose_tiers(
    cards: RankedCards,
    candidates: Int64,
    contest: Contest,
    limits: CardLimits,
    separator: int,
    strategy: Strategy,
    weights: TierWeights,
    pinned: int,
) -> TierChoice:
    """Choose which of ``candidates`` (ranks) are in, and each one's rendering.

    ``contest`` is ``contest_for`` the same candidates and strategy. So many cards, the first in
    rank, are ``pinned``: in where they fit, whatever they are worth.
    """
    if strategy is Strategy.OPTIMAL:
        ranks, tiers = best_selection(
            cards, candidates, limits.budget, limits.caps, separator, weights.by_tier, pinned
        )
        return TierChoice(strategy, limits, separator, ranks, tiers, cards, ())
    room = (limits.budget, *limits.caps)
    if strategy is Strategy.DEPTH:
        first, taken = depth(contest, candidates, room)
        passes = [first]
        tiers = cards.forms.tiers[candidates[first.taken], taken.forms].astype(np.int64)
    else:
        tiers, passes = coverage(contest, candidates, cards, room)
    ranks = candidates[passes[0].taken]
    return TierChoice(strategy, limits, separator, ranks, tiers, cards, tuple(passes))


def _met(step: GreedyPass, ranks: npt.NDArray[np.integer], caps: Codes) -> tuple[Int64, Codes]:
    """Return what cards had left under their tightest cap at their turn, and which that was.

    Between two cards that were taken it is the same for all that are under the same cap.
    """
    taken = step.ranks[step.taken]
    left = np.empty((len(step.limits), len(taken) + 1), dtype=np.int64)
    binding = np.zeros(left.shape, dtype=np.uint8)
    left[:] = step.limits[0] - running_sums(step.spent)
    for cap, limit in enumerate(step.limits[1:], start=1):
        under = limit - running_sums(np.where(caps[taken] == cap, step.spent, 0))
        binding[cap] = np.where(under < left[cap], cap, 0)
        left[cap] = np.minimum(under, left[cap])
    place = caps[ranks] * np.intp(len(taken) + 1)
    place += np.searchsorted(taken, ranks)
    return left.ravel()[place], binding.ravel()[place]


def running_sums(spent: Int64) -> Int64:
    """Return the running sums of tokens, beginning with 0."""
    return np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(spent)])
