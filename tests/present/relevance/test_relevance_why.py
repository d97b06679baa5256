"""Why a node is in or out."""

from __future__ import annotations

from typing import Any

from hypothesis import given

from inspector.core.reasons import Verdict
from inspector.present.why import Why
from inspector.stages.relevance.grid import grid
from inspector.stages.relevance.runs import RelevanceResult
from inspector.stages.relevance.tables import flip_table, node_table, rule_table
from inspector.stages.relevance.why import why_relevance
from tests.shared.relevance_input import raw_config
from tests.shared.relevance_results import EVENTFUL, relevance_result, results


def _eventful(**facts: Any) -> RelevanceResult:
    return relevance_result(EVENTFUL, mode="M", signals={"x": 2, "y": "v"}, budget=140, **facts)


def _why(result: RelevanceResult, key: str) -> Why:
    found = why_relevance(result, key)
    assert found is not None, key
    return found


def test_a_node_is_followed_through_all_layers() -> None:
    found = _why(_eventful(), "node:c")
    assert [step.result for step in found.steps] == [
        "included",
        "excluded (recoverable)",
        "excluded (recoverable)",
        "included",
        "included",
        "included",
        "included",
        "30",
    ]
    assert found.verdict is Verdict.INCLUDED
    assert found.rule == "Relevance layer 4"
    assert found.passages[0].text == "holds: x 2 ≥ 2"
    assert found.passages[0].note == "/signal_rules/c/0"
    assert "Out if remaining budget were 110 (now 140)." in found.remedies


def test_a_node_that_is_out_says_what_would_bring_it_in() -> None:
    assert _why(_eventful(), "node:b").remedies == (
        "In if x were missing (now 2).",
        "In if x were -1 (now 2).",
        "In if x were 0 (now 2).",
        "In if x were 1 (now 2).",
        'In if y were missing (now "v").',
        'In if y were "" (now "v").',
        "In if urgency were high (now missing).",
    )


def test_the_text_of_a_node_stands_beside_its_estimate() -> None:
    found = _why(_eventful(texts={"c": "its text"}), "node:c")
    assert [(step.label, step.result) for step in found.steps[-2:]] == [
        ("Estimate", "30"),
        ("Its text", "8"),
    ]
    assert found.passages[-1].text == "its text"


def test_recovery_shows_its_arithmetic() -> None:
    steps = {step.label: step.result for step in _why(_eventful(), "cell:4:c").steps}
    assert steps["Headroom"] == "130"
    assert steps["soft_recovery_budget"] == "100"
    assert (steps["Before"], steps["After"]) == ("excluded (recoverable)", "included")


def test_a_layer_shows_every_rule_it_looked_at_with_what_it_met() -> None:
    steps = _why(_eventful(), "cell:2:d").steps
    assert [(step.label, step.working, step.result) for step in steps[2:]] == [
        ("Soft rule", "/signal_rules/d/0", "does not hold"),
        ("", "x 2, not < 0", "fails"),
        ("Soft rule", "/signal_rules/d/1", "acted"),
        ("", "x = 2", "holds"),
    ]


def test_a_rule_says_whether_it_acted() -> None:
    acted = _why(_eventful(), "rule:/signal_rules/b/0")
    assert acted.sentence == 'It holds and acted: x 2 ≥ 2 and y = "v".'
    assert acted.verdict is Verdict.EXCLUDED
    assert "does not hold" in _why(_eventful(), "rule:/signal_rules/d/0").sentence


def test_the_rest_of_the_budget_is_explained() -> None:
    assert [step.result for step in _why(_eventful(), "balance:unused").steps] == [
        "140",
        "90",
        "50",
    ]


def test_where_no_layer_acted_the_reason_is_the_configuration() -> None:
    result = relevance_result(raw_config(enabled=False))
    assert "switched off" in _why(result, "node:a").steps[0].working
    assert why_relevance(result, "cell:1:a") is None


def test_what_a_run_does_not_have_is_not_explained() -> None:
    keys = ("node:nobody", "cell:9:a", "cell:x:a", "cell:", "rule:/x", "flip:x", "card:a", "")
    assert [why_relevance(_eventful(), key) for key in keys] == [None] * len(keys)
    assert why_relevance(relevance_result(None), "node:a") is None


@given(results())
def test_every_row_and_every_cell_can_always_be_explained(result: RelevanceResult) -> None:
    report = result.report
    assert report is not None
    keys = [*node_table(report).keys, *rule_table(report).keys, *flip_table(result).keys]
    keys += [cell.key for row in grid(report).rows for cell in row.cells]
    for key in keys:
        found = _why(result, key)
        assert found.key == key or key.startswith("cell:")
        assert found.sentence


@given(results())
def test_a_remedy_is_never_given_for_the_state_a_node_has(result: RelevanceResult) -> None:
    report = result.report
    assert report is not None
    for node, is_in in report.inclusion_map.items():
        wrong = "In if" if is_in else "Out if"
        assert not any(text.startswith(wrong) for text in _why(result, f"node:{node}").remedies)
