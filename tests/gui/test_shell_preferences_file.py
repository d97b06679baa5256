"""The file of the preferences: where it is, what is in it, and what if it is broken."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from inspector.gui.settings import load_preferences, preferences_path, save_preferences
from inspector.session.preferences import Preferences, ThemeChoice

WANTED = Preferences(theme=ThemeChoice.DARK, recent=("/a/b.json", "/c/\udcff.json"))


def test_preferences_are_in_the_users_settings_folder() -> None:
    path = preferences_path()
    assert path.is_relative_to(os.environ["XDG_CONFIG_HOME"])
    assert path.name == "preferences.json"


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "preferences.json"
    assert save_preferences(WANTED, path) == ()
    assert load_preferences(path) == (WANTED, ())


def test_no_file_means_defaults_and_no_problem(tmp_path: Path) -> None:
    assert load_preferences(tmp_path / "none.json") == (Preferences(), ())


@pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b'{"a": NaN'])
def test_a_broken_file_means_defaults_and_a_problem_with_its_place(
    tmp_path: Path, data: bytes
) -> None:
    path = tmp_path / "preferences.json"
    path.write_bytes(data)
    preferences, problems = load_preferences(path)
    assert preferences == Preferences()
    assert [one.code for one in problems] == ["preferences.unusable"]
    assert problems[0].place.file == str(path)


def test_a_folder_in_place_of_the_file_is_a_problem_when_read_and_when_written(
    tmp_path: Path,
) -> None:
    path = tmp_path / "preferences.json"
    path.mkdir()
    assert [one.code for one in load_preferences(path)[1]] == ["preferences.unusable"]
    assert [one.code for one in save_preferences(WANTED, path)] == ["preferences.not-kept"]


def test_a_folder_that_cannot_be_made_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    problems = save_preferences(WANTED, tmp_path / "file" / "preferences.json")
    assert [one.code for one in problems] == ["preferences.not-kept"]


def test_a_value_that_cannot_be_used_is_reported_and_the_rest_is_used(tmp_path: Path) -> None:
    path = tmp_path / "preferences.json"
    path.write_text(json.dumps({"theme": 7, "lens": "injection"}))
    preferences, problems = load_preferences(path)
    assert preferences == Preferences(lens="injection")
    assert [(one.code, one.place.pointer) for one in problems] == [
        ("preferences.unusable-value", "/theme")
    ]


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "preferences.json"
    with path.open("wb") as file:
        file.truncate(1 << 30)
    assert [one.code for one in load_preferences(path)[1]] == ["preferences.unusable"]
