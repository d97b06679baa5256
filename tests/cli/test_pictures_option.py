"""Pictures of the window without a display, as they are asked for on the command line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from inspector.__main__ import main


def test_the_picture_that_is_named_is_drawn(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "inspector", "--pictures", str(tmp_path), "start-light"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["start-light.png"]
    assert (tmp_path / "start-light.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [([], "are required: FOLDER"), (["x", "nothing"], "no picture 'nothing'")],
)
def test_what_cannot_be_drawn_is_refused(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--pictures", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_is_one_line_and_the_code_of_bad_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("in the way")
    assert main(["--pictures", str(tmp_path / "file" / "folder"), "start-light"]) == 3
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "cannot be written: Not a directory" in told
