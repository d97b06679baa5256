"""The best selection is the best there is, found with little work, and of equal ones the first."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.selection import optimal
from inspector.core.selection.optimal import SelectionTooLargeError, best_selection
from inspector.core.selection.value import TokenTable, exact_values, weight_table, without_value

WEIGHTS = (0.5, 0.75, 1.0)


class Cards:
    """Cards in order of rank; costs are -1 where a tier does not exist."""

    def __init__(self, relevance, costs, caps):
        self.relevance = np.array(relevance, dtype=np.float64)
        self.costs = np.array(costs, dtype=np.int64).reshape(-1, 3)
        self.caps = np.array(caps, dtype=np.uint8)
        self.tier_exists = self.costs != -1


def worth(cards, chosen, weights=WEIGHTS):
    return sum(
        (Fraction(repr(float(cards.relevance[rank]))) * Fraction(repr(weights[tier])))
        for rank, tier in chosen.items()
    )


def fits(cards, chosen, budget, limits, separator):
    spent = [0, 0, 0]
    for rank, tier in chosen.items():
        need = int(cards.costs[rank, tier]) + separator
        spent[0] += need
        if cards.caps[rank]:
            spent[cards.caps[rank]] += need
    return all(used <= most for used, most in zip(spent, (budget, *limits), strict=True))


def every_selection(cards):
    tiers = [[None, *np.flatnonzero(row).tolist()] for row in cards.tier_exists]
    for choice in product(*tiers):
        yield {rank: tier for rank, tier in enumerate(choice) if tier is not None}


@st.composite
def some_cards(draw):
    tier = st.integers(-1, 9)
    rows = st.tuples(tier, tier, tier).filter(lambda row: max(row) >= 0)
    costs = draw(st.lists(rows, min_size=1, max_size=5))
    many = {"min_size": len(costs), "max_size": len(costs)}
    scores = st.sampled_from([-0.5, 0.0, 0.1, 0.2, 0.3, 0.7, 1.0, 1e-300, 1e300])
    return Cards(draw(st.lists(scores, **many)), costs, draw(st.lists(st.integers(0, 2), **many)))


@given(some_cards(), st.integers(0, 30), st.integers(0, 15), st.integers(0, 15), st.integers(0, 2))
def test_no_selection_that_fits_is_worth_more(cards, budget, first, second, separator):
    ranks, tiers = best_selection(
        cards, np.arange(len(cards.costs)), budget, (first, second), separator, WEIGHTS
    )
    chosen = dict(zip(ranks.tolist(), tiers.tolist(), strict=True))
    assert ranks.tolist() == sorted(chosen)
    assert fits(cards, chosen, budget, (first, second), separator)
    assert all(worth(cards, {rank: tier}) > 0 for rank, tier in chosen.items())
    assert worth(cards, chosen) == max(
        worth(cards, other)
        for other in every_selection(cards)
        if fits(cards, other, budget, (first, second), separator)
    )


@given(some_cards(), st.integers(0, 30), st.integers(0, 15), st.integers(1, 5))
def test_what_is_pinned_is_in_where_it_fits_and_the_rest_is_the_best_beside_it(
    cards, budget, ceiling, pinned
):
    limits = (ceiling, budget)
    ranks, tiers = best_selection(
        cards, np.arange(len(cards.costs)), budget, limits, 1, WEIGHTS, pinned
    )
    chosen = dict(zip(ranks.tolist(), tiers.tolist(), strict=True))
    placed = {}
    for rank in range(min(pinned, len(cards.costs))):
        there = [tier for tier in range(3) if cards.costs[rank, tier] >= 0]
        least = max(there, key=lambda tier: (-cards.costs[rank, tier], tier))
        if fits(cards, placed | {rank: least}, budget, limits, 1):
            placed[rank] = least
    assert placed.keys() <= chosen.keys()
    assert fits(cards, chosen, budget, limits, 1)
    assert worth(cards, chosen) == max(
        worth(cards, other)
        for other in every_selection(cards)
        if placed.keys() <= other.keys() and fits(cards, other, budget, limits, 1)
    )


@pytest.mark.parametrize(
    ("cap", "found"),
    [
        (0, {3: [2], 4: [0], 7: [0, 2], 8: [0, 1], 11: [0, 1, 2]}),
        (1, {3: [2], 4: [2], 7: [0, 2], 8: [0, 2], 11: [0, 1, 2]}),
    ],
)
def test_of_equal_selections_the_ceilings_take_the_cheapest_and_the_budget_earlier_ranks(
    cap, found
):
    alike = Cards([1.0] * 3, [(4, -1, -1), (4, -1, -1), (3, -1, -1)], [cap] * 3)
    for budget, expected in found.items():
        ranks, _ = best_selection(alike, np.arange(3), budget, (budget, 0), 0, WEIGHTS)
        assert ranks.tolist() == expected


def test_almost_every_card_of_many_is_decided_without_a_table(monkeypatch):
    draw = np.random.default_rng(7)
    costs = draw.integers(20, 400, (600, 3))
    cards = Cards(draw.random(600), costs, np.zeros(600))
    left = []
    solve = optimal._solve
    monkeypatch.setattr(
        optimal, "_solve", lambda core, *rest: left.append(len(core.ranks)) or solve(core, *rest)
    )
    best_selection(cards, np.arange(600), 8000, (0, 0), 2, WEIGHTS)
    assert 0 < left[0] < 60


def test_where_all_cards_just_fit_none_needs_a_table(monkeypatch):
    costs = [(3, -1, -1), (5, -1, -1), (4, -1, -1), (7, -1, -1), (2, -1, -1)]
    cards = Cards([0.9, 0.2, 0.4, 0.1, 0.6], costs, [0, 1, 1, 2, 0])
    left = []
    solve = optimal._solve
    monkeypatch.setattr(
        optimal, "_solve", lambda core, *rest: left.append(len(core.ranks)) or solve(core, *rest)
    )
    ranks, _ = best_selection(cards, np.arange(5), 21 + 5, (9 + 2, 7 + 1), 1, WEIGHTS)
    assert ranks.tolist() == [0, 1, 2, 3, 4]
    assert left == [0]


def test_a_selection_is_refused_from_one_cell_beyond_its_memory(monkeypatch):
    alike = Cards([0.3] * 4, [(5, 6, 7)] * 4, [0, 0, 1, 2])
    cells = 2 * (11 + 1) + (6 + 1) + (8 + 1)
    for most, refused in ((cells, False), (cells - 1, True)):
        monkeypatch.setattr(optimal, "_TABLE_LIMIT", most)
        if refused:
            with pytest.raises(SelectionTooLargeError) as found:
                best_selection(alike, np.arange(4), 11, (6, 8), 0, WEIGHTS)
            assert found.value.problem.place.pointer == "/strategy"
            assert "among 4 cards for 11 tokens" in found.value.message
            assert str(found.value) == f"{found.value.message} {found.value.fix}"
        else:
            best_selection(alike, np.arange(4), 11, (6, 8), 0, WEIGHTS)


sizes = st.sampled_from([0, -1, 1, 2, 3, 2**61, 2**63 - 1, 2**70, 2**130 + 1])


@given(st.lists(st.tuples(sizes, sizes, sizes), max_size=5), st.data(), st.integers(0, 20))
def test_a_table_has_the_best_sum_for_every_number_of_tokens(rows, data, limit):
    costs = [data.draw(st.tuples(*[st.integers(0, 9)] * 3)) for _ in rows]
    values = np.array(rows, dtype=object).reshape(-1, 3)
    tokens = np.array(costs, dtype=np.int64).reshape(-1, 3)
    best = [0] * (limit + 1)
    for worths, needs in zip(rows, costs, strict=True):
        before = list(best)
        for gain, need in zip(worths, needs, strict=True):
            for at in range(need, limit + 1):
                if gain > 0:
                    best[at] = max(best[at], before[at - need] + gain)
    table = TokenTable(values, tokens, limit)
    assert table.best.tolist() == best[: table.limit + 1]
    assert best[table.limit] == best[limit]
    assert TokenTable(values, tokens, limit, choices=False).best.tolist() == table.best.tolist()
    asked = np.arange(limit + 1)
    reached, spent = [0] * len(asked), [0] * len(asked)
    for row, places, tiers in table.selections(asked):
        for place, tier in zip(places.tolist(), tiers.tolist(), strict=True):
            assert rows[row][tier] > 0
            reached[place] += rows[row][tier]
            spent[place] += costs[row][tier]
    assert reached == best
    assert all(used <= most for used, most in zip(spent, asked, strict=True))


def test_of_equal_choices_later_cards_are_out_and_smaller_tiers_win():
    table = TokenTable(np.array([[5, 5, 5], [5, 5, 5]]), np.full((2, 3), 4), 4)
    assert [(row, tiers.tolist()) for row, _, tiers in table.selections(np.array([4]))] == [
        (0, [0])
    ]


def test_who_looks_is_told_every_256_cards():
    seen = []
    many = 513
    TokenTable(np.ones((many, 3), np.int64), np.ones((many, 3), np.int64), 2, look=seen.append)
    assert seen == [0, 256, 512]


def test_scores_are_worth_the_decimal_numbers_they_are_written_as():
    values = exact_values(np.array([0.1, 0.3, -0.2, 1e-300]), np.array([-1, -1, -1, -1]), WEIGHTS)
    assert 3 * values[0, 2] == values[1, 2]
    assert -2 * values[0, 2] == values[2, 2]
    assert values[0, 2] == values[3, 2] * 10**299
    assert [values[0, tier] * 4 // values[0, 2] for tier in range(3)] == [2, 3, 4]
    raised = exact_values(np.array([1.0, 1.0]), np.array([0, -1]), WEIGHTS)
    assert raised.tolist() == [[0, 1, 2], [2, 3, 4]]
    assert exact_values(np.array([]), np.array([], dtype=np.int64), WEIGHTS).shape == (0, 3)
    assert weight_table((0.1, 0.3, 1.0))[1] == [Fraction(-1, 5), 0, Fraction(7, 10)]


def test_a_card_is_without_value_where_neither_its_score_nor_its_tiers_count():
    cards = Cards(
        [1.0, 0.0, -1.0, 1.0, 1.0],
        [(1, 1, 1), (1, 1, 1), (1, 1, 1), (1, -1, -1), (1, 2, -1)],
        [0] * 5,
    )
    assert without_value(cards, (0.0, 0.5, 1.0)).tolist() == [False, True, True, True, False]
