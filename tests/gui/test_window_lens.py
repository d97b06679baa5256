"""The Window lens: ruler, tables, inputs and Why show one placement and one selection."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QCheckBox, QSlider, QTabBar

from inspector.core.problems import Place, Problem, Severity
from inspector.gui.commands import CommandId
from inspector.gui.lenses import LENSES
from inspector.gui.messages import Answer
from inspector.gui.views.number_fields import NumberField
from inspector.gui.views.window.ruler_view import RulerView
from inspector.present.window.ruler_geometry import Hit
from inspector.session.preferences import ThemeChoice
from inspector.session.session import Note
from tests.shared.screen import Screen

WINDOW = [record for record in LENSES if record.id == "window"]
CHUNKS = {
    "available_tokens": 400,
    "max_system_prompt": 50,
    "now_ms": 1_775_217_600_000,
    "chunks": [
        {"id": "first", "type": "chat_history_user", "tokens": 100, "content": "Hello."},
        {"id": "long", "type": "tool_output", "tokens": 300, "content": "A long result."},
        {"id": "ask", "type": "current_user_prompt", "tokens": 100, "content": "And now?"},
        {"id": "doc", "type": "rag_document_chunk", "tokens": 80},
    ],
}


def written(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value))
    return path


@pytest.fixture
def screen(open_screen: Callable[..., Screen], tmp_path: Path) -> Screen:
    opened = open_screen(lenses=WINDOW)
    opened.window.resize(1440, 900)
    opened.open(written(tmp_path / "chunks.json", CHUNKS))
    return opened


def ruler(screen: Screen) -> RulerView:
    return screen.find("window.ruler", RulerView)


def spot(screen: Screen, hit: Hit) -> QPoint:
    """The middle of a span on the ruler."""
    left, top, right, bottom = ruler(screen).geometry_now.box(hit)
    return QPoint(round((left + right) / 2), round((top + bottom) / 2))


def click_span(screen: Screen, hit: Hit) -> None:
    viewport = ruler(screen).viewport()
    screen.bot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=spot(screen, hit))
    screen.settle()


def turn_to(screen: Screen, title: str) -> None:
    tabs = screen.find("tabs", QTabBar)
    titles = [tabs.tabText(place) for place in range(tabs.count())]
    tabs.setCurrentIndex(next(n for n, text in enumerate(titles) if text.startswith(title)))
    screen.settle()


def shown_why(screen: Screen) -> str:
    return screen.text("why.name")


# What is shown ---------------------------------------------------------------------------


def test_an_opened_list_of_chunks_is_placed_and_shown(screen: Screen) -> None:
    assert screen.text("chart.headline").startswith("280 / 350 tokens")
    assert "balance closes" in screen.status
    assert "3 placed · 1 dropped" in screen.status
    assert shown_why(screen) == "This placement"
    assert screen.text("chunks.source") == "chunks.json"


def test_without_chunks_the_lens_says_what_to_open(open_screen: Callable[..., Screen]) -> None:
    empty = open_screen(lenses=WINDOW)
    empty.workspace.show_lens("window")
    empty.settle()
    assert "no chunks" in empty.text("nothing")
    assert not empty.can(CommandId.WINDOW_ZOOM_IN)


def test_a_chat_payload_that_is_dropped_becomes_chunks(screen: Screen, tmp_path: Path) -> None:
    chat = {"messages": [{"role": "user", "content": "Hello there."}]}
    screen.drop(written(tmp_path / "chat.json", chat))
    assert [chunk.id for chunk in screen.session.window.chunks] == ["messages/0"]
    assert screen.session.window.available_tokens == 400
    assert screen.text("chunks.source") == "chat.json"


def test_the_problems_of_a_placement_are_listed(screen: Screen, tmp_path: Path) -> None:
    chunks = [{"id": "rules", "type": "system_prompt", "tokens": 10}]
    screen.open(written(tmp_path / "more.json", CHUNKS | {"chunks": chunks}))
    assert "window.reserve-counted-twice" in {problem.code for problem in screen.problems}


# Selection -------------------------------------------------------------------------------


def test_a_click_on_a_span_selects_its_chunk_everywhere(screen: Screen) -> None:
    click_span(screen, Hit(placed=False, place=0))
    assert shown_why(screen) == "long"
    assert "needed 300 tokens" in screen.text("why.tokens")
    panel = screen.workspace.lenses.widget.tables
    assert panel._panels[panel.current].current_key == "chunk:long"


def test_a_row_that_is_chosen_is_marked_on_the_ruler(screen: Screen) -> None:
    screen.workspace.lenses.widget.tables.selected.emit("chunk:doc")
    screen.settle()
    assert shown_why(screen) == "doc"
    assert ruler(screen)._item.marks.selected == Hit(placed=True, place=2)


def test_a_dropped_chunk_leads_to_the_one_that_beat_it(screen: Screen) -> None:
    click_span(screen, Hit(placed=False, place=0))
    assert screen.text("why.link") == "Go to ask"
    screen.click("why.link")
    assert shown_why(screen) == "ask"


def test_arrows_walk_through_the_chunks_and_across_the_line(screen: Screen) -> None:
    ruler(screen).setFocus()
    names = []
    for key in ("Right", "Right", "Down", "Up", "Left"):
        screen.press(key, "window.ruler")
        names.append(shown_why(screen))
    assert names == ["ask", "first", "long", "ask", "ask"]


def test_a_note_is_kept_with_its_chunk(screen: Screen) -> None:
    click_span(screen, Hit(placed=True, place=0))
    screen.workspace.lenses.widget.why.note_written.emit("ask", "Keep this.", object())
    assert screen.session.notes == (Note("ask", "Keep this."),)


def test_the_place_of_a_problem_is_a_field_or_a_chunk(screen: Screen) -> None:
    def at(pointer: str) -> Problem:
        return Problem(Severity.ERROR, "window.x", "Wrong.", place=Place(pointer=pointer))

    lens = screen.workspace.lenses.widget
    assert lens.show_place(at("/chunks/3/tokens"))
    assert shown_why(screen) == "doc"
    assert lens.show_place(at("/available_tokens"))
    assert screen.focus() == "room.available_tokens.editor"
    assert lens.show_place(at("/config/token_budgets/max_history"))
    assert not lens.show_place(at("/chunks/9"))
    assert not lens.show_place(Problem(Severity.ERROR, "policy.x", "Wrong."))


# Inputs ----------------------------------------------------------------------------------


def test_more_room_places_more_and_can_be_undone(screen: Screen) -> None:
    field = screen.find("room.available_tokens.editor", NumberField)
    field.setValue(700)
    field.editingFinished.emit()
    screen.settle()
    assert "4 placed · 0 dropped" in screen.status
    screen.do(CommandId.UNDO)
    assert "3 placed · 1 dropped" in screen.status
    assert field.value() == 400


def test_the_reserve_goes_back_to_the_configuration_when_it_is_reset(screen: Screen) -> None:
    field = screen.find("room.max_system_prompt.editor", NumberField)
    field.setValue(2_000)
    field.editingFinished.emit()
    screen.settle()
    assert screen.session.window.max_system_prompt is None


def test_a_time_that_is_none_is_refused_beside_its_field(screen: Screen) -> None:
    before = screen.session
    field = screen.find("room.now_ms.editor")
    field.setText("yesterday")
    field.editingFinished.emit()
    screen.settle()
    assert screen.session is before
    assert "must be a time" in screen.find("room.now_ms.problem").accessibleName()


def test_the_time_of_the_request_can_be_changed(screen: Screen) -> None:
    field = screen.find("room.now_ms.editor")
    assert field.text() == "2026-04-03 12:00"
    field.setText("2026-04-04")
    field.editingFinished.emit()
    screen.settle()
    assert screen.session.window.now_ms == 1_775_260_800_000


def test_an_option_that_is_switched_off_changes_the_placement(screen: Screen) -> None:
    screen.find("options.allow_partial_fill.editor", QCheckBox).click()
    screen.settle()
    assert "1 placed · 3 dropped" in screen.status
    assert screen.text("section.options.badge") == "1 changed"


def test_points_of_business_factors_and_limits_can_be_changed(screen: Screen) -> None:
    for name, value in (
        ("boosts.urgency.critical", 7.0),
        ("config.token_budgets.max_history", 11),
    ):
        field = screen.find(f"{name}.editor", NumberField)
        field.setValue(value)
        field.editingFinished.emit()
        screen.settle()
    config = screen.session.window.config
    assert config.priority_boosts.urgency["critical"] == 7
    assert config.token_budgets.max_history == 11


# Ruler -----------------------------------------------------------------------------------


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
    QApplication.sendEvent(view.viewport(), turned)


def test_the_wheel_zooms_at_the_pointer_and_pans_with_shift(screen: Screen) -> None:
    view = ruler(screen)
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
    viewport, start = view.viewport(), QPoint(400, 80)
    screen.bot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
    screen.bot.mouseMove(viewport, start + QPoint(-60, 0))
    screen.bot.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=start + QPoint(-60, 0))
    assert view.geometry_now.view[0] > before[0]
    assert shown_why(screen) == "This placement"


def test_a_click_into_the_overview_goes_there(screen: Screen) -> None:
    view = ruler(screen)
    view.zoom(6)
    x = round(view.geometry_now.overview_x(300))
    screen.bot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, 8))
    begin, end = view.geometry_now.view
    assert begin < 300 < end


def test_commands_zoom_fit_and_show_everything(screen: Screen) -> None:
    view = ruler(screen)
    whole = view.geometry_now.view
    screen.do(CommandId.WINDOW_ZOOM_IN)
    assert view.geometry_now.view != whole
    screen.do(CommandId.WINDOW_FIT)
    assert view.geometry_now.view == whole
    screen.do(CommandId.WINDOW_SHOW_ALL)
    assert view.geometry_now.view[1] >= view.geometry_now.ruler.end


def test_spans_can_follow_the_original_order(screen: Screen) -> None:
    screen.do(CommandId.WINDOW_ORIGINAL_ORDER)
    shown = ruler(screen).geometry_now.ruler
    names = [shown.name(placed=True, place=place) for place in range(3)]
    assert names == ["first", "ask", "doc"]


def test_what_is_under_the_pointer_is_told(screen: Screen) -> None:
    text = ruler(screen).text_at(spot(screen, Hit(placed=False, place=0)))
    assert "beaten by ask" in text
    assert ruler(screen).text_at(QPoint(2, 2)) == ""


def test_the_ruler_is_told_in_words(screen: Screen) -> None:
    words = ruler(screen).accessibleDescription()
    assert words == ("3 chunks placed in 280 of 350 tokens; 1 dropped; 50 tokens in reserve.")


def test_the_menu_of_the_ruler_filters_the_chunks(screen: Screen) -> None:
    click_span(screen, Hit(placed=True, place=0))
    lens = screen.workspace.lenses.widget
    lens._open_menu(QPoint(0, 0))
    menu = screen.find("ruler.menu")
    action = next(one for one in menu.actions() if one.objectName() == "ruler.menu.type")
    action.trigger()
    menu.close()
    screen.settle()
    assert screen.text("chunks.filter") == 'type:"current message"'


# Tables ----------------------------------------------------------------------------------


def test_tabs_say_how_many_rows_they_have(screen: Screen) -> None:
    tabs = screen.find("tabs", QTabBar)
    assert [tabs.tabText(place) for place in range(tabs.count())] == [
        "Chunks 4",
        "Conflicts 1",
        "Optimum",
        "Events",
        "Limits",
        "Ledger",
    ]


def test_the_optimum_is_worked_out_when_its_tab_is_opened(screen: Screen) -> None:
    screen.do(CommandId.WINDOW_COMPARE_OPTIMUM)
    screen.wait_until(lambda: "points" in screen.text("optimum.text"))
    assert screen.text("optimum.text") == ("Greedy 460.00 points: no choice of chunks has more.")
    field = screen.find("room.available_tokens.editor", NumberField)
    field.setValue(360)
    field.editingFinished.emit()
    screen.wait_until(lambda: "points" in screen.text("optimum.text"))


def test_stepping_through_the_log_shows_where_the_placement_stood(screen: Screen) -> None:
    screen.do(CommandId.WINDOW_STEP_FORWARD)
    assert screen.text("steps.text").startswith("After event 1 of 12: 0 of 350 tokens used")
    assert ruler(screen)._item.marks.decided == 0
    screen.click("steps.last")
    assert "280 of 350 tokens used · 3 placed · 1 dropped · 0 waiting" in screen.text("steps.text")
    screen.do(CommandId.WINDOW_STEP_BACK)
    screen.do(CommandId.WINDOW_STEP_BACK)
    assert shown_why(screen) == "doc"
    assert ruler(screen)._item.marks.decided == 4
    turn_to(screen, "Chunks")
    assert ruler(screen)._item.marks.decided is None


def test_the_slider_steps_through_the_log(screen: Screen) -> None:
    turn_to(screen, "Events")
    screen.press("Home", "steps.slider")
    assert screen.text("steps.text").startswith("After event 1 of")
    assert screen.find("steps.slider", QSlider).maximum() == 12


def test_an_event_that_the_filter_hides_can_be_stepped_to(screen: Screen) -> None:
    turn_to(screen, "Events")
    screen.workspace.lenses.widget.tables._panels["events"].set_filter("kind:nothing")
    screen.click("steps.first")
    assert screen.text("steps.text").startswith("After event 1 of")


def test_a_limit_and_a_closing_row_are_explained(screen: Screen) -> None:
    lens = screen.workspace.lenses.widget
    lens.select("limit:max_history")
    assert shown_why(screen) == "Limit of history"
    lens.select("balance:window_reserve")
    assert shown_why(screen) == "Reserve"
    assert "50 tokens are kept in reserve" in screen.text("why.sentence")


# Files, looks, many chunks ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("exporter", "begins"),
    [
        ("window.placement", "{"),
        ("window.ruler", "<svg"),
        ("window.window-chunks", "Turn,"),
        ("window.window-conflicts", "Dropped,"),
        ("window.window-optimum", "Chosen by,"),
        ("window.window-events", "Step,"),
        ("window.window-limits", "Limit,"),
        ("window.window-ledger", "Subject,"),
    ],
)
def test_everything_can_be_exported(
    screen: Screen, tmp_path: Path, exporter: str, begins: str
) -> None:
    target = tmp_path / "exported"
    screen.messages.targets.append(target)
    screen.choose(CommandId.EXPORT, exporter)
    assert target.read_text().startswith(begins)


def test_both_themes_are_drawn(screen: Screen) -> None:
    looks = set()
    for choice in (ThemeChoice.LIGHT, ThemeChoice.DARK):
        screen.workspace.choose_theme(choice)
        screen.settle()
        looks.add(ruler(screen).grab().toImage().pixelColor(5, 5).name())
    assert len(looks) == 2


def test_how_the_lens_is_looked_at_comes_back(
    screen: Screen, open_screen: Callable[..., Screen], tmp_path: Path
) -> None:
    screen.do(CommandId.WINDOW_ORIGINAL_ORDER)
    turn_to(screen, "Limits")
    screen.messages.answers.append(Answer.NO)
    screen.window.close()
    again = open_screen(tmp_path / "chunks.json", lenses=WINDOW)
    tabs = again.find("tabs", QTabBar)
    assert tabs.tabText(tabs.currentIndex()) == "Limits"
    assert again.find("chart.order").currentText() == "Original"


@pytest.mark.parametrize("saved", [{"rows": "x"}, {"rows": [0, -1]}, {"order": 3}, {"tables": []}])
def test_a_damaged_view_state_is_left_alone(
    open_screen: Callable[..., Screen], saved: dict[str, object], tmp_path: Path
) -> None:
    opened = open_screen(lenses=WINDOW)
    opened.workspace.lenses._saved = {"window": saved}
    opened.open(written(tmp_path / "chunks.json", CHUNKS))
    assert "3 placed" in opened.status


def test_many_chunks_are_placed_in_the_background(screen: Screen, tmp_path: Path) -> None:
    many = [{"id": f"c{n}", "type": "tool_output", "tokens": 7} for n in range(3_000)]
    screen.open(written(tmp_path / "many.json", CHUNKS | {"chunks": many}))
    screen.wait_until(lambda: "50 placed · 2,950 dropped" in screen.status)
    screen.do(CommandId.UNDO)
    assert "3 placed · 1 dropped" in screen.status


def test_a_window_can_be_closed_while_chunks_are_placed(screen: Screen, tmp_path: Path) -> None:
    many = [{"id": f"c{n}", "type": "tool_output", "tokens": 7} for n in range(5_000)]
    screen.open(written(tmp_path / "many.json", CHUNKS | {"chunks": many}))
    screen.messages.answers.append(Answer.NO)
    screen.window.close()
