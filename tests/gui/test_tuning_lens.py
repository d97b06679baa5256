"""The Tuning lens: chart, tables and Why show one sweep; a value is applied as one edit."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton, QTabBar

from inspector.analysis.tuning.axes import Axis, AxisRange
from inspector.gui.commands import CommandId
from inspector.gui.lenses import LENSES
from inspector.resources import resource_path, sample_sessions
from inspector.session.preferences import ThemeChoice
from inspector.stages.tuning.tables import TuningTable
from inspector.stages.tuning.view.chart_panel import SweepView
from inspector.stages.tuning.view.lens import TuningLens
from inspector.stages.tuning.view.map_view import MapView
from tests.shared.screen import Screen

TUNED = [record for record in LENSES if record.id == "tuning"]
CARD = "card:ent-harbor-letters"


def lens(screen: Screen) -> TuningLens:
    return screen.find("tuning", TuningLens)


def ready(screen: Screen) -> TuningLens:
    found = lens(screen)
    screen.wait_until(lambda: found.sweep is not None and not found.busy)
    screen.settle()
    return found


@pytest.fixture
def screen(used_screen: Callable[..., Screen]) -> Screen:
    opened = used_screen(lenses=TUNED)
    opened.window.resize(1440, 900)
    opened.open(resource_path(sample_sessions()["securities-fraud"]))
    opened.workspace.show_lens("tuning")
    ready(opened)
    return opened


@pytest.fixture
def fresh(open_screen: Callable[..., Screen]) -> Screen:
    opened = open_screen(lenses=TUNED)
    opened.window.resize(1440, 900)
    opened.open(resource_path(sample_sessions()["securities-fraud"]))
    opened.workspace.show_lens("tuning")
    ready(opened)
    return opened


def chart(screen: Screen) -> SweepView:
    return screen.find("tuning.sweep", SweepView)


def spot(screen: Screen, value: float) -> QPoint:
    geometry = chart(screen).geometry_now
    return QPoint(round(geometry.x_of(value)), 60)


def total(screen: Screen) -> float:
    return screen.session.policy.max_injection_tokens_absolute


def why(screen: Screen) -> str:
    return screen.text("why.name")


# What is shown ---------------------------------------------------------------------------


def test_the_sweep_of_the_total_is_there_at_first(screen: Screen) -> None:
    assert "breakpoints from 0 to" in screen.text("tuning.headline")
    # What would change for the better is told instead, as soon as it is known.
    screen.wait_until(lambda: screen.is_visible("decision"))
    assert not screen.is_visible("tuning.headline")
    assert "tokens used" in screen.text("tuning.readout")
    assert why(screen).startswith("Max injected tokens")
    tabs = screen.find("tabs", QTabBar)
    assert tabs.tabText(0) == f"Breakpoints {len(ready(screen).sweep.breakpoints):,}"


def test_a_total_above_what_the_window_allows_stands_at_the_end(
    open_screen: Callable[..., Screen],
) -> None:
    opened = open_screen(lenses=TUNED)
    opened.open(resource_path(sample_sessions()["starved-budget"]))
    opened.workspace.show_lens("tuning")
    found = ready(opened)
    allowed = found.sweep.report.budget.allowed_by_window
    assert found.sweep.pieces.range.high == allowed < 6000
    assert opened.text("tuning.readout").startswith("6,000: ")
    assert f"allows {allowed:,} tokens" in opened.text("why.sentence")


def test_without_a_run_there_is_nothing_to_tune(open_screen: Callable[..., Screen]) -> None:
    empty = open_screen(lenses=TUNED)
    empty.workspace.show_lens("tuning")
    empty.settle()
    assert "nothing to tune" in empty.text("nothing")
    assert not empty.can("tuning-next")


def test_another_axis_is_swept_over_its_usual_range(screen: Screen) -> None:
    box = screen.find("axis", QComboBox)
    box.setCurrentIndex(list(Axis).index(Axis.PROCEDURES))
    box.activated.emit(box.currentIndex())
    found = ready(screen)
    assert found.sweep.axis is Axis.PROCEDURES
    assert screen.text("tuning.headline").startswith("Procedure cap (of knowledge):")


def test_a_range_that_is_entered_is_swept(screen: Screen) -> None:
    found = ready(screen)
    found.inputs.range_chosen.emit(AxisRange(Axis.TOTAL, 100, 300))
    ready(screen)
    assert found.sweep.pieces.range == AxisRange(Axis.TOTAL, 100, 300)
    screen.find("axis.reset", QPushButton).click()
    ready(screen)
    assert found.sweep.pieces.range.low == 0


def test_a_range_that_is_too_wide_says_so_and_the_last_sweep_stays(screen: Screen) -> None:
    found = ready(screen)
    screen.choose("tuning-axis", "bucket-floor")
    ready(screen)
    found.inputs.range_chosen.emit(AxisRange(Axis.BUCKET_FLOOR, 0, 10**9))
    screen.wait_until(lambda: not found.busy)
    assert "choose a narrower one" in screen.text("tuning.headline")
    assert screen.is_visible("tuning.headline")
    assert found.sweep.pieces.range.high < 10**9


# Looking at a value and applying it --------------------------------------------------------


def test_a_click_applies_its_value_as_one_edit_that_can_be_undone(screen: Screen) -> None:
    before = total(screen)
    target = before * 2
    view = chart(screen)
    screen.bot.mouseClick(view, Qt.MouseButton.LeftButton, pos=spot(screen, target))
    ready(screen)
    assert abs(total(screen) - target) < target / 20
    assert ready(screen).sweep.current == total(screen)
    screen.do(CommandId.UNDO)
    assert total(screen) == before


def test_a_drag_looks_at_values_and_applies_the_last_one(screen: Screen) -> None:
    before, view = total(screen), chart(screen)
    screen.bot.mousePress(view, Qt.MouseButton.LeftButton, pos=spot(screen, before))
    screen.bot.mouseMove(view, spot(screen, before * 1.5))
    screen.bot.mouseMove(view, spot(screen, before * 2))
    looked = lens(screen).value
    assert total(screen) == before
    assert screen.text("tuning.readout").startswith(f"{int(looked):,}:")
    view_end = spot(screen, before * 2)
    screen.bot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=view_end)
    ready(screen)
    assert total(screen) == looked
    screen.do(CommandId.UNDO)
    assert total(screen) == before


def test_the_keyboard_walks_from_breakpoint_to_breakpoint_and_applies(screen: Screen) -> None:
    found, before = ready(screen), total(screen)
    screen.bot.keyClick(chart(screen), Qt.Key.Key_Right)
    sweep = found.sweep
    assert (
        sweep.pieces.piece_of(found.value) == sweep.breakpoints[sweep.breakpoints > sweep.here][0]
    )
    screen.bot.keyClick(chart(screen), Qt.Key.Key_Home)
    assert found.value == before
    screen.bot.keyClick(chart(screen), Qt.Key.Key_Left)
    assert found.value < before
    screen.bot.keyClick(chart(screen), Qt.Key.Key_Return)
    assert total(screen) < before


def test_the_value_looked_at_is_applied_by_the_command(screen: Screen) -> None:
    found = ready(screen)
    assert not screen.can("tuning-apply")
    screen.do("tuning-next")
    ready(screen)
    looked = found.value
    assert why(screen) == f"Max injected tokens {int(looked):,}"
    screen.do("tuning-apply")
    assert total(screen) == looked


def test_shares_are_applied_so_that_they_add_up_to_one(screen: Screen) -> None:
    found = ready(screen)
    found.choose_axis(Axis.DIVISION)
    ready(screen)
    found.look_at(0.43)
    screen.find("value.apply", QPushButton).click()
    policy = screen.session.policy
    assert (policy.knowledge_card_share_default, policy.bucket_content_share_default) == (
        0.43,
        0.57,
    )


def test_a_top_k_is_swept_and_applied_as_an_override_in_one_step(screen: Screen) -> None:
    found = ready(screen)
    found.choose_axis(Axis.TOP_K)
    ready(screen)
    assert found.sweep is not None
    assert found.sweep.current == len(found.sweep.report.prepared.cards.order)
    now = screen.find("value.now", QLabel)
    assert now.text() == "Now off"
    found.look_at(3)
    screen.find("value.apply", QPushButton).click()
    assert screen.session.overrides.top_k == 3
    ready(screen)
    assert len(found.sweep.report.tiers.ranks) <= 3
    assert now.text() == "Now 3"
    screen.do(CommandId.UNDO)
    assert screen.session.overrides.top_k is None


# Tables and Why ----------------------------------------------------------------------------


def test_what_gets_in_next_is_listed_and_explained(screen: Screen) -> None:
    found = ready(screen)
    found.tables.turn_to(TuningTable.NEXT_IN)
    screen.settle()
    table = found.tables.table(TuningTable.NEXT_IN)
    found.select(table.keys[0])
    ready(screen)
    assert found.why.why.key == table.keys[0]
    assert any(
        line.startswith(("Included", "Title only", "Full text")) for line in found.why.why.remedies
    )


def test_the_optimum_is_found_when_it_is_looked_at(screen: Screen) -> None:
    screen.do("tuning-optimum")
    ready(screen)
    assert "Solver: multiple-choice knapsack" in screen.text("optimum.text")
    assert "relevance × weight" in screen.text("optimum.text")


def test_another_policy_is_swept_anew(screen: Screen) -> None:
    found, first = ready(screen), lens(screen).sweep
    screen.do("tuning-next")
    screen.do("tuning-apply")
    ready(screen)
    assert found.sweep is not first
    assert found.sweep.report.policy == screen.session.policy


def test_either_theme_paints_the_lens(screen: Screen) -> None:
    screen.workspace.theme.choose(ThemeChoice.DARK)
    screen.settle()
    assert not chart(screen).grab().isNull()


def test_the_axis_and_the_table_are_remembered(screen: Screen) -> None:
    found = ready(screen)
    found.choose_axis(Axis.KNOWLEDGE_FLOOR)
    found.tables.turn_to(TuningTable.NEXT_OUT)
    state = found.view_state()
    assert (state["axis"], state["tables"]["table"]) == ("knowledge-floor", "next-out")
    ready(screen)


# The map -----------------------------------------------------------------------------------


def mapped(screen: Screen) -> TuningLens:
    found = ready(screen)
    found.choose_second(Axis.DIVISION)
    screen.wait_until(lambda: found.map is not None and not found.busy)
    screen.settle()
    return found


def test_a_second_axis_shows_a_map_that_is_coloured_by_choice(screen: Screen) -> None:
    mapped(screen)
    assert (
        screen.text("tuning.headline")
        == "Max injected tokens × Knowledge : file split: exact at every point"
    )
    assert "to" in screen.text("map.ends")
    before = screen.text("map.ends")
    box = screen.find("map.shade", QComboBox)
    box.setCurrentIndex(2)
    box.activated.emit(2)
    assert screen.text("map.ends") != before
    assert not screen.find("tuning.map", MapView).grab().isNull()


def test_a_click_on_the_map_applies_both_values_as_one_edit(fresh: Screen) -> None:
    mapped(fresh)
    view = fresh.find("tuning.map", MapView)
    before = fresh.session.policy
    where = view.geometry_now.place_of((9000, 0.7))
    at = QPoint(round(where[0]), round(where[1]))
    fresh.bot.mouseClick(view, Qt.MouseButton.LeftButton, pos=at)
    ready(fresh)
    policy = fresh.session.policy
    assert abs(policy.max_injection_tokens_absolute - 9000) < 100
    assert abs(policy.knowledge_card_share_default - 0.7) < 0.02
    fresh.do(CommandId.UNDO)
    assert fresh.session.policy == before


def test_arrow_keys_walk_over_the_map_and_enter_applies(fresh: Screen) -> None:
    mapped(fresh)
    view = fresh.find("tuning.map", MapView)
    before = fresh.session.policy
    fresh.bot.keyClick(view, Qt.Key.Key_Right)
    fresh.bot.keyClick(view, Qt.Key.Key_Up)
    fresh.bot.keyClick(view, Qt.Key.Key_Return)
    ready(fresh)
    policy = fresh.session.policy
    assert policy.max_injection_tokens_absolute > before.max_injection_tokens_absolute
    assert policy.knowledge_card_share_default > before.knowledge_card_share_default


def test_without_a_second_axis_the_sweep_is_back(screen: Screen) -> None:
    found = mapped(screen)
    found.choose_second(None)
    assert found.map is None
    assert "breakpoints" in screen.text("tuning.headline")
