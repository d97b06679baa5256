"""Relevance in files: configurations, stages, sessions that hold one, results."""

from __future__ import annotations

import json
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import example, given

from inspector.core.problems import Severity
from inspector.files import (
    FileKind,
    detect_kind,
    load_any,
    load_relevance,
    load_session,
    relevance_run,
    save_session,
    schemas,
)
from inspector.session.edits import open_part
from inspector.session.relevance_stage import RelevanceStage
from inspector.session.session import Session
from inspector.stage import Part
from inspector.stages.relevance import part
from inspector.stages.relevance.part import (
    set_mode,
    set_node_text,
    set_remaining_budget,
)
from inspector.stages.relevance.results import RelevanceRun
from inspector.stages.relevance.runs import RelevanceResult, RelevanceRuns
from tests.shared.examples import examples
from tests.shared.relevance_input import damaged_configs, raw_config
from tests.shared.relevance_results import EVENTFUL, results
from tests.shared.vectors import FOLDER


def written(path: Path, value: object) -> Path:
    path.write_text(value if isinstance(value, str) else json.dumps(value), "utf-8")
    return path


@pytest.mark.parametrize(
    "value",
    [
        EVENTFUL,
        {"enabled": False},
        {"dependencies": {"a": ["a"]}},
        {"soft_recovery_budget": 3, "of my own": 1},
        {"config": {}, "node_texts": {}},
    ],
)
def test_a_configuration_is_told_by_its_fields(tmp_path: Path, value: object) -> None:
    path = written(tmp_path / "file.json", value)
    assert detect_kind(path).value is FileKind.RELEVANCE_CONFIG
    assert isinstance(load_any(path).value, RelevanceStage)


def test_json_and_yaml_say_the_same(tmp_path: Path) -> None:
    as_json = load_relevance(written(tmp_path / "a.json", EVENTFUL))
    as_yaml = load_relevance(written(tmp_path / "a.yaml", yaml.safe_dump(EVENTFUL)))
    assert as_json.value == as_yaml.value == RelevanceStage(config=EVENTFUL)
    assert [str(one.place.pointer) for one in as_json.problems] == [
        str(one.place.pointer) for one in as_yaml.problems
    ]


def test_every_problem_has_its_line_and_an_unreadable_configuration_stays_to_be_looked_at(
    tmp_path: Path,
) -> None:
    text = (
        '{"signal_rules": {"facts": [{"strength": "firm"}]},\n'
        ' "template_masks": {"M": {"nobody": true}},\n'
        ' "dependencies": {"focus": ["gists"],\n  "gists": ["focus"]}}'
    )
    loaded = load_relevance(written(tmp_path / "bad.json", text))
    found = {(one.code.removeprefix("relevance."), one.place.line) for one in loaded.problems}
    assert {("unknown-strength", 1), ("unknown-node", 2), ("dependency-cycle", 4)} <= found
    assert loaded.value is not None
    assert loaded.value.config == json.loads(text)


@pytest.mark.parametrize("text", ["", "{", "\x00", '{"enabled": NaN}'])
def test_what_is_no_text_or_no_json_is_a_stage_that_includes_everything(
    tmp_path: Path, text: str
) -> None:
    loaded = load_relevance(written(tmp_path / "bad.json", text))
    assert loaded.value == RelevanceStage(config="")
    assert any(problem.severity is Severity.ERROR for problem in loaded.problems)


def test_a_stage_brings_its_budget_and_texts(tmp_path: Path) -> None:
    stage = {"config": raw_config(), "token_budget_remaining": 9, "node_texts": {"a": "t"}}
    loaded = load_relevance(written(tmp_path / "stage.json", stage))
    assert loaded.problems == ()
    assert loaded.value == RelevanceStage.model_validate(stage)
    wrong = load_relevance(written(tmp_path / "wrong.json", stage | {"token_budget_remaining": -1}))
    assert wrong.value == RelevanceStage(config="")
    assert wrong.problems[0].place.pointer == "/token_budget_remaining"


def test_a_session_refers_to_an_unchanged_configuration_and_keeps_a_changed_stage(
    tmp_path: Path,
) -> None:
    config, target = written(tmp_path / "c.json", EVENTFUL), tmp_path / "s.inspector.json"
    stage = load_relevance(config).value
    assert stage is not None
    session = set_mode("M")(open_part("relevance", stage, str(config))(Session()))
    assert save_session(session, target) == ()
    assert json.loads(target.read_text())["relevance"] == {"path": "c.json"}
    read = load_session(target).value
    assert read is not None
    assert read.relevance == session.relevance
    assert read.source(Part.RELEVANCE) == str(config)

    changed = set_node_text("a", "text")(set_remaining_budget(7)(session))
    assert [note.code for note in save_session(changed, target)] == ["session.part-kept-inside"]
    read = load_session(target).value
    assert read is not None
    assert read.relevance == changed.relevance


def test_an_unreadable_configuration_survives_saving(tmp_path: Path) -> None:
    config = {"dependencies": {"a": ["a"]}, "of my own": [1]}
    target = tmp_path / "s.inspector.json"
    save_session(Session().having(relevance=RelevanceStage(config=config)), target)
    loaded = load_session(target)
    assert loaded.value is not None
    assert loaded.value.relevance.config == config
    (circle,) = [one for one in loaded.problems if one.code == "relevance.dependency-cycle"]
    assert circle.place.line is not None


@pytest.mark.parametrize("name", ["relevance_config_a.json", "relevance_config_b.json"])
def test_real_configurations_load_with_warnings_only(name: str) -> None:
    loaded = load_relevance(FOLDER / name)
    assert loaded.value is not None
    assert {one.code for one in loaded.problems} == {"relevance.unknown-node"}
    assert all(one.place.line is not None for one in loaded.problems)


@given(damaged_configs())
@examples(30)
@example([])
@example({"template_masks": 5})
def test_a_damaged_configuration_is_always_loaded_or_refused_with_reasons(value: object) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = written(Path(folder) / "c.json", value)
        loaded = load_relevance(path)
    if loaded.value is None:
        assert loaded.problems
        return
    result = RelevanceRuns().run(open_part("relevance", loaded.value, str(path))(Session()))
    if result.report is not None:
        assert result.report.ledger.balances


@cache
def run_fields() -> frozenset[str]:
    """The fields that the schema of a result has; making all schemas takes longer than a run."""
    return frozenset(schemas()["relevance-run"]["properties"])


@given(results())
@examples(25)
def test_a_result_is_always_json_of_its_schema_and_closes(result: RelevanceResult) -> None:
    assert result.report is not None
    plain = relevance_run(result.report, result.problems, result.flips)
    again: dict[str, Any] = json.loads(json.dumps(plain, allow_nan=False))
    RelevanceRun.model_validate(again)
    assert again.keys() == run_fields()
    assert (
        sum(node["tokens"] for node in again["nodes"]) + again["rest"]
        == (again["token_budget_remaining"])
    )


def test_a_configuration_of_more_rules_than_are_tried_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "config.json"
    rule = {"when": {"greeting_pattern": True}, "strength": "soft"}
    path.write_text(json.dumps({"signal_rules": {"focus": [rule] * 3, "facts": [rule] * 2}}))
    monkeypatch.setattr(part, "MOST_RULES", 5)
    assert "file.too-many-records" not in [one.code for one in load_relevance(path).problems]
    monkeypatch.setattr(part, "MOST_RULES", 4)
    [told] = load_relevance(path).problems
    assert told.code == "file.too-many-records"
    assert told.message == "The configuration has more than 4 rules; it was not read."
    assert "--max-input-mb" in told.fix


@pytest.mark.parametrize("inside", [False, True])
def test_a_configuration_of_too_many_nodes_is_refused(
    inside: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "config.json"
    config = {"node_token_estimates": dict.fromkeys("abcde", 1)}
    path.write_text(json.dumps({"config": config} if inside else config))
    monkeypatch.setattr(part, "MOST_NODES", 5)
    assert "file.too-many-records" not in [one.code for one in load_relevance(path).problems]
    monkeypatch.setattr(part, "MOST_NODES", 4)
    [told] = load_relevance(path).problems
    assert told.message == "The configuration has more than 4 nodes; it was not read."
    assert "--max-input-mb" in told.fix
