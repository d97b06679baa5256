"""A large file shows how it begins at once, and what was open stays until it is loaded."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QProgressBar, QPushButton, QTableView

from inspector.files import first_cards as beginnings
from inspector.files.findings import Progress
from inspector.files.opening import load_offer
from inspector.gui import opening
from inspector.gui.commands import CommandId
from inspector.gui.messages import Answer
from inspector.resources import resource_path
from inspector.session.session import Session
from inspector.stage import Door
from tests.shared.card_records import plain_cards
from tests.shared.plain_lens import plain_record
from tests.shared.screen import Screen

SAMPLE = resource_path("samples/securities-fraud")


class Held:
    """Loads that wait, after they have told that half is done, until they are let go."""

    def __init__(self) -> None:
        self.go = Event()
        self.counts: list[int] = []

    def around(self, load: Callable[..., Any]) -> Callable[..., Any]:
        def held(path: Path, progress: Progress, **options: Any) -> Any:
            def told(done: int, total: int) -> bool:
                going_on = progress(-(-total // 2), total)
                while going_on and not self.go.wait(0.001):
                    going_on = progress(-(-total // 2), total)
                return going_on and progress(done, total)

            return load(path, told, **options)

        return held


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    """Every file is a large one, and none is loaded before it is let go."""
    holder = Held()
    monkeypatch.setattr(beginnings, "LARGE", 1000)
    monkeypatch.setattr(opening, "load_offer", holder.around(load_offer))
    yield holder
    holder.go.set()


def written(folder: Path, name: str = "large.json", many: int = 40) -> Path:
    path = folder / name
    records = plain_cards(many)
    text = (
        "".join(f"{json.dumps(one)}\n" for one in records)
        if name.endswith("l")
        else json.dumps({"set_id": "s", "knowledge_cards": records})
    )
    path.write_text(text)
    return path


def begin(screen: Screen, *paths: Path) -> None:
    """Open files that are held, and wait for their first rows."""
    screen.workspace.open(paths)
    screen.wait_until(lambda: shows_page(screen))


def shows_page(screen: Screen) -> bool:
    return page_of(screen) == "loading"


def page_of(screen: Screen) -> str:
    """The name of what the window shows."""
    page = screen.window.pages.currentWidget()
    return "" if page is None else page.objectName()


def rows(screen: Screen) -> list[list[str]]:
    model = screen.find("loading.rows", QTableView).model()
    return [
        [model.index(row, column).data() for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def state(screen: Screen) -> str:
    return screen.find("loading.state", QLabel).text()


@pytest.mark.parametrize("name", ["large.json", "large.jsonl"])
def test_the_first_rows_are_shown_before_the_file_is_loaded(
    shell: Screen, held: Held, tmp_path: Path, name: str
) -> None:
    begin(shell, written(tmp_path, name))
    assert shell.workspace.opening.loads.busy
    found = rows(shell)
    assert 30 <= len(found) <= 40
    assert (
        found[1] == ["Card 1", "entity", "0.500"]
        or found[1][0] == plain_cards(2)[1]["canonical_name"]
    )
    note = shell.find("loading.note", QLabel).text()
    assert note.startswith(f"The first {len(found)} cards of the file")
    assert "no verdicts, no totals" in note
    assert shell.find("loading.title", QLabel).text() == f"Loading {name}"
    held.go.set()
    shell.settle()
    assert not shows_page(shell)
    assert shell.workspace.lenses.current == "plain"
    assert len(shell.session.candidates.knowledge_cards) == 40
    assert rows(shell) == []


def test_the_rows_are_grey_and_nothing_can_be_done_to_them(
    shell: Screen, held: Held, tmp_path: Path
) -> None:
    begin(shell, written(tmp_path))
    table = shell.find("loading.rows", QTableView)
    color = table.model().index(0, 0).data(Qt.ItemDataRole.ForegroundRole)
    assert color.color() == shell.workspace.theme.color("muted")
    assert table.selectionMode() is QTableView.SelectionMode.NoSelection
    assert not table.model().index(0, 0).flags() & Qt.ItemFlag.ItemIsEditable
    widths = [table.columnWidth(column) for column in range(3)]
    assert sum(widths) == table.viewport().width()  # names take what is left
    page = shell.window.pages.currentWidget()
    assert page.styleSheet() == shell.find("start").styleSheet() != ""


def test_the_page_says_how_far_the_load_is(shell: Screen, held: Held, tmp_path: Path) -> None:
    begin(shell, written(tmp_path))
    shell.wait_until(lambda: state(shell).startswith("Loading: 50 % ("))
    bar = shell.find("loading.progress", QProgressBar)
    assert bar.value() / bar.maximum() == pytest.approx(0.5, abs=0.001)


def test_a_load_that_is_stopped_leaves_what_was_open(
    shell: Screen, held: Held, tmp_path: Path
) -> None:
    held.go.set()
    shell.open(SAMPLE / "session.inspector.json")
    before, lens = shell.session, shell.workspace.lenses.current
    held.go.clear()
    begin(shell, written(tmp_path))
    assert shell.session is before
    assert "What is open stays open" in shell.find("loading.note", QLabel).text()
    shell.find("loading.stop", QPushButton).click()
    shell.settle()
    assert shell.session is before
    assert not shows_page(shell)
    assert shell.workspace.lenses.current == lens
    assert "file.cancelled" in [one.code for one in shell.workspace.document.problems]


def test_a_first_load_that_is_stopped_leads_back_to_the_first_page(
    shell: Screen, held: Held, tmp_path: Path
) -> None:
    begin(shell, written(tmp_path))
    shell.find("loading.stop", QPushButton).click()
    shell.settle()
    assert page_of(shell) == "start"
    assert shell.session == Session()


def test_whoever_turns_to_a_lens_meanwhile_stays_there(
    shell: Screen, held: Held, tmp_path: Path
) -> None:
    held.go.set()
    shell.open(SAMPLE / "session.inspector.json")
    held.go.clear()
    shell.messages.answers.append(Answer.NO)
    begin(shell, written(tmp_path))
    shell.workspace.show_lens("plain")
    assert not shows_page(shell)
    held.go.set()
    shell.settle()
    assert shell.workspace.lenses.current == "plain"
    assert len(shell.session.candidates.knowledge_cards) == 40


def test_a_comparison_gives_way_to_the_budget_of_what_was_loaded(
    open_screen: Callable[..., Screen], held: Held, tmp_path: Path
) -> None:
    behind = plain_record("compare", "Compare", "Alt+2")._replace(door=Door.COMPARE)
    screen = open_screen(lenses=[plain_record("injection", "Budget"), behind])
    for loaded, lens in ((False, "compare"), (True, "injection")):
        screen.workspace.show_lens("compare")
        begin(screen, written(tmp_path))
        if loaded:
            held.go.set()
        else:
            screen.find("loading.stop", QPushButton).click()
        screen.settle()
        assert screen.workspace.lenses.current == lens


def test_a_file_that_turns_out_to_be_wrong_leaves_the_page_with_its_problem(
    shell: Screen, held: Held, tmp_path: Path
) -> None:
    path = written(tmp_path)
    path.write_text(path.read_text() + "}")
    begin(shell, path)
    held.go.set()
    shell.settle()
    assert not shows_page(shell)
    assert shell.session == Session()
    assert [one.code for one in shell.workspace.document.problems] == ["json.syntax"]


def test_a_new_session_ends_the_load_and_its_page(
    shell: Screen, held: Held, tmp_path: Path
) -> None:
    begin(shell, written(tmp_path))
    shell.do(CommandId.NEW)
    shell.settle()
    assert not shows_page(shell)
    assert shell.session == Session()


def test_another_theme_and_a_second_large_file_keep_the_page(
    shell: Screen, held: Held, tmp_path: Path
) -> None:
    begin(shell, written(tmp_path))
    shell.workspace.theme.set_text_size(150)
    shell.workspace.open([written(tmp_path, "second.json", 50)])
    shell.messages.answers.append(Answer.NO)
    held.go.set()
    shell.settle()
    assert not shows_page(shell)
    assert len(shell.session.candidates.knowledge_cards) == 50


def test_a_session_a_small_file_and_a_pasted_text_have_no_page(
    open_screen: Callable[..., Screen], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = open_screen(lenses=[plain_record()])
    begun: list[object] = []
    screen.workspace.opening.loads.begins.connect(begun.append)
    screen.open(written(tmp_path))
    monkeypatch.setattr(beginnings, "LARGE", 1000)
    QGuiApplication.clipboard().setText(written(tmp_path).read_text())
    screen.messages.answers.append(Answer.NO)
    screen.do(CommandId.PASTE)
    screen.settle()
    screen.messages.answers.append(Answer.NO)
    screen.open(SAMPLE / "session.inspector.json")
    assert begun == []


def test_a_beginning_is_read_from_the_first_bytes_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beginnings, "LARGE", 1000)
    monkeypatch.setattr(beginnings, "_HEAD", 2000)
    for name in ("set.json", "cards.jsonl"):
        path = written(tmp_path, name, 100)
        with path.open("ab") as file:
            file.write(b"\xff what follows is not looked at")
        beginning = beginnings.first_cards(path)
        assert beginning is not None
        assert beginning.size == path.stat().st_size
        whole = plain_cards(100)
        many = len(beginning.cards)
        assert 2 <= many < 20
        assert beginning.cards.names == [one["canonical_name"] for one in whole[:many]]


def test_what_is_no_file_of_candidates_has_no_beginning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beginnings, "LARGE", 10)
    for name, text in (
        ("table.csv", "id,text\n" + "a,b\n" * 50),
        ("policy.json", '{"schema_version": 1, "max_injection_tokens_absolute": 5000}'),
        ("one.json", '{"set_id": "s", "knowledge_cards": [{"node_id": "a"'),
        ("none.json", '{"set_id": "s", "knowledge_cards": []}' + " " * 50),
        ("broken.jsonl", '{"node_id": \n' * 9),
        ("bytes.jsonl", "\x00\x01\n" * 9),
    ):
        path = tmp_path / name
        path.write_text(text)
        assert beginnings.first_cards(path) is None
    assert beginnings.first_cards(tmp_path) is None
    assert beginnings.first_cards(tmp_path / "missing.json") is None
