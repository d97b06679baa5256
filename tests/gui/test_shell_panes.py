"""Going round the panes of the window, and their sizes."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QSpinBox, QTableView

from inspector.core.problems import Problem, Severity
from inspector.gui.columns import ThreeColumns
from inspector.gui.lenses import LENSES
from inspector.resources import resource_path, sample_sessions
from tests.shared.plain_lens import plain_record
from tests.shared.screen import Screen

Open = Callable[..., Screen]
INJECTION = [record for record in LENSES if record.id == "injection"]
AUDIT = [record for record in LENSES if record.id == "audit"]


ERROR = Problem(Severity.ERROR, "budget.none", "No budget is known.", "Give one.")


def test_f6_goes_round_the_panes_and_back(shell: Screen) -> None:
    shell.workspace.show_lens("plain")
    shell.workspace.lenses.widget.context.set_problems((ERROR,))
    shell.settle()
    shell.find("doors").setFocus()
    seen = []
    for _ in range(5):
        shell.press("F6")
        seen.append(shell.focus())
    assert seen == ["plain.total", "plain.why", "problems.toggle", "loaded.policy", "doors"]
    shell.press("Shift+F6")
    assert shell.focus() == "loaded.policy"


def test_f6_passes_by_an_empty_list_of_problems(new_shell: Screen) -> None:
    new_shell.workspace.show_lens("plain")
    new_shell.find("plain.why").setFocus()
    new_shell.press("F6")
    assert new_shell.focus() == "loaded.policy"


def test_a_pane_gives_the_keyboard_back_to_what_had_it(open_screen: Open) -> None:
    screen = open_screen(lenses=[plain_record()])
    screen.workspace.show_lens("plain")
    other = QSpinBox()
    other.setObjectName("second")
    screen.find("plain.total").parentWidget().layout().addWidget(other)
    screen.settle()
    other.setFocus()
    for _ in range(4):
        screen.press("F6")
    assert screen.focus() == "second"


def test_the_pane_with_the_keyboard_is_made_larger_and_smaller_by_keys(
    open_screen: Open,
) -> None:
    screen = open_screen(resource_path(sample_sessions()["securities-fraud"]), lenses=INJECTION)
    screen.workspace.show_lens("injection")
    screen.settle()
    columns = screen.find("columns")
    assert isinstance(columns, ThreeColumns)
    before = columns.sizes()
    columns.widget(2).setFocus()
    screen.press("F6")
    screen.press("Shift+F6")
    assert columns.widget(2).isAncestorOf(QApplication.focusWidget())
    for _ in range(2):
        screen.press("Ctrl+F6")
    assert columns.sizes() == [before[0], before[1] - 64, before[2] + 64]
    screen.press("Ctrl+Shift+F6")
    assert columns.sizes() == [before[0], before[1] - 32, before[2] + 32]
    for _ in range(40):
        screen.press("Ctrl+Shift+F6")
    assert columns.sizes()[2] >= columns.widget(2).minimumWidth()


def test_a_window_too_narrow_for_its_texts_folds_the_inputs_away(open_screen: Open) -> None:
    screen = open_screen(resource_path(sample_sessions()["securities-fraud"]), lenses=INJECTION)
    screen.workspace.show_lens("injection")
    columns = screen.find("columns")
    assert isinstance(columns, ThreeColumns)

    def open_at(width: int, percent: int) -> list[bool]:
        screen.window.resize(width, 768)
        screen.workspace.choose_text_size(percent)
        screen.settle()
        return [columns.is_open(0), columns.is_open(2)]

    assert open_at(1024, 100) == [True, True]
    assert open_at(1366, 200) == [False, True]
    assert open_at(1366, 100) == [True, True]
    assert open_at(1366, 200) == [False, True]
    assert columns.view_state() == []  # nobody has arranged anything
    divider = columns.handle(1)
    assert divider.accessibleName() == divider.toolTip() == "Show inputs"
    screen.bot.mouseClick(divider, Qt.MouseButton.LeftButton)
    assert columns.is_open(0)
    assert divider.toolTip() == ""
    assert columns.sizes()[0] >= 2 * 240
    assert columns.view_state() == columns.sizes()


def test_an_inbox_stays_in_sight_where_texts_are_large_and_why_gives_way_to_it(
    open_screen: Open,
) -> None:
    screen = open_screen(resource_path(sample_sessions()["audit"]), lenses=AUDIT)
    screen.workspace.show_lens("audit")
    columns = screen.find("columns")
    assert isinstance(columns, ThreeColumns)
    for percent, opened in ((150, [True, True]), (200, [True, False])):
        screen.window.resize(1366, 768)
        screen.workspace.choose_text_size(percent)
        screen.settle()
        assert [columns.is_open(0), columns.is_open(2)] == opened
        inputs = columns.inputs
        assert inputs.widget().minimumSizeHint().width() <= inputs.viewport().width()


def test_outer_columns_are_folded_away_and_opened_by_keys(new_shell: Screen) -> None:
    new_shell.workspace.show_lens("plain")
    columns = new_shell.workspace.lenses.widget.columns
    for keys, outer in (("F7", 0), ("Shift+F7", 2)):
        before = columns.sizes()
        new_shell.press(keys)
        assert not columns.is_open(outer)
        new_shell.press(keys)
        assert columns.is_open(outer)
        assert sum(columns.sizes()) == sum(before)


def test_with_large_texts_one_outer_column_gives_way_to_the_middle(shell: Screen) -> None:
    shell.workspace.show_lens("plain")
    shell.window.resize(1024, 700)
    shell.workspace.choose_text_size(150)
    shell.settle()
    columns = shell.workspace.lenses.widget.columns
    assert columns is not None
    for outer in (0, 2, 0):
        if columns.is_open(outer):
            columns.toggle(outer)
        columns.toggle(outer)
        assert columns.is_open(outer)
        assert not columns.is_open(2 - outer) or columns.sizes()[1] >= 480
    divider = columns.handle(2)
    assert divider is not None
    divider.moveSplitter(600)  # as a drag does
    assert columns.is_open(2)
    assert not columns.is_open(0)
    assert columns.sizes()[1] >= 480


def test_chrome_gives_way_to_the_rows_of_the_ledger(open_screen: Open) -> None:
    screen = open_screen(resource_path(sample_sessions()["securities-fraud"]), lenses=INJECTION)
    rows = screen.find("ledger.table")
    assert isinstance(rows, QTableView)
    for width, height, percent, least in ((1366, 768, 100, 12), (1280, 800, 100, 14)):
        screen.window.resize(width, height)
        screen.workspace.choose_text_size(percent)
        screen.settle()
        assert rows.viewport().height() >= least * rows.rowHeight(0)
    screen.window.resize(1366, 768)
    screen.workspace.choose_text_size(150)
    screen.settle()
    assert rows.viewport().height() >= 7 * rows.rowHeight(0)  # 8 with the fonts that are shipped
