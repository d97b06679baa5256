"""The one table of the Injection lens: groups that fold, filters, menus, its arrangement."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QTableView

from inspector.gui.table.filter_bar import ReadAhead
from inspector.present.table import SortKey, TableIndex
from inspector.session.edits import set_at
from inspector.stages.injection.tables import TableId
from tests.shared.injection_input import candidate_set, card
from tests.shared.injection_window import (
    cell,
    filter_by,
    injection_screen,
    lens,
    lines,
    rows,
    small_session,
    table_in_sight,
)
from tests.shared.screen import Screen

EXPECT = {"must_include": ["alpha"]}


@pytest.fixture
def screen(used_screen: Callable[..., Screen]) -> Screen:
    return injection_screen(used_screen)


@pytest.fixture
def fresh(open_screen: Callable[..., Screen]) -> Screen:
    return injection_screen(open_screen)


def test_one_table_shows_what_became_of_every_subject_by_outcome(screen):
    found = rows(screen)
    assert len(found) == len(lens(screen).report.ledger.entries)
    assert found[:2] == ["Twin", "Giant"]
    assert lines(screen)[0].startswith("Suppressed 1, 10 tokens · 1 card: text already included")
    assert cell(screen, "ledger", "Twin", "takes") == "−10"
    assert cell(screen, "ledger", "Twin", "tokens") == "0"
    assert cell(screen, "ledger", "Giant", "reason") == "knowledge_budget"
    assert cell(screen, "ledger", "First", "form") == "full text"
    assert cell(screen, "ledger", "First", "card_kind") == "file"


def heading(screen: Screen, title: str) -> int:
    """The line of the heading that begins so."""
    return next(at for at, line in enumerate(lines(screen)) if line.startswith(title))


def test_a_group_is_folded_and_unfolded_with_mouse_and_keyboard(screen):
    table = screen.find("ledger.table", QTableView)
    everything = lines(screen)
    at = table.visualRect(table.model().index(heading(screen, "Suppressed"), 0)).center()
    screen.bot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert lines(screen) == [line for line in everything if line != "Twin"]
    assert lens(screen).subject == ""
    for key, folded in (
        (Qt.Key.Key_Right, False),
        (Qt.Key.Key_Left, True),
        (Qt.Key.Key_Space, False),
        (Qt.Key.Key_Return, True),
        (Qt.Key.Key_Plus, False),
    ):
        screen.bot.keyClick(table, key)
        assert (lines(screen) != everything) is folded
        assert lines(screen)[table.currentIndex().row()].startswith("Suppressed")


def test_a_heading_says_for_those_who_do_not_see_it_whether_it_is_folded(screen):
    model = screen.find("ledger.table", QTableView).model()
    said = model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said.startswith("Suppressed 1")
    assert said.endswith(", unfolded")


def test_a_subject_in_a_folded_group_unfolds_it_when_it_is_selected(screen):
    panel = lens(screen).tables.panel(TableId.LEDGER)
    screen.bot.keyClick(panel, Qt.Key.Key_Space)  # no row is current: nothing is folded
    panel.restore_view_state(panel.view_state() | {"folded": ["suppressed", "no-room"]})
    assert "Twin" not in rows(screen)
    screen.do("next-suppressed")
    assert "Twin" in rows(screen)
    assert "Giant" not in rows(screen)


def test_rows_can_stand_without_groups_in_the_order_of_the_ledger(screen):
    screen.find("ledger.group-menu.none", QAction).trigger()
    assert rows(screen)[:5] == ["Alpha", "Beta", "Gamma", "Twin", "Giant"]
    assert lines(screen) == rows(screen)
    assert screen.text("ledger.group") == "Group: none"
    panel = lens(screen).tables.panel(TableId.LEDGER)
    assert "outcome" in panel.query.columns
    screen.find("ledger.group-menu.outcome", QAction).trigger()
    assert rows(screen)[0] == "Twin"
    assert "outcome" not in panel.query.columns


def test_sorting_and_filtering_stay_within_groups(screen):
    panel = lens(screen).tables.panel(TableId.LEDGER)
    panel.set_filter("type:card")
    panel.set_sort((SortKey("relevance"),))
    found = [line.split()[0] for line in lines(screen)]
    assert found == ["Suppressed", "Twin", "No", "Giant", "Included", "Gamma", "Beta", "Alpha"]


def test_a_table_that_is_not_in_sight_is_not_made(screen):
    screen.workspace.store.commit("Expect", set_at("request", "expect", EXPECT))
    screen.settle()
    assert screen.window.findChild(QTableView, "expectations.table") is None
    screen.choose("show-table", "expectations")
    assert screen.find("expectations.table", QTableView).model().rowCount() > 0


def test_a_table_comes_up_to_date_when_it_is_shown_again(screen):
    screen.workspace.store.commit("Expect", set_at("request", "expect", EXPECT))
    screen.choose("show-table", "expectations")
    screen.workspace.store.commit("Total", set_at("policy", "max_injection_tokens_absolute", 60))
    screen.choose("show-table", "ledger")
    screen.settle()
    assert cell(screen, "ledger", "First", "verdict") == "reduced"


def test_a_row_that_is_chosen_is_selected_in_the_chart_and_explained(screen):
    table = screen.find("ledger.table", QTableView)
    table.setCurrentIndex(table.model().index(1, 0))
    screen.settle()
    assert lens(screen).subject == "card:twin"
    assert screen.text("why.sentence").startswith("Suppressed: it was extracted from First")


def test_a_selection_from_elsewhere_brings_the_ledger_in_sight(screen):
    screen.choose("show-table", "expectations")
    lens(screen).select("file:b:f2")
    assert table_in_sight(screen) == "Ledger"
    assert lens(screen).tables.panel(TableId.LEDGER).current_key == "file:b:f2"


def test_the_selection_stays_while_the_result_changes(screen):
    lens(screen).select("card:gamma")
    screen.workspace.store.commit("Total", set_at("policy", "max_injection_tokens_absolute", 60))
    screen.settle()
    assert lens(screen).tables.panel(TableId.LEDGER).current_key == "card:gamma"
    screen.wait_until(lambda: screen.text("why.tokens").startswith("−"))


def test_the_cards_of_a_file_are_shown_from_its_menu_and_from_why(screen):
    lens(screen).select("file:b:f1")
    menu = screen.find("ledger.menu", QMenu)
    view = screen.find("ledger.table", QTableView)
    view.menu_asked.emit(view.currentIndex(), view.mapToGlobal(view.rect().center()))
    next(one for one in menu.actions() if one.objectName() == "ledger.menu.cards").trigger()
    menu.close()
    assert rows(screen) == ["Twin"]
    lens(screen).tables.panel(TableId.LEDGER).set_filter("")
    lens(screen).select("file:b:f1")
    assert screen.text("why.link") == "Show its 1 card, 1 suppressed"
    screen.click("why.link")
    assert rows(screen) == ["Twin"]
    assert screen.can("show-cards-of-file")


def test_suppressed_and_dropped_subjects_are_gone_through_in_turn(screen):
    screen.do("next-dropped")
    assert lens(screen).subject == "card:giant"
    screen.do("next-suppressed")
    assert lens(screen).subject == "card:twin"
    screen.do("next-suppressed")
    assert lens(screen).subject == "card:twin"
    screen.do("next-reduced")
    assert lens(screen).subject == "file:b:f2"
    screen.do("select-nothing")
    assert lens(screen).subject == ""
    assert not screen.can("select-nothing")


def test_the_filter_and_the_columns_are_commands(screen):
    screen.do("focus-filter")
    assert screen.focus() == "ledger.filter"
    screen.choose("columns", "reason")
    assert "reason" in lens(screen).tables.panel(TableId.LEDGER).query.columns
    screen.choose("columns", "reason")
    assert "reason" not in lens(screen).tables.panel(TableId.LEDGER).query.columns


def test_texts_are_ready_for_words_once_somebody_has_entered_the_filter(fresh, monkeypatch):
    fresh.wait_until(lambda: lens(fresh).settled)  # the splits have come, and with them a table
    panel, read = lens(fresh).tables.panel(TableId.LEDGER), []
    monkeypatch.setattr(
        TableIndex, "read", lambda _index, data: (read.append(step) for step in (data, "end"))
    )
    assert read == []
    fresh.do("focus-filter")
    fresh.wait_until(lambda: read == [panel.data, "end"])


def test_columns_that_are_hidden_at_first_are_not_worked_out(screen):
    panel = lens(screen).tables.panel(TableId.LEDGER)
    hidden = {column.id for column in panel.data.columns} - set(panel.query.columns)
    assert {"primary_tag", "hedge_mode"} <= hidden
    assert not {"primary_tag", "hedge_mode"} & set(panel.data._made)


def test_whoever_leaves_the_filter_has_no_more_texts_read(fresh, monkeypatch):
    panel, read = lens(fresh).tables.panel(TableId.LEDGER), []

    def steps(_index, _data):
        while True:
            read.append(True)
            yield

    monkeypatch.setattr(TableIndex, "read", steps)
    fresh.do("focus-filter")
    fresh.wait_until(lambda: len(read) > 2)
    panel.setFocus()
    turns = panel.bar.findChild(ReadAhead).findChild(QTimer)
    fresh.wait_until(lambda: not turns.isActive())


def test_tables_are_arranged_as_they_were(open_screen, tmp_path):
    kept = tmp_path / "kept.json"
    screen = injection_screen(open_screen, preferences=kept)
    filter_by(screen, "ledger", "kind:entity")
    panel = lens(screen).tables.panel(TableId.LEDGER)
    panel.restore_view_state(panel.view_state() | {"folded": ["suppressed"]})
    screen.choose("show-table", "expectations")
    screen.window.close()
    again = injection_screen(open_screen, preferences=kept)
    assert table_in_sight(again) == "Expectations"
    again.choose("show-table", "ledger")
    assert rows(again) == ["Alpha"]
    assert lines(again)[0].startswith("Suppressed 1")


def test_an_arrangement_of_tables_that_are_no_more_goes_on_opening(screen):
    old = {"columns": [{"id": "tokens", "visible": True, "width": None}], "sort": [], "filter": ""}
    tables = {"cards": old, "buckets": old, "files": old, "ledger": old}
    lens(screen).tables.restore_view_state({"table": "files", "tables": tables})
    assert table_in_sight(screen) == "Ledger"
    assert rows(screen)[0] == "Twin"
    assert "tokens" in lens(screen).tables.panel(TableId.LEDGER).query.columns


def test_a_column_that_says_one_thing_is_hidden_until_somebody_shows_it(open_screen):
    alike = candidate_set([card(name, 0.5, kind="entity") for name in ("a", "b")], [])
    screen = injection_screen(open_screen, small_session(candidates=alike))
    panel = lens(screen).tables.panel(TableId.LEDGER)
    assert {"card_kind", "relevance"}.isdisjoint(panel.query.columns)
    assert {"name", "form", "takes"} <= set(panel.query.columns)
    panel.show_column("card_kind", visible=True)
    kept = panel.view_state()
    screen.workspace.store.open(small_session())
    screen.settle()
    assert {"card_kind", "relevance"} <= set(panel.query.columns)
    screen.workspace.store.open(small_session(candidates=alike))
    screen.settle()
    panel.restore_view_state(kept)
    assert "card_kind" in panel.query.columns
    assert "relevance" not in panel.query.columns
