"""What a report says of a run: rows with their numbers, what is saved, where problems are."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.core.reasons import Reason
from inspector.core.relevance import RelevanceConfig, RelevanceReport, flips, relevance
from tests.shared.relevance_input import config_with, raw_config

SOFT = {"when": {"x": 1}, "strength": "soft"}
HARD = {"when": {"x_gte": 1}, "strength": "hard"}

# a is lifted again, b has no headroom of its own list, c depends on nothing and is needed by f.
EVERYTHING = {
    "template_masks": {
        "M": {"a": True, "b": True, "c": False, "d": False, "e": True, "f": True},
        "N": {},
    },
    "signal_rules": {"a": [SOFT], "b": [SOFT], "e": [HARD]},
    "soft_recovery_priority": ["a"],
    "dependencies": {"f": ["c"]},
    "safety_overrides": {"d": [{"when": {"x": 2}}, {"when": {"x": 1}}]},
}


def _run(config: dict[str, Any], **facts: Any) -> RelevanceReport:
    return relevance(config_with(**config), **{"mode": "M", **facts})


def _rows(report: RelevanceReport) -> dict[str, tuple[object, ...]]:
    return {
        row.subject: (row.reason, row.tokens, row.needed, row.left, row.cap)
        for row in report.ledger.entries
    }


def test_a_row_has_the_tokens_that_it_takes_and_those_that_it_would_need() -> None:
    # f alone is in after layer 3, so 161 leave one more than the threshold of 100.
    lifted = _run(EVERYTHING, signals={"x": 1}, token_budget_remaining=161)
    assert _rows(lifted) == {
        "a": (Reason.NODE_RECOVERED, 10, 10, 101, "soft_recovery_budget"),
        "b": (Reason.NODE_RULE_SOFT, 0, 20, None, None),
        "c": (Reason.NODE_DEPENDENCY, 30, 30, None, None),
        "d": (Reason.NODE_SAFETY, 40, 40, None, None),
        "e": (Reason.NODE_RULE_HARD, 0, 50, None, None),
        "f": (Reason.NODE_IN_MASK, 60, 60, None, None),
        "unused": (Reason.NODES_UNUSED, 21, None, None, None),
    }
    kept_out = _run(EVERYTHING, signals={"x": 1}, token_budget_remaining=160)
    assert _rows(kept_out)["a"] == (Reason.NODE_NO_HEADROOM, 0, 10, 100, "soft_recovery_budget")


def test_a_row_names_the_rule_the_values_and_the_node_that_decided() -> None:
    report = _run(EVERYTHING, signals={"x": 1}, token_budget_remaining=161)
    found = {row.subject: dict(row.detail) for row in report.ledger.entries}
    always = {"mode": "M"}
    assert found == {
        "a": always
        | {
            "estimate": 10,
            "facts": "x = 1",
            "place": "/signal_rules/a/0",
            "threshold": "100",
        },
        "b": always | {"estimate": 20, "facts": "x = 1", "place": "/signal_rules/b/0"},
        "c": always | {"estimate": 30, "parent": "f"},
        "d": always | {"estimate": 40, "facts": "x = 1", "place": "/safety_overrides/d/1"},
        "e": always | {"estimate": 50, "facts": "x 1 ≥ 1", "place": "/signal_rules/e/0"},
        "f": always | {"estimate": 60},
        "unused": {"over": "0"},
    }


def test_what_is_out_is_saved_in_tokens_and_fetches() -> None:
    report = _run(EVERYTHING, signals={"x": 1}, token_budget_remaining=161)
    assert (report.tokens_saved, report.fetches_saved) == (20 + 50, 2)
    # A text that was counted takes its count, where every node that is in has one.
    counts = {"a": 1, "c": 1, "d": 1, "f": 1, "b": 7}
    counted = _run(EVERYTHING, signals={"x": 1}, token_budget_remaining=161, node_tokens=counts)
    assert (counted.tokens_saved, counted.fetches_saved) == (7 + 50, 2)


@pytest.mark.parametrize(
    ("config", "reason"),
    [
        (config_with(enabled=False), Reason.NODE_PARSER_OFF),
        (None, Reason.NODE_CONFIG_UNREADABLE),
    ],
)
def test_where_no_layer_acts_every_node_takes_its_tokens(
    config: RelevanceConfig | None, reason: Reason
) -> None:
    table = raw_config()["node_token_estimates"]
    facts: dict[str, Any] = {"mode": "M", "token_budget_remaining": 300, "node_table": table}
    report = relevance(config, **facts)
    rows = _rows(report)
    assert rows.pop("unused") == (Reason.NODES_UNUSED, 90, None, None, None)
    assert rows == {node: (reason, size, size, None, None) for node, size in table.items()}
    assert report.disabled is (config is not None)
    assert (report.total_included, report.estimated_tokens, report.est_tokens) == (6, 210, None)
    assert (report.logged, report.max_nodes_warning) == (False, False)
    assert (report.trace, report.rules, report.headroom) == ((), (), None)
    # Real counts take the place of the estimates once there is one of each node.
    some = relevance(config, **facts, node_tokens={"a": 1})
    assert (some.real_tokens, _rows(some)["a"][1]) == (None, 10)
    every = relevance(config, **facts, node_tokens=dict.fromkeys(table, 2))
    assert (every.real_tokens, _rows(every)["a"][1], _rows(every)["unused"][1]) == (12, 2, 288)


def test_a_count_of_nothing_is_a_count() -> None:
    report = _run({}, node_tokens=dict.fromkeys("abcdef", 0))
    assert (report.real_tokens, report.run_problems) == (0, ())


def test_problems_of_a_run_point_at_what_has_to_be_changed() -> None:
    config = {
        "template_masks": {"M": {"f": True}},
        "max_included_nodes": 1,
        "dependencies": {"a/b": ["c"], "d": ["f"]},
        "node_token_estimates": {"a/b": 1, "c": 2, "d": 3, "f": 4},
        "safety_overrides": {"a/b": [{}], "d": [{}]},
        "signal_rules": {"f": [{"when": {"x_gt": 1}}]},
    }
    report = _run(config, signals={"x": "text"}, node_tokens={"zz": 1, "c": -1})
    assert [(one.code, one.place.pointer) for one in report.run_problems] == [
        ("relevance.text-without-node", None),
        ("relevance.negative-tokens", None),
        ("relevance.uncomparable", "/signal_rules/f/0/when/x_gt"),
        ("relevance.dependency-out", "/safety_overrides/a~1b"),
        ("relevance.too-many-nodes", "/max_included_nodes"),
    ]
    (problem,) = _run(config, mode="N").run_problems[:1]
    assert (problem.code, problem.place.pointer) == ("relevance.unknown-mode", "/template_masks")


def test_the_budget_that_remains_is_4_000_tokens_where_nothing_is_said() -> None:
    assert relevance(None, mode="M").facts.budget == 4000
    # b to f take 200 tokens, so that a is lifted just below a threshold of 3,800.
    for threshold, lifted in ((3799.5, True), (3800, False)):
        config = config_with(
            signal_rules={"a": [SOFT]},
            soft_recovery_priority=["a"],
            soft_recovery_budget=threshold,
        )
        report = relevance(config, mode="M", signals={"x": 1})
        assert report.inclusion_map["a"] is lifted
        flip = flips(config, mode="M", signals={"x": 1})[-1]
        assert flip.value == (3999 if lifted else 4001)


@pytest.mark.parametrize("budget", [float("nan"), float("inf"), "4000", True])
def test_a_budget_that_is_no_finite_number_is_refused(budget: object) -> None:
    with pytest.raises(ValueError, match="token_budget_remaining"):
        relevance(None, mode="M", token_budget_remaining=budget)  # type: ignore[arg-type]
