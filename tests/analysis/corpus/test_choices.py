"""Values worth choosing: what is no sliver, what is steady, and where more tokens stop paying."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from inspector.analysis.corpus.choices import TOLERANCE, Choices
from inspector.analysis.corpus.facts import FACTS, Fact
from inspector.analysis.corpus.means import mean_curve
from inspector.analysis.tuning.axes import Axis, AxisRange
from tests.analysis.corpus.test_recommendation import curve
from tests.shared.corpus_input import DIVISION
from tests.shared.examples import examples


def choices(
    met: dict[float, int],
    current: float,
    *,
    asked: int = 1,
    used: list[int] | None = None,
    span: AxisRange = DIVISION,
) -> Choices:
    """Return the choices of one request that meets so many entries from each value on."""
    one = curve("q", asked, met, now=0)
    if used is not None:
        one.facts[FACTS.index(Fact.USED)] = used
    return Choices(mean_curve([one]), span, current)


@pytest.mark.parametrize(
    ("first", "following", "current", "is_choice"),
    [
        # 0.2031 is a number to write; 0.0003 and 0.0071 are a little more or less in steps.
        (0.2031, 0.20315, 0.9, True),
        (0.0003, 0.00035, 0.9, True),
        (0.0071, 0.00715, 0.9, True),
        (0.20305, 0.20311, 0.9, True),
        (0.20305, 0.2031, 0.9, False),
        (0.20311, 0.20315, 0.9, False),
        # The current value is one of its own stretch, from the first to the last.
        (0.20311, 0.20315, float(np.nextafter(0.20311, 0)), False),
        (0.20311, 0.20315, 0.20311, True),
        (0.20311, 0.20315, float(np.nextafter(0.20315, 0)), True),
        (0.20311, 0.20315, 0.20315, False),
    ],
)
def test_a_stretch_is_a_choice_where_it_holds_a_short_number_or_the_current_one(
    first: float, following: float, current: float, is_choice: bool
) -> None:
    found = choices({0.0: 0, first: 1, following: 0}, current)
    assert (1 in found.places) == is_choice


def test_the_end_of_the_range_is_a_number_to_write() -> None:
    found = choices({0.0: 0, 0.99995: 1}, 0.3)
    assert (found.places.tolist(), found.value_of(found.best)) == ([0, 1], 1.0)


def test_where_no_stretch_holds_a_short_number_each_is_a_choice() -> None:
    span = AxisRange(Axis.DIVISION, 0.20311, 0.20319)
    found = choices({0.20311: 0, 0.20313: 1, 0.20316: 0}, 0.9, span=span)
    assert found.places.tolist() == [0, 1, 2]
    assert found.value_of(found.best) == 0.20313


def test_every_stretch_of_tokens_is_a_choice() -> None:
    found = choices({0: 0, 7: 1, 8: 0}, 300, span=AxisRange(Axis.TOTAL, 0, 400))
    assert (found.places.tolist(), found.value_of(found.best)) == ([0, 1, 2], 7)


@pytest.mark.parametrize(
    ("current", "value"), [(0.1, 0.1), (0.3, 0.0), (0.45, 0.0), (0.65, 0.9), (0.85, 0.85)]
)
def test_of_equal_stretches_the_fewest_changes_away_is_taken_then_the_least(
    current: float, value: float
) -> None:
    found = choices({0.0: 1, 0.2: 0, 0.4: 0, 0.6: 0, 0.81: 1, 0.95: 0}, current)
    assert found.value_of(found.best) == value


def test_a_recall_just_within_the_tolerance_is_good_enough_and_one_below_is_not() -> None:
    met = {0.0: 98, 0.2: 99, 0.4: 100}
    found = choices(met, 0.5, asked=100, used=[10, 20, 30])
    assert found.best == found.cheapest(0.0) == 2
    assert found.cheapest(TOLERANCE) == 1
    assert found.cheapest(2 * TOLERANCE) == 0


def test_a_sliver_neither_ends_nor_begins_the_stretch_around_the_best() -> None:
    met = {0.0: 1, 0.1: 0, 0.2: 1, 0.20311: 0, 0.20312: 1, 0.5: 0, 0.8: 1, 0.9: 0}
    found = choices(met, 0.3)
    best = found.best_stretch()
    assert (best.first, best.value, best.last) == (0.2, 0.3, np.nextafter(0.5, 0))
    assert found.ties() == (0.0, np.nextafter(0.9, 0))
    assert choices(met, 0.85).best_stretch().first == 0.8
    assert choices(met, 0.05).best_stretch().last == np.nextafter(0.1, 0)


def test_the_widest_plateau_is_taken_and_of_equal_ones_the_first() -> None:
    met = {0.0: 0, 0.125: 1, 0.25: 0, 0.5: 1, 0.625: 0}
    assert choices(met, 0.9).plateau(0.0).first == 0.125
    assert choices(met | {0.6875: 1, 0.9375: 0}, 0.9).plateau(0.0).first == 0.6875
    # Its width is that of all its stretches, not of the widest of them.
    met = {0.0: 0, 0.1: 99, 0.25: 100, 0.4: 0, 0.5: 100, 0.7: 0}
    plateau = choices(met, 0.9, asked=100).plateau(TOLERANCE)
    assert (plateau.first, plateau.last) == (0.1, np.nextafter(0.4, 0))


@pytest.mark.parametrize(
    ("low", "high", "value"),
    [(0.381, 0.531, 0.45), (0.3, 0.7, 0.5), (0.11, 0.83, 0.4), (0.2031, 0.2033, 0.2032)],
)
def test_the_value_of_a_plateau_is_the_shortest_near_its_middle(
    low: float, high: float, value: float
) -> None:
    plateau = choices({0.0: 0, low: 1, high: 0}, 0.9).plateau(TOLERANCE)
    assert (plateau.first, plateau.last) == (low, np.nextafter(high, 0))
    assert plateau.value == value


def rising(count: int) -> st.SearchStrategy[list[tuple[int, int]]]:
    """So many points, each of which takes more tokens for more recall than the one before."""
    numbers = st.lists(st.integers(0, 9), min_size=count, max_size=count, unique=True).map(sorted)
    return st.tuples(numbers, numbers).map(lambda both: list(zip(*both, strict=True)))


POINTS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=8)


@examples(100)
@given(POINTS | st.integers(3, 7).flatmap(rising).flatmap(st.permutations))
@example([(0, 0), (5, 5), (9, 9)])
@example([(0, 0), (2, 7), (9, 9)])
def test_the_knee_is_the_farthest_of_the_front_above_the_line_between_its_ends(
    points: list[tuple[int, int]],
) -> None:
    starts = [place / 10 for place in range(len(points))]
    met = dict(zip(starts, (recall for _, recall in points), strict=True))
    found = choices(met, 0.0, asked=9, used=[100 * tokens for tokens, _ in points])
    front = sorted(
        (tokens, recall)
        for tokens, recall in set(points)
        if not any(
            other != (tokens, recall) and other[0] <= tokens and other[1] >= recall
            for other in points
        )
    )
    knee = found.knee()
    if len(front) < 3:
        assert knee is None
        return
    (least, low), (most, high) = front[0], front[-1]
    above = {
        (tokens, recall): Fraction(recall - low, high - low)
        - Fraction(tokens - least, most - least)
        for tokens, recall in front
    }
    best = max(above.values())
    assert (knee is None) == (best == 0)
    if knee is not None:
        assert above[points[knee]] == best
        assert points.index(points[knee]) == knee  # the least value that has these means
