"""The panel of a table, as someone uses it."""

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QHelpEvent
from PySide6.QtWidgets import QApplication, QHeaderView, QPushButton, QToolTip

from inspector.gui.table import TablePanel
from inspector.present.table import (
    ExportFormat,
    SortKey,
)
from tests.gui.table_parts import (
    action,
    click_title,
    field,
    keys,
    label,
    many,
    part,
    selected_keys,
    shown_panel,
    table,
)
from tests.present.table.table_samples import cards

SHIFT = Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier


def test_a_click_on_a_title_sorts_up_then_down_then_not(qtbot):
    panel = shown_panel(qtbot)
    for expected in (["c2", "c3", "c4", "c1", "c5", "c6"], ["c6", "c5", "c1", "c2", "c3", "c4"]):
        click_title(qtbot, panel, "tokens")
        assert keys(panel) == expected
    click_title(qtbot, panel, "tokens")
    assert keys(panel) == list(cards().keys)


def test_a_click_with_shift_adds_a_second_key_and_without_replaces(qtbot):
    panel = shown_panel(qtbot)
    click_title(qtbot, panel, "verdict")
    click_title(qtbot, panel, "tokens", SHIFT)
    click_title(qtbot, panel, "tokens", SHIFT)
    assert panel.query.sort == (SortKey("verdict"), SortKey("tokens", descending=True))
    assert keys(panel) == ["c6", "c1", "c5", "c2", "c3", "c4"]
    click_title(qtbot, panel, "verdict")
    assert panel.query.sort == (SortKey("verdict", descending=True),)


def test_a_click_on_a_title_selects_nothing(qtbot):
    panel = shown_panel(qtbot)
    click_title(qtbot, panel, "tokens")
    assert selected_keys(panel) == []


def test_typing_filters_and_the_count_says_so(qtbot):
    panel = shown_panel(qtbot)
    assert label(panel, "count") == "6 rows"
    qtbot.keyClicks(field(panel), "henderson")
    qtbot.keyClick(field(panel), Qt.Key.Key_Return)
    assert keys(panel) == ["c1", "c6"]
    assert label(panel, "count") == "2 of 6"
    assert panel.query.filter == "henderson"


def test_a_filter_with_an_error_says_so_and_leaves_the_rows(qtbot):
    panel = shown_panel(qtbot)
    panel.set_filter("henderson")
    panel.set_filter("henderson tokns>5")
    assert keys(panel) == ["c1", "c6"]
    assert panel.query.filter == "henderson"
    problem = label(panel, "problem")
    assert "Error at character 11" in problem
    assert "Did you mean tokens?" in problem
    panel.set_filter("henderson tokens>500")
    assert keys(panel) == ["c6"]
    assert label(panel, "problem") == ""


def test_a_warning_is_shown_and_the_filter_applied(qtbot):
    panel = shown_panel(qtbot)
    panel.set_filter("state:supressed")
    assert keys(panel) == []
    assert "Did you mean suppressed?" in label(panel, "problem")


def test_escape_empties_the_filter_and_then_goes_to_the_rows(qtbot):
    panel = shown_panel(qtbot)
    panel.activateWindow()
    panel.set_filter("tokns>5")
    panel.focus_filter()
    qtbot.keyClick(field(panel), Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: label(panel, "problem") == "")
    assert field(panel).text() == ""
    assert len(keys(panel)) == 6
    qtbot.keyClick(field(panel), Qt.Key.Key_Escape)
    assert panel.focusWidget() is table(panel)


def test_find_goes_to_the_filter_from_the_rows(qtbot):
    panel = shown_panel(qtbot)
    panel.setFocus()
    qtbot.keyClick(table(panel), Qt.Key.Key_F, CONTROL)
    assert panel.focusWidget() is field(panel)


def test_what_is_offered_while_typing_completes_the_term(qtbot):
    panel = shown_panel(qtbot)
    panel.activateWindow()
    panel.focus_filter()
    qtbot.keyClicks(field(panel), "verdict:sup")
    popup = next(w for w in QApplication.topLevelWidgets() if w.objectName() == "suggestions")
    qtbot.waitUntil(popup.isVisible)
    qtbot.keyClick(popup, Qt.Key.Key_Down)
    qtbot.keyClick(popup, Qt.Key.Key_Return)
    assert field(panel).text() == "verdict:suppressed"
    qtbot.waitUntil(lambda: keys(panel) == ["c2", "c3"])


def test_enter_applies_what_was_typed_and_not_what_is_offered(qtbot):
    panel = shown_panel(qtbot)
    panel.activateWindow()
    panel.focus_filter()
    qtbot.keyClicks(field(panel), "scien")
    qtbot.keyClicks(field(panel), " drop")
    popup = next(w for w in QApplication.topLevelWidgets() if w.objectName() == "suggestions")
    qtbot.waitUntil(popup.isVisible)
    qtbot.keyClick(popup, Qt.Key.Key_Return)
    assert field(panel).text() == "scien drop"
    assert not popup.isVisible()


def test_the_current_subject_is_announced_once(qtbot):
    panel = shown_panel(qtbot)
    heard = []
    panel.current_changed.connect(heard.append)
    view = table(panel)
    view.setFocus()
    view.selectRow(0)
    qtbot.keyClick(view, Qt.Key.Key_Down)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    panel.set_sort((SortKey("name"),))
    panel.set_filter("scienter")
    assert heard == ["c1", "c2"]
    assert panel.current_key == "c2"


def test_selecting_a_key_brings_it_to_the_middle_and_announces_nothing(qtbot):
    panel = shown_panel(qtbot, many(10_000))
    with qtbot.assertNotEmitted(panel.current_changed):
        assert panel.select_key("k5000")
    assert selected_keys(panel) == ["k5000"]
    row = table(panel).visualRect(table(panel).currentIndex())
    assert abs(row.center().y() - table(panel).viewport().height() // 2) <= row.height()


def test_selecting_a_key_in_sight_does_not_scroll(qtbot):
    panel = shown_panel(qtbot, many(10_000))
    panel.select_key("k5000")
    before = table(panel).verticalScrollBar().value()
    panel.select_key("k5002")
    assert selected_keys(panel) == ["k5002"]
    assert table(panel).verticalScrollBar().value() == before


def test_a_hidden_subject_is_current_again_once_it_shows(qtbot):
    panel = shown_panel(qtbot)
    panel.set_filter("henderson")
    assert not panel.select_key("c3")
    assert selected_keys(panel) == []
    panel.set_filter("")
    assert selected_keys(panel) == ["c3"]


def test_columns_are_hidden_and_shown_from_their_menu_and_the_last_one_stays(qtbot):
    panel = shown_panel(qtbot)
    usual = panel.query.columns
    assert "ref" not in usual
    menu = part(panel, "columns", QPushButton).menu()
    menu.popup(panel.mapToGlobal(QPoint(0, 0)))
    action(panel, "columns-menu.column-ref").trigger()
    assert "ref" in panel.query.columns
    menu.close()
    for column in panel.query.columns:
        panel.show_column(column, visible=False)
    assert len(panel.query.columns) == 1
    panel.reset_columns()
    assert panel.query.columns == usual


def open_menu(panel: TablePanel, key: str, column: str) -> None:
    """Open the menu of a cell by keyboard."""
    panel.select_key(key)
    view, section = table(panel), [c.id for c in panel.data.columns].index(column)
    view.setCurrentIndex(view.model().index(view.currentIndex().row(), section))
    reason = QContextMenuEvent.Reason.Keyboard
    event = QContextMenuEvent(reason, QPoint(1, 1), view.mapToGlobal(QPoint(1, 1)))
    QApplication.sendEvent(view.viewport(), event)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("filter-for", ["c2", "c3"]), ("leave-out", ["c1", "c4", "c5", "c6"])],
)
def test_a_cells_menu_filters_for_its_value_or_leaves_it_out(qtbot, name, expected):
    panel = shown_panel(qtbot)
    open_menu(panel, "c2", "verdict")
    action(panel, f"menu.{name}").trigger()
    assert keys(panel) == expected
    part(panel, "menu").close()


def test_a_cells_menu_sorts_by_its_column(qtbot):
    panel = shown_panel(qtbot)
    open_menu(panel, "c2", "tokens")
    action(panel, "menu.sort-down").trigger()
    assert keys(panel)[0] == "c6"
    part(panel, "menu").close()


def test_a_titles_menu_hides_its_column(qtbot):
    panel = shown_panel(qtbot)
    before = panel.query.columns
    titles = part(panel, "header", QHeaderView)
    titles.customContextMenuRequested.emit(QPoint(5, 5))
    action(panel, "menu.hide").trigger()
    assert panel.query.columns == tuple(one for one in before if one != "name") != before
    part(panel, "menu").close()


def test_copy_puts_selected_rows_in_visible_columns_on_the_clipboard(qtbot):
    panel = shown_panel(qtbot)
    for column in ("kind", "cap", "needed", "relevance", "pinned"):
        panel.show_column(column, visible=False)
    panel.select_key("c4")
    qtbot.keyClick(table(panel), Qt.Key.Key_C, CONTROL)
    clipboard = QGuiApplication.clipboard()
    assert clipboard.text() == "Name\tVerdict\tTokens\nfoo bar\tdropped\t0\n"
    panel.copy(ExportFormat.CSV)
    assert clipboard.text().startswith("Name,Verdict,Tokens")


def test_too_many_rows_to_copy_are_refused_with_a_message(qtbot):
    panel = shown_panel(qtbot, many(100_001))
    QGuiApplication.clipboard().setText("before")
    panel.copy(ExportFormat.TSV)
    assert QGuiApplication.clipboard().text() == "before"
    assert "100,001 rows are too many" in label(panel, "problem")


def test_an_export_carries_all_shown_rows_or_the_selected_ones_if_several(qtbot):
    panel = shown_panel(qtbot)
    panel.set_filter("kind:entity")
    panel.select_key("c3")
    with qtbot.waitSignal(panel.export_requested) as caught:
        panel.export(ExportFormat.JSON)
    request = caught.args[0]
    assert request.rows.tolist() == [0, 2, 5]
    assert request.columns == panel.query.columns
    assert '"verdict": "suppressed"' in request.text()
    table(panel).selectAll()
    panel.set_filter("")
    with qtbot.waitSignal(panel.export_requested) as caught:
        panel.export(ExportFormat.CSV)
    assert caught.args[0].rows.tolist() == [0, 2, 5]


def test_dragging_a_title_changes_the_order_of_columns(qtbot):
    panel = shown_panel(qtbot)
    titles = part(panel, "header", QHeaderView)
    titles.moveSection(titles.visualIndex(3), 0)
    assert panel.query.columns[0] == "verdict"


def test_ticking_a_column_leaves_the_menu_open(qtbot):
    panel = shown_panel(qtbot)
    menu = part(panel, "columns", QPushButton).menu()
    menu.popup(panel.mapToGlobal(QPoint(0, 0)))
    box = action(panel, "columns-menu.column-ref")
    qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(box).center())
    assert menu.isVisible()
    assert box.isChecked()
    assert "ref" in panel.query.columns
    menu.close()


def test_only_a_cell_that_does_not_show_all_has_a_tooltip(qtbot):
    panel = shown_panel(qtbot)
    view, titles = table(panel), part(panel, "header", QHeaderView)

    def ask(width: int) -> None:
        titles.resizeSection(0, width)
        at = view.visualRect(view.model().index(1, 0)).center()
        event = QHelpEvent(QEvent.Type.ToolTip, at, view.viewport().mapToGlobal(at))
        QApplication.sendEvent(view.viewport(), event)

    ask(40)
    assert "Scienter allegation" in QToolTip.text()
    ask(800)
    qtbot.waitUntil(lambda: not QToolTip.isVisible())
