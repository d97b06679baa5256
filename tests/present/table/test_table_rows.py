"""Values, sorting and changes of tables."""

import functools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.present.table import (
    Codes,
    Column,
    Flags,
    Kind,
    Lazy,
    Numbers,
    SortKey,
    TableData,
    TableIndex,
    TableQuery,
    Texts,
    cell_texts,
    cell_value,
    cell_values,
    diff_visible,
    percent,
    rows_for,
    visible_rows,
)
from inspector.present.table.index import TextSearch
from inspector.present.table.query import depends_on_changes, order_by
from tests.present.table.table_samples import cards, tables


def ordered(*sort: SortKey, filter_text: str = "") -> list[str]:
    data = cards()
    rows = visible_rows(data, TableQuery(sort=sort, filter=filter_text))
    return [data.keys[row] for row in rows]


def test_without_a_sort_key_rows_keep_the_tables_own_order():
    assert ordered() == ["c1", "c2", "c3", "c4", "c5", "c6"]


def test_texts_sort_regardless_of_case_and_empty_ones_come_last_both_ways():
    assert ordered(SortKey("name")) == ["c4", "c1", "c6", "c2", "c3", "c5"]
    assert ordered(SortKey("name", descending=True)) == ["c3", "c2", "c6", "c1", "c4", "c5"]


def test_labels_sort_in_the_order_in_which_they_are_declared():
    assert ordered(SortKey("verdict")) == ["c1", "c6", "c5", "c2", "c3", "c4"]


def test_numbers_without_a_value_come_last_both_ways():
    assert ordered(SortKey("needed")) == ["c2", "c3", "c4", "c1", "c5", "c6"]
    assert ordered(SortKey("needed", descending=True)) == ["c4", "c3", "c2", "c1", "c5", "c6"]
    assert ordered(SortKey("relevance", descending=True))[-1] == "c5"


def test_a_second_key_orders_rows_that_tie_in_the_first():
    keys = SortKey("verdict"), SortKey("tokens", descending=True)
    assert ordered(*keys) == ["c6", "c1", "c5", "c2", "c3", "c4"]
    assert ordered(*keys, filter_text="is:pinned") == ["c6", "c1"]


def test_a_sort_key_of_a_column_that_is_gone_is_passed_over():
    assert ordered(SortKey("gone"), SortKey("tokens", descending=True))[0] == "c6"


@given(tables(), st.data())
def test_sorting_agrees_with_sorting_plain_values_one_by_one(data, draws):
    ids = st.sampled_from([column.id for column in data.columns])
    sort = draws.draw(st.lists(st.builds(SortKey, ids, st.booleans()), max_size=3))
    known = {key.column: key for key in reversed(sort)}

    def compare(a: int, b: int) -> int:
        for key in sort:
            column = data.column(key.column)
            first, second = (plain(data, column, row) for row in (a, b))
            if first is None or second is None:
                if (first is None) != (second is None):
                    return 1 if first is None else -1
            elif first != second:
                return (-1 if first < second else 1) * (-1 if key.descending else 1)
        return a - b

    rows = rows_for(data, None, sort, TableIndex()).tolist()
    assert rows == sorted(range(data.row_count), key=functools.cmp_to_key(compare)), known


def plain(data: TableData, column: Column, row: int):
    value = cell_value(data, column, row)
    if column.kind is Kind.ENUM and value is not None:
        return data.whole(column.id).labels.index(value)
    return value.replace("\0", " ").casefold() if isinstance(value, str) else value


@given(
    st.lists(st.integers(-(2**63), 2**63 - 1) | st.integers(-3, 3), max_size=20),
    st.sampled_from([np.int64, np.int8, np.uint8, np.uint64, np.float64, np.bool_]),
)
def test_rows_that_tie_keep_their_order_for_any_kind_of_number(numbers, kind):
    key = np.array(numbers, np.int64).astype(kind)
    expected = np.argsort(key, kind="stable").tolist()
    assert order_by([key]).tolist() == expected
    assert order_by([key, key]).tolist() == expected


@given(st.lists(st.text(st.characters(), max_size=12) | st.text("aß", max_size=20), max_size=30))
def test_ranks_order_texts_as_their_folded_code_points(texts):
    ranks = TextSearch(texts).ranks.tolist()
    folded = [text.replace("\0", " ").casefold() for text in texts]
    by_rank = sorted(range(len(texts)), key=lambda at: ranks[at])
    filled = [folded[at] for at in by_rank if folded[at]]
    assert filled == sorted(filled)
    assert all(not folded[at] for at in by_rank[len(filled) :])
    for a, rank_a in zip(folded, ranks, strict=True):
        for b, rank_b in zip(folded, ranks, strict=True):
            assert (a == b) == (rank_a == rank_b)


def test_a_lazy_column_is_computed_when_it_is_first_needed_and_only_once():
    made = []

    def make() -> Numbers:
        made.append("all")
        return Numbers(np.array([3, 1, 2]))

    data = TableData(
        (Column("tokens", "Tokens", "", Kind.INTEGER),), ("a", "b", "c"), {"tokens": Lazy(make)}
    )
    assert made == []
    assert visible_rows(data, TableQuery(sort=(SortKey("tokens"),))).tolist() == [1, 2, 0]
    assert visible_rows(data, TableQuery(filter="tokens>1")).tolist() == [0, 2]
    assert made == ["all"]


def test_showing_some_rows_of_a_lazy_column_does_not_compute_the_rest():
    asked = []

    def some(rows):
        asked.append(rows.tolist())
        return Numbers(rows * 10)

    column = Column("tokens", "Tokens", "", Kind.INTEGER)
    values = {"tokens": Lazy(lambda: pytest.fail("the whole column was computed"), some)}
    data = TableData((column,), range(10**6), values)
    assert cell_texts(data, column, np.array([7, 999_999])) == ["70", "9,999,990"]
    assert asked == [[7, 999_999]]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({}, "exactly its columns"),
        ({"a": Numbers(np.array([1])), "b": Texts(["x"])}, "exactly its columns"),
        ({"a": Texts(["x"])}, "cannot hold integer"),
        ({"a": Numbers(np.array([1, 2]))}, "2 values for 1 row$"),
    ],
)
def test_columns_values_and_keys_must_fit_together(values, message):
    with pytest.raises(ValueError, match=message):
        TableData((Column("a", "A", "", Kind.INTEGER),), ("k",), values)


def test_lazy_values_are_checked_when_they_are_made():
    column = Column("a", "A", "", Kind.INTEGER)
    data = TableData((column,), ("k",), {"a": Lazy(lambda: Texts(["x"]))})
    with pytest.raises(ValueError, match="cannot hold integer"):
        data.whole("a")


@pytest.mark.parametrize("name", ["", "Tokens", "a b", "1st", "is", "has", "a:b"])
def test_a_column_cannot_have_a_name_that_filters_cannot_say(name):
    with pytest.raises(ValueError, match="cannot be the name"):
        Column(name, "Title", "", Kind.TEXT)


def test_two_columns_of_a_table_cannot_share_a_name():
    columns = (
        Column("a", "A", "", Kind.FLAG),
        Column("b", "B", "", Kind.FLAG, aliases=("a",)),
    )
    flags = Flags(np.array([True]))
    with pytest.raises(ValueError, match="share a name"):
        TableData(columns, ("k",), {"a": flags, "b": flags})


def test_cells_show_values_as_their_column_writes_them():
    data = cards()
    rows = np.array([4, 3])
    assert cell_texts(data, data.column("needed"), rows) == ["", "1,200"]
    assert cell_texts(data, data.column("relevance"), rows) == ["", "0.10"]
    assert cell_texts(data, data.column("verdict"), rows) == ["reduced", "dropped"]
    assert cell_texts(data, data.column("pinned"), np.array([0, 1])) == ["yes", ""]
    assert cell_values(data, data.column("needed"), rows) == [None, 1200]
    assert cell_values(data, data.column("cap"), np.array([0, 4])) == [None, "knowledge budget"]
    assert percent()(0.4) == "40 %"


@given(st.text(st.characters()))
def test_a_cell_is_always_one_encodable_line_without_marks_of_direction(text):
    data = TableData((Column("a", "A", "", Kind.TEXT),), ("k",), {"a": Texts([text])})
    (shown,) = cell_texts(data, data.columns[0], np.array([0]))
    shown.encode("utf-8")
    assert len(shown.splitlines()) <= 1
    assert not set(shown) & set("\n\r\t\0\u2028\u202a\u202e\u2066\u200f")
    assert len(shown) <= 401


def changed(data: TableData, column: str, values) -> TableData:
    return TableData(data.columns, data.keys, {**data.values, column: values})


def test_only_rows_whose_values_differ_are_reported_as_changed():
    old = cards()
    codes = old.values["verdict"].codes.copy()
    codes[1] = 0
    new = changed(old, "verdict", Codes(codes, old.values["verdict"].labels))
    assert diff_visible(old, new, np.array([3, 1, 0])).tolist() == [1]
    assert diff_visible(old, old, np.arange(6)).tolist() == []


def test_values_that_are_equal_in_other_arrays_are_no_change():
    old = cards()
    new = TableData(old.columns, old.keys, dict(cards().values))
    assert diff_visible(old, new, np.arange(6)).tolist() == []


def test_a_value_that_comes_or_goes_is_a_change():
    old = cards()
    needed = old.values["needed"]
    new = changed(old, "needed", Numbers(needed.values))
    assert diff_visible(old, new, np.arange(6)).tolist() == [0, 4, 5]


def test_other_columns_make_every_row_differ():
    old = cards()
    new = TableData(old.columns[:1], old.keys, {"name": old.values["name"]})
    assert diff_visible(old, new, np.array([2, 0])).tolist() == [2, 0]


def test_rows_to_show_depend_on_the_columns_of_sort_and_filter_only():
    from inspector.present.table import read_filter

    old = cards()
    new = changed(old, "tokens", Numbers(np.arange(6)))
    assert depends_on_changes((SortKey("tokens"),), None, old, new)
    assert not depends_on_changes((SortKey("name"),), None, old, new)
    assert depends_on_changes((), read_filter("tokens>5", old).filter, old, new)
    assert not depends_on_changes((), read_filter("henderson", old).filter, old, new)
    assert not depends_on_changes((), None, old, new)


def test_subjects_are_compared_by_their_keys():
    data = cards()
    assert data.same_subjects(cards())
    assert not data.same_subjects(TableData(data.columns, ("x", *data.keys[1:]), dict(data.values)))
    assert data.row_of("c3") == 2
    assert data.row_of("gone") is None


@pytest.mark.parametrize(
    ("kind", "values", "same"),
    [
        (Kind.TEXT, Texts(["a", "", "a"]), True),
        (Kind.TEXT, Texts(["a", "b", "a"]), False),
        (Kind.ENUM, Codes(np.array([1, 0, 1]), ("", "x", "y")), True),
        (Kind.ENUM, Codes(np.array([1, 2, 1]), ("", "x", "y")), False),
        (Kind.NUMBER, Numbers(np.array([0.5, np.nan, 0.5])), True),
        (Kind.NUMBER, Numbers(np.array([0.5, 0.25, 0.5])), False),
        (Kind.INTEGER, Numbers(np.array([1, 2, 1]), np.array([True, False, True])), True),
        (Kind.FLAG, Flags(np.array([True, True, True])), True),
        (Kind.FLAG, Flags(np.array([True, False, True])), False),
    ],
)
def test_a_column_says_one_thing_where_all_its_values_are_the_same(kind, values, same):
    data = TableData((Column("one", "One", "One.", kind),), ["a", "b", "c"], {"one": values})
    assert data.says_one_thing("one") is same
