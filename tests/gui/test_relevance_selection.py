"""The Relevance lens: one selection in grid, tables and Why."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QPlainTextEdit, QTabBar

from inspector.core.problems import Place, Problem, Severity
from inspector.gui.messages import Answer
from inspector.gui.table import TablePanel
from inspector.gui.views.explanation_pane import ExplanationPane
from inspector.session.session import Note
from inspector.stages.relevance.view.grid_model import FIRST_LAYER, NODE
from tests.gui.relevance_parts import (
    click_cell,
    eventful,
    grid,
    states,
    turn_to,
    written,
)
from tests.shared.screen import Screen


@pytest.fixture
def screen(used_screen: Callable[..., Screen], tmp_path: Path) -> Screen:
    return eventful(used_screen, tmp_path)


@pytest.fixture
def fresh(open_screen: Callable[..., Screen], tmp_path: Path) -> Screen:
    return eventful(open_screen, tmp_path)


def test_a_cell_of_the_grid_selects_the_node_in_table_and_why(screen: Screen) -> None:
    screen.enter("signal.x.editor", "2")
    click_cell(screen, 2, FIRST_LAYER + 1)
    assert screen.text("why.name") == "c after 2 Signals"
    assert screen.text("why.sentence") == "A soft rule holds: x 2 ≥ 2."
    assert screen.find("nodes", TablePanel).current_key == "node:c"
    click_cell(screen, 3, NODE)
    assert screen.text("why.name") == "d"


def test_what_is_explained_begins_at_its_top_wherever_the_run_was_scrolled_to(
    fresh: Screen,
) -> None:
    pane = fresh.find("why.pane", ExplanationPane)
    pane.setFixedHeight(90)
    fresh.settle()
    bar = pane.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert bar.value() > 0
    click_cell(fresh, 3, NODE)
    assert (fresh.text("why.name"), bar.value()) == ("d", 0)
    bar.setValue(bar.maximum())
    assert bar.value() > 0
    fresh.press("Escape", "grid")
    assert (fresh.is_visible("run.title"), bar.value()) == (True, 0)


def test_a_row_of_a_table_selects_in_the_grid(screen: Screen) -> None:
    lens = screen.workspace.lenses.widget
    panel = screen.find("nodes", TablePanel)
    panel.current_changed.emit("node:e")
    screen.settle()
    assert lens.subject == "node:e"
    assert grid(screen).currentIndex().row() == 4


def test_arrow_keys_walk_through_the_grid_and_escape_selects_nothing(screen: Screen) -> None:
    click_cell(screen, 0, NODE)
    screen.press("Right", "grid")
    screen.press("Down", "grid")
    assert screen.text("why.name") == "b after 1 Mask"
    screen.press("Escape", "grid")
    assert screen.is_visible("run.title")
    assert screen.workspace.lenses.widget.subject == ""


def test_taking_the_keyboard_into_the_grid_selects_nothing_else(fresh: Screen) -> None:
    lens = fresh.workspace.lenses.widget
    lens.select("rule:/signal_rules/b/0")
    fresh.do("relevance-grid")
    assert fresh.focus() == "grid"
    assert lens.subject == "rule:/signal_rules/b/0"
    fresh.press("Down", "grid")
    assert lens.subject == "node:b"


def test_the_selection_stays_when_facts_change(screen: Screen) -> None:
    click_cell(screen, 2, FIRST_LAYER + 3)
    screen.enter("signal.x.editor", "2")
    assert screen.text("why.name") == "c after 4 Recovery"
    assert "Headroom 3,970 is more than 100" in screen.text("why.sentence")


def test_a_flip_marks_the_nodes_it_moves_and_can_be_tried(screen: Screen) -> None:
    lens = screen.workspace.lenses.widget
    turn_to(screen, "flips")
    key = next(k for k in screen.find("flips", TablePanel).data.keys if "silence" in k)
    lens.select(key)
    assert grid(screen).moved == {"f": True}
    assert screen.text("why.link") == "Try this change"
    screen.click("why.link")
    assert screen.session.request is not None
    assert screen.session.request.returning_from_silence
    assert states(screen, "f")[-1] == "i"
    assert grid(screen).moved == {}


def test_a_rule_is_explained_with_the_values_it_met(screen: Screen) -> None:
    screen.enter("signal.x.editor", "2")
    screen.workspace.lenses.widget.select("rule:/signal_rules/c/0")
    tabs = screen.find("relevance.tabs", QTabBar)
    assert tabs.tabText(tabs.currentIndex()) == "Rules"
    assert screen.text("why.sentence") == "It holds and acted: x 2 ≥ 2."


def test_a_note_on_a_cell_is_a_note_on_its_node(screen: Screen) -> None:
    click_cell(screen, 0, FIRST_LAYER)
    screen.find("why.note", QPlainTextEdit).setPlainText("Always.")
    screen.wait_until(lambda: bool(screen.session.notes))
    assert screen.session.notes == (Note("a", "Always."),)
    click_cell(screen, 0, NODE)
    assert screen.find("why.note", QPlainTextEdit).toPlainText() == "Always."


def test_a_problem_leads_to_its_rule_its_node_or_its_field(screen: Screen) -> None:
    lens = screen.workspace.lenses.widget

    def go_to(pointer: str, code: str = "relevance.unknown-node") -> str:
        problem = Problem(Severity.WARNING, code, "m", "f", Place(pointer=pointer))
        assert lens.show_place(problem)
        return lens.subject

    assert go_to("/signal_rules/b/0/when/x_gte") == "rule:/signal_rules/b/0"
    assert screen.focus() == "rules.table"
    assert go_to("/template_masks/M/e") == "node:e"
    assert screen.focus() == "grid"
    go_to("/max_included_nodes")
    assert screen.focus().startswith("config.max_included_nodes")
    elsewhere = Problem(Severity.WARNING, "policy.x", "m", "f", Place(pointer="/a"))
    assert not lens.show_place(elsewhere)
    nowhere = Problem(Severity.WARNING, "relevance.x", "m", "f", Place(pointer="/zzz"))
    assert not lens.show_place(nowhere)


def test_cells_can_be_heard(screen: Screen) -> None:
    model = grid(screen).model()
    spoken = model.index(0, FIRST_LAYER).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "a, Mask: included. The template of M uses it."
    face = QAccessible.queryAccessibleInterface(grid(screen))
    assert face.text(QAccessible.Text.Name) == "Nodes by layers"


def test_every_row_has_a_tooltip_that_takes_names_for_text(screen: Screen, tmp_path: Path) -> None:
    config = {"node_token_estimates": {"<b>x": 1}, "template_masks": {"<i>": {"<b>x": True}}}
    screen.messages.answers.append(Answer.YES)
    screen.open(written(tmp_path / "markup.json", config))
    tip = grid(screen).model().index(0, FIRST_LAYER).data(Qt.ItemDataRole.ToolTipRole)
    assert "&lt;i&gt;" in tip
    assert "<i>" not in tip
