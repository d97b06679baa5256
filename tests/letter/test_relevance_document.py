"""Sentences of the specification of the relevance pre-parser, each held in every exit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from inspector import cli
from inspector.files import load_any, load_relevance, save_session

CYCLE = {"dependencies": {"facts": ["gists"], "gists": ["facts"]}}
CONFIGS = {
    "missing": None,
    "no JSON": "{not json",
    "no object": "[1]",
    "wrong types": json.dumps({"dependencies": 5}),
    "a cycle": json.dumps(CYCLE),
}
REQUEST = {
    "schema_version": 1,
    "trace_id": "t",
    "timestamp": "2026-04-03T12:00:00Z",
    "user_message": "Well?",
    "model": {"name": "m", "context_window": 128_000, "encoding": "o200k_base"},
    "mode": "RESPOND",
}


@pytest.fixture(params=CONFIGS, ids=str)
def config(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "config.json"
    text = CONFIGS[request.param]
    if text is not None:
        path.write_text(text)
    return path


@pytest.fixture
def session(config: Path, tmp_path: Path) -> Path:
    path = tmp_path / "s.inspector.json"
    parts = {
        "request": {"inline": REQUEST},
        "relevance": {"path": "config.json"},
        "assembly": {
            "inline": {"items": [{"step": 1, "item_id": "s", "title": "S", "text": "Hi."}]}
        },
        "discipline": {"inline": {"hot_state": {"session_id": "s"}}},
        "window": {"inline": {"chunks": [{"id": "a", "type": "tool_output", "tokens": 5}]}},
    }
    path.write_text(json.dumps({"schema_version": 1, "title": "T"} | parts))
    return path


def ran(capsys: Any, *arguments: str) -> tuple[int, str, str]:
    code = cli.main(list(arguments))
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def included(out: str) -> int:
    return sum(json.loads(out)["inclusion_map"].values())


def test_config_load_failure_falls_back_to_include_all_in_the_command(config, capsys):
    for arguments in ([str(config)], ["--config", str(config)]):
        code, out, err = ran(capsys, "relevance", *arguments, "--mode", "RESPOND", "--json")
        assert (code, included(out)) == (1, 17)
        assert ": error: " in err


def test_config_load_failure_falls_back_to_include_all_in_a_session(session, capsys):
    code, out, err = ran(capsys, "relevance", str(session), "--json")
    assert (code, included(out)) == (1, 17)
    assert ": error: " in err
    for command in ("assemble", "run", "discipline", "place", "compare", "sweep"):
        code, out, err = ran(capsys, command, str(session))
        assert (code, bool(out)) == (1, True), command
        assert ": error: " in err


def test_an_unreadable_configuration_stays_a_reference_of_a_saved_session(session, tmp_path):
    loaded = load_any(str(session)).value
    save_session(loaded, session)
    assert json.loads(session.read_text())["relevance"] == {"path": "config.json"}


def test_a_loaded_configuration_that_cannot_be_read_includes_everything(config):
    loaded = load_relevance(config)
    assert loaded.value.config is not None
    assert any(one.severity == "error" for one in loaded.problems)
