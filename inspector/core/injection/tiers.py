"""Choosing renderings for the cards that stay, within the knowledge budget (Injection §4.6e).

Sub-budgets are ceilings: what procedures and interaction policies do not use is free for the
others. A card that does not fit is passed over; smaller ones after it may still fit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from inspector.core.injection.card import Tier
from inspector.core.injection.greedy import Contest, left_before
from inspector.core.injection.optimal import best_selection
from inspector.core.injection.prepare import CAP_NAMES, RankedCards
from inspector.core.injection.settings import Strategy, TierWeights

Int64 = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Limits:
    """The knowledge budget and the ceilings under it, in tokens."""

    budget: int
    procedure_cap: int
    interaction_policy_cap: int

    @property
    def caps(self) -> tuple[int, int]:
        """The ceilings in the order of their numbers."""
        return (self.procedure_cap, self.interaction_policy_cap)


@dataclass(frozen=True, slots=True)
class Comparison:
    """One comparison of a need with what was left, in tokens, separator included."""

    needed: int
    left: int
    cap: str


@dataclass(frozen=True)
class _Pass:
    """One pass over cards in rank order: what each asked for, who got it, what there was."""

    ranks: Int64
    asked: Int64
    granted: npt.NDArray[np.bool_]
    limits: tuple[int, ...]

    def left_after(self, caps: npt.NDArray[np.uint8]) -> tuple[int, ...]:
        """Return what the pass leaves of the budget and of each ceiling."""
        spent = np.where(self.granted, self.asked, 0)
        own_caps = caps[self.ranks]
        return (
            self.limits[0] - int(spent.sum()),
            *(
                limit - int(spent[own_caps == cap].sum())
                for cap, limit in enumerate(self.limits[1:], start=1)
            ),
        )

    def left_at_turn(self, caps: npt.NDArray[np.uint8]) -> list[Int64]:
        """Return, for the budget and each ceiling, what was left at each card's turn."""
        own_caps = caps[self.ranks]
        columns = [left_before(self.asked, self.granted, self.limits[0])]
        columns += [
            left_before(self.asked, self.granted & (own_caps == cap), limit)
            for cap, limit in enumerate(self.limits[1:], start=1)
        ]
        return columns


@dataclass(frozen=True)
class TierChoice:
    """Which retained cards are in, and at which rendering.

    ``ranks`` are the ranks of the cards that are in, ascending; ``tiers`` their renderings.
    ``passes`` are the passes that decided: the first over all candidates, then (``coverage``) one
    for each larger tier over those that were in. ``optimal`` decides at once and has none.
    """

    strategy: Strategy
    limits: Limits
    separator: int
    ranks: Int64
    tiers: Int64
    cards: RankedCards
    passes: tuple[_Pass, ...]

    def cost_of(self, rank: int, tier: int) -> int:
        """Return what a card takes at a tier, in tokens, separator included."""
        return int(self.cards.costs[rank, tier]) + self.separator

    @cached_property
    def tokens(self) -> int:
        """Tokens of all cards that are in, separators not included."""
        return int(self.cards.costs[self.ranks, self.tiers].sum())

    @cached_property
    def tier_by_rank(self) -> dict[int, int]:
        """The rendering of each card that is in."""
        return dict(zip(self.ranks.tolist(), self.tiers.tolist(), strict=True))

    @cached_property
    def _left(self) -> list[list[Int64]]:
        """What was left at each turn of each pass: worked out for all cards in one step."""
        return [step.left_at_turn(self.cards.caps) for step in self.passes]

    def refusal(self, rank: int) -> Comparison:
        """Return what a candidate that is not in met when its turn came."""
        return self._met(0, rank, int(self.cards.first_cost[rank]) + self.separator)

    def better_tier(self, rank: int) -> Tier | None:
        """Return the next larger rendering of a card that is in; None at its largest."""
        exists = self.cards.tier_exists[rank]
        above = range(self.tier_by_rank[rank] + 1, len(Tier))
        return next((Tier(tier) for tier in above if exists[tier]), None)

    def raise_refusal(self, rank: int, better: Tier) -> Comparison:
        """Return what raising a card that is in to ``better`` met."""
        tier = self.tier_by_rank[rank]
        more = self.cost_of(rank, better) - self.cost_of(rank, tier)
        if self.strategy is Strategy.COVERAGE:
            return self._met(int(better), rank, more)
        return self._met(0, rank, more, already=self.cost_of(rank, tier))

    def _met(self, step: int, rank: int, needed: int, already: int = 0) -> Comparison:
        """Compare a need with the tightest of the caps that the card falls under."""
        place = int(np.searchsorted(self.passes[step].ranks, rank))
        left = [int(column[place]) - already for column in self._left[step]]
        cap = int(self.cards.caps[rank])
        binding = cap if cap and left[cap] < left[0] else 0
        return Comparison(needed, left[binding], CAP_NAMES[binding])


def contest_for(
    cards: RankedCards, candidates: Int64, separator: int, strategy: Strategy
) -> Contest:
    """Prepare the greedy pass over ``candidates`` (ranks) for any number of budgets."""
    if strategy is Strategy.DEPTH:
        forms = _largest_first(cards.costs[candidates])[0]
    else:
        forms = cards.first_cost[candidates][:, np.newaxis]
    return Contest(forms + separator, cards.caps[candidates], cap_count=2)


def choose_tiers(
    cards: RankedCards,
    candidates: Int64,
    contest: Contest,
    limits: Limits,
    separator: int,
    strategy: Strategy,
    weights: TierWeights,
) -> TierChoice:
    """Choose which of ``candidates`` (ranks) are in, and each one's rendering.

    ``contest`` is ``contest_for`` the same candidates and strategy.
    """
    if strategy is Strategy.OPTIMAL:
        ranks, tiers = best_selection(
            cards, candidates, limits.budget, limits.caps, separator, weights
        )
        return TierChoice(strategy, limits, separator, ranks, tiers, cards, ())
    taken = contest.take(limits.budget, limits.caps)
    granted = np.zeros(len(candidates), dtype=np.bool_)
    granted[taken.ranks] = True
    ranks = candidates[taken.ranks]
    all_limits = (limits.budget, *limits.caps)
    if strategy is Strategy.DEPTH:
        tiers = _largest_first(cards.costs[ranks])[1][np.arange(len(ranks)), taken.forms]
        asked = cards.first_cost[candidates] + separator
        asked[taken.ranks] = cards.costs[ranks, tiers] + separator
        passes = (_Pass(candidates, asked, granted, all_limits),)
        return TierChoice(strategy, limits, separator, ranks, tiers, cards, passes)
    first = _Pass(candidates, cards.first_cost[candidates] + separator, granted, all_limits)
    tiers, raises = _raise_in_turn(cards, ranks, first.left_after(cards.caps))
    return TierChoice(strategy, limits, separator, ranks, tiers, cards, (first, *raises))


def _raise_in_turn(
    cards: RankedCards, ranks: Int64, left: tuple[int, ...]
) -> tuple[Int64, list[_Pass]]:
    """Raise the cards that are in, in order, first to standard, then to full (``coverage``)."""
    tiers = cards.first_tier[ranks].copy()
    passes = []
    for better in (Tier.STANDARD, Tier.FULL):
        places = np.flatnonzero(cards.tier_exists[ranks, better] & (tiers < better))
        asking = ranks[places]
        more = cards.costs[asking, better] - cards.costs[asking, tiers[places]]
        contest = Contest(more[:, np.newaxis], cards.caps[asking], cap_count=2)
        granted = np.zeros(len(asking), dtype=np.bool_)
        granted[contest.take(left[0], left[1:]).ranks] = True
        tiers[places[granted]] = better
        passes.append(_Pass(asking, more, granted, left))
        left = passes[-1].left_after(cards.caps)
    return tiers, passes


def _largest_first(costs: Int64) -> tuple[Int64, Int64]:
    """Return each card's costs and tiers from full to compact, three forms a card.

    In place of a missing tier stands a neighbouring one, so that every form is real.
    """
    forms = costs[:, ::-1].copy()
    tiers = np.tile(
        np.array([Tier.FULL, Tier.STANDARD, Tier.COMPACT], dtype=np.int64), (len(costs), 1)
    )
    for form, neighbour in ((1, 0), (2, 1), (1, 2), (0, 1)):
        missing = forms[:, form] < 0
        forms[missing, form] = forms[missing, neighbour]
        tiers[missing, form] = tiers[missing, neighbour]
    return forms, tiers
