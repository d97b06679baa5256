"""What a person wants from context discipline, with the command line and in the window."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from inspector import cli
from inspector.gui.commands import CommandId
from inspector.gui.lenses import LENSES
from inspector.resources import resource_path
from inspector.stages.discipline.view.lens import DisciplineLens
from tests.shared.samples import sample_path
from tests.shared.screen import Screen

DISCIPLINE = [record for record in LENSES if record.id == "discipline"]
SAMPLE = sample_path("discipline")
STATE = resource_path("samples/discipline/hot-state.json")
TURNS = resource_path("samples/discipline/turns.jsonl")
ANSWER = resource_path("samples/discipline/answer.md")
TASK = "Fix read_date in import_dates.py so that a ditto mark keeps month and year."


@dataclass
class Disciplined:
    """What a person finds out about a hot state."""

    kind: str
    tokens: int | None
    moved: list[str]
    tried: list[str]


Run = Callable[[Path, dict[str, int]], Disciplined]


def _from_json(result: dict) -> Disciplined:
    return Disciplined(
        result["type"],
        result["tokens"],
        [row["field"] for row in result["moved"]],
        [row["name"] for row in result["steps"] if row["tried"]],
    )


@pytest.fixture(params=["command line", "window"])
def run(
    request: pytest.FixtureRequest,
    open_screen: Callable[..., Screen],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> Run:
    """Bring the hot state of a file within limits, either way."""
    if request.param == "command line":

        def by_command(file: Path, limits: dict[str, int]) -> Disciplined:
            options = [f"--limit={name}={number}" for name, number in limits.items()]
            assert cli.main(["discipline", str(file), "--json", *options]) in (0, 1)
            return _from_json(json.loads(capsys.readouterr().out))

        return by_command

    def in_window(file: Path, limits: dict[str, int]) -> Disciplined:
        screen = open_screen(file, lenses=DISCIPLINE)
        for name, number in limits.items():
            screen.enter(f"limits.{name}.editor", number)
        lens = screen.find("discipline", DisciplineLens)
        screen.wait_until(lambda: not lens.busy)
        target = tmp_path / "result.json"
        screen.messages.targets.append(target)
        screen.choose(CommandId.EXPORT, "discipline.discipline.json")
        return _from_json(json.loads(target.read_text()))

    return in_window


def test_the_sample_tells_that_only_a_reference_makes_it_fit(run: Run) -> None:
    found = run(STATE, {})
    assert found.kind == "reference"
    assert found.tried == ["check", "compress", "reference"]
    assert "artifact_index" in found.moved
    assert found.tokens is not None
    assert found.tokens < 300  # of which the pointers to what was taken out are about half


def test_with_larger_limits_nothing_has_to_be_done(run: Run) -> None:
    limits = {"max_hot_state_tokens": 2000, "max_artifact_index_entries": 30}
    assert run(STATE, limits) == Disciplined("pass", 1677, [], ["check"])


def test_with_room_for_the_index_compression_is_enough(run: Run) -> None:
    found = run(STATE, {"max_hot_state_tokens": 1300, "max_artifact_index_entries": 30})
    assert found.kind == "compress"
    assert "artifact_index" not in found.moved


def test_what_cannot_be_made_to_fit_is_rejected(run: Run) -> None:
    found = run(STATE, {"max_hot_state_tokens": 20})
    assert found.kind == "reject"
    assert found.moved == []


def test_the_sample_as_a_whole_says_the_same_as_its_files(
    open_screen: Callable[..., Screen], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["metrics", str(TURNS), "--json"]) == 1
    warnings = [row["message"] for row in json.loads(capsys.readouterr().out)["regressions"]]
    assert cli.main(["diff-check", str(ANSWER), "--task", TASK, "--json"]) == 1
    check = json.loads(capsys.readouterr().out)
    screen = open_screen(SAMPLE, lenses=DISCIPLINE)
    lens = screen.find("discipline", DisciplineLens)
    screen.wait_until(lambda: not lens.busy)
    assert lens.view is not None
    result = lens.view.result
    assert [one.message for one in result.regressions] == warnings
    assert result.check is not None
    assert result.check.reason == check["reason"]
    assert screen.session.discipline.hot_state == json.loads(STATE.read_text())


def test_every_step_of_the_samples_story_selects_something(
    open_screen: Callable[..., Screen],
) -> None:
    screen = open_screen(SAMPLE, lenses=DISCIPLINE)
    lens = screen.find("discipline", DisciplineLens)
    for step in screen.session.story:
        assert step.select is not None
        lens.select(step.select)
        why = lens.why.why
        assert why is not None
        assert why.key == step.select
