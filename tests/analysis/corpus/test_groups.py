"""Which requests are drawn together, found or named, and what kinds and corpora give up."""

import pytest

from inspector.analysis.corpus.packed import Packed
from inspector.analysis.corpus.recommendation import recommend
from inspector.analysis.corpus.regret import kind_splits, regrets
from inspector.analysis.corpus.study import Grouping, grouping_of
from inspector.analysis.corpus.workload import Corpus, Job
from tests.analysis.corpus.test_recommendation import curve
from tests.shared.corpus_input import DIVISION, made_corpus
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
