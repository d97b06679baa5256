"""The results that a public implementation of the pre-parser gave for the same inputs."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from inspector.core.problems import Severity
from inspector.core.relevance import RelevanceConfig, check_relevance_config, relevance
from tests.shared.vectors import FOLDER, cases

TABLES = json.loads((FOLDER / "relevance.json").read_text("utf-8"))
CONFIGS = TABLES["configs"] | {
    "real": json.loads((FOLDER / "relevance_config_a.json").read_text("utf-8")),
    "doc_contemporary": json.loads((FOLDER / "relevance_config_b.json").read_text("utf-8")),
}
CASES = cases("relevance")
FACTS = ("mode", "signals", "classification", "returning_from_silence", "token_budget_remaining")

# Where the reference stops with an error, the pre-parser goes on or refuses the configuration.
UNCOMPARABLE = [case for case in CASES if case["expected"].get("error") == "TypeError"]
CIRCULAR = [case for case in CASES if case["expected"].get("error") == "ConfigError"]
ANSWERED = [case for case in CASES if "error" not in case["expected"]]


def _raw(case: dict[str, Any]) -> dict[str, Any]:
    table = TABLES["node_token_estimates"][case["node_token_estimates"]]
    return CONFIGS[case["config"]] | {"node_token_estimates": table}


def _facts(case: dict[str, Any]) -> dict[str, Any]:
    return {name: case[name] for name in FACTS}


def test_every_case_is_answered_uncomparable_or_circular() -> None:
    assert len(CASES) == len(ANSWERED) + len(UNCOMPARABLE) + len(CIRCULAR)
    assert len(ANSWERED) > 450
    assert UNCOMPARABLE
    assert CIRCULAR


@pytest.mark.parametrize("tag", sorted({case["tag"] for case in ANSWERED}))
def test_answers_agree_with_the_reference(tag: str) -> None:
    for case in (case for case in ANSWERED if case["tag"] == tag):
        raw = _raw(case)
        report = relevance(RelevanceConfig.model_validate(raw), **_facts(case))
        answer = {name: getattr(report, name) for name in case["expected"]}
        assert answer == case["expected"], case
        nodes = list(raw["node_token_estimates"])
        assert list(report.inclusion_map)[: len(nodes)] == nodes


@pytest.mark.parametrize("case", UNCOMPARABLE, ids=lambda case: case["config"])
def test_a_comparison_without_an_answer_is_no_match_and_a_problem(case: dict[str, Any]) -> None:
    report = relevance(RelevanceConfig.model_validate(_raw(case)), **_facts(case))
    assert all(report.inclusion_map.values())
    (key,) = CONFIGS[case["config"]]["signal_rules"]["a"][0]["when"]
    found = [(problem.code, problem.place.pointer) for problem in report.run_problems]
    assert found == [("relevance.uncomparable", f"/signal_rules/a/0/when/{key}")]


@pytest.mark.parametrize("case", CIRCULAR, ids=lambda case: case["config"])
def test_a_circle_makes_the_configuration_unreadable(case: dict[str, Any]) -> None:
    raw = _raw(case)
    with pytest.raises(ValidationError, match=r"in a circle: \w+ -> \w+"):
        RelevanceConfig.model_validate(raw)
    config, problems = check_relevance_config(raw)
    assert config is None
    report = relevance(
        config, config_problems=problems, node_table=raw["node_token_estimates"], **_facts(case)
    )
    assert report.inclusion_map == dict.fromkeys(raw["node_token_estimates"], True)
    assert [p.code for p in report.problems if p.severity is Severity.ERROR] == [
        "relevance.dependency-cycle"
    ]
