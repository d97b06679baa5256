"""A map of two values of the policy: at any point what the core decides there."""

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from inspector.analysis.tuning.axes import (
    Axis,
    AxisRange,
    SweepTooLargeError,
    default_range,
    policy_at,
)
from inspector.analysis.tuning.policy_map import may_be_mapped, policy_map
from inspector.analysis.watched_counter import StoppedError
from inspector.core.injection.materialization import Mode
from inspector.core.injection.policy import Strategy
from inspector.core.injection.step import Injector
from inspector.core.reasons import Verdict
from inspector.core.selection.value import value_steps
from tests.shared.injection_input import bucket, card, file, policy
from tests.shared.tuning_input import report_of, reports

PAIRS = [
    (Axis.TOTAL, Axis.DIVISION),
    (Axis.KNOWLEDGE_SHARE, Axis.BUCKET_SHARE),
    (Axis.PROCEDURES, Axis.TOTAL),
    (Axis.INTERACTION_POLICIES, Axis.PROCEDURES),
    (Axis.KNOWLEDGE_FLOOR, Axis.WINDOW_PART),
    (Axis.DIVISION, Axis.INTERACTION_POLICIES),
]


def span(report, axis):
    usual = default_range(axis, report)
    return AxisRange(axis, 0, min(usual.high, 400)) if axis.whole else usual


def decided(report):
    worth = value_steps(report.prepared.cards, report.settings.tier_weights)
    files = [one for one in report.materialization.files if one.mode is not Mode.OMITTED]
    backgrounds = [one for one in report.backgrounds if one.verdict is Verdict.INCLUDED]
    cards, tiers = report.tiers.ranks, report.tiers.tiers
    return (
        report.total_tokens_used,
        report.budget.total_budget,
        len(cards),
        len(cards) + len(files) + len(backgrounds),
        int(worth.steps[cards, tiers].sum()) / worth.scale,
        report.tokens_freed,
    )


@given(reports, st.sampled_from(PAIRS), st.data())
def test_every_point_of_a_map_is_what_the_core_decides_there(report, axes, data):
    if report.strategy is Strategy.OPTIMAL:
        return
    x, y = (span(report, axis) for axis in axes)
    found = policy_map(report, x, y)
    injector = Injector(report.given)
    points = []
    for _ in range(6):
        values = [
            float(data.draw((st.integers if one.axis.whole else st.floats)(one.low, one.high)))
            for one in (x, y)
        ]
        points.append(values)
    there = found.at(*(np.array(column) for column in zip(*points, strict=True)))
    for place, (first, second) in enumerate(points):
        at = policy_at(policy_at(report.policy, x.axis, first), y.axis, second)
        core = injector.run(at, report.strategy, report.settings, report.overrides)
        assert decided(core) == (
            there.used[place],
            there.total[place],
            there.cards_in[place],
            there.items_in[place],
            there.value[place],
            there.tokens_freed[place],
        )


@pytest.mark.parametrize("axes", PAIRS)
def test_a_map_is_the_cores_over_files_that_keep_cards_out_and_ceilings_that_hold_many(axes):
    kinds = ("procedure", "interaction_policy", "entity")
    cards = [card(f"n{n}", 1 - n / 20, 10, kind=kinds[n % 3]) for n in range(12)]
    cards += [card("of-f", 0.99, 10, file="b:f"), card("of-g", 0.3, 10, file="b:g")]
    files = bucket("b", file("f", 1.0, 40), file("g", 0.5, 80), background="z" * 20)
    report = report_of(cards, [files], policy(300))
    x, y = (span(report, axis) for axis in axes)
    columns, rows = (np.linspace(one.low, one.high, 9) for one in (x, y))
    columns, rows = (
        np.floor(ends) if one.axis.whole else ends
        for ends, one in ((columns, x), (rows, y))
    )  # fmt: skip
    seen = freed_where_a_map_is_the_cores(report, x, y, columns, rows)
    assert len(seen) > 1 or set(axes) == {Axis.INTERACTION_POLICIES, Axis.PROCEDURES}


@pytest.mark.parametrize("kind", ["procedure", "interaction_policy"])
def test_a_map_is_the_cores_where_nearly_all_cards_are_under_one_ceiling(kind):
    cards = [card(f"n{n}", 1 - n / 20, 10, kind=kind) for n in range(8)]
    report = report_of([card("other", 0.1, 5), *cards], chosen=policy(200))
    axis = Axis.PROCEDURES if kind == "procedure" else Axis.INTERACTION_POLICIES
    x, y = span(report, axis), span(report, Axis.TOTAL)
    columns, rows = np.linspace(x.low, x.high, 9), np.arange(0, 201, 25)
    freed_where_a_map_is_the_cores(report, x, y, columns, rows)


def freed_where_a_map_is_the_cores(report, x, y, columns, rows):
    """Compare every point of columns and rows; return the numbers of freed tokens."""
    found, injector = policy_map(report, x, y), Injector(report.given)
    seen = set()
    for first in columns.tolist():
        there = found.at(np.full(len(rows), first), rows)
        for place, second in enumerate(rows.tolist()):
            at = policy_at(policy_at(report.policy, x.axis, first), y.axis, second)
            core = injector.run(at, report.strategy, report.settings, report.overrides)
            assert (core.total_tokens_used, len(core.tiers.ranks), core.tokens_freed) == (
                there.used[place],
                there.cards_in[place],
                there.tokens_freed[place],
            )
            seen.add(core.tokens_freed)
    return seen


def small():
    return report_of([card("a", 1.0)], [bucket("b", file("f", 1.0))], policy(200))


def test_two_axes_of_one_field_are_no_map():
    report = small()
    with pytest.raises(ValueError, match="same field"):
        policy_map(report, span(report, Axis.DIVISION), span(report, Axis.KNOWLEDGE_SHARE))


def test_the_best_strategy_has_no_map():
    report = report_of([card("a", 1.0)], chosen=policy(50), strategy=Strategy.OPTIMAL)
    with pytest.raises(ValueError, match="coverage or depth"):
        policy_map(report, span(report, Axis.TOTAL), span(report, Axis.PROCEDURES))


def test_a_map_that_is_too_large_is_refused_and_a_watched_one_stopped():
    report = report_of([card("a", 1.0)], chosen=policy(200_000))
    wide = AxisRange(Axis.TOTAL, 0, 10**9)
    large = report_of(
        [card("a", 1.0)],
        chosen=policy(10),
        model={"name": "m", "context_window": 10**8, "encoding": "characters"},
    )
    with pytest.raises(SweepTooLargeError, match="narrower"):
        policy_map(large, wide, span(large, Axis.PROCEDURES))
    with pytest.raises(StoppedError):
        policy_map(
            report, AxisRange(Axis.TOTAL, 0, 50), span(report, Axis.PROCEDURES),
            watch=lambda done, total: False,
        )  # fmt: skip


@pytest.mark.parametrize(("x", "y"), PAIRS)
def test_two_axes_of_different_fields_of_the_policy_may_be_mapped(x, y):
    assert may_be_mapped(x, y)
    assert may_be_mapped(y, x)


@pytest.mark.parametrize("limit", [Axis.TOP_K, Axis.RELEVANCE_FLOOR])
def test_neither_limits_of_candidates_nor_one_field_twice_may_be_mapped(limit):
    assert not may_be_mapped(limit, Axis.TOTAL)
    assert not may_be_mapped(Axis.TOTAL, limit)
    assert not may_be_mapped(Axis.DIVISION, Axis.KNOWLEDGE_SHARE)
