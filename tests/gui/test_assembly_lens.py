"""The Assembly lens: bands, tables, inputs and Why show one assembly and one selection."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit, QListWidget, QPlainTextEdit, QWidget

from inspector.core.assembly import Decision, Step
from inspector.gui.commands import CommandId
from inspector.gui.lenses import LENSES
from inspector.gui.messages import Answer
from inspector.session.edits import set_at
from inspector.stages.assembly.view.lens import AssemblyLens
from inspector.stages.assembly.view.tables import AssemblyTable, PromptPage
from tests.shared.samples import sample_path
from tests.shared.screen import Screen

SAMPLE = sample_path("assembly")
ALONE = [record for record in LENSES if record.id == "assembly"]


def lens_of(screen: Screen) -> AssemblyLens:
    lens = screen.workspace.lenses.widget
    assert isinstance(lens, AssemblyLens)
    return lens


def find(screen: Screen, name: str, kind: type[Any] = QWidget) -> Any:
    """Return the lens's widget of this name; other lenses have widgets of the same names."""
    (found,) = lens_of(screen).findChildren(kind, name)
    return found


def text(screen: Screen, name: str) -> str:
    return find(screen, name).text()


def settle(screen: Screen) -> None:
    screen.settle()
    screen.wait_until(lambda: not lens_of(screen).runner.busy)


def at_the_assembly(screen: Screen) -> Screen:
    screen.window.resize(1300, 860)
    screen.workspace.show_lens("assembly")
    screen.wait_until(lambda: lens_of(screen).assembly is not None)
    settle(screen)
    return screen


@pytest.fixture
def screen(used_screen: Callable[..., Screen]) -> Screen:
    """A window on the sample with nothing but the Assembly lens."""
    return at_the_assembly(used_screen(SAMPLE, lenses=ALONE))


@pytest.fixture
def with_others(used_screen: Callable[..., Screen]) -> Screen:
    """A window on the sample with all lenses, at the Assembly lens."""
    return at_the_assembly(used_screen(SAMPLE, lenses=LENSES))


def click_subject(screen: Screen, subject: str, *, twice: bool = False) -> None:
    view = lens_of(screen).chart.view
    left, top, right, bottom = next(iter(view.geometry_now.boxes_of(subject)))
    at = QPoint(round((left + right) / 2), round((top + bottom) / 2))
    press = screen.bot.mouseDClick if twice else screen.bot.mouseClick
    press(view, Qt.MouseButton.LeftButton, pos=at)
    screen.settle()


def test_the_whole_is_explained_until_something_is_selected(screen: Screen) -> None:
    assert lens_of(screen).subject == ""
    assert text(screen, "why.name") == "The whole prompt"
    assert "Fits" in text(screen, "why.sentence")
    assert "reconciled" in screen.status


def test_a_click_on_a_band_selects_it_everywhere(screen: Screen) -> None:
    click_subject(screen, "hot_state:hot_state")
    lens = lens_of(screen)
    assert lens.subject == "hot_state:hot_state"
    assert text(screen, "why.name") == "Hot state"
    assert Step.SESSION in lens.chart.view.opened
    assert find(screen, "assembly-items").current_key == "hot_state:hot_state"


def test_a_row_of_the_table_selects_the_band_and_the_piece(screen: Screen) -> None:
    panel = find(screen, "assembly-items")
    panel.select_key("item:gists")
    panel.current_changed.emit("item:gists")
    assert lens_of(screen).subject == "item:gists"
    assert text(screen, "why.name") == "Gists of earlier talks"
    assert find(screen, "pieces.list", QListWidget).currentItem().text().endswith("(left out)")
    assert text(screen, "piece.title") == "Gists of earlier talks"


def test_a_step_shows_in_the_table_of_steps(screen: Screen) -> None:
    lens_of(screen).select("step:6")
    assert find(screen, "assembly-steps").current_key == "step:6"
    assert text(screen, "why.name") == "Injection"


def test_the_command_leads_to_the_lens_that_decided(with_others: Screen) -> None:
    screen = with_others
    lens_of(screen).select("item:gists")
    assert text(screen, "why.link") == "Show it in Relevance"
    screen.do("assembly-deciding-lens")
    assert screen.workspace.lenses.current == "relevance"


def test_a_double_click_on_a_file_shows_it_in_the_injection(with_others: Screen) -> None:
    screen = with_others
    lens_of(screen).chart.view.set_opened([Step.INJECTION])
    settle(screen)
    click_subject(screen, "file:skerrow-ops:fog-plan", twice=True)
    assert screen.workspace.lenses.current == "injection"
    assert screen.workspace.lenses.widget.subject == "file:skerrow-ops:fog-plan"


def test_keys_walk_through_steps_and_pieces_and_open_them(screen: Screen) -> None:
    lens = lens_of(screen)
    lens.chart.view.setFocus()
    for key in ("Down", "Down"):
        screen.press(key, "assembly.bands")
    assert lens.subject == "step:2"
    screen.press("Return", "assembly.bands")
    assert lens.chart.view.opened == {Step.SESSION}
    screen.press("Right", "assembly.bands")
    assert lens.subject == "item:session-seed"
    screen.press("Right", "assembly.bands")
    assert lens.subject == "hot_state:hot_state"
    screen.press("Up", "assembly.bands")
    assert lens.subject == "step:1"


def test_the_reserve_is_one_edit_that_refuses_the_prompt_and_can_be_undone(
    screen: Screen,
) -> None:
    lens = lens_of(screen)
    screen.workspace.store.commit("Reserve", set_at("assembly", "response_token_reserve", 3_000))
    settle(screen)
    assert lens.assembly.decision is Decision.REFUSE_HARD_LIMIT
    assert text(screen, "chart.headline").endswith("over the hard limit")
    screen.do(CommandId.UNDO)
    settle(screen)
    assert lens.assembly.decision is Decision.OK


def test_a_piece_is_added_written_and_taken_back(screen: Screen) -> None:
    lens = lens_of(screen)
    used = lens.assembly.used
    screen.choose("assembly-add-piece", "step-5")
    settle(screen)
    assert text(screen, "piece.title") == "New piece"
    find(screen, "piece.text", QPlainTextEdit).setPlainText("Some words more.")
    find(screen, "inputs").finish()
    settle(screen)
    assert lens.assembly.used > used
    assert lens.assembly.bands[4].spans[-1].piece.text == "Some words more."
    for _ in range(2):
        screen.do(CommandId.UNDO)
        settle(screen)
    assert lens.assembly.used == used


def test_a_piece_changes_its_title_its_step_and_how_it_is_given(screen: Screen) -> None:
    lens = lens_of(screen)
    lens.select("item:clock")
    title = find(screen, "piece.title", QLineEdit)
    title.setText("The time")
    title.editingFinished.emit()
    step = find(screen, "piece.step", QComboBox)
    step.activated.emit(0)
    find(screen, "piece.content", QComboBox).activated.emit(1)
    settle(screen)
    item = next(one for one in screen.session.assembly.items if one.item_id == "clock")
    assert (item.title, item.step, item.text, item.tokens) == ("The time", 1, None, 0)


def test_a_removed_piece_is_gone_from_the_bands(screen: Screen) -> None:
    lens_of(screen).select("item:panel")
    screen.do("assembly-remove-piece")
    settle(screen)
    assert lens_of(screen).assembly.bands[6].tokens == 0
    assert not screen.can("assembly-remove-piece")


def test_a_problem_of_a_piece_leads_to_it(screen: Screen, tmp_path: Path) -> None:
    items = [{"step": 1, "item_id": "a", "text": "x"}, {"step": 3, "item_id": "b", "node": "fcats"}]
    path = tmp_path / "pieces.json"
    path.write_text(json.dumps({"schema_version": 1, "items": items, "response_token_reserve": 9}))
    screen.messages.answers.append(Answer.YES)
    screen.drop(path)
    settle(screen)
    problem = next(one for one in screen.problems if one.code == "assembly.unknown-node")
    assert problem.place.file == str(path)
    screen.workspace.go_to(problem)
    assert lens_of(screen).subject == "item:b"


def test_without_a_request_the_lens_says_what_to_open(open_screen: Callable[..., Screen]) -> None:
    screen = open_screen(lenses=ALONE)
    screen.workspace.show_lens("assembly")
    settle(screen)
    assert lens_of(screen).assembly is None
    assert find(screen, "nothing").isVisible()
    assert not screen.can("assembly-open-steps")


def test_how_the_lens_is_looked_at_is_kept(open_screen: Callable[..., Screen]) -> None:
    first = open_screen(SAMPLE, lenses=ALONE)
    first.workspace.show_lens("assembly")
    settle(first)
    first.do("assembly-open-steps")
    lens_of(first).tables.filter_rows(AssemblyTable.ITEMS, "state:reduced")
    first.window.close()
    again = open_screen(SAMPLE, lenses=ALONE)
    again.workspace.show_lens("assembly")
    settle(again)
    assert lens_of(again).chart.view.opened == set(Step)
    assert find(again, "assembly-items").query.filter == "state:reduced"


def test_everything_can_be_exported(screen: Screen, tmp_path: Path) -> None:
    names = {
        "assembly.json",
        "prompt.txt",
        "assembly-items.csv",
        "assembly-steps.csv",
        "bands.svg",
    }
    for name in sorted(names):
        path = tmp_path / name
        screen.messages.targets.append(path)
        screen.choose(CommandId.EXPORT, f"assembly.{name}")
        assert path.exists(), name
    result = json.loads((tmp_path / "assembly.json").read_text("utf-8"))
    assert result["used"] == lens_of(screen).assembly.used
    assert (tmp_path / "prompt.txt").read_text("utf-8").startswith("You help the duty desk")


def test_a_refused_prompt_is_not_exported(screen: Screen, tmp_path: Path) -> None:
    screen.workspace.store.commit("Reserve", set_at("assembly", "response_token_reserve", 3_000))
    settle(screen)
    screen.messages.targets.append(tmp_path / "prompt.txt")
    screen.choose(CommandId.EXPORT, "assembly.prompt.txt")
    assert not (tmp_path / "prompt.txt").exists()
    assert screen.messages.told or any(p.code == "assembly.refused" for p in screen.problems)


def test_the_chart_takes_the_height_it_needs_as_far_as_that_is_fair(screen: Screen) -> None:
    scroll = find(screen, "chart.scroll")
    assert scroll.verticalScrollBar().maximum() == 0
    before = scroll.height()
    lens_of(screen).chart.view.set_opened([Step.INJECTION])
    screen.settle()
    assert scroll.height() > before
    assert scroll.verticalScrollBar().maximum() == 0
    lens_of(screen).chart.open_all()
    screen.settle()
    assert find(screen, "assembly-items").height() > 150


def test_what_paints_itself_has_a_name_and_says_its_numbers(screen: Screen) -> None:
    view = lens_of(screen).chart.view
    assert view.accessibleName() == "Eight bands of the prompt"
    assert "hard limit 3,072" in view.accessibleDescription()


def test_work_waits_until_somebody_looks(with_others: Screen) -> None:
    screen = with_others
    lens = lens_of(screen)
    before = lens.assembly
    screen.workspace.show_lens("injection")
    screen.workspace.store.commit("Reserve", set_at("assembly", "response_token_reserve", 1_000))
    screen.settle()
    assert lens.assembly is before
    screen.workspace.show_lens("assembly")
    settle(screen)
    assert lens.assembly.limits.reserve == 1_000


def test_the_text_of_the_prompt_leads_to_what_it_is_of_and_back(screen: Screen) -> None:
    lens = lens_of(screen)
    lens.tables.turn_to(AssemblyTable.TEXT)
    screen.settle()
    page = find(screen, "prompt.text", PromptPage)
    assert "[suppressed]" in page.toPlainText()
    position = page.toPlainText().index("[suppressed]") + 20
    cursor = page.textCursor()
    cursor.setPosition(position)
    page.setTextCursor(cursor)
    page.setFocus()
    QTest.keyClick(page, Qt.Key.Key_Return)
    chosen = lens.subject
    assert lens.why.why is not None
    assert lens.why.why.verdict == "suppressed"
    lens.select("")
    assert not page.extraSelections()
    lens.select(chosen)
    (mark,) = page.extraSelections()
    assert mark.cursor.selectionStart() <= position < mark.cursor.selectionEnd()
    page.ensureCursorVisible()
    middle = page.cursorRect(page.textCursor()).center()
    part = page.part_at(middle)
    assert part is not None
    assert part.key == chosen
    lens.select("")
    QTest.mouseClick(page.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert lens.subject == chosen
