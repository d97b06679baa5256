"""What people do with the builder: the same tasks in the window and on the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector import cli
from inspector.analysis.builder_cache import default_cache_folder, scanner_cache_folder
from inspector.gui.commands import CommandId
from inspector.gui.lens import LensContext, LensWidget
from inspector.gui.lenses import LensRecord, fitted
from inspector.gui.messages import Answer
from inspector.project.secrets import LayeredScanner, secret_scanner
from inspector.resources import resource_path
from inspector.stage import stage_named
from inspector.stages.builder import runs as builder_runs
from inspector.stages.builder.view.lens import BuilderLens
from inspector.stages.builder.view.tabs import Page
from tests.shared.builder_window import click, find, lens_of, settle, text
from tests.shared.samples import sample_path
from tests.shared.screen import Screen

SAMPLE = sample_path("builder")
STAGE = resource_path("samples/builder/builder.json")


@pytest.fixture(scope="module")
def rules() -> LayeredScanner:
    """All rules that find secrets, loaded once."""
    scanner = secret_scanner(cache_dir=scanner_cache_folder(default_cache_folder()))
    scanner.warm_up()
    return scanner


@pytest.fixture(autouse=True)
def loaded_rules(rules: LayeredScanner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inspector.project.secrets.secret_scanner", lambda **_: rules)


@pytest.fixture
def screen(open_screen: Callable[..., Screen], loaded_rules: None) -> Screen:
    """The sample, looked at as a reviewer does."""

    def make(context: LensContext) -> LensWidget:
        made = BuilderLens(context, builder_runs.BuilderRuns())
        return fitted(stage_named("builder"), made, context)

    record = LensRecord("builder", "Builder", "Bundles.", "Ctrl+4", make)
    screen = open_screen(SAMPLE, lenses=[record])
    screen.workspace.show_lens("builder")
    settle(screen)
    assert lens_of(screen).shown is not None
    return screen


@pytest.fixture
def built(capfd: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, Any]]:
    """Build on the command line; return the exit code and the result."""

    def build(*arguments: object) -> tuple[int, Any]:
        capfd.readouterr()
        code = cli.main(["build", *map(str, arguments), "--json", "--no-cache"])
        return code, json.loads(capfd.readouterr().out)

    return build


def test_a_reviewer_sees_for_every_file_why_it_is_in_cut_or_out(
    screen: Screen, built: Callable[..., tuple[int, Any]]
) -> None:
    code, result = built(STAGE)
    lens = lens_of(screen)
    assert lens.shown is not None
    assert (code, result["decision"]) == (4, "warn_soft_limit")
    assert result["budget"]["estimated_input_tokens"] == (
        lens.shown.report.budget.estimated_input_tokens
    )
    for file in result["files"]:
        lens.select(f"file:{file['path']}")
        assert text(screen, "why.name") == file["path"]
        assert text(screen, "why.sentence") == file["sentence"]
    lens.tabs.turn_to(Page.LEDGER)
    assert find(screen, "builder-ledger").data.row_count == len(result["ledger"])


def test_somebody_chooses_a_definition_that_was_not_clear(
    screen: Screen, built: Callable[..., tuple[int, Any]], tmp_path: Path
) -> None:
    stage = json.loads(STAGE.read_text("utf-8"))
    stage["root"] = str(STAGE.parent / "project")
    stage["request"]["user_selected_targets"] = []
    unclear = tmp_path / "unclear.json"
    unclear.write_text(json.dumps(stage), "utf-8")
    code, result = built(unclear)
    assert (code, result["refusal"]["code"]) == (1, "AmbiguousTarget")
    screen.messages.answers.append(Answer.YES)
    screen.open(unclear)
    settle(screen)
    assert text(screen, "refusal.title") == "A name has several definitions"
    places = [find(screen, f"refusal.place.{n}").text() for n in range(3)]
    assert places == [place["path"] for place in result["refusal"]["places"]]
    click(screen, "refusal.choose.0")
    code, result = built(unclear, "--select", "planner/quay.py#Quay.reserve")
    shown = lens_of(screen).shown
    assert shown is not None
    prints = shown.report.manifest.fingerprints
    assert result["manifest"]["fingerprints"]["bundle_fingerprint"] == prints.bundle_fingerprint


def test_the_text_that_is_written_is_the_text_that_a_model_gets(
    screen: Screen, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert cli.main(["build", str(STAGE), "--text", "-", "--no-cache"]) == 4
    printed = capfdbinary.readouterr().out
    target = tmp_path / "context.txt"
    screen.messages.targets.append(target)
    screen.choose(CommandId.EXPORT, "builder.context.txt")
    assert target.read_bytes() == printed
    assert b"[REDACTED:" in printed


def test_a_project_is_made_to_fit_and_the_steps_are_gone_through(screen: Screen) -> None:
    lens = lens_of(screen)
    lens.tabs.turn_to(Page.FIT)
    assert lens.shown is not None
    steps = lens.shown.report.fit_steps
    drawing = lens.tabs.fit.drawing
    assert drawing is not None
    assert len(drawing.hits) == len(steps)
    lens.select(f"fit:{steps[-1].number}")
    lens.select("file:planner/rules.py")  # only its signatures fit
    click(screen, "why.action.raise")
    assert lens.shown is not None
    assert [step.action.value for step in lens.shown.report.fit_steps] == ["estimate"]
    screen.do(CommandId.UNDO)
    settle(screen)
    assert len(lens.shown.report.fit_steps) == len(steps)


def test_a_stage_that_is_opened_becomes_a_part_of_the_session(
    screen: Screen, tmp_path: Path
) -> None:
    request = tmp_path / "request.json"
    request.write_text(
        json.dumps({"purpose": "plan", "plan_step": {"target_files": ["planner/model.py"]}}),
        "utf-8",
    )
    screen.messages.answers.append(Answer.YES)
    screen.open(request)
    settle(screen)
    lens = lens_of(screen)
    assert screen.session.builder.root.endswith("project")
    assert lens.shown is not None
    assert "planner/model.py" in lens.shown.targets
    assert not lens.shown.report.refused
