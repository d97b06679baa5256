"""The run as a whole: balance, comparison, differences, the status line."""

import pytest

from inspector.analysis.expectations import checked
from inspector.analysis.injection_runs import InjectionRuns
from inspector.analysis.tuning.axes import Axis, axis_fields
from inspector.analysis.tuning.split import splits_of
from inspector.core.reasons import Verdict
from inspector.present.shares import share_of_text
from inspector.session.edits import set_policy_fields
from inspector.session.session import Session
from inspector.stages.injection.overview import (
    DIFFERENCES_SHOWN,
    declared_steps,
    grouped,
    independent_steps,
    joined_steps,
    nearest_steps,
    overview,
    result_title,
    status_text,
)
from inspector.stages.injection.summary import allocation_steps, allocation_sum, balance
from tests.shared.injection_input import (
    CHARACTERS,
    bucket,
    candidate_set,
    card,
    file,
    policy,
    request,
)
from tests.shared.samples import sample_session


def result(cards=None, total=600, buckets=None, **fields):
    cards = [card("alpha", 0.9), card("twin", 0.5, file="b:f1")] if cards is None else cards
    buckets = [bucket("b", file("f1", 0.9))] if buckets is None else buckets
    candidates = candidate_set(cards, buckets)
    session = Session(candidates=candidates, request=request(**fields), policy=policy(total))
    runs = InjectionRuns(lambda _name: CHARACTERS)
    found = runs.run(session)
    return found, runs.facts(found)


def test_the_lines_of_the_allocation_add_up_to_the_sum_below_them():
    closing = balance(result()[0].report)
    lines, whole = allocation_steps(closing), allocation_sum(closing)
    assert sum(int(line.result) for line in lines) == int(whole.result) == 600
    assert whole.working == "budget 600"


def test_the_allocation_has_one_line_for_a_thing_and_none_for_nothing():
    lines = allocation_steps(balance(result()[0].report))
    titles = [line.label for line in lines]
    assert len(set(titles)) == len(titles)
    assert all(line.result != "0" for line in lines)


def test_a_run_that_could_use_everything_says_so():
    shown = overview(result()[0].report)
    assert (shown.degraded, shown.title) == (
        "none",
        "Nothing is left out but duplicates: 1 card",
    )


@pytest.mark.parametrize(
    ("given", "title"),
    [
        ({"cards": [], "buckets": []}, "Nothing to choose from"),
        ({"cards": [card("a", 0.9)], "buckets": []}, "Everything is included"),
        (
            {"cards": [card("a", 0.9, 30, lengths={"full": 700})], "buckets": []},
            "Everything is included, 1 card in a shorter form",
        ),
    ],
)
def test_everything_is_included_only_where_there_is_something_and_it_is(given, title):
    assert result_title(result(total=500, **given)[0].report) == title


def test_a_run_that_could_not_use_a_part_says_that_it_is_partial():
    report = result(cards=[card("alpha", 0.9), card("alpha", 0.8)])[0].report
    assert overview(report).degraded == "partial"
    assert overview(report).degraded_text == "1 record skipped: see Problems."
    assert "partial" in status_text(report, None)


def test_a_run_without_any_budget_is_unavailable():
    assert overview(result(total=0)[0].report).degraded == "unavailable"


def test_the_status_line_has_used_balance_suppressed_counter_and_fingerprint():
    report = result()[0].report
    assert (
        status_text(report, "3fa29c" + "0" * 58)
        == "138 of 600 tokens used  ·  Reconciled: adds up to 600  ·  1 card suppressed"
        "  ·  characters  ·  3fa29c…"
    )
    assert status_text(report, None).endswith("characters")


def test_the_way_from_two_budgets_to_one_is_shown_with_what_was_paid_twice():
    shown = {step.label: step for step in independent_steps(result()[1])}
    assert shown["Duplicated, removed"].result == "−10"
    assert shown["Duplicated, removed"].working == "1 card"
    assert list(shown)[-1].startswith("One budget of ")


def test_at_the_nearest_splits_that_are_told_something_is_in_or_not_met():
    found = sample_session("securities-fraud")
    report = InjectionRuns().run(found).report
    assert report is not None
    splits = splits_of(report)
    steps = nearest_steps(report, splits)
    assert len(steps) == 4
    for step in steps:
        share = share_of_text(step.result)
        assert share is not None
        there = (
            InjectionRuns().run(set_policy_fields(axis_fields(Axis.DIVISION, share))(found)).report
        )
        assert there is not None
        if step.label.endswith("expectations met"):
            outcomes = checked(there).outcomes
            met = f"{sum(one.met for one in outcomes)} of {len(outcomes)}"
            assert step.label == f"{met} expectations met"
            continue
        rows = {one.name: one for one in there.ledger.entries}
        name, in_full = step.label.removesuffix(" in full"), step.label.endswith(" in full")
        shorter = set() if in_full else {Verdict.REDUCED}
        assert rows[name.removesuffix(" included")].verdict in {Verdict.INCLUDED, *shorter}
    assert nearest_steps(report, None) == ()


def test_the_joined_text_is_compared_with_its_parts():
    shown = {step.label: step for step in joined_steps(result()[1])}
    assert shown["Knowledge budget"].result == "+0"


def test_declared_counts_that_differ_are_listed_up_to_a_limit():
    cards = [
        card(f"c{n:02}", 0.5, token_counts={"compact": 11}) for n in range(DIFFERENCES_SHOWN + 3)
    ]
    shown = declared_steps(result(cards=cards)[1])
    assert len(shown) == DIFFERENCES_SHOWN + 1
    assert shown[0].label == "c00"
    assert shown[0].working == "declared 11, counted 10"
    assert shown[0].result == "−1"
    assert (shown[-1].label, shown[-1].result) == ("And more", "3")


def test_a_fingerprint_is_shown_in_groups():
    assert grouped("0123456789abcdef") == "01234567 89abcdef"
