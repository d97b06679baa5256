"""The relevance pre-parser run for sessions."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from inspector.core.candidates.request import ModelFacts, Request
from inspector.core.problems import Problem
from inspector.core.relevance import Standing
from inspector.session.relevance_stage import RelevanceStage
from inspector.session.session import Session
from inspector.stage import Part
from inspector.stages.relevance.part import set_node_text, set_remaining_budget
from inspector.stages.relevance.runs import RelevanceRuns
from tests.shared.injection_input import CHARACTERS
from tests.shared.relevance_input import NODES, raw_config, raw_configs


def _session(config: Any, encoding: str = "o200k_base", **facts: Any) -> Session:
    model = ModelFacts(name="m", context_window=1000, encoding=encoding)
    request = Request(trace_id="r", timestamp="2026-01-01T00:00:00Z", model=model, **facts)
    return Session(request=request).having(relevance=RelevanceStage(config=config))


def _runs() -> RelevanceRuns:
    return RelevanceRuns(lambda _name: CHARACTERS)


def _codes(problems: tuple[Problem, ...]) -> list[str]:
    return [problem.code for problem in problems]


def test_without_a_configuration_nothing_is_run() -> None:
    result = _runs().run(Session())
    assert result.report is None
    assert result.flips == ()
    assert _codes(result.problems) == ["relevance.no-configuration"]


def test_without_a_mode_the_first_of_the_configuration_is_used_and_said() -> None:
    result = _runs().run(_session(raw_config()))
    assert result.facts.mode == "M"
    assert not result.facts.mode_given
    assert _codes(result.problems) == ["relevance.no-mode"]
    given_mode = _runs().run(_session(raw_config(), mode="M"))
    assert given_mode.facts.mode_given
    assert given_mode.problems == ()


def test_a_configuration_that_cannot_be_read_includes_its_nodes_and_says_why() -> None:
    config = raw_config(dependencies={"a": ["b"], "b": ["a"]})
    result = _runs().run(_session(config, mode="M"))
    assert result.report is not None
    assert result.report.standing is Standing.UNREADABLE
    assert list(result.report.inclusion_map) == list(NODES)
    assert result.report.total_included == len(NODES)
    (problem,) = result.problems
    assert "a -> b -> a" in problem.message
    assert problem.place.pointer == "/dependencies/b/0"


def test_problems_of_the_configuration_name_its_file_and_stand_where_it_was_written() -> None:
    rule = {"when": {}, "strength": "firm"}
    session = _session(raw_config(signal_rules={"a": rule}), mode="M")
    named = Session(request=session.request, sources=((Part.RELEVANCE, "c.json"),)).having(
        relevance=session.relevance
    )
    (problem,) = _runs().run(named).problems
    assert str(problem.place) == "c.json /signal_rules/a/strength"


def test_texts_of_nodes_are_counted_beside_the_estimates() -> None:
    session = set_node_text("a", "x" * 7)(_session(raw_config(), mode="M"))
    report = _runs().run(session).report
    assert report is not None
    (row,) = [row for row in report.trace if row.node == "a"]
    assert (row.estimate, row.real) == (10, 7)


def test_a_text_that_has_no_count_is_a_problem_and_its_node_is_estimated() -> None:
    session = set_node_text("a", "\ud800")(_session(raw_config(), mode="M"))
    result = RelevanceRuns().run(session)
    assert _codes(result.problems) == ["relevance.uncounted-text"]
    assert result.report is not None
    assert result.report.node_tokens == {}


def test_an_unknown_encoding_is_a_problem_only_where_something_is_to_be_counted() -> None:
    session = _session(raw_config(), "nonsense", mode="M")
    assert RelevanceRuns().run(session).problems == ()
    result = RelevanceRuns().run(set_node_text("a", "x")(session))
    assert _codes(result.problems) == ["relevance.uncounted-text"]
    assert result.report is not None


def test_large_texts_and_configurations_are_not_quick_until_they_were_counted() -> None:
    runs = _runs()
    session = _session(raw_config(), mode="M")
    assert runs.quick(session)
    long = set_node_text("a", "x" * 100_000)(session)
    assert not runs.quick(long)
    runs.run(long)
    assert runs.quick(set_remaining_budget(1)(long))
    names = [f"n{number}" for number in range(500)]
    rules = {name: [{"when": {f"s{name}": 1}}] for name in names}
    large = raw_config(node_token_estimates=dict.fromkeys(names, 1), signal_rules=rules)
    assert not runs.quick(_session(large, mode="M"))


@given(st.lists(raw_configs, min_size=1, max_size=3))
def test_what_was_kept_never_changes_a_result(configs: list[dict[str, Any]]) -> None:
    runs = _runs()
    for config in [*configs, *configs]:
        session = _session(config, mode="N", signals={"x": 1})
        kept, fresh = runs.run(session), _runs().run(session)
        assert kept.report is not None
        assert fresh.report is not None
        assert kept.report.inclusion_map == fresh.report.inclusion_map
        assert kept.problems == fresh.problems
        assert kept.flips == fresh.flips
