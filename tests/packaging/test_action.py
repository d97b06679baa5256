"""The action for code hosts: what its script runs, ends with and writes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from inspector import cli
from inspector.core import inject
from inspector.core.tokens import counter_by_name
from inspector.files import load_session
from inspector.recorder import Recorder
from inspector.resources import resource_path

ACTION = Path(__file__).parents[2] / ".github" / "actions" / "inspect"
SAMPLE = "sample:securities-fraud"


def ran(folder: Path, **inputs: str) -> tuple[int, str]:
    """Run the script with inputs; return its exit code and the comment."""
    known = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    paths = {"PYTHONPATH": str(ACTION.parents[2]), "XDG_CACHE_HOME": str(folder / "cache")}
    done = subprocess.run(
        [sys.executable, str(ACTION / "inspect_contexts.py")],
        cwd=folder,
        env=known | paths | {f"INSPECT_{name.upper()}": value for name, value in inputs.items()},
        capture_output=True,
        text=True,
        check=False,
    )
    comment = folder / inputs.get("comment", "inspector-comment.md")
    return done.returncode, comment.read_text("utf-8") if comment.exists() else done.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a session, its bundle and a corpus of one request."""
    source = resource_path("samples") / "securities-fraud"
    for path in source.iterdir():
        shutil.copy(path, tmp_path)
    request = json.loads((source / "request.json").read_text("utf-8"))
    (tmp_path / "asked.requests.jsonl").write_text(json.dumps(request) + "\n", encoding="utf-8")
    shutil.copy(source / "candidates.json", tmp_path / "asked.candidates.json")
    session = str(tmp_path / "session.inspector.json")
    made = ["run", session, "--no-history", "--quiet", "--bundle", str(tmp_path / "a.audit.zip")]
    assert cli.main([*made, "--output", os.devnull]) == 0
    return tmp_path


def test_everything_that_is_named_is_run_and_told(folder: Path) -> None:
    code, comment = ran(
        folder,
        verify="a.audit.zip\n\n",
        run=f"session.inspector.json\n{SAMPLE}",
        corpus="asked.requests.jsonl",
        min_recall="0",
    )
    assert code == 0, comment
    headings = [line for line in comment.splitlines() if line.startswith("### ")]
    assert headings == [
        "### verify `a.audit.zip`: passed",
        "### run `session.inspector.json`: passed",
        f"### run `{SAMPLE}`: passed",
        "### corpus `asked.requests.jsonl`: passed",
    ]


def test_a_recall_below_the_floor_fails_and_is_told(folder: Path) -> None:
    path = folder / "asked.requests.jsonl"
    request = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps(request | {"expect": {"must_include": ["nowhere"]}}) + "\n", "utf-8")
    code, comment = ran(folder, corpus="asked.requests.jsonl", min_recall="1", comment="c.md")
    assert code == 1
    assert "### corpus `asked.requests.jsonl`: **failed**" in comment
    assert "the mean recall is" in comment


def test_conditions_hold_for_every_command_or_for_the_one_they_name(folder: Path) -> None:
    chat = {"chunks": [{"id": "a", "type": "chat_history_user", "content": "word " * 90}]}
    (folder / "chat.json").write_text(json.dumps(chat | {"available_tokens": 40}), "utf-8")
    assert ran(folder, place="chat.json", fail_on="corpus: lost")[0] == 0
    code, comment = ran(folder, place="chat.json", fail_on="tokens>9000\nplace: dropped")
    assert code == 1
    assert "chat.json: dropped: 1 that found no room" in comment


def test_a_comment_tells_what_changed_against_the_baseline_before_the_result(folder: Path) -> None:
    chunks = [
        {"id": f"c{place}", "type": "chat_history_user", "content": "word " * 9}
        for place in range(90)
    ]
    (folder / "chat.json").write_text(
        json.dumps({"chunks": chunks, "available_tokens": 9000}), "utf-8"
    )
    known = {"schema_version": 1, "tokens": {"chat.json": 100, "gone.json": 7}}
    (folder / "base.json").write_text(json.dumps(known), "utf-8")
    code, comment = ran(
        folder, place="chat.json", fail_on="place: growth>10%", baseline="base.json"
    )
    assert code == 1
    assert "2 requests changed against the baseline" in comment
    assert "chat.json: 100 → " in comment
    assert "gone.json is in the baseline alone: 7 tokens" in comment
    assert "chat.json: growth>10%" in comment


def test_receipts_are_verified_under_conditions_and_two_days_of_them_are_compared(
    folder: Path,
) -> None:
    for day, total in (("monday", 4000), ("tuesday", 600)):
        session = load_session(folder / "session.inspector.json").value
        assert session is not None
        assert session.request is not None
        policy = {"max_injection_tokens_absolute": total}
        counter = counter_by_name("o200k_base")
        with Recorder(folder / f"{day}.jsonl") as recorder:
            recorder.record(inject(session.request, session.candidates, policy, counter))
    code, comment = ran(
        folder,
        verify="monday.jsonl\ntuesday.jsonl",
        fail_on="verify: used>99.99%\nverify: tokens>2000",
        compare="monday.jsonl tuesday.jsonl",
    )
    assert code == 1
    assert "### verify `monday.jsonl`: **failed**" in comment
    assert "tokens>2000" in comment
    assert "### verify `tuesday.jsonl`: passed" in comment
    assert "### compare `monday.jsonl tuesday.jsonl`: passed" in comment
    assert "policy.max_injection_tokens_absolute: 4000 → 600 in 1 request" in comment


def test_a_comment_on_a_pull_request_is_changed_or_else_made(folder: Path) -> None:
    action = yaml.safe_load((ACTION / "action.yml").read_text("utf-8"))
    step = action["runs"]["steps"][-1]
    tools = folder / "tools"
    tools.mkdir()
    (tools / "gh").write_text('#!/bin/sh\necho "$@" >> called\ntest "$4" != --edit-last\n', "utf-8")
    (tools / "gh").chmod(0o755)
    given = {"PATH": f"{tools}:{os.environ['PATH']}", "PULL_REQUEST": "7", "COMMENT": "a b.md"}
    subprocess.run(["bash", "-e", "-c", step["run"]], cwd=folder, env=given, check=True)
    called = (folder / "called").read_text("utf-8").splitlines()
    assert called == [
        "pr comment 7 --edit-last --body-file a b.md",
        "pr comment 7 --body-file a b.md",
    ]
    assert not {"inputs.token", "inputs.pull-request"} - set(
        " ".join(step["env"].values()).replace("${{", "").replace("}}", "").split()
    )


def test_the_worst_end_of_all_counts_and_keeps_nothing_from_being_told(folder: Path) -> None:
    code, comment = ran(folder, verify="missing.json\na.audit.zip", run=SAMPLE)
    assert code == 3
    assert "`missing.json`: **an input could not be used**" in comment
    assert "`a.audit.zip`: passed" in comment


def test_nothing_to_do_is_a_wrong_use(folder: Path) -> None:
    assert ran(folder)[0] == 2


def test_no_name_ends_its_fence_or_is_taken_for_an_option(folder: Path) -> None:
    name = "-```\u202e<b>.json"
    (folder / name).write_text("{", encoding="utf-8")
    code, comment = ran(folder, verify=name)
    assert code == 3
    fences = [line for line in comment.splitlines() if line.startswith("````")]
    assert fences == ["````text", "````"]
    assert "\u202e" not in comment


def test_the_action_hands_its_inputs_to_the_script() -> None:
    action = yaml.safe_load((ACTION / "action.yml").read_text("utf-8"))
    step = next(one for one in action["runs"]["steps"] if one["name"] == "Inspect")
    handed = {value.split("inputs.")[1].rstrip(" }") for value in step["env"].values()}
    assert handed == set(action["inputs"]) - {"pull-request", "token"}
    script = (ACTION / "inspect_contexts.py").read_text("utf-8")
    assert all(name in script for name in step["env"])
    assert "${{" not in "".join(one["run"] for one in action["runs"]["steps"])
