"""What a request of the window says of itself, in the Window lens, and its text in a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLineEdit

from inspector.gui.commands import CommandId
from inspector.gui.views.section_column import Section
from inspector.stages.window.view.lens import WindowLens
from tests.shared.screen import Screen
from tests.shared.window_lens import window_screen


@pytest.fixture
def screen(open_screen: Callable[..., Screen], tmp_path: Path) -> Screen:
    return window_screen(open_screen, tmp_path)


def test_a_text_of_the_window_that_lacks_some_says_so(screen: Screen, tmp_path: Path) -> None:
    target = tmp_path / "window.txt"
    screen.messages.targets.append(target)
    screen.choose(CommandId.EXPORT, "window.window.txt")
    assert target.read_text() == "Hello.\n\nAnd now?"
    assert screen.messages.said[-1].text.endswith("1 placed chunk came without its text.")


def test_what_a_request_says_of_itself_is_an_input(screen: Screen) -> None:
    screen.find("section.request", Section).set_open(True)
    screen.settle()
    for text in ("{", "[1]", '{"client_tier": "enterprise"}'):
        screen.find("request.business_context.editor", QLineEdit).clear()
        screen.type(text, "request.business_context.editor")
        screen.press("Return", "request.business_context.editor")
        assert bool(screen.session.window.business_context) is text.startswith('{"')
    screen.type("u-1", "request.user_id.editor")
    screen.press("Return", "request.user_id.editor")
    stage = screen.session.window
    assert (stage.user_id, stage.business_context) == ("u-1", {"client_tier": "enterprise"})
    lens = screen.workspace.lenses.widget
    assert isinstance(lens, WindowLens)
    assert {one.business_boost for one in lens.report.allocations} == {12}
