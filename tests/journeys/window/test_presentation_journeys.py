"""Somebody shows a session to others: step by step, with arrow keys, and takes pictures along."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from inspector.gui.commands import CommandId
from inspector.gui.keyboard import Ring
from inspector.present.strip_marks import merging
from inspector.session.edits import set_story
from inspector.stages.injection.view.middle import BECOMES
from tests.shared.injection_window import INJECTION, drag_divider, lens
from tests.shared.samples import sample_path
from tests.shared.screen import Screen


@pytest.fixture
def presented(open_screen: Callable[..., Screen]) -> Screen:
    """The sample about a complaint, presented."""
    screen = open_sample(open_screen, "securities-fraud")
    screen.press("F11")
    return screen


def open_sample(open_screen: Callable[..., Screen], name: str) -> Screen:
    session = sample_path(name)
    screen: Screen = open_screen(session, lenses=INJECTION)
    screen.wait_until(lambda: screen.result is not None)
    screen.settle()
    return screen


def place(screen: Screen) -> str:
    """Return which step is told, of how many."""
    return screen.find("story.title").accessibleName().partition(":")[0]


def test_the_stage_shows_the_picture_and_one_sentence_and_nothing_else(presented: Screen) -> None:
    hidden = ["doors", "problems.list", "palette-button", "status", "strip", "ledger.filter"]
    assert [name for name in hidden if presented.is_visible(name)] == []
    assert not lens(presented).inputs.isVisible()
    assert not lens(presented).why.isVisible()
    assert not lens(presented).tables.isVisible()
    assert presented.is_visible("story")
    assert presented.is_visible("injection.bar")
    assert (place(presented), presented.text("story.title")) == (
        "1 of 7",
        "Eight thousand tokens, many of them twice",
    )


def test_arrow_keys_step_through_the_story_and_stop_at_its_ends(presented: Screen) -> None:
    presented.press("Left")
    assert place(presented) == "1 of 7"
    presented.press("Right")
    assert lens(presented).subject == "file:henderson:complaint"
    presented.press("Right")
    assert lens(presented).subject == "card:ent-scienter"
    for _ in range(9):
        presented.press("PgDown")
    assert place(presented) == "7 of 7"
    assert presented.session.policy.max_injection_tokens_absolute == 3750
    presented.press("PgUp")
    assert place(presented) == "6 of 7"
    assert presented.session.policy.max_injection_tokens_absolute == 6000


def clickable(screen: Screen) -> list[QWidget]:
    """What is in sight and takes the keyboard when it is clicked."""
    clicks = Qt.FocusPolicy.ClickFocus
    return [
        widget
        for widget in screen.window.findChildren(QWidget)
        if widget.isVisible() and widget.isEnabled() and widget.focusPolicy() & clicks == clicks
    ]


def test_arrow_keys_step_through_the_story_whatever_was_clicked_before(presented: Screen) -> None:
    reached = []
    for widget in clickable(presented):
        widget.setFocus(Qt.FocusReason.MouseFocusReason)
        # Some give the keyboard on at once.
        has_it = QApplication.focusWidget() or presented.window
        presented.bot.keyClick(has_it, Qt.Key.Key_Right)
        told = place(presented)
        presented.bot.keyClick(has_it, Qt.Key.Key_Left)
        if (told, place(presented)) != ("2 of 7", "1 of 7"):
            reached.append(f"{type(has_it).__name__} {has_it.objectName()}")
    assert reached == []
    assert clickable(presented)


def test_a_sentence_is_changed_where_it_stands_and_kept_with_the_session(
    presented: Screen,
) -> None:
    presented.press("Right")
    presented.press("F2")
    field = presented.find("story.edit", QLineEdit)
    assert field.text() == presented.session.story[1].title
    presented.bot.keyClicks(field, "One file, twice")
    presented.bot.keyClick(field, Qt.Key.Key_Left)
    assert place(presented) == "2 of 7"  # the keys of the story are the field's meanwhile
    assert field.cursorPosition() == len("One file, twice") - 1
    presented.bot.keyClick(field, Qt.Key.Key_Return)
    assert presented.text("story.title") == "One file, twice"
    presented.press("Right")
    presented.press("Left")
    assert presented.text("story.title") == "One file, twice"
    presented.press("Esc")
    assert [step.title for step in presented.session.story][1] == "One file, twice"
    assert presented.workspace.store.modified


def test_the_divider_is_dragged_on_the_stage_and_is_back_after_it(presented: Screen) -> None:
    before = presented.session.policy
    drag_divider(presented, 0.6)
    assert presented.session.policy.knowledge_card_share_default == pytest.approx(0.6, abs=0.01)
    presented.press("Esc")
    assert presented.session.policy == before


def test_after_a_drag_the_sentence_is_of_what_is_on_the_stage(presented: Screen) -> None:
    own = presented.text("story.title")
    drag_divider(presented, 0.6)
    presented.wait_until(lambda: "tokens used" in presented.text("story.title"))
    share = presented.session.policy.knowledge_card_share_default
    assert presented.text("story.title").startswith(f"Split {100 * share:g} : ")
    assert place(presented) == "1 of 7"
    presented.press("F2")
    assert presented.find("story.edit", QLineEdit).text() == own  # the step's, not what is shown
    presented.bot.keyClick(presented.find("story.edit", QLineEdit), Qt.Key.Key_Return)
    drag_divider(presented, 0.4)
    presented.wait_until(lambda: presented.text("story.title") == own)
    drag_divider(presented, 0.5)
    presented.press("Right")
    assert presented.text("story.title") == presented.workspace.presentation.steps[1].title


def test_an_arrow_key_at_the_end_of_the_story_says_that_it_is_the_end(presented: Screen) -> None:
    presented.press("Left")
    assert presented.status == "This is the first step of the story."


def test_after_the_presentation_everything_is_as_it_was(presented: Screen) -> None:
    before = presented.workspace.store.session
    for _ in range(6):
        presented.press("Right")
    assert presented.session != before
    assert not presented.can(CommandId.SAVE)
    presented.press("Esc")
    assert presented.session is before
    assert not presented.workspace.store.modified
    assert presented.can(CommandId.SAVE)
    assert not presented.window.isFullScreen()
    assert presented.is_visible("doors")
    assert not lens(presented).inputs.isHidden()
    assert not presented.is_visible("story")
    assert not presented.can(CommandId.STORY_NEXT)


def test_another_session_that_is_opened_tells_its_own_story(presented: Screen) -> None:
    presented.press("Right")
    presented.choose(CommandId.OPEN_SAMPLE, "direct-target")
    presented.wait_until(lambda: place(presented) == "1 of 6")
    assert presented.text("story.title") == "Somebody asks for a document"


def test_an_empty_session_has_nothing_to_tell(presented: Screen) -> None:
    presented.do(CommandId.NEW)
    presented.settle()
    assert not presented.is_visible("story")
    assert not presented.can(CommandId.STORY_NEXT)
    assert presented.can(CommandId.END_PRESENTATION)


def test_a_session_without_a_story_gets_one_that_is_made_of_it(presented: Screen) -> None:
    presented.press("Esc")
    presented.workspace.store.commit("No story", set_story(()))
    presented.press("F11")
    presented.wait_until(lambda: presented.is_visible("story"))
    assert [step.title for step in presented.workspace.presentation.steps] == [
        "Two budgets take 7,881 tokens, one takes 5,809.",
        "895 tokens were paid twice; one budget saves 596 of them.",
        "3,337 tokens left out: 1 card, 4 files by title only.",
        "“Scienter allegations” is not sent twice: its file is there in full.",
        "Keep 40 : 60: 12 of 12 expectations met, no split has more. As good from 35.7 to 41.8 %.",
    ]
    for _ in range(3):
        presented.press("Right")
    assert lens(presented).subject == "card:ent-scienter"
    presented.press("Esc")
    assert presented.session.story == ()  # nobody has changed a sentence


def test_a_chart_or_a_table_is_copied_as_a_picture(presented: Screen) -> None:
    clipboard = QGuiApplication.clipboard()
    presented.wait_until(lambda: lens(presented).settled)
    lens(presented).bar.setFocus()
    presented.do(CommandId.COPY_PICTURE)
    chart = clipboard.image()
    # The ring around what has the keyboard belongs into no picture.
    ring = lens(presented).bar.findChild(Ring)
    assert ring is not None
    assert ring.isVisible()
    ring.hide()
    assert chart == lens(presented).bar.grab().toImage()
    clipboard.clear()


def test_the_story_is_exported_as_one_file(presented: Screen, tmp_path: Path) -> None:
    presented.press("Esc")
    target = tmp_path / "story.html"
    presented.messages.targets.append(target)
    presented.choose(CommandId.EXPORT, "story")
    assert target.read_text("utf-8").count("<section") == 7


def test_slides_have_a_page_for_before_for_after_and_for_each_step(
    presented: Screen, tmp_path: Path
) -> None:
    presented.press("Esc")
    target = tmp_path / "slides.pdf"
    presented.messages.targets.append(target)
    presented.choose(CommandId.EXPORT, "slides")
    pages = re.findall(rb"/Type /Page\b", target.read_bytes())
    assert len(pages) == 2 + len(presented.session.story)


def test_two_budgets_become_one_before_the_first_step_is_told(presented: Screen) -> None:
    bar = lens(presented).bar
    presented.press("Right")
    presented.press("Left")
    assert bar.merges
    geometry = bar.geometry_now
    assert geometry is not None
    old, new = geometry.box("before"), geometry.box("filled")
    parts = list(merging(old, new, BECOMES, 0.0))
    assert [group for group, _, _ in parts] == ["knowledge", "duplicated", "bucket"]
    assert [(start, end) for _, start, end in parts] == [old.edges(at) for at in range(3)]
    cards, twice, files = merging(old, new, BECOMES, 1.0)
    assert twice[1] == twice[2] == cards[2]
    assert files[2] <= new.left + new.width
    presented.wait_until(lambda: not bar.merges)
    presented.press("Right")
    assert not bar.merges
