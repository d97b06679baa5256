"""What the import dialog shows before anything is opened, and what can be taken from it."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton, QRadioButton, QTableWidget

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
            [cell.text() for column in range(4) if (cell := table.item(row, column))]
            for row in range(table.rowCount())
        )
        dialog.accept()

    path = tmp_path / "theirs.csv"
    path.write_text(LEFT)
    shell.messages.imports.append(look)
    shell.open(path)
    assert shown == [
        ["2", "a", "0.1", "North."],
        ["5", "d", "0.3", "West."],
        ["3", "b", "0.2", "left out: no text"],
        ["4", "c", "nan", "left out: distance is not a number"],
    ]


def test_rows_that_are_left_out_are_saved_with_their_lines_and_reasons(
    shell: Screen, tmp_path: Path
) -> None:
    path, target = tmp_path / "theirs.csv", tmp_path / "left.csv"
    path.write_text(LEFT + "e,,=1\n")

    def save(dialog: ImportDialog) -> None:
        button = dialog.findChild(QPushButton, "import.save-left")
        assert button.text() == "Save the 3 left out…"
        button.click()
        dialog.reject()

    shell.messages.imports.append(save)
    shell.messages.targets.append(target)
    shell.open(path)
    assert shell.messages.choices[-1].start == tmp_path / "theirs-left-out.csv"
    assert shell.messages.said[-1].path == target
    assert target.read_text().splitlines() == [
        "line,left out,id,text,distance",
        "3,no text,b,,0.2",
        "4,distance is not a number,c,South.,nan",
        "6,no text,e,,'=1",
    ]


@pytest.mark.parametrize(
    ("choice", "files"), [("yes", ["a", "d", "x"]), ("no", ["x"]), (None, ["a", "d", "x"])]
)
def test_whether_it_is_added_or_replaces_is_chosen_in_the_dialog(
    shell: Screen, tmp_path: Path, choice: str | None, files: list[str]
) -> None:
    first, second = tmp_path / "theirs.csv", tmp_path / "more.csv"
    first.write_text(LEFT)
    second.write_text("id,text,distance\nx,East.,0.1\ny,,0.2\n")
    shell.open(first)

    def choose(dialog: ImportDialog) -> None:
        buttons = dialog.findChildren(QRadioButton)
        named = {one.objectName(): one for one in buttons}
        assert {one.text() for name, one in named.items() if name.startswith("import.with")} == {
            "Add",
            "Replace",
            "New window",
        }
        if choice is not None:
            named[f"import.with.{choice}"].click()
        dialog.accept()

    shell.messages.imports.append(choose)
    shell.open(second)
    assert not shell.messages.asked
    found = {one.file_id for each in shell.session.candidates.buckets for one in each.files}
    assert found == set(files)


def test_beside_each_column_stands_what_is_in_it(shell: Screen, tmp_path: Path) -> None:
    said: dict[str, str] = {}

    def look(dialog: ImportDialog) -> None:
        said["score"] = _direction(dialog)
        for name in ("id", "text", "name", "request", "evidence", "source"):
            said[name] = dialog.findChild(QLabel, f"import.fact.{name}").text()
        unused = dialog.findChild(QLabel, "import.unused").text()
        heads = dialog.findChild(QTableWidget, "import.rows")
        titles = [heads.horizontalHeaderItem(one).text() for one in range(heads.columnCount())]
        said["unused"], said["heads"] = unused, " | ".join(titles)
        cells = [heads.item(row, heads.columnCount() - 1).text() for row in range(4)]
        said["marked"] = " | ".join(cells)
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
    assert said["marked"] == "evidence | evidence |  | "
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


def _told(dialog: ImportDialog) -> dict[str, str]:
    """Return what the dialog says now, by the names of its labels."""
    labels = [one for one in dialog.findChildren(QLabel) if not one.isHidden()]
    told = {one.objectName(): one.text() for one in labels if one.objectName()}
    return told | {"open": dialog.findChild(QPushButton, "import.open").text()}


def _choose(dialog: ImportDialog, name: str, column: str | None) -> None:
    box = dialog.findChild(QComboBox, f"import.column.{name}")
    box.setCurrentIndex(box.findData(column))


def _direction(dialog: ImportDialog) -> str:
    box = dialog.findChild(QComboBox, "import.direction")
    return str(box.currentText())


ASKED = "question,id,text,distance\nq1,a,North.,0.1\nq1,b,South.,0.3\nq2,c,East.,0.1\n"


def test_where_nothing_can_be_opened_by_a_choice_nothing_is_said_of_another(
    shell: Screen, tmp_path: Path
) -> None:
    path = tmp_path / "theirs.csv"
    path.write_text("id,text,note\na,North.,\nb,South.,\n")

    def look(dialog: ImportDialog) -> None:
        before = _told(dialog)
        for column, why in (
            (None, "Choose the column that holds the text, or the question."),
            ("note", "No record can be used by these columns."),
        ):
            _choose(dialog, "text", column)
            told = _told(dialog)
            assert told["import.becomes"] == why
            assert told["open"] == "Open"
            assert not {"import.format", "import.unused", "import.readings"} & set(told)
            assert dialog.findChild(QTableWidget, "import.rows").rowCount() == 0
            assert not dialog.findChild(QPushButton, "import.open").isEnabled()
        _choose(dialog, "text", "text")
        assert _told(dialog) == before
        assert dialog.findChild(QPushButton, "import.open").isEnabled()
        dialog.reject()

    shell.messages.imports.append(look)
    shell.open(path)


def test_of_a_long_table_nothing_is_counted_by_columns_it_was_not_read_by(
    shell: Screen, tmp_path: Path
) -> None:
    path = tmp_path / "long.csv"
    path.write_text("id,text,distance\n" + "".join(f"{n},Text {n}.,{n}\n" for n in range(5_001)))

    def look(dialog: ImportDialog) -> None:
        before = _told(dialog)
        assert before["import.becomes"] == "5,001 of 5,001 records: 5,001 files"
        button = dialog.findChild(QRadioButton, "import.cards")
        button.click()
        told = _told(dialog)
        assert told["import.becomes"] == "5,001 records, read by these columns when they are opened"
        assert told["open"] == "Open"
        assert _direction(dialog) == "as it was read"
        dialog.findChild(QRadioButton, "import.files").click()
        assert _told(dialog) == before
        button.click()
        dialog.accept()

    shell.messages.imports.append(look)
    shell.open(path)
    assert len(shell.session.candidates.knowledge_cards) == 5_001


def test_questions_alone_are_read_by_their_columns_alone(shell: Screen, tmp_path: Path) -> None:
    path = tmp_path / "asked.csv"
    path.write_text(ASKED)

    def look(dialog: ImportDialog) -> None:
        assert _told(dialog)["import.fact.request"] == "2 questions, one request each"
        _choose(dialog, "text", None)
        told = _told(dialog)
        assert told["import.becomes"] == "3 of 3 records: 3 requests"
        assert told["import.fact.request"] == "2 questions, 3 requests"
        assert _direction(dialog) == "as it was read"
        assert told["import.format"] == "It is a table, read by its columns id, question."
        assert told["import.unused"] == "Not used: text, distance"
        dialog.reject()

    shell.messages.imports.append(look)
    shell.open(path)


def test_a_column_that_is_read_twice_is_named_once_and_shown_as_both(
    shell: Screen, tmp_path: Path
) -> None:
    path = tmp_path / "theirs.csv"
    path.write_text("id,text\na,North.\nb,South.\n")

    def look(dialog: ImportDialog) -> None:
        _choose(dialog, "text", "id")
        assert _told(dialog)["import.format"] == "It is a table, read by its columns id."
        rows = dialog.findChild(QTableWidget, "import.rows")
        heads = [rows.horizontalHeaderItem(one).text() for one in range(rows.columnCount())]
        assert heads == ["line", "Id, Text\nid"]
        dialog.reject()

    shell.messages.imports.append(look)
    shell.open(path)


@pytest.mark.parametrize(("choice", "requests"), [("yes", 3), ("no", 2)])
def test_requests_are_said_to_go_only_where_they_go(
    shell: Screen, tmp_path: Path, choice: str, requests: int
) -> None:
    first, second = tmp_path / "first.csv", tmp_path / "second.csv"
    first.write_text("question,id,text\nWho was it,x,West.\n")
    second.write_text(ASKED)
    shell.open(first)

    def look(dialog: ImportDialog) -> None:
        button = dialog.findChild(QRadioButton, f"import.with.{choice}")
        button.click()
        assert button.toolTip() == (
            "first is open: 0 cards, 1 file. With Replace, it also replaces: Request Who was it."
        )
        dialog.accept()

    shell.messages.imports.append(look)
    shell.open(second)
    assert len(shell.session.requests) == requests


def test_four_rows_are_in_sight_on_a_small_screen_with_large_texts(
    shell: Screen, tmp_path: Path
) -> None:
    path = tmp_path / "hits.csv"
    rows = [f"q{n % 2},{n},T{n},Text {n}.,0.{n},{int(n < 3)},a.md,{n}" for n in range(1, 9)]
    heads = "question,id,title,text,distance,relevant,source,rank"
    path.write_text("\n".join([heads, *rows, "q1,x,X,,0.9,0,b.md,9", ""]))
    seen = []

    def look(dialog: ImportDialog) -> None:
        dialog.resize(1358, 728)  # 1366 by 768 within a frame
        dialog.show()
        shell.settle()
        for name in ("import.rows", "import.intake"):
            table = dialog.findChild(QTableWidget, name)
            shown = table.viewport().visibleRegion().boundingRect().height()
            seen.append(shown / table.rowHeight(0))
        dialog.reject()

    shell.workspace.theme.set_text_size(150)
    shell.messages.imports.append(look)
    shell.open(path)
    rows_in_sight, lines_in_sight = seen
    assert rows_in_sight >= 4
    assert lines_in_sight >= 4  # all of the account
