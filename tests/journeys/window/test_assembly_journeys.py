"""What people do with the Assembly: the same tasks in the window and on the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QWidget

from inspector import cli
from inspector.gui.commands import CommandId
from inspector.gui.lenses import LENSES
from tests.shared.samples import sample_path
from tests.shared.screen import Screen

SAMPLE = sample_path("assembly")


def look_at(open_screen: Callable[..., Screen], session: Path) -> Screen:
    """Open a session and go to its assembly."""
    screen = open_screen(session, lenses=LENSES)
    screen.workspace.show_lens("assembly")
    settle(screen)
    return screen


def settle(screen: Screen) -> None:
    screen.settle()
    lens: Any = screen.workspace.lenses.widget
    screen.wait_until(lambda: not lens.runner.busy)


def text(screen: Screen, name: str) -> str:
    lens: Any = screen.workspace.lenses.widget
    return str(lens.findChild(QWidget, name).text())


def assembled(capfd: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, Any]:
    """Assemble on the command line; return the exit code and the result."""
    capfd.readouterr()
    code = cli.main(["assemble", *map(str, arguments), "--json"])
    return code, json.loads(capfd.readouterr().out)


def test_a_reviewer_learns_what_is_in_a_prompt_and_that_it_adds_up(
    open_screen: Callable[..., Screen], capfd: pytest.CaptureFixture[str]
) -> None:
    code, result = assembled(capfd, SAMPLE)
    assert code == 0
    assert sum(row["tokens"] for row in result["ledger"]) == result["window"]
    screen = look_at(open_screen, SAMPLE)
    assert text(screen, "chart.headline").startswith(f"{result['used']:,} of")
    assert "reconciled" in screen.status
    lens: Any = screen.workspace.lenses.widget
    in_window = [[span.start, span.end] for span in lens.assembly.spans]
    assert in_window == [piece["span"] for step in result["steps"] for piece in step["pieces"]]


def test_somebody_asks_why_a_memory_is_missing_and_ends_where_it_was_decided(
    open_screen: Callable[..., Screen], capfd: pytest.CaptureFixture[str]
) -> None:
    _, result = assembled(capfd, SAMPLE)
    row = next(row for row in result["ledger"] if row["id"] == "gists")
    screen = look_at(open_screen, SAMPLE)
    screen.workspace.lenses.widget.select("item:gists")
    assert text(screen, "why.sentence") == row["sentence"]
    screen.do("assembly-deciding-lens")
    assert screen.workspace.lenses.current == "relevance"


def test_an_engineer_finds_the_reserve_that_a_prompt_can_bear(
    open_screen: Callable[..., Screen], capfd: pytest.CaptureFixture[str]
) -> None:
    code, result = assembled(capfd, SAMPLE, "--reserve", 2_000)
    assert (code, result["decision"]) == (1, "refuse_hard_limit")
    most = 2_000 - result["over"]
    assert assembled(capfd, SAMPLE, "--reserve", most)[0] == 0
    screen = look_at(open_screen, SAMPLE)
    lens: Any = screen.workspace.lenses.widget
    editor = lens.findChild(QWidget, "limits.response_token_reserve.editor")
    for reserve, words in ((2_000, "over the hard limit"), (most, "over the soft limit")):
        editor.setValue(reserve)
        editor.editingFinished.emit()
        settle(screen)
        assert text(screen, "chart.headline").endswith(words)
    screen.do(CommandId.UNDO)
    settle(screen)
    assert lens.assembly.limits.reserve != most


def test_the_prompt_that_is_written_is_the_same_from_both(
    open_screen: Callable[..., Screen], tmp_path: Path
) -> None:
    by_command, by_window = tmp_path / "command.txt", tmp_path / "window.txt"
    output = tmp_path / "out.txt"
    assert (
        cli.main(["assemble", str(SAMPLE), "--text", str(by_command), "--output", str(output)]) == 0
    )
    screen = look_at(open_screen, SAMPLE)
    screen.messages.targets.append(by_window)
    screen.choose(CommandId.EXPORT, "assembly.prompt.txt")
    assert by_window.read_bytes() == by_command.read_bytes()
