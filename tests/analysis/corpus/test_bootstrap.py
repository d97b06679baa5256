"""Bounds and intervals: the exact ones where a formula gives them, and what draws of groups sum."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.corpus import bootstrap
from inspector.analysis.corpus.bootstrap import (
    Interval,
    Resamples,
    harm_bound,
    middle,
    most_likely_part,
)
from tests.shared.examples import examples


@pytest.mark.parametrize("count", [1, 2, 7, 100, 3000])
def test_the_bound_for_none_all_and_all_but_one_is_what_a_formula_gives(count: int) -> None:
    assert most_likely_part(0, count) == pytest.approx(1 - 0.05 ** (1 / count), rel=1e-9)
    assert most_likely_part(count - 1, count) == pytest.approx(0.95 ** (1 / count), rel=1e-9)
    assert most_likely_part(count, count) == 1.0


@examples(30)
@given(st.integers(1, 60), st.data())
def test_under_the_bound_so_few_hits_have_a_chance_of_a_twentieth(
    count: int, data: st.DataObject
) -> None:
    hits = data.draw(st.integers(0, count - 1))
    part = most_likely_part(hits, count)
    chance = sum(
        comb(count, one) * part**one * (1 - part) ** (count - one) for one in range(hits + 1)
    )
    assert chance == pytest.approx(0.05, abs=1e-9)


def test_the_bound_of_groups_stands_for_their_requests_and_never_for_more_than_there_are() -> None:
    # One of two groups: the bound is 0.95 ** (1 / 2) of them, each with all four of its requests.
    assert harm_bound(4, 8, 1, 2).at_most == 8
    assert harm_bound(1, 8, 1, 2).at_most == 4  # 0.471 of eight; of 1 in 2 groups at most 1.95
    assert harm_bound(0, 8, 0, 2).at_most == 3
    assert harm_bound(8, 8, 2, 2).at_most == 8


def test_the_middle_is_between_numbers_that_were_found() -> None:
    found = np.array([3.0, 1.0, 2.0])
    assert middle(found) == Interval(1.0, 3.0)
    assert middle(np.arange(40.0)) == Interval(1.0, 38.0)
    assert middle(np.arange(39.0)) == Interval(0.0, 38.0)


@examples(15)
@given(
    st.lists(st.tuples(st.sampled_from("abcd"), st.integers(0, 9)), min_size=1, max_size=9),
    st.sampled_from([1, 3, 2**22]),
)
def test_a_sum_counts_each_request_as_often_as_its_group_was_drawn(
    requests: list[tuple[str, int]], cells: int
) -> None:
    keys = [key for key, _ in requests]
    values = np.array([value for _, value in requests], dtype=np.int64)
    drawn = Resamples.of(keys, 6, seed=3)
    names = list(dict.fromkeys(keys))
    assert drawn.groups == len(names)
    assert (drawn.drawn.sum(axis=1) == len(names)).all()
    wanted = [
        sum(int(row[names.index(key)]) * value for key, value in requests) for row in drawn.drawn
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bootstrap, "_CELLS_AT_ONCE", cells)
        assert drawn.sums(values).tolist() == wanted
    counts = drawn.sums(np.ones(len(keys), dtype=np.int64))
    means = sorted(np.array(wanted) / counts)
    assert drawn.mean(values) == Interval(means[0], means[-1])
    assert drawn.mean(values, 4) == Interval(means[0] / 4, means[-1] / 4)
    interval = drawn.total(values)
    assert (interval.low, interval.high) == pytest.approx(
        (means[0] * len(keys), means[-1] * len(keys))
    )
