"""Reading a configuration: what is accepted, and every problem with its place."""

from __future__ import annotations

import graphlib
import json
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from inspector.core.problems import Severity
from inspector.core.relevance import (
    DEFAULT_NODE_TOKEN_ESTIMATES,
    RelevanceConfig,
    check_relevance_config,
    readable_node_table,
    relevance,
)
from inspector.core.relevance.reading import find_cycles
from tests.shared.relevance_input import configs, damaged_configs, json_values, raw_config
from tests.shared.vectors import FOLDER

ERROR, WARNING = Severity.ERROR, Severity.WARNING


def _found(raw: object) -> list[tuple[Severity, str, str | None]]:
    _, problems = check_relevance_config(raw)
    return [(p.severity, p.code.removeprefix("relevance."), p.place.pointer) for p in problems]


def _rule(when: dict[str, Any], strength: str = "hard") -> dict[str, Any]:
    return raw_config(signal_rules={"a": [{"when": when, "strength": strength}]})


def test_an_empty_configuration_has_the_seventeen_nodes_of_the_specification() -> None:
    config, problems = check_relevance_config({})
    assert config is not None
    assert problems == ()
    assert list(config.node_token_estimates.items()) == list(DEFAULT_NODE_TOKEN_ESTIMATES.items())
    estimates = (150, 80, 300, 100, 400, 200, 150, 600, 300, 500, 800, 250, 200, 200, 300, 80, 100)
    assert tuple(config.node_token_estimates.values()) == estimates
    assert config.enabled
    assert config.log_exclusions
    assert config.soft_recovery_budget == 1500
    assert config.max_included_nodes == 12
    assert config.soft_recovery_priority[0] == "episodic_memory"


def test_a_node_whose_estimate_cannot_be_read_is_known_and_takes_nothing() -> None:
    raw = raw_config(node_token_estimates={"a": 10, "b": "many"})
    assert readable_node_table(raw) == {"a": 10, "b": 0}


def test_a_sound_configuration_has_no_problems() -> None:
    config, problems = check_relevance_config(raw_config())
    assert config == RelevanceConfig.model_validate(raw_config())
    assert problems == ()


@pytest.mark.parametrize("name", ["relevance_config_a", "relevance_config_b"])
def test_real_configurations_are_readable_and_their_foreign_nodes_are_named(name: str) -> None:
    raw = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    config, problems = check_relevance_config(raw)
    assert config is not None
    assert {problem.code for problem in problems} == {"relevance.unknown-node"}
    pointers = {problem.place.pointer for problem in problems}
    assert "/template_masks/ACT/adaptive_directives" in pointers


def test_all_problems_are_reported_at_once() -> None:
    raw = raw_config(
        enabled="no",
        surplus=1,
        template_masks={"M": {"a": 1, "zz": True}},
        signal_rules={"a": [{"when": {"x_gt": None}, "strength": "HARD"}], "b": 7},
        urgency_overrides=["a", "a", "yy"],
        safety_overrides=[],
        dependencies={"c": ["d"], "d": ["c"], "e": "f"},
        soft_recovery_budget="1500",
        max_included_nodes=None,
    )
    assert sorted(_found(raw), key=str) == sorted(
        [
            (WARNING, "not-a-boolean", "/enabled"),
            (WARNING, "unknown-field", "/surplus"),
            (WARNING, "not-a-boolean", "/template_masks/M/a"),
            (WARNING, "unknown-node", "/template_masks/M/zz"),
            (WARNING, "mask-incomplete", "/template_masks/M"),
            (ERROR, "predicate-type", "/signal_rules/a/0/when/x_gt"),
            (ERROR, "unknown-strength", "/signal_rules/a/0/strength"),
            (ERROR, "wrong-type", "/signal_rules/b"),
            (WARNING, "repeated-node", "/urgency_overrides/1"),
            (WARNING, "unknown-node", "/urgency_overrides/2"),
            (ERROR, "wrong-type", "/safety_overrides"),
            (ERROR, "dependency-cycle", "/dependencies/d/0"),
            (ERROR, "wrong-type", "/dependencies/e"),
            (ERROR, "wrong-type", "/soft_recovery_budget"),
            (ERROR, "wrong-type", "/max_included_nodes"),
        ],
        key=str,
    )
    assert check_relevance_config(raw)[0] is None


@pytest.mark.parametrize(
    ("raw", "place"),
    [
        ([], ""),
        (None, ""),
        (raw_config(node_token_estimates=[]), "/node_token_estimates"),
        (raw_config(node_token_estimates={"a": -1}), "/node_token_estimates/a"),
        (raw_config(node_token_estimates={"a": 1.5}), "/node_token_estimates/a"),
        (raw_config(node_token_estimates={"a": True}), "/node_token_estimates/a"),
        (raw_config(node_token_estimates={"a": 10**400}), "/node_token_estimates/a"),
        (raw_config(template_masks=None), "/template_masks"),
        (raw_config(template_masks={"M": None}), "/template_masks/M"),
        (raw_config(signal_rules={"a": [["hard"]]}), "/signal_rules/a/0"),
        (raw_config(signal_rules={"a": {"when": None}}), "/signal_rules/a/when"),
        (raw_config(signal_rules={"a": [{"strength": None}]}), "/signal_rules/a/0/strength"),
        (raw_config(safety_overrides={"a": "b"}), "/safety_overrides/a"),
        (raw_config(urgency_overrides="a"), "/urgency_overrides"),
        (raw_config(urgency_overrides=["a", 1]), "/urgency_overrides/1"),
        (raw_config(soft_recovery_priority=None), "/soft_recovery_priority"),
        (raw_config(dependencies={"a": [None]}), "/dependencies/a/0"),
        (raw_config(soft_recovery_budget=float("nan")), "/soft_recovery_budget"),
        (raw_config(soft_recovery_budget=True), "/soft_recovery_budget"),
        (_rule({"x": float("inf")}), "/signal_rules/a/0/when/x"),
        (_rule({"x": [{"deep": (1,)}]}), "/signal_rules/a/0/when/x"),
        (_rule({1: 2}), "/signal_rules/a/0/when"),  # type: ignore[dict-item]  # as YAML gives it
    ],
)
def test_a_part_of_the_wrong_type_makes_the_configuration_unreadable(
    raw: object, place: str
) -> None:
    assert (ERROR, place) in [(severity, where) for severity, _, where in _found(raw)]
    assert check_relevance_config(raw)[0] is None
    with pytest.raises(ValidationError, match=place or "/"):
        RelevanceConfig.model_validate(raw)


def test_an_unreadable_configuration_includes_everything_and_says_why() -> None:
    raw = raw_config(template_masks=[])
    config, problems = check_relevance_config(raw)
    report = relevance(
        config, mode="M", config_problems=problems, node_table=readable_node_table(raw)
    )
    assert report.inclusion_map == dict.fromkeys("abcdef", True)
    assert report.problems == problems
    assert report.log_line() is None
    assert {row.reason.code for row in list(report.ledger.entries)[:-1]} == {
        "node_config_unreadable"
    }
    assert report.ledger.balances


def test_no_configuration_at_all_includes_the_seventeen_nodes_with_an_error() -> None:
    report = relevance(None, mode="M")
    assert report.inclusion_map == dict.fromkeys(DEFAULT_NODE_TOKEN_ESTIMATES, True)
    assert [(p.severity, p.code) for p in report.problems] == [(ERROR, "relevance.unreadable")]


def test_flags_count_as_what_they_are_worth_as_a_condition() -> None:
    for value, truth in [(0, False), ("", False), (None, False), (1, True), ("false", True)]:
        config, problems = check_relevance_config(raw_config(enabled=value))
        assert config is not None
        assert config.enabled is truth
        assert [problem.code for problem in problems] == ["relevance.not-a-boolean"]


def test_one_rule_may_stand_without_its_list_and_keeps_its_place() -> None:
    raw = raw_config(signal_rules={"a/b": {"when": {}, "strength": "Hard"}})
    raw["node_token_estimates"]["a/b"] = 5
    raw["template_masks"]["M"]["a/b"] = True
    assert _found(raw) == [(ERROR, "unknown-strength", "/signal_rules/a~1b/strength")]


def test_a_rule_of_unknown_strength_never_acts_and_the_rest_holds() -> None:
    raw = raw_config(
        signal_rules={"a": [{"strength": "HARD"}, {"strength": "hard"}], "b": [{"strength": "x"}]}
    )
    report = relevance(RelevanceConfig.model_validate(raw), mode="M")
    assert report.excluded_hard == ["a"]
    assert report.inclusion_map["b"]
    assert [p.code for p in report.config_problems] == ["relevance.unknown-strength"] * 2
    assert report.trace[0].deciding.acted is not None
    assert report.trace[0].deciding.acted.place == "/signal_rules/a/1"


@pytest.mark.parametrize(
    ("key", "expected", "found"),
    [
        ("x_gte", 2, []),
        ("x_gte", "v", []),
        ("x_eq", None, []),
        ("x", [1], []),
        ("returning_from_silence", True, []),
        ("x_gte", None, [(ERROR, "predicate-type")]),
        ("x_lt", [1], [(ERROR, "predicate-type")]),
        ("x_lt", True, [(WARNING, "predicate-type")]),
        ("x_lt", "0.5", [(WARNING, "predicate-type")]),
        ("returning_from_silence", "true", [(WARNING, "predicate-type")]),
        ("returning_from_silence_eq", True, [(WARNING, "predicate-signal")]),
        ("_gte", 1, [(WARNING, "predicate-signal")]),
        ("x_ne", 1, [(WARNING, "predicate-suffix")]),
        ("X_GTE", 1, [(WARNING, "predicate-suffix")]),
    ],
)
def test_doubtful_predicates_are_pointed_at(
    key: str, expected: object, found: list[tuple[Severity, str]]
) -> None:
    place = f"/signal_rules/a/0/when/{key}"
    assert _found(_rule({key: expected})) == [(*problem, place) for problem in found]


def test_a_default_recovery_list_is_not_blamed_for_names_the_table_lacks() -> None:
    assert _found(raw_config()) == []
    raw = raw_config(soft_recovery_priority=["gists"])
    assert _found(raw) == [(WARNING, "unknown-node", "/soft_recovery_priority/0")]


def test_a_close_name_is_suggested() -> None:
    raw = raw_config(
        node_token_estimates={"facts": 1}, template_masks={"M": {"fact": True, "facts": True}}
    )
    _, (problem,) = check_relevance_config(raw)
    assert problem.fix == 'did you mean "facts"?'


@pytest.mark.parametrize(
    ("dependencies", "circle"),
    [
        ({"a": ["a"]}, "a -> a"),
        ({"a": ["b"], "b": ["a"]}, "a -> b -> a"),
        ({"a": ["b"], "b": ["c", "d"], "d": ["b"]}, "b -> d -> b"),
        ({"yy": ["zz"], "zz": ["yy"]}, "yy -> zz -> yy"),
    ],
)
@pytest.mark.parametrize("enabled", [True, False])
def test_a_circle_is_spelled_out_also_when_the_parser_is_off(
    dependencies: dict[str, list[str]], circle: str, enabled: bool
) -> None:
    raw = raw_config(dependencies=dependencies, enabled=enabled)
    config, problems = check_relevance_config(raw)
    assert config is None
    messages = [p.message for p in problems if p.code == "relevance.dependency-cycle"]
    assert len(messages) == 1
    assert messages[0].endswith(f": {circle}")


names = st.sampled_from("abcdef")


@given(st.dictionaries(names, st.lists(names, max_size=3)))
def test_circles_are_found_exactly_where_no_order_exists(graph: dict[str, list[str]]) -> None:
    cycles = list(find_cycles(graph))
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError:
        assert cycles
    else:
        assert cycles == []
    for cycle in cycles:
        assert cycle[0] == cycle[-1]
        assert all(b in graph[a] for a, b in pairwise(cycle))


@pytest.mark.parametrize(
    ("graph", "cycles"),
    [
        ({"a": ["b"], "b": ["b"]}, [["b", "b"]]),
        ({"a": ["b"], "b": ["a"]}, [["a", "b", "a"]]),
        ({"b": ["a"], "a": ["b", "a"]}, [["b", "a", "b"], ["a", "a"]]),
        ({"a": ["b", "c"], "b": ["d"], "c": ["d"], "d": ["a"]}, [["a", "b", "d", "a"]]),
    ],
)
def test_every_circle_is_told_once(graph: dict[str, list[str]], cycles: list[list[str]]) -> None:
    assert list(find_cycles(graph)) == cycles


def test_many_ways_to_the_same_node_are_walked_once() -> None:
    layers = [[f"{side}{i}" for side in "lr"] for i in range(60)]
    graph = {node: below for above, below in pairwise(layers) for node in above}
    assert list(find_cycles(graph)) == []


def test_an_expected_value_that_is_nested_without_end_is_refused() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert (ERROR, "wrong-type", "/signal_rules/a/0/when/x") in _found(_rule({"x": deep}))


@pytest.mark.parametrize("nest", [lambda inner: [inner, 1], lambda inner: {"k": inner, "l": 1}])
def test_an_expected_value_may_be_nested_twenty_deep(nest: Callable[[object], object]) -> None:
    value: object = "v"
    for _ in range(20):
        value = nest(value)
    assert _found(_rule({"x": value})) == []
    assert _found(_rule({"x": nest(value)})) == [(ERROR, "wrong-type", "/signal_rules/a/0/when/x")]


@pytest.mark.parametrize("bad", [{"k": {1: 2}}, {"k": 1, "l": {2}}, [1, {2}], [{2}, 1], b"x"])
def test_an_expected_value_that_json_cannot_say_is_refused(bad: object) -> None:
    assert _found(_rule({"x": bad})) == [(ERROR, "wrong-type", "/signal_rules/a/0/when/x")]


@pytest.mark.parametrize("field", ["node_token_estimates", "soft_recovery_budget"])
def test_a_number_is_readable_as_far_as_json_carries_it_exactly(field: str) -> None:
    for number, readable in ((0, True), (2**53 - 1, True), (2**53, False), (2.0**53, False)):
        raw = {field: {"a": number} if field == "node_token_estimates" else number}
        config, problems = check_relevance_config(raw)
        assert (config is not None) is readable
        assert [problem.code for problem in problems] == ["relevance.wrong-type"] * (not readable)
    assert check_relevance_config({"soft_recovery_budget": 1 - 2**53})[0] is not None


def test_a_field_that_a_rule_does_not_have_is_named() -> None:
    raw = raw_config(
        signal_rules={"a": [{"when": {}, "strength": "soft", "then": 1}]},
        safety_overrides={"b": {"when": {}, "strength": "hard"}},
    )
    assert _found(raw) == [
        (WARNING, "unknown-field", "/signal_rules/a/0/then"),
        (WARNING, "unknown-field", "/safety_overrides/b/strength"),
    ]


def test_a_copy_of_a_configuration_as_it_is_has_its_rules() -> None:
    config = RelevanceConfig.model_validate(
        raw_config(signal_rules={"a": [{"when": {"x": 1}}]}, safety_overrides={"b": [{}]})
    )
    assert RelevanceConfig.model_validate(config) is config
    assert RelevanceConfig.model_validate(config.model_dump()) == config
    parts = {name: getattr(config, name) for name in ("signal_rules", "safety_overrides")}
    assert RelevanceConfig.model_validate(raw_config(**parts)) == config


def test_a_long_chain_of_dependencies_is_followed_to_the_end_in_either_direction() -> None:
    names = [f"n{i}" for i in range(5000)]
    chain = {a: [b] for a, b in pairwise(names)}
    for order in (names, names[::-1]):
        config = RelevanceConfig(
            node_token_estimates=dict.fromkeys(order, 1),
            template_masks={"M": {"n0": True}},
            dependencies=chain,
        )
        report = relevance(config, mode="M")
        assert report.deps_added == names[1:]


@given(st.one_of(json_values, damaged_configs()))
def test_any_value_is_either_refused_with_an_error_or_runs(raw: object) -> None:
    config, problems = check_relevance_config(raw)
    try:
        validated = RelevanceConfig.model_validate(raw)
    except ValidationError:
        assert config is None
        assert ERROR in {problem.severity for problem in problems}
    else:
        assert config == validated
    report = relevance(config, mode="M", signals={"x": "v", "y": 1}, config_problems=problems)
    assert report.ledger.balances
    assert all(p.message and p.fix and p.place.pointer is not None for p in problems)


@given(configs)
def test_a_configuration_survives_being_written_and_read(config: RelevanceConfig) -> None:
    again = RelevanceConfig.model_validate_json(config.model_dump_json())
    assert again == config
    for section in ("node_token_estimates", "signal_rules", "dependencies", "safety_overrides"):
        assert list(getattr(again, section)) == list(getattr(config, section))


def test_a_copy_with_other_fields_runs_by_those_fields() -> None:
    config = RelevanceConfig.model_validate(raw_config())
    assert relevance(config, mode="M").total_included == 6
    copy = config.model_copy(update={"template_masks": {"M": {"a": True}}})
    assert relevance(copy, mode="M").total_included == 1
    assert relevance(config.model_copy(), mode="M").total_included == 6
    with pytest.raises(ValidationError):
        config.model_copy(update={"dependencies": {"a": ["a"]}})


def test_an_error_message_never_quotes_the_configuration() -> None:
    raw = raw_config(signal_rules={"a": "a secret text"})
    with pytest.raises(ValidationError) as error:
        RelevanceConfig.model_validate(raw)
    assert "secret" not in str(error.value)
