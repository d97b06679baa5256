"""Expectations are met or not, and say what was found."""

from dataclasses import replace

import pytest

from inspector.analysis.expectations import (
    CheckedRun,
    check_expectations,
    evidence_recall,
    measure,
)
from inspector.core import inject
from tests.shared.injection_input import (
    CHARACTERS,
    bucket,
    candidate_set,
    card,
    file,
    policy,
    request,
)


def run(**expect):
    cards = [
        card("first", 0.9, 20, kind="procedure"),
        card("covered", 0.8, 20, file="b:f"),
        card("second", 0.7, 30),
        card("large", 0.1, 400),
    ]
    candidates = candidate_set(cards, [bucket("b", file("f", 1.0, 50))])
    asked = request(expect=expect) if expect else request()
    return inject(asked, candidates, policy(400), CHARACTERS)


def outcomes(**expect):
    found, problems = check_expectations(run(**expect))
    assert not problems
    return [(outcome.expectation, outcome.met) for outcome in found]


def test_a_request_that_expects_nothing_has_no_outcomes():
    assert check_expectations(run()) == ((), ())
    assert evidence_recall(run()) is None


def test_a_card_counts_when_injected_and_a_file_when_inlined():
    assert outcomes(must_include=["first", "b:f", "large"]) == [
        ("in: first", True),
        ("in: b:f", True),
        ("in: large", False),
    ]


def test_of_a_list_of_ids_one_is_enough():
    assert outcomes(must_include=[["covered", "b:f"]]) == [("in: covered or b:f", True)]
    assert evidence_recall(run(must_include=["large", ["covered", "b:f"]])) == 0.5


def test_what_is_scored_0_beside_others_was_not_retrieved_although_it_is_in():
    expect = {"must_include": ["zero"]}
    for score, recall in ((0.9, 0.0), (0.0, 1.0)):
        candidates = candidate_set([card("other", score, 20), card("zero", 0.0, 20)])
        report = inject(request(expect=expect), candidates, policy(400), CHARACTERS)
        assert [outcome.met for outcome in check_expectations(report)[0]] == [True]
        assert evidence_recall(report) == recall


@pytest.mark.parametrize("wrong", ["", "outcomes", "problems", "balances"])
def test_a_run_passes_where_all_is_met_nothing_is_unread_and_its_sum_closes(wrong: str):
    right = CheckedRun("r", check_expectations(run(must_include=["first"]))[0], (), balances=True)
    unmet, unread = run(must_include=["large"]), run(limits=["nothing"])
    changes = {
        "": {},
        "outcomes": {"outcomes": check_expectations(unmet)[0]},
        "problems": {"problems": check_expectations(unread)[1]},
        "balances": {"balances": False},
    }
    assert replace(right, **changes[wrong]).passed is not bool(wrong)


def test_what_must_be_out_is_not_in():
    assert outcomes(must_exclude=["covered", "first"]) == [
        ("out: covered", True),
        ("out: first", False),
    ]


@pytest.mark.parametrize(
    ("limit", "met"),
    [
        ("procedures <= 10%", True),
        ("procedures < 10%", False),
        ("procedures = 20", True),
        ("knowledge.used >= 67", True),
        ("knowledge.used > 67", False),
        ("cards.suppressed == 1", True),
        ("files.inlined >= 100 %", True),
        ("total.unused > 0", True),
    ],
)
def test_limits_compare_numbers_and_percentages(limit, met):
    # Knowledge: the heading takes 13, 20 + 2 for the procedure, 30 + 2 for the other card.
    assert outcomes(limits=[limit]) == [(limit, met)]


@pytest.mark.parametrize("limit", ["", "procedures", "procedures <= many", "nonsense < 3", "a<b"])
def test_a_limit_that_cannot_be_read_is_a_problem_with_its_place(limit):
    found, problems = check_expectations(run(limits=["total.used > 0", limit]))
    assert [outcome.met for outcome in found] == [True]
    assert [problem.place.pointer for problem in problems] == ["/expect/limits/1"]


def test_used_unused_and_freed_measure_up_to_the_budgets():
    report = run()
    freed = {"knowledge": 0, "bucket": report.released}
    freed["total"] = report.released + report.budget.unallocated
    for account in ("knowledge", "bucket", "total"):
        used, whole = measure(report, f"{account}.used")
        unused, same = measure(report, f"{account}.unused")
        assert used + unused + freed[account] == whole == same
