"""How a table is arranged, named, and drawn."""

import gc
import json
import weakref
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QHeaderView, QPushButton

from inspector.gui.table import MarkShape, TableModel, TablePanel, paint_mark
from inspector.gui.table.style import fitting
from inspector.present.table import Codes, Column, Kind, Lazy, Numbers, SortKey, TableData, Texts
from inspector.present.table.spec import table_of
from tests.gui.table_parts import click_title, keys, label, part, shown_panel, style, table
from tests.present.table.table_samples import COLUMNS, KINDS, cards


def arranged(qtbot) -> TablePanel:
    panel = shown_panel(qtbot)
    titles = part(panel, "header", QHeaderView)
    titles.moveSection(titles.visualIndex(5), 0)
    titles.resizeSection(0, 222)
    panel.show_column("kind", visible=False)
    panel.set_sort((SortKey("tokens", descending=True),))
    panel.set_filter("kind:entity")
    return panel


def test_a_saved_layout_restores_columns_widths_sort_and_filter(qtbot):
    first = arranged(qtbot)
    saved = json.loads(json.dumps(first.view_state()))
    second = shown_panel(qtbot)
    assert second.query != first.query
    assert second.restore_view_state(saved) == ()
    assert second.query == first.query
    assert second.query.columns[0] == "tokens"
    assert keys(second) == ["c6", "c1", "c3"]
    assert part(second, "header", QHeaderView).sectionSize(0) == 222
    assert second.view_state() == saved


def test_a_layout_restored_before_there_is_data_waits_for_it(qtbot):
    saved = arranged(qtbot).view_state()
    panel = TablePanel("cards", "Cards", style())
    qtbot.addWidget(panel)
    panel.restore_view_state(saved)
    assert panel.view_state() == saved
    panel.set_data(cards())
    assert panel.view_state() == saved


def test_a_table_that_was_empty_groups_its_rows_as_one_that_was_not(qtbot):
    said = []
    for used in (None, "cleared empty", "saved empty", "cleared full"):
        panel = TablePanel("cards", "Cards", style(), group="verdict")
        qtbot.addWidget(panel)
        if used == "cleared full":
            panel.set_data(cards())
        if used == "saved empty":
            panel.restore_view_state(panel.view_state())
        elif used:
            panel.clear()
        empty = part(panel, "group", QPushButton).text()
        panel.set_data(cards())
        said.append((empty, part(panel, "group", QPushButton).text(), panel.view_state()["group"]))
    assert said == [("Group: verdict", "Group: verdict", "verdict")] * 4


def test_rows_that_shall_not_be_grouped_stay_so_while_there_are_none(qtbot):
    panel = TablePanel("cards", "Cards", style(), group="verdict")
    qtbot.addWidget(panel)
    panel.set_data(cards())
    panel.set_group(False)
    panel.clear()
    assert part(panel, "group", QPushButton).text() == "Group: none"
    panel.set_data(cards())
    assert panel.view_state()["group"] == ""


def test_a_layout_survives_new_rows_and_other_columns(qtbot):
    panel = arranged(qtbot)
    saved = panel.view_state()
    panel.set_data(cards())
    assert panel.view_state() == saved
    data = cards()
    kept = [column for column in data.columns if column.id != "cap"]
    values = {column.id: data.values[column.id] for column in kept}
    panel.set_data(TableData(tuple(kept), data.keys, values))
    assert panel.query.columns[0] == "tokens"
    assert "kind" not in panel.query.columns


def test_columns_of_tables_that_were_replaced_are_let_go(qtbot):
    panel = shown_panel(qtbot)

    def draw_another() -> list[weakref.ref]:
        data = cards()
        columns = [
            replace(one, write=lambda number: f"{number} units") if one.numeric else one
            for one in data.columns
        ]
        panel.set_data(TableData(tuple(columns), data.keys, data.values))
        panel.grab()
        return [weakref.ref(one.write) for one in columns if one.write is not None]

    before = [draw_another() for _ in range(3)]
    gc.collect()
    assert [sum(one() is not None for one in made) for made in before] == [0, 0, len(before[2])]
    assert len(before[2]) > 1


def test_an_unreadable_layout_is_reported_and_the_defaults_stay(qtbot):
    panel = shown_panel(qtbot)
    before = panel.query
    problems = panel.restore_view_state({"columns": 7, "sort": [{"column": "gone"}]})
    assert [problem.code for problem in problems] == ["layout.unreadable"]
    assert panel.query == before


def test_a_layout_cannot_hide_every_column(qtbot):
    panel = shown_panel(qtbot)
    columns = [{"id": column.id, "visible": False} for column in panel.data.columns]
    panel.restore_view_state({"columns": columns})
    assert panel.query.columns


def test_columns_fill_the_width_until_someone_sets_one(qtbot):
    panel = shown_panel(qtbot)
    titles, viewport = part(panel, "header", QHeaderView), table(panel).viewport()
    panel.resize(2400, 300)
    assert titles.length() == viewport.width()
    titles.resizeSection(0, 100)
    panel.resize(2600, 300)
    assert titles.sectionSize(0) == 100


def test_a_text_that_is_cut_takes_the_room_that_a_short_one_does_not_need(qtbot):
    columns = (
        Column("question", "Question", "Asked.", Kind.TEXT, width=44, of=lambda row: row[0]),
        Column("lost", "Lost", "Not in.", Kind.TEXT, width=40, of=lambda row: row[1]),
    )
    panel = shown_panel(qtbot, table_of(columns, ["one"], [("w" * 60, "x")]))
    titles, view = part(panel, "header", QHeaderView), table(panel)
    needed = view.sizeHintForIndex(view.model().index(0, 0)).width()
    panel.resize(needed + titles.title_width(1) + 60, 300)
    assert titles.sectionSize(0) >= needed
    panel.resize(needed, 300)
    assert titles.sectionSize(1) < titles.sectionSize(0) / 2


def test_texts_give_way_before_other_columns_leave_the_view(qtbot):
    panel = shown_panel(qtbot)
    titles = part(panel, "header", QHeaderView)
    panel.resize(3000, 300)
    wide = [titles.sectionSize(section) for section in range(titles.count())]
    # Room for all but most of the texts' own, however wide the letters of the font are.
    panel.resize(3000 - round(0.6 * wide[0]), 300)
    narrow = [titles.sectionSize(section) for section in range(titles.count())]
    assert narrow[0] < wide[0] / 2
    assert narrow[1:] == wide[1:]


def test_labels_are_cut_only_where_that_brings_all_columns_into_sight(qtbot):
    """And not before texts have given way by half."""
    panel = shown_panel(qtbot)
    titles, view = part(panel, "header", QHeaderView), table(panel)
    shown = [one for one in range(titles.count()) if not titles.isSectionHidden(one)]
    labels = [one for one in shown if view.columns()[one].kind is Kind.ENUM]
    texts = [one for one in shown if view.columns()[one].kind is Kind.TEXT]
    panel.resize(3000, 300)
    hinted = [titles.sectionSize(section) for section in range(titles.count())]
    needed = dict.fromkeys(labels, 0)
    for section in labels:
        rows = [view.model().index(row, section) for row in range(view.model().rowCount())]
        widest = max(view.sizeHintForIndex(index).width() for index in rows)
        needed[section] = min(widest, hinted[section])
    natural, title = view._hinted(), titles.title_width
    wholes = set()
    for width in range(1500, 250, -50):
        panel.resize(width, 300)
        sizes = {section: titles.sectionSize(section) for section in shown}
        whole = all(sizes[section] >= needed[section] for section in labels)
        wholes.add(whole)
        if not whole:
            assert sum(sizes.values()) <= view.viewport().width(), width
            assert all(sizes[one] <= max(natural[one] // 2, title(one)) for one in texts), width
    assert wholes == {True, False}


def test_a_text_gives_way_to_half_of_its_hint_however_short_its_cells_are(qtbot):
    panel = shown_panel(qtbot)
    view, title = table(panel), part(panel, "header", QHeaderView).title_width
    text = next(one for one, column in enumerate(view.columns()) if column.kind is Kind.TEXT)
    hint = view._hinted()[text]
    short = hint // 2 + 10
    assert view._least(text, short) == max(hint // 2, min(short, title(text)))
    assert view._least(text, hint // 2) == max(hint // 4, title(text))


def test_of_columns_that_give_way_the_widest_does_first():
    widths = {0: 300, 1: 120, 2: 80, 3: 60}
    floor = {0: 300, 1: 40, 2: 40, 3: 40}
    found = fitting(
        widths, -50, ((1, 2, 3), (0,)), lambda one, _: floor[one], lambda _, width: width
    )
    assert found == {0: 300, 1: 75, 2: 75, 3: 60}


def test_widths_follow_from_the_table_and_its_room_alone(qtbot):
    """Whatever was filtered, sorted and resized before, and whichever rows were in sight then."""
    panel = shown_panel(qtbot)
    titles = part(panel, "header", QHeaderView)

    def widths() -> list[int]:
        return [titles.sectionSize(section) for section in range(titles.count())]

    panel.resize(420, 300)
    meant = widths()
    steps = (
        lambda: panel.set_filter("kind:event"),
        lambda: panel.resize(300, 300),
        lambda: panel.set_sort((SortKey("kind", descending=True),)),
        lambda: panel.set_filter(""),
        lambda: panel.resize(420, 300),
    )
    for step in steps:
        step()
    assert widths() == meant

    kinds = tuple("x" * 9 if kind == "interaction_policy" else kind for kind in KINDS)
    values = {**cards().values, "kind": Codes(cards().values["kind"].codes, kinds)}
    panel.set_data(TableData(COLUMNS, cards().keys, values))
    changed = widths()
    panel.resize(700, 300)
    panel.resize(420, 300)
    assert widths() == changed != meant


def test_every_part_has_a_stable_name_and_says_what_it_is(qtbot):
    panel = shown_panel(qtbot)
    assert panel.objectName() == "cards"
    for name in ("filter", "clear", "count", "columns", "problem", "table"):
        assert part(panel, name).accessibleName(), name


def test_everything_is_reached_by_tab(qtbot):
    panel = shown_panel(qtbot)
    panel.activateWindow()
    panel.focus_filter()
    seen = []
    for _ in range(3):
        seen.append(panel.focusWidget().objectName())
        qtbot.keyClick(panel.focusWidget(), Qt.Key.Key_Tab)
    assert seen == ["cards.filter", "cards.columns", "cards.table"]


def test_an_empty_table_says_why(qtbot):
    panel = shown_panel(qtbot)
    before = table(panel).grab().toImage()
    panel.set_empty_text("Load a candidate set to see cards.")
    data = cards()
    none = np.arange(0)
    values = {column: values.take(none) for column, values in data.values.items()}
    panel.set_data(TableData(data.columns, (), values))
    assert label(panel, "count") == "0 rows"
    assert table(panel).grab().toImage() != before
    click_title(qtbot, panel, "tokens")
    assert keys(panel) == []


@pytest.mark.parametrize(
    "text", ["\ud800\udfff", "a\nb\tc\0", "\u202eevil", "x" * 100_000, "\ufdfd" * 60]
)
def test_any_text_is_drawn_without_complaint(qtbot, text):
    data = TableData((Column("a", text[:9], text, Kind.TEXT),), ("k",), {"a": Texts([text])})
    panel = shown_panel(qtbot, data)
    panel.grab()
    assert len(table(panel).model().index(0, 0).data()) <= 401
    assert table(panel).sizeHintForColumn(0) > 0


def test_a_tooltip_is_never_taken_for_html(qtbot):
    text = "<img src='x'>"
    data = TableData((Column("a", "A", "", Kind.TEXT),), ("k",), {"a": Texts([text])})
    model = TableModel()
    model.show(data, np.arange(1))
    assert "&lt;img" in model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)


def test_every_shape_differs_from_the_others_in_black_and_white(qtbot):
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QPainter

    pictures = []
    for shape in MarkShape:
        image = QImage(11, 11, QImage.Format.Format_Grayscale8)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        paint_mark(painter, QRectF(1, 1, 9, 9), shape, QColor("black"))
        painter.end()
        pictures.append(bytes(image.constBits()))
    for at, first in enumerate(pictures):
        for second in pictures[at + 1 :]:
            different = sum(abs(a - b) > 100 for a, b in zip(first, second, strict=True))
            assert different >= 6


def test_a_style_is_taken_over_at_once(qtbot):
    panel = shown_panel(qtbot)
    panel.set_style(style("black", "white"))
    image = table(panel).viewport().grab().toImage()
    assert image.pixelColor(image.width() // 2, image.height() - 3) == QColor("black")


def test_a_million_rows_make_only_the_texts_in_sight(qtbot):
    asked = []

    def some(rows):
        asked.extend(rows.tolist())
        return Numbers(rows)

    columns = (Column("a", "A", "", Kind.INTEGER), Column("b", "B", "", Kind.INTEGER))
    values = {
        "a": Numbers(np.arange(10**6)),
        "b": Lazy(lambda: pytest.fail("the whole column was computed"), some),
    }
    panel = shown_panel(qtbot, TableData(columns, range(10**6), values))
    panel.grab()
    bar = table(panel).verticalScrollBar()
    bar.setValue(bar.maximum())
    panel.grab()
    assert 10 <= len(asked) <= 200
    assert 999_999 in asked
    assert label(panel, "count") == "1,000,000 rows"
    table(panel).keyboardSearch("9")
    table(panel).selectAll()
    panel.set_sort((SortKey("a", descending=True),))
    assert len(panel.rows_to_copy()) == 10**6
