"""What a person does with any window: sizes, lenses, a presentation, closing, coming back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.gui.commands import CommandId, Menu
from inspector.gui.messages import Answer
from tests.shared.desktop import SCREEN, Desktop, wait_for
from tests.shared.desktop_program import NAME, Program
from tests.shared.desktop_twin import Twin
from tests.shared.samples import sample_path

SAMPLE = sample_path("securities-fraud")
TITLE = "Henderson v. Larkmoor: one budget instead of two"
CHART = "injection.bar"

Opened = Callable[[Path], tuple[Program, Twin]]


@pytest.mark.trial
def test_lenses_are_chosen_by_key_and_by_mouse(opened: Opened) -> None:
    program, guide = opened(SAMPLE)
    for keys, lens in (("alt+1", "relevance"), ("ctrl+2", "tuning"), ("alt+6", "assembly")):
        program.press(keys)
        guide.screen.choose(CommandId.SHOW_LENS, lens)
        program.await_sight(guide, "doors", "stages", lens)
    program.click(guide.middle("stage.injection"))
    guide.screen.click("stage.injection")
    program.await_sight(guide, "doors", CHART)


def test_one_window_is_sized_presented_and_closed(opened: Opened, screen: Desktop) -> None:
    program, guide = opened(SAMPLE)  # a program takes longer to start than all that is done in it
    the_window_manager_makes_it_larger_and_smaller_and_puts_it_away(program, guide, screen)
    a_presentation_fills_the_screen_and_leaves_everything_as_it_was(program, guide)
    a_window_with_unsaved_changes_asks_before_it_closes(program, guide)


def the_window_manager_makes_it_larger_and_smaller_and_puts_it_away(
    program: Program, guide: Twin, screen: Desktop
) -> None:
    wide, high = program.size
    program.press("alt+F10")
    large = program.await_size(lambda width, height: width > wide and height > high)
    assert large[0] > SCREEN[0] - 20
    guide.fit(large)
    program.await_sight(guide, CHART, "status.text")

    program.press("alt+F10")
    program.await_size(lambda *now: now == (wide, high))
    program.drag_corner(-150, -20)
    program.await_size(lambda *now: now == (wide - 150, high - 20))
    guide.fit((wide - 150, high - 20))
    program.await_sight(guide, CHART, "status.text")

    program.press("alt+F9")
    wait_for("no window", lambda: program.window not in screen.windows(NAME))
    screen.do("windowactivate", program.window)
    program.await_window()
    program.await_sight(guide, CHART, "status.text")


def a_presentation_fills_the_screen_and_leaves_everything_as_it_was(
    program: Program, guide: Twin
) -> None:
    before = program.size
    program.press("F11")
    program.await_size(lambda *now: now == SCREEN)
    guide.screen.do(CommandId.PRESENTATION)
    guide.fit(SCREEN)
    program.await_sight(guide, "story", CHART)
    program.press("Right", "Right", "Right")
    for _ in range(3):
        guide.screen.do(CommandId.STORY_NEXT)
    program.await_sight(guide, "story", CHART)

    program.press("Escape")
    program.await_size(lambda *now: now == before)
    guide.screen.do(CommandId.END_PRESENTATION)
    guide.fit(before)
    program.await_title(TITLE)
    program.await_sight(guide, "doors", CHART)


def a_window_with_unsaved_changes_asks_before_it_closes(program: Program, guide: Twin) -> None:
    before = SAMPLE.read_bytes()
    program.drag(guide.divider(), guide.share(0.5))
    guide.drag_divider(0.5)
    program.await_title(f"{TITLE}*")

    program.press("alt+F4")
    program.await_dialog(NAME)
    program.press("Escape")
    program.await_window()
    program.await_title(f"{TITLE}*")
    program.await_sight(guide, CHART)

    program.press("ctrl+q")
    program.answer(guide.answer(Answer.NO))
    assert program.await_end() == 0
    assert program.said() == ""
    assert SAMPLE.read_bytes() == before


@pytest.mark.trial
def test_the_next_start_looks_like_the_last_one(
    opened: Opened, start: Callable[..., Program]
) -> None:
    program, guide = opened(SAMPLE)
    wide, high = program.size
    program.drag_corner(-100, -20)
    size = program.await_size(lambda *now: now == (wide - 100, high - 20))
    guide.fit(size)
    program.choose(guide.entry(Menu.VIEW, CommandId.THEME, "theme.dark"))
    guide.screen.choose(CommandId.THEME, "dark")
    program.await_sight(guide, CHART, "status.text")
    program.press("ctrl+q")
    assert program.await_end() == 0

    again = start(SAMPLE)
    again.await_size(lambda *now: now == size)
    again.await_sight(guide, CHART, "status.text")
    again.press("alt+F4")
    assert again.await_end() == 0
    assert again.said() == ""
