"""Sentences of the specification of context discipline, each held in every exit that it has."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from inspector import cli
from inspector.core.discipline import (
    DisciplineLimits,
    HotState,
    MemoryArtifactStore,
    PromptMetrics,
    discipline,
    restore_hot_state,
)
from inspector.files import load_any, load_metrics
from inspector.session.discipline_stage import DisciplineStage
from inspector.session.opening import session_of
from inspector.stages.discipline.runs import DisciplineRuns

LONG_INDEX = {
    "session_id": "s1",
    "objective": "Ship it",
    "artifact_index": [
        {"artifact_id": f"{n:064x}", "type": "code", "label": "a long label " * 12}
        for n in range(15)
    ],
}
OPTIONS = {
    "limits": {"maxHotStateTokens": 120, "maxArtifactIndexEntries": 20},
    "enableCompression": True,
    "enableReferenceExtraction": True,
    "rejectOnPersistentOverflow": True,
}


def written(path: Path, value: Any) -> str:
    path.write_text(json.dumps(value))
    return str(path)


def test_reference_extracts_large_arrays_to_artifact_references():
    store = MemoryArtifactStore()
    report = discipline(LONG_INDEX, limits={"max_hot_state_tokens": 120}, registry=store)
    assert (report.type, report.referenced_fields) == ("reference", ["artifact_index"])
    assert len(report.hot_state.artifact_index) == 1
    assert report.tokens <= 120
    assert restore_hot_state(report, store) == HotState.model_validate(LONG_INDEX)


def test_an_array_of_five_entries_is_no_large_one():
    few = LONG_INDEX | {"artifact_index": LONG_INDEX["artifact_index"][:5]}
    assert discipline(few, limits={"max_hot_state_tokens": 120}).type == "reject"
    six = LONG_INDEX | {"artifact_index": LONG_INDEX["artifact_index"][:6]}
    assert discipline(six, limits={"max_hot_state_tokens": 120}).type == "reference"


@pytest.mark.parametrize("name", ["hot_state", "hotState"])
def test_limits_and_options_have_the_documents_names_in_a_file(tmp_path, capsys, name):
    path = written(tmp_path / "d.json", {name: LONG_INDEX} | OPTIONS)
    assert cli.main(["discipline", path, "--json"]) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["type"] == "reference"
    assert "not known" not in shown.err
    loaded = load_any(path)
    assert loaded.problems == ()
    session = session_of(loaded.value, path)
    assert DisciplineRuns().run(session, count=False).report.type == "reference"


def test_options_of_a_session_and_of_the_command_have_the_documents_names(tmp_path, capsys):
    inline = {"hotState": LONG_INDEX, "enableReferenceExtraction": False}
    path = written(
        tmp_path / "s.inspector.json", {"schema_version": 1, "discipline": {"inline": inline}}
    )
    assert cli.main(["discipline", path, "--limit", "maxHotStateTokens=120", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["type"] == "reject"
    assert cli.main(["discipline", path, "--limit", "maxNothing=1"]) == 2
    small = ["discipline", path, "--limit", "maxHotStateTokens=120", "--json"]
    capsys.readouterr()
    assert cli.main([*small, "--option", "enableReferenceExtraction=on"]) == 0
    assert json.loads(capsys.readouterr().out)["type"] == "reference"
    assert cli.main([*small, "--option", "rejectOnPersistentOverflow=off"]) == 0
    assert json.loads(capsys.readouterr().out)["over_limit"] is False
    for wrong in ("enableNothing=on", "enableCompression=perhaps", "enableCompression"):
        assert cli.main([*small, "--option", wrong]) == 2


def test_the_default_limits_may_be_a_file_of_their_own(tmp_path):
    limits = {
        "maxHotStateTokens": 900,
        "maxArtifactIndexEntries": 20,
        "maxPromptTokens": 8000,
        "maxRagChunks": 10,
        "maxInlineArtifactChars": 2000,
    }
    loaded = load_any(written(tmp_path / "limits.json", limits))
    assert loaded.problems == ()
    assert loaded.value == DisciplineStage(limits=DisciplineLimits(max_hot_state_tokens=900))
    report = discipline(LONG_INDEX, limits=limits | {"maxHotStateTokens": 5})
    assert report.type == "reject"
    assert discipline(LONG_INDEX, limits={"maxHotStateToken": 5}).problems


def test_metrics_have_the_documents_names(tmp_path, capsys):
    turn = {
        "timestamp": "2026-04-03T12:00:00Z",
        "sessionId": "s1",
        "hotStateTokens": 900,
        "hotStateBytes": 3000,
        "hotStateTruncated": False,
        "artifactIndexCount": 1,
        "artifactTypes": ["code"],
        "systemPromptChars": 500,
        "userContentChars": 200,
        "estimatedPromptTokens": 1000,
        "artifactRefBootstrapFiles": 0,
        "budgetViolationCount": 0,
        "budgetPassed": True,
    }
    path = written(tmp_path / "m.json", [turn])
    assert load_metrics(path).problems == ()
    (read,) = load_metrics(path).value
    assert read == PromptMetrics.model_validate(turn)
    assert cli.main(["metrics", path]) == 1
    assert "approaching token limit: 900/1000" in capsys.readouterr().out
    staged = load_any(written(tmp_path / "t.json", {"turns": [turn]}))
    assert (staged.problems, staged.value.turns) == ((), (read,))


def test_the_output_of_an_executor_has_the_documents_names():
    stage = DisciplineStage.model_validate(
        {
            "output": {
                "output": "done",
                "taskDescription": "modify the handler",
                "forceCheck": True,
            },
            "prompt": {"systemPromptChars": 5, "userContentChars": 6},
        }
    )
    assert (stage.output.text, stage.output.task) == ("done", "modify the handler")
    assert (stage.prompt.system_prompt_chars, stage.prompt.user_content_chars) == (5, 6)


@pytest.mark.parametrize("output", ["", "Done: the handler is renamed.", "[]"])
def test_executors_must_return_unified_diff_or_json_patch(tmp_path, capsys, output):
    path = tmp_path / "out.txt"
    path.write_text(output)
    assert cli.main(["diff-check", str(path), "--task", "modify the handler function"]) == 1
    assert "Nothing was changed" in capsys.readouterr().out
    stage = DisciplineStage.model_validate(
        {"output": {"text": output, "task": "modify the handler function"}}
    )
    check = DisciplineRuns().run(session_of(stage, None), count=False).check
    assert (check.valid, check.reason_kind) == (False, "nothing_changed")


@pytest.mark.parametrize(
    ("command", "content", "place", "said"),
    [
        ("discipline", {"hot_state": {"session_id": "s"}, "enableCompression": False,
                        "enable_compression": True},
         "/enableCompression", "warning: enableCompression and enable_compression are one field"),
        ("discipline", {"hot_state": {"session_id": "s"},
                        "limits": {"maxRagChunks": 1, "max_rag_chunks": 2}},
         "/limits/maxRagChunks", "error: maxRagChunks and max_rag_chunks are one field"),
        ("place", {"chunks": [], "options": {"keepPairs": True, "keep_pairs": False}},
         "/options/keepPairs", "keep_pairs counts"),
        ("place", {"chunks": [], "config": {"tokenBudgets": {"maxHistory": 1, "max_history": 2}}},
         "/config/tokenBudgets/max_history", "maxHistory counts"),
    ],
)  # fmt: skip
def test_a_field_in_both_spellings_is_told_at_its_place(
    tmp_path, capsys, command, content, place, said
):
    (tmp_path / "f.json").write_text(json.dumps(content))
    cli.main([command, str(tmp_path / "f.json"), "--no-history"])
    told = capsys.readouterr().err
    assert f" {place}: " in told
    assert said in told
