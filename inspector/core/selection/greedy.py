"""The greedy pass: in order of rank, take what fits, pass over what does not (Injection §4.6e).

A pass over a million cards touches only the few that get in. Candidates are split into lanes, one
for each cap they fall under; a lane finds its next candidate that fits by looking at the least cost
of whole blocks first. The pass ends when no lane has anything left that fits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from inspector.core.arrays import Int64
from inspector.core.selection.value import Ranked

Costs = Int64
Ranks = Int64
Caps = npt.NDArray[np.uint8]

_BLOCK = 512
_RUN = 256  # how many candidates the first look at a run takes; doubles while all of them fit


class GreedySelection(NamedTuple):
    """Places of the candidates taken, ascending, and which of its forms each was taken in.

    ``left`` is what they leave of the budget and of each cap.
    """

    places: Ranks
    forms: Int64
    left: Sequence[int]


@dataclass(frozen=True)
class GreedyPass:
    """One pass over candidates in rank order: who took part, who got what, what there was.

    ``taken`` are places in ``ranks``, ``spent`` the tokens each of them took; ``limits`` are the
    budget and the tokens under caps 1, 2, …. Only these few are kept: what the many others met
    follows from them.
    """

    ranks: Ranks
    taken: Ranks
    spent: Costs
    limits: tuple[int, ...]


class Lane:
    """The candidates under one cap, in rank order, with the least cost of each block of them.

    ``_least_after`` is the least cost from each block on.
    """

    __slots__ = ("_block_least", "_least_after", "least", "length", "ranks")

    def __init__(self, ranks: Ranks, least: Costs) -> None:
        self.ranks = ranks
        self.least = least
        self.length = len(least)
        starts = np.arange(0, self.length, _BLOCK)
        self._block_least = np.minimum.reduceat(least, starts) if self.length else least
        self._least_after = np.minimum.accumulate(self._block_least[::-1])[::-1].tolist()

    def first_from(self, rank: int) -> int:
        """Return the index in the lane of the first candidate at or after ``rank``."""
        return int(np.searchsorted(self.ranks, rank))

    def next_that_fits(self, index: int, limit: int) -> int:
        """Return the index of the first candidate from ``index`` on with least cost <= ``limit``.

        Returns the length of the lane when there is none.
        """
        while index < self.length and self._least_after[index // _BLOCK] <= limit:
            if self.least[index] <= limit:
                return index
            end = min(self.length, (index // _BLOCK + 1) * _BLOCK)
            fits = self.least[index:end] <= limit
            offset = int(fits.argmax())
            if fits[offset]:
                return index + offset
            blocks = self._block_least[index // _BLOCK + 1 :] <= limit
            if not blocks.any():
                break
            index = end + int(blocks.argmax()) * _BLOCK
        return self.length


@dataclass(frozen=True, eq=False)
class Contest:
    """Candidates in rank order that compete for one budget, some of them also under a cap.

    Built once for a set of candidates; ``take`` may be called for any number of budgets. ``costs``
    are tokens (candidates × forms, the preferred form first); ``caps`` numbers the cap each
    candidate falls under, of ``cap_count``, 0 for the budget alone.
    """

    costs: Costs
    caps: Caps
    cap_count: int

    @cached_property
    def _lanes(self) -> list[Lane]:
        least = self.costs.min(axis=1) if len(self.costs) else np.empty(0, dtype=np.int64)
        ranks = [np.flatnonzero(self.caps == cap) for cap in range(self.cap_count + 1)]
        return [Lane(places, least[places]) for places in ranks]

    def take(self, limits: Sequence[int]) -> GreedySelection:
        """Take candidates in rank order while they fit, each in the first of its forms that fits.

        ``limits`` are the budget and the tokens under caps 1, 2, …
        """
        left = list(limits)
        run = self._take_run(left)
        ranks, forms = self._take_singly(run, left)
        return GreedySelection(
            np.concatenate([np.arange(run), np.array(ranks, dtype=np.int64)]),
            np.concatenate([np.zeros(run, np.int64), np.array(forms, dtype=np.int64)]),
            left,
        )

    @cached_property
    def _first_sums(self) -> list[Costs]:
        """What the leading candidates take together, under each cap, in their preferred form."""
        return self._sums(slice(_RUN))

    def _sums(self, run: slice) -> list[Costs]:
        costs, caps = self.costs[run, 0], self.caps[run]
        under = [np.where(caps == cap, costs, 0) for cap in range(1, self.cap_count + 1)]
        return [np.cumsum(one) for one in (costs, *under)]

    def _take_run(self, left: list[int]) -> int:
        """Take the leading candidates that all fit in their preferred form; update ``left``."""
        begin, size = 0, _RUN
        while begin < len(self.costs):
            spent = self._sums(slice(begin, begin + size)) if begin else self._first_sums
            too_much = spent[0] > left[0]
            for under_cap, limit in zip(spent[1:], left[1:], strict=True):
                too_much |= under_cap > limit
            many = len(too_much)
            stop = int(too_much.argmax()) if too_much.any() else many
            if stop:
                for cap, sums in enumerate(spent):
                    left[cap] -= int(sums[stop - 1])
            begin += stop
            if stop < many:
                break
            size *= 2
        return begin

    def _take_singly(self, after: int, left: list[int]) -> tuple[list[int], list[int]]:
        """Take the rest one by one, each lane offering its next candidate that fits."""
        lanes = self._lanes
        cursors = [lane.first_from(after) for lane in lanes]
        ranks: list[int] = []
        forms: list[int] = []
        while True:
            best, best_rank = -1, len(self.costs)
            for cap, lane in enumerate(lanes):
                cursors[cap] = lane.next_that_fits(cursors[cap], min(left[0], left[cap]))
                if cursors[cap] < lane.length and lane.ranks[cursors[cap]] < best_rank:
                    best, best_rank = cap, int(lane.ranks[cursors[cap]])
            if best < 0:
                return ranks, forms
            limit = min(left[0], left[best])
            row = self.costs[best_rank]
            form = int((row <= limit).argmax())
            cost = int(row[form])
            ranks.append(best_rank)
            forms.append(form)
            cursors[best] += 1
            left[0] -= cost
            if best:
                left[best] -= cost
            if cost < 0:
                # Room grew: what the other lanes passed over after this rank may fit now. What
                # came before it had its turn.
                cursors = [lane.first_from(best_rank + 1) for lane in lanes]


def depth(
    contest: Contest, ranks: Ranks, limits: tuple[int, ...]
) -> tuple[GreedyPass, GreedySelection]:
    """Take candidates of these ranks, each in the best form that fits (``depth``).

    Returns the pass, and what was taken in which form.
    """
    taken = contest.take(limits)
    spent = contest.costs[taken.places, taken.forms]
    return GreedyPass(ranks, taken.places, spent, limits), taken


def coverage(
    contest: Contest, ranks: Ranks, cards: Ranked, limits: tuple[int, ...]
) -> tuple[Ranks, list[GreedyPass]]:
    """Take candidates of these ranks at their smallest tier, then raise them in turn.

    Those that are in are raised in rank order from tier to tier, as far as room and caps allow
    (``coverage``). Returns the tier of each that is in, and the passes: the first, then one for
    each larger tier.
    """
    first, (places, _, left) = depth(contest, ranks, limits)
    taken = ranks[places]
    tiers = cards.tier_exists[taken].argmax(axis=1)
    passes = [first]
    for better in range(1, cards.costs.shape[1]):
        room = tuple(left)
        places = np.flatnonzero(cards.tier_exists[taken, better] & (tiers < better))
        asking = taken[places]
        more = cards.costs[asking, better] - cards.costs[asking, tiers[places]]
        raised, left = _taken_of(more, cards.caps[asking], room)
        tiers[places[raised]] = better
        passes.append(GreedyPass(asking, raised, more[raised], room))
    return tiers, passes


def _taken_of(costs: Costs, caps: Caps, limits: tuple[int, ...]) -> tuple[Ranks, Sequence[int]]:
    """Return which of some candidates of one form are taken, and what they leave.

    ``limits`` begin with the budget. A few are gone through as the pass is defined, which takes
    less than preparing a contest.
    """
    if len(costs) > _RUN:
        places, _, rest = Contest(costs[:, np.newaxis], caps, len(limits) - 1).take(limits)
        return places, rest
    left = list(limits)
    taken = []
    for rank, (cost, cap) in enumerate(zip(costs.tolist(), caps.tolist(), strict=True)):
        if cost <= left[0] and cost <= left[cap]:
            taken.append(rank)
            left[0] -= cost
            if cap:
                left[cap] -= cost
    return np.array(taken, dtype=np.int64), left
