"""The greedy strategies at many states at once: one vector over all of them in place of a number.

Decides as ``choose_tiers`` does. A card is touched when it gets in at one state at least; the rest
are passed over by the jumps of ``greedy.Lane``. So the time hangs on what gets in, not on the set.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inspector.analysis.tuning.lanes import CardLane, Ground
from inspector.analysis.tuning.spans import SpanBuilder, Spans
from inspector.analysis.tuning.states import States
from inspector.core.candidates.card import Tier
from inspector.core.injection.policy import Strategy

Int64 = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


@dataclass(slots=True, eq=False)
class _Held:
    """A card that is in at some states, ascending, with its tier at each."""

    rank: int
    cap: int
    states: Int64
    tiers: Int64


def greedy_spans(ground: Ground, states: States, covered: dict[int, Bools]) -> Spans:
    """Return which cards are in at which states, and at which tier.

    ``covered`` masks, for each file, the states at which its cards are suppressed.
    """
    run = _Run(ground, states)
    run.take(list(ground.lanes(covered)))
    if ground.strategy is Strategy.COVERAGE:
        run.raise_to(Tier.STANDARD)
        run.raise_to(Tier.FULL)
    builder = SpanBuilder()
    for held in run.held:
        builder.add(held.rank, held.states, held.tiers)
    return builder.build()


class _Run:
    """One pass: what is left at every state, and who holds what."""

    def __init__(self, ground: Ground, states: States) -> None:
        separators = ground.prepared.counted.separators
        self._cards = ground.prepared.cards
        self._separator = separators.card
        self._depth = ground.strategy is Strategy.DEPTH
        budget = np.maximum(0, states.knowledge - separators.knowledge_heading)
        self._left = [
            budget,
            states.procedure_cap.copy(),
            states.interaction_policy_cap.copy(),
        ]
        self.held: list[_Held] = []

    def take(self, lanes: list[CardLane]) -> None:
        """Let the cards have their turns in order of rank, each at every state at once."""
        queue: list[tuple[int, int]] = []
        for number, lane in enumerate(lanes):
            self._queue(queue, number, lane)
        while queue:
            rank, number = heapq.heappop(queue)
            lane = lanes[number]
            if self._depth:
                self._take_largest(rank, lane)
            else:
                self._take_first(rank, lane)
            lane.index += 1
            self._queue(queue, number, lane)

    def _queue(self, queue: list[tuple[int, int]], number: int, lane: CardLane) -> None:
        rank = lane.advance(self._most(lane) - self._separator)
        if rank is not None:
            heapq.heappush(queue, (rank, number))

    def _most(self, lane: CardLane) -> int:
        """Return the most tokens that a card of a lane can have at any state, -1 for none."""
        room = self._left[0]
        if lane.cap:
            room = np.minimum(room, self._left[lane.cap])
        if lane.open_at is not None:
            room = room[lane.open_at]
        return int(room.max(initial=-1))

    def _fits(self, cost: int, lane: CardLane) -> Int64:
        fits = self._left[0] >= cost
        if lane.cap:
            fits &= self._left[lane.cap] >= cost
        if lane.open_at is not None:
            fits &= lane.open_at
        return np.flatnonzero(fits)

    def _take_first(self, rank: int, lane: CardLane) -> None:
        tier = int(self._cards.first_tier[rank])
        cost = int(self._cards.first_cost[rank]) + self._separator
        states = self._fits(cost, lane)
        if len(states):
            self._spend(lane.cap, states, cost)
            tiers = np.full(len(states), tier, dtype=np.int64)
            self.held.append(_Held(rank, lane.cap, states, tiers))

    def _take_largest(self, rank: int, lane: CardLane) -> None:
        costs = self._cards.forms.costs[rank] + self._separator
        states = self._fits(int(costs.min()), lane)
        if not len(states):
            return
        room = self._left[0][states]
        if lane.cap:
            room = np.minimum(room, self._left[lane.cap][states])
        form = (costs <= room[:, np.newaxis]).argmax(axis=1)
        self._spend(lane.cap, states, costs[form])
        tiers = self._cards.forms.tiers[rank].astype(np.int64)[form]
        self.held.append(_Held(rank, lane.cap, states, tiers))

    def _spend(self, cap: int, states: Int64, cost: int | Int64) -> None:
        self._left[0][states] -= cost
        if cap:
            self._left[cap][states] -= cost

    def raise_to(self, better: Tier) -> None:
        """Raise the cards that are in, in order of rank, while it fits (``coverage``)."""
        most = int(self._left[0].max(initial=0))
        for held in self.held:
            if not self._cards.tier_exists[held.rank, better]:
                continue
            costs = self._cards.costs[held.rank]
            least = int(costs[better] - costs[:better].max())
            if least > most:
                continue
            more = costs[better] - costs[held.tiers]
            can = (held.tiers < better) & (more <= self._left[0][held.states])
            if held.cap:
                can &= more <= self._left[held.cap][held.states]
            if can.any():
                self._spend(held.cap, held.states[can], more[can])
                held.tiers[can] = better
                most -= min(0, int(more.min()))
