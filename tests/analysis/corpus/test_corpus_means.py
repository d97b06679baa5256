"""Sums over all requests are what adding them up one by one gives, at every value."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.corpus import means
from inspector.analysis.corpus.facts import FACTS, Fact
from inspector.analysis.corpus.means import (
    Rate,
    mean_curve,
    measures_at,
    pareto_front,
    recall_scale,
    recall_steps,
    recall_steps_of,
    request_measures,
    union_of,
)
from inspector.analysis.corpus.running import run_workload
from inspector.analysis.corpus.workload import found_in_order
from tests.analysis.corpus.test_recommendation import curve
from tests.shared.corpus_input import drawn_workloads, made_corpus, made_workload
from tests.shared.examples import examples


def curves_of(load, variant=0):
    return [curves[variant] for _, curves in found_in_order(load, run_workload(load))]


@examples(20)
@given(drawn_workloads(), st.data())
def test_a_mean_at_any_value_is_that_of_the_requests_one_by_one(load, data):
    curves = curves_of(load)
    mean = mean_curve(curves)
    value = data.draw(st.sampled_from(mean.starts.tolist()))
    place = mean.place_of(value)
    facts = [dict(zip(FACTS, curve.at(value), strict=True)) for curve in curves]
    recalls = [
        one[Fact.MET] / curve.asked for one, curve in zip(facts, curves, strict=True) if curve.asked
    ]
    if recalls:
        assert mean.measure(Rate.RECALL)[place] == pytest.approx(np.mean(recalls), abs=1e-12)
    assert int(mean.used[place]) == sum(one[Fact.USED] for one in facts)
    assert int(mean.total[place]) == sum(one[Fact.TOTAL] for one in facts)
    assert int(mean.suppressed[place]) == sum(one[Fact.SUPPRESSED] for one in facts)
    assert mean.measure(Rate.CARDS_STARVED)[place] == np.mean(
        measures_at(curves, Rate.CARDS_STARVED, value)
    )
    assert mean.measure(Rate.FILES_STARVED)[place] == np.mean(
        measures_at(curves, Rate.FILES_STARVED, value)
    )


@given(st.permutations(range(12)))
@examples(10)
def test_the_order_of_requests_changes_no_digit(order):
    curves = CURVES
    one, other = mean_curve(curves), mean_curve([curves[place] for place in order])
    for measure in Rate:
        assert (one.measure(measure) == other.measure(measure)).all()


CURVES = curves_of(made_workload())


def test_all_cards_starve_without_a_share_and_all_files_with_the_whole():
    mean = mean_curve(CURVES)
    assert mean.measure(Rate.CARDS_STARVED)[0] == 1
    assert mean.measure(Rate.FILES_STARVED)[-1] == 1
    assert mean.measure(Rate.CARDS_STARVED)[-1] == 0
    assert mean.measure(Rate.SUPPRESSION)[-1] == 0


def test_requests_that_ask_for_nothing_have_no_recall():
    recalls = measures_at(CURVES, Rate.RECALL, 0.5)
    assert np.isnan(recalls).sum() == 4
    assert mean_curve(CURVES).asking == 8


def test_nothing_on_the_front_is_beaten_and_everything_else_is():
    load = made_workload(totals=(400, 250))
    both = [mean_curve(curves_of(load, variant)) for variant in range(2)]
    front = pareto_front(both)
    points = {
        (float(tokens), float(recall))
        for mean in both
        for tokens, recall in zip(mean.tokens, mean.measure(Rate.RECALL), strict=True)
    }

    def beaten(point):
        return any(
            other != point and other[0] <= point[0] and other[1] >= point[1] for other in points
        )

    on_front = {(one.tokens, one.recall) for one in front}
    assert on_front == {point for point in points if not beaten(point)}
    assert [one.tokens for one in front] == sorted(one.tokens for one in front)


@given(st.integers(1, 40), st.data())
def test_steps_of_a_recall_are_exact_while_the_scale_is(asked, data):
    met = data.draw(st.integers(0, asked))
    steps = recall_steps_of(np.array([met]), asked, asked * 7)
    assert int(steps[0]) == met * 7


def test_the_scale_divides_by_every_number_asked():
    scale = recall_scale(CURVES)
    assert all(scale % curve.asked == 0 for curve in CURVES if curve.asked)


@pytest.mark.parametrize(
    ("asked", "scale"),
    [([0], 1), ([0, 4, 6], 12), ([2**30], 2**30), ([2**29, 3], 2**30), ([7, 11, 13, 2**30], 2**30)],
)
def test_a_recall_has_no_more_than_2_to_the_30_steps(asked, scale):
    assert recall_scale([curve("q", one, {0.0: 0}, now=0) for one in asked]) == scale


@given(st.integers(1, 40), st.integers(1, 50), st.data())
def test_steps_of_a_recall_are_rounded_to_the_nearest_and_a_half_up(asked, scale, data):
    met = data.draw(st.integers(0, asked))
    (steps,) = recall_steps_of(np.array([met]), asked, scale).tolist()
    assert -Fraction(1, 2) < steps - Fraction(met * scale, asked) <= Fraction(1, 2)


def test_a_request_that_asks_for_nothing_has_no_step_of_recall():
    assert recall_steps(curve("q", 0, {0.0: 0, 0.5: 0}, now=0), 12).tolist() == [0, 0]


def test_a_mean_of_one_request_that_asks_for_one_entry_is_its_own():
    mean = mean_curve([curve("q", 1, {0.0: 0, 0.5: 1}, now=0)])
    assert mean.measure(Rate.RECALL).tolist() == [0, 1]
    assert mean.measure(Rate.UTILISATION).tolist() == [0.1, 0.1]
    assert mean.measure(Rate.CARDS_STARVED).tolist() == [1, 1]
    assert mean.tokens.tolist() == [100, 100]


@pytest.mark.parametrize(("there_are", "taken", "starved"), [(0, 0, 0), (1, 0, 1), (1, 1, 0)])
@pytest.mark.parametrize("measure", [Rate.CARDS_STARVED, Rate.FILES_STARVED])
def test_who_has_one_candidate_starves_without_it_and_who_has_none_never(
    measure, there_are, taken, starved
):
    one = replace(curve("q", 1, {0.0: 0}, now=0), cards=there_are, files=there_are)
    for fact in (Fact.CARDS, Fact.LISTED):
        one.facts[FACTS.index(fact)] = taken
    assert mean_curve([one]).measure(measure).tolist() == [starved]
    assert request_measures([one], measure, one.facts.T).tolist() == [starved]


@examples(10)
@given(st.lists(st.lists(st.integers(0, 9), min_size=1, unique=True), max_size=6))
def test_values_at_which_any_curve_changes_are_each_there_once_in_order(changes):
    starts = [np.array(sorted(one), dtype=np.float64) for one in changes]
    wanted = sorted({value for one in changes for value in one})
    assert union_of(starts).tolist() == wanted
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(means, "_CURVES_AT_ONCE", 2)
        assert union_of(starts).tolist() == wanted


def test_no_request_has_no_mean():
    with pytest.raises(ValueError, match="no request"):
        mean_curve([])


def test_a_corpus_without_expectations_still_has_its_other_measures():
    corpus = made_corpus(3)
    bare = tuple(one.model_copy(update={"expect": None}) for one in corpus.requests)
    mean = mean_curve(curves_of(made_workload(type(corpus)("bare", corpus.candidates, bare))))
    assert mean.asking == 0
    assert not mean.measure(Rate.RECALL).any()
    assert mean.measure(Rate.UTILISATION).max() > 0
