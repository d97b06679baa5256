"""The answer at a glance in the window: headline, last change, best split, asking for a thing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QMenu, QToolButton

from inspector.analysis.corpus.divider import breakpoints
from inspector.gui.commands import CommandId
from inspector.session.edits import set_note
from tests.shared.injection_input import request
from tests.shared.injection_window import (
    bar,
    divider,
    drag_divider,
    injection_screen,
    lens,
    small_session,
)
from tests.shared.screen import Screen

EXPECT = {"must_include": ["alpha", "twin"], "must_exclude": ["giant"]}


@pytest.fixture
def screen(used_screen: Callable[..., Screen]) -> Screen:
    shown = injection_screen(used_screen, small_session(request=request(expect=EXPECT)))
    know_splits(shown)
    return shown


def know_splits(screen: Screen) -> None:
    """Wait for the splits of the run that is shown."""
    known: list[object] = []
    lens(screen).answers.splits.when_known(known.append)
    screen.wait_until(lambda: bool(known))


def share(screen: Screen) -> float:
    return screen.session.policy.knowledge_card_share_default


def test_the_headline_says_the_result_before_the_details(screen):
    report = lens(screen).report
    assert screen.text("headline").startswith(
        f"{report.total_tokens_used:,} of 600 tokens used · 10 duplicated tokens fewer · "
    )
    assert not screen.is_visible("change")


def test_the_last_change_can_be_read_taken_back_and_kept_as_baseline(screen):
    drag_divider(screen, 0.1)
    assert screen.text("change").startswith("Divide the budget: split 50 : 50 → 10 : 90 · ")
    placed = bar(screen).geometry_now.divider
    assert placed.was == pytest.approx(placed.left + 0.5 * placed.width)
    screen.click("change.baseline")
    assert screen.workspace.runner.baseline is screen.workspace.runner.good
    assert not screen.find("change.baseline").isEnabled()
    screen.click("change.undo")
    assert share(screen) == 0.5
    assert bar(screen).geometry_now.divider.was is None


def test_a_baseline_set_in_a_drag_leaves_the_last_change_that_of_the_newest_step(screen):
    gesture = object()
    for moved in (0.4, 0.1):
        bar(screen).moved.emit(moved, gesture)
    screen.workspace.runner.keep_baseline()
    assert screen.text("change").startswith("Divide the budget: split 50 : 50 → 10 : 90 · ")


def test_a_change_that_changes_no_result_says_so(screen):
    screen.workspace.store.commit("Write a note", set_note("card:alpha", "Why?"))
    screen.settle()
    assert screen.text("change") == "Write a note: same result"


def test_find_best_moves_the_divider_or_says_that_it_is_best(screen):
    screen.click("find-best")
    screen.settle()
    assert share(screen) == 0.88  # the file that repeats "twin" is not in full text there
    assert "3 of 3 expectations met, 2 before" in screen.text("change.best")
    assert screen.workspace.store.undo_label == "Find best split"
    found = share(screen)
    screen.click("find-best")
    assert share(screen) == found
    assert screen.text("change.best").startswith("Keep ")
    screen.do(CommandId.UNDO)
    assert share(screen) == 0.5
    assert screen.text("change.best") == ""


def test_the_objective_is_chosen_beside_the_button(screen):
    menu = screen.find("find-best", QToolButton).menu()
    assert isinstance(menu, QMenu)
    menu.aboutToShow.emit()
    names = [action.objectName() for action in menu.actions()]
    assert names == ["find-best.expectations", "find-best.evidence", "find-best.tokens"]
    menu.actions()[-1].trigger()
    screen.settle()
    assert "tokens" in screen.text("change.best")


def test_a_drag_snaps_at_whole_percents_and_breakpoints_and_shift_frees_it(screen):
    width = bar(screen).geometry_now.divider.width
    point = float(breakpoints(lens(screen).answers.splits.splits)[0])
    drag_divider(screen, point + 4 / width)
    assert share(screen) == point
    drag_divider(screen, 0.801)
    assert share(screen) == 0.8
    view, start = bar(screen), divider(screen)
    screen.bot.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
    to = QPointF(start.x() + 0.0033 * width, start.y())
    none = Qt.MouseButton.NoButton
    shift = Qt.KeyboardModifier.ShiftModifier
    move = QMouseEvent(QMouseEvent.Type.MouseMove, to, view.mapToGlobal(to), none, none, shift)
    QApplication.sendEvent(view, move)
    screen.bot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=start)
    screen.settle()
    assert share(screen) != round(share(screen), 2)


def ask(screen: Screen, text: str) -> list[str]:
    screen.do(CommandId.PALETTE)
    screen.workspace.palette.search(text)
    return [entry.id for entry in screen.workspace.palette.shown]


def test_the_palette_finds_cards_and_files_beside_commands(screen):
    assert ask(screen, "alph")[0] == "card:alpha"
    screen.workspace.palette.run_current()
    screen.settle()
    assert lens(screen).subject == "card:alpha"
    assert ask(screen, "second")[0] == "file:b:f2"
    assert "theme" in " ".join(ask(screen, "theme"))


def test_why_not_says_verdict_and_rule_and_offers_the_nearest_change(screen):
    assert ask(screen, "why not twin") == ["card:twin", "include.card:twin"]
    assert screen.text("palette.help").startswith("suppressed: ")
    assert "Injection §3" in screen.text("palette.help")
    entry = screen.workspace.palette.shown[1]
    screen.workspace.palette.close_again()
    entry.run()
    screen.settle()
    rank = list(lens(screen).report.prepared.cards.columns.names).index("Twin")
    assert lens(screen).report.tier_by_rank[rank] >= 0
    assert screen.text("change.best").startswith("Twin is included at split ")


def test_where_no_split_includes_a_thing_the_rules_are_overridden(screen):
    ask(screen, "why not giant")
    entry = screen.workspace.palette.shown[1]
    screen.workspace.palette.close_again()
    entry.run()
    screen.settle()
    assert screen.session.overrides.pin == ("giant",)
    assert screen.text("change.best").startswith("Giant: no split includes it")


def test_the_palette_finds_requests_of_a_corpus(open_screen):
    requests = (request(trace_id="first"), request(trace_id="second", user_message="Quarterly?"))
    screen = injection_screen(open_screen, small_session(request=requests[0], requests=requests))
    assert ask(screen, "quarterly") == ["request:1"]
    screen.workspace.palette.run_current()
    screen.settle()
    assert screen.session.request is requests[1]
