"""The Relevance lens: facts, signals, numbers of the configuration, texts of nodes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QComboBox, QPlainTextEdit

from inspector.gui.commands import CommandId
from inspector.gui.messages import Answer
from inspector.gui.views import pacing
from inspector.stages.relevance.part import UNTITLED_REQUEST
from tests.gui.relevance_parts import (
    eventful,
    signals,
    states,
    written,
)
from tests.shared.relevance_results import EVENTFUL
from tests.shared.screen import Screen


@pytest.fixture
def screen(used_screen: Callable[..., Screen], tmp_path: Path) -> Screen:
    return eventful(used_screen, tmp_path)


def test_each_fact_is_one_undo_step_and_runs_the_layers_again(screen: Screen) -> None:
    screen.enter("signal.x.editor", "2")
    assert screen.session.request == UNTITLED_REQUEST.model_copy(update={"signals": {"x": 2}})
    assert states(screen, "c") == "issiiii"
    screen.pick("facts.mode", "N")
    assert states(screen, "c") == "hhhhhhh"
    screen.pick("facts.mode", "M")
    screen.enter("signal.y.editor", "v")
    assert states(screen, "b") == "ihhhhhh"
    screen.pick("facts.urgency", "high")
    assert states(screen, "b") == "ihiiiii"
    screen.click("facts.silence.editor")
    assert states(screen, "f") == "hhhhhii"
    screen.enter("facts.budget.editor", 100)
    assert states(screen, "c") == "issssss"
    for _ in range(7):
        screen.do(CommandId.UNDO)
    assert screen.session.request is None
    assert not screen.window.isWindowModified() or screen.can(CommandId.UNDO)


def test_choosing_the_assumed_mode_makes_it_the_requests_own(screen: Screen) -> None:
    screen.pick("facts.mode", "M")
    assert screen.session.request is not None
    assert screen.session.request.mode == "M"
    assert not screen.is_visible("facts.mode.note")


def test_a_number_is_read_as_it_is_typed(screen: Screen) -> None:
    for typed, value in (("2", 2), ("2.5", 2.5), ("-1", -1), (" 7 ", 7), ("1e3", 1000.0)):
        screen.enter("signal.x.editor", typed)
        assert signals(screen) == {"x": value}


def test_what_is_no_number_is_refused_beside_the_field(screen: Screen) -> None:
    for typed in ("two", "true", "NaN", "1e999", "[1]", '"2"'):
        screen.enter("signal.x.editor", typed)
        assert signals(screen) == {}, typed
        assert screen.is_visible("signal.x.problem"), typed
        screen.enter("signal.x.editor", "")
        assert not screen.is_visible("signal.x.problem"), typed


def test_a_signal_is_taken_away_with_its_button_or_by_emptying_it(screen: Screen) -> None:
    screen.enter("signal.x.editor", "2")
    screen.click("signal.x.clear")
    assert signals(screen) == {}
    screen.enter("signal.x.editor", "2")
    screen.enter("signal.x.editor", "")
    assert signals(screen) == {}


def test_arrow_keys_step_a_number(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pacing, "_ONE_GESTURE", 600_000)  # however slow the machine presses keys
    screen.press("Up", "signal.x.editor")
    screen.press("Up", "signal.x.editor")
    screen.press("Down", "signal.x.editor")
    assert signals(screen) == {"x": 1}
    screen.do(CommandId.UNDO)
    assert signals(screen) == {}


def test_flags_are_chosen(screen: Screen, tmp_path: Path) -> None:
    config = EVENTFUL | {"signal_rules": {"a": [{"when": {"on": True}}]}}
    screen.messages.answers.append(Answer.YES)
    screen.open(written(tmp_path / "flag.json", config))
    screen.pick("signal.on.editor", "true")
    assert signals(screen) == {"on": True}
    screen.pick("signal.on.editor", "false")
    assert signals(screen) == {"on": False}
    screen.pick("signal.on.editor", "missing")
    assert signals(screen) == {}


def test_numbers_of_the_configuration_can_be_tried(screen: Screen) -> None:
    screen.enter("signal.x.editor", "2")
    screen.enter("config.soft_recovery_budget.editor", 5000)
    assert states(screen, "c") == "issssss"
    assert screen.session.relevance.config["soft_recovery_budget"] == 5000
    screen.click("config.enabled.editor")
    assert "switched off" in screen.text("grid.banner")
    screen.do(CommandId.UNDO)
    screen.do(CommandId.UNDO)
    assert states(screen, "c") == "issiiii"


def test_the_text_of_a_node_is_counted_beside_its_estimate(screen: Screen) -> None:
    screen.workspace.lenses.widget.select("node:a")
    screen.click("section.text.heading")
    screen.find("node.text", QPlainTextEdit).setPlainText("one two three")
    screen.wait_until(lambda: "a" in screen.session.relevance.node_texts)
    assert screen.text("node.text.count") == "a: 3 tokens by o200k_base, estimate 10."


def test_showing_a_text_with_other_line_ends_changes_nothing(
    screen: Screen, tmp_path: Path
) -> None:
    stage = {"config": EVENTFUL, "node_texts": {"a": "one\r\ntwo"}}
    screen.open(written(tmp_path / "stage.json", stage))
    screen.click("section.text.heading")
    screen.workspace.lenses.widget.select("node:a")
    screen.settle()
    screen.workspace.lenses.widget.inputs.finish()
    assert screen.session.relevance.node_texts == {"a": "one\r\ntwo"}


def type_into(screen: Screen, name: str, text: str) -> None:
    field = screen.find(name, QComboBox).lineEdit()
    field.setText(text)
    field.editingFinished.emit()
    screen.settle()


def test_a_mode_without_a_mask_and_an_urgency_in_capitals_can_be_tried(screen: Screen) -> None:
    type_into(screen, "facts.mode", "Z")
    assert states(screen, "a") == "hhhhhhh"
    assert "relevance.unknown-mode" in {problem.code for problem in screen.problems}
    type_into(screen, "facts.urgency", "High")
    assert "relevance.urgency-spelling" in {problem.code for problem in screen.problems}
    type_into(screen, "facts.urgency", "")
    assert screen.session.request is not None
    assert screen.session.request.classification == {}


def test_passing_through_the_facts_with_the_keyboard_changes_nothing(screen: Screen) -> None:
    before = screen.session
    screen.do("relevance-facts")
    assert screen.focus() == "facts.mode"
    for _ in range(12):
        screen.press("Tab")
    assert screen.session is before
