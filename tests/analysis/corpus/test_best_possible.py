"""The best possible: what any selection within the budgets could bring in."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.corpus import best_possible
from inspector.analysis.corpus.facts import asked_for, evidence_of
from inspector.analysis.corpus.losses import losses_of
from inspector.analysis.corpus.packed import Packed
from inspector.analysis.tuning.axes import Axis, AxisRange
from inspector.analysis.tuning.sweep import report_at, sweep
from inspector.core.candidates.request import RelevanceScores
from inspector.core.injection.overrides import Overrides
from inspector.core.injection.prepare import CEILINGS, prepare
from inspector.core.injection.step import Injector
from tests.shared.corpus_input import DIVISION, drawn_workloads, made_corpus, made_workload
from tests.shared.examples import examples
from tests.shared.injection_input import (
    bucket,
    card,
    file,
    injected,
)


@examples(30)
@given(drawn_workloads(), st.data())
def test_no_order_of_what_was_retrieved_exceeds_the_best_possible(load, data):
    job = load.jobs[0]
    prepared = prepare(job.request, load.counted_of(job), job.used_before)
    scores = st.sampled_from([0.1, 0.3, 0.6, 1.0])
    cards, ranks = prepared.cards.columns.row_of, prepared.cards.rank_of_row
    order = RelevanceScores(
        cards={
            one: data.draw(scores) if prepared.cards.relevance[ranks[row]] > 0 else 0.0
            for one, row in cards.items()
        },
        files={
            one.counted.reference: data.draw(scores) if one.relevance > 0 else 0.0
            for one in prepared.files
        },
    )
    (curve, *_) = load.curves(0)
    again = result_from(load, job.request.model_copy(update={"relevance": order}))
    assert again.current[0] <= curve.evidence.best_now
    assert again.evidence.best_now == curve.evidence.best_now


def result_from(load, other):
    """Return the first curve of a workload with another request in the place of its first."""
    job = replace(load.jobs[0], packed=Packed.of(other))
    return replace(load, jobs=(job,)).curves(0)[0]


def plainly(report, pieces):
    """Return the most pieces that any selection within the budgets has in, by trying them all.

    What is scored 0 where anything is scored was not retrieved, and is none of them.
    """
    prepared, separators = report.prepared, report.prepared.counted.separators
    cards, budget = prepared.cards, report.budget
    asked = {one for ids in pieces for one in ids}
    scored = any(cards.relevance > 0) or any(one.relevance > 0 for one in prepared.files)
    ranks = [
        int(cards.rank_of_row[cards.columns.row_of[one]])
        for one in asked
        if one in cards.columns.row_of
    ]
    ranks = [
        rank for rank in ranks if cards.usable[rank] and (cards.relevance[rank] > 0 or not scored)
    ]
    places = [
        place
        for place, one in enumerate(prepared.files)
        if one.counted.reference in asked and one.counted.text is not None
        if one.relevance > 0 or one.direct_target or not scored
    ]
    left = report.materialization.budget
    paid = set()
    for one in report.materialization.backgrounds:
        if one.reserved:
            left -= one.tokens + one.overhead
            paid.add(one.bucket_index)
    limits = (
        max(0, budget.knowledge_card_budget - separators.knowledge_heading),
        *budget.ceilings,
    )
    best = 0
    for chosen in subsets(places):
        own = [prepared.files[place].counted for place in chosen]
        buckets = {one.bucket_index for one in own} - paid
        tokens = sum(one.text + one.heading for one in own)
        tokens += sum(prepared.counted.buckets[one].heading for one in buckets)
        if tokens > left:
            continue
        references = {one.reference for one in own}
        for taken in subsets(ranks):
            costs = [
                int(cards.costs[rank][cards.tier_exists[rank]].min()) + separators.card
                for rank in taken
            ]
            spent = (
                sum(costs),
                *(
                    sum(cost for cost, rank in zip(costs, taken, strict=True)
                        if cards.caps[rank] == cap)
                    for cap in CEILINGS
                ),
            )  # fmt: skip
            if any(one > limit for one, limit in zip(spent, limits, strict=True)):
                continue
            there = set(references)
            for rank in taken:
                source = int(cards.source_file[rank])
                if source < 0 or prepared.files[source].counted.reference not in references:
                    there.add(cards.columns.node_ids[int(cards.order[rank])])
            best = max(best, sum(bool(there.intersection(ids)) for ids in pieces))
    return best


def subsets(items):
    return (chosen for size in range(len(items) + 1) for chosen in combinations(items, size))


@examples(30)
@given(drawn_workloads())
def test_the_best_possible_is_what_trying_every_selection_finds(load):
    for place, job in enumerate(load.jobs):
        (curve, *_) = load.curves(place)
        prepared = prepare(job.request, load.counted_of(job), job.used_before)
        report = Injector(prepared).run(load.variants[0].policy, load.strategy)
        pieces = asked_for(job.request)
        if pieces:
            assert curve.evidence.is_exact
            assert curve.evidence.best_now == plainly(report, pieces)


def test_the_best_possible_is_exact_to_the_token_at_every_total():
    cards = [card(name, 0.5, 10) for name in ("a", "b", "c")]
    cards.append(card("p", 0.4, 10, kind="procedure"))
    files = [bucket("x", file("f", 0.9, 30), file("g", 0.8, 25)), bucket("y", file("h", 0.7, 20))]
    pieces = ["a", "b", "p", "x:f", "x:g", ["y:h", "c"]]
    report = injected(cards, files, 100, expect={"must_include": pieces})
    found = sweep(report, AxisRange(Axis.TOTAL, 0, 400))
    evidence = evidence_of(report, found)
    asked = asked_for(report.prepared.request)
    best = [
        plainly(report_at(report, Axis.TOTAL, start), asked)
        for start in found.pieces.starts.tolist()
    ]
    places = np.searchsorted(evidence.starts, found.pieces.starts, side="right") - 1
    assert evidence.best[places].tolist() == best
    assert set(best) == set(range(len(pieces) + 1))
    assert (np.diff(evidence.best) != 0).all()  # a start is where it changes


def test_a_card_that_answers_two_pieces_is_paid_for_once():
    report = injected(
        [card(name, 0.5, 30) for name in ("first", "other", "second", "third")],
        total=50,
        expect={"must_include": [["second", "other"], ["second", "third"]]},
    )
    assert evidence_of(report, sweep(report, DIVISION)).best_now == 2


def test_a_background_that_just_fits_its_part_leaves_files_no_more_than_the_rest():
    def found(length):
        report = injected(
            [],
            [bucket("b", file("f", 0.9, 380), background="z" * length)],
            400,
            expect={"must_include": ["b:f"]},
        )
        evidence = evidence_of(report, sweep(report, DIVISION))
        return any(one.reserved for one in report.materialization.backgrounds), evidence.best_now

    reserved = [found(length) for length in range(60, 101)]
    assert reserved == sorted(reserved, reverse=True)
    assert {best for is_reserved, best in reserved if is_reserved} == {0}
    assert {best for is_reserved, best in reserved if not is_reserved} == {1}


@pytest.mark.parametrize(
    ("forced", "best"), [({}, 2), ({"exclude": ("b:f",)}, 1), ({"list_only": ("b:f",)}, 1)]
)
def test_a_file_that_a_person_keeps_out_is_in_no_selection(forced, best):
    files = [file("f", 0.9, 60), file("g", 0.8, 60)]
    report = injected(
        [],
        [bucket("b", *files)],
        1000,
        overrides=Overrides(**forced),
        expect={"must_include": ["b:f", "b:g"]},
    )
    assert evidence_of(report, sweep(report, DIVISION)).best_now == best


@pytest.mark.parametrize("kind", ["procedure", "interaction_policy"])
def test_cards_that_only_one_at_a_time_fit_under_their_ceiling_are_one_piece(kind):
    report = injected(
        [card(one, 0.5, 60, kind=kind) for one in "ab"],
        total=1000,
        rules={f"{kind}_sub_budget_pct": 0.1},
        expect={"must_include": ["a", "b"]},
    )
    evidence = evidence_of(report, sweep(report, DIVISION))
    assert (evidence.best_now, evidence.ceiling) == (1, 2)
    assert plainly(report, asked_for(report.prepared.request)) == 1


def test_a_choice_between_a_file_and_its_card_counts_each_piece_once():
    cards = [card("a", 0.5, 20, file="b:f"), card("c", 0.4, 20)]
    pieces = [["a"], ["b:f"], ["c", "b:f"]]
    report = injected(
        cards, [bucket("b", file("f", 0.9, 60))], 1000, expect={"must_include": pieces}
    )
    evidence = evidence_of(report, sweep(report, DIVISION))
    # The file suppresses the card "a": two pieces with the file, or two with both cards.
    assert evidence.best_now == 2 == plainly(report, asked_for(report.prepared.request))
    assert evidence.ceiling == 3


def test_where_there_are_too_many_selections_the_ceiling_stands_in_and_is_told(monkeypatch):
    load = made_workload(made_corpus(12), totals=(120,))
    exact = [load.curves(place)[0].evidence for place in range(12)]
    monkeypatch.setattr(best_possible, "_MOST_SELECTIONS", 0)
    bound = [load.curves(place)[0] for place in range(12)]
    for curve, before in zip(bound, exact, strict=True):
        assert curve.evidence.is_exact == (curve.asked == 0)
        assert curve.evidence.best_now == before.ceiling >= before.best_now
    losses = losses_of(bound, seed=1, resamples=10)
    assert losses.inexact == losses.asking
    assert losses.best_possible == losses.ceiling


@pytest.mark.parametrize("order", [["cheap", "both"], ["both", "cheap"]])
def test_a_dearer_card_that_answers_two_pieces_is_better_than_two_cheap_ones(order):
    lengths = {"cheap": 10, "both": 20, "other": 30}
    report = injected(
        [card(name, 0.5, length) for name, length in lengths.items()],
        total=40,
        expect={"must_include": [order, ["both", "other"]]},
    )
    assert evidence_of(report, sweep(report, DIVISION)).best_now == 2


def test_cards_of_one_size_are_compared_by_how_many_there_are_however_many():
    names = [f"n{number}" for number in range(16)]
    report = injected(
        [card(name, 0.5, 10) for name in names], total=1000, expect={"must_include": names}
    )
    evidence = evidence_of(report, sweep(report, AxisRange(Axis.TOTAL, 0, 1000)))
    assert (evidence.best_now, evidence.is_exact) == (16, True)
    assert evidence.best.tolist() == list(range(17))


def test_a_card_takes_no_room_of_files_and_none_under_the_ceilings_of_other_cards():
    report = injected(
        [card("a", 0.5, 30)],
        [bucket("b", file("f", 0.9, 60))],
        100,
        rules={
            "knowledge_card_share_default": 1.0,
            "bucket_content_share_default": 0.0,
            "procedure_sub_budget_pct": 0.0,
            "interaction_policy_sub_budget_pct": 0.0,
        },
        expect={"must_include": ["a"]},
    )
    budget = report.budget
    assert (budget.bucket_budget, budget.procedure_cap, budget.interaction_policy_cap) == (0, 0, 0)
    assert evidence_of(report, sweep(report, DIVISION)).best_now == 1
