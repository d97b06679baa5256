"""Noticing changes on disk, however a file is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from inspector.gui.file_loads import FileWatch


def write(path: Path, text: str) -> None:
    path.write_text(text)


def replace(path: Path, text: str) -> None:
    new = path.with_name("new")
    new.write_text(text)
    new.replace(path)


def rename_away(path: Path, text: str) -> None:
    path.replace(path.with_name("old~"))
    path.write_text(text)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "a.json").write_text("1")
    return tmp_path / "a.json"


@pytest.fixture
def watch(qtbot: QtBot) -> Iterator[FileWatch]:
    made = FileWatch()
    yield made
    made.close()
    made.deleteLater()


def changes_until(qtbot: QtBot, watch: FileWatch, do: Callable[[], object]) -> list[Path]:
    with qtbot.waitSignal(watch.changed) as changed:
        do()
    return list(changed.args[0])


@pytest.mark.parametrize("way", [write, replace, rename_away])
def test_a_change_is_noticed_time_after_time(
    qtbot: QtBot, watch: FileWatch, file: Path, way: Callable[[Path, str], None]
) -> None:
    watch.watch([file])
    for number in range(2):
        text = "x" * (number + 2)
        assert changes_until(qtbot, watch, lambda text=text: way(file, text)) == [file]


def test_a_file_that_goes_and_comes_back_is_noticed_both_times(
    qtbot: QtBot, watch: FileWatch, file: Path
) -> None:
    watch.watch([file])
    assert changes_until(qtbot, watch, file.unlink) == [file]
    assert changes_until(qtbot, watch, lambda: write(file, "back")) == [file]


def test_other_files_of_the_folder_are_no_change_and_what_the_program_wrote_is_none(
    qtbot: QtBot, watch: FileWatch, file: Path
) -> None:
    second = file.with_name("b.json")
    second.write_text("1")
    watch.watch([file, second])

    def change() -> None:
        file.with_name("c.json").write_text("not watched")
        file.write_text("by the program")
        watch.forgive(file)
        second.write_text("by somebody else")

    assert changes_until(qtbot, watch, change) == [second]


def test_a_file_that_is_not_there_yet_is_noticed_when_it_comes(
    qtbot: QtBot, watch: FileWatch, tmp_path: Path
) -> None:
    watch.watch([tmp_path / "later.json"])
    later = tmp_path / "later.json"
    assert changes_until(qtbot, watch, lambda: write(later, "1")) == [later]


def test_a_folder_that_is_missing_is_no_obstacle(watch: FileWatch, tmp_path: Path) -> None:
    watch.watch([tmp_path / "no" / "such" / "file.json", Path("a\0b")])
    watch.watch([])
