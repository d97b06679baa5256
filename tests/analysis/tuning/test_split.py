"""Every split of a request: what is expected at each, and the best of them."""

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from inspector.analysis.expectations import check_expectations, measure
from inspector.analysis.tuning.axes import Axis
from inspector.analysis.tuning.runs import Item
from inspector.analysis.tuning.split import (
    TOLERANCE,
    MetExpectations,
    Objective,
    best_split,
    objectives_of,
    share_that_includes,
    splits_of,
)
from inspector.analysis.tuning.sweep import report_at, sweep
from inspector.analysis.tuning.thresholds import ItemKind
from inspector.core.injection.overrides import NO_OVERRIDES, Overrides
from tests.shared.injection_input import bucket, card, file, policy
from tests.shared.tuning_input import bucket_lists, card_lists, policies, report_of

KINDS = ["entity", "event", "procedure", "interaction_policy"]
IDS = ["n0", "n1", "n2", "n3", "n4", "b0:f0", "b0:f1", "b1:f0", "nobody"]
ids = st.sampled_from(IDS)
subjects = st.sampled_from(
    [
        "procedures",
        "interaction_policies",
        "entities",
        *(f"{part}.{what}" for part in ("knowledge", "bucket") for what in ("used", "unused")),
        "knowledge.overhead",
        "bucket.overhead",
        "total.used",
        "total.unused",
        "cards.injected",
        "cards.suppressed",
        "files.inlined",
        "files.listed",
        "nothing.known",
    ]
)
limits = st.builds(
    "{} {} {}{}".format,
    subjects,
    st.sampled_from(["<=", ">=", "<", ">", "==", "="]),
    st.integers(0, 120),
    st.sampled_from(["", "%"]),
)
expectations = st.fixed_dictionaries(
    {
        "must_include": st.lists(st.one_of(ids, st.lists(ids, min_size=1, max_size=3)), max_size=3),
        "must_exclude": st.lists(ids, max_size=2),
        "limits": st.lists(limits, max_size=4),
    }
)
expecting = st.builds(
    report_of,
    card_lists(),
    bucket_lists(),
    policies,
    expect=expectations,
    overrides=st.sampled_from([NO_OVERRIDES, Overrides(pin=("n0",)), Overrides(exclude=("n1",))]),
)


@given(expecting, st.data())
def test_the_expectations_met_at_a_split_are_always_those_of_the_cores_own_report(report, data):
    splits = splits_of(report)
    piece = data.draw(st.integers(0, len(splits.starts) - 1))
    outcomes, _ = check_expectations(report_at(report, Axis.DIVISION, splits.sweep.value_in(piece)))
    assert splits.met.expected == len(outcomes)
    assert splits.met.met[piece] == sum(one.met for one in outcomes)
    evidence = [one.met for one in outcomes if "/must_include/" in one.place]
    assert splits.met.evidence_expected == len(evidence)
    assert splits.met.evidence[piece] == sum(evidence)


def test_every_number_that_can_be_limited_is_the_cores_own_at_every_split():
    cards = [card(f"n{n}", 1 - n / 10, 20, kind=kind) for n, kind in enumerate(KINDS)]
    files = bucket("b0", file("f0", 0.9, 30), file("f1", 0.5, 90), background="z" * 20)
    report = report_of([*cards, card("n9", 0.1, file="b0:f0")], [files], policy(300))
    found = sweep(report, Axis.DIVISION)
    numbers = MetExpectations(found.outcomes).numbers
    for piece in range(0, len(found.pieces), 7):
        there = report_at(report, Axis.DIVISION, found.value_in(piece))
        for subject, (values, wholes) in numbers.items():
            assert (values[piece], wholes[piece]) == measure(there, subject), subject


@given(expecting, st.sampled_from([Objective.EXPECTATIONS, Objective.EVIDENCE]))
def test_no_split_is_ever_better_than_the_best(report, objective):
    if objective not in objectives_of(report):
        with pytest.raises(ValueError, match="nothing to find"):
            best_split(splits_of(report), report, objective)
        return
    splits = splits_of(report)
    found = best_split(splits, report, objective)
    met = splits.met.met if objective is Objective.EXPECTATIONS else splits.met.evidence
    assert found.best >= met.max()
    assert found.best >= found.now
    assert found.kept == (found.now == found.best)
    assert found.low <= found.share <= found.high
    if not found.kept:
        at = report_at(report, Axis.DIVISION, found.share)
        outcomes, _ = check_expectations(at)
        wanted = objective is Objective.EXPECTATIONS
        assert found.best == sum(o.met for o in outcomes if wanted or "/must_include/" in o.place)
        assert found.tokens == at.total_tokens_used


@given(expecting)
def test_the_fewest_tokens_never_cost_more_than_the_tolerance(report):
    splits = splits_of(report)
    found = best_split(splits, report, Objective.TOKENS)
    most = max(found.now, found.best)
    floor = most * (1 - TOLERANCE) if most > 0 else most
    assert found.best >= floor - 1e-9
    assert found.kept or found.tokens < found.tokens_now or found.now < floor


def split_run(share: float, **expect: object):
    """Two cards of 50 tokens and a file of 50, divided out of 200."""
    return report_of(
        [card("n0", 0.9, 50), card("n1", 0.8, 50)],
        [bucket("b0", file("f0", 0.9, 50))],
        policy(
            200,
            knowledge_card_share_default=share,
            bucket_content_share_default=round(1 - share, 4),
        ),
        expect=expect,
    )


def test_a_better_split_is_the_whole_percent_in_the_middle_of_the_widest_stretch():
    report = split_run(0.1, must_include=["n0", "b0:f0"])
    found = best_split(splits_of(report), report, Objective.EXPECTATIONS)
    assert not found.kept
    assert (found.now, found.best, found.whole) == (1, 2, 2)
    assert found.share == round(found.share, 2)
    assert abs(found.share - (found.low + found.high) / 2) <= 0.005


def test_the_whole_percent_is_the_one_nearest_the_middle():
    # Heading 13, 180 and 2: there are 195 tokens from a share of 97.5 % on.
    chosen = policy(200, knowledge_card_share_default=0.5, bucket_content_share_default=0.5)
    files = [bucket("b0", file("f0", 0.9, 50))]
    report = report_of([card("n0", 0.9, 180)], files, chosen, expect={"must_include": ["n0"]})
    found = best_split(splits_of(report), report, Objective.EVIDENCE)
    assert (found.low, found.high, found.share) == (0.975, 1.0, 0.99)


def test_what_is_as_good_as_any_is_kept():
    report = split_run(0.5, must_include=["n0"])
    found = best_split(splits_of(report), report, Objective.EVIDENCE)
    assert found.kept
    assert found.share == 0.5
    assert found.low < 0.5 < found.high


def test_without_expectations_only_tokens_can_be_looked_at_and_value_is_what_is_kept():
    report = split_run(0.9)
    assert objectives_of(report) == (Objective.TOKENS,)
    found = best_split(splits_of(report), report, Objective.TOKENS)
    assert found.measure == "value"
    assert found.tokens <= found.tokens_now


@given(expecting, st.floats(0, 1))
def test_the_nearest_share_that_includes_an_item_always_does(report, share):
    splits = splits_of(report)
    now = report_at(report, Axis.DIVISION, share)
    for rank in range(len(report.prepared.cards.order)):
        found = share_that_includes(splits, now, Item(ItemKind.CARD, rank))
        ever = splits.sweep.outcomes.cards.of(rank)
        if found is None:
            assert not len(ever)
        elif rank not in now.tiers.ranks:
            assert rank in report_at(report, Axis.DIVISION, found).tiers.ranks
            there = splits.sweep.outcomes.cards.mask(rank, len(splits.sweep.pieces))
            starts = splits.sweep.pieces.starts[np.flatnonzero(there)]
            assert abs(found - share) <= min(abs(starts - share)) + 1e-4


def test_changes_and_turns_are_shares_where_something_changes():
    splits = splits_of(split_run(0.4, must_include=["n0"]))
    assert set(splits.turns) <= set(splits.changes)
    assert np.all(np.diff(splits.changes) > 0)
