"""A best selection that is too large to work out is a problem of the input, wherever it is met."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inspector import cli
from inspector.analysis.injection_runs import InjectionRuns
from inspector.core import Strategy, inject
from inspector.core.selection import optimal
from inspector.core.selection.optimal import SelectionTooLargeError
from inspector.files import load_session
from tests.shared.injection_input import CHARACTERS, candidate_set, card, policy, request

CARDS = [card("a", 1.0), card("b", 0.9)]
CODE = "[injection.selection-too-large]"


@pytest.fixture(autouse=True)
def _no_selection_is_small_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optimal, "_TABLE_LIMIT", -1)


@pytest.fixture
def session(tmp_path: Path) -> Path:
    asked = request(model={"name": "m", "context_window": 2000, "encoding": "o200k_base"})
    parts = {
        "policy": policy(50).model_dump(),
        "candidates": candidate_set(CARDS).model_dump(exclude_none=True),
        "request": asked.model_dump(exclude_none=True),
    }
    path = tmp_path / "one.inspector.json"
    inline = {name: {"inline": value} for name, value in parts.items()}
    path.write_text(json.dumps({"schema_version": 1, **inline, "strategy": "optimal"}))
    (tmp_path / "requests.jsonl").write_text(json.dumps(parts["request"]) + "\n")
    (tmp_path / "coverage.inspector.json").write_text(json.dumps({"schema_version": 1, **inline}))
    return path


def test_the_library_names_it_and_what_helps() -> None:
    with pytest.raises(SelectionTooLargeError, match="coverage or depth"):
        inject(request(), candidate_set(CARDS), policy(50), CHARACTERS, strategy="optimal")


def test_a_run_of_a_session_has_it_as_its_problem(session: Path) -> None:
    opened = load_session(session).value
    assert opened is not None
    assert opened.strategy is Strategy.OPTIMAL
    result = InjectionRuns().run(opened)
    assert result.report is None
    (problem,) = [one for one in result.problems if one.severity == "error"]
    assert problem.place.pointer == "/strategy"
    assert problem.fix


@pytest.mark.parametrize(
    "command",
    [
        ["run", "{session}", "--no-history"],
        ["run", "{session}", "--corpus", "{folder}/requests.jsonl", "--no-history"],
        ["sweep", "{session}"],
        ["compare", "{session}", "{folder}/coverage.inspector.json"],
        ["assemble", "{session}"],
    ],
    ids=lambda command: " ".join(command[:1] + command[2:3]),
)
def test_every_command_ends_as_with_an_input_that_cannot_be_used(
    command: list[str], session: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    filled = [part.format(session=session, folder=session.parent) for part in command]
    assert cli.main(filled) == 3
    said = capfd.readouterr().err
    assert said.count(CODE) == 1
    assert "/strategy" in said
    assert "Traceback" not in said


def test_a_corpus_goes_on_with_the_requests_that_can_be_run(
    session: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    asked = json.loads((session.parent / "requests.jsonl").read_text())
    small = asked | {"trace_id": "small", "tokens_used_before": 2000}
    both = session.parent / "both.jsonl"
    both.write_text(json.dumps(asked) + "\n" + json.dumps(small) + "\n")
    monkeypatch.setattr(optimal, "_TABLE_LIMIT", 0)
    monkeypatch.setattr(optimal, "_reduce", lambda options, _limits: ({}, options))
    assert cli.main(["run", str(session), "--corpus", str(both), "--no-history"]) == 3
    shown = capfd.readouterr()
    assert [json.loads(line)["trace_id"] for line in shown.out.splitlines()] == ["small"]
    assert asked["trace_id"] in shown.err
