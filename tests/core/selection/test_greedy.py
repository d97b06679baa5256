"""The greedy pass does what it is defined as: in rank order, take what fits, pass over the rest."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.selection import greedy
from inspector.core.selection.greedy import Contest, Lane, coverage, depth


class Tiered:
    """Cards with costs by tier, -1 where a tier does not exist."""

    def __init__(self, costs, caps):
        self.costs = np.array(costs, dtype=np.int64).reshape(-1, 3)
        self.caps = np.array(caps, dtype=np.uint8)
        self.tier_exists = self.costs != -1
        self.relevance = np.zeros(len(self.costs))


def plainly(costs, caps, limits):
    """Take in turn, as the rule is written down."""
    left = list(limits)
    taken, forms = [], []
    for place, (row, cap) in enumerate(zip(costs, caps, strict=True)):
        for form, cost in enumerate(row):
            if cost <= left[0] and cost <= left[cap]:
                taken.append(place)
                forms.append(form)
                left[0] -= cost
                if cap:
                    left[cap] -= cost
                break
    return taken, forms, tuple(left)


@pytest.mark.parametrize("block", [512, 3])
@given(st.data())
def test_a_contest_takes_what_the_rule_takes(block, data):
    forms = data.draw(st.integers(1, 3))
    some = st.lists(st.integers(-3, 20), min_size=forms, max_size=forms)
    costs = data.draw(st.lists(some, max_size=24))
    caps = data.draw(st.lists(st.integers(0, 2), min_size=len(costs), max_size=len(costs)))
    limits = tuple(data.draw(st.integers(-1, high)) for high in (120, 60, 60))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(greedy, "_BLOCK", block)
        patch.setattr(greedy, "_RUN", max(block // 2, 2))
        contest = Contest(
            np.array(costs, dtype=np.int64).reshape(-1, forms), np.array(caps, np.uint8), 2
        )
        ranks = np.arange(len(costs)) * 2
        for given_limits in (limits, (10_000, *limits[1:]), limits):
            first, chosen = depth(contest, ranks, given_limits)
            taken, plain_forms, left = plainly(costs, caps, given_limits)
            assert (first.taken.tolist(), chosen.forms.tolist()) == (taken, plain_forms)
            assert first.spent.tolist() == [
                costs[one][form] for one, form in zip(taken, plain_forms, strict=True)
            ]
            assert tuple(chosen.left) == left


@pytest.mark.parametrize("block", [512, 3])
@given(st.data())
def test_coverage_takes_the_smallest_tiers_then_raises_in_turn(block, data):
    tier = st.integers(-1, 15)
    rows = data.draw(st.lists(st.tuples(tier, tier, tier).filter(lambda row: max(row) >= 0)))
    caps = data.draw(st.lists(st.integers(0, 2), min_size=len(rows), max_size=len(rows)))
    limits = tuple(data.draw(st.integers(0, high)) for high in (120, 60, 60))
    cards = Tiered(rows, caps)
    smallest = [min(tier for tier in range(3) if row[tier] >= 0) for row in rows]
    costs = np.array(
        [[row[tier] + 2] for row, tier in zip(rows, smallest, strict=True)], dtype=np.int64
    ).reshape(-1, 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(greedy, "_BLOCK", block)
        patch.setattr(greedy, "_RUN", max(block // 2, 2))
        tiers, passes = coverage(Contest(costs, cards.caps, 2), np.arange(len(rows)), cards, limits)
    taken, _, left = plainly(costs.tolist(), caps, limits)
    now = {place: smallest[place] for place in taken}
    for better in (1, 2):
        asking = [one for one in taken if rows[one][better] >= 0 and now[one] < better]
        more = [[rows[one][better] - rows[one][now[one]]] for one in asking]
        raised, _, left = plainly(more, [caps[one] for one in asking], left)
        now |= {asking[one]: better for one in raised}
    assert passes[0].taken.tolist() == taken
    assert tiers.tolist() == [now[one] for one in taken]
    assert len(passes) == 3


class Watched:
    """Costs that note how many of them are looked at."""

    def __init__(self, costs):
        self.costs = costs
        self.seen = 0

    def __getitem__(self, key):
        found = self.costs[key]
        self.seen += np.size(found)
        return found


@pytest.mark.parametrize("place", [0, 511, 512, 70_000, 99_999])
def test_the_next_that_fits_is_found_among_many_by_a_look_at_two_blocks(place):
    costs = np.full(100_000, 9)
    costs[place] = 4
    lane = Lane(np.arange(len(costs)), costs)
    lane.least = watched = Watched(costs)
    assert lane.next_that_fits(0, 4) == place
    assert watched.seen <= 2 * (512 + 1)
