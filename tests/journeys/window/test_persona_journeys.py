"""How many actions lie between a person and what they came for, with nothing prepared.

An action is a drop, a click, a key or a command. What a person reads is no action.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from inspector.cli import main
from inspector.gui.lenses import LENSES
from inspector.resources import resource_path
from tests.shared.screen import Screen, opened_screens

OWN = ("policy.json", "candidates.json", "request.json")


class Counted:
    """A screen that counts what is done with it."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.actions = 0

    def __getattr__(self, name: str) -> object:
        if name in ("drop", "click", "press", "type", "do", "choose", "open"):
            self.actions += 1
        return getattr(self.screen, name)


@pytest.fixture
def somebody(qtbot: QtBot, tmp_path: Path) -> Iterator[Callable[[], Counted]]:
    """Somebody in front of a window that was never used."""
    with opened_screens(qtbot, tmp_path) as opened:

        def begin() -> Counted:
            screen = opened(lenses=LENSES)
            screen.window.resize(1366, 768)
            screen.settle()
            return Counted(screen)

        yield begin


@pytest.fixture
def own(tmp_path: Path) -> list[Path]:
    """Somebody's own files, in a folder that the program knows nothing of."""
    folder = tmp_path / "mine"
    shutil.copytree(resource_path("samples/securities-fraud"), folder)
    policy = json.loads((folder / "policy.json").read_text("utf-8"))
    shares = {"knowledge_card_share_default": 0.2, "bucket_content_share_default": 0.8}
    (folder / "policy.json").write_text(json.dumps(policy | shares), "utf-8")
    return [folder / name for name in OWN]


def test_an_engineer_gets_from_own_data_to_a_reason_and_to_the_best_split(
    somebody: Callable[[], Counted], own: list[Path]
) -> None:
    engineer = somebody()
    engineer.drop(*own)
    engineer.wait_until(lambda: engineer.screen.result is not None)
    assert engineer.workspace.current_lens == "injection"
    engineer.press("Alt+S")
    engineer.wait_until(lambda: engineer.text("why.name") == "Scienter allegations")
    assert "complaint" in engineer.text("why.sentence").lower()
    assert engineer.actions <= 5

    before, engineer.actions = engineer.session.policy, 0
    lens = engineer.workspace.lenses.widget
    engineer.wait_until(lambda: lens.answers.splits.splits is not None)
    engineer.click("find-best")
    assert engineer.session.policy != before
    assert engineer.actions <= 3


def test_own_files_lead_to_a_place_in_the_prompt_and_to_a_presentation_of_them(
    somebody: Callable[[], Counted], own: list[Path]
) -> None:
    presenter = somebody()
    presenter.drop(*own)
    presenter.wait_until(lambda: presenter.screen.result is not None)
    presenter.press("Alt+S")
    presenter.wait_until(lambda: presenter.text("why.name") == "Scienter allegations")
    presenter.click("why.in-prompt")
    assert presenter.workspace.current_lens == "assembly"
    assert presenter.actions <= 5

    presenter.actions = 0
    presenter.press("F11")
    presenter.wait_until(lambda: presenter.workspace.presentation.is_on)
    assert presenter.actions <= 2
    presenter.press("Esc")


@pytest.mark.parametrize(("change", "verdict"), [(0, "Verified"), (1, "Failed")])
def test_a_reviewer_tells_a_wrong_manifest_from_a_right_one(
    somebody: Callable[[], Counted], own: list[Path], tmp_path: Path, change: int, verdict: str
) -> None:
    manifest, session = tmp_path / "manifest.json", own[0].parent / "session.inspector.json"
    assert main(["run", str(session), "--manifest", str(manifest), "--no-history"]) in (0, 1)
    written = json.loads(manifest.read_text("utf-8"))
    written["total_tokens_used"] += change
    manifest.write_text(json.dumps(written), "utf-8")
    reviewer = somebody()
    reviewer.drop(*own, manifest)
    reviewer.wait_until(lambda: reviewer.is_visible("audit.headline"))
    reviewer.wait_until(lambda: reviewer.text("audit.headline").startswith(verdict))
    assert reviewer.actions == 1


def test_a_presenter_begins_from_the_first_page(somebody: Callable[[], Counted]) -> None:
    presenter = somebody()
    presenter.click("start.present")
    presenter.wait_until(lambda: presenter.workspace.presentation.is_on)
    assert presenter.window.isFullScreen()
    assert presenter.is_visible("story.title")
    assert presenter.actions <= 2
    presenter.press("Esc")
    assert not presenter.window.isFullScreen()


def test_the_ways_in_lead_where_they_say(somebody: Callable[[], Counted]) -> None:
    newcomer = somebody()
    newcomer.click("start.check")
    assert newcomer.workspace.current_lens == "audit"
    another = somebody()
    another.click("start.tune")
    assert another.workspace.current_lens == "injection"
