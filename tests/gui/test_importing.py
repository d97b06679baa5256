"""Files of other programs in the window: opened, dropped, pasted, chosen; asked about once."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QListWidget,
    QRadioButton,
    QTableWidget,
)

from inspector.core.candidates.request import default_request
from inspector.files import load_session
from inspector.gui.commands import CommandId
from inspector.gui.import_dialog import ImportDialog
from inspector.session.edits import open_requests, set_at
from inspector.stage import Part
from tests.files.importers.sent_shapes import CHAT, lines
from tests.shared.plain_lens import plain_record
from tests.shared.screen import Screen

CANDIDATES = json.dumps({"set_id": "ours", "knowledge_cards": []})
HITS = json.dumps([{"page_content": "Refunds within 30 days.", "metadata": {"source": "d1"}}])
TABLE = "key,said,points\na,Refunds within 30 days.,0.9\nb,Shipping takes 3 days.,0.2\n"
BATCH = lines(
    *(
        {
            "custom_id": name,
            "method": "POST",
            "url": "/v1/chat/completions",
            "body": {"model": "gpt-4o", "messages": CHAT * times},
        }
        for name, times in (("one", 1), ("two", 2))
    )
)
HOTPOT = json.dumps(
    [
        {
            "_id": name,
            "question": f"Who wrote {name}?",
            "answer": "Ann",
            "supporting_facts": [["Ann", 0]],
            "context": [["Ann", ["Ann wrote it."]], ["Bob", ["Bob read it."]]],
        }
        for name in ("q1", "q2")
    ]
)
SHAPES = {"candidates": HITS, "table": TABLE, "batch": BATCH, "corpus": HOTPOT}

Way = Callable[[Screen, Path, str], None]


def by_choosing(shell: Screen, path: Path, text: str) -> None:
    path.write_text(text)
    shell.open(path)


def by_dropping(shell: Screen, path: Path, text: str) -> None:
    path.write_text(text)
    shell.drop(path)


def by_pasting(shell: Screen, _path: Path, text: str) -> None:
    QGuiApplication.clipboard().setText(text)
    shell.do(CommandId.PASTE)


WAYS = {"chosen": by_choosing, "dropped": by_dropping, "pasted": by_pasting}


def arrived(shell: Screen) -> tuple[int, int, int]:
    """Return how many files, requests of a corpus and requests to a model the session has."""
    session = shell.session
    files = sum(len(bucket.files) for bucket in session.candidates.buckets)
    return files, len(session.requests), len(session.window.requests)


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ("candidates", (1, 0, 0)),
        ("table", (2, 0, 0)),
        ("batch", (0, 0, 2)),
        ("corpus", (2, 2, 0)),
    ],
)
def test_every_way_in_asks_once_and_opens_one_step(
    shell: Screen, tmp_path: Path, way: Way, shape: str, expected: tuple[int, int, int]
) -> None:
    before = shell.session
    way(shell, tmp_path / "theirs", SHAPES[shape])
    assert len(shell.messages.offered) == 1
    assert arrived(shell) == expected
    shell.do(CommandId.UNDO)
    assert shell.session == before
    assert not shell.can(CommandId.UNDO)


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_what_is_cancelled_changes_nothing(new_shell: Screen, tmp_path: Path, way: Way) -> None:
    before = new_shell.session
    new_shell.messages.imports.append(ImportDialog.reject)
    way(new_shell, tmp_path / "theirs", TABLE)
    assert new_shell.session is before
    assert not new_shell.problems
    assert not new_shell.workspace.settings.now.recent
    assert not new_shell.workspace.settings.now.tables


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_files_of_our_own_open_without_a_question(shell: Screen, tmp_path: Path, way: Way) -> None:
    way(shell, tmp_path / "ours.json", CANDIDATES)
    assert shell.session.candidates.set_id == "ours"
    assert not shell.messages.offered


def test_a_folder_that_is_chosen_opens_as_the_corpus_in_it(shell: Screen, tmp_path: Path) -> None:
    folder = tmp_path / "beir"
    folder.mkdir()
    (folder / "corpus.jsonl").write_text(lines({"_id": "d1", "title": "", "text": "Refunds."}))
    shell.messages.folders.append(folder)
    shell.do(CommandId.OPEN_FOLDER)
    assert len(shell.messages.offered) == 1
    assert arrived(shell)[0] == 1


def test_a_folder_of_texts_opens_without_a_question(shell: Screen, tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a.md").write_text("Refunds.")
    shell.messages.folders.append(tmp_path / "texts")
    shell.do(CommandId.OPEN_FOLDER)
    assert not shell.messages.offered
    assert arrived(shell)[0] == 1


def test_the_dialog_says_what_it_is_what_it_becomes_and_how_it_begins(
    shell: Screen, tmp_path: Path
) -> None:
    seen: list[str] = []

    def look(dialog: ImportDialog) -> None:
        for name in ("import.format", "import.becomes"):
            label = dialog.findChild(QLabel, name)
            assert label is not None
            seen.append(label.text())
        rows = dialog.findChild(QTableWidget, "import.rows")
        assert rows is not None
        seen.append(rows.item(0, 2).text())
        assert dialog.findChild(QComboBox) is None
        dialog.accept()

    shell.messages.imports.append(look)
    by_dropping(shell, tmp_path / "hotpot.json", HOTPOT)
    assert "HotpotQA" in seen[0]
    assert seen[1] == "6 of 6 records: 2 cards, 2 files, 2 requests, 2 pieces of evidence"
    assert seen[2] == "Ann wrote it."


def test_what_is_left_out_is_said_in_the_dialog_and_listed_after(
    shell: Screen, tmp_path: Path
) -> None:
    told: list[int] = []

    def look(dialog: ImportDialog) -> None:
        found = dialog.findChild(QListWidget, "import.problems")
        assert found is not None
        told.append(found.count())
        dialog.accept()

    shell.messages.imports.append(look)
    rows = [{"page_content": "Refunds.", "metadata": {}}, {"page_content": 7, "metadata": {}}]
    by_pasting(shell, tmp_path, json.dumps(rows))
    assert told == [len(shell.problems)]
    assert told[0] > 0


def choose_columns(**columns: str) -> Callable[[ImportDialog], None]:
    """Return what chooses columns and accepts."""

    def do(dialog: ImportDialog) -> None:
        for name, column in columns.items():
            box = dialog.findChild(QComboBox, f"import.column.{name}")
            assert box is not None
            assert box.findData(column) >= 0
            box.setCurrentIndex(box.findData(column))
        dialog.accept()

    return do


def test_columns_that_are_chosen_decide_what_opens(shell: Screen, tmp_path: Path) -> None:
    shell.messages.imports.append(choose_columns(id="key", text="said", score="points"))
    by_dropping(shell, tmp_path / "rows.csv", TABLE)
    files = shell.session.candidates.buckets[0].files
    assert [(one.file_id, one.relevance_score) for one in files] == [("a", 0.9), ("b", 0.2)]
    assert len(shell.messages.offered) == 1


def test_the_columns_of_a_table_are_remembered_for_the_next_one(
    open_screen: Callable[..., Screen], tmp_path: Path
) -> None:
    first = open_screen(lenses=[plain_record()])
    first.messages.imports.append(choose_columns(id="key", text="said"))
    by_dropping(first, tmp_path / "rows.csv", TABLE)
    later = open_screen(lenses=[plain_record()])
    by_dropping(later, tmp_path / "others.csv", TABLE.replace("a,", "c,"))
    mapping = later.messages.offered[0].mapping
    assert mapping is not None
    assert (mapping.id, mapping.text) == ("key", "said")
    assert later.session.candidates.buckets[0].files[0].file_id == "c"


def test_a_table_whose_columns_had_to_be_named_is_kept_in_the_session(
    shell: Screen, tmp_path: Path
) -> None:
    shell.messages.imports.append(choose_columns(id="key"))
    by_dropping(shell, tmp_path / "rows.csv", TABLE)
    assert shell.session.source(Part.CANDIDATES) is None
    shell.messages.targets.append(tmp_path / "mine.inspector.json")
    shell.do(CommandId.SAVE)
    saved = load_session(tmp_path / "mine.inspector.json").value
    assert saved is not None
    assert [one.file_id for one in saved.candidates.buckets[0].files] == ["a", "b"]


def test_a_file_that_says_what_it_is_stays_a_file_of_the_session(
    shell: Screen, tmp_path: Path
) -> None:
    by_dropping(shell, tmp_path / "hits.json", HITS)
    assert shell.session.source(Part.CANDIDATES) == str(tmp_path / "hits.json")


def test_a_text_that_is_nothing_known_is_a_problem_and_changes_nothing(
    new_shell: Screen, tmp_path: Path
) -> None:
    before = new_shell.session
    by_pasting(new_shell, tmp_path, "Just a sentence.")
    assert new_shell.session is before
    assert [one.place.file for one in new_shell.problems] == ["pasted"]
    assert not new_shell.messages.offered


def cells(dialog: ImportDialog, name: str) -> list[list[str]]:
    table = dialog.findChild(QTableWidget, name)
    assert table is not None
    columns = range(table.columnCount())
    return [
        [table.item(row, column).text() for column in columns] for row in range(table.rowCount())
    ]


def test_the_intake_adds_up_and_follows_the_columns_that_are_chosen(
    shell: Screen, tmp_path: Path
) -> None:
    table = "query,key,said,distance\nq,a,Refunds.,0.1\nq,b,,0.2\nq,c,Ships.,nan\nq,d,Soup.,0.9\n"
    seen: list[list[list[str]]] = []

    def look(dialog: ImportDialog) -> None:
        seen.append(cells(dialog, "import.intake"))
        box = dialog.findChild(QComboBox, "import.column.score")
        assert box is not None
        box.setCurrentIndex(0)
        seen.append(cells(dialog, "import.intake"))
        cards = dialog.findChild(QRadioButton, "import.cards")
        assert cards is not None
        cards.click()
        dialog.accept()

    shell.messages.imports.append(look)
    by_dropping(shell, tmp_path / "hits.csv", table)
    first, second = seen
    assert [row[:2] for row in first] == [
        ["4", "records in the file"],
        ["2", "taken: hits"],
        ["1", "left out: no text"],
        ["1", "left out: distance is not a number"],
        ["✓", "Adds up: 2 + 2 = 4"],
    ]
    assert first[2][2] == "line 3"
    assert second[-1][1] == "Adds up: 3 + 1 = 4"
    assert len(shell.session.candidates.knowledge_cards) == 3
    assert not shell.session.candidates.buckets


# What is loaded --------------------------------------------------------------------------


def test_the_strip_says_at_all_times_what_is_loaded(shell: Screen, tmp_path: Path) -> None:
    assert shell.text("loaded.policy") == "Policy default"
    assert shell.text("loaded.candidates") == "Candidates none"
    assert shell.text("loaded.saved") == "Untitled"
    by_dropping(shell, tmp_path / "hits.json", HITS)
    assert shell.text("loaded.candidates") == "Candidates hits 0 cards, 1 file"
    assert str(tmp_path / "hits.json") in shell.find("loaded.candidates").toolTip()
    assert shell.text("loaded.request") == "Request default request 128,000 tokens"
    assert shell.text("loaded.saved") == "Not saved"
    assert shell.text("loaded.problems") == f"{len(shell.problems)} problems"


def test_the_strip_shows_the_inputs_of_the_stage_in_front(
    open_screen: Callable[..., Screen], tmp_path: Path
) -> None:
    other = plain_record("other", "Other", "Alt+2")._replace(inputs=("window",))
    screen = open_screen(lenses=[plain_record(), other])
    by_dropping(screen, tmp_path / "batch.jsonl", BATCH)
    screen.workspace.show_lens("plain")
    assert not screen.is_visible("loaded.window")
    screen.workspace.show_lens("other")
    assert screen.text("loaded.window") == "Chunks two 2 of 2, 4 chunks"
    assert not screen.is_visible("loaded.policy")
    screen.do(CommandId.UNDO)
    assert screen.text("loaded.window") == "Chunks none"


def entries(screen: Screen, part: Part) -> dict[str, QAction]:
    return {
        one.objectName(): one for one in screen.workspace.window.inputs.fill_menu(part).actions()
    }


def test_an_input_has_a_menu_that_changes_it(shell: Screen, tmp_path: Path) -> None:
    policy = tmp_path / "policy.json"
    policy.write_text(json.dumps({"schema_version": 1, "max_injection_tokens_absolute": 700}))
    assert "reveal" not in entries(shell, Part.POLICY)
    shell.messages.files.append((policy,))
    entries(shell, Part.POLICY)["open"].trigger()
    shell.settle()
    assert shell.text("loaded.policy") == "Policy policy.json"
    offered = entries(shell, Part.POLICY)
    assert "reveal" in offered
    assert offered["recent.0"].text() == "policy.json"
    offered["template"].trigger()
    assert shell.text("loaded.policy") == "Policy default"
    shell.do(CommandId.UNDO)
    entries(shell, Part.POLICY)["recent.0"].trigger()
    shell.settle()
    assert shell.session.policy.max_injection_tokens_absolute == 700


def test_a_request_is_chosen_by_its_text(shell: Screen, tmp_path: Path) -> None:
    asked = [
        default_request().model_copy(update={"trace_id": f"t{n}", "user_message": f"Who is {n}?"})
        for n in range(30)
    ]
    shell.workspace.store.commit("Open", open_requests(tuple(asked), None))
    assert shell.text("loaded.request") == "Request Who is 0? 1 of 30"
    offered = entries(shell, Part.REQUEST)
    assert offered["request.4"].text() == "5 of 30: Who is 4?"
    assert offered["request.0"].isChecked()
    assert "search" in offered
    offered["request.4"].trigger()
    assert shell.text("loaded.request") == "Request Who is 4? 5 of 30"


def test_the_bar_says_what_was_changed_until_it_is_undone_or_read_again(
    shell: Screen, tmp_path: Path
) -> None:
    policy = tmp_path / "policy.json"
    policy.write_text(json.dumps({"schema_version": 1, "max_injection_tokens_absolute": 700}))
    shell.drop(policy)
    assert shell.text("loaded.policy") == "Policy policy.json"
    edit = set_at("policy", "max_injection_tokens_absolute", 800)
    shell.workspace.store.commit("Change the total", edit)
    assert shell.text("loaded.policy") == "Policy policy.json changed"
    shell.do(CommandId.UNDO)
    assert shell.text("loaded.policy") == "Policy policy.json"
    shell.do(CommandId.REDO)
    shell.do(CommandId.RELOAD)
    assert shell.text("loaded.policy") == "Policy policy.json"


def test_the_default_request_is_changed_without_a_file(shell: Screen, tmp_path: Path) -> None:
    by_dropping(shell, tmp_path / "hits.json", HITS)
    edit = set_at("request", "user_message", "May I return it?")
    shell.workspace.store.commit("Change the message", edit)
    assert shell.text("loaded.request") == "Request default request 128,000 tokens, changed"
