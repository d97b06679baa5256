"""Pictures that are taken of the window with nobody before it."""

from pathlib import Path

import pytest

from inspector.gui import unattended


@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        (TimeoutError("The window was still at work."), 1, "The window was still at work.\n"),
        (OSError(28, "No space left on device"), 3, "cannot be written: No space left on device\n"),
    ],
)
def test_why_a_picture_is_missing_is_said(
    error: OSError,
    code: int,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail(*_: object) -> Path:
        raise error

    monkeypatch.setattr(unattended, "take", fail)
    assert unattended.main([str(tmp_path), "start-light"]) == code
    said = capsys.readouterr().err
    assert said.endswith(told)
    assert ("cannot be written" in said) is (code == 3)


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["--help"], 0, ""),
        ([], 2, "inspector --pictures: error: the following arguments are required: FOLDER\n"),
        (["made", "start"], 2, "inspector --pictures: error: there is no picture 'start'; there"),
        (["made", "--start"], 2, "inspector --pictures: error: unrecognized arguments: --start\n"),
    ],
)
def test_no_folder_is_made_by_what_names_no_pictures(
    arguments: list[str],
    code: int,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        unattended.main(arguments)
    assert ended.value.code == code
    assert told in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
