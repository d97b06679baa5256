"""A request's curve is a plain loop over the whole injection, at every value of the axis."""

import pickle
from dataclasses import replace

import hypothesis.strategies as st
import pytest
from hypothesis import example, given

from inspector.analysis.corpus import means as curve_module
from inspector.analysis.corpus.facts import FACTS, Fact, facts_of
from inspector.analysis.corpus.means import DisagreementError, request_curve
from inspector.analysis.corpus.running import run_workload
from inspector.analysis.corpus.workload import (
    RefusedRequest,
    Variant,
    usual_range,
    without_texts,
    workload,
)
from inspector.analysis.expectations import evidence_recall
from inspector.analysis.tuning.axes import Axis, AxisRange, at_value, axis_fields, policy_at
from inspector.analysis.tuning.sweep import sweep
from inspector.core.candidates.counting import count_candidates
from inspector.core.injection.overrides import Overrides
from inspector.core.injection.policy import Strategy
from inspector.core.injection.step import inject
from inspector.core.tokens.counter import UncountableTextError
from inspector.stages.corpus.corpora import GridAxis, grid_policies
from tests.shared.corpus_input import (
    DIVISION,
    drawn_workloads,
    facts_at,
    made_corpus,
    made_workload,
)
from tests.shared.examples import examples
from tests.shared.injection_input import (
    CHARACTERS,
    bucket,
    candidate_set,
    card,
    policy,
    request,
)
from tests.shared.tuning_input import expecting_reports, report_of, reports


@examples(30)
@given(reports | expecting_reports, st.sampled_from(list(Axis)), st.data())
@example(report_of([card("n0", 1, 20)], expect={"must_include": ["n0"]}), Axis.TOTAL, None)
def test_a_curve_holds_the_facts_of_the_cores_own_run_at_every_value(report, axis, data):
    span = AxisRange(axis, 0, 300) if axis.whole else AxisRange(axis, 0.0, 1.0)
    found = request_curve(report, span)
    numbers = st.integers if axis.whole else st.floats
    starts = st.sampled_from(found.starts.tolist())
    drawn = st.lists(st.one_of(starts, numbers(span.low, span.high)), max_size=5)
    for value in [*(data.draw(drawn) if data else ()), span.low, span.high]:
        at, overrides = at_value(report, axis, value)
        run = inject(
            report.given.request,
            report.given.counted.candidates,
            at,
            CHARACTERS,
            strategy=report.strategy,
            settings=report.settings,
            overrides=overrides,
        )
        assert found.at(value) == facts_of(run)
        if found.asked:
            met = found.at(value)[FACTS.index(Fact.MET)]
            assert met / found.asked == evidence_recall(run)


@examples(12)
@given(drawn_workloads(), st.data())
def test_a_workload_has_the_facts_of_a_plain_loop_although_it_holds_no_text(load, data):
    found = run_workload(load)
    for place, job in enumerate(load.jobs):
        curves = found[place]
        assert not isinstance(curves, RefusedRequest)
        for variant, curve in zip(load.variants, curves, strict=True):
            value = data.draw(st.sampled_from(curve.starts.tolist()))
            there = facts_at(_at(load, value), place, _policy_at(load, variant, value))
            assert there == curve.at(value)
            assert facts_at(load, place, variant.policy) == curve.current
            assert curve.trace_id == job.request.trace_id


def _at(load, value):
    """Return a workload with the limit of candidates that its axis has at a value."""
    axis = load.range.axis
    limits = axis_fields(axis, value) if axis.limits_candidates else {}
    return replace(load, overrides=load.overrides.model_copy(update=limits))


def _policy_at(load, variant, value):
    axis = load.range.axis
    return variant.policy if axis.limits_candidates else policy_at(variant.policy, axis, value)


@pytest.mark.parametrize("strategy", list(Strategy))
def test_budgets_all_along_the_axis_are_what_inject_finds(strategy):
    corpus, whole = made_corpus(3), policy(400)
    load = made_workload(corpus, strategy=strategy)
    found = run_workload(load)
    for place, asked in enumerate(corpus.requests):
        (curve,) = found[place]
        first = inject(asked, corpus.candidates, whole, CHARACTERS, strategy=strategy)
        pieces = sweep(first, DIVISION).pieces
        for value in pieces.starts.tolist()[:: 11 if strategy is Strategy.OPTIMAL else 2]:
            at = policy_at(whole, Axis.DIVISION, value)
            run = inject(asked, corpus.candidates, at, CHARACTERS, strategy=strategy)
            assert curve.at(value) == facts_of(run)
        assert curve.budgets == len(pieces)
        assert (curve.facts[:, 1:] != curve.facts[:, :-1]).any(axis=0).all()


def test_what_a_process_is_handed_holds_no_text():
    corpus = made_corpus(2)
    secret = "a text of nobody's business"
    candidates = corpus.candidates.model_copy(
        update={
            "buckets": tuple(
                bucket.model_copy(
                    update={
                        "background": secret,
                        "files": tuple(
                            file.model_copy(update={"text": secret, "summary": secret})
                            for file in bucket.files
                        ),
                    }
                )
                for bucket in corpus.candidates.buckets
            )
        }
    )
    told = request(trace_id="q", user_message=secret, tokens_used_before={"system": secret})
    load, _ = workload(
        [type(corpus)("c", candidates, (told,))],
        (Variant("now", policy(400)),),
        DIVISION,
        lambda _name: CHARACTERS,
    )
    packed = pickle.dumps(load)
    assert secret.encode() not in packed
    assert b"xxxxx" not in packed  # of the cards' renderings
    assert load.jobs[0].used_before == len(secret)


def test_a_request_whose_text_cannot_be_counted_is_named_and_the_others_run():
    class Choosy:
        name = "choosy"

        def count(self, text):
            if "!" in text:
                raise UncountableTextError("it shouts")
            return len(text)

        def count_many(self, texts):
            return [self.count(text) for text in texts]

    corpus = made_corpus(1)
    loud = request(trace_id="loud", tokens_used_before=["hey!"])
    load, refused = workload(
        [type(corpus)("c", corpus.candidates, (loud, *corpus.requests))],
        (Variant("now", policy(400)),),
        DIVISION,
        lambda _name: Choosy(),
    )
    assert [one.trace_id for one in refused] == ["loud"]
    assert [job.request.trace_id for job in load.jobs] == ["q00"]


def test_a_range_of_too_many_steps_refuses_the_request_and_says_why():
    load = made_workload(made_corpus(1), span=AxisRange(Axis.KNOWLEDGE_FLOOR, 0, 2**40))
    found = run_workload(load)
    assert isinstance(found[0], RefusedRequest)
    assert "narrower" in found[0].why


def test_a_sweep_that_is_not_what_the_core_decides_is_never_passed_on(monkeypatch):
    report = report_of([card("a", 1.0)])
    monkeypatch.setattr(curve_module, "facts_of", lambda _report: (9,) * len(FACTS))
    with pytest.raises(DisagreementError):
        request_curve(report, AxisRange(Axis.TOTAL, 0, 300))


@pytest.mark.parametrize(
    ("axis", "overrides", "wanted"),
    [
        (Axis.DIVISION, {}, (0, 1)),
        (Axis.TOTAL, {}, (0, 10_000)),
        (Axis.KNOWLEDGE_FLOOR, {}, (0, 8_000)),
        (Axis.TOP_K, {}, (0, 12)),
        (Axis.TOP_K, {"top_k": 20}, (0, 20)),
        (Axis.RELEVANCE_FLOOR, {}, (0, 1)),
        (Axis.RELEVANCE_FLOOR, {"relevance_floor": -0.5}, (-0.5, 1)),
        (Axis.RELEVANCE_FLOOR, {"relevance_floor": 2.5}, (0, 2.5)),
    ],
)
def test_the_usual_range_of_a_corpus_holds_what_its_requests_and_policy_have(
    axis, overrides, wanted
):
    found = usual_range(axis, policy(5_000), Overrides(**overrides), [made_corpus()])
    assert (found.low, found.high) == wanted


def test_a_grid_has_its_first_and_its_last_value_and_even_steps_between():
    assert GridAxis(Axis.TOTAL, 100, 1_000, 2).values == (100, 1_000)
    assert GridAxis(Axis.TOTAL, 400, 100, 4).values == (100, 200, 300, 400)
    assert GridAxis(Axis.DIVISION, 0.2, 0.8, 3).values == (0.2, 0.5, 0.8)
    assert GridAxis(Axis.DIVISION, 0.2, 0.8, 1).values == (0.2,)
    assert GridAxis(Axis.TOTAL, 1, 2, 5).values == (1, 2)


def test_a_grid_has_each_policy_once_and_not_the_one_that_is_there():
    rules = policy(5_000, knowledge_card_share_default=0.4, bucket_content_share_default=0.6)
    axes = [GridAxis(Axis.DIVISION, 0.2, 0.4, 2), GridAxis(Axis.TOTAL, 5_000, 6_000, 2)]
    found = list(grid_policies(rules, axes))
    shares = [
        (one.knowledge_card_share_default, one.max_injection_tokens_absolute) for _, one in found
    ]
    assert shares == [(0.2, 5_000), (0.2, 6_000), (0.4, 6_000)]
    again = list(grid_policies(rules, [GridAxis(Axis.TOTAL, 5_000, 5_000, 3), *axes]))
    assert [one for _, one in again] == [one for _, one in found]


def test_a_set_without_texts_still_tells_which_buckets_have_a_background():
    buckets = [bucket("with", background="Said."), bucket("none")]
    counted = count_candidates(candidate_set([], buckets), CHARACTERS)
    bare = without_texts(counted)
    assert [one.has_background for one in bare.candidates.buckets] == [True, False]
    assert [one.bucket.has_background for one in bare.buckets] == [True, False]
    assert "Said." not in repr(bare.candidates)
