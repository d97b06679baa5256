"""What is not included has one cause each, and the way from two budgets to one adds up."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.independent import KNOWLEDGE_TOKENS, MergeStep, independent_run
from inspector.analysis.injection_runs import InjectionRuns
from inspector.analysis.not_included import (
    ExclusionCause,
    cause_of,
    missing_of_files,
    not_included,
)
from inspector.core import inject
from inspector.core.reasons import Reason, Verdict
from tests.shared.injection_draws import sessions
from tests.shared.injection_input import (
    CHARACTERS,
    bucket,
    candidate_set,
    card,
    file,
    policy,
    request,
)

IN = {Verdict.INCLUDED, Verdict.BALANCE}


def reports(session):
    report = InjectionRuns(lambda _encoding: CHARACTERS).run(session).report
    assert report is not None
    return report


@given(sessions())
def test_every_row_that_is_not_in_has_one_cause_and_is_counted_under_it_once(session):
    report = reports(session)
    counted = Counter()
    for entry in report.ledger.entries:
        cause = cause_of(entry.reason)
        if cause is None:
            assert entry.verdict in IN or entry.kind == "card"
        else:
            counted[cause, entry.kind] += 1
    for one in not_included(report):
        assert one.cards == len(one.ranks) == counted[one.cause, "card"]
        assert one.files == counted[one.cause, "file"]
        assert len(one.summaries) == counted[one.cause, "background"]


@given(sessions(), st.integers(0, 3))
def test_what_a_cause_takes_is_the_same_however_many_of_its_cards_are_named(session, most):
    report = reports(session)
    few, whole = not_included(report, most), not_included(report)
    assert [one.cause for one in few] == list(ExclusionCause)
    assert [(one.cards, one.tokens) for one in few] == [(one.cards, one.tokens) for one in whole]
    for one, all_of_them in zip(few, whole, strict=True):
        assert one.ranks.tolist() == all_of_them.ranks[:most].tolist()
        assert int(all_of_them.card_costs.sum()) == all_of_them.card_tokens


@given(sessions())
def test_the_way_from_two_budgets_to_one_always_adds_up(session):
    report = reports(session)
    run = independent_run(report)
    assert run.total_used + sum(one.tokens for one in run.bridge) == report.total_tokens_used
    assert [one.step for one in run.bridge] == list(MergeStep)


@given(sessions())
def test_nothing_is_saved_where_nothing_is_suppressed(session):
    report = reports(session)
    run = independent_run(report)
    assert run.saved >= 0
    if not report.cards_suppressed + report.backgrounds_suppressed:
        assert run.saved == 0


@given(sessions())
def test_what_is_saved_was_paid_twice_before(session):
    run = independent_run(reports(session))
    assert run.step(MergeStep.DUPLICATED).cards <= run.cards_spent_twice
    assert run.step(MergeStep.DUPLICATED).summaries <= run.summaries_spent_twice
    assert run.saved <= run.spent_twice <= run.total_used


def test_a_reason_that_leaves_all_in_has_no_cause():
    assert cause_of(Reason.CARD_INJECTED) is None
    assert cause_of(Reason.TIER_LOWERED) is None
    assert cause_of(Reason.BEYOND_TOP_K) is ExclusionCause.CUT


def test_of_a_listed_file_the_rest_of_its_text_is_missing_and_of_a_card_its_smallest_rendering():
    cards = [card("in", 0.9, 20), card("large", 0.8, 400, lengths={"full": 900})]
    candidates = candidate_set(cards, [bucket("b", file("f", 1.0, 300))])
    report = inject(request(), candidates, policy(200), CHARACTERS)
    (listed,) = [one for one in report.ledger.entries if one.kind == "file"]
    assert (listed.verdict, listed.tokens > 0) == (Verdict.REDUCED, True)
    assert missing_of_files(report.file_rows).tolist() == [300 - listed.tokens]
    (no_room,) = [one for one in not_included(report) if one.cause is ExclusionCause.NO_ROOM]
    assert (no_room.cards, no_room.card_tokens) == (1, 400)


def test_a_card_that_fills_the_superseded_budget_of_cards_is_in_and_one_token_more_is_out():
    def run(size):
        report = inject(request(), candidate_set([card("a", 1.0, size)]), policy(9_000), CHARACTERS)
        return independent_run(report), report.prepared.counted.separators

    small, layout = run(1)
    whole = small.knowledge_budget - layout.knowledge_heading - layout.card
    assert run(whole)[0].knowledge_used == small.knowledge_budget == KNOWLEDGE_TOKENS
    assert run(whole + 1)[0].knowledge_used == 0
