"""Keys, the run as a whole, and the line below everything."""

from __future__ import annotations

from hypothesis import example, given

from inspector.analysis.audit.finding import Working
from inspector.core.reasons import Reason
from inspector.core.relevance import Layer, RelevanceConfig, relevance
from inspector.session.relevance_stage import RelevanceStage
from inspector.session.session import Session
from inspector.stages.relevance.grid import grid
from inspector.stages.relevance.part import set_remaining_budget
from inspector.stages.relevance.runs import RelevanceResult, RelevanceRuns
from inspector.stages.relevance.summary import NodeOverview, overview, result_lines, status_text
from inspector.stages.relevance.tables import key_of_pointer, node_key, node_of_key
from inspector.stages.relevance.why import why_relevance
from tests.shared.injection_input import CHARACTERS
from tests.shared.relevance_input import questions, raw_config, raw_configs
from tests.shared.relevance_results import EVENTFUL, relevance_result, results


def _overview(result: RelevanceResult) -> NodeOverview:
    assert result.report is not None
    return overview(result, result.report, grid(result.report))


def test_a_key_tells_its_node_whatever_the_node_is_called() -> None:
    for node in ("a", "cell:2:x", "with:colons", "", "node:a"):
        assert node_of_key(node_key(node)) == node
        assert node_of_key(node_key(node, Layer.SAFETY)) == node
    assert node_of_key("rule:/a") is None
    assert node_of_key("") is None


def test_a_pointer_leads_to_its_rule_or_to_the_last_node_it_names() -> None:
    nodes, rules = {"a", "b", "x/y"}, ["/signal_rules/a/0"]
    assert key_of_pointer("/signal_rules/a/0/when/s_gte", nodes, rules) == "rule:/signal_rules/a/0"
    assert key_of_pointer("/signal_rules/a/01", nodes, rules) == "node:a"
    assert key_of_pointer("/dependencies/a", nodes, rules) == "node:a"
    assert key_of_pointer("/template_masks/a/b", nodes, rules) == "node:b"
    assert key_of_pointer("/template_masks/M/x~1y", nodes, rules) == "node:x/y"
    assert key_of_pointer("/max_included_nodes", nodes, rules) == ""


def test_the_run_as_a_whole_has_facts_layers_sums_and_lists() -> None:
    facts = {"mode": "M", "signals": {"x": 2}, "returning_from_silence": True}
    said = _overview(relevance_result(EVENTFUL, budget=140, texts={"a": "abc"}, **facts))
    assert said.title == "Mode M"
    assert [(step.label, step.result) for step in said.facts] == [
        ("Mode", "M"),
        ("Urgency", "none"),
        ("Returning from silence", "yes"),
        ("x", "2"),
    ]
    assert [(step.working, step.result) for step in said.layers[:2]] == [
        ("−2", "4 in"),
        ("−2", "2 in"),
    ]
    sums = {step.label: step.result for step in said.sums}
    assert sums["Counted by o200k_base"] == "3"
    assert sums["Headroom after nodes"] == "-30"
    assert ("Recovered", "c") in said.lists
    assert ("Safety overrides", "f") in said.lists


def test_where_no_layer_acts_the_whole_says_why() -> None:
    said = _overview(relevance_result(raw_config(enabled=False)))
    assert said.title == "No layer acts"
    assert "switched off" in said.sentence
    assert said.layers == ()


@given(results())
def test_the_status_line_always_tells_how_many_nodes_are_in(result: RelevanceResult) -> None:
    report = result.report
    assert report is not None
    assert status_text(report).startswith(f"{report.total_included} of ")
    assert "reconciled" in status_text(report)
    assert _overview(result).sums


def test_a_budget_that_nobody_stated_is_called_assumed() -> None:
    assumed = Session().having(relevance=RelevanceStage(config=raw_config()))
    stated = set_remaining_budget(assumed.relevance.token_budget_remaining)(assumed)
    for session, is_assumed in ((assumed, True), (stated, False)):
        result = RelevanceRuns(lambda _name: CHARACTERS).run(session)
        assert ("4,000 tokens remain (assumed)" in result_lines(result)[0]) is is_assumed


RECOVERING = raw_config(
    signal_rules={"a": [{"when": {"x": True}, "strength": "soft"}]},
    soft_recovery_budget=0,
    soft_recovery_priority=["a"],
)


@given(raw_configs, questions)
@example(RECOVERING, {"mode": "M", "signals": {"x": True}, "token_budget_remaining": 900})
def test_headroom_recovers_as_many_nodes_as_came_back(raw, asked) -> None:
    config = RelevanceConfig.model_validate(raw)
    report = relevance(config, **asked)
    said = status_text(report).rpartition("headroom ")[2]
    back = len(report.recovered_soft)
    if back:
        assert f"recovers {back} node" in said
    else:
        assert "nothing" in said


def test_estimates_of_a_configuration_that_cannot_be_read_are_said_to_be_part_of_it() -> None:
    result = relevance_result({"node_token_estimates": {"a": "x"}}, mode="M")
    why = why_relevance(result, "node:a")
    assert why is not None
    assert why.steps[-1].working == "of the node table, as far as it can be read"


@given(results())
def test_recovery_has_nothing_to_recover_only_where_layer_4_met_nothing(
    result: RelevanceResult,
) -> None:
    report = result.report
    assert report is not None
    met = {trace.cells[Layer.RECOVERY - 1].reason for trace in report.trace}
    weighed = met & {Reason.NODE_NO_HEADROOM, Reason.NODE_RECOVERED}
    assert ("nothing to recover" in status_text(report)) is (not weighed)


def test_a_node_that_recovery_left_out_and_a_dependency_brought_back_was_to_be_recovered() -> None:
    raw = raw_config(
        signal_rules={"a": [{"strength": "soft"}]},
        soft_recovery_priority=["a"],
        dependencies={"b": ["a"]},
    )
    report = relevance_result(raw, mode="M", budget=10).report
    assert report is not None
    assert (report.excluded_soft, report.deps_added) == ([], ["a"])
    assert status_text(report).endswith("headroom -190 recovers nothing")


def test_where_no_mode_is_named_at_all_none_is_said_to_be_used() -> None:
    result = relevance_result({"node_token_estimates": {"a": 1}})
    said = [*result_lines(result), *map(str, result.problems)]
    assert not [one for one in said if "first" in one or '""' in one]
    assert result_lines(result)[0].startswith("no mode, ")
    assert _overview(result).title == "No mode"
    assert _overview(result).facts[0] == Working("Mode", "", "none")


def test_a_node_beside_the_table_is_no_subject_of_rules_and_not_out() -> None:
    raw = raw_config(urgency_overrides=["stranger"])
    result = relevance_result(raw, mode="M", classification={"urgency": "high"})
    assert result.report is not None
    row = grid(result.report).rows[-1]
    assert row.node == "stranger"
    assert row.cells[1].sentence == "It is not in the node table, so no rule is about it."


def test_a_mask_that_does_not_mention_a_node_claims_no_outcome() -> None:
    raw = raw_config(enabled=False, template_masks={"M": {"a": True}})
    result = relevance_result(raw, mode="M")
    assert result.report is not None
    assert all(result.report.inclusion_map.values())
    (problem,) = result.problems
    assert problem.message == 'the mask of "M" does not mention: b, c, d, e, f'
