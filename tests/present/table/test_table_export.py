"""Rows that leave the table, and layouts that stay with the window."""

import csv
import io
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.text import visible
from inspector.present.table import (
    Column,
    ColumnLayout,
    ExportFormat,
    ExportRequest,
    Kind,
    SortKey,
    TableData,
    TableLayout,
    TableQuery,
    Texts,
    cell_values,
    layout_from_plain,
    layout_to_plain,
    to_csv,
    to_json,
    to_text,
    to_tsv,
)
from tests.present.table.table_samples import cards, tables

IDS = ("name", "verdict", "tokens", "needed", "relevance", "pinned")
ROWS = np.array([3, 0, 4])
ONE = np.array([0])


def one_text(text: str) -> TableData:
    return TableData((Column("a", "A", "", Kind.TEXT),), ("k",), {"a": Texts([text])})


def test_csv_has_titles_plain_numbers_and_rows_in_the_order_asked():
    assert to_csv(cards(), ROWS, IDS) == (
        "Name,Verdict,Tokens,Needed,Rel,Pinned\r\n"
        "foo bar,dropped,0,1200,0.1,false\r\n"
        "Henderson,included,120,,0.9,true\r\n"
        ",reduced,500,,,false\r\n"
    )


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_a_text_that_a_spreadsheet_would_run_gets_an_apostrophe(start):
    (_, (cell,)) = csv.reader(io.StringIO(to_csv(one_text(start + "1+1"), ONE, ["a"]), newline=""))
    assert cell == "'" + visible(start + "1+1")


def test_a_negative_number_stays_a_number():
    from inspector.present.table import Numbers

    column = Column("a", "A", "", Kind.INTEGER)
    data = TableData((column,), ("k",), {"a": Numbers(np.array([-5]))})
    assert to_csv(data, ONE, ["a"]) == "A\r\n-5\r\n"
    assert to_tsv(data, ONE, ["a"]) == "A\n-5\n"


@given(st.text(st.characters()))
def test_csv_read_back_is_the_text(text):
    (_, (cell,)) = csv.reader(io.StringIO(to_csv(one_text(text), ONE, ["a"]), newline=""))
    cell.encode("utf-8")
    expected = visible("".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text))
    assert cell in (expected, "'" + expected)
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))


@given(st.text(st.characters()))
def test_a_pasted_cell_is_one_line_and_never_a_formula(text):
    title, cell, end = to_tsv(one_text(text), ONE, ["a"]).split("\n")
    assert (title, end) == ("A", "")
    assert len(cell.splitlines()) <= 1
    assert "\t" not in cell
    assert not cell.startswith(("=", "+", "-", "@"))
    assert not cell.startswith('"') or cell.endswith('"')


def test_text_for_reading_is_aligned_as_in_the_table():
    assert to_text(cards(), ROWS, ("name", "tokens", "needed")) == (
        "Name       Tokens  Needed\n"
        "foo bar         0   1,200\n"
        "Henderson     120\n"
        "              500\n"
    )


def test_json_has_values_by_column_id():
    first, *_, last = json.loads(to_json(cards(), ROWS, IDS))
    assert first == {
        "name": "foo bar",
        "verdict": "dropped",
        "tokens": 0,
        "needed": 1200,
        "relevance": 0.1,
        "pinned": False,
    }
    assert (last["name"], last["needed"], last["relevance"]) == (None, None, None)
    assert to_json(cards(), ROWS[:0], IDS) == "[]\n"


@given(tables())
def test_json_read_back_is_every_value(data):
    rows = np.arange(data.row_count)
    text = to_json(data, rows, [column.id for column in data.columns])
    text.encode("utf-8")
    columns = [cell_values(data, column, rows) for column in data.columns]
    assert [list(row.values()) for row in json.loads(text)] == [
        list(row) for row in zip(*columns, strict=True)
    ]


@given(tables(), st.sampled_from(ExportFormat))
def test_every_format_has_all_rows_and_can_be_encoded(data, form):
    rows = np.arange(data.row_count)
    columns = tuple(column.id for column in data.columns)
    text = ExportRequest(form, data, rows, columns).text()
    text.encode("utf-8")
    if form is ExportFormat.CSV:
        assert len(list(csv.reader(io.StringIO(text, newline="")))) == data.row_count + 1
    elif form is not ExportFormat.JSON:
        assert len(text.splitlines()) == data.row_count + 1


LAYOUT = TableLayout(
    (ColumnLayout("tokens", width=80), ColumnLayout("name", visible=False)),
    (SortKey("tokens", descending=True),),
    "kind:entity",
)


def test_a_layout_survives_being_saved():
    saved = json.loads(json.dumps(layout_to_plain(LAYOUT)))
    assert layout_from_plain(saved) == (LAYOUT, ())
    assert LAYOUT.query == TableQuery(
        (SortKey("tokens", descending=True),), "kind:entity", ("tokens",)
    )


@pytest.mark.parametrize(
    ("plain", "places"),
    [
        ([], [""]),
        ({"columns": 5}, ["/columns"]),
        ({"columns": [{"id": "a"}, 7, {"width": 3}]}, ["/columns/1", "/columns/2"]),
        ({"sort": [{"column": None}], "filter": 9}, ["/sort/0", "/filter"]),
    ],
)
def test_what_cannot_be_read_of_a_layout_is_reported_with_its_place(plain, places):
    _, problems = layout_from_plain(plain)
    assert [problem.place.pointer for problem in problems] == places


@pytest.mark.parametrize("width", [0, -1, 10**9, "wide", True, None])
def test_an_impossible_width_is_the_default_one(width):
    layout, _ = layout_from_plain({"columns": [{"id": "a", "width": width}]})
    assert layout.columns == (ColumnLayout("a"),)


def test_a_column_saved_twice_counts_once():
    layout, _ = layout_from_plain({"columns": [{"id": "a", "visible": False}, {"id": "a"}]})
    assert layout.columns == (ColumnLayout("a", visible=False),)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["columns", "sort", "filter", "id", "width"]), inner)
    ),
)


@given(JSON)
def test_any_saved_value_gives_a_layout(plain):
    layout, problems = layout_from_plain(plain)
    assert isinstance(layout, TableLayout)
    assert all(problem.fix for problem in problems)
