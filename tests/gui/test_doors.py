"""The four doors, and behind Inspect the strip of stages with their tokens."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QPushButton, QTabBar

from inspector.gui.commands import CommandId
from inspector.gui.lenses import LENSES
from inspector.session.edits import set_at
from inspector.stage import Door
from inspector.stages.assembly.view.tables import PromptPage
from tests.shared.screen import Screen

STAGES = [record for record in LENSES if record.door is Door.INSPECT]


@pytest.fixture
def screen(used_screen: Callable[..., Screen]) -> Screen:
    """A window with all lenses, and the sample that the guide begins with."""
    screen = used_screen(lenses=LENSES)
    screen.window.resize(1366, 768)
    screen.choose(CommandId.OPEN_SAMPLE, "securities-fraud")
    screen.wait_until(lambda: screen.result is not None)
    return screen


def door(screen: Screen) -> str:
    bar = screen.find("doors", QTabBar)
    return bar.tabText(bar.currentIndex())


def entries(screen: Screen) -> list[str]:
    menu = screen.find("stages.folded", QPushButton).menu()
    menu.aboutToShow.emit()
    return [action.text() for action in menu.actions()]


def test_doors_and_stages_are_opened_by_their_keys(screen: Screen) -> None:
    for record in STAGES:
        screen.press(record.key)
        assert (screen.workspace.lenses.current, door(screen)) == (record.id, "Inspect")
    for keys, lens, title in (
        ("Ctrl+2", "tuning", "Optimise"),
        ("Ctrl+3", "compare", "Compare"),
        ("Ctrl+4", "audit", "Audit"),
    ):
        screen.press(keys)
        assert (screen.workspace.lenses.current, door(screen)) == (lens, title)


def test_a_door_leads_to_what_was_shown_behind_it_last(screen: Screen) -> None:
    screen.click("stage.window")
    screen.press("Ctrl+2")
    screen.click("stage.corpus")
    screen.press("Ctrl+1")
    assert screen.workspace.lenses.current == "window"
    stages = screen.find("stages")
    assert stages.height() >= stages.sizeHint().height()
    screen.press("Ctrl+2")
    assert screen.workspace.lenses.current == "corpus"


def test_a_stage_says_its_tokens_or_what_it_would_take(screen: Screen) -> None:
    said = {record.id: screen.text(f"stage.{record.id}") for record in STAGES}
    assert said.pop("injection") == "Budget 15,278 → 5,809 tokens"
    assert said == {one.id: f"{one.title} {one.needs}" for one in STAGES if one.id in said}


def test_the_tokens_of_a_stage_are_those_of_the_newest_inputs(screen: Screen) -> None:
    edit = set_at("policy", "max_injection_tokens_absolute", 3000)
    screen.workspace.store.commit("Change the total", edit)
    screen.settle()
    used = screen.result.report.total_tokens_used
    assert screen.text("stage.injection") == f"Budget 15,278 → {used:,} tokens"
    screen.workspace.store.mark_saved()
    screen.do(CommandId.NEW)
    assert screen.text("stage.injection") == "Budget add candidates"


@pytest.mark.parametrize("sample", ["relevance", "discipline", "builder", "window", "assembly"])
def test_every_stage_says_its_tokens_once_it_was_run(screen: Screen, sample: str) -> None:
    screen.choose(CommandId.OPEN_SAMPLE, sample)
    lens = screen.workspace.lenses.widget
    while lens.busy:  # reading a project takes as long as it takes
        screen.bot.wait(50)
    screen.wait_until(lambda: screen.text(f"stage.{sample}").endswith("tokens"))


def test_a_low_window_folds_the_strip_into_a_button(screen: Screen) -> None:
    assert screen.is_visible("stage.injection")
    assert not screen.is_visible("stages.folded")
    screen.window.resize(1024, 700)
    screen.settle()
    assert not screen.is_visible("stage.injection")
    assert screen.text("stages.folded") == "Budget 15,278 → 5,809 tokens"
    assert [one.split(":")[0] for one in entries(screen)] == [one.title for one in STAGES]
    assert screen.window.height() == 700


def test_what_a_lens_is_called_in_the_specification_stands_in_its_tip(screen: Screen) -> None:
    assert "Context discipline" in screen.find("stage.discipline").toolTip()
    assert "(Alt+2)" in screen.find("stage.discipline").toolTip()


def test_a_suppressed_card_leads_to_its_place_in_the_prompt_and_back(screen: Screen) -> None:
    screen.workspace.lenses.open("injection", "card:ent-harbor-letters")
    screen.click("why.in-prompt")
    assert screen.workspace.lenses.current == "assembly"
    page = screen.find("prompt.text", PromptPage)
    screen.wait_until(lambda: len(page.extraSelections()) == 1)
    (mark,) = page.extraSelections()
    assert mark.cursor.selectedText().startswith("[suppressed] Harbor letters")
    assert page.viewport().rect().contains(page.cursorRect())
    lens = screen.workspace.lenses.widget
    lens.findChild(QPushButton, "why.link").click()
    assert screen.workspace.lenses.current == "injection"
    assert screen.workspace.lenses.widget.subject == "card:ent-harbor-letters"
