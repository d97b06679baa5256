"""Causes are established by runs with one input changed, never guessed."""

from dataclasses import replace

import hypothesis.strategies as st
from hypothesis import given

from inspector.analysis.comparison import CauseKind, CauseSearch, compare, differences
from inspector.analysis.comparison.attribution import MOST_RUNS
from inspector.analysis.comparison.differences import taking
from inspector.core import Strategy, Verdict, inject
from inspector.core.injection.overrides import Overrides
from inspector.core.injection.policy import InjectionSettings
from inspector.session.session import Session
from tests.shared.examples import examples
from tests.shared.injection_draws import bucket_lists, card_lists, policies, scores, targets
from tests.shared.injection_input import (
    CHARACTERS,
    bucket,
    candidate_set,
    card,
    file,
    policy,
    request,
)


def session(cards, buckets=(), total=400, **fields):
    asked = request(**fields.pop("request", {}))
    strategy = fields.pop("strategy", Strategy.COVERAGE)
    return Session(
        policy=policy(total, **fields),
        candidates=candidate_set(cards, buckets),
        request=asked,
        strategy=strategy,
    )


def run(one):
    return inject(
        one.request,
        one.candidates,
        one.policy,
        CHARACTERS,
        strategy=one.strategy,
        settings=one.settings,
        overrides=one.overrides,
    )


def attribution(a, b):
    return CauseSearch(compare(run(a), run(b)), a, b, run)


def cause_of(found, subject, kind="card"):
    return found.cause(found.comparison.index_of(kind, subject))


def ids(cause):
    return [difference.id for difference in cause.differences]


CARDS = [card("a", 0.9, 40), card("b", 0.8, 40), card("c", 0.7, 40)]


def test_a_policy_value_that_alone_does_it_is_the_cause():
    a = session(CARDS, [bucket("b", file("f", 1, 50))])
    b = replace(a, policy=policy(400, knowledge_card_share_default=0.25, min_bucket_tokens=10))
    found = attribution(a, b)
    cause = cause_of(found, "c")
    assert (cause.kind, ids(cause)) == (CauseKind.ALONE, ["policy.knowledge_card_share_default"])


def test_a_change_that_needs_two_differences_together_is_said_to_need_both():
    # Room for two cards on either side; only with a lower total and a smaller share for one.
    a = session(CARDS[:2], [bucket("b", file("f", 1, 20))], total=250)
    b = replace(a, policy=policy(200, knowledge_card_share_default=0.4))
    found = attribution(a, b)
    cause = cause_of(found, "b")
    assert cause.kind is CauseKind.TOGETHER
    assert ids(cause) == [
        "policy.max_injection_tokens_absolute",
        "policy.knowledge_card_share_default",
    ]


def test_a_change_that_each_of_two_differences_makes_alone_says_either():
    a = session(CARDS, [bucket("b", file("f", 1, 20))], total=400)
    b = replace(a, policy=policy(200, knowledge_card_share_default=0.25))
    cause = cause_of(attribution(a, b), "c")
    assert cause.kind is CauseKind.EITHER
    assert len(cause.differences) == 2


def test_a_change_that_would_take_too_many_runs_is_not_narrowed_down(monkeypatch):
    assert MOST_RUNS == 400, "as the manual says"
    a = session(CARDS[:2], [bucket("b", file("f", 1, 20))], total=250)
    b = replace(a, policy=policy(200, knowledge_card_share_default=0.4, min_bucket_tokens=10))
    enough = attribution(a, b)
    assert enough.runs_made == 0
    assert len(cause_of(enough, "b").differences) == 2
    assert enough.runs_made == 6
    monkeypatch.setattr("inspector.analysis.comparison.attribution.MOST_RUNS", 5)
    too_few = attribution(a, b)
    cause = cause_of(too_few, "b")
    assert (cause.kind, cause.differences) == (CauseKind.NOT_FOUND, too_few.differences)
    assert too_few.runs_made == 5


def test_a_card_that_stays_in_has_another_rendering_or_size_for_a_cause():
    cards = [card("a", 0.9, 40, lengths={"standard": 60, "full": 90})]
    a = session(cards, total=60)
    larger = attribution(a, replace(a, policy=policy(80, min_bucket_tokens=10)))
    assert ids(cause_of(larger, "a")) == ["policy.max_injection_tokens_absolute"]
    shorter = candidate_set([card("a", 0.9, 30, lengths={"standard": 60, "full": 90})])
    b = replace(a, candidates=shorter, policy=policy(60, min_bucket_tokens=10))
    assert ids(cause_of(attribution(a, b), "a")) == ["cards.texts"]


def test_a_card_that_others_overtook_is_told_from_one_that_fell():
    a = session(CARDS, total=110)
    fell = replace(a, candidates=candidate_set([card("a", 0.1, 40), *CARDS[1:]]))
    found = attribution(a, fell)
    index = found.comparison.index_of("card", "a")
    (difference,) = found.cause(index).differences
    assert difference.id == "cards.scores"
    assert found.own(index, difference) is True
    came = found.comparison.index_of("card", "c")
    assert found.cause(came).differences == (difference,)
    assert found.own(came, difference) is None, "its own score is the same"


def test_trials_show_what_each_difference_does_alone_and_what_is_without_it():
    a = session(CARDS, [bucket("b", file("f", 1, 20))], total=400)
    b = replace(a, policy=policy(200), strategy=Strategy.DEPTH)
    found = attribution(a, b)
    by_id = {t.difference.id: t for t in found.trials(found.comparison.index_of("card", "c"))}
    total = by_id["policy.max_injection_tokens_absolute"]
    assert (total.alone[0], total.without[0]) == (Verdict.DROPPED, Verdict.INCLUDED)
    assert (by_id["strategy"].alone[0], by_id["strategy"].without[0]) == (
        Verdict.INCLUDED,
        Verdict.DROPPED,
    )


def test_every_group_of_inputs_that_differs_is_named():
    one = session(
        [card("a", 0.9), card("b", 0.8), card("c", 0.7), card("d", 0.6)],
        [bucket("x", file("f", 1), file("g", 1)), bucket("y")],
    )
    other = Session(
        policy=policy(500),
        candidates=candidate_set(
            [card("a", 0.5), card("b", 0.8, 20), card("c", 0.7, kind="entity"), card("e", 0.6)],
            [
                bucket("y", background="zz"),
                bucket("x", file("f", 0.3), file("g", 1, 7), file("h", 1)),
            ],
        ),
        request=request(
            model={"name": "m", "context_window": 9_000, "encoding": "other"},
            tokens_used_before=("some", "texts"),
            direct_target_refs=("x",),
            relevance={"cards": {"a": 1.0}},
        ),
        strategy=Strategy.DEPTH,
        settings=InjectionSettings(background_part=0.5),
    )
    found = differences(one, other)
    assert [difference.id for difference in found] == [
        "policy.max_injection_tokens_absolute",
        "request.encoding",
        "request.context_window",
        "request.tokens_used_before",
        "request.direct_target_refs",
        "request.relevance",
        "strategy",
        "settings.background_part",
        "cards.members",
        "cards.scores",
        "cards.texts",
        "cards.facts",
        "files.members",
        "files.scores",
        "files.texts",
        "buckets.backgrounds",
    ]
    said = {one.id: (one.label, one.before, one.after) for one in found}
    assert said["request.context_window"][1:] == ("1,000,000", "9,000")
    assert said["request.tokens_used_before"][1:] == ("0", "2 texts")
    assert said["request.direct_target_refs"][1:] == ("none", "x")
    assert said["settings.background_part"] == ("Bucket summary cap", "0.25", "0.5")
    assert said["cards.members"][1:] == ("1 only here", "1 only here")
    assert said["cards.scores"][1:] == ("1 card as in A", "1 card as in B")
    assert said["files.members"][1:] == ("2 buckets, 2 files", "2 buckets, 3 files")
    assert said["files.texts"][1:] == ("1 file as in A", "1 file as in B")
    assert differences(one, one) == ()
    assert differences(taking(one, other, found), other) == ()
    unasked = replace(one, request=None)
    assert not any(
        difference.id.startswith("request") for difference in differences(unasked, other)
    )
    for difference in found[1:6]:
        assert difference.take(unasked, other).request is None
    assert [difference.id for difference in found if difference.take_only] == [
        "request.relevance",
        "cards.scores",
        "cards.texts",
        "cards.facts",
        "files.scores",
        "files.texts",
        "buckets.backgrounds",
    ]


def test_the_score_that_a_request_gives_one_subject_is_taken_over_alone():
    mine = {"cards": {"a": 0.1, "b": 0.2}, "files": {"x:f": 0.3}}
    one = session(CARDS, request={"relevance": mine})
    other = session(CARDS, request={"relevance": {"cards": {"a": 0.9, "c": 0.4}}})
    (scores,) = differences(one, other)

    def taken(subject):
        given = scores.take_only(one, other, subject).request.relevance
        return given.cards, given.files

    assert taken("a") == ({"a": 0.9, "b": 0.2}, {"x:f": 0.3})
    assert taken("b") == ({"a": 0.1}, {"x:f": 0.3})
    assert taken("c") == ({"a": 0.1, "b": 0.2, "c": 0.4}, {"x:f": 0.3})
    assert taken("x:f") == ({"a": 0.1, "b": 0.2}, {})
    for some, others in ((replace(one, request=None), other), (one, replace(other, request=None))):
        assert scores.take_only(some, others, "a") is some


def test_what_differs_about_one_file_or_bucket_is_taken_over_alone():
    one = session([], [bucket("x", file("f", 0.1), file("g", 0.2)), bucket("y", background="a")])
    two = [bucket("x", file("f", 0.3), file("g", 0.4), background="z"), bucket("y", background="b")]
    other = session([], two)
    scores, backgrounds = differences(one, other)
    files = scores.take_only(one, other, "x:g").candidates.buckets[0].files
    assert [one.relevance_score for one in files] == [0.1, 0.4]
    buckets = backgrounds.take_only(one, other, "y").candidates.buckets
    assert [one.background for one in buckets] == [None, "b"]


def test_several_cards_and_files_are_counted_and_none_is_only_on_either_side():
    files = [bucket("x", file("f", 0.1), file("g", 0.2))]
    one = session([card("a", 0.9), card("b", 0.8), card("gone", 0.1)], files)
    two = session([card("a", 0.5), card("b", 0.4)], [bucket("x", file("f", 0.3), file("g", 0.4))])
    said = {one.id: (one.before, one.after) for one in differences(one, two)}
    assert said == {
        "cards.members": ("1 only here", "none only here"),
        "cards.scores": ("2 cards as in A", "2 cards as in B"),
        "files.scores": ("2 files as in A", "2 files as in B"),
    }


sessions = st.builds(
    lambda cards, buckets, chosen, refs, strategy, overrides, pinned: Session(
        policy=chosen,
        candidates=candidate_set(cards, buckets),
        request=request(direct_target_refs=refs, relevance={"cards": overrides}),
        strategy=strategy,
        overrides=pinned,
    ),
    card_lists(),
    bucket_lists(),
    policies,
    targets,
    st.sampled_from(list(Strategy)[:2]),
    st.dictionaries(st.sampled_from(["n0", "n1"]), scores, max_size=2),
    st.builds(
        Overrides,
        pin=st.lists(st.sampled_from(["n0", "n3"]), max_size=1),
        exclude=st.lists(st.sampled_from(["n1", "b0", "b0:f0"]), max_size=1),
    ),
)


@given(sessions, sessions)
def test_all_differences_together_always_give_the_other_result(a, b):
    mixed = taking(a, b, differences(a, b))
    assert differences(mixed, b) == ()
    assert not len(compare(run(mixed), run(b)).changes)


@examples(12)
@given(sessions, sessions)
def test_a_cause_always_reproduces_the_change_and_none_of_it_can_be_spared(a, b):
    found = attribution(a, b)
    comparison = found.comparison
    for change in comparison.changes[:4]:
        cause = found.cause(change.index)
        assert cause.differences

        def verdict_after(some, change=change):
            taken = compare(run(a), run(taking(a, b, some)))
            place = taken.index_of(change.subject.kind, change.subject.id)
            return taken.change(place).after.verdict if place is not None else None

        if not change.flipped:
            continue
        if cause.kind is CauseKind.TOGETHER:
            assert verdict_after(cause.differences) is change.after.verdict
            assert len(cause.differences) > 1
            for one in cause.differences:
                rest = tuple(other for other in cause.differences if other is not one)
                assert verdict_after(rest) is not change.after.verdict
        else:
            for one in cause.differences:
                assert verdict_after((one,)) is change.after.verdict


def test_an_override_is_a_cause_of_its_own():
    a = session(CARDS, total=110)
    found = attribution(a, replace(a, overrides=Overrides(pin=["c"], exclude=["nobody"])))
    assert ids(cause_of(found, "c")) == ["overrides.c"]
    assert ids(cause_of(found, "b")) == ["overrides.c"]


def test_a_top_k_and_a_floor_are_causes_like_any_other_input():
    a = session(CARDS, total=400)
    one = attribution(a, replace(a, overrides=Overrides(top_k=1)))
    assert ids(cause_of(one, "b")) == ["overrides.top_k"]
    other = attribution(a, replace(a, overrides=Overrides(relevance_floor=0.85)))
    assert ids(cause_of(other, "b")) == ["overrides.relevance_floor"]
