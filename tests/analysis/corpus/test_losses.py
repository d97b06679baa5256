"""Every piece of evidence is found or has a cause, and a change that brings it back."""

import numpy as np
import pytest
from hypothesis import given

from inspector.analysis.corpus.causes import LossCause
from inspector.analysis.corpus.facts import FACTS, OVERRIDE, Fact, Retrieval, asked_for, evidence_of
from inspector.analysis.corpus.losses import best_curve, losses_of
from inspector.analysis.corpus.means import request_curve
from inspector.analysis.corpus.running import run_workload
from inspector.analysis.corpus.workload import RefusedRequest, Variant, workload
from inspector.analysis.expectations import evidence_recall, included_ids
from inspector.analysis.tuning.axes import Axis, AxisRange
from inspector.analysis.tuning.sweep import report_at, sweep
from inspector.core.injection.overrides import Overrides
from inspector.core.injection.policy import Strategy
from inspector.core.injection.step import inject
from tests.shared.corpus_input import DIVISION, drawn_workloads, made_corpus, made_workload
from tests.shared.examples import examples
from tests.shared.injection_input import (
    CHARACTERS,
    bucket,
    candidate_set,
    card,
    file,
    policy,
    request,
)


@examples(30)
@given(drawn_workloads())
def test_losses_add_up_and_the_limits_are_in_order_everywhere(load):
    found = run_workload(load)
    for variant in range(len(load.variants)):
        curves = [each[variant] for each in found.values() if not isinstance(each, RefusedRequest)]
        losses = losses_of(curves, seed=1, resamples=20)
        if losses is None:
            assert not any(curve.asked for curve in curves)
            continue
        assert sum(one.pieces for one in losses.causes) == losses.pieces - losses.found
        assert losses.recall <= losses.best_possible <= losses.ceiling <= 1
        assert sum(one.recall for one in losses.causes) == pytest.approx(1 - losses.recall)
        early = [one.recall for one in losses.causes if one.cause.is_before_budget]
        assert sum(early) == pytest.approx(losses.before_budget)
        for curve in curves:
            limits = curve.evidence
            best = limits.best[np.searchsorted(limits.starts, curve.starts, side="right") - 1]
            assert (curve.facts[0] <= best).all()
            assert (limits.best <= limits.ceiling).all()
        along = best_curve(curves)
        assert (along.recall <= losses.ceiling + 1e-9).all()


CARDS = [
    card("first", 0.9, 30),
    card("second", 0.5, 30),
    card("huge", 0.8, 500),
    card("step", 0.7, 30, kind="procedure"),
    card("mute", 0.6, 0),
    *(card("weak", 0.05, 10), card("against", -0.5, 10)),
    card("covered", 0.4, 10, file="b:in"),
]
FILES = [file("in", 0.9, 40), file("late", 0.5, 90), file("long", 0.4, 4000)]


def lost(must, *, overrides=None, total=200, **fields):
    """Return the cause and the change of a single piece that is asked for."""
    report = inject(
        request(expect={"must_include": [must]}, **fields),
        candidate_set(CARDS, [bucket("b", *FILES)]),
        policy(total, procedure_sub_budget_pct=0.2),
        CHARACTERS,
        overrides=overrides or Overrides(),
    )
    evidence = evidence_of(report, sweep(report, DIVISION))
    (one,) = evidence.lost
    return one.cause, one.change


@pytest.mark.parametrize(
    ("must", "cause"),
    [
        ("nobody", LossCause.NOT_IN_SET),
        ("huge", LossCause.LARGER),
        ("step", LossCause.CEILING),
        ("mute", LossCause.NO_RENDERING),
        ("covered", LossCause.SUPPRESSED),
        ("against", LossCause.NOT_RETRIEVED),
        ("b:long", LossCause.LARGER),
        (["nobody", "huge"], LossCause.LARGER),
    ],
)
def test_each_cause_is_told_by_how_far_the_piece_came(must, cause):
    assert lost(must)[0] is cause


@pytest.mark.parametrize(
    ("kind", "part", "cause"),
    [("procedure", 0.25, LossCause.CEILING), ("entity", 1.0, LossCause.OUTRANKED)],
)
def test_a_card_under_a_ceiling_is_out_by_what_was_used_up_first(kind, part, cause):
    # 160 tokens for cards. A procedure of 32 leaves 8 of 40 under the ceiling; an entity of 122
    # leaves 25 of what stands beside the heading.
    first = card("first", 0.9, 30 if kind == "procedure" else 120, kind=kind)
    report = inject(
        request(expect={"must_include": ["second"]}),
        candidate_set([first, card("second", 0.5, 30, kind="procedure")]),
        policy(160, procedure_sub_budget_pct=part),
        CHARACTERS,
    )
    (one,) = evidence_of(report, sweep(report, DIVISION)).lost
    assert (report.budget.knowledge_card_budget, one.cause) == (160, cause)


@pytest.mark.parametrize("kind", ["procedure", "interaction_policy"])
def test_a_card_as_large_as_its_own_ceiling_is_outranked_and_a_larger_one_is_above_it(kind):
    parts = {"procedure_sub_budget_pct": 0.2, "interaction_policy_sub_budget_pct": 0.4}

    def cause_of(length):
        # Where the first card is in, cards have fewer tokens left than either ceiling.
        report = inject(
            request(expect={"must_include": ["asked"]}),
            candidate_set([card("first", 0.9, 700), card("asked", 0.5, length, kind=kind)]),
            policy(800, **parts),
            CHARACTERS,
        )
        (one,) = evidence_of(report, sweep(report, DIVISION)).lost
        ceilings = report.budget.procedure_cap, report.budget.interaction_policy_cap
        return one.cause, ceilings[kind == "interaction_policy"] - report.tiers.separator

    _, largest = cause_of(120)
    assert cause_of(largest)[0] is LossCause.OUTRANKED
    assert cause_of(largest + 1)[0] is LossCause.CEILING


def test_a_card_as_large_as_the_budget_of_cards_is_outranked_and_a_larger_one_never_fits():
    def cause_of(length):
        report = inject(
            request(expect={"must_include": ["asked"]}),
            candidate_set([card("first", 0.9, 30), card("asked", 0.5, length)]),
            policy(200),
            CHARACTERS,
        )
        (one,) = evidence_of(report, sweep(report, DIVISION)).lost
        return one.cause, report.tiers.limits.budget - report.tiers.separator

    _, largest = cause_of(190)
    assert cause_of(largest)[0] is LossCause.OUTRANKED
    assert cause_of(largest + 1)[0] is LossCause.LARGER


@pytest.mark.parametrize(("background", "causes"), [("", []), ("z" * 30, [LossCause.LARGER])])
def test_a_file_has_the_room_that_backgrounds_leave(background, causes):
    report = inject(
        request(expect={"must_include": ["b:in"]}),
        candidate_set([], [bucket("b", file("in", 0.9, 170), background=background)]),
        policy(200),
        CHARACTERS,
    )
    assert [one.cause for one in evidence_of(report, sweep(report, DIVISION)).lost] == causes


# The heading of the bucket is paid for with a background that is reserved, else with the file.
@pytest.mark.parametrize("background", ["", "z" * 5])
def test_a_file_as_large_as_the_room_is_outranked_and_a_larger_one_never_fits(background):
    def inlined_and_cause(length):
        files = [file("f", 0.9, length), file("g", 0.5, length)]
        report = inject(
            request(expect={"must_include": ["b:g"]}),
            candidate_set([], [bucket("b", *files, background=background)]),
            policy(200),
            CHARACTERS,
        )
        (one,) = evidence_of(report, sweep(report, DIVISION)).lost
        return "b:f" in included_ids(report), one.cause

    found = [inlined_and_cause(length) for length in range(120, 220)]
    fits = [inlined for inlined, _ in found].index(False)
    assert fits > 0
    assert found[fits - 1] == (True, LossCause.OUTRANKED)
    assert found[fits] == (False, LossCause.LARGER)


def test_where_the_window_bounds_the_total_the_change_raises_its_part_too():
    report = inject(
        request(expect={"must_include": ["second"]}),
        candidate_set(CARDS, [bucket("b", *FILES)]),
        policy(10_000, procedure_sub_budget_pct=0.2, max_injection_tokens_pct_of_context=0.00006),
        CHARACTERS,
    )
    assert report.budget.total_budget == 60
    (one,) = evidence_of(report, sweep(report, DIVISION)).lost
    assert (one.change.what, one.change.value, one.change.tokens) == ("total", 154, 94)
    assert one.change.window_part == 0.0002  # of a million tokens, in four decimals


def test_a_total_that_the_window_just_allows_needs_no_more_of_it():
    report = inject(
        request(expect={"must_include": ["second"]}),
        candidate_set(CARDS, [bucket("b", *FILES)]),
        policy(60, procedure_sub_budget_pct=0.2, max_injection_tokens_pct_of_context=0.000154),
        CHARACTERS,
    )
    (one,) = evidence_of(report, sweep(report, DIVISION)).lost
    assert report.budget.allowed_by_window == one.change.value == 154
    assert (one.change.what, one.change.window_part) == ("total", 0.0)


@pytest.mark.parametrize(
    ("must", "total", "what", "value", "tokens"),
    [
        ("second", 100, "division", 0.77, 27),
        ("first", 60, "division", 0.75, 15),
        ("b:late", 200, "division", 0.245, 51),
        ("step", 200, "procedures", 0.32, 12),
        ("second", 60, "total", 154, 94),
    ],
)
def test_the_change_is_the_next_number_to_write_and_the_one_before_changes_nothing(
    must, total, what, value, tokens
):
    _, change = lost(must, total=total)
    assert (change.what, change.value, change.tokens) == (what, value, tokens)


def test_the_change_is_looked_for_along_the_whole_axis_where_only_a_part_was_swept():
    report = inject(
        request(expect={"must_include": ["second"]}),
        candidate_set(CARDS, [bucket("b", *FILES)]),
        policy(100, procedure_sub_budget_pct=0.2),
        CHARACTERS,
    )
    for high in (0.6, 1.0):
        (one,) = evidence_of(report, sweep(report, AxisRange(Axis.DIVISION, 0.4, high))).lost
        assert (one.change.what, one.change.value) == ("division", 0.77)


@pytest.mark.parametrize(("share", "nearest"), [(0.4, min), (0.6, max)])
def test_a_change_is_a_short_number_among_the_few_that_help_and_the_nearest_of_them(share, nearest):
    """From some tokens on the asked file fits, and a few more are taken by a better one."""
    for length in range(7_480, 7_500):
        files = [file("better", 0.9, length + 5), file("asked", 0.5, length)]
        report = inject(
            request(expect={"must_include": ["b:asked"]}),
            candidate_set([card("a", 0.5, 10)], [bucket("b", *files)]),
            policy(
                14_983,
                knowledge_card_share_default=share,
                bucket_content_share_default=round(1 - share, 1),
            ),
            CHARACTERS,
        )
        (one,) = evidence_of(report, sweep(report, DIVISION)).lost
        found = one.change.value
        for decimals in (4, 5):
            grid = {round(found + step / 10**decimals, decimals) for step in range(-12, 13)}
            helpful = [value for value in grid if "b:asked" in included_at(report, value)]
            if helpful:
                break
        assert (one.change.what, found) == ("division", nearest(helpful))


def included_at(report, division):
    return included_ids(report_at(report, Axis.DIVISION, division))


@pytest.mark.parametrize(("asked", "value"), [("a", 1.0), ("b:f", 0.0)])
def test_what_takes_nearly_every_token_needs_the_end_of_the_division(asked, value):
    def change(length):
        report = inject(
            request(expect={"must_include": [asked]}),
            candidate_set([card("a", 0.5, length)], [bucket("b", file("f", 0.9, length))]),
            policy(12_000),
            CHARACTERS,
        )
        (one,) = evidence_of(report, sweep(report, DIVISION)).lost
        return one.change

    found = [change(length) for length in range(11_980, 12_000)]
    larger = [one.what for one in found].index("total")
    assert {one.what for one in found[larger:]} == {"total"}
    assert [one.value for one in found[larger - 2 : larger]] == [value, value]


def test_a_file_that_an_override_lists_is_in_no_best_possible_selection():
    report = inject(
        request(expect={"must_include": ["b:in"]}),
        candidate_set(CARDS, [bucket("b", *FILES)]),
        policy(200),
        CHARACTERS,
        overrides=Overrides(list_only=("b:in",)),
    )
    evidence = evidence_of(report, sweep(report, DIVISION))
    assert (evidence.best_now, evidence.ceiling) == (0, 1)
    assert [one.change.what for one in evidence.lost] == ["override"]


def test_what_an_override_keeps_out_comes_back_without_it():
    cause, change = lost("first", overrides=Overrides(exclude=("first",)))
    assert (cause, change) == (LossCause.EXCLUDED, Retrieval(OVERRIDE, 0.0, 0))
    cause, change = lost("weak", overrides=Overrides(relevance_floor=0.1))
    assert (cause, change.what, change.value) == (LossCause.BELOW_FLOOR, "relevance-floor", 0.05)
    for floor in (None, 0.05):  # its own relevance keeps nobody out
        cause, change = lost("weak", overrides=Overrides(top_k=2, relevance_floor=floor))
        assert (cause, change.what, change.value) == (LossCause.BEYOND_TOP_K, "top-k", 7)


def test_what_a_card_and_a_file_are_both_called_comes_back_with_the_higher_of_their_scores():
    for of_card, of_file in ((0.2, 0.3), (0.4, 0.3)):
        report = inject(
            request(expect={"must_include": ["b:f"]}),
            candidate_set([card("b:f", of_card, 10)], [bucket("b", file("f", of_file, 10))]),
            policy(400),
            CHARACTERS,
            overrides=Overrides(relevance_floor=0.5),
        )
        (one,) = evidence_of(report, sweep(report, DIVISION)).lost
        higher = max(of_card, of_file)
        assert (one.cause, one.change) == (
            LossCause.BELOW_FLOOR,
            Retrieval("relevance-floor", higher, 0),
        )


@pytest.mark.parametrize(
    ("floor", "total", "cause"),
    [
        (None, 70, LossCause.NOT_RETRIEVED),
        (0.0, 70, LossCause.NOT_RETRIEVED),
        (0.01, 70, LossCause.BELOW_FLOOR),
        (None, 400, LossCause.NOT_RETRIEVED),
        (0.01, 400, LossCause.BELOW_FLOOR),
    ],
)
def test_a_candidate_of_score_0_is_not_retrieved_wherever_there_is_room_for_it(floor, total, cause):
    report = inject(
        request(expect={"must_include": ["zero", "b:zero", "first"]}),
        candidate_set(
            [card("first", 0.9, 18), card("zero", 0.0, 18)], [bucket("b", file("zero", 0.0, 10))]
        ),
        policy(total),
        CHARACTERS,
        overrides=Overrides(relevance_floor=floor),
    )
    if floor != 0.01 and total == 400:
        assert included_ids(report) == {"first", "zero", "b:zero"}
    curve = request_curve(report, AxisRange(Axis.TOTAL, 0, 4000))
    assert [one.cause for one in curve.evidence.lost] == [cause, cause]
    assert all(one.change is None for one in curve.evidence.lost) or floor == 0.01
    assert curve.evidence.ceiling == 1
    # No total brings more evidence in than was retrieved.
    assert set(curve.facts[FACTS.index(Fact.MET)].tolist()) == {0, 1}
    assert evidence_recall(report) == (1 / 3 if "first" in included_ids(report) else 0)


def test_what_the_request_does_not_choose_from_is_told_from_what_is_nowhere():
    corpus = made_corpus(1)
    own = request(trace_id="own", candidates={"only": ["n0"]},
                  expect={"must_include": ["n1", "nobody", "n0"]})  # fmt: skip
    load, _ = workload(
        (type(corpus)("c", corpus.candidates, (own,)),),
        (Variant("as it is", policy(400)),),
        DIVISION,
        lambda _name: CHARACTERS,
    )
    evidence = load.curves(0)[0].evidence
    assert [one.cause for one in evidence.lost] == [LossCause.NOT_OWN, LossCause.NOT_IN_SET]
    assert evidence.ceiling == 1


@pytest.mark.parametrize("strategy", list(Strategy))
def test_the_smallest_change_brings_the_piece_back(strategy):
    corpus = made_corpus(12)
    load = made_workload(corpus, strategy=strategy, totals=(120,))
    back = 0
    own = load.variants[0].policy
    for place, job in enumerate(load.jobs):
        (curve,) = load.curves(place)
        for one in curve.evidence.lost:
            if one.change is None:
                continue
            part = max(one.change.window_part, own.max_injection_tokens_pct_of_context)
            fields = {
                Axis.DIVISION: {
                    "knowledge_card_share_default": one.change.value,
                    "bucket_content_share_default": round(1 - one.change.value, 12),
                },
                Axis.TOTAL: {
                    "max_injection_tokens_absolute": int(one.change.value),
                    "max_injection_tokens_pct_of_context": part,
                },
            }[Axis(one.change.what)]
            at = own.model_copy(update=fields)
            given = corpus.requests[place], corpus.candidates
            run = inject(*given, at, CHARACTERS, strategy=strategy)
            assert not included_ids(run).isdisjoint(asked_for(job.request)[one.piece])
            back += 1
    assert back > 0
