"""What the import dialog shows before anything is opened, and what can be taken from it."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QPushButton, QTableWidget

from inspector.gui.commands import CommandId
from inspector.gui.import_dialog import ImportDialog
from inspector.stage import Part
from tests.files.importers.sent_shapes import lines
from tests.shared.screen import Screen

LEFT = "id,text,distance\na,North.,0.1\nb,,0.2\nc,South.,nan\nd,West.,0.3\n"


def test_the_first_row_that_is_left_out_for_each_reason_is_shown_behind_the_others(
    shell: Screen, tmp_path: Path
) -> None:
    shown: list[list[str]] = []

    def look(dialog: ImportDialog) -> None:
        table = dialog.findChild(QTableWidget, "import.rows")
        shown.extend(
            [cell.text() for column in range(3) if (cell := table.item(row, column))]
            for row in range(table.rowCount())
        )
        dialog.accept()

    path = tmp_path / "theirs.csv"
    path.write_text(LEFT)
    shell.messages.imports.append(look)
    shell.open(path)
    assert shown == [
        ["a", "0.1", "North."],
        ["d", "0.3", "West."],
        ["b", "0.2", "left out: no text"],
        ["c", "nan", "left out: distance is not a number"],
    ]


def test_beside_each_column_stands_what_is_in_it(shell: Screen, tmp_path: Path) -> None:
    said: dict[str, str] = {}

    def look(dialog: ImportDialog) -> None:
        for name in ("id", "text", "name", "score", "request", "evidence", "source"):
            said[name] = dialog.findChild(QLabel, f"import.fact.{name}").text()
        unused = dialog.findChild(QLabel, "import.unused").text()
        heads = dialog.findChild(QTableWidget, "import.rows")
        titles = [heads.horizontalHeaderItem(one).text() for one in range(heads.columnCount())]
        said["unused"], said["heads"] = unused, " | ".join(titles)
        dialog.accept()

    path = tmp_path / "theirs.csv"
    rows = [f"q{n % 2},{n},T{n},Text {n}.,0.{n},{int(n < 3)},later" for n in range(1, 7)]
    path.write_text("\n".join(["question,id,title,text,distance,relevant,exported", *rows, ""]))
    shell.messages.imports.append(look)
    shell.open(path)
    assert said["id"] == "6 different"
    assert said["text"] == "in 6 of 6 records"
    assert said["name"] == "such as “T1”"
    assert said["score"].startswith("lower is better")
    assert said["request"] == "2 questions, one request each"
    assert said["evidence"] == "2 pieces of evidence"
    assert said["source"] == ""
    assert said["unused"] == "Not used: exported"
    assert "exported" not in said["heads"]


@pytest.mark.parametrize(
    ("numbers", "scores"), [(("0.1", "0.2", "0.3"), "lower"), (("0.9", "0.5", "0.1"), "higher")]
)
def test_the_command_that_is_copied_names_the_file_and_how_its_scores_are_read(
    shell: Screen, tmp_path: Path, numbers: tuple[str, ...], scores: str
) -> None:
    path = tmp_path / "my hits.csv"
    rows = "".join(f"{at},Text {at}.,{one},{at}\n" for at, one in enumerate(numbers, 1))
    path.write_text(f"id,text,distance,rank\n{rows}")

    def copy(dialog: ImportDialog) -> None:
        button = dialog.findChild(QPushButton, "import.command")
        button.click()
        dialog.reject()

    shell.messages.imports.append(copy)
    shell.open(path)
    mapped = "--map text=text,id=id,distance=distance"
    expected = f"inspector import {shlex.quote(str(path))} {mapped} --scores {scores}"
    assert QGuiApplication.clipboard().text() == expected


def test_a_dialog_is_no_larger_than_its_screen(shell: Screen, tmp_path: Path) -> None:
    sizes = []

    def look(dialog: ImportDialog) -> None:
        room = dialog.screen().availableSize()
        sizes.append((dialog.width() <= room.width(), dialog.height() <= room.height()))
        dialog.accept()

    shell.workspace.theme.set_text_size(200)
    shell.messages.imports.append(look)
    path = tmp_path / "theirs.csv"
    path.write_text(LEFT)
    shell.open(path)
    assert sizes == [(True, True)]


def test_a_folder_of_sessions_opens_as_a_timeline_too(shell: Screen, tmp_path: Path) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    for name in ("a", "b"):
        record = {"type": "user", "sessionId": name, "uuid": name, "parentUuid": None}
        record |= {"message": {"role": "user", "content": "Fix it."}}
        answer = {"type": "assistant", "sessionId": name, "uuid": f"{name}2", "parentUuid": name}
        answer |= {"message": {"id": "m", "role": "assistant", "content": "Done."}}
        (folder / f"{name}.jsonl").write_text(lines(record, answer))
    shell.messages.folders.append(folder)
    shell.do(CommandId.OPEN_FOLDER)
    shell.settle()
    assert shell.session.part(Part.TIMELINE).log == str(folder)
    assert len(shell.session.window.requests) == 2
