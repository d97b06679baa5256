"""Overrides in the window: tried out by key, button or menu, marked, undone and cleared."""

import json

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QTabBar, QTableView

from inspector.core.injection.overrides import Forced, Overrides
from inspector.gui.commands import CommandId
from inspector.session.edits import set_at
from inspector.stages.injection.tables import TableId
from inspector.stages.injection.view.result_tables import ResultTables
from tests.shared.injection_window import injection_screen, lens, small_session


@pytest.fixture
def screen(used_screen):
    return injection_screen(used_screen)


def overrides(screen):
    return screen.session.overrides


def verdict(screen, subject):
    entries = lens(screen).report.ledger.entries
    return next(entry for entry in entries if entry.subject == subject)


def test_a_command_forces_something_on_what_is_selected_and_takes_it_back(screen):
    lens(screen).select("card:gamma")
    screen.do("what-if-exclude")
    screen.settle()
    assert verdict(screen, "gamma").reason.code == "what_if_excluded"
    assert screen.workspace.actions.action("what-if-exclude").isChecked()
    screen.do("what-if-exclude")
    screen.settle()
    assert not overrides(screen)
    assert screen.workspace.store.undo_label == "Take back: exclude"


def test_only_what_makes_sense_for_the_subject_is_possible(screen):
    lens(screen).select("file:b:f2")
    assert screen.can("what-if-inline")
    assert not screen.can("what-if-pin")
    lens(screen).select("")
    assert not screen.can("what-if-exclude")


def test_a_banner_says_what_holds_and_clears_it_in_one_step(screen):
    assert not screen.find("overrides").isVisible()
    lens(screen).select("card:alpha")
    screen.click("what-if.pinned")
    screen.settle()
    assert screen.find("overrides.text", QLabel).text().startswith("What-if: 1 pinned.")
    assert screen.find("what-if.pinned", QPushButton).isChecked()
    screen.click("overrides.clear")
    assert not overrides(screen)
    assert not screen.find("overrides").isVisible()
    screen.workspace.store.undo()
    assert overrides(screen).of("alpha") is Forced.PINNED
    assert screen.find("overrides").isVisible()


def test_the_ledger_has_a_column_for_it_as_long_as_something_is_forced(screen):
    lens(screen).select("card:alpha")
    screen.do("what-if-pin")
    screen.settle()
    panel = lens(screen).tables.panel(TableId.LEDGER)
    assert "what_if" in panel.query.columns
    screen.do("what-if-clear")
    screen.settle()
    assert "what_if" not in lens(screen).tables.panel(TableId.LEDGER).query.columns


def test_the_menu_of_a_row_offers_it(screen):
    lens(screen).select("card:beta")
    menu = screen.find("ledger.menu", QMenu)
    menu.aboutToShow.emit()
    action = menu.findChild(QAction, "ledger.menu.what-if-pinned")
    assert not action.isChecked()
    action.trigger()
    assert overrides(screen).of("beta") is Forced.PINNED


def test_what_has_no_room_is_a_problem_in_the_panel(screen):
    lens(screen).select("card:giant")
    screen.do("what-if-pin")
    screen.settle()
    codes = [problem.code for problem in screen.result.problems]
    assert "overrides.pinned-without-effect" in codes


def test_the_what_if_is_saved_as_a_patch(screen, tmp_path):
    lens(screen).select("card:gamma")
    screen.do("what-if-exclude")
    screen.messages.targets.append(tmp_path / "patch.json")
    screen.do("what-if-save")
    assert json.loads((tmp_path / "patch.json").read_text()) == {
        "schema_version": 1,
        "exclude": ["gamma"],
    }


def test_exports_of_a_what_if_are_proposed_with_a_mark(open_screen):
    screen = injection_screen(open_screen, small_session(overrides=Overrides(pin=["alpha"])))
    screen.messages.targets.append(None)
    screen.choose(CommandId.EXPORT, "injection.manifest.json")
    assert screen.messages.choices[-1].start.name == "manifest.what-if.json"
    assert screen.status.startswith("what-if (1)")


def test_expectations_have_a_table_and_lead_to_their_subjects(screen):
    expect = {"must_include": ["alpha", "giant"], "limits": ["cards.injected > 1"]}
    screen.workspace.store.commit("Expect", set_at("request", "expect", expect))
    screen.settle()
    tables = screen.find("injection").findChild(ResultTables)
    titles = screen.find("injection").findChild(QTabBar, "tabs")
    assert titles.tabText(1) == "Expectations 2/3"
    tables.turn_to(TableId.EXPECTATIONS)
    rows = screen.find("expectations.table", QTableView)
    rows.setCurrentIndex(rows.model().index(1, 0))
    screen.settle()
    assert lens(screen).subject == "card:giant"
    screen.wait_until(lambda: "1 of 3 expectations NOT MET" in screen.status)
