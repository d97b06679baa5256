"""A copy of what is not saved is kept, for as long as it is needed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from inspector.gui.commands import CommandId
from inspector.gui.messages import Answer
from inspector.gui.rescuer import AT_MOST, SETTLES
from inspector.session.edits import set_title
from tests.gui.recovery.recovery_parts import (
    TOTAL,
    change_total,
    copies,
    holds,
    kept,
    offered,
    total,
)
from tests.shared.screen import Screen

Open = Callable[..., Screen]


# Keeping ------------------------------------------------------------------------------------


def test_the_time_that_can_be_lost_is_stated_and_short() -> None:
    assert AT_MOST <= 10_000
    assert SETTLES < AT_MOST


def test_a_change_is_kept_and_its_file_is_not_touched(
    opened: Open, file: Path, unsaved: Path
) -> None:
    before = file.read_bytes()
    screen = opened(file)
    assert copies(unsaved) == []
    for tokens in (4321, 4322):
        change_total(screen, tokens)
        screen.wait_until(partial(holds, unsaved, tokens))
    assert file.read_bytes() == before


def test_changes_that_go_on_and_on_are_kept_all_the_same(
    opened: Open, unsaved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inspector.gui.rescuer.SETTLES", 60_000)
    monkeypatch.setattr("inspector.gui.rescuer.AT_MOST", 50)
    screen = opened()
    tokens = iter(range(1, 9999))

    def change_and_look() -> bool:
        change_total(screen, next(tokens))
        return bool(copies(unsaved))

    screen.wait_until(change_and_look)


@pytest.mark.parametrize("way", ["save", "undo", "new", "close"])
def test_a_copy_is_gone_once_nothing_is_unsaved(
    way: str, opened: Open, file: Path, unsaved: Path
) -> None:
    screen = opened(file)
    change_total(screen, 4321)
    kept(screen)
    assert len(copies(unsaved)) == 1
    match way:
        case "save":
            screen.do(CommandId.SAVE)
        case "undo":
            screen.do(CommandId.UNDO)
        case "new":
            screen.messages.answers.append(Answer.NO)
            screen.do(CommandId.NEW)
        case "close":
            screen.messages.answers.append(Answer.NO)
            screen.window.close()
    screen.wait_until(lambda: not list(unsaved.iterdir()))


def test_each_window_has_a_copy_of_its_own(opened: Open, file: Path, unsaved: Path) -> None:
    one, other = opened(file), opened()
    change_total(one, 4321)
    kept(one)
    change_total(other, 1234)
    kept(other)
    assert len(copies(unsaved)) == 2
    assert not one.is_visible("recovery")
    assert not other.is_visible("recovery")
    one.do(CommandId.UNDO)
    one.wait_until(lambda: len(copies(unsaved)) == 1)
    assert b"1234" in copies(unsaved)[0].read_bytes()


def test_what_only_a_story_changes_is_not_kept(opened: Open, file: Path, unsaved: Path) -> None:
    fields = json.loads(file.read_text())
    fields["story"] = [{"title": "t", "text": "", "change": {"policy": {TOTAL: 77}}}]
    file.write_text(json.dumps(fields))
    screen = opened(file)
    screen.do(CommandId.PRESENTATION)
    assert total(screen.session) == 77
    assert screen.workspace.safekeeping.rescuer.keep_now()
    assert copies(unsaved) == []
    screen.workspace.store.commit("Rename", set_title("other"))
    assert screen.workspace.safekeeping.rescuer.keep_now()
    (copy,) = copies(unsaved)
    session = json.loads(copy.read_bytes().split(b"\n", 1)[1])
    assert session["title"] == "other"
    assert session["story"][0]["change"]["policy"] == {TOTAL: 77}
    assert session.get("policy", {}).get("inline", {}).get(TOTAL) != 77


def test_who_does_not_want_copies_has_none(opened: Open, unsaved: Path) -> None:
    screen = opened()
    change_total(screen, 4321)
    kept(screen)
    screen.do(CommandId.KEEP_UNSAVED)
    screen.wait_until(lambda: copies(unsaved) == [])
    change_total(screen, 1234)
    assert not screen.workspace.safekeeping.rescuer.keep_now()
    assert copies(unsaved) == []
    screen.do(CommandId.KEEP_UNSAVED)
    screen.wait_until(lambda: len(copies(unsaved)) == 1)


def test_a_folder_that_cannot_be_written_to_is_one_problem_and_no_more(
    opened: Open, unsaved: Path
) -> None:
    unsaved.write_bytes(b"")  # no folder, whoever runs this
    screen = opened()
    changed: list[object] = []
    screen.workspace.safekeeping.problems_changed.connect(lambda: changed.append(None))
    for tokens in (1, 2, 3):
        change_total(screen, tokens)
        assert not screen.workspace.safekeeping.rescuer.keep_now()
        screen.bot.wait(20)
        screen.settle()
    problems = [one for one in screen.problems if one.code.startswith(("rescue", "file"))]
    assert [one.code for one in problems] == ["rescue.not-written"]
    assert problems[0].place.file == str(unsaved)
    assert len(changed) == 1
    unsaved.unlink()
    change_total(screen, 4)
    screen.wait_until(lambda: "rescue.not-written" not in [one.code for one in screen.problems])
    assert len(copies(unsaved)) == 1


def test_a_folder_that_somebody_tidied_up_is_made_again(opened: Open, unsaved: Path) -> None:
    screen = opened()
    change_total(screen, 1)
    kept(screen)
    shutil.rmtree(unsaved)
    change_total(screen, 2)
    kept(screen)
    assert len(copies(unsaved)) == 1


# Ending -------------------------------------------------------------------------------------


def test_who_is_told_to_end_asks_nothing_and_keeps_what_is_not_saved(
    opened: Open, unsaved: Path
) -> None:
    screen = opened()
    change_total(screen, 4321)
    screen.workspace.end()
    assert screen.window.close()
    again = opened()
    offered(again)
    again.click("recovery.0.restore")
    assert total(again.session) == 4321


def test_the_end_of_the_users_session_is_not_held_up_by_a_question(
    opened: Open, unsaved: Path
) -> None:
    screen = opened()
    change_total(screen, 4321)
    screen.workspace.keep_for_the_end()
    assert screen.window.close()
    assert len(copies(unsaved)) == 1


def test_a_users_session_that_goes_on_after_all_brings_the_question_back(
    opened: Open, unsaved: Path
) -> None:
    screen = opened()
    change_total(screen, 4321)
    screen.workspace.keep_for_the_end()
    change_total(screen, 4322)
    screen.messages.answers.append(Answer.CANCEL)
    assert not screen.window.close()
