"""The greedy strategies at many states at once: one decision for each group of neighbouring states.

Decides as ``choose_tiers`` does. Where room never falls from state to state, states that decided
alike so far have spent the same, so the next card fits from one of them on: a group is cut there,
and nowhere else. A card is touched when it gets in at one state at least; the rest are passed over
by the jumps of ``greedy.Lane``. So the time hangs on what gets in and on where that changes,
neither on the set nor on the number of states.
"""

from __future__ import annotations

import heapq
from bisect import bisect_left, bisect_right, insort
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from inspector.analysis.tuning.axes import States
from inspector.analysis.tuning.lanes import CardLane, SweepBasis
from inspector.analysis.tuning.spans import SpanBuilder, Spans, Stretches
from inspector.core.arrays import Bools
from inspector.core.candidates.card import Tier
from inspector.core.injection.policy import Strategy


def greedy_spans(ground: SweepBasis, states: States, covered: dict[int, Bools]) -> Spans:
    """Return which cards are in at which states, and at which tier.

    ``covered`` masks, for each file, the states at which its cards are suppressed.
    """
    count = len(states)
    falls = int(np.sign(np.diff(states.knowledge)).sum()) < 0
    if falls:  # then it rises the other way round
        states = states.at(slice(None, None, -1))
        covered = {file: mask[::-1] for file, mask in covered.items()}
    run = _Run(ground, states)
    run.take(list(ground.lanes(covered, count)))
    if ground.strategy is Strategy.COVERAGE:
        run.raise_to(Tier.STANDARD)
        run.raise_to(Tier.FULL)
    builder = SpanBuilder()
    for held in run.held:
        for tier, where in held.tiers.items():
            builder.add_stretches(held.rank, where, tier)
    spans = builder.build()
    return spans.reversed(count) if falls else spans


@dataclass(slots=True, eq=False)
class _Held:
    """A card that is in at some states: where it is at each tier that it has somewhere."""

    rank: int
    cap: int
    tiers: dict[int, Stretches] = field(default_factory=dict)


_Group = tuple[int, int, int, int, tuple[int, ...]]
"""Neighbouring states that have decided alike so far.

What is left at the last of them, the first of them, the one after the last, what they have spent,
and what of it under each ceiling.
"""


class _Run:
    """One pass: what is left at every state, and who holds what."""

    def __init__(self, ground: SweepBasis, states: States) -> None:
        separators = ground.prepared.counted.separators
        self._cards = ground.prepared.cards
        self._separator = separators.card
        self._depth = ground.strategy is Strategy.DEPTH
        budget = np.maximum(0, states.knowledge - separators.knowledge_heading)
        limits = (budget, *states.ceilings)
        self._budget: list[int] = budget.tolist()
        self._under: list[list[int]] = [cap.tolist() for cap in states.ceilings]
        self._groups: list[_Group] = []  # in order of what is left
        self.held: list[_Held] = []
        if len(budget):
            falls = np.logical_or.reduce([limit[1:] < limit[:-1] for limit in limits])
            cuts = [0, *(np.flatnonzero(falls) + 1).tolist(), len(budget)]
            nothing = (0,) * len(self._under)
            self._groups = sorted(
                (self._budget[end - 1], first, end, 0, nothing) for first, end in pairwise(cuts)
            )

    def take(self, lanes: list[CardLane]) -> None:
        """Let the cards have their turns in order of rank, each at every state at once."""
        queue: list[tuple[int, int]] = []
        for number, lane in enumerate(lanes):
            self._queue(queue, number, lane)
        while queue:
            rank, number = heapq.heappop(queue)
            lane = lanes[number]
            held = _Held(rank, lane.cap)
            held.tiers |= self._give(self._forms(rank), lane.cap, lane.open_at)
            if held.tiers:
                self.held.append(held)
            lane.index += 1
            self._queue(queue, number, lane)

    def _forms(self, rank: int) -> list[tuple[int, int]]:
        """Return what a card may begin with, the preferred first: tokens and tier."""
        cards, separator = self._cards, self._separator
        if not self._depth:
            return [(int(cards.first_cost[rank]) + separator, int(cards.first_tier[rank]))]
        costs, tiers = cards.forms.costs[rank].tolist(), cards.forms.tiers[rank].tolist()
        return [(cost + separator, tier) for cost, tier in zip(costs, tiers, strict=True)]

    def _queue(self, queue: list[tuple[int, int]], number: int, lane: CardLane) -> None:
        rank = lane.advance(self._most(lane) - self._separator)
        if rank is not None:
            heapq.heappush(queue, (rank, number))

    def _most(self, lane: CardLane) -> int:
        """Return the most tokens that a card of a lane may have at any state, -1 for none."""
        most, open_at = -1, lane.open_at
        for left, first, end, _, under in reversed(self._groups):
            if left <= most:
                break
            if open_at.meets(first, end):
                cap = lane.cap - 1
                room = left if cap < 0 else min(left, self._under[cap][end - 1] - under[cap])
                most = max(most, room)
        return most

    def _give(
        self, forms: Sequence[tuple[int, int]], cap: int, where: Stretches
    ) -> dict[int, Stretches]:
        """Let a card have the first of its forms that fits, in some states; return where it has.

        ``forms`` are tokens and tiers.
        """
        groups, budget = self._groups, self._budget
        ceiling = self._under[cap - 1] if cap else budget
        firsts, ends = where
        given: dict[int, list[tuple[int, int]]] = {}
        place = bisect_left(groups, (min(forms)[0],))
        asked = groups[place:]
        del groups[place:]
        while asked:
            group = asked.pop()
            left, first, end, spent, under = group
            at = bisect_right(ends, first)
            if at == len(ends) or firsts[at] >= end:
                insort(groups, group)
                continue
            if firsts[at] > first or ends[at] < end:  # some of its states are not asked
                cut = firsts[at] if firsts[at] > first else ends[at]
                asked.append((budget[cut - 1] - spent, first, cut, spent, under))
                asked.append((left, cut, end, spent, under))
                continue
            for cost, tier in forms:
                total = spent + cost
                cut = first if total <= budget[first] else bisect_left(budget, total, first, end)
                more = under
                if cap:
                    capped = under[cap - 1] + cost
                    cut = bisect_left(ceiling, capped, cut, end)
                    more = (*under[: cap - 1], capped, *under[cap:])
                if cut == end:
                    continue
                insort(groups, (left - cost, cut, end, total, more))
                given.setdefault(tier, []).append((cut, end))
                if cut == first:
                    break
                end, left = cut, budget[cut - 1] - spent
            else:
                insort(groups, (left, first, end, spent, under))
        return {tier: Stretches.of(sorted(found)) for tier, found in given.items()}

    def raise_to(self, better: Tier) -> None:
        """Raise the cards that are in, in order of rank, while it fits (``coverage``)."""
        for held in self.held:
            if not self._cards.tier_exists[held.rank, better]:
                continue
            costs = self._cards.costs[held.rank].tolist()
            most = self._groups[-1][0]
            for tier in [tier for tier in held.tiers if tier < better]:
                more = costs[better] - costs[tier]
                if more > most:
                    continue
                # What takes no more than it has is raised wherever it is.
                raised = (
                    self._give([(more, better)], held.cap, held.tiers[tier]).get(better)
                    if more
                    else held.tiers[tier]
                )
                if raised is None:
                    continue
                left = held.tiers.pop(tier).without(raised)
                if left.firsts:
                    held.tiers[tier] = left
                if better in held.tiers:
                    raised = raised.joined(held.tiers[better])
                held.tiers[better] = raised
