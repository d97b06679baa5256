"""What a window left behind is offered in the next one, and nothing is lost."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget

from inspector.files import load_session
from inspector.gui.commands import CommandId
from inspector.gui.messages import Answer
from tests.gui.recovery.recovery_parts import (
    change_total,
    copies,
    crashed,
    kept,
    offered,
    total,
)
from tests.shared.screen import Screen

Open = Callable[..., Screen]


@pytest.fixture
def left(opened: Open, unsaved: Path, tmp_path: Path) -> Path:
    """What a crash leaves of a window in which the total was changed."""
    screen = opened()
    change_total(screen, 4321)
    kept(screen)
    return crashed(unsaved, tmp_path)


# Restoring ----------------------------------------------------------------------------------


def test_what_was_kept_is_offered_and_restored_as_modified(
    opened: Open, file: Path, unsaved: Path, tmp_path: Path
) -> None:
    screen = opened(file)
    change_total(screen, 4321)
    change_total(screen, 4322)
    kept(screen)
    wanted, before = screen.session, file.read_bytes()
    folder = crashed(unsaved, tmp_path)
    again = opened(folder=folder)
    offered(again)
    text = again.text("recovery.0.text")
    assert "“session.inspector.json” has 2 unsaved changes" in text
    assert "changed" not in text
    again.click("recovery.0.restore")
    assert again.session == wanted
    assert again.title.startswith("session.inspector.json*")
    assert not again.is_visible("recovery")
    assert file.read_bytes() == before
    assert [one.code for one in again.problems if one.code.startswith("rescue")] == []
    assert len(copies(folder)) == 1
    again.do(CommandId.SAVE)
    assert not again.window.isWindowModified()
    saved = load_session(file).value
    assert saved is not None
    assert total(saved) == 4322
    again.wait_until(lambda: not list(folder.iterdir()))


def test_what_is_restored_is_safe_from_the_next_crash(
    opened: Open, left: Path, tmp_path: Path
) -> None:
    for number in range(3):
        again = opened(folder=left)
        offered(again)
        again.click("recovery.0.restore")
        assert total(again.session) == 4321
        left = crashed(left, tmp_path / str(number))
        assert len(copies(left)) == 1


def test_a_session_without_a_file_is_restored_without_one(
    opened: Open, unsaved: Path, tmp_path: Path
) -> None:
    screen = opened()
    screen.choose(CommandId.OPEN_SAMPLE, "securities-fraud")
    change_total(screen, 4321)
    kept(screen)
    name = screen.title.split("*")[0]
    again = opened(folder=crashed(unsaved, tmp_path))
    offered(again)
    assert "It was never saved to a file." in again.text("recovery.0.text")
    again.click("recovery.0.restore")
    assert again.title.startswith(f"{name}*")
    assert total(again.session) == 4321
    again.messages.targets.append(tmp_path / "new.inspector.json")
    again.do(CommandId.SAVE)
    assert (tmp_path / "new.inspector.json").exists()


@pytest.mark.parametrize("what", ["changed", "gone"])
def test_what_became_of_the_file_in_the_meantime_is_told(
    what: str, opened: Open, file: Path, unsaved: Path, tmp_path: Path
) -> None:
    screen = opened(file)
    change_total(screen, 4321)
    kept(screen)
    folder = crashed(unsaved, tmp_path)
    # Else the first window would read it again.
    screen.workspace.end()
    if what == "gone":
        file.unlink()
    else:
        file.write_text(file.read_text() + "\n")
    again = opened(folder=folder)
    offered(again)
    assert {"gone": "not there any more", "changed": "has changed since"}[what] in again.text(
        "recovery.0.text"
    )
    again.click("recovery.0.restore")
    assert total(again.session) == 4321
    assert "rescue.file-changed" in [one.code for one in again.problems]
    assert file.exists() == (what == "changed")


def test_an_offer_is_reached_and_taken_by_keyboard(opened: Open, left: Path) -> None:
    again = opened(folder=left)
    offered(again)
    for _ in range(4):
        if again.focus() != "recovery.0.restore":
            again.press("F6")
    assert again.focus() == "recovery.0.restore"
    again.press("Space")
    assert total(again.session) == 4321


def test_unsaved_changes_in_the_window_are_asked_about_first(opened: Open, left: Path) -> None:
    again = opened(folder=left)
    offered(again)
    change_total(again, 1)
    again.messages.answers.append(Answer.CANCEL)
    again.click("recovery.0.restore")
    assert total(again.session) == 1
    assert again.is_visible("recovery.0.restore")
    again.messages.answers.append(Answer.NO)
    again.click("recovery.0.restore")
    assert total(again.session) == 4321


def test_what_is_discarded_is_gone_if_that_is_meant(opened: Open, left: Path) -> None:
    again = opened(folder=left)
    offered(again)
    again.messages.answers.append(Answer.CANCEL)
    again.click("recovery.0.discard")
    assert again.is_visible("recovery")
    again.messages.answers.append(Answer.YES)
    again.click("recovery.0.discard")
    assert not again.is_visible("recovery")
    assert list(left.iterdir()) == []


def test_what_is_left_for_later_is_offered_again(opened: Open, left: Path) -> None:
    again = opened(folder=left)
    offered(again)
    again.click("recovery.0.later")
    assert not again.is_visible("recovery")
    other = opened(folder=left)
    offered(other)
    another = opened(folder=left)
    another.bot.wait(50)
    assert not another.is_visible("recovery")
    other.window.close()
    offered(opened(folder=left))


def test_of_many_offers_the_newest_are_shown(opened: Open, unsaved: Path, tmp_path: Path) -> None:
    folder = tmp_path / "many"
    screen = opened()
    change_total(screen, 4321)
    kept(screen)
    for number in range(5):
        (copy,) = copies(unsaved)
        shutil.copytree(copy.parent, folder / f"window-{number}")
    again = opened(folder=folder)
    offered(again)
    assert again.text("recovery.more") == "2 older ones follow."
    names = [one.objectName() for one in again.window.findChildren(QWidget)]
    assert [name for name in names if name.endswith(".restore")] == [
        f"recovery.{number}.restore" for number in range(3)
    ]


def test_a_damaged_copy_is_a_problem_and_not_an_offer(opened: Open, left: Path) -> None:
    (copy,) = copies(left)
    copy.write_bytes(copy.read_bytes()[:-5])
    again = opened(folder=left)
    again.wait_until(lambda: "rescue.damaged" in [one.code for one in again.problems])
    assert not again.is_visible("recovery")
    assert len(list(left.glob("damaged-*/session.rescue"))) == 1
