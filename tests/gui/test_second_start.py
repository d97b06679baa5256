"""A second start, seen from outside: real processes that share a display."""

from __future__ import annotations

import shutil
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from inspector.resources import resource_path
from tests.shared.driven_window import DrivenWindow, private_environment, start_again

NAME = "söme session.inspector.json"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with sessions of the user's own."""
    folder = tmp_path_factory.mktemp("files of mine")
    shutil.copytree(resource_path("samples/window"), folder, dirs_exist_ok=True)
    shutil.copy(folder / "session.inspector.json", folder / NAME)
    shutil.copy(folder / "session.inspector.json", folder / "run")
    return folder


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the starts of this module share: settings, folders and display."""
    return private_environment(tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="module")
def window(files: Path, environment: dict[str, str]) -> Iterator[DrivenWindow]:
    """The first window."""
    with DrivenWindow(["./run"], environment, files) as driven:
        driven.wait_for("ready")
        driven.wait_until(lambda state: state["path"] == str(files / "run"))
        yield driven
        assert driven.end() == 143


def test_a_second_start_ends_at_once_and_the_window_opens_its_files(
    window: DrivenWindow, files: Path, environment: dict[str, str]
) -> None:
    window.tell("minimise")
    window.wait_for("minimised")
    address = f"file://{quote(str(files / NAME))}"
    # It would not end by itself if it had made a window.
    assert start_again([address], environment | {"XDG_ACTIVATION_TOKEN": "t-1"}) == 0
    state = window.wait_until(lambda state: state["path"] == str(files / NAME))
    assert not state["minimised"]
    assert state["token"] == "t-1"


def test_a_start_without_files_shows_the_window_again(
    window: DrivenWindow, environment: dict[str, str]
) -> None:
    window.tell("minimise")
    window.wait_for("minimised")
    assert start_again([], environment) == 0
    window.wait_until(lambda state: not state["minimised"])


def test_what_cannot_be_opened_is_a_problem_in_the_window(
    window: DrivenWindow, files: Path, environment: dict[str, str]
) -> None:
    before = window.state()["path"]
    assert start_again(["none.json", "http://far/away.json"], environment, files) == 0
    state = window.wait_until(lambda state: len(state["problems"]) >= 2)
    found = dict(state["problems"])
    assert found["file.missing"] == str(files / "none.json")
    assert found["file.not-here"] == "http://far/away.json"
    assert state["path"] == before


def test_the_desktop_may_ask_the_running_program_for_a_file(
    window: DrivenWindow, files: Path
) -> None:
    window.tell("desktop", files / "run")
    window.wait_until(lambda state: state["path"] == str(files / "run"))


def test_unsaved_changes_are_asked_about_before_files_take_their_place(
    window: DrivenWindow, files: Path, environment: dict[str, str]
) -> None:
    window.tell("desktop", files / "run")
    window.wait_until(lambda state: state["path"] == str(files / "run"))
    window.tell("edit")
    number = window.wait_for("number")["number"]
    assert start_again([NAME], environment, files) == 0
    state = window.wait_until(lambda state: state["question"])
    assert state["question"] == "Save the changes to run?"
    # Another start comes while the dialog is open; its files wait.
    assert start_again(["session.inspector.json"], environment, files) == 0
    window.tell("click", "message.cancel")
    state = window.wait_until(lambda state: state["dialogs"] == 2 and state["question"])
    assert (state["path"], state["number"]) == (str(files / "run"), number)
    window.tell("click", "message.no")
    window.wait_until(lambda state: state["path"] == str(files / "session.inspector.json"))


def test_a_window_that_hangs_does_not_keep_others_from_opening(
    window: DrivenWindow, files: Path, environment: dict[str, str]
) -> None:
    window.process.send_signal(signal.SIGSTOP)
    try:
        impatient = environment | {"INSPECTOR_TESTS_ANSWERS": "0.3"}
        with DrivenWindow([NAME], impatient, files) as other:
            other.wait_for("ready")
            other.wait_until(lambda state: state["path"] == str(files / NAME))
            assert other.end(signal.SIGINT) == 130
    finally:
        window.process.send_signal(signal.SIGCONT)


def test_of_two_starts_at_the_same_moment_one_opens_the_window(files: Path, tmp_path: Path) -> None:
    environment = private_environment(tmp_path)
    with (
        DrivenWindow([NAME], environment, files) as one,
        DrivenWindow(["./run"], environment, files) as other,
    ):
        deadline = time.monotonic() + 60
        while one.process.poll() is None and other.process.poll() is None:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        first, second = (one, other) if one.process.poll() is None else (other, one)
        assert second.process.returncode == 0
        assert second.last("ready") is None
        first.wait_for("ready")
        # Both files were opened there, in whatever order.
        paths = {str(files / NAME), str(files / "run")}
        first.wait_until(lambda state: state["path"] in paths and not state["busy"])
        assert first.end() == 143
