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
from inspector.core.injection.greedy import Contest
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


@dataclass(frozen=True, slots=True)
class FirstTurn:
    """What candidates met at their first turn: tokens needed and left, and the binding cap.

    ``caps`` are places in ``CAP_NAMES``; arrays are by place in ``ranks``.
    """

    ranks: Int64
    needed: Int64
    left: Int64
    caps: npt.NDArray[np.uint8]


@dataclass(frozen=True)
class _Pass:
    """One pass over cards in rank order: who took part, who got what, what there was.

    ``taken`` are places in ``ranks``, ``spent`` the tokens each of them took. Only these few are
    kept; what the many others met is worked out when somebody asks.
    """

    ranks: Int64
    taken: Int64
    spent: Int64
    limits: tuple[int, ...]

    def left_after(self, caps: npt.NDArray[np.uint8]) -> tuple[int, ...]:
        """Return what the pass leaves of the budget and of each ceiling."""
        own_caps = caps[self.ranks[self.taken]]
        return (
            self.limits[0] - int(self.spent.sum()),
            *(
                limit - int(self.spent[own_caps == cap].sum())
                for cap, limit in enumerate(self.limits[1:], start=1)
            ),
        )

    def left_at_turn(self, caps: npt.NDArray[np.uint8]) -> list[Int64]:
        """Return, for the budget and each ceiling, what was left at each card's turn."""
        own_caps = caps[self.ranks[self.taken]]
        columns = []
        for cap, limit in enumerate(self.limits):
            spent = np.zeros(len(self.ranks), dtype=np.int64)
            counts = slice(None) if cap == 0 else own_caps == cap
            spent[self.taken[counts]] = self.spent[counts]
            columns.append(limit - (np.cumsum(spent) - spent))
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
    def first_turn(self) -> FirstTurn:
        """What every candidate met in the first pass, worked out for all of them in one step."""
        ranks = self.passes[0].ranks
        needed = self.cards.first_cost[ranks] + self.separator
        left, cap = self._binding(self.passes[0])
        return FirstTurn(ranks, needed, left, cap)

    def refusal(self, rank: int) -> Comparison:
        """Return what a candidate that is not in met when its turn came."""
        turn = self.first_turn
        place = int(np.searchsorted(turn.ranks, rank))
        cap = CAP_NAMES[turn.caps[place]]
        return Comparison(int(turn.needed[place]), int(turn.left[place]), cap)

    def better_tier(self, rank: int) -> Tier | None:
        """Return the next larger rendering of a card that is in; None at its largest."""
        exists = self.cards.tier_exists[rank]
        above = range(self.tier_by_rank[rank] + 1, len(Tier))
        return next((Tier(tier) for tier in above if exists[tier]), None)

    def raise_refusal(self, rank: int, better: Tier) -> Comparison:
        """Return what raising a card that is in to ``better`` met."""
        now = self.cost_of(rank, self.tier_by_rank[rank])
        more = self.cost_of(rank, better) - now
        if self.strategy is Strategy.COVERAGE:
            step, already = self.passes[int(better)], 0
            left, caps = self._raise_turns[int(better) - 1]
        else:
            step, already = self.passes[0], now
            left, caps = self.first_turn.left, self.first_turn.caps
        place = int(np.searchsorted(step.ranks, rank))
        return Comparison(more, int(left[place]) - already, CAP_NAMES[caps[place]])

    @cached_property
    def _raise_turns(self) -> list[tuple[Int64, npt.NDArray[np.uint8]]]:
        return [self._binding(step) for step in self.passes[1:]]

    def _binding(self, step: _Pass) -> tuple[Int64, npt.NDArray[np.uint8]]:
        """Return what each card of a pass had left under its tightest cap, and which that was."""
        columns = step.left_at_turn(self.cards.caps)
        own = self.cards.caps[step.ranks]
        under_own = np.select([own == 1, own == 2], columns[1:], columns[0])
        tighter = under_own < columns[0]
        return (
            np.where(tighter, under_own, columns[0]),
            np.where(tighter, own, np.uint8(0)),
        )


def contest_for(
    cards: RankedCards, candidates: Int64, separator: int, strategy: Strategy
) -> Contest:
    """Prepare the greedy pass over ``candidates`` (ranks) for any number of budgets."""
    if strategy is Strategy.DEPTH:
        forms = cards.forms.costs[candidates]
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
    pinned: int = 0,
) -> TierChoice:
    """Choose which of ``candidates`` (ranks) are in, and each one's rendering.

    ``contest`` is ``contest_for`` the same candidates and strategy. So many cards, the first in
    rank, are ``pinned``: in where they fit, whatever they are worth.
    """
    if strategy is Strategy.OPTIMAL:
        ranks, tiers = best_selection(
            cards, candidates, limits.budget, limits.caps, separator, weights, pinned
        )
        return TierChoice(strategy, limits, separator, ranks, tiers, cards, ())
    taken = contest.take(limits.budget, limits.caps)
    ranks = candidates[taken.ranks]
    all_limits = (limits.budget, *limits.caps)
    if strategy is Strategy.DEPTH:
        tiers = cards.forms.tiers[ranks, taken.forms].astype(np.int64)
        raises: list[_Pass] = []
    else:
        tiers = cards.first_tier[ranks].copy()
    spent = cards.costs[ranks, tiers] + separator
    first = _Pass(candidates, taken.ranks, spent, all_limits)
    if strategy is Strategy.COVERAGE:
        raises = _raise_in_turn(cards, ranks, tiers, first.left_after(cards.caps))
    return TierChoice(strategy, limits, separator, ranks, tiers, cards, (first, *raises))


def _raise_in_turn(
    cards: RankedCards, ranks: Int64, tiers: Int64, left: tuple[int, ...]
) -> list[_Pass]:
    """Raise the cards that are in, in order, first to standard, then to full (``coverage``).

    ``tiers`` is raised in place; the passes are returned.
    """
    passes = []
    for better in (Tier.STANDARD, Tier.FULL):
        places = np.flatnonzero(cards.tier_exists[ranks, better] & (tiers < better))
        asking = ranks[places]
        more = cards.costs[asking, better] - cards.costs[asking, tiers[places]]
        contest = Contest(more[:, np.newaxis], cards.caps[asking], cap_count=2)
        taken = contest.take(left[0], left[1:]).ranks
        tiers[places[taken]] = better
        passes.append(_Pass(asking, taken, more[taken], left))
        left = passes[-1].left_after(cards.caps)
    return passes
