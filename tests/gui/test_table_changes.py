"""What stays when the rows of a table change: selection, place, and what need not be painted."""

import numpy as np
from PySide6.QtCore import QPoint
from PySide6.QtGui import QAccessible

from inspector.present.table import (
    Codes,
    Numbers,
    SortKey,
    TableData,
)
from tests.gui.table_parts import (
    keys,
    label,
    many,
    selected_keys,
    shown_panel,
    table,
)
from tests.present.table.table_samples import VERDICTS, cards


def with_values(data: TableData, **values) -> TableData:
    return TableData(data.columns, data.keys, {**data.values, **values})


def test_new_data_keeps_the_selection_by_subject(qtbot):
    panel = shown_panel(qtbot)
    panel.select_key("c2")
    old = panel.data
    order = np.array([5, 4, 3, 2, 1])
    new = TableData(
        old.columns,
        [old.keys[row] for row in order],
        {column: values.take(order) for column, values in old.values.items()},
    )
    with qtbot.assertNotEmitted(panel.current_changed):
        panel.set_data(new)
    assert keys(panel) == ["c6", "c5", "c4", "c3", "c2"]
    assert selected_keys(panel) == ["c2"]
    panel.select_key("c6")
    with qtbot.waitSignal(panel.current_changed) as caught:
        panel.set_data(with_rows(new, 1, 5))
    assert caught.args == [""]
    assert selected_keys(panel) == []


def with_rows(data: TableData, start: int, end: int) -> TableData:
    rows = np.arange(start, end)
    values = {column: values.take(rows) for column, values in data.values.items()}
    return TableData(data.columns, data.keys[start:end], values)


def test_several_selected_rows_stay_selected_in_another_order(qtbot):
    panel = shown_panel(qtbot)
    panel.select_key("c1")
    table(panel).selectAll()
    panel.set_filter("kind:entity")
    assert sorted(selected_keys(panel)) == ["c1", "c3", "c6"]
    panel.set_sort((SortKey("tokens", descending=True),))
    assert selected_keys(panel) == ["c6", "c1", "c3"]


def test_the_current_row_stays_where_it_is_when_rows_come_before_it(qtbot):
    panel = shown_panel(qtbot, many(1000))
    panel.select_key("k500")
    view = table(panel)
    before = view.visualRect(view.currentIndex()).y()
    panel.set_data(with_rows(many(1000), 100, 1000))
    assert panel.current_key == "k500"
    assert view.visualRect(view.currentIndex()).y() == before


def test_the_uppermost_row_stays_when_nothing_is_current(qtbot):
    panel = shown_panel(qtbot, many(1000))
    view = table(panel)
    view.verticalScrollBar().setValue(view.rowHeight(0) * 400 + 7)
    panel.set_data(with_rows(many(1000), 100, 1000))
    assert view.indexAt(QPoint(5, 1)).data() == "card 400"
    assert view.visualRect(view.indexAt(QPoint(5, 1))).y() == -7


def test_new_values_repaint_only_the_rows_in_sight_that_changed(qtbot):
    old = many(10_000)
    panel = shown_panel(qtbot, old)
    view = table(panel)
    view.verticalScrollBar().setValue(view.rowHeight(0) * 100)
    codes = old.values["verdict"].codes.copy()
    codes[[50, 103, 104, 106, 9000]] = 2
    changed, resets = [], []
    view.model().dataChanged.connect(lambda a, b: changed.append((a.row(), b.row())))
    view.model().modelReset.connect(lambda: resets.append(1))
    panel.set_data(with_values(old, verdict=Codes(codes, VERDICTS)))
    assert changed == [(103, 104), (106, 106)]
    assert resets == []
    assert view.model().index(50, 1).data() == "suppressed"
    assert view.model().index(9000, 1).data() == "suppressed"


def test_rows_that_change_places_out_of_sight_are_not_painted_in_sight(qtbot):
    old = many(10_000)
    panel = shown_panel(qtbot, old)
    panel.set_sort((SortKey("tokens"),))
    view = table(panel)
    tokens = old.values["tokens"].values.copy()
    tokens[[5_000, 6_000]] = tokens[[6_000, 5_000]]  # only these two change places
    tokens[2] = -1  # and the third row comes first
    changed = []
    view.model().dataChanged.connect(lambda a, b: changed.append((a.row(), b.row())))
    panel.set_data(with_values(old, tokens=Numbers(tokens)))
    assert changed == [(0, 2)]
    assert keys(panel)[:4] == ["k2", "k0", "k1", "k3"]
    assert view.model().index(6_000, 0).data() == "card 5000"


def test_new_values_that_a_filter_looks_at_change_the_rows(qtbot):
    old = many(100)
    panel = shown_panel(qtbot, old)
    panel.set_filter("verdict:suppressed")
    assert keys(panel) == []
    codes = old.values["verdict"].codes.copy()
    codes[[3, 5]] = 2
    panel.set_data(with_values(old, verdict=Codes(codes, VERDICTS)))
    assert keys(panel) == ["k3", "k5"]
    assert label(panel, "count") == "2 of 100"


def test_a_filter_that_new_columns_do_not_know_is_given_up_with_a_message(qtbot):
    panel = shown_panel(qtbot)
    panel.set_filter("cap:procedure_cap")
    panel.set_data(many(3))
    assert len(keys(panel)) == 3
    assert "no column cap" in label(panel, "problem")
    panel.set_data(cards())
    assert keys(panel) == ["c4"]
    assert label(panel, "problem") == ""


def test_new_values_of_the_sorted_column_move_the_rows(qtbot):
    old = many(50)
    panel = shown_panel(qtbot, old)
    panel.set_sort((SortKey("tokens", descending=True),))
    panel.select_key("k49")
    tokens = old.values["tokens"].values.copy()
    tokens[7] = 1000
    panel.set_data(with_values(old, tokens=Numbers(tokens)))
    assert keys(panel)[:2] == ["k7", "k49"]
    assert selected_keys(panel) == ["k49"]


def test_someone_who_listens_to_the_screen_is_told_of_new_values(qtbot):
    old = many(10)
    panel = shown_panel(qtbot, old)
    QAccessible.setActive(True)
    try:
        tokens = old.values["tokens"].values + 1
        panel.set_data(with_values(old, tokens=Numbers(tokens)))
        panel.grab()
    finally:
        QAccessible.setActive(False)
    assert table(panel).model().index(3, 2).data() == "4"
