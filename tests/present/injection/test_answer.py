"""The headline, the line of the last change, and the sentence of the best split."""

from dataclasses import replace

import pytest

from inspector.analysis.independent import MergeStep, independent_run
from inspector.analysis.injection_runs import InjectionRuns
from inspector.analysis.tuning.split import Objective, best_split, splits_of
from inspector.core.candidates.columns import columns_of
from inspector.session.edits import divide_budget
from inspector.stages.injection.answer import (
    best_text,
    change_text,
    figures,
    headline,
)
from inspector.stages.injection.summary import duplicated_text, saved_text
from tests.shared.samples import sample_session


@pytest.fixture(scope="module")
def report_at():
    session = sample_session("securities-fraud")
    runs = InjectionRuns()
    return lambda share: runs.run(divide_budget(share)(session)).report


def test_the_headline_says_used_duplicated_and_left_out(report_at):
    report = report_at(0.4)
    assert headline(report, independent_run(report)) == (
        "5,809 of 6,000 tokens used · 596 duplicated tokens fewer"
        " · 3,337 tokens left out: 1 card, 4 files by title only"
    )
    assert headline(report, None) == (
        "5,809 of 6,000 tokens used · 3,337 tokens left out: 1 card, 4 files by title only"
    )


def test_files_alone_have_no_overlap_and_say_what_is_left_out():
    session = sample_session("securities-fraud")
    files = session.candidates.model_copy(update={"knowledge_cards": columns_of(())})
    report = InjectionRuns().run(replace(session, candidates=files)).report
    assert headline(report, independent_run(report)) == (
        "5,889 of 6,000 tokens used · 972 tokens left out: 3 files by title only"
    )


def test_nothing_is_claimed_where_nothing_is_duplicated_however_much_is_left_out(report_at):
    session = sample_session("securities-fraud")
    apart = columns_of(
        card.model_copy(update={"provenance_source_ref": None})
        for card in session.candidates.knowledge_cards
    )
    candidates = session.candidates.model_copy(update={"knowledge_cards": apart})
    report = InjectionRuns().run(replace(session, candidates=candidates)).report
    run = independent_run(report)
    assert run.step(MergeStep.DUPLICATED).cards == 0
    assert run.total_used - report.total_tokens_used > -run.step(MergeStep.DUPLICATED).tokens


def test_what_is_paid_twice_is_said_in_number_and_tokens(report_at):
    assert duplicated_text(independent_run(report_at(0.4))) == (
        "895 tokens duplicated: 14 cards and 1 summary repeat what is also included"
    )


def test_what_is_paid_twice_and_stays_out_for_want_of_room_is_no_duplicate_removed():
    session = sample_session("securities-fraud")
    little = session.policy.model_copy(update={"max_injection_tokens_absolute": 10})
    report = InjectionRuns().run(replace(session, policy=little)).report
    run = independent_run(report)
    assert (run.spent_twice, run.saved) == (895, 0)
    assert saved_text(run) == "no duplicate removed"


def test_the_last_change_is_said_in_cards_files_headroom_and_expectations(report_at):
    old, new = figures(report_at(0.33)), figures(report_at(0.4))
    assert change_text(old, new) == (
        "split 33 : 67 → 40 : 60 · +4 cards · +1 file in full · −40 tokens unused"
        " · +1 expectation met"
    )
    assert change_text(new, old).startswith("split 40 : 60 → 33 : 67 · −4 cards · −1 file in full")
    assert change_text(new, new) == "same result"
    assert change_text(new, replace(new, total=9000)) == "total 6,000 → 9,000 · same result"


def test_keeping_what_there_is_is_an_answer(report_at):
    report = report_at(0.4)
    found = best_split(splits_of(report), report, Objective.EXPECTATIONS)
    assert best_text(found) == (
        "Keep 40 : 60: 12 of 12 expectations met, no split has more. As good from 35.7 to 41.8 %."
    )


def test_a_better_split_is_said_with_what_there_was(report_at):
    report = report_at(0.33)
    found = best_split(splits_of(report), report, Objective.EXPECTATIONS)
    assert best_text(found).startswith(
        "47 : 53: 12 of 12 expectations met, 11 before. As good from"
    )
    fewest = best_split(splits_of(report), report, Objective.TOKENS)
    assert f"{fewest.tokens:,} instead of 5,769 tokens" in best_text(fewest)
