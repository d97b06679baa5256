"""Which requests are drawn together, found or named, and what kinds and corpora give up."""

from dataclasses import replace

import pytest

from inspector.analysis.corpus.losses import Regret, kind_splits, regrets
from inspector.analysis.corpus.packed import Packed
from inspector.analysis.corpus.recommendation import recommend
from inspector.analysis.corpus.running import run_workload
from inspector.analysis.corpus.study import Grouping, fields_of, grouping_of, study_of
from inspector.analysis.corpus.workload import Corpus, Job
from tests.analysis.corpus.test_recommendation import curve
from tests.shared.corpus_input import DIVISION, made_corpus, made_workload
from tests.shared.injection_input import request


def jobs_of(names, **fields):
    """Return jobs and a corpus whose requests have these ids."""
    made = made_corpus(1)
    requests = tuple(request(trace_id=name, **fields) for name in names)
    jobs = [Job(0, number, 0, Packed.of(one), 0) for number, one in enumerate(requests)]
    return jobs, (Corpus("c", made.candidates, requests),)


def test_conversations_are_found_in_the_names_of_requests():
    names = [f"conv-{talk}-q{turn:03}" for talk in range(6) for turn in range(4)]
    found = grouping_of(*jobs_of(names))
    assert (found.by, found.count, found.was_found) == ("conversation", 6, True)


@pytest.mark.parametrize(
    ("conversations", "requests", "by"),
    [(5, 10, "conversation"), (5, 9, "request"), (4, 16, "request")],
)
def test_groups_are_five_at_least_and_half_as_many_as_requests_at_most(conversations, requests, by):
    names = [f"conv-{number % conversations}-q{number:03}" for number in range(requests)]
    assert grouping_of(*jobs_of(names)).by == by


@pytest.mark.parametrize(
    "names",
    [
        [f"q{turn:03}" for turn in range(40)],
        [f"conv-1-q{turn:03}" for turn in range(40)],
        [f"5a8b{turn}f-x" for turn in range(40)],
    ],
)
def test_where_there_are_no_groups_each_request_stands_alone(names):
    found = grouping_of(*jobs_of(names))
    assert (found.by, found.keys) == ("request", None)


@pytest.mark.parametrize(
    ("was_found", "conversations", "by"),
    [(True, 5, "conversation"), (True, 4, "request"), (False, 2, "conversation"),
     (False, 1, "request")],
)  # fmt: skip
def test_some_of_the_requests_stay_in_groups_where_enough_are_left(was_found, conversations, by):
    grouping = Grouping("conversation", tuple("aabbccddeeff"), was_found)
    some = grouping.of_some(range(2 * conversations))
    assert (some.by, some.count) == (by, conversations if by == "conversation" else 0)


def test_a_field_groups_and_one_that_is_missing_is_an_error():
    jobs, corpora = jobs_of(["a", "b"], mode="deep")
    with pytest.raises(ValueError, match="one group"):
        grouping_of(jobs, corpora, "mode")
    with pytest.raises(ValueError, match="no request has"):
        grouping_of(jobs, corpora, "classification.topic")


def test_a_document_is_what_a_request_asks_about_else_the_first_thing_that_it_needs():
    made = made_corpus(1)
    requests = (
        request(trace_id="a", direct_target_refs=["b:asked"], expect={"must_include": ["n"]}),
        request(trace_id="b", expect={"must_include": [["n", "m"], "o"]}),
        request(trace_id="c"),
    )
    jobs = [Job(0, number, 0, Packed.of(one), 0) for number, one in enumerate(requests)]
    found = grouping_of(jobs, (Corpus("c", made.candidates, requests),), "document")
    assert found.keys == ("0:b:asked", "0:n", "0:c")


def test_requests_without_a_field_are_a_group_of_their_own():
    (jobs, corpora), other = jobs_of(["a", "b"], mode="deep"), request(trace_id="c")
    corpora = (replace(corpora[0], requests=(*corpora[0].requests, other)),)
    jobs.append(Job(0, 2, 0, Packed.of(other), 0))
    assert grouping_of(jobs, corpora, "mode").keys == ("deep", "deep", "")


def test_what_a_request_says_of_itself_are_its_short_fields():
    asked = request(
        trace_id="q",
        mode="deep",
        classification={
            "topic": "tax",
            "sure": True,
            "scores": [1, 2],
            "of": {"kind": "memo", "in": {"it": "deeper"}},
        },
        signals={"topics": ["a"], "lookup": False},
        expect={"must_include": ["a", ["b", "c"]]},
    )
    assert fields_of(asked) == {
        "mode": "deep",
        "model": asked.model.name,
        "context_window": str(asked.model.context_window),
        "direct_target": "no",
        "pieces": "2",
        "classification.topic": "tax",
        "classification.sure": "True",
        "classification.of.kind": "memo",
        "signals.lookup": "False",
    }


def test_a_corpus_that_asks_for_nothing_has_no_kinds():
    corpus = made_corpus(4)
    asked = tuple(one.model_copy(update={"expect": None}) for one in corpus.requests)
    load = made_workload(replace(corpus, requests=asked))
    study = study_of(load, run_workload(load), ("made",), corpora=(corpus,))
    assert len(study.fields) == 4
    assert study.kinds == ()


def test_a_study_has_the_kinds_that_its_requests_say_of_themselves():
    low = [curve(f"l{n}", 1, {0.0: 1, 0.3: 0}, now=0) for n in range(30)]
    high = [curve(f"h{n}", 1, {0.0: 0, 0.6: 1}, now=0) for n in range(40)]
    load = made_workload(made_corpus(1))
    study = replace(
        study_of(load, run_workload(load), ("made",)),
        curves=((*low, *high),),
        fields=tuple({"mode": name} for name in ["low"] * 30 + ["high"] * 40),
    )
    assert [one.field for one in study.kinds] == ["mode"]
    assert replace(study, fields=()).kinds == ()


def test_fields_that_gain_more_stand_first_and_few_that_ask_are_no_kind():
    low = [curve(f"l{n}", 1, {0.0: 1, 0.3: 0}, now=0) for n in range(40)]
    high = [curve(f"h{n}", 1, {0.0: 0, 0.6: 1}, now=0) for n in range(40)]
    idle = [curve(f"i{n}", 0, {0.0: 0}, now=0) for n in range(40)]
    curves = [*low, *high, *idle]
    common = recommend(curves, DIVISION, 0.4, seed=1, resamples=20)

    def splits(**names):
        fields = [dict(zip(names, one, strict=True)) for one in zip(*names.values(), strict=True)]
        return kind_splits(curves, fields, DIVISION, 0.4, common, seed=1)

    whole = ["low"] * 40 + ["high"] * 40 + ["high"] * 40
    part = ["low"] * 25 + ["high"] * 95
    found = splits(a=part, b=whole)
    assert [one.field for one in found] == ["b", "a"]
    assert found[0].held_out > found[1].held_out
    # A third kind that asks for nothing neither counts nor hinders; one of nineteen that ask does.
    assert [one.field for one in splits(a=["low"] * 40 + ["high"] * 40 + ["none"] * 40)] == ["a"]
    few = ["low"] * 19 + ["high"] * 61 + ["low"] * 40
    assert splits(a=few) == ()


@pytest.mark.parametrize(("kinds", "found"), [(1, []), (2, ["k"]), (8, ["k"]), (9, [])])
def test_a_field_has_two_to_eight_kinds_of_twenty_requests_that_ask(kinds, found):
    curves, fields = [], []
    for number in range(kinds):
        steps = {0.0: 0, 0.6: 1} if number % 2 else {0.0: 1, 0.3: 0}
        curves += [curve(f"q{number}-{n}", 1, steps, now=0) for n in range(20)]
        fields += [{"k": str(number)}] * 20
    common = recommend(curves, DIVISION, 0.4, seed=1, resamples=20)
    splits = kind_splits(curves, fields, DIVISION, 0.4, common, seed=1)
    assert [one.field for one in splits] == found
    assert kind_splits(curves[1:], fields[1:], DIVISION, 0.4, common, seed=1) == ()


def test_kinds_that_only_stand_elsewhere_and_gain_nothing_are_not_shown():
    content = [curve(f"c{n}", 1, {0.0: 1}, now=0) for n in range(20)]
    high = [curve(f"h{n}", 1, {0.0: 0, 0.6: 1}, now=0) for n in range(20)]
    curves, names = [*content, *high], ["content"] * 20 + ["high"] * 20
    common = recommend(curves, DIVISION, 0.4, seed=1, resamples=20)
    apart = regrets(curves, names, DIVISION, 0.4, common.value, seed=1)
    assert [(one.value, one.held_out) for one in apart] == [(0.4, 1.0), (common.value, 1.0)]
    fields = [{"k": name} for name in names]
    assert kind_splits(curves, fields, DIVISION, 0.4, common, seed=1) == ()


@pytest.mark.parametrize(
    ("recall", "common", "given_up"), [(0.75, 0.25, 0.5), (0.5, 0.5, 0.0), (0.25, 0.5, 0.0)]
)
def test_what_is_given_up_is_the_recall_missed_and_never_below_zero(recall, common, given_up):
    assert Regret("a", 3, 0.4, recall, common, 0.0).regret == given_up


def test_what_is_given_up_is_a_mean_over_the_requests_of_a_name_that_ask():
    curves = [
        curve("half", 2, {0.0: 2, 0.5: 1}, now=0),
        curve("all", 3, {0.0: 3, 0.5: 3}, now=0),
        curve("asks for nothing", 0, {0.0: 0}, now=0),
        curve("other", 1, {0.0: 0, 0.5: 1}, now=0),
        curve("idle", 0, {0.0: 0}, now=0),
    ]
    names = ["a", "a", "a", "b", "c"]
    found = regrets(curves, names, DIVISION, 0.7, 0.6, seed=1)
    assert [(one.name, one.asking, one.recall, one.recall_common) for one in found] == [
        ("a", 2, 1.0, 0.75),
        ("b", 1, 1.0, 1.0),
    ]


def test_kinds_that_want_other_values_are_shown_with_what_they_give_up():
    low = [curve(f"l{n}", 1, {0.0: 1, 0.3: 0}, now=0) for n in range(30)]
    high = [curve(f"h{n}", 1, {0.0: 0, 0.6: 1}, now=0) for n in range(40)]
    curves = [*low, *high]
    names = ["low"] * 30 + ["high"] * 40
    common = recommend(curves, DIVISION, 0.4, seed=1, resamples=20)
    given_up = regrets(curves, names, DIVISION, 0.4, common.value, seed=1)
    assert [(one.name, one.regret) for one in given_up] == [("low", 1.0), ("high", 0.0)]
    (split,) = kind_splits(
        curves, [{"mode": name, "model": "m"} for name in names], DIVISION, 0.4, common, seed=1
    )
    assert split.field == "mode"
    assert split.held_out > 0
    same = [{"mode": str(n % 2)} for n in range(70)]
    assert kind_splits(low + low + low[:10], same, DIVISION, 0.4, common, seed=1) == ()
