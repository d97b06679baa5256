"""What each layer does, at its edges, and what a run says about it."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.core.reasons import Reason, Verdict
from inspector.core.relevance import (
    DEFAULT_RECOVERY_PRIORITY,
    NodeState,
    RelevanceReport,
    relevance,
)
from tests.shared.relevance_input import config_with

SOFT_A = {"signal_rules": {"a": [{"when": {"x": 1}, "strength": "soft"}]}}


def _run(config: dict[str, Any], **facts: Any) -> RelevanceReport:
    return relevance(config_with(**config), **{"mode": "M", **facts})


def _codes(report: RelevanceReport) -> list[str]:
    return [problem.code.removeprefix("relevance.") for problem in report.run_problems]


def _row(report: RelevanceReport, node: str) -> tuple[Reason, str]:
    (entry,) = [entry for entry in report.ledger.entries if entry.subject == node]
    return entry.reason, entry.sentence


def test_a_mask_says_who_is_in_and_what_it_does_not_mention_is_out() -> None:
    report = _run({"template_masks": {"M": {"a": True, "b": False}}})
    assert [node for node, is_in in report.inclusion_map.items() if is_in] == ["a"]
    assert report.excluded_hard == ["b", "c", "d", "e", "f"]
    assert _row(report, "a") == (
        Reason.NODE_IN_MASK,
        "Included (10 tokens): the M template uses it, and no signal rule took it out.",
    )
    assert _row(report, "b")[0] is Reason.NODE_MASKED
    assert _row(report, "c")[0] is Reason.NODE_NOT_IN_MASK


def test_an_unknown_mode_lets_nothing_in_and_says_so() -> None:
    report = _run({}, mode="m")
    assert report.total_included == 0
    assert _row(report, "a")[0] is Reason.NODE_UNKNOWN_MODE
    assert _codes(report) == ["unknown-mode"]


def test_a_hard_rule_beats_a_soft_one_of_the_same_node_in_either_order() -> None:
    soft, hard = {"strength": "soft"}, {"strength": "hard"}
    report = _run({"signal_rules": {"a": [soft, hard], "b": [hard, soft], "c": [soft]}})
    assert report.excluded_hard == ["a", "b"]
    assert report.excluded_soft == ["c"]


def test_a_rule_without_strength_is_soft_and_without_conditions_always_holds() -> None:
    report = _run({"signal_rules": {"a": [{}], "b": [{"when": {}}]}})
    assert report.excluded_soft == ["a", "b"]
    assert "it has no conditions" in _row(report, "a")[1]


def test_a_rule_shows_the_values_it_looked_at() -> None:
    when = {"greeting": True, "length_lt": 6, "name": None}
    report = _run(
        {"signal_rules": {"a": [{"when": when, "strength": "hard"}]}},
        signals={"greeting": True, "length": 3},
    )
    assert _row(report, "a") == (
        Reason.NODE_RULE_HARD,
        "Excluded: a hard signal rule holds (greeting = true and length 3 < 6 and name = missing)."
        " Saves 10 tokens.",
    )
    (check,) = report.trace[0].cells[1].rules
    assert [(p.predicate.key, p.actual, p.predicate.expected) for p in check.predicates] == [
        ("greeting", True, True),
        ("length_lt", 3, 6),
        ("name", None, None),
    ]


def test_a_rule_that_fails_shows_what_failed() -> None:
    report = _run(
        {"signal_rules": {"a": [{"when": {"x_gte": 2, "y": "v", "z_gt": 1}}]}},
        signals={"x": 1, "z": "w"},
    )
    (check,) = report.trace[0].cells[1].rules
    assert not check.holds
    assert check.sentence == (
        'x 1, not ≥ 2 and y missing, not = "v" and z "w" cannot be compared with 1'
    )
    assert _codes(report) == ["uncomparable"]


def test_high_urgency_brings_back_a_hard_exclusion() -> None:
    config = {"template_masks": {"M": {"a": True}}, "urgency_overrides": ["b", "a"]}
    calm, urgent = _run(config), _run(config, classification={"urgency": "high"})
    assert calm.excluded_hard == ["b", "c", "d", "e", "f"]
    assert urgent.excluded_hard == ["c", "d", "e", "f"]
    assert urgent.urgency_forced == ["b"]
    assert urgent.overrides_applied == []
    assert _row(urgent, "b")[0] is Reason.NODE_URGENT
    assert _row(urgent, "a")[0] is Reason.NODE_IN_MASK


@pytest.mark.parametrize(
    ("urgency", "noted"),
    [
        *((spelled, ["urgency-spelling"]) for spelled in ("HIGH", "High", " high")),
        *((other, []) for other in ("low", None, ["high"], {})),
    ],
)
def test_urgency_that_is_not_high_forces_nothing_and_is_noted_where_it_is_spelled_otherwise(
    urgency: object, noted: list[str]
) -> None:
    config = {"template_masks": {"M": {}}, "urgency_overrides": ["b"]}
    report = _run(config, classification={"urgency": urgency})
    assert report.total_included == 0
    assert _codes(report) == noted


def test_a_name_outside_the_table_that_urgency_forces_takes_part_without_an_estimate() -> None:
    report = _run(
        {
            "template_masks": {"M": {}},
            "urgency_overrides": ["new"],
            "dependencies": {"new": ["b"]},
        },
        classification={"urgency": "high"},
    )
    assert [node for node, is_in in report.inclusion_map.items() if is_in] == ["b", "new"]
    assert list(report.inclusion_map)[-1] == "new"
    assert report.deps_added == ["b"]
    assert report.est_tokens == 20
    assert _row(report, "new")[1].startswith("Included (0 tokens)")
    assert {problem.code for problem in report.config_problems} >= {"relevance.unknown-node"}


@pytest.mark.parametrize(("budget", "lifted"), [(299, False), (300, False), (301, True)])
def test_recovery_asks_for_strictly_more_headroom_than_its_threshold(
    budget: int, lifted: bool
) -> None:
    # b to f take 200 tokens; the threshold is 100.
    config = SOFT_A | {"soft_recovery_priority": ["a"]}
    report = _run(config, signals={"x": 1}, token_budget_remaining=budget)
    assert report.recovered_soft == (["a"] if lifted else [])
    reason, sentence = _row(report, "a")
    assert reason is (Reason.NODE_RECOVERED if lifted else Reason.NODE_NO_HEADROOM)
    assert reason.verdict is (Verdict.INCLUDED if lifted else Verdict.DROPPED)
    assert f"{budget - 200} tokens of headroom" in sentence
    assert "x = 1" in sentence


def test_a_soft_exclusion_that_is_not_on_the_list_stays() -> None:
    config = SOFT_A | {"soft_recovery_priority": ["b"]}
    report = _run(config, signals={"x": 1}, token_budget_remaining=10_000)
    assert report.excluded_soft == ["a"]
    assert _row(report, "a")[0] is Reason.NODE_RULE_SOFT
    assert _row(report, "a")[0].verdict is Verdict.SUPPRESSED


def test_the_default_list_recovers_in_the_order_of_the_specification() -> None:
    nodes = dict.fromkeys(sorted(DEFAULT_RECOVERY_PRIORITY), 1)
    report = _run(
        {
            "node_token_estimates": nodes,
            "template_masks": {"M": dict.fromkeys(nodes, True)},
            "signal_rules": {node: [{}] for node in nodes},
        }
    )
    assert report.recovered_soft == list(DEFAULT_RECOVERY_PRIORITY)


def test_recovery_of_more_than_the_headroom_is_warned_about() -> None:
    rules = {node: [{}] for node in "ef"}
    config = {"signal_rules": rules, "soft_recovery_priority": ["f", "e", "e"]}
    assert _codes(_run(config, token_budget_remaining=210)) == []
    # a to d take 100 tokens, e and f 110: 105 of headroom are enough to lift both.
    report = _run(config, token_budget_remaining=205)
    assert report.recovered_soft == ["f", "e"]
    assert _codes(report) == ["recovery-over-headroom"]
    assert report.ledger.balances
    closing = list(report.ledger.entries)[-1]
    assert (closing.tokens, closing.reason) == (-5, Reason.NODES_OVER_BUDGET)
    assert closing.sentence == "The included nodes need 5 tokens more than remain."


def test_dependencies_are_followed_to_the_end_and_bring_back_hard_exclusions() -> None:
    report = _run(
        {
            "template_masks": {"M": {"f": True}},
            "dependencies": {"f": ["c"], "c": ["a", "e"], "a": ["b"]},
        }
    )
    assert report.deps_added == ["c", "a", "e", "b"]
    assert report.excluded_hard == ["d"]
    assert _row(report, "b") == (
        Reason.NODE_DEPENDENCY,
        "Included (20 tokens): a is in and depends on it.",
    )


def test_a_dependency_above_its_node_in_the_table_waits_for_the_rest_of_the_pass() -> None:
    report = _run(
        {
            "template_masks": {"M": {"d": True, "e": True}},
            "dependencies": {"d": ["a"], "e": ["c"], "a": ["b"]},
        }
    )
    assert report.deps_added == ["a", "c", "b"]


def test_safety_comes_after_dependencies_and_pulls_none() -> None:
    report = _run(
        {
            "template_masks": {"M": {"f": True}},
            "dependencies": {"a": ["b"]},
            "safety_overrides": {
                "a": [{"when": {"x": 9}}, {"when": {"returning_from_silence": True}}]
            },
        },
        returning_from_silence=True,
    )
    assert report.overrides_applied == ["a"]
    assert not report.inclusion_map["b"]
    assert _codes(report) == ["dependency-out"]
    assert _row(report, "a")[1] == (
        "Included (10 tokens): a safety condition holds (returning_from_silence = true)."
    )


def test_a_safety_override_of_a_node_that_is_in_is_listed_and_decides_nothing() -> None:
    report = _run({"safety_overrides": {"a": [{}, {}]}})
    assert report.overrides_applied == ["a"]
    assert _row(report, "a")[0] is Reason.NODE_IN_MASK
    cell = report.trace[0].cells[5]
    assert (cell.reason, cell.changed) == (Reason.NODE_SAFETY, False)
    assert cell.acted == cell.rules[0]
    assert cell.acted.place == "/safety_overrides/a/0"


def test_safety_reaches_a_name_outside_the_table_only_after_urgency_brought_it_in() -> None:
    config = {"urgency_overrides": ["new"], "safety_overrides": {"new": [{}]}}
    calm, urgent = _run(config), _run(config, classification={"urgency": "high"})
    assert "new" not in calm.inclusion_map
    assert calm.overrides_applied == []
    assert urgent.overrides_applied == ["new"]


def test_too_many_nodes_are_a_warning_and_nothing_else() -> None:
    report = _run({"max_included_nodes": 5})
    assert report.max_nodes_warning
    assert _codes(report) == ["too-many-nodes"]
    assert report.total_included == 6
    assert not _run({"max_included_nodes": 6}).max_nodes_warning


def test_real_counts_decide_layer_4_only_when_every_included_node_has_one() -> None:
    config = SOFT_A | {"soft_recovery_priority": ["a"]}
    facts: dict[str, Any] = {"signals": {"x": 1}, "token_budget_remaining": 250}
    assert _run(config, **facts).recovered_soft == []
    small = dict.fromkeys("bcdef", 1)
    counted = _run(config, **facts, node_tokens=small)
    assert counted.recovered_soft == ["a"]
    assert counted.headroom is not None
    assert counted.headroom.by_real_counts
    assert counted.headroom.tokens == 245
    some = _run(config, **facts, node_tokens={"b": 1})
    assert some.recovered_soft == []


def test_what_recovery_brought_back_is_warned_about_in_the_counts_that_decided() -> None:
    config = SOFT_A | {"soft_recovery_priority": ["a"]}
    facts: dict[str, Any] = {"signals": {"x": 1}, "token_budget_remaining": 250}
    counts = dict.fromkeys("bcdef", 1)
    assert _codes(_run(config, **facts, node_tokens=counts)) == []
    assert _codes(_run(config, **facts, node_tokens=counts | {"a": 246})) == [
        "recovery-over-headroom"
    ]
    # Without a count of every included node the estimates decide: 200 of 310, so 10 fit.
    facts["token_budget_remaining"] = 310
    assert _codes(_run(config, **facts, node_tokens={"a": 246})) == []


def test_nodes_that_take_just_what_remains_leave_nothing_unused() -> None:
    closing = list(_run({}, token_budget_remaining=210).ledger.entries)[-1]
    assert (closing.tokens, closing.name, closing.reason) == (0, "unused", Reason.NODES_UNUSED)


def test_problems_of_a_configuration_are_asked_for_as_such() -> None:
    with pytest.raises(TypeError, match="config_problems"):
        relevance(None, mode="M", config_problems=["unreadable"])  # type: ignore[list-item]


def test_estimate_and_real_count_are_shown_beside_each_other() -> None:
    report = _run({}, node_tokens=dict.fromkeys("abcdef", 7))
    assert (report.est_tokens, report.real_tokens) == (210, 42)
    assert (report.trace[0].estimate, report.trace[0].real) == (10, 7)
    entry = report.ledger.entries[0]
    assert (entry.tokens, entry.detail["estimate"], entry.detail["real"]) == (7, 10, 7)
    partly = _run({}, node_tokens={"a": 7})
    assert partly.real_tokens is None
    assert partly.ledger.entries[0].tokens == 10


def test_counts_that_belong_to_no_node_or_are_negative_are_reported_and_not_used() -> None:
    report = _run({}, node_tokens={"zz": 3, "a": -1, "b": 5})
    assert report.node_tokens == {"b": 5}
    assert _codes(report) == ["text-without-node", "negative-tokens"]


def test_the_log_line_has_the_form_that_production_writes() -> None:
    report = _run(
        SOFT_A | {"template_masks": {"M": {"a": True, "b": True}}, "dependencies": {"b": ["c"]}},
        signals={"x": 1},
    )
    assert report.log_line() == (
        "[CONTEXT RELEVANCE] mode=M | excluded_hard=[d, e, f] | excluded_soft=[a] |"
        " recovered_soft=[] | deps_added=[c] | urgency_forced=[] | overrides_applied=[] |"
        " total_included=2 |"
        " est_tokens=50"
    )


def test_the_log_line_says_what_urgency_forced_and_names_it_first_among_the_overrides() -> None:
    config = {
        "template_masks": {"M": {"d": True}},
        "urgency_overrides": ["b", "a"],
        "safety_overrides": {"c": [{}], "b": [{}]},
    }
    line = _run(config, classification={"urgency": "high"}).log_line()
    assert line is not None
    assert " | urgency_forced=[b, a] | overrides_applied=[urgency, c, b] | " in line


def test_the_log_line_does_not_name_an_urgency_that_forced_nothing() -> None:
    config = {"template_masks": {"M": {"a": True}}, "urgency_overrides": ["a"]}
    line = _run(config, classification={"urgency": "high"}).log_line()
    assert line is not None
    assert " | urgency_forced=[] | overrides_applied=[] | " in line


def test_nothing_is_logged_when_logging_is_off_but_the_estimate_is_known() -> None:
    report = _run({"log_exclusions": False})
    assert report.log_line() is None
    assert report.est_tokens is None
    assert report.estimated_tokens == 210


def test_the_grid_follows_a_node_through_the_layers() -> None:
    report = _run(
        SOFT_A | {"urgency_overrides": ["a"], "soft_recovery_priority": []},
        signals={"x": 1},
        classification={"urgency": "high"},
    )
    cells = report.trace[0].cells
    assert [cell.state for cell in cells] == [
        NodeState.INCLUDED,
        NodeState.OUT_SOFT,
        *[NodeState.INCLUDED] * 5,
    ]
    assert [cell.reason for cell in cells] == [
        Reason.NODE_IN_MASK,
        Reason.NODE_RULE_SOFT,
        Reason.NODE_URGENT,
        *[None] * 4,
    ]
    assert report.trace[0].reason is Reason.NODE_URGENT


def test_every_rule_says_what_came_of_it() -> None:
    soft, hard, miss = {"strength": "soft"}, {"strength": "hard"}, {"when": {"x": 2}}
    report = _run(
        {
            "template_masks": {"M": {"a": True, "b": False}},
            "signal_rules": {"a": [soft, hard, hard, miss], "b": [hard]},
            "safety_overrides": {"a": [miss, {}, {}]},
        }
    )
    found = [(rule.node, int(rule.layer), rule.outcome.value) for rule in report.rules]
    assert found == [
        ("a", 2, "holds"),
        ("a", 2, "acted"),
        ("a", 2, "holds"),
        ("a", 2, "does not hold"),
        ("b", 2, "not asked"),
        ("a", 6, "does not hold"),
        ("a", 6, "acted"),
        ("a", 6, "holds"),
    ]
    assert report.rules[4].check.holds  # what it would have met is told all the same
