"""Running sessions that differ a little gives what running each of them alone gives."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis import injection_lint, injection_runs
from inspector.analysis.independent import independent_run
from inspector.analysis.injection_runs import (
    InjectionResult,
    InjectionRuns,
    manifest_fingerprint,
)
from inspector.analysis.watched_counter import StoppedError, WatchedCounter
from inspector.core import Request, Severity, TokenCounter, inject
from inspector.core.canonical import fingerprint
from inspector.core.injection.overrides import Forced, Overrides
from inspector.core.tokens import UncountableTextError
from inspector.session.edits import (
    force,
    open_candidates,
    open_overrides,
    set_at,
    set_policy_fields,
    set_settings,
    set_strategy,
)
from inspector.session.session import Session
from inspector.stage import Part
from tests.shared.examples import examples
from tests.shared.injection_input import (
    CHARACTERS,
    Characters,
    bucket,
    candidate_set,
    card,
    file,
    policy,
    request,
)

CANDIDATES = candidate_set(
    [
        card("a", 0.9, 30, file="b:f", lengths={"standard": 60}),
        card("b", 0.8, 40, kind="procedure"),
        card("c", 0.7, 25, kind="entity", lengths={"full": 90}),
        card("d", 0.6, 35, kind="interaction_policy"),
    ],
    [bucket("b", file("f", 0.9, 200), file("g", 0.5, 150), background="z" * 20, matter_id="m")],
)


class Counting(Characters):
    """Counts characters, and how often it was asked."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def count(self, text: str) -> int:
        self.texts.append(text)
        return len(text)

    def count_many(self, texts: Iterable[str]) -> list[int]:
        return [self.count(text) for text in texts]


def by_name(name: str) -> TokenCounter:
    if name != "characters":
        raise ValueError(f"There is no token counter {name!r}; there are characters.")
    return CHARACTERS


def session(**fields: object) -> Session:
    asked = request(model={"name": "m", "context_window": 10_000, "encoding": "characters"})
    return Session(candidates=CANDIDATES, request=asked, **fields)


def codes(result: InjectionResult) -> list[str]:
    return [problem.code for problem in result.problems]


EDITS = st.one_of(
    st.integers(0, 800).map(lambda total: set_at("policy", "max_injection_tokens_absolute", total)),
    st.floats(0, 1).map(
        lambda share: set_policy_fields(
            {"knowledge_card_share_default": share, "bucket_content_share_default": 1 - share}
        )
    ),
    st.sampled_from(["coverage", "depth", "optimal"]).map(
        lambda name: set_strategy(type(session().strategy)(name))
    ),
    st.integers(0, 9_900).map(lambda used: set_at("request", "tokens_used_before", used)),
    st.tuples(
        st.lists(st.sampled_from(["a", "c", "d", "b", "b:f", "b:g"]), max_size=2),
        st.sampled_from([None, *Forced]),
    ).map(lambda chosen: force(*chosen)),
    st.sampled_from([(), ("b",), ("b:g",)]).map(
        lambda refs: set_at("request", "direct_target_refs", refs)
    ),
    st.floats(0, 1).map(
        lambda part: (
            lambda now: set_settings(now.settings.model_copy(update={"background_part": part}))(now)
        )
    ),
)


@examples(25)
@given(st.lists(EDITS, max_size=6))
def test_results_never_depend_on_earlier_runs(edits: list[object]) -> None:
    runs = InjectionRuns(by_name)
    now = session()
    for edit in [lambda same: same, *edits]:
        now = edit(now)
        result = runs.run(now)
        assert now.request is not None
        alone = inject(
            now.request,
            now.candidates,
            now.policy,
            CHARACTERS,
            strategy=now.strategy,
            settings=now.settings,
            overrides=now.overrides,
        )
        assert result.session is now
        assert result.report is not None
        assert list(result.report.ledger.entries) == list(alone.ledger.entries)
        assert result.report.manifest == alone.manifest


def test_a_set_is_counted_once_for_any_number_of_policies_and_requests() -> None:
    counter = Counting()
    runs = InjectionRuns(lambda _: counter)
    first = session()
    runs.run(first)
    asked = len(counter.texts)
    for edit in (
        set_at("policy", "max_injection_tokens_absolute", 300),
        set_at("request", "tokens_used_before", 50),
        set_at("request", "direct_target_refs", ("b",)),
    ):
        runs.run(edit(first))
    assert len(counter.texts) == asked


def test_a_change_of_policy_is_ready_and_a_change_of_request_is_not() -> None:
    runs = InjectionRuns(by_name)
    now = session()
    assert not runs.ready(now)
    runs.run(now)
    assert runs.ready(set_at("policy", "max_injection_tokens_absolute", 300)(now))
    assert not runs.ready(set_at("request", "tokens_used_before", 50)(now))
    assert not runs.ready(open_candidates(candidate_set([card("a", 1)]), None)(now))


def test_the_optimal_strategy_is_never_run_at_once() -> None:
    runs = InjectionRuns(by_name)
    now = set_strategy(type(session().strategy)("optimal"))(session())
    runs.run(now)
    assert not runs.ready(now)


def test_a_large_set_is_ready_only_while_the_same_files_are_inlined(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(injection_runs, "CARDS_RUN_AT_ONCE", 2)
    runs = InjectionRuns(by_name)
    now = session()
    result = runs.run(now)
    assert result.report is not None
    assert result.report.materialization.inlined_references
    assert runs.ready(set_at("policy", "procedure_sub_budget_pct", 0.1)(now))
    assert not runs.ready(set_at("policy", "max_injection_tokens_absolute", 60)(now))


def test_a_large_set_is_not_ready_once_other_things_are_overridden(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(injection_runs, "CARDS_RUN_AT_ONCE", 2)
    runs = InjectionRuns(by_name)
    now = session()
    runs.run(now)
    forced = force(["d"], Forced.PINNED)(now)
    assert not runs.ready(forced)
    runs.run(forced)
    assert runs.ready(set_at("policy", "procedure_sub_budget_pct", 0.1)(forced))


def test_overrides_that_name_nothing_or_find_no_room_are_problems_at_their_place() -> None:
    patch = Overrides(pin=["nobody", "a"])
    now = set_at("policy", "max_injection_tokens_absolute", 30)(session())
    result = InjectionRuns(by_name).run(open_overrides(patch, "patch.json")(now))
    found = [one for one in result.problems if one.code.startswith("overrides.")]
    assert [(one.code, one.place.file, one.place.pointer) for one in found] == [
        ("overrides.unknown-id", "patch.json", "/pin/0"),
        ("overrides.pinned-without-effect", "patch.json", "/pin/1"),
    ]


def test_an_earlier_request_and_an_earlier_set_are_still_ready() -> None:
    runs = InjectionRuns(by_name)
    first = session()
    second = set_at("request", "tokens_used_before", 50)(first)
    third = open_candidates(candidate_set([card("a", 1)]), None)(second)
    for each in (first, second, third):
        runs.run(each)
    assert all(runs.ready(each) for each in (first, second, third))


def test_no_request_is_a_note_and_no_report() -> None:
    result = InjectionRuns(by_name).run(Session(candidates=CANDIDATES))
    assert result.report is None
    assert codes(result) == ["session.no-request"]
    assert result.problems[0].severity is Severity.NOTE


def test_an_unknown_encoding_is_a_problem_at_its_place_and_no_report() -> None:
    result = InjectionRuns(by_name).run(set_at("request", "model.encoding", "morse")(session()))
    assert result.report is None
    assert codes(result) == ["request.unknown-encoding"]
    assert result.problems[0].place.pointer == "/model/encoding"
    assert "morse" in result.problems[0].message


def test_a_step_before_that_cannot_be_counted_is_a_problem_and_no_report() -> None:
    class Picky(Characters):
        def count_many(self, texts: Iterable[str]) -> list[int]:
            if "\ud800" in texts:
                raise UncountableTextError("a lone surrogate")
            return super().count_many(texts)

    now = set_at("request", "tokens_used_before", ("\ud800",))(session())
    result = InjectionRuns(lambda _: Picky()).run(now)
    assert result.report is None
    assert codes(result) == ["request.uncountable"]


def test_all_lints_are_reported_with_the_file_of_their_part() -> None:
    now = set_at("policy", "knowledge_card_share_default", 0.7)(session())
    now = set_at("request", "direct_target_refs", ("nothing",))(now)
    now = replace(now, sources=((Part.POLICY, "/p.json"), (Part.REQUEST, "/r.json")))
    result = InjectionRuns(by_name).run(now)
    assert result.report is not None
    places = {problem.code: problem.place.file for problem in result.problems}
    assert places == {"policy.shares-over-one": "/p.json", "request.unknown-id": "/r.json"}


def test_repeated_cards_are_reported_once() -> None:
    doubled = candidate_set([card("a", 0.9), card("a", 0.8)])
    result = InjectionRuns(by_name).run(replace(session(), candidates=doubled))
    assert codes(result) == ["candidates.duplicate-card"]


def test_facts_are_those_of_the_functions_they_come_from() -> None:
    declared = candidate_set([card("a", 0.9, 30, token_counts={"compact": 31})])
    runs = InjectionRuns(by_name)
    result = runs.run(replace(session(), candidates=declared))
    facts = runs.facts(result)
    assert facts is not None
    assert result.report is not None
    assert facts.independent == independent_run(result.report)
    assert [(one.declared, one.counted) for one in facts.differences] == [(31, 30)]
    assert {one.account for one in facts.joined} == {"knowledge", "bucket"}


DECLARED = candidate_set(
    [
        card("right", 0.9, 30, token_counts={"compact": 30}),
        card("wrong", 0.8, 40, lengths={"full": 90}, token_counts={"compact": 4, "full": 91}),
        card("undeclared", 0.7, 25),
        card("surrogate", 0.6, renderings={"compact": "\ud800"}, token_counts={"compact": 7}),
        card("without-text", 0.5, 0, token_counts={"standard": 9}),
    ],
    [bucket("b", file("f", 0.9, 200, token_count=3), file("g", 0.5, 150, token_count=150))],
)


class NoSurrogates(Characters):
    """Counts characters, but not of a text with half of a surrogate pair."""

    def count(self, text: str) -> int:
        if not text.isprintable():
            raise UncountableTextError("half of a surrogate pair")
        return len(text)

    def count_many(self, texts: Iterable[str]) -> list[int]:
        return [self.count(text) for text in texts]


@pytest.mark.parametrize("at_once", [1, 2, 100])
def test_each_declared_count_that_differs_is_told_and_an_uncountable_one_is_not(
    monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(injection_lint, "_TEXTS_AT_ONCE", at_once)
    found = injection_lint.declared_differences(DECLARED, NoSurrogates())
    expected = [
        ("/knowledge_cards/1/token_counts/compact", "wrong", 4, 40),
        ("/knowledge_cards/1/token_counts/full", "wrong", 91, 90),
        ("/buckets/0/files/0/token_count", "b:f", 3, 200),
    ]
    assert [astuple(one) for one in found] == expected
    assert [astuple(one) for one in found[1:]] == expected[1:]
    assert astuple(found[-1]) == expected[-1]
    assert len(found) == 3
    with pytest.raises(IndexError):
        found[3]


def test_whoever_asks_for_facts_can_stop_while_declared_counts_are_checked() -> None:
    runs = InjectionRuns(by_name)
    result = runs.run(replace(session(), candidates=DECLARED))
    looks: list[int] = []
    assert runs.facts(result, lambda done, _total: not looks.append(done)) is not None
    another = InjectionRuns(by_name)
    last = looks[-1]
    with pytest.raises(StoppedError):
        another.facts(another.run(result.session), lambda done, _total: done < last)


def test_there_are_no_facts_without_a_report() -> None:
    runs = InjectionRuns(by_name)
    assert runs.facts(runs.run(Session())) is None


def test_the_fingerprint_is_that_of_the_manifests_fields() -> None:
    report = InjectionRuns(by_name).run(session()).report
    assert report is not None
    assert manifest_fingerprint(report) == fingerprint(report.manifest.model_dump(mode="json"))


def test_a_manifest_that_cannot_be_made_is_a_problem_that_quotes_nothing() -> None:
    secret = "secret " * 40
    one = candidate_set([card("a", 0.9)])
    one.knowledge_cards.names[0] = secret  # which no loader would let through
    report = InjectionRuns(by_name).run(replace(session(), candidates=one)).report
    assert report is not None
    problem = manifest_fingerprint(report)
    assert not isinstance(problem, str)
    assert problem.code == "manifest.invalid"
    assert "secret" not in str(problem)


def test_a_run_and_its_facts_can_be_stopped() -> None:
    runs = InjectionRuns(by_name)
    with pytest.raises(StoppedError):
        runs.run(session(), lambda _done, _total: False)
    result = runs.run(session())
    with pytest.raises(StoppedError):
        runs.facts(result, lambda _done, _total: False)


@given(st.integers(0, 9000), st.sampled_from([2, 700]))
def test_a_watched_counter_tells_how_far_it_is_and_counts_as_the_other(
    texts: int, size: int
) -> None:
    told: list[tuple[int, int]] = []

    def watch(done: int, total: int) -> bool:
        told.append((done, total))
        return True

    counter = WatchedCounter(CHARACTERS, watch, texts)
    assert counter.count_many(["x" * size] * texts) == [size] * texts
    step = min(4096, -(-500_000 // size))
    assert told == [(done, texts) for done in range(0, texts, step)]


def test_a_request_is_found_by_identity_not_by_looks() -> None:
    runs = InjectionRuns(by_name)
    now = session()
    runs.run(now)
    assert now.request is not None
    same = Request.model_validate(now.request.model_dump())
    assert not runs.ready(replace(now, request=same))


def test_floors_that_the_total_of_one_request_scales_down_are_linted():
    chosen = policy(6_000, min_knowledge_card_tokens=500, min_bucket_tokens=500)
    small = {"model": {"name": "m", "context_window": 1_000, "encoding": "characters"}}
    candidates = candidate_set([card("a", 0.9)], [bucket("b", file("f", 0.9))])
    for fields, scaled in ((small, True), ({}, False)):
        session = Session(candidates=candidates, request=request(**fields), policy=chosen)
        found = InjectionRuns(lambda _name: CHARACTERS).run(session).problems
        assert ("policy.floors-scaled" in {one.code for one in found}) is scaled
