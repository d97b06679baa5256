"""Whoever knows what a field is called finds it by the command palette."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton, QTabBar, QTableView

from inspector import resources
from inspector.gui.commands import CommandId
from inspector.gui.controls import controls_of, known_controls
from inspector.gui.keyboard import Ring
from inspector.gui.lenses import LENSES
from inspector.gui.samples import FIRST, samples
from inspector.gui.unattended import listed
from tests.shared.screen import Screen


def test_a_field_is_found_by_its_label_and_gets_the_keyboard(
    open_screen: Callable[..., Screen],
) -> None:
    path = resources.resource_path(resources.sample_sessions()["securities-fraud"])
    screen = open_screen(path, lenses=LENSES)
    palette = screen.workspace.palette
    palette.open()
    palette.search("top-k")
    found = next(one for one in palette.shown if one.id.startswith("control."))
    assert found.place == "This page"
    palette.run_current()
    focus = QApplication.focusWidget()
    assert focus is not None
    assert focus.accessibleName() == found.title
    assert focus.isVisible()


def test_a_control_of_another_lens_is_found_and_leads_there(
    open_screen: Callable[..., Screen],
) -> None:
    path = resources.resource_path(resources.sample_sessions()["securities-fraud"])
    screen = open_screen(path, lenses=LENSES)
    palette = screen.workspace.palette
    for label, lens in (("zoom in", "window"), ("second parameter", "tuning")):
        palette.open()
        palette.search(label)
        found = next(one for one in palette.shown if one.id.startswith(f"control.{lens}."))
        assert found.title.casefold() == label
        found.run()
        assert screen.workspace.lenses.current == lens


def test_the_list_of_controls_has_every_lens_and_what_it_names_is_there(
    open_screen: Callable[..., Screen],
) -> None:
    assert {one.lens for one in known_controls()} == {record.id for record in LENSES}
    screen = open_screen(lenses=LENSES)
    now = listed(screen.workspace)
    kept: dict[str, dict[str, object]] = {lens: {} for lens in now}
    for one in known_controls():
        kept[one.lens][one.name] = one.label if one.help is None else [one.label, one.help]
    assert now == kept, "python -m inspector.gui.unattended writes it anew"


def found_by(screen: Screen, *searches: str) -> list[list[str]]:
    """What the palette, opened once, lists for the words of each search."""
    palette = screen.workspace.palette
    palette.open()
    titles = []
    for words in searches:
        palette.search(words)
        titles.append([one.title for one in palette.shown])
    palette.close_again()
    return titles


def unfound(screen: Screen, labels: set[str]) -> list[str]:
    """The labels that the palette does not list for their own words."""
    each = sorted(labels)
    found = zip(each, found_by(screen, *each), strict=True)
    return [label for label, titles in found if label not in titles]


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ("full screen", "Presentation mode"),
        ("fullscreen", "Presentation mode"),
        ("sign off", "Sign off"),
        ("accept", "Sign off"),
        ("bundle", "Export bundle"),
        ("never-send", "Never send the file"),
        ("recall", "Look at the recommended value"),
        ("recall", "May cost at most"),
        ("dark mode", "Theme: Dark"),
    ],
)
def test_usual_words_find_what_is_called_otherwise_also_before_its_lens_was_shown(
    used_screen: Callable[..., Screen], words: str, title: str
) -> None:
    assert title in found_by(used_screen(lenses=LENSES), words)[0]


def test_every_label_of_every_lens_is_found_from_the_first_page(
    used_screen: Callable[..., Screen],
) -> None:
    screen = used_screen(lenses=LENSES)
    assert unfound(screen, {one.label.rstrip("…") for one in known_controls()}) == []


@pytest.mark.parametrize("lens", [record.id for record in LENSES])
def test_every_label_of_a_lens_that_shows_something_is_found(
    used_screen: Callable[..., Screen], lens: str
) -> None:
    screen = used_screen(lenses=LENSES)
    sample = next((one.id for one in samples() if one.lens == lens), FIRST)
    screen.choose(CommandId.OPEN_SAMPLE, sample)
    screen.settle()
    screen.workspace.show_lens(lens)
    screen.settle()
    shown = screen.workspace.lenses.widget
    assert shown is not None
    labels = {label for _, _, label in controls_of(shown)}
    assert unfound(screen, labels) == []


def test_a_command_of_the_window_comes_before_what_is_called_like_it_elsewhere(
    used_screen: Callable[..., Screen],
) -> None:
    screen = used_screen(lenses=LENSES)
    screen.workspace.show_lens("audit")
    assert found_by(screen, "open folder")[0][0] == "Open folder…"
    assert screen.workspace.palette.shown[0].id == "open-folder"


@pytest.mark.parametrize("words", ["open", "clear the filter", "open a hot state", "columns"])
def test_nothing_of_a_lens_is_listed_twice_under_one_name(
    used_screen: Callable[..., Screen], words: str
) -> None:
    screen = used_screen(lenses=LENSES)
    palette = screen.workspace.palette
    palette.open()
    palette.search(words)
    lines = [(one.place, one.title) for one in palette.shown if one.id.startswith("control.")]
    assert lines
    assert len(set(lines)) == len(lines)


def test_a_command_of_another_lens_is_done_there(used_screen: Callable[..., Screen]) -> None:
    screen = used_screen(lenses=LENSES)
    palette = screen.workspace.palette
    palette.open()
    palette.search("go to the grid of nodes")
    palette.run_current()
    assert screen.workspace.lenses.current == "relevance"


def test_from_opening_to_the_ledger_takes_two_keys(open_screen: Callable[..., Screen]) -> None:
    path = resources.resource_path(resources.sample_sessions()["securities-fraud"])
    screen = open_screen(path, lenses=LENSES)
    screen.settle()
    screen.do("focus-filter")  # Ctrl+F
    field = QApplication.focusWidget()
    assert field is not None
    screen.bot.keyClick(field, Qt.Key.Key_Down)
    reached = QApplication.focusWidget()
    assert isinstance(reached, QTableView)
    assert reached.currentIndex().isValid() or reached.model().rowCount() > 0


def test_nothing_has_a_frame_before_a_key_was_pressed(
    open_screen: Callable[..., Screen],
) -> None:
    screen = open_screen(lenses=LENSES)
    assert not screen.window.findChildren(Ring)
    assert not isinstance(QApplication.focusWidget(), QAbstractButton | QTabBar)
    button = screen.find("start.folder", QPushButton)
    assert button.focusPolicy() is Qt.FocusPolicy.TabFocus  # a click gives it no frame
