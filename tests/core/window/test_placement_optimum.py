"""The optimum is exact, says how it values chunks, and refuses rather than guesses."""

import itertools
import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from inspector.core.window.chunk import ChunkType
from inspector.core.window.optimum import MILLIONTHS, KnapsackTooLargeError, best_choice, optimum
from tests.shared.window_input import chunk, chunk_lists, placed


def best_by_trying_all(values, weights, capacity):
    best = 0
    for size in range(len(values) + 1):
        for rows in itertools.combinations(range(len(values)), size):
            if sum(weights[row] for row in rows) <= capacity:
                best = max(best, sum(values[row] for row in rows))
    return best


items = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 25)), max_size=9)


@given(items, st.integers(-1, 80))
@example([(5, 5), (4, 4)], 5)  # the bound is what the only better choice is worth
def test_the_choice_is_as_good_as_any(pairs, capacity):
    values, weights = [list(column) for column in zip(*pairs, strict=True)] or [[], []]
    rows = best_choice(values, weights, capacity)
    assert rows == sorted(set(rows))
    assert sum(weights[row] for row in rows) <= max(capacity, 0)
    assert sum(values[row] for row in rows) == best_by_trying_all(values, weights, capacity)


def by_plain_programme(values, weights, capacity):
    best = [0] * (capacity + 1)
    for value, weight in zip(values, weights, strict=True):
        for left in range(capacity, weight - 1, -1):
            best[left] = max(best[left], best[left - weight] + value)
    return best[capacity]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("correlated", [False, True])
@pytest.mark.parametrize("quick", [10, 10**7])
def test_bounds_and_the_first_guess_lose_nothing(seed, correlated, quick, monkeypatch):
    """Values that follow the weights leave bounds the least to decide."""
    monkeypatch.setattr("inspector.core.window.optimum.QUICK_CELLS", quick)
    chance = random.Random(seed)
    weights = [chance.randint(1, 60) * chance.choice([1, 3]) for _ in range(60)]
    values = [
        w * 10 + chance.randint(0, 9) if correlated else chance.randint(1, 999) for w in weights
    ]
    capacity = sum(weights) // 3
    rows = best_choice(values, weights, capacity)
    assert sum(weights[row] for row in rows) <= capacity
    assert sum(values[row] for row in rows) == by_plain_programme(values, weights, capacity)


def test_a_table_that_would_be_too_large_is_refused(monkeypatch):
    monkeypatch.setattr("inspector.core.window.optimum.MAX_CELLS", 10)
    monkeypatch.setattr("inspector.core.window.optimum.QUICK_CELLS", 10)
    sizes = [100, 111, 119, 131, 140, 149, 161, 170]
    with pytest.raises(KnapsackTooLargeError):
        best_choice([size + 1 for size in sizes], sizes, 350)
    kinds = reversed(ChunkType)  # from 100 points up by 10
    chunks = [chunk(str(size), size, type=kind) for size, kind in zip(sizes, kinds, strict=False)]
    report = placed(chunks, room=350)
    found = optimum(report)
    assert found.value is found.gap is found.gap_share is found.chosen is None
    assert found.reason.startswith("Too large: ")


def test_two_small_chunks_worth_more_than_a_large_one_are_the_optimum():
    chunks = [
        chunk("large", 100, type="tool_output"),
        chunk("one", 50, type="rag_generic_chunk"),
        chunk("two", 50, type="rag_generic_chunk"),
    ]
    found = optimum(placed(chunks, room=100))
    assert found.chosen == ("one", "two")
    assert (found.gained, found.lost) == (("one", "two"), ("large",))
    assert (found.greedy_value, found.value) == (170_000_000, 200_000_000)  # millionths
    assert found.gap == 30
    assert found.gap_share == 0.15


def test_a_greedy_choice_that_takes_everything_has_no_gap():
    found = optimum(placed([chunk("a", 5), chunk("b", 0)], room=10))
    assert (found.gap, found.gap_share, found.tokens) == (0, 0, 5)


def test_without_room_the_optimum_is_empty():
    found = optimum(placed([chunk("a", 0), chunk("b", 1)], room=-1))
    assert (found.chosen, found.value, found.gap_share) == ((), 0, 0)


@given(chunk_lists(), st.integers(-5, 250))
def test_the_optimum_is_never_worse_than_greedy_and_always_fits(chunks, room):
    report = placed(chunks, room=room)
    found = optimum(report)
    sizes = {one.id: one.tokens for one in report.allocations}
    worth = {one.id: round(one.priority * MILLIONTHS) for one in report.allocations}
    assert found.gap >= 0
    assert 0 <= found.gap_share <= 1
    assert found.tokens == sum(sizes[name] for name in found.chosen) <= max(room, 0)
    assert found.value == sum(worth[name] for name in found.chosen)
    assert found.greedy_value == sum(worth[name] for name in report.allocated)
    changed = set(report.allocated) | set(found.gained)
    assert set(found.chosen) == changed - set(found.lost)


@pytest.mark.parametrize(
    ("chunks", "arguments", "words"),
    [
        (
            [chunk("a", 5)],
            {"options": {"enforce_category_limits": True}},
            "Category limits are enforced",
        ),
        ([chunk("a", 5.5)], {}, "has a fraction"),
        ([chunk("a", 5)], {"room": 2**30}, "tokens or more"),
    ],
)
def test_where_the_optimum_is_not_defined_it_says_why(chunks, arguments, words):
    found = optimum(placed(chunks, **arguments))
    assert found.value is None
    assert words in found.reason


@pytest.mark.parametrize(("count", "room"), [(100_000, 126_000), (20_000, 998_000)])
def test_large_sets_are_decided_within_the_limit(count, room):
    """The second would be refused without a good choice to start from."""
    chance = random.Random(7)
    values = [round(chance.uniform(100, 240) * MILLIONTHS) for _ in range(count)]
    weights = [chance.randint(5, 900) for _ in values]
    rows = best_choice(values, weights, room)
    assert sum(weights[row] for row in rows) == room
