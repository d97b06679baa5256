"""The exact best selections over all budgets, checked against the core's for each budget."""

import numpy as np
import pytest
from hypothesis import given

from inspector.analysis.tuning.axes import Axis
from inspector.analysis.tuning.runs import Tuning
from inspector.analysis.tuning.sweep import optimum_beside, optimum_curve, report_at, sweep
from inspector.analysis.watched_counter import StoppedError
from inspector.core.injection.overrides import NO_OVERRIDES, Overrides
from inspector.core.injection.policy import Strategy
from inspector.core.selection.value import value_steps
from tests.shared.injection_input import bucket, card, file, policy
from tests.shared.tuning_input import report_of, reports


@given(reports)
def test_the_best_value_is_the_cores_at_every_budget(report):
    curve = Tuning(report).curve(Axis.TOTAL)
    pieces = np.linspace(0, len(curve.sweep.pieces) - 1, 6).astype(int).tolist()
    for piece in pieces:
        value = float(curve.sweep.pieces.starts[piece])
        beside = optimum_beside(report_at(curve.sweep.report, Axis.TOTAL, value))
        assert (curve.greedy[piece], curve.best[piece]) == beside.values


@given(reports)
def test_the_best_is_never_worth_less_than_the_greedy_one(report):
    if report.overrides.pin:
        return  # a pinned card is in at its cheapest rendering, whatever that is worth
    curve = Tuning(report).curve(Axis.DIVISION)
    assert (curve.best >= curve.greedy).all()
    assert (curve.gap_part >= 0).all()


@given(reports)
def test_differences_are_all_that_sets_the_two_selections_apart(report):
    beside = optimum_beside(report)
    tiers = dict(beside.greedy.tiers.tier_by_rank)
    for one in beside.differences:
        assert tiers.get(one.rank) == one.greedy
        tiers.pop(one.rank, None)
        if one.best is not None:
            tiers[one.rank] = one.best
    assert tiers == beside.best.tiers.tier_by_rank
    assert sum(one.value for one in beside.differences) == pytest.approx(beside.gap, abs=1e-6)
    costs = [
        sum(side.tiers.cost_of(rank, tier) for rank, tier in side.tiers.tier_by_rank.items())
        for side in (beside.greedy, beside.best)
    ]
    assert sum(one.tokens for one in beside.differences) == costs[1] - costs[0]


def test_one_large_card_first_can_cost_two_small_ones_that_are_worth_more():
    cards = [card("large", 1.0, 30), card("b", 0.9, 10), card("c", 0.9, 10)]
    beside = optimum_beside(report_of(cards, chosen=policy(45)))
    assert beside.values == (0.6, 1.08)
    assert beside.gap_part == pytest.approx(0.48 / 1.08)
    assert [(one.rank, one.greedy, one.best) for one in beside.differences] == [
        (0, 0, None),
        (1, None, 0),
        (2, None, 0),
    ]


@pytest.mark.parametrize(
    ("axis", "overrides"),
    [
        (Axis.TOP_K, NO_OVERRIDES),
        (Axis.RELEVANCE_FLOOR, NO_OVERRIDES),
        (Axis.DIVISION, Overrides(pin=("b", "c"))),
    ],
)
def test_the_curve_of_the_best_is_the_cores_at_every_piece(axis, overrides):
    cards = [card("large", 1.0, 30), card("b", 0.9, 10), card("c", 0.8, 12), card("d", 0.7, 9)]
    files = bucket("b", file("f", 1.0, 10))
    report = report_of(cards, [files], policy(60), overrides=overrides)
    curve = optimum_curve(sweep(report, axis))
    starts = curve.sweep.pieces.starts.tolist()
    assert len(starts) >= 4
    for start, greedy, best in zip(starts, curve.greedy, curve.best, strict=True):
        assert (greedy, best) == optimum_beside(report_at(report, axis, start)).values


def test_the_best_strategy_stands_beside_coverage():
    report = report_of([card("a", 1.0)], chosen=policy(45), strategy=Strategy.OPTIMAL)
    beside = optimum_beside(report)
    assert beside.best is report
    assert beside.greedy.strategy is Strategy.COVERAGE


def test_the_optimum_is_stopped_by_who_watches_it():
    found = sweep(report_of([card("a", 1.0)]), Axis.TOTAL)
    with pytest.raises(StoppedError):
        optimum_curve(found, watch=lambda done, total: False)


def test_values_far_above_one_still_add_up_exactly():
    report = report_of([card("a", 5e9), card("b", 1.0)], chosen=policy(100))
    worth = value_steps(report.prepared.cards, report.settings.tier_weights)
    assert worth.steps.max() * 4 * 10**6 < 2**63
    assert optimum_beside(report).gap == 0


def test_where_there_is_nothing_to_gain_no_part_of_it_is_missed():
    for report in (report_of(), report_of([card("a", 0.0, 5)]), report_of([card("a", 0.9, 5)])):
        found = optimum_beside(report)
        assert (found.gap, found.gap_part) == (0.0, 0.0)
