"""The Relevance lens: what it shows of a configuration, its files and its looks."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QComboBox, QPlainTextEdit, QTabBar

from inspector.files import load_relevance
from inspector.gui.commands import CommandId
from inspector.gui.messages import Answer
from inspector.gui.views.number_fields import NumberField
from inspector.gui.views.text_boxes import NoteEditor
from inspector.session.preferences import ThemeChoice
from tests.gui.relevance_parts import (
    RELEVANCE,
    eventful,
    grid,
    turn_to,
    written,
)
from tests.shared.relevance_results import EVENTFUL
from tests.shared.screen import Screen


@pytest.fixture
def screen(used_screen: Callable[..., Screen], tmp_path: Path) -> Screen:
    return eventful(used_screen, tmp_path)


def test_an_opened_configuration_is_run_in_its_first_mode_and_says_so(screen: Screen) -> None:
    assert screen.text("run.title") == "Mode M"
    assert screen.is_visible("facts.mode.note")
    assert "relevance.no-mode" in {problem.code for problem in screen.problems}
    assert screen.session.request is None
    assert "5 of 6 nodes in" in screen.status
    assert "reconciled" in screen.status
    assert "5 of 6 nodes included" in screen.text("grid.headline")
    assert screen.text("config.source") == "config.json: 2 modes, 6 nodes"


def test_without_a_configuration_the_lens_says_what_to_open(
    open_screen: Callable[..., Screen],
) -> None:
    empty = open_screen(lenses=RELEVANCE)
    empty.workspace.show_lens("relevance")
    empty.settle()
    assert "No relevance configuration is open" in empty.text("nothing")
    assert not empty.can("relevance-grid")
    assert not empty.is_visible("section.signals")
    assert empty.problems == ()


def test_a_dropped_configuration_replaces_the_one_that_is_open(
    screen: Screen, tmp_path: Path
) -> None:
    screen.messages.answers.append(Answer.YES)
    screen.drop(written(tmp_path / "other.json", {"enabled": False}))
    assert screen.text("config.source") == "other.json: 0 modes, 17 nodes"
    assert "switched off" in screen.text("grid.banner")
    assert not screen.is_visible("grid.headline")
    assert "17 of 17 nodes in" in screen.status
    screen.do(CommandId.UNDO)
    assert screen.text("config.source") == "config.json: 2 modes, 6 nodes"
    assert not screen.is_visible("grid.banner")
    assert screen.is_visible("grid.headline")


def test_a_configuration_that_cannot_be_read_includes_every_node_and_says_where_it_is_wrong(
    screen: Screen, tmp_path: Path
) -> None:
    text = '{"node_token_estimates": {"a": 1, "b": 2},\n "dependencies": {"a": ["b"], "b": ["a"]}}'
    screen.messages.answers.append(Answer.YES)
    screen.open(written(tmp_path / "circle.json", text))
    assert "cannot be read" in screen.text("grid.banner")
    assert [row.verdict.value for row in grid(screen).grid.rows] == ["included", "included"]
    (problem,) = [one for one in screen.problems if one.code == "relevance.dependency-cycle"]
    assert "a -> b -> a" in problem.message
    assert problem.place.line == 2


def test_problems_of_a_configuration_are_listed_once_each_with_its_line(
    screen: Screen, tmp_path: Path
) -> None:
    config = EVENTFUL | {"urgency_overrides": ["b", "b"]}
    screen.messages.answers.append(Answer.YES)
    screen.open(written(tmp_path / "twice.json", json.dumps(config, indent=1)))
    (problem,) = [one for one in screen.problems if one.code == "relevance.repeated-node"]
    assert problem.place.line is not None
    screen.find("facts.budget.editor", NumberField).stepBy(1)
    screen.settle()
    assert [one.code for one in screen.problems].count("relevance.repeated-node") == 1


def test_the_log_line_is_shown_and_copied(screen: Screen) -> None:
    turn_to(screen, "log")
    line = screen.find("log.line", QPlainTextEdit).toPlainText()
    assert line.startswith("[CONTEXT RELEVANCE] mode=M | excluded_hard=[f]")
    screen.click("log.copy")
    assert QGuiApplication.clipboard().text() == line
    QGuiApplication.clipboard().clear()
    screen.do("relevance-copy-log")
    assert QGuiApplication.clipboard().text() == line
    screen.click("config.log_exclusions.editor")
    assert not screen.is_visible("log.line")
    assert "not logged" in screen.text("log.none")


def test_everything_can_be_exported(screen: Screen, tmp_path: Path) -> None:
    for exporter, begins in (
        ("relevance.relevance-run.json", "{"),
        ("relevance.relevance-nodes.csv", "Node,"),
        ("relevance.relevance-rules.csv", "Node,"),
        ("relevance.relevance-flips.csv", "Fact,"),
        ("relevance.relevance-grid.svg", "<svg"),
    ):
        target = tmp_path / exporter
        screen.messages.targets.append(target)
        screen.choose(CommandId.EXPORT, exporter)
        assert target.read_text().startswith(begins), exporter


def test_both_themes_are_drawn(screen: Screen) -> None:
    looks = set()
    for choice in (ThemeChoice.LIGHT, ThemeChoice.DARK):
        screen.workspace.choose_theme(choice)
        screen.settle()
        image = grid(screen).viewport().grab().toImage()
        looks.add(image.pixelColor(QPoint(3, 3)).name())
    assert len(looks) == 2


@pytest.mark.parametrize("size", [(1440, 900), (1024, 700)])
def test_all_columns_of_the_grid_are_in_sight(screen: Screen, size: tuple[int, int]) -> None:
    screen.window.resize(*size)
    QApplication.processEvents()
    view = grid(screen)
    assert view.horizontalHeader().length() <= view.viewport().width()
    assert not view.horizontalScrollBar().isVisible()
    inputs = screen.workspace.lenses.widget.inputs
    assert inputs.widget().minimumSizeHint().width() <= inputs.viewport().width()


def test_how_the_lens_is_looked_at_comes_back(
    open_screen: Callable[..., Screen], tmp_path: Path
) -> None:
    screen = eventful(open_screen, tmp_path)
    turn_to(screen, "rules")
    screen.click("section.config.heading")
    screen.messages.answers.append(Answer.NO)
    screen.window.close()
    again = open_screen(tmp_path / "config.json", lenses=RELEVANCE)
    tabs = again.find("relevance.tabs", QTabBar)
    assert tabs.tabText(tabs.currentIndex()) == "Rules"
    assert not again.is_visible("config.source")


@pytest.mark.parametrize(
    "saved", [{"rows": "x"}, {"rows": [0, -1]}, {"inputs": 3}, {"tables": []}, {"columns": {}}]
)
def test_a_damaged_view_state_is_left_alone(
    open_screen: Callable[..., Screen], saved: dict[str, object], tmp_path: Path
) -> None:
    opened = open_screen(lenses=RELEVANCE)
    opened.workspace.lenses._saved = {"relevance": saved}
    opened.open(written(tmp_path / "config.json", EVENTFUL))
    assert "5 of 6 nodes in" in opened.status


def test_a_large_configuration_is_run_in_the_background(screen: Screen, tmp_path: Path) -> None:
    names = [f"n{number}" for number in range(300)]
    rules = {name: [{"when": {f"s_{name}_gte": 1}}] for name in names}
    large = {
        "node_token_estimates": dict.fromkeys(names, 1),
        "template_masks": {"M": dict.fromkeys(names, True)},
        "signal_rules": rules,
    }
    screen.messages.answers.append(Answer.YES)
    screen.open(written(tmp_path / "large.json", large))
    screen.wait_until(lambda: "300 of 300 nodes in" in screen.status)
    screen.do(CommandId.UNDO)
    screen.wait_until(lambda: "5 of 6 nodes in" in screen.status)


def test_a_window_can_be_closed_while_the_layers_run(screen: Screen, tmp_path: Path) -> None:
    texts = {"a": "word " * 40_000}
    screen.open(written(tmp_path / "stage.json", {"config": EVENTFUL, "node_texts": texts}))
    screen.messages.answers.append(Answer.NO)
    screen.window.close()


def _write(screen: Screen, text: str) -> None:
    editor = screen.find("config.text", NoteEditor)
    editor.setPlainText(text)
    editor.finish()
    screen.settle()


def _choose_part(screen: Screen, part: str) -> None:
    choice = screen.find("config.part", QComboBox)
    choice.setCurrentIndex(choice.findData(part))
    screen.settle()


def test_masks_rules_and_dependencies_are_edited_as_json_and_undone(screen: Screen) -> None:
    _choose_part(screen, "template_masks")
    editor = screen.find("config.text", QPlainTextEdit)
    before = json.loads(editor.toPlainText())
    assert before == EVENTFUL["template_masks"]
    _write(screen, json.dumps(before | {"M": {"a": True}}))
    assert screen.session.relevance.config["template_masks"]["M"] == {"a": True}
    assert "5 of 6 nodes in" not in screen.status
    screen.do(CommandId.UNDO)
    assert screen.session.relevance.config["template_masks"] == before
    assert json.loads(editor.toPlainText()) == before
    assert "5 of 6 nodes in" in screen.status


def test_what_is_no_json_stays_in_the_editor_with_its_place_and_is_not_used(
    screen: Screen,
) -> None:
    _choose_part(screen, "dependencies")
    before = screen.session.relevance.config
    _write(screen, '{"a":\n ["b",]}')
    assert screen.session.relevance.config == before
    assert "Line 2, column 7: A comma is followed by nothing." in (
        screen.text("config.text.problems")
    )
    assert screen.find("config.text", QPlainTextEdit).toPlainText() == '{"a":\n ["b",]}'


def test_a_circle_that_is_written_is_told_at_its_place_in_the_editor(screen: Screen) -> None:
    _choose_part(screen, "dependencies")
    _write(screen, '{"a": ["b"],\n "b": ["a"]}')
    told = screen.text("config.text.problems")
    assert told.startswith("Line 2, column 8: these nodes depend on each other in a circle")
    assert "cannot be read" in screen.text("grid.banner")


def test_the_edited_configuration_is_saved_as_a_file_that_opens_the_same(
    screen: Screen, tmp_path: Path
) -> None:
    _choose_part(screen, "dependencies")
    _write(screen, '{"a": ["c"]}')
    target = tmp_path / "config.json"
    screen.messages.targets.append(target)
    screen.do("relevance-save-config")
    loaded = load_relevance(target).value
    assert loaded is not None
    assert loaded.config == EVENTFUL | {"dependencies": {"a": ["c"]}}
    assert loaded.config == screen.session.relevance.config


def test_all_requests_stand_in_one_table(screen: Screen, tmp_path: Path) -> None:
    asked = {
        "timestamp": "2026-01-01T00:00:00Z",
        "user_message": "m",
        "model": {"name": "m", "context_window": 8000, "encoding": "o200k_base"},
    }
    lines = (json.dumps(asked | {"trace_id": name, "mode": "M"}) for name in ("one", "two"))
    screen.open(written(tmp_path / "requests.jsonl", "\n".join(lines)))
    turn_to(screen, "requests")
    screen.wait_until(lambda: "fetches saved" in screen.text("requests.saved"))
    assert "2 of 12 fetches saved" in screen.text("requests.saved")
    panel = screen.workspace.lenses.widget.tables._panels["requests"]
    assert panel.data.keys == ["request:0", "request:1"]
    target = tmp_path / "exported"
    screen.messages.targets.append(target)
    screen.choose(CommandId.EXPORT, "relevance.relevance-requests.csv")
    rows = target.read_text().splitlines()
    assert [row.partition(",")[0] for row in rows] == ["Request", "one", "two"]


def test_a_configuration_that_cannot_be_read_includes_all_and_says_so(
    open_screen: Callable[..., Screen], tmp_path: Path
) -> None:
    path = tmp_path / "s.inspector.json"
    parts = {"relevance": {"path": "nowhere.json"}}
    path.write_text(json.dumps({"schema_version": 1, "title": "T"} | parts))
    screen = open_screen(lenses=RELEVANCE)
    screen.open(path)
    screen.workspace.show_lens("relevance")
    screen.settle()
    assert "17" in screen.status
    assert "file.missing" in {problem.code for problem in screen.problems}
