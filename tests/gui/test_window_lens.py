"""The Window lens: ruler, tables, inputs and Why show one placement and one selection."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QCheckBox, QSlider, QTabBar

from inspector.core.problems import Place, Problem, Severity
from inspector.gui.commands import CommandId
from inspector.gui.messages import Answer
from inspector.gui.views.number_fields import NumberField
from inspector.gui.views.text_boxes import ReadingBox
from inspector.present.table import TableQuery, to_text, visible_rows
from inspector.session.preferences import ThemeChoice
from inspector.session.session import Note
from inspector.stages.window.ruler_geometry import ChunkHit
from inspector.stages.window.tables import WindowTable
from inspector.stages.window.view.lens import WindowLens
from tests.shared.samples import sample_path
from tests.shared.screen import Screen
from tests.shared.window_lens import (
    CHUNKS,
    WINDOW,
    click_span,
    ruler,
    shown_why,
    turn_to,
    window_screen,
    written,
)


@pytest.fixture
def screen(used_screen: Callable[..., Screen], tmp_path: Path) -> Screen:
    return window_screen(used_screen, tmp_path)


# What is shown ---------------------------------------------------------------------------


def test_an_opened_list_of_chunks_is_placed_and_shown(screen: Screen) -> None:
    assert screen.text("chart.headline").startswith("280 / 350 tokens")
    assert "reconciled" in screen.status
    assert "3 placed · 1 dropped" in screen.status
    assert shown_why(screen) == "This placement"
    assert screen.text("chunks.source") == "chunks.json"


def test_without_chunks_the_lens_says_what_to_open(open_screen: Callable[..., Screen]) -> None:
    empty = open_screen(lenses=WINDOW)
    empty.workspace.show_lens("window")
    empty.settle()
    assert "no chunks" in empty.text("nothing")
    assert not empty.can("window-zoom-in")


def test_a_chat_payload_that_is_dropped_becomes_chunks(screen: Screen, tmp_path: Path) -> None:
    chat = {"messages": [{"role": "user", "content": "Hello there."}]}
    screen.messages.answers.append(Answer.YES)
    screen.drop(written(tmp_path / "chat.json", chat))
    assert [chunk.id for chunk in screen.session.window.chunks] == ["messages/0"]
    assert screen.session.window.available_tokens == 128_000  # no model is named
    assert "window.assumed-size" in {problem.code for problem in screen.problems}
    assert screen.text("chunks.source") == "chat.json"


def test_the_problems_of_a_placement_are_listed(screen: Screen, tmp_path: Path) -> None:
    chunks = [{"id": "rules", "type": "system_prompt", "tokens": 10}]
    screen.messages.answers.append(Answer.YES)
    screen.open(written(tmp_path / "more.json", CHUNKS | {"chunks": chunks}))
    assert "window.reserve-counted-twice" in {problem.code for problem in screen.problems}


# Selection -------------------------------------------------------------------------------


def test_a_click_on_a_span_selects_its_chunk_everywhere(screen: Screen) -> None:
    click_span(screen, ChunkHit(placed=False, place=0))
    assert shown_why(screen) == "long"
    assert "needed 300 tokens" in screen.text("why.tokens")
    panel = screen.workspace.lenses.widget.tables
    assert panel._panels[panel.current].current_key == "chunk:long"


def test_a_row_that_is_chosen_is_marked_on_the_ruler(screen: Screen) -> None:
    screen.workspace.lenses.widget.tables.selected.emit("chunk:doc")
    screen.settle()
    assert shown_why(screen) == "doc"
    assert ruler(screen)._place_of_selected() == ChunkHit(placed=True, place=2)


def test_a_dropped_chunk_leads_to_the_one_that_beat_it(screen: Screen) -> None:
    click_span(screen, ChunkHit(placed=False, place=0))
    assert screen.text("why.link") == "Go to ask"
    screen.click("why.link")
    assert shown_why(screen) == "ask"


def test_texts_of_chunks_are_wrapped_in_the_width_there_is(
    open_screen: Callable[..., Screen],
) -> None:
    screen = open_screen(sample_path("window"), lenses=WINDOW)
    screen.window.resize(1440, 900)
    screen.workspace.show_lens("window")
    screen.settle()
    lens = screen.workspace.lenses.widget
    assert isinstance(lens, WindowLens)
    lens.select("chunk:doc-prices")  # with two texts, which need the pane's bar to be scrolled
    screen.settle()
    boxes = [box for box in lens.findChildren(ReadingBox) if box.isVisible()]
    assert len(boxes) == 2
    for box in boxes:
        layout = box.document().begin().layout()
        lines = [layout.lineAt(at) for at in range(layout.lineCount())]
        assert len(lines) > 5
        assert {line.width() for line in lines} == {box.viewport().width()}


def test_arrows_walk_through_the_chunks_and_across_the_line(screen: Screen) -> None:
    ruler(screen).setFocus()
    names = []
    for key in ("Right", "Right", "Down", "Up", "Left"):
        screen.press(key, "window.ruler")
        names.append(shown_why(screen))
    assert names == ["ask", "first", "long", "ask", "ask"]


def test_a_note_is_kept_with_its_chunk(screen: Screen) -> None:
    click_span(screen, ChunkHit(placed=True, place=0))
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
    screen.enter("room.available_tokens.editor", 700)
    assert "4 placed · 0 dropped" in screen.status
    screen.do(CommandId.UNDO)
    assert "3 placed · 1 dropped" in screen.status
    assert screen.find("room.available_tokens.editor", NumberField).value() == 400


def test_the_reserve_goes_back_to_the_configuration_when_it_is_reset(screen: Screen) -> None:
    screen.enter("room.max_system_prompt.editor", 2_000)
    assert screen.session.window.max_system_prompt is None


def test_a_time_that_is_none_is_refused_beside_its_field(screen: Screen) -> None:
    before = screen.session
    screen.enter("room.now_ms.editor", "yesterday")
    assert screen.session is before
    assert "must be a time" in screen.find("room.now_ms.problem").accessibleName()


def test_the_time_of_the_request_can_be_changed(screen: Screen) -> None:
    assert screen.text("room.now_ms.editor") == "2026-04-03 12:00"
    screen.enter("room.now_ms.editor", "2026-04-04")
    assert screen.session.window.now_ms == 1_775_260_800_000


def test_an_option_that_is_switched_off_changes_the_placement(screen: Screen) -> None:
    screen.find("options.allow_partial_fill.editor", QCheckBox).click()
    screen.settle()
    assert "1 placed · 3 dropped" in screen.status
    assert screen.text("section.options.badge") == "1 changed"


def test_points_of_business_factors_and_limits_can_be_changed(screen: Screen) -> None:
    screen.enter("boosts.urgency.critical.editor", 7.0)
    screen.enter("config.token_budgets.max_history.editor", 11)
    config = screen.session.window.config
    assert config.priority_boosts.urgency["critical"] == 7
    assert config.token_budgets.max_history == 11


# Tables ----------------------------------------------------------------------------------


def test_tabs_say_how_many_rows_they_have(screen: Screen) -> None:
    tabs = screen.find("tabs", QTabBar)
    assert [tabs.tabText(place) for place in range(tabs.count())] == [
        "Chunks 4",
        "Conflicts 1",
        "Greedy vs optimal",
        "Events",
        "Limits",
        "Ledger",
        "Requests",
    ]


def test_the_optimum_is_worked_out_when_its_tab_is_opened(screen: Screen) -> None:
    screen.do("window-compare-optimum")
    screen.wait_until(lambda: "points" in screen.text("optimum.text"))
    assert screen.text("optimum.text") == ("Greedy 460.00 points: no choice of chunks has more.")
    field = screen.find("room.available_tokens.editor", NumberField)
    field.setValue(360)
    field.editingFinished.emit()
    screen.wait_until(lambda: "points" in screen.text("optimum.text"))


def test_stepping_through_the_log_shows_where_the_placement_stood(screen: Screen) -> None:
    screen.do("window-step-forward")
    assert screen.text("steps.text").startswith("After event 1 of 13: 0 of 350 tokens used")
    assert ruler(screen).decided == 0
    screen.click("steps.last")
    assert "280 of 350 tokens used · 3 placed · 1 dropped · 0 waiting" in screen.text("steps.text")
    screen.do("window-step-back")
    screen.do("window-step-back")
    assert shown_why(screen) == "doc"
    assert ruler(screen).decided == 4
    turn_to(screen, "Chunks")
    assert ruler(screen).decided is None


def test_the_slider_steps_through_the_log(screen: Screen) -> None:
    turn_to(screen, "Events")
    screen.press("Home", "steps.slider")
    assert screen.text("steps.text").startswith("After event 1 of")
    assert screen.find("steps.slider", QSlider).maximum() == 13


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


def test_everything_can_be_exported(screen: Screen, tmp_path: Path) -> None:
    for exporter, begins in (
        ("window.placement.json", "{"),
        ("window.ruler.svg", "<svg"),
        ("window.window-chunks.csv", "Turn,"),
        ("window.window-conflicts.csv", "Dropped,"),
        ("window.window-optimum.csv", "Chosen by,"),
        ("window.window-events.csv", "Step,"),
        ("window.window-limits.csv", "Limit,"),
        ("window.window-ledger.csv", "Subject,"),
    ):
        target = tmp_path / exporter
        screen.messages.targets.append(target)
        screen.choose(CommandId.EXPORT, exporter)
        assert target.read_text().startswith(begins), exporter


def test_both_themes_are_drawn(screen: Screen) -> None:
    looks = set()
    for choice in (ThemeChoice.LIGHT, ThemeChoice.DARK):
        screen.workspace.choose_theme(choice)
        screen.settle()
        looks.add(ruler(screen).grab().toImage().pixelColor(5, 5).name())
    assert len(looks) == 2


def test_how_the_lens_is_looked_at_comes_back(
    open_screen: Callable[..., Screen], tmp_path: Path
) -> None:
    screen = window_screen(open_screen, tmp_path)
    screen.do("window-original-order")
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
    screen.messages.answers.append(Answer.YES)
    screen.open(written(tmp_path / "many.json", CHUNKS | {"chunks": many}))
    screen.wait_until(lambda: "50 placed · 2,950 dropped" in screen.status)
    screen.do(CommandId.UNDO)
    assert "3 placed · 1 dropped" in screen.status


def test_a_window_can_be_closed_while_chunks_are_placed(screen: Screen, tmp_path: Path) -> None:
    many = [{"id": f"c{n}", "type": "tool_output", "tokens": 7} for n in range(5_000)]
    screen.messages.answers.append(Answer.YES)
    screen.open(written(tmp_path / "many.json", CHUNKS | {"chunks": many}))
    screen.messages.answers.append(Answer.NO)
    screen.window.close()


# Several requests ------------------------------------------------------------------------


def test_every_request_of_a_batch_is_a_row_and_a_click_opens_it(
    screen: Screen, tmp_path: Path
) -> None:
    lines = [
        {
            "custom_id": name,
            "url": "/v1/chat/completions",
            "body": {"model": "gpt-4o", "messages": [{"role": "user", "content": name}] * count},
        }
        for name, count in (("short", 1), ("long", 3))
    ]
    path = tmp_path / "batch.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    screen.messages.answers.append(Answer.YES)
    screen.drop(path)
    assert len(screen.session.window.chunks) == 3
    tables = screen.workspace.lenses.widget.tables
    tables.turn_to(WindowTable.REQUESTS)
    screen.wait_until(lambda: tables.panel(WindowTable.REQUESTS).data.row_of("request:1") == 1)
    rows = visible_rows(tables.panel(WindowTable.REQUESTS).data, TableQuery())
    printed = to_text(tables.panel(WindowTable.REQUESTS).data, rows, ["request", "chunks"])
    assert [line.split() for line in printed.splitlines()[1:]] == [["short", "1"], ["long", "3"]]
    tables.request_chosen.emit(0)
    screen.settle()
    assert len(screen.session.window.chunks) == 1
    assert "1 placed" in screen.status
    screen.do(CommandId.UNDO)
    assert len(screen.session.window.chunks) == 3


def test_records_of_no_use_and_limits_of_a_call_are_shown_as_the_command_has_them(
    screen: Screen, tmp_path: Path
) -> None:
    records = [{"id": "x", "type": "no_such_type", "tokens": 1}, *CHUNKS["chunks"]]
    screen.messages.answers.append(Answer.YES)
    screen.drop(written(tmp_path / "mixed.json", {"chunks": records}))
    assert "partial: 1 of 5 records cannot be used" in screen.status
    limits = {"maxTotalTokens": 300, "reserveTokens": 50, "allowPartialFill": False}
    screen.messages.answers.append(Answer.YES)
    screen.drop(written(tmp_path / "limits.json", limits))
    stage = screen.session.window
    assert (stage.available_tokens, stage.max_system_prompt) == (300, 50)
    assert stage.options.allow_partial_fill is False
    assert len(stage.records) == 5
