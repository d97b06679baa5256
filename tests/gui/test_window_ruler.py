"""The ruler of the Window lens: zoom, pan, order, what is under the pointer, its menu."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from inspector.stages.window.ruler_geometry import ChunkHit
from tests.shared.screen import Screen
from tests.shared.window_lens import click_span, ruler, shown_why, spot, window_screen


@pytest.fixture
def screen(open_screen: Callable[..., Screen], tmp_path: Path) -> Screen:
    return window_screen(open_screen, tmp_path)


def turn_wheel(screen: Screen, by: int, keys: Qt.KeyboardModifier) -> None:
    view = ruler(screen)
    at = QPointF(view.geometry_now.left + 200, 60)
    turned = QWheelEvent(
        at,
        QPointF(view.mapToGlobal(at.toPoint())),
        QPoint(),
        QPoint(0, by),
        Qt.MouseButton.NoButton,
        keys,
        Qt.ScrollPhase.NoScrollPhase,
        False,  # noqa: FBT003  # Qt takes no name for it
    )
    QApplication.sendEvent(view, turned)


def test_the_wheel_zooms_at_the_pointer_and_pans_with_shift(screen: Screen) -> None:
    view = ruler(screen)
    view.setFocus()
    before = view.geometry_now
    x = before.left + 200
    tokens = before.tokens_at(x)
    turn_wheel(screen, 240, Qt.KeyboardModifier.NoModifier)
    zoomed = view.geometry_now
    assert zoomed.view[1] - zoomed.view[0] < before.view[1] - before.view[0]
    assert zoomed.tokens_at(x) == pytest.approx(tokens)
    turn_wheel(screen, -120, Qt.KeyboardModifier.ShiftModifier)
    assert view.geometry_now.view[0] > zoomed.view[0]


def test_a_drag_pans_and_selects_nothing(screen: Screen) -> None:
    view = ruler(screen)
    view.zoom(4)
    before = view.geometry_now.view
    viewport, start = view, QPoint(400, 80)
    screen.bot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
    screen.bot.mouseMove(viewport, start + QPoint(-60, 0))
    screen.bot.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=start + QPoint(-60, 0))
    assert view.geometry_now.view[0] > before[0]
    assert shown_why(screen) == "This placement"


def test_a_click_into_the_overview_goes_there(screen: Screen) -> None:
    view = ruler(screen)
    view.zoom(6)
    x = round(view.geometry_now.overview_x(300))
    screen.bot.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(x, 8))
    begin, end = view.geometry_now.view
    assert begin < 300 < end


def test_commands_zoom_fit_and_show_everything(screen: Screen) -> None:
    view = ruler(screen)
    whole = view.geometry_now.view
    screen.do("window-zoom-in")
    assert view.geometry_now.view != whole
    screen.do("window-fit")
    assert view.geometry_now.view == whole
    screen.do("window-show-all")
    assert view.geometry_now.view[1] >= view.geometry_now.ruler.end


def test_spans_can_follow_the_original_order(screen: Screen) -> None:
    screen.do("window-original-order")
    shown = ruler(screen).geometry_now.ruler
    names = [shown.name(placed=True, place=place) for place in range(3)]
    assert names == ["first", "ask", "doc"]


def test_what_is_under_the_pointer_is_told(screen: Screen) -> None:
    text = ruler(screen).text_at(spot(screen, ChunkHit(placed=False, place=0)))
    assert "beaten by ask" in text
    assert ruler(screen).text_at(QPoint(2, 2)) == ""


def test_the_ruler_is_told_in_words(screen: Screen) -> None:
    words = ruler(screen).accessibleDescription()
    assert words.startswith(
        "3 chunks placed in 280 of 350 tokens; 1 dropped; 50 tokens in reserve.\n"
    )


def test_the_menu_of_the_ruler_filters_the_chunks(screen: Screen) -> None:
    click_span(screen, ChunkHit(placed=True, place=0))
    lens = screen.workspace.lenses.widget
    lens._open_menu(QPoint(0, 0))
    menu = screen.find("ruler.menu")
    action = next(one for one in menu.actions() if one.objectName() == "ruler.menu.type")
    action.trigger()
    menu.close()
    screen.settle()
    assert screen.text("chunks.filter") == 'type:"current message"'
