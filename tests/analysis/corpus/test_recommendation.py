"""The recommended value: the best there is, with its uncertainty, and who pays for it."""

import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.corpus import recommendation
from inspector.analysis.corpus.bootstrap import (
    HarmBound,
    Interval,
    Pair,
    _drawn,
    harm_bound,
    lower_end,
    paired,
    upper_end,
)
from inspector.analysis.corpus.facts import FACTS, Fact
from inspector.analysis.corpus.means import Rate, RequestCurve, mean_curve, request_measures
from inspector.analysis.corpus.recommendation import recommend
from inspector.analysis.tuning.axes import Axis, AxisRange
from tests.shared.corpus_input import DIVISION
from tests.shared.examples import examples


def curve(name: str, asked: int, steps: dict[float, int], now: int, used: int = 100):
    """A curve that meets so many entries from each value on."""
    facts = np.zeros((len(FACTS), len(steps)), dtype=np.int64)
    facts[FACTS.index(Fact.MET)] = list(steps.values())
    facts[FACTS.index(Fact.USED)] = used
    facts[FACTS.index(Fact.TOTAL)] = 1000
    current = [0] * len(FACTS)
    current[FACTS.index(Fact.MET)], current[FACTS.index(Fact.USED)] = now, used
    return RequestCurve(name, asked, 5, 2, 10, np.array(list(steps)), facts, tuple(current))


def test_the_value_with_the_best_mean_recall_is_recommended_and_the_losers_are_named():
    curves = [
        curve("gains", 2, {0.0: 0, 0.5: 2}, now=0),
        curve("gains too", 1, {0.0: 0, 0.3: 1, 0.75: 0}, now=0),
        curve("loses", 1, {0.0: 1, 0.4: 0}, now=1),
        curve("asks for nothing", 0, {0.0: 0}, now=0),
        curve("gains late", 1, {0.0: 0, 0.5: 1}, now=0),
    ]
    found = recommend(curves, DIVISION, 0.2, seed=1, resamples=200)
    assert found is not None
    assert (found.first, found.value) == (0.5, 0.5)
    assert found.last == np.nextafter(0.75, 0)
    assert found.asking == 4
    assert (found.recall_now, found.recall) == (1 / 4, 3 / 4)
    assert found.gain == pytest.approx(1 / 2)
    assert [one.trace_id for one in found.better] == ["gains", "gains too", "gains late"]
    assert [(one.trace_id, one.met_now, one.met_then) for one in found.worse] == [("loses", 1, 0)]
    assert not found.is_certain


def test_a_stretch_below_zero_ends_before_the_next_one():
    found = recommend(
        [curve("gains", 1, {-1.0: 0, -0.75: 1, -0.5: 0}, now=0)],
        AxisRange(Axis.RELEVANCE_FLOOR, -1.0, 1.0),
        -1.0,
        seed=1,
        resamples=200,
    )
    assert found is not None
    assert (found.first, found.last) == (-0.75, np.nextafter(-0.5, -1))


def test_a_stretch_of_tokens_ends_a_token_before_the_next():
    spans = AxisRange(Axis.TOTAL, 0, 400)
    found = recommend([curve("q", 1, {0: 0, 100: 1, 200: 0}, now=0)], spans, 50, seed=1)
    assert found is not None
    assert (found.first, found.last) == (100, 199)


@pytest.mark.parametrize(
    ("axis", "first", "current", "value"),
    [
        *((Axis.TOTAL, 105, now, then) for now, then in ((104, 105), (105, 105), (106, 106))),
        *((Axis.TOTAL, 105, now, then) for now, then in ((199, 199), (200, 105))),
        (Axis.DIVISION, 0.2031, 0.2031, 0.2031),
        (Axis.DIVISION, 0.2031, 0.203, 0.3),
    ],
)
def test_the_current_value_stays_from_the_first_to_the_last_that_is_best(
    axis, first, current, value
):
    span = AxisRange(axis, 0, 400) if axis.whole else DIVISION
    curves = [curve("q", 1, {0: 0, first: 1, 200 if axis.whole else 0.5: 0}, now=0)]
    assert recommend(curves, span, current, seed=1, resamples=20).value == value


def test_of_equal_recalls_the_fewest_tokens_then_the_nearest_value_wins():
    dear = curve("q", 1, {0.0: 1, 0.2: 0, 0.6: 1}, now=1)
    found = recommend([dear], DIVISION, 0.7, seed=1, resamples=20)
    assert found is not None
    assert found.value == 0.7  # the current value itself, where it is as good as any
    cheap = replace(dear, facts=dear.facts.copy())
    cheap.facts[FACTS.index(Fact.USED)] = [10, 100, 100]
    found = recommend([cheap], DIVISION, 0.7, seed=1, resamples=20)
    assert found is not None
    assert (found.first, found.value) == (0.0, 0.0)


@examples(20)
@given(st.data(), st.integers(1, 6))
def test_no_value_is_better_than_the_recommended_one(data, count):
    curves = []
    for number in range(count):
        asked = data.draw(st.integers(0, 3))
        values = data.draw(st.sets(st.sampled_from([0.1, 0.25, 0.4, 0.6, 0.9]), max_size=4))
        met = st.integers(0, asked)
        steps = {value: data.draw(met) for value in [0.0, *sorted(values)]}
        curves.append(curve(f"q{number}", asked, steps, now=data.draw(met)))
    found = recommend(curves, DIVISION, 0.4, seed=3, resamples=50)
    asking = [one for one in curves if one.asked]
    assert (found is None) == (not asking)
    if found is None:
        return

    def recall(value: float) -> float:
        met = FACTS.index(Fact.MET)
        return float(np.mean([one.at(value)[met] / one.asked for one in asking]))

    assert recall(found.value) == pytest.approx(found.recall)
    assert all(recall(at) <= found.recall + 1e-9 for at in (0, 0.1, 0.25, 0.4, 0.6, 0.9, 1))
    for interval in (found.recall_interval, found.gain_interval, found.value_interval):
        assert interval.low <= interval.high
    equal = [at for at in (0, 0.1, 0.25, 0.4, 0.6, 0.9, 1) if recall(at) >= found.recall - 1e-9]
    for at in (found.value, found.best.first, found.best.last, *equal):
        assert found.value_interval.low <= at <= found.value_interval.high
    for choice in (found.cheapest, *([found.knee] if found.knee else [])):
        assert recall(choice.value) == pytest.approx(choice.recall)
        assert choice.difference == pytest.approx(choice.recall - found.recall)
        assert choice.interval.low - 1e-9 <= choice.difference <= choice.interval.high + 1e-9 or (
            len(asking) > 1
        )
    assert found.cheapest.recall >= found.recall - found.tolerance - 1e-9
    assert found.cheapest.tokens <= found.tokens
    assert recall(found.plateau.value) >= found.recall - found.tolerance - 1e-9
    assert len(found.worse) <= found.harm.at_most <= found.harm.of == len(asking)
    assert found.groups == 1 or found.held_out <= found.gain + 1e-9
    changed = [one.trace_id for one in (*found.worse, *found.better)]
    assert len(changed) == len(set(changed))


def test_the_seed_decides_the_interval_and_nothing_else_does():
    curves = [
        curve(f"q{number}", 1, {0.0: 0, 0.1 + number / 20: 1}, now=number % 2)
        for number in range(9)
    ]

    def interval(seed):
        found = recommend(curves, DIVISION, 0.4, seed=seed, resamples=100)
        return found.gain, found.gain_interval, found.recall_interval

    assert interval(1) == interval(1)
    assert interval(1)[0] == interval(2)[0]
    # Read off once; the generator promises the same numbers in every version.
    assert interval(1)[1].low == pytest.approx(0.2222, abs=1e-3)


def test_the_interval_of_the_best_value_holds_all_that_are_as_good():
    curves = [curve(f"q{number}", 1, {0.0: 0, 0.2: 1}, now=1) for number in range(8)]
    found = recommend(curves, DIVISION, 0.7, seed=1, resamples=100)
    assert found is not None
    assert found.value == 0.7
    assert (found.value_interval.low, found.value_interval.high) == (0.2, 1.0)
    assert (found.best.first, found.best.last) == (0.2, 1.0)


def test_values_that_are_looked_at_in_parts_have_the_same_intervals(monkeypatch):
    curves = [
        curve(f"q{n}", 1, {0.0: 0, 0.1 + n / 20: 1, 0.6 + n / 50: n % 2}, now=0) for n in range(9)
    ]
    at_once = recommend(curves, DIVISION, 0.4, seed=1, resamples=100)
    monkeypatch.setattr(recommendation, "_CELLS_AT_ONCE", 1)
    assert recommend(curves, DIVISION, 0.4, seed=1, resamples=100) == at_once


def test_an_interval_narrows_with_more_requests():
    def width(count):
        curves = [
            curve(f"q{number}", 1, {0.0: 0, 0.5: int(number % 3 > 0)}, now=0)
            for number in range(count)
        ]
        found = recommend(curves, DIVISION, 0.4, seed=1, resamples=200)
        return found.recall_interval.high - found.recall_interval.low

    assert width(300) < width(12)


def test_a_gain_that_all_requests_share_is_certain():
    curves = [curve(f"q{number}", 1, {0.0: 0, 0.5: 1}, now=0) for number in range(20)]
    found = recommend(curves, DIVISION, 0.4, seed=1, resamples=100)
    assert found is not None
    assert found.is_certain
    assert found.held_out == 1
    assert recommend(curves, DIVISION, 0.4, seed=1).resamples == 1_000
    # Both have to say so: the interval, and requests that the value was not chosen by.
    assert not replace(found, held_out=0.0).is_certain
    assert not replace(found, gain_interval=Interval(0.0, 1.0)).is_certain


def test_requests_of_one_conversation_are_drawn_together_and_the_interval_widens():
    curves = [
        curve(f"q{number}", 1, {0.0: 0, 0.5: 1}, now=number // 10 % 2) for number in range(80)
    ]
    alone, together = (
        recommend(curves, DIVISION, 0.4, seed=1, resamples=200, groups=groups)
        for groups in (None, [number // 10 for number in range(80)])
    )
    assert (alone.groups, together.groups) == (80, 8)

    def width(found):
        return found.gain_interval.high - found.gain_interval.low

    assert width(together) > width(alone)


def test_a_sliver_between_two_roundings_is_no_recommendation():
    sliver = {0.0: 0, 0.2031661: 1, 0.2031662: 0, 0.5: 1}
    narrow = curve("a", 1, sliver, now=0, used=10)
    wide = curve("b", 1, {0.0: 0, 0.2031661: 1, 0.2031662: 0}, now=0)
    found = recommend([narrow, wide], DIVISION, 0.4, seed=1, resamples=20)
    assert (found.first, found.recall) == (0.5, 0.5)


def test_the_middle_of_the_widest_plateau_is_steady():
    spike = curve("a", 1, {0.0: 0, 0.1: 1, 0.11: 0}, now=0)
    rest = [curve(f"q{n}", 1, {0.0: 0, 0.1: 1, 0.11: 0, 0.3: 1, 0.7: 0}, now=0) for n in range(199)]
    found = recommend([spike, *rest], DIVISION, 0.4, seed=1, resamples=50)
    assert found.value == 0.1
    assert (found.plateau.first, found.plateau.value) == (0.3, 0.5)
    assert found.plateau_recall == pytest.approx(199 / 200)


@pytest.mark.parametrize("at_first", [1, 4])
def test_the_knee_is_where_more_tokens_stop_paying(at_first):
    curves = [
        curve(f"q{n}", 1, {0.0: n < at_first, 0.2: n < 8, 0.4: n < 9, 0.6: 1}, now=0)
        for n in range(10)
    ]
    for one in curves:
        one.facts[FACTS.index(Fact.USED)] = [100, 200, 300, 400]
    found = recommend(curves, DIVISION, 0.1, seed=1, resamples=20)
    assert (found.knee.value, found.knee.recall, found.knee.tokens) == (0.2, 0.8, 200)
    for some in (curves, curves[:1]):
        assert mean_curve(some).tokens.tolist() == [100, 200, 300, 400]


def test_the_knee_is_looked_for_along_the_whole_front():
    met = {0.0: 1, 0.2: 6, 0.4: 9, 0.6: 10}
    curves = [
        curve(f"q{n}", 1, {value: n < most for value, most in met.items()}, now=0)
        for n in range(10)
    ]
    for one in curves:
        one.facts[FACTS.index(Fact.USED)] = [100, 200, 300, 1000]
    found = recommend(curves, DIVISION, 0.1, seed=1, resamples=20)
    assert (found.knee.value, found.knee.recall, found.knee.tokens) == (0.4, 0.9, 300)


@pytest.mark.parametrize(
    ("met", "knee"),
    [
        ({0.0: 1, 0.2: 6}, None),
        ({0.0: 1, 0.2: 6, 0.4: 7}, 0.2),
        ({0.0: 1, 0.2: 2, 0.4: 3}, None),  # a straight line
        ({0.0: 1, 0.2: 2, 0.4: 7}, None),
    ],
)
def test_a_front_of_three_has_a_knee_where_it_bends_and_one_of_two_has_none(met, knee):
    curves = [
        curve(f"q{n}", 1, {value: n < most for value, most in met.items()}, now=0)
        for n in range(10)
    ]
    for one in curves:
        one.facts[FACTS.index(Fact.USED)] = [100, 200, 300][: len(met)]
    found = recommend(curves, DIVISION, 0.1, seed=1, resamples=20)
    assert (found.knee and found.knee.value) == knee


def test_of_what_was_found_a_fortieth_lies_outside_at_either_end():
    found = np.arange(200.0)
    assert (lower_end(found), upper_end(found)) == (5, 194)


@pytest.mark.parametrize("count", [5, 60_000])  # with many groups, every bit of a number tells
def test_groups_are_drawn_as_so_many_calls_of_random_draw_them(count):
    source = random.Random(7)
    calls = [Counter(int(source.random() * count) for _ in range(count)) for _ in range(2)]
    wanted = [[row[group] for group in range(count)] for row in calls]
    assert _drawn(count, 2, 7).tolist() == wanted


def test_who_gains_the_largest_part_is_named_first():
    curves = [
        curve("a quarter", 4, {0.0: 3, 0.5: 4}, now=3),
        curve("a half", 2, {0.0: 0, 0.5: 1}, now=0),
    ]
    found = recommend(curves, DIVISION, 0.2, seed=1, resamples=20)
    assert [one.trace_id for one in found.better] == ["a half", "a quarter"]


@pytest.mark.parametrize(
    ("low", "high", "verdict"), [(0.1, 0.2, 1), (-0.2, -0.1, -1), (-0.1, 0.1, 0), (0.0, 0.0, 0)]
)
def test_a_policy_is_better_only_where_the_interval_says_so(low, high, verdict):
    bound = HarmBound(3, 12, 1, 12)
    pair = Pair((0.0, 0.0), (0.0, 0.0), 0.0, Interval(low, high), (), (), bound)
    assert pair.verdict == verdict
    assert (bound.part, HarmBound(0, 0, 0, 0).part) == (0.25, 0.0)


def test_two_policies_are_compared_request_by_request_and_only_where_something_is_asked():
    met = {"same": (1, 1), "better": (0, 2), "worse": (2, 1), "better too": (1, 2)}
    first, second = (
        [curve("asks nothing", 0, {0.0: 0}, now=0, used=used)]
        + [curve(name, 2, {0.0: 0}, now=both[place], used=used) for name, both in met.items()]
        for place, used in ((0, 100), (1, 300))
    )
    pair = paired(first, second, seed=1, resamples=50)
    assert (pair.better, pair.worse) == ((2, 4), (3,))
    assert (pair.recall, pair.tokens, pair.difference) == ((0.5, 0.75), (100, 300), 0.25)
    assert (pair.harm.worse, pair.harm.of, pair.harm.groups) == (1, 4, 4)
    together = paired(first, second, seed=1, resamples=50, groups=list("aabbc"))
    assert (together.worse, together.harm.groups) == ((3,), 3)
    assert paired(first[:1], second[:1], seed=1) is None


def test_files_are_starved_where_there_are_some_and_none_is_inlined_or_listed():
    curves = [curve(f"q{n}", 1, {0.0: 0}, now=0) for n in range(4)]
    facts = np.zeros((4, len(FACTS)), dtype=np.int64)
    for row, (inlined, listed) in enumerate([(0, 0), (1, 0), (0, 1), (1, 1)]):
        facts[row, FACTS.index(Fact.INLINED)] = inlined
        facts[row, FACTS.index(Fact.LISTED)] = listed
    assert request_measures(curves, Rate.FILES_STARVED, facts).tolist() == [1, 0, 0, 0]


@pytest.mark.parametrize(
    ("worse", "count", "most"), [(0, 30, 3), (0, 100, 3), (10, 10, 10), (5, 100, 11)]
)
def test_the_bound_on_harm_is_the_exact_one(worse, count, most):
    # 1 - 0.05 ** (1 / 30) = 9.5 % of 30 is 2.9; Clopper and Pearson's for 5 of 100 is 10.2 %.
    assert harm_bound(worse, count, worse, count).at_most == most


def test_a_conversation_with_harm_is_one_observation_of_harm():
    # At most 65.7 % of conversations get worse (one of five did), each with both of its requests.
    assert harm_bound(2, 10, 1, 5).at_most == 7
    assert harm_bound(2, 10, 2, 10).at_most == 6  # each alone: at most 50.7 % of ten
