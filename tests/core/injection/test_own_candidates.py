"""Requests that bring their own candidates, or name those of the set."""

from dataclasses import replace

from hypothesis import given

from inspector.analysis.corpus.facts import facts_of
from inspector.analysis.corpus.single_policy import run_corpus
from inspector.analysis.corpus.workload import Corpus, Variant, workload
from inspector.analysis.injection_runs import InjectionRuns
from inspector.analysis.tuning.axes import Axis, AxisRange
from inspector.analysis.watched_counter import counted_for
from inspector.core import inject
from inspector.core.candidates.candidate_set import without_repeats
from inspector.core.candidates.counting import count_candidates
from inspector.core.candidates.linting import lint_request
from inspector.session.session import Session
from tests.shared.audit_input import report_of
from tests.shared.corpus_input import facts_at
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

SHARED = candidate_set(
    [card("n0", 0.9), card("n1", 0.8), card("n2", 0.7)],
    [bucket("b", file("f", 0.9, 30), file("g", 0.5, 30), background="z" * 20)],
)


class Once:
    """Counts characters, and keeps the texts that it was asked about."""

    name = "characters"

    def __init__(self):
        self.texts = []

    def count(self, text):
        return self.count_many([text])[0]

    def count_many(self, texts):
        self.texts += (batch := list(texts))
        return [len(text) for text in batch]


class Refusing(Once):
    """Cannot count one text."""

    def count_many(self, texts):
        from inspector.core.tokens import UncountableTextError

        batch = list(texts)
        if "x" * 13 in batch:
            raise UncountableTextError("odd")
        return [len(text) for text in batch]


def asking(**candidates):
    return request(candidates=candidates)


def run(asked, shared=SHARED, tokens=CHARACTERS):
    return inject(asked, shared, policy(1000), tokens)


def ids(report):
    return [row.node_id for row in report.manifest.knowledge_cards]


@given(sessions())
def test_every_way_of_running_comes_to_the_same_manifest(session):
    wanted = report_of(session)
    counted = count_candidates(without_repeats(session.candidates), CHARACTERS)
    ((_, of_corpus),) = run_corpus(
        (session.request,),
        counted,
        CHARACTERS,
        session.policy,
        session.strategy,
        session.settings,
        session.overrides,
    )
    ran = InjectionRuns(lambda _name: CHARACTERS).run(session)
    assert of_corpus.manifest == wanted.manifest
    assert ran.report.manifest == wanted.manifest


@given(sessions())
def test_a_corpus_without_texts_comes_to_the_same_numbers(session):
    load, refused = workload(
        [Corpus("c", session.candidates, (session.request,))],
        (Variant("now", session.policy),),
        AxisRange(Axis.DIVISION, 0.0, 1.0),
        lambda _name: CHARACTERS,
        strategy=session.strategy,
        settings=session.settings,
        overrides=session.overrides,
    )
    assert not refused
    assert facts_at(load, 0, session.policy) == facts_of(report_of(session))


def test_a_request_sees_what_it_names_and_what_is_its_own():
    report = run(asking(only=["n2", "b:g"], knowledge_cards=[card("mine", 1.0)]))
    assert ids(report) == ["mine", "n2"]
    assert [file.counted.reference for file in report.prepared.files] == ["b:g"]


def test_the_background_comes_with_a_named_file_of_its_bucket():
    assert len(run(asking(only=["b:g"])).backgrounds) == 1
    assert not run(asking(only=["n0"])).backgrounds


def test_nothing_named_and_nothing_of_its_own_is_nothing():
    assert ids(run(asking())) == []


def test_only_candidates_of_its_own_are_counted_for_a_request():
    counted = count_candidates(SHARED, CHARACTERS)
    tokens = Once()
    counted_for(asking(only=["n0", "b:f"]), counted, tokens)
    assert not any("x" in text or "y" in text for text in tokens.texts)
    counted_for(asking(only=["n0"], knowledge_cards=[card("mine", 1.0, 12)]), counted, tokens)
    assert [text for text in tokens.texts if "x" in text] == ["x" * 12]


def test_a_text_that_many_requests_bring_is_counted_once():
    tokens = Once()
    many = tuple(
        replace_id(asking(knowledge_cards=[card("mine", 1.0, 33)]), number) for number in range(5)
    )
    workload(
        [Corpus("c", SHARED, many)],
        (Variant("now", policy(100)),),
        AxisRange(Axis.DIVISION, 0.0, 1.0),
        lambda _name: tokens,
    )
    assert tokens.texts.count("x" * 33) == 1


def replace_id(asked, number):
    return asked.model_copy(update={"trace_id": f"q{number}"})


def test_what_another_request_cannot_count_leaves_a_request_whole():
    shared = candidate_set([card("odd", 0.9, 13), card("n1", 0.8)])
    session = Session(candidates=shared, policy=policy(500), request=asking(only=["n1"]))
    runs = InjectionRuns(lambda _name: Refusing())
    assert runs.run(session).report.degraded_state == "none"
    other = replace(session, request=asking(only=["odd", "n1"]))
    assert runs.run(other).report.degraded_state == "partial"


def test_a_text_of_its_own_without_a_count_has_its_place_in_the_request():
    asked = asking(knowledge_cards=[card("mine", 1.0, 13)])
    result = InjectionRuns(lambda _name: Refusing()).run(
        Session(candidates=SHARED, policy=policy(500), request=asked)
    )
    places = {one.code: one.place.pointer for one in result.problems}
    where = "/candidates/knowledge_cards/0/renderings/compact"
    assert places["candidates.uncountable"] == where


def test_what_is_there_twice_or_not_at_all_is_reported_where_the_request_says_it():
    asked = asking(
        only=["n0", "nothing"],
        knowledge_cards=[card("n0", 0.1), card("mine", 0.5), card("mine", 0.4)],
    )
    found = {(one.code, one.place.pointer) for one in lint_request(asked, SHARED)}
    assert found == {
        ("request.unknown-id", "/candidates/only/1"),
        ("candidates.duplicate-card", "/candidates/knowledge_cards/0/node_id"),
        ("candidates.duplicate-card", "/candidates/knowledge_cards/2/node_id"),
    }
    report = run(asked)
    assert {row.node_id: row.relevance_score for row in report.manifest.knowledge_cards} == {
        "n0": 0.9,
        "mine": 0.5,
    }
    assert report.degraded_state == "partial"
    assert len(report.problems) == 2
