"""Sessions are assembled again and again, and nothing kept ever shows in a result."""

from dataclasses import replace

import pytest

from inspector.analysis.watched_counter import StoppedError
from inspector.core.assembly import assemble
from inspector.core.assembly.pieces import AssemblyStage
from inspector.session.discipline_stage import DisciplineStage
from inspector.session.edits import set_at
from inspector.session.relevance_stage import RelevanceStage
from inspector.session.session import Session
from inspector.stage import Part
from inspector.stages.assembly.runs import AssemblyRuns, assembly_inputs, set_item_field
from tests.shared.assembly_input import STORY, STORY_ITEMS, item, relevance_config
from tests.shared.injection_input import CHARACTERS, candidate_set, policy, request


def session(**fields):
    return replace(
        Session(
            policy=policy(400, max_injection_tokens_pct_of_context=1.0),
            candidates=candidate_set(STORY["cards"], STORY["buckets"]),
            request=request(mode="M", user_message="hi"),
        ).having(
            relevance=RelevanceStage(
                config=relevance_config(facts=True, gists=False), node_texts={"facts": "f" * 30}
            ),
            discipline=DisciplineStage(hot_state={"session_id": "s"}),
            assembly=AssemblyStage(items=STORY_ITEMS),
        ),
        **fields,
    )


def runs():
    return AssemblyRuns(lambda _name: CHARACTERS)


def fresh(given):
    return assemble(assembly_inputs(given, given.request), CHARACTERS)


def same(first, second):
    return (first.spans, list(first.ledger.entries)) == (
        second.spans,
        list(second.ledger.entries),
    )


def test_a_run_is_the_assembly_of_what_the_session_holds():
    given = session()
    result = runs().run(given)
    assert same(result.assembly, fresh(given))
    assert result.assembly.tokens_used_before == 81


def test_a_result_never_depends_on_the_runs_before_it():
    several = runs()
    given = session()
    for edit in (
        set_at("assembly", "response_token_reserve", 7),
        set_item_field("clock", "tokens", 900),
        set_at("policy", "max_injection_tokens_absolute", 100),
        set_item_field("clock", "tokens", 7),
    ):
        given = edit(given)
        assert same(several.run(given).assembly, fresh(given))


def test_after_the_first_run_a_change_of_a_limit_is_quick():
    several, given = runs(), session()
    assert not several.ready(given)
    several.run(given)
    assert several.ready(set_at("assembly", "response_token_reserve", 7)(given))


def test_problems_name_the_file_of_the_part_they_are_about():
    twice = AssemblyStage(items=(item(1, "x", "abc"), item(1, "x", "abc")))
    given = session(sources=((Part.ASSEMBLY, "/a/assembly.json"),)).having(assembly=twice)
    found = next(
        problem
        for problem in runs().run(given).problems
        if problem.code == "assembly.repeated-item"
    )
    assert (found.place.file, found.place.pointer) == ("/a/assembly.json", "/items/1/item_id")


def test_without_a_request_there_is_a_problem_and_no_assembly():
    result = runs().run(session(request=None))
    assert result.assembly is None
    assert [problem.code for problem in result.problems] == ["session.no-request"]


def test_an_encoding_that_there_is_not_is_a_problem():
    given = session(request=request(model={"name": "m", "context_window": 9, "encoding": "?"}))
    result = AssemblyRuns().run(given)
    assert result.assembly is None
    assert {problem.code for problem in result.problems} == {"request.unknown-encoding"}


def test_a_run_stops_when_it_is_told_to():
    with pytest.raises(StoppedError):
        runs().run(session(), lambda _done, _total: False)
