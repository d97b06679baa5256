"""The budget bar in the window: dragging, clicking, keys, pictures."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAction, QHelpEvent, QImage
from PySide6.QtWidgets import QApplication, QMenu, QToolTip

from inspector.core.reasons import Verdict
from inspector.gui.commands import CommandId
from inspector.gui.lenses import LENSES
from inspector.session.preferences import ThemeChoice
from inspector.stages.injection.tables import TableId
from inspector.stages.injection.view.middle import LEAST_WIDTH, bar_file
from tests.shared.injection_input import policy, request
from tests.shared.injection_window import (
    bar,
    cell,
    click_segment,
    divider,
    double_click_segment,
    drag_divider,
    injection_screen,
    lens,
    move_pointer,
    rows,
    runs,
    small_session,
    spot,
    table_in_sight,
)
from tests.shared.samples import sample_path
from tests.shared.screen import Screen, opened_screens


@pytest.fixture
def screen(used_screen: Callable[..., Screen]) -> Screen:
    return injection_screen(used_screen)


@pytest.fixture
def direct(used_screen: Callable[..., Screen]) -> Screen:
    asked = request(direct_target_refs=["b"])
    return injection_screen(used_screen, small_session(request=asked))


def share(screen: Screen) -> float:
    return screen.session.policy.knowledge_card_share_default


# The divider -----------------------------------------------------------------------------


def test_dragging_the_divider_divides_the_budget_as_one_undo_step(screen):
    drag_divider(screen, 0.55, 0.6, 0.7, 0.75)
    assert share(screen) == pytest.approx(0.75, abs=0.005)
    assert screen.session.policy.bucket_content_share_default == pytest.approx(1 - share(screen))
    assert lens(screen).report.budget.knowledge_card_budget == int(600 * share(screen))
    assert screen.workspace.store.undo_label == "Divide the budget"
    screen.do(CommandId.UNDO)
    assert screen.session == small_session()


def test_words_and_numbers_are_of_the_bars_state_once_the_divider_is_let_go(screen):
    def told() -> tuple[str, ...]:
        table = tuple(cell(screen, "ledger", name, "verdict") for name in rows(screen))
        return (screen.text("headline"), screen.text("change"), *table)

    drag_divider(screen, 0.55)
    view = bar(screen)
    screen.bot.mousePress(view, Qt.MouseButton.LeftButton, pos=divider(screen))
    for pixels in (40, 80, 120):
        move_pointer(screen, divider(screen) + QPoint(pixels, 0))
    behind = told()
    screen.bot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=divider(screen))
    at_once = told()
    screen.settle()
    screen.wait_until(lambda: lens(screen).settled)
    assert behind[1] != at_once[1]
    assert at_once == told()


def test_two_drags_are_two_undo_steps(screen):
    drag_divider(screen, 0.6)
    first = share(screen)
    drag_divider(screen, 0.8)
    screen.do(CommandId.UNDO)
    assert share(screen) == first


def test_escape_takes_a_drag_back(screen):
    drag_divider(screen, 0.9, release=False)
    assert share(screen) > 0.8
    screen.bot.keyClick(bar(screen), Qt.Key.Key_Escape)
    screen.settle()
    assert share(screen) == 0.5
    assert screen.workspace.store.undo_label is None


def test_arrow_keys_move_the_divider_by_a_hundredth_and_with_shift_by_a_thousandth(screen):
    screen.do("focus-bar")
    assert screen.focus() == "injection.bar"
    for _ in range(3):
        screen.bot.keyClick(bar(screen), Qt.Key.Key_Right)
    assert share(screen) == 0.53
    assert "split 50 : 50 → 53 : 47" in screen.text("change")
    screen.bot.keyClick(bar(screen), Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert share(screen) == 0.529
    screen.do(CommandId.UNDO)
    assert screen.session == small_session()


def test_the_divider_stops_at_the_ends(screen):
    drag_divider(screen, 1.4)
    assert share(screen) == 1
    screen.do(CommandId.UNDO)
    drag_divider(screen, -0.4)
    assert share(screen) == 0


def test_the_divider_of_a_direct_target_cannot_be_moved_and_says_why(direct):
    at = divider(direct)
    drag_divider(direct, 0.7)
    direct.bot.keyClick(bar(direct), Qt.Key.Key_Right)
    assert share(direct) == 0.5
    assert "fixed at 20 : 80" in tip(direct, at)


def tip(screen: Screen, at: QPoint) -> str:
    """Rest the pointer at a point and return what is said there."""
    view = bar(screen)
    event = QHelpEvent(QEvent.Type.ToolTip, at, view.mapToGlobal(at))
    QApplication.sendEvent(view, event)
    text = QToolTip.text()
    QToolTip.hideText()
    QApplication.processEvents()
    return text


def test_the_pointer_shows_where_the_divider_can_be_grasped(screen, direct):
    move_pointer(screen, divider(screen))
    assert bar(screen).cursor().shape() is Qt.CursorShape.SplitHCursor
    move_pointer(screen, spot(screen, "file:b:f1"))
    assert bar(screen).cursor().shape() is Qt.CursorShape.ArrowCursor
    move_pointer(direct, divider(direct))
    assert bar(direct).cursor().shape() is Qt.CursorShape.ForbiddenCursor


# Segments --------------------------------------------------------------------------------


def test_a_click_selects_a_segments_subject_everywhere(screen):
    click_segment(screen, "card:beta")
    assert lens(screen).subject == "card:beta"
    assert lens(screen).tables.panel(TableId.LEDGER).current_key == "card:beta"
    assert screen.text("why.name") == "Beta"
    click_segment(screen, "file:b:f2")
    assert table_in_sight(screen) == "Ledger"
    assert screen.text("why.name") == "Second"


def test_a_click_beside_all_segments_changes_nothing(screen):
    click_segment(screen, "card:beta")
    view = bar(screen)
    screen.bot.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(3, 3))
    assert lens(screen).subject == "card:beta"


def test_a_double_click_shows_the_rows_of_a_group(screen):
    double_click_segment(screen, "card:twin")
    assert rows(screen) == ["Twin"]
    assert screen.text("ledger.filter") == "out:suppressed"
    double_click_segment(screen, "file:b:f1")
    assert rows(screen) == ["First", "Third"]


def test_the_entry_of_a_cause_shows_its_rows(screen):
    hit = next(one for one in bar(screen).geometry_now.hits if one.key == "suppressed")
    at = QPoint(int(hit.x + 4), int(hit.y + hit.height / 2))
    screen.bot.mouseClick(bar(screen), Qt.MouseButton.LeftButton, pos=at)
    screen.settle()
    assert rows(screen) == ["Twin"]
    assert "Suppressed 1: 10 tokens" in tip(screen, at)


def test_segments_are_walked_through_with_the_keyboard(screen):
    view = bar(screen)
    view.setFocus()
    found = []
    for _ in range(6):
        screen.bot.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
        found.append(lens(screen).subject)
    assert found[:4] == ["card:alpha", "card:beta", "card:gamma", "balance:knowledge.overhead"]
    screen.bot.keyClick(view, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    assert lens(screen).subject == found[4]
    lens(screen).select("card:beta")
    screen.bot.keyClick(view, Qt.Key.Key_Return)
    screen.settle()
    assert rows(screen) == ["Beta"]


def test_the_last_segments_are_what_is_left_out(screen):
    view = bar(screen)
    screen.bot.keyClick(view, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    assert lens(screen).subject == "file:b:f2"


def test_a_segment_says_what_it_is_when_the_pointer_rests_on_it(screen):
    assert "Beta\nprocedure · included · compact · 10 tokens" in tip(
        screen, spot(screen, "card:beta")
    )


def test_names_are_shown_as_they_are_even_when_they_look_like_html(open_screen):
    from tests.shared.injection_input import candidate_set, card

    cards = [card("a", 0.5, canonical_name="<b>bold</b>")]
    screen = injection_screen(open_screen, small_session(candidates=candidate_set(cards)))
    assert "&lt;b&gt;bold" in tip(screen, spot(screen, "card:a"))


def menu_entry(screen: Screen, name: str) -> QAction:
    menu = screen.find("bar.menu", QMenu)
    return next(action for action in menu.actions() if action.objectName() == f"bar.menu.{name}")


def test_the_menu_of_a_segment_shows_its_rows_and_selects_it(screen):
    view = bar(screen)
    view.menu_asked.emit(view.segment_at(spot(screen, "card:twin")), QPoint(0, 0))
    menu_entry(screen, "rows").trigger()
    assert rows(screen) == ["Twin"]
    menu_entry(screen, "select").trigger()
    assert lens(screen).subject == "card:twin"
    screen.find("bar.menu", QMenu).close()


def test_the_chart_is_told_in_words(screen):
    assert bar(screen).accessibleName() == "Budget bar"
    said = bar(screen).accessibleDescription()
    assert "of 600 tokens used; 300 for knowledge cards, 300 for bucket content" in said


# Painting --------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", [ThemeChoice.LIGHT, ThemeChoice.DARK])
def test_a_segment_has_the_colour_of_its_group_in_either_theme(screen, theme):
    screen.choose(CommandId.THEME, theme.value)
    picture = bar(screen).grab().toImage()
    at = spot(screen, "file:b:f1")
    look = screen.workspace.theme.colors.parts["inlined"]
    assert picture.pixelColor(at.x(), at.y() - 10).name().upper() == look.fill
    corner = picture.pixelColor(1, picture.height() - 2).name().upper()
    assert corner == screen.workspace.theme.colors.base


def test_what_is_selected_is_outlined_in_the_accent(screen):
    click_segment(screen, "file:b:f1")
    box = bar(screen).geometry_now.box("filled")
    left, _ = box.edges(box.cells.place_of("file:b:f1"))
    picture = bar(screen).grab().toImage()
    colors = {
        picture.pixelColor(round(left) + offset, round(box.top + box.height / 2)).name().upper()
        for offset in (-1, 0, 1)
    }
    assert screen.workspace.theme.colors.accent in colors


@pytest.mark.parametrize("width", [LEAST_WIDTH - 100, 800, 2400])
def test_a_png_is_as_wide_as_asked_and_twice_as_sharp(screen, width):
    data = bar_file(lens(screen).report, "Title", "png", width)
    image = QImage.fromData(data, "PNG")
    assert image.width() == 2 * max(width, LEAST_WIDTH)
    assert image.height() > 200


def test_an_svg_is_a_drawing_with_title_and_causes_and_no_pixels(screen):
    data = bar_file(lens(screen).report, "A & B", "svg", 800)
    root = ET.fromstring(data)
    texts = {node.text.strip() for node in root.iter() if node.tag.endswith("}text") and node.text}
    assert {"A & B", "Two budgets", "Suppressed 1", "No room 1"} <= texts
    assert not [node for node in root.iter() if node.tag.endswith("}image")]


def test_a_picture_is_saved_in_a_width_that_is_chosen(screen, tmp_path):
    target = tmp_path / "bar.png"
    screen.messages.targets.append(target)
    screen.choose("save-picture", "png-1600")
    assert QImage(str(target)).width() == 3200


def test_a_picture_that_cannot_be_written_is_told(screen, tmp_path):
    screen.messages.targets.append(tmp_path / "nowhere" / "bar.svg")
    screen.choose("save-picture", "svg-800")
    assert screen.messages.told[0].text == "bar.svg was not written."


def test_a_chart_without_any_budget_is_shown_without_a_divider(open_screen):
    screen = injection_screen(open_screen, small_session(policy=policy(0)))
    assert bar(screen).geometry_now.divider is None
    assert lens(screen).report.ledger.entries[0].verdict is Verdict.DROPPED
    assert runs().run(small_session(policy=policy(0))).report.degraded_state == "unavailable"
    assert bar(screen).grab().width() > 0


def test_a_window_of_the_last_size_shows_the_whole_bar_from_its_start(qtbot, tmp_path):
    sample = sample_path("securities-fraud")
    for start in range(2):
        with opened_screens(qtbot, tmp_path) as open_screen:
            screen = open_screen(sample, lenses=LENSES)
            screen.wait_until(lambda shown=screen: shown.result is not None)
            if start == 0:
                screen.window.resize(780, 700)
            screen.settle()
            view = bar(screen)
            assert screen.window.width() < 900
            assert view.height() == round(view.geometry_now.height)
            screen.window.close()
