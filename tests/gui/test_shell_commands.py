"""Commands: records from which menus, keys, tooltips, the palette and the manual follow."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu, QSpinBox

from inspector.gui.boxes import empty
from inspector.gui.command_palette import PaletteEntry, matching
from inspector.gui.commands import Command, CommandId, Menu, commands_page
from inspector.gui.lens_row import register_commands
from inspector.gui.lenses import LENSES
from inspector.gui.unattended import all_commands, settle, unattended_window
from tests.shared.plain_lens import PlainLens, plain_record
from tests.shared.screen import Screen

MANUAL = Path(__file__).parents[2] / "docs" / "commands.md"


@pytest.fixture(scope="module")
def known(qapp: QApplication) -> tuple[tuple[Command, ...], list[str]]:
    """All commands of a window with all lenses, and the keys of their choices."""
    with unattended_window() as workspace:
        commands = all_commands(workspace)
        settle(workspace)
        choices = [choice for one in commands for choice in workspace.actions.choices(one)]
        return commands, [choice.key for choice in choices if choice.key]


@pytest.fixture
def commands(known: tuple[tuple[Command, ...], list[str]]) -> tuple[Command, ...]:
    return known[0]


def test_every_command_has_help_and_a_place_in_a_menu(commands: tuple[Command, ...]) -> None:
    assert [one.id for one in commands if not one.help.endswith(".") or one.menu is None] == []


def test_every_command_id_is_used(commands: tuple[Command, ...]) -> None:
    assert {one.id for one in commands if not one.lens} == set(CommandId)


def test_no_two_commands_have_one_id(commands: tuple[Command, ...]) -> None:
    assert [name for name, times in Counter(one.id for one in commands).items() if times > 1] == []


def test_no_key_does_two_things(known: tuple[tuple[Command, ...], list[str]]) -> None:
    commands, keys_of_choices = known
    keys = [key for one in commands for key in one.keys] + keys_of_choices
    texts = Counter(QKeySequence(key).toString() for key in keys)
    assert [key for key, times in texts.items() if times > 1] == []
    assert "" not in texts


def test_the_manual_lists_the_commands(commands: tuple[Command, ...]) -> None:
    titles = {record.id: record.full_title for record in LENSES}
    assert MANUAL.read_text(encoding="utf-8") == commands_page(commands, titles)


def menus_of(screen: Screen) -> dict[str, list[str]]:
    """Return what stands in each menu, in their order."""
    menus = [action.menu() for action in screen.window.menuBar().actions()]
    return {menu.title(): [one.objectName() for one in menu.actions()] for menu in menus}


def test_menus_do_not_depend_on_what_was_visited(open_screen: Callable[..., Screen]) -> None:
    screen = open_screen(lenses=LENSES)
    before = menus_of(screen)
    assert list(before) == [menu.title for menu in Menu]
    all_commands(screen.workspace)
    screen.settle()
    after = menus_of(screen)
    assert before.pop(Menu.LENS.title) == []
    assert after.pop(Menu.LENS.title) != []
    assert after == before


def test_the_lens_menu_has_the_commands_of_the_lens_in_front_alone(
    open_screen: Callable[..., Screen],
) -> None:
    screen = open_screen(lenses=LENSES)
    shown = {}
    for lens in ("relevance", "injection", "relevance"):
        screen.workspace.show_lens(lens)
        found = menus_of(screen)[Menu.LENS.title]
        assert shown.setdefault(lens, found) == found
    assert "relevance-grid" in shown["relevance"]
    assert "focus-bar" in shown["injection"]
    assert not set(filter(None, shown["relevance"])) & set(shown["injection"])


def test_a_command_is_registered_once(shell: Screen) -> None:
    with pytest.raises(ValueError, match="two commands open"):
        shell.workspace.actions.register([Command(CommandId.OPEN, "Open", "Opens.", print)])


def test_a_command_has_something_to_run_or_choices() -> None:
    with pytest.raises(ValueError, match="neither run nor choices"):
        Command(CommandId.OPEN, "Open", "Opens.")


def test_tooltips_name_key_and_help(shell: Screen) -> None:
    tip = shell.workspace.actions.action(CommandId.OPEN).toolTip()
    assert tip.startswith("Open (Ctrl+O)\nOpens files of any kind.")


def test_groups_of_a_menu_are_separated(shell: Screen) -> None:
    menu = shell.window.menuBar().findChild(QMenu, "menu.file")
    names = [action.objectName() for action in menu.actions()]
    assert names[0] == CommandId.NEW
    assert names[names.index(CommandId.SAVE) - 1] == ""
    assert names[-1] == CommandId.QUIT


def test_undo_says_what_it_would_undo(shell: Screen) -> None:
    assert not shell.can(CommandId.UNDO)
    shell.workspace.lenses.show("plain")
    shell.find("plain.total", QSpinBox).setValue(700)
    assert shell.can(CommandId.UNDO)
    assert shell.workspace.actions.action(CommandId.UNDO).text() == "Undo change the total"
    shell.do(CommandId.UNDO)
    assert shell.workspace.actions.action(CommandId.REDO).text() == "Redo change the total"


def test_undo_right_after_an_edit_is_not_lost_while_the_window_lags(shell: Screen) -> None:
    shell.workspace.lenses.show("plain")
    total = shell.find("plain.total", QSpinBox)
    shell.settle()
    before = shell.session
    total.setValue(700)
    shell.bot.keyClick(shell.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert shell.session == before


def test_a_command_that_cannot_be_done_says_so(shell: Screen) -> None:
    shell.press("Ctrl+Z")
    assert shell.status == "There is nothing to undo."
    shell.press("Ctrl+R")
    assert shell.status == "Reload is not possible now."


def test_what_cannot_be_done_is_grey_in_an_open_menu_and_keeps_its_key_when_it_is_closed(
    shell: Screen,
) -> None:
    menu = shell.window.menuBar().findChild(QMenu, "menu.edit")
    undo = shell.workspace.actions.action(CommandId.UNDO)
    menu.aboutToShow.emit()
    assert not undo.isEnabled()
    menu.aboutToHide.emit()
    assert undo.isEnabled()


def test_keys_of_a_lens_that_is_not_in_sight_are_not_taken(
    open_screen: Callable[..., Screen],
) -> None:
    screen = open_screen(lenses=[plain_record(), plain_record("other", "Other", "Alt+2")])
    screen.workspace.lenses.show("plain")
    command = Command("focus-bar", "Bar", "Bar.", print, keys=("Ctrl+B",))
    register_commands(screen.workspace.actions, screen.workspace.lenses, "plain", [command])
    action = screen.workspace.actions.action("focus-bar")
    assert action.isEnabled()
    screen.workspace.lenses.show("other")
    assert not action.isEnabled()


def test_undo_by_key_reaches_the_session_from_a_field_whose_text_has_nothing_to_undo(
    shell: Screen,
) -> None:
    shell.workspace.lenses.show("plain")
    total = shell.find("plain.total", QSpinBox)
    total.setFocus()
    total.stepUp()
    shell.settle()
    assert shell.session.policy.max_injection_tokens_absolute == 6001
    shell.press("Ctrl+Z")
    assert shell.session.policy.max_injection_tokens_absolute == 6000
    shell.press("Ctrl+Y")
    assert shell.session.policy.max_injection_tokens_absolute == 6001


def test_undo_by_key_takes_back_what_is_being_typed_first(shell: Screen) -> None:
    shell.workspace.lenses.show("plain")
    total = shell.find("plain.total", QSpinBox)
    total.setKeyboardTracking(False)
    total.setFocus()
    total.stepUp()
    shell.settle()
    shell.type("7")
    assert total.lineEdit().text() != "6001"
    shell.press("Ctrl+Z")
    assert total.lineEdit().text() == "6001"
    assert shell.session.policy.max_injection_tokens_absolute == 6001


def test_lenses_are_shown_by_their_keys(open_screen: Callable[..., Screen]) -> None:
    screen = open_screen(lenses=[plain_record(), plain_record("other", "Other", "Alt+2")])
    screen.press("Alt+2")
    assert screen.workspace.lenses.current == "other"
    screen.press("Alt+1")
    assert screen.workspace.lenses.current == "plain"
    assert isinstance(screen.workspace.lenses.widget, PlainLens)


# The palette --------------------------------------------------------------------------------


def entry(title: str, *, enabled: bool = True, help_: str = "") -> PaletteEntry:
    return PaletteEntry(title, title, "File", "", help_, enabled, print)


def test_what_begins_with_the_words_comes_before_what_only_holds_them() -> None:
    entries = [entry("Reopen"), entry("Save to open file"), entry("Open"), entry("Zip of a pen")]
    found = [one.title for one in matching(entries, "open")]
    assert found == ["Open", "Save to open file", "Reopen", "Zip of a pen"]


def test_every_word_has_to_be_found() -> None:
    entries = [entry("Open sample: Henderson"), entry("Open sample: Van 14"), entry("Close")]
    assert [one.title for one in matching(entries, "open van")] == ["Open sample: Van 14"]
    assert matching(entries, "open nothing") == []


def test_without_words_everything_is_listed_in_its_order_and_the_impossible_last() -> None:
    entries = [entry("B", enabled=False), entry("C"), entry("A")]
    assert [one.title for one in matching(entries, " ")] == ["C", "A", "B"]


def test_what_cannot_be_done_now_is_still_the_best_match() -> None:
    entries = [entry("Reload", help_="You can undo it."), entry("Undo", enabled=False)]
    assert [one.title for one in matching(entries, "undo")] == ["Undo", "Reload"]


def test_words_are_found_in_the_help_too() -> None:
    entries = [entry("Stop", help_="Ends the run."), entry("Open")]
    assert [one.title for one in matching(entries, "ends")] == ["Stop"]


def test_the_palette_runs_what_is_typed_and_gives_the_keyboard_back(shell: Screen) -> None:
    shell.workspace.lenses.show("plain")
    shell.find("plain.total").setFocus()
    shell.press("Ctrl+K")
    assert shell.focus() == "palette.query"
    shell.type("dark")
    assert shell.workspace.palette.shown[0].id == "theme.dark"
    shell.press("Return")
    assert shell.workspace.theme.colors.dark
    assert not shell.is_visible("palette")
    assert shell.focus() == "plain.total"


def test_the_palette_goes_away_with_escape(shell: Screen) -> None:
    shell.press("Ctrl+Shift+P")
    assert shell.is_visible("palette")
    shell.press("Escape")
    assert not shell.is_visible("palette")


def test_the_palette_does_not_run_what_is_impossible_now(shell: Screen) -> None:
    shell.press("Ctrl+K")
    shell.type("undo")
    assert shell.workspace.palette.shown[0].id == CommandId.UNDO
    shell.press("Return")
    assert shell.is_visible("palette")
    assert shell.text("palette.help").startswith("Not possible now.")


def test_the_palette_says_when_nothing_matches(shell: Screen) -> None:
    shell.press("Ctrl+K")
    shell.type("xyzzy")
    assert shell.workspace.palette.shown == ()
    assert shell.text("palette.help") == "Nothing has these words."
    shell.press("Down")
    shell.press("Return")
    assert shell.is_visible("palette")


def test_a_menu_that_is_emptied_keeps_nothing_of_what_it_had(qapp: QApplication) -> None:
    def entries() -> int:
        gc.collect()
        return sum(isinstance(one, QAction) for one in gc.get_objects())

    menu, before = QMenu(), entries()
    stays = QAction("stays")
    for _ in range(3):
        menu.addAction("an entry")
        menu.addSeparator()
        menu.addAction(stays)
        empty(menu)
        assert menu.isEmpty()
    assert entries() == before + 1
    assert stays.text() == "stays"
