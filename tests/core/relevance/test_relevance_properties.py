"""What is always and never true of a run, whatever the configuration and the facts."""

from __future__ import annotations

from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from inspector.core.problems import Severity
from inspector.core.reasons import Verdict
from inspector.core.relevance import (
    NodeState,
    PredicateResult,
    RelevanceConfig,
    RelevanceReport,
    RuleOutcome,
    relevance,
)
from tests.shared.relevance_input import (
    MODES,
    NODES,
    STRANGER,
    config_with,
    configs,
    counts,
    questions,
    raw_config,
)

Question = dict[str, Any]


def _states_after(report: RelevanceReport, layer: int) -> dict[str, NodeState]:
    return {row.node: row.cells[layer - 1].state for row in report.trace}


def _size(report: RelevanceReport, node: str, *, real: bool) -> int:
    estimate = report.node_token_estimates.get(node, 0)
    return report.node_tokens.get(node, estimate) if real else estimate


@given(configs, questions)
def test_every_node_is_either_in_or_on_one_list_of_exclusions(
    config: RelevanceConfig, question: Question
) -> None:
    report = relevance(config, **question)
    included = [node for node, is_in in report.inclusion_map.items() if is_in]
    everyone = [*included, *report.excluded_hard, *report.excluded_soft]
    assert sorted(everyone) == sorted(report.inclusion_map)
    assert report.total_included == len(included)
    assert report.est_tokens == sum(_size(report, node, real=False) for node in included)


@given(configs, questions)
def test_nodes_come_in_the_order_of_the_node_table(
    config: RelevanceConfig, question: Question
) -> None:
    report = relevance(config, **question)
    names = list(report.inclusion_map)
    assert names[: len(NODES)] == list(config.node_token_estimates)
    assert names[len(NODES) :] in ([], [STRANGER])


@given(configs, questions)
def test_the_same_inputs_give_the_same_report(config: RelevanceConfig, question: Question) -> None:
    again = RelevanceConfig.model_validate(config.model_dump())
    turned = dict(reversed(question["signals"].items()))
    first, second = (
        relevance(config, **question),
        relevance(again, **question | {"signals": turned}),
    )
    assert first == second
    assert list(first.inclusion_map) == list(second.inclusion_map)
    assert first.trace == second.trace
    assert list(first.ledger.entries) == list(second.ledger.entries)


@given(configs, questions)
def test_layer_4_never_lifts_a_hard_exclusion(config: RelevanceConfig, question: Question) -> None:
    report = relevance(config, **question)
    before, after = _states_after(report, 3), _states_after(report, 4)
    for node, state in before.items():
        if state is not NodeState.OUT_SOFT:
            assert after[node] is state
    assert {before[node] for node in report.recovered_soft} <= {NodeState.OUT_SOFT}


@given(configs, questions, counts)
def test_recovery_lifts_all_listed_soft_exclusions_above_the_threshold_and_none_at_or_below(
    config: RelevanceConfig, question: Question, node_tokens: dict[str, int]
) -> None:
    report = relevance(config, **question, node_tokens=node_tokens)
    before = _states_after(report, 3)
    included = [node for node, state in before.items() if state is NodeState.INCLUDED]
    real = bool(node_tokens) and all(node in node_tokens for node in included)
    used = sum(_size(report, node, real=real) for node in included)
    headroom = question["token_budget_remaining"] - used
    listed = [
        node
        for node in dict.fromkeys(config.soft_recovery_priority)
        if before[node] is NodeState.OUT_SOFT
    ]
    assert report.headroom is not None
    assert report.headroom.tokens == headroom
    assert report.headroom.by_real_counts is real
    assert report.recovered_soft == (listed if headroom > config.soft_recovery_budget else [])
    needed = sum(_size(report, node, real=real) for node in report.recovered_soft)
    warned = "relevance.recovery-over-headroom" in {p.code for p in report.run_problems}
    assert warned == (bool(report.recovered_soft) and needed > headroom)


@given(configs, questions)
def test_high_urgency_brings_in_every_node_it_names_and_other_urgency_none(
    config: RelevanceConfig, question: Question
) -> None:
    report = relevance(config, **question)
    if (question["classification"] or {}).get("urgency") == "high":
        assert all(report.inclusion_map[node] for node in config.urgency_overrides)
        assert set(report.urgency_forced) <= set(config.urgency_overrides)
    else:
        assert report.urgency_forced == []
        assert STRANGER not in report.inclusion_map


DEPENDING = config_with(
    template_masks={MODES[0]: dict.fromkeys(NODES, False) | {"d": True}},
    dependencies={"d": ["b"], "b": ["a"]},
)
PLAIN = {"mode": MODES[0], "signals": {}, "token_budget_remaining": 0}


@given(configs, questions)
@example(DEPENDING, PLAIN)
def test_after_layer_5_every_included_node_has_what_it_depends_on(
    config: RelevanceConfig, question: Question
) -> None:
    report = relevance(config, **question)
    before, after = _states_after(report, 4), _states_after(report, 5)
    wanted: list[str] = []
    for node, needed in config.dependencies.items():
        if after[node] is NodeState.INCLUDED:
            wanted += needed
            assert {after[name] for name in needed} <= {NodeState.INCLUDED}
    for node in report.deps_added:
        assert before[node] is not NodeState.INCLUDED
        assert node in wanted


@given(configs, questions)
def test_a_node_whose_safety_condition_holds_is_in_and_listed_once(
    config: RelevanceConfig, question: Question
) -> None:
    report = relevance(config, **question)
    holding = [row.node for row in report.trace if any(rule.holds for rule in row.cells[5].rules)]
    assert sorted(report.overrides_applied) == sorted(holding)
    assert all(report.inclusion_map[node] for node in holding)


@given(configs, questions)
def test_safety_changes_only_the_nodes_whose_condition_holds(
    config: RelevanceConfig, question: Question
) -> None:
    report = relevance(config, **question)
    before, after = _states_after(report, 5), _states_after(report, 6)
    changed = {node for node in after if after[node] is not before[node]}
    assert changed <= set(report.overrides_applied)


@given(configs, questions)
def test_a_mode_without_a_mask_lets_no_node_in_before_the_overrides(
    config: RelevanceConfig, question: Question
) -> None:
    report = relevance(config, **question | {"mode": "unheard of"})
    states = _states_after(report, 2)
    assert NodeState.INCLUDED not in states.values()
    assert NodeState.OUT_SOFT not in states.values()
    assert "relevance.unknown-mode" in {problem.code for problem in report.run_problems}


@given(configs, questions, st.integers(0, 200))
def test_more_budget_never_puts_a_node_out(
    config: RelevanceConfig, question: Question, more: int
) -> None:
    less = relevance(config, **question)
    budget = question["token_budget_remaining"] + more
    richer = relevance(config, **question | {"token_budget_remaining": budget})
    assert all(richer.inclusion_map[node] for node, is_in in less.inclusion_map.items() if is_in)


@given(configs, questions)
def test_a_null_signal_is_a_missing_signal(config: RelevanceConfig, question: Question) -> None:
    present = {name: value for name, value in question["signals"].items() if value is not None}
    nulls = dict.fromkeys("xyz") | present
    first = relevance(config, **question | {"signals": present})
    second = relevance(config, **question | {"signals": nulls})
    assert first.inclusion_map == second.inclusion_map


@given(configs, questions)
def test_without_signals_no_comparison_holds(config: RelevanceConfig, question: Question) -> None:
    report = relevance(config, **question | {"signals": None})
    checks = [
        check
        for row in report.trace
        for cell in row.cells
        for rule in cell.rules
        for check in rule.predicates
    ]
    assert {check.outcome for check in checks if check.predicate.compare} <= {PredicateResult.MISS}


@given(configs, questions)
def test_a_switched_off_pre_parser_includes_everything(
    config: RelevanceConfig, question: Question
) -> None:
    report = relevance(config.model_copy(update={"enabled": False}), **question)
    assert report.disabled
    assert report.inclusion_map == dict.fromkeys(config.node_token_estimates, True)
    assert report.trace == ()
    assert report.log_line() is None
    assert report.ledger.balances
    assert {row.reason.verdict for row in report.ledger.entries} == {
        Verdict.INCLUDED,
        Verdict.BALANCE,
    }
    assert all("switched off" in row.sentence for row in list(report.ledger.entries)[:-1])


@given(configs, questions, counts)
def test_the_ledger_has_one_row_for_every_node_and_closes_to_the_remaining_budget(
    config: RelevanceConfig, question: Question, node_tokens: dict[str, int]
) -> None:
    report = relevance(config, **question, node_tokens=node_tokens)
    total = report.ledger.total_tokens
    assert "trace" not in vars(report)  # a sum needs no grid
    *rows, closing = report.ledger.entries
    assert len(report.ledger.entries) == len(rows) + 1
    assert sum(row.tokens for row in rows) + closing.tokens == total
    assert [row.subject for row in rows] == list(report.inclusion_map)
    for row in rows:
        assert (row.verdict is Verdict.INCLUDED) == report.inclusion_map[row.subject]
        assert row.tokens == (row.needed if report.inclusion_map[row.subject] else 0)
        assert row.rule.startswith("Relevance layer ")
        assert row.sentence
    assert report.ledger.budget == question["token_budget_remaining"]
    assert report.ledger.balances
    assert closing.verdict is Verdict.BALANCE
    assert closing.sentence
    used = report.estimated_tokens if report.real_tokens is None else report.real_tokens
    assert closing.tokens == question["token_budget_remaining"] - used


@given(configs, questions)
def test_the_grid_ends_where_the_map_does_and_marks_exactly_the_changes(
    config: RelevanceConfig, question: Question
) -> None:
    report = relevance(config, **question)
    assert [row.node for row in report.trace] == list(report.inclusion_map)
    for row in report.trace:
        start = NodeState.ABSENT if row.node == STRANGER else NodeState.INCLUDED
        states = [start, *(cell.state for cell in row.cells)]
        assert [cell.layer for cell in row.cells] == [1, 2, 3, 4, 5, 6, 7]
        assert (states[-1] is NodeState.INCLUDED) == report.inclusion_map[row.node]
        for cell, before in zip(row.cells, states, strict=False):
            assert cell.changed == (cell.state is not before)
            assert cell.reason is not None or not cell.changed


@given(configs, questions)
def test_the_order_of_predicates_never_matters(config: RelevanceConfig, question: Question) -> None:
    raw = config.model_dump()
    for section in ("signal_rules", "safety_overrides"):
        for rules in raw[section].values():
            for rule in rules:
                rule["when"] = dict(reversed(rule["when"].items()))
    turned = RelevanceConfig.model_validate(raw)
    first, second = relevance(config, **question), relevance(turned, **question)
    assert first.inclusion_map == second.inclusion_map
    assert {(p.code, p.place) for p in first.run_problems} == {
        (p.code, p.place) for p in second.run_problems
    }


@given(st.integers(0, 8), st.integers(-1, 8))
def test_layer_7_warns_above_the_limit_and_changes_nothing(in_mask: int, limit: int) -> None:
    mask = {node: i < in_mask for i, node in enumerate(NODES)}
    raw = raw_config(template_masks={"M": mask}, max_included_nodes=limit)
    report = relevance(RelevanceConfig.model_validate(raw), mode="M")
    assert report.inclusion_map == mask
    assert report.max_nodes_warning == (min(in_mask, 6) > limit)
    codes = {p.code for p in report.run_problems if p.severity is Severity.WARNING}
    assert ("relevance.too-many-nodes" in codes) == report.max_nodes_warning


@given(configs, questions)
def test_the_rules_that_acted_are_those_of_the_grid(
    config: RelevanceConfig, question: Question
) -> None:
    report = relevance(config, **question)
    acted = {
        (rule.node, rule.layer, rule.check)
        for rule in report.rules
        if rule.outcome is RuleOutcome.ACTED
    }
    in_grid = {
        (row.node, cell.layer, cell.acted)
        for row in report.trace
        for cell in (row.cells[1], row.cells[5])
        if cell.acted is not None
    }
    assert acted == in_grid
    assert all(rule.check.holds for rule in report.rules if rule.outcome is RuleOutcome.ACTED)
