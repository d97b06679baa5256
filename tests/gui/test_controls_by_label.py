"""Whoever knows what a field is called finds it by the command palette."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton, QTabBar, QTableView

from inspector import resources
from inspector.gui.controls import known_controls
from inspector.gui.controls_list import listed
from inspector.gui.focus_ring import Ring
from inspector.gui.lenses import LENSES
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
    kept = {lens: {} for lens in now}
    for one in known_controls():
        kept[one.lens][one.name] = one.label
    assert now == kept, "python -m inspector.gui.controls_list writes it anew"


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
