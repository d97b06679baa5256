"""What a person does with the window whatever the subject is: open, change, undo, find, leave."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from inspector import cli
from inspector.gui.commands import CommandId
from inspector.gui.lenses import LENSES
from inspector.gui.messages import Answer
from inspector.resources import resource_path
from inspector.session.edits import set_at
from tests.shared.screen import Screen

TOTAL = "max_injection_tokens_absolute"
Open = Callable[..., Screen]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(
        shutil.copytree(resource_path("samples/securities-fraud"), tmp_path / "securities-fraud")
    )


@pytest.fixture
def open_screen(open_screen: Open) -> Open:
    return partial(open_screen, lenses=LENSES)


@pytest.mark.parametrize("total", [6000, 3750])
def test_the_command_line_and_the_window_write_the_same_manifest(
    open_screen: Open, folder: Path, capsys: pytest.CaptureFixture[str], total: int
) -> None:
    session = folder / "session.inspector.json"
    options = [str(session), "--set", f"{TOTAL}={total}", "--format", "json"]
    cli.main(["run", *options])
    by_command = json.loads(capsys.readouterr().out)["manifest_fingerprint"]
    screen = open_screen(session)
    screen.workspace.store.commit("Total", set_at("policy", TOTAL, total))
    screen.settle()
    screen.wait_until(lambda: screen.workspace.runner.fingerprint is not None)
    assert screen.workspace.runner.fingerprint == by_command


def test_an_engineer_opens_a_session_changes_the_total_and_takes_it_back(
    open_screen: Open, folder: Path
) -> None:
    screen = open_screen()
    assert screen.is_visible("start")
    screen.open(folder / "session.inspector.json")
    screen.wait_until(lambda: screen.status.startswith("5,809 of 6,000 tokens used"))
    screen.workspace.store.commit("Change the total", set_at("policy", TOTAL, 3750))
    screen.wait_until(lambda: " of 3,750 tokens used" in screen.status)
    assert "*" in screen.title
    screen.press("Ctrl+Z")
    screen.wait_until(lambda: screen.status.startswith("5,809 of 6,000 tokens used"))
    assert "*" not in screen.title


def test_a_presenter_finds_a_sample_and_another_lens_with_a_few_letters(
    open_screen: Open,
) -> None:
    screen = open_screen()
    screen.press("Ctrl+K")
    screen.type("sample henderson")
    screen.press("Return")
    assert "Henderson" in screen.title
    screen.press("Ctrl+K")
    screen.type("lens relevance")
    screen.press("Return")
    assert screen.workspace.lenses.current == "relevance"
    screen.press("Alt+4")
    assert screen.workspace.lenses.current == "injection"
    screen.press("Ctrl+4")
    assert screen.workspace.lenses.current == "audit"
    screen.press("Ctrl+1")
    assert screen.workspace.lenses.current == "injection"


def test_somebody_goes_to_a_problem_corrects_it_and_it_is_gone(open_screen: Open) -> None:
    screen = open_screen()
    screen.choose(CommandId.OPEN_SAMPLE, "with-problems")
    codes = [one.code for one in screen.problems]
    assert "policy.shares-over-one" in codes
    for _ in range(codes.index("policy.shares-over-one") + 1):
        screen.press("F8")
    assert screen.focus().startswith("policy.knowledge_card_share_default")
    screen.workspace.store.commit("Share", set_at("policy", "knowledge_card_share_default", 0.4))
    screen.settle()
    assert "policy.shares-over-one" not in [one.code for one in screen.problems]


def test_somebody_who_leaves_is_asked_saves_and_finds_everything_again(
    open_screen: Open, folder: Path
) -> None:
    session = folder / "session.inspector.json"
    screen = open_screen(session)
    screen.workspace.store.commit("Change the total", set_at("policy", TOTAL, 3750))
    screen.messages.answers.append(Answer.YES)
    screen.workspace.actions.action(CommandId.QUIT).trigger()
    assert not screen.window.isVisible()
    again = open_screen()
    again.click("start.recent.0")
    assert again.session.policy.max_injection_tokens_absolute == 3750
    assert again.title.startswith("session.inspector.json")
