"""Whoever knows what a field is called finds it by the command palette."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QApplication

from inspector import resources
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
    (found,) = [one for one in palette.shown if one.id.startswith("control.")]
    assert found.place == "Inputs"
    palette.run_current()
    focus = QApplication.focusWidget()
    assert focus is not None
    assert focus.accessibleName() == found.title
    assert focus.isVisible()
