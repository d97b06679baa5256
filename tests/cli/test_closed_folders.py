"""What stands in a folder that this user may not enter is a wrong input of every command."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.cli.main import main
from inspector.files import load_candidates
from tests.shared.samples import FOLDER


@pytest.fixture
def closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that can be seen, and neither listed nor entered, whoever runs the tests."""
    folder = tmp_path / "closed"
    folder.mkdir()

    def refusing(name: str, *, itself: bool) -> None:
        real: Callable[..., Any] = getattr(os, name)

        def guarded(path: Any = ".", *more: Any, **named: Any) -> Any:
            text = os.fspath(path) if isinstance(path, str | os.PathLike) else ""
            if text.startswith(f"{folder}/") or (itself and text == str(folder)):
                raise PermissionError(13, "Permission denied", text)
            return real(path, *more, **named)

        monkeypatch.setattr(os, name, guarded)

    for name in ("stat", "lstat", "open"):
        refusing(name, itself=False)
    for name in ("listdir", "scandir"):
        refusing(name, itself=True)
    return folder


@pytest.mark.parametrize(
    "command",
    [
        ["run"],
        ["corpus"],
        ["verify"],
        ["watch", "--once"],
        ["timeline"],
        ["place"],
        ["import"],
        ["lint"],
        ["compare"],
    ],
    ids=lambda command: command[0],
)
def test_a_file_in_it_is_a_wrong_input(
    command: list[str], closed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command[0], str(closed / "a.jsonl"), *command[1:]]) == 3
    told = capsys.readouterr()
    assert "ermission" in told.err + told.out


def test_a_baseline_in_it_is_one_that_cannot_be_written(
    closed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chat = str(FOLDER / "window" / "chat.json")
    assert main(["place", chat, "--no-history", "--write-baseline", str(closed / "b.json")]) == 3
    assert f"{closed / 'b.json'}: Permission denied" in capsys.readouterr().err


def test_the_folder_itself_is_no_set_of_texts(closed: Path) -> None:
    loaded = load_candidates(closed)
    assert loaded.value is None
    assert [one.code for one in loaded.problems] == ["file.no-permission"]


def test_a_folder_with_it_is_not_verified_as_a_whole(
    closed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    manifest = closed.parent / "m.json"
    ran = ["run", "sample:direct-target", "--no-history", "--manifest", str(manifest)]
    assert main([*ran, "-o", str(closed.parent / "summary.txt")]) == 0
    assert main(["verify", str(closed.parent), "--allow-unreplayed"]) == 3
    told = capsys.readouterr()
    assert f"{closed}: error: Permission was denied." in told.err
    assert told.out.splitlines()[-1].endswith("1 not replayed, 1 not read.")
