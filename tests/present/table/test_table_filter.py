"""The filter language: what it keeps, what it refuses, and that it never fails otherwise."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.problems import Severity
from inspector.present.table import (
    TableData,
    TableIndex,
    TableQuery,
    UnusableFilterError,
    add_term,
    cell_value,
    filter_for_cell,
    negated,
    read_filter,
    visible_rows,
)
from inspector.present.table import index as index_module
from inspector.present.table.filter_grammar import parse_filter
from inspector.present.table.filter_reading import words_of
from tests.present.table.table_samples import cards, tables


def kept(text: str) -> list[str]:
    data = cards()
    return [data.keys[row] for row in visible_rows(data, TableQuery(filter=text))]


def test_a_word_is_not_looked_for_in_a_column_that_is_asked_by_name_alone():
    data = cards()
    columns = tuple(replace(one, searched=one.id != "name") for one in data.columns)
    told = TableData(columns, data.keys, data.values)

    def rows(text: str) -> list[str]:
        return [data.keys[row] for row in visible_rows(told, TableQuery(filter=text))]

    assert kept("STRASSE") == kept("name:STRASSE") == ["c3"]
    assert rows("STRASSE") == []
    assert rows("name:STRASSE") == ["c3"]


@given(
    st.lists(
        st.sampled_from([*'ab!-:<>=()"\\.*é\t\n\u2003\x1c', " ", "OR", "AND", "NOT", "word"])
    ).map("".join)
)
def test_words_are_what_the_grammar_makes_of_them(text):
    found = words_of(text)
    assert found is None or found == parse_filter(text)


def test_most_texts_that_are_only_words_need_no_grammar():
    assert words_of("number of cards!") == parse_filter("number of cards!") is not None
    for text in ("", "a OR b", "-a", "a:b", '"a b"', "(a)", "a>1", "NOT"):
        assert words_of(text) is None


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("", "c1 c2 c3 c4 c5 c6"),
        ("   ", "c1 c2 c3 c4 c5 c6"),
        ("henderson", "c1 c6"),
        ("HENDERSON", "c1 c6"),
        ("STRASSE", "c3"),
        ('"foo bar"', "c4"),
        ('"o b"', "c4"),
        ("foo bar", "c4"),
        ("a.md", "c2 c3 c6"),
        ("state:suppressed", "c2 c3"),
        ("verdict:SUPPRESSED", "c2 c3"),
        ("Verdict:suppressed", "c2 c3"),
        ("verdict=suppressed", "c2 c3"),
        ("verdict!=suppressed", "c1 c4 c5 c6"),
        ("cap:procedure_cap", "c4"),
        ("cap:p*", "c4"),
        ('cap:"knowledge budget"', "c5"),
        ("tokens>500", "c6"),
        ("tokens>=500", "c5 c6"),
        ("tokens > 500", "c6"),
        ("tokens<1", "c2 c3 c4"),
        ("tokens<=120 tokens>0", "c1"),
        ("tokens:100..500", "c1 c5"),
        ("tokens:500..", "c5 c6"),
        ("tokens:..120", "c1 c2 c3 c4"),
        ("tokens=120", "c1"),
        ("tokens:120", "c1"),
        ("tokens!=0", "c1 c5 c6"),
        ("needed=1,200", "c4"),
        ("needed>=104", "c2 c3 c4"),
        ("needed<5", ""),
        ("rel>=0.25", "c1 c2 c3"),
        ("rel>=25%", "c1 c2 c3"),
        ("rel:.1..0.249", "c4 c6"),
        ("name:bar", "c4"),
        ('name:"foo bar"', "c4"),
        ("name:hend*", "c1 c6"),
        ("name:bar*", ""),
        ("name=henderson", "c1"),
        ("name!=henderson", "c2 c3 c4 c5 c6"),
        ("has:name", "c1 c2 c3 c4 c6"),
        ("-has:needed", "c1 c5 c6"),
        ("has:rel", "c1 c2 c3 c4 c6"),
        ("has:cap", "c4 c5"),
        ("has:ref", "c2 c3 c4 c6"),
        ("is:pinned", "c1 c6"),
        ("-is:pinned", "c2 c3 c4 c5"),
        ("has:pinned", "c1 c6"),
        ("kind:entity -henderson", "c3"),
        ("kind:entity NOT henderson", "c3"),
        ("kind:entity AND henderson", "c1 c6"),
        ("kind:event OR kind:procedure", "c2 c4"),
        ("kind:event OR kind:entity henderson", "c1 c2 c6"),
        ("(kind:event OR kind:entity) tokens:0", "c2 c3"),
        ("-(kind:event OR kind:entity)", "c4 c5"),
        ("--henderson", "c1 c6"),
        ("or", ""),
    ],
)
def test_a_filter_keeps_these_rows(text, keys):
    assert kept(text) == keys.split()


@pytest.mark.parametrize(
    ("text", "code", "column", "fix"),
    [
        ("stat:suppressed", "unknown-column", 1, "state"),
        ("henderson tokns>5", "unknown-column", 11, "tokens"),
        ("has:capp", "unknown-column", 5, "cap"),
        ("is:verdict", "unknown-column", 4, "pinned"),
        ("tokens>many", "not-a-number", 8, "500"),
        ("tokens:>500", "not-a-number", 8, "tokens>500"),
        ("tokens>100..200", "sign", 8, "tokens:100..200"),
        ("name>5", "sign", 6, ":"),
        ("is>pinned", "sign", 4, "is:"),
        ("pinned:yes", "flag", 8, "is:pinned"),
        ('a "b', "open-quote", 3, '"'),
        ("tokens>", "no-value", 8, ">500"),
        ("(a", "open-bracket", 3, ")"),
        ("a)", "stray-bracket", 2, ""),
        ("a ()", "empty", 4, ""),
        (">5", "no-column", 1, ""),
        ("a - b", "lone-minus", 3, ""),
        ("a OR", "unfinished", 5, ""),
        ("OR a", "misplaced", 1, ""),
        ("(" * 51 + "a" + ")" * 51, "too-deep", 51, ""),
    ],
)
def test_an_unusable_filter_says_where_and_what_would_fix_it(text, code, column, fix):
    reading = read_filter(text, cards())
    assert not reading.usable
    assert reading.filter is None
    (problem,) = reading.problems
    assert problem.code == f"filter.{code}"
    assert problem.place.column == column
    assert problem.fix
    assert fix in problem.fix


def test_all_problems_of_a_filter_are_reported_at_once():
    codes = [p.code for p in read_filter("foo:1 tokens>x bar:2", cards()).problems]
    assert codes == ["filter.unknown-column", "filter.not-a-number", "filter.unknown-column"]


def test_a_label_that_no_row_can_have_is_a_warning_and_keeps_nothing():
    reading = read_filter("verdict:supressed", cards())
    assert reading.usable
    (problem,) = reading.problems
    assert (problem.severity, problem.code) == (Severity.WARNING, "filter.unknown-label")
    assert "suppressed" in problem.fix
    assert kept("verdict:supressed") == []


def test_a_range_whose_bounds_are_swapped_is_a_warning():
    reading = read_filter("tokens:9..1", cards())
    assert reading.usable
    assert [p.code for p in reading.problems] == ["filter.empty-range"]


def test_an_unusable_filter_is_never_applied():
    with pytest.raises(UnusableFilterError) as caught:
        visible_rows(cards(), TableQuery(filter="foo:1"))
    assert caught.value.problems[0].code == "filter.unknown-column"


def test_a_filter_knows_the_columns_its_answer_depends_on():
    def columns(text: str) -> frozenset[str]:
        return read_filter(text, cards()).filter.columns

    assert columns("tokens>5 (state:dropped OR -has:cap)") == {"tokens", "verdict", "cap"}
    assert columns("henderson") == {"name", "ref"}


FRAGMENTS = st.sampled_from(
    [
        *'():>=*"\\ \nß\0\ud800',
        *("-", "NOT ", " OR ", " AND ", "!=", "..", "5", "1e9"),
        *("tokens", "verdict", "name", "pinned", "has:", "is:"),
    ]
)


@given(st.lists(FRAGMENTS, max_size=20).map("".join) | st.text(max_size=30))
def test_any_text_is_either_applied_or_explained(text):
    data = cards()
    reading = read_filter(text, data)
    if reading.usable:
        rows = visible_rows(data, TableQuery(filter=text))
        assert sorted(set(rows.tolist())) == rows.tolist()
    else:
        for problem in reading.problems:
            assert 1 <= problem.place.column <= len(text) + 1
            assert problem.fix


@pytest.mark.parametrize("text", ["-" * 30_000 + "a", "-(a " * 30_000, "a " * 10_000, "9" * 30_000])
def test_a_very_long_filter_neither_hangs_nor_overflows(text):
    read_filter(text, cards())
    read_filter(f"tokens>{text}", cards())


@given(tables(), st.data())
def test_a_cells_filter_always_keeps_its_row_and_only_equal_values(data, draws):
    if not data.row_count:
        return
    row = draws.draw(st.integers(0, data.row_count - 1))
    column = draws.draw(st.sampled_from(data.columns))
    value = cell_value(data, column, row)
    term = filter_for_cell(column, value)
    index = TableIndex()
    rows = visible_rows(data, TableQuery(filter=term), index)
    left_out = visible_rows(data, TableQuery(filter=negated(term)), index)
    assert row in rows
    assert sorted([*rows, *left_out]) == list(range(data.row_count))

    def comparable(cell):
        return cell.replace("\0", " ").casefold() if isinstance(cell, str) else cell

    others = [cell_value(data, column, other) for other in rows]
    assert {comparable(other) for other in others} == {comparable(value)}


@given(tables(), st.text(st.characters(exclude_characters="\0"), min_size=1, max_size=3))
def test_a_phrase_finds_exactly_the_rows_whose_texts_contain_it(data, text):
    term = '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    rows = visible_rows(data, TableQuery(filter=term)).tolist()
    needle = text.casefold()
    expected = [
        row
        for row in range(data.row_count)
        if any(
            needle in (cell_value(data, data.column(c), row) or "").replace("\0", " ").casefold()
            for c in ("name", "ref")
        )
    ]
    assert rows == expected


@given(tables(), st.lists(st.sampled_from(["tokens>0", "-a", "has:ref", "(x OR b)"]), max_size=4))
def test_terms_added_one_by_one_keep_what_all_of_them_keep(data, terms):
    text = ""
    for term in terms:
        text = add_term(text, term)
    every = set(range(data.row_count))
    for term in terms:
        every &= set(visible_rows(data, TableQuery(filter=term)).tolist())
    assert set(visible_rows(data, TableQuery(filter=text)).tolist()) == every


def test_a_term_is_added_to_an_alternative_as_a_whole():
    assert add_term("a OR b", "kind:entity") == "(a OR b) kind:entity"
    assert add_term("", "kind:entity") == "kind:entity"
    assert add_term("a kind:entity", "kind:entity") == "a kind:entity"
    assert add_term("kind:entity", "kind:entity") == "kind:entity"
    assert add_term("(", "kind:entity") == "( kind:entity"


@pytest.mark.parametrize(
    ("column", "row", "term"),
    [
        ("name", 0, "name=Henderson"),
        ("name", 3, 'name="foo bar"'),
        ("name", 4, "-has:name"),
        ("verdict", 1, "verdict:suppressed"),
        ("cap", 4, 'cap:"knowledge budget"'),
        ("tokens", 0, "tokens=120"),
        ("needed", 0, "-has:needed"),
        ("relevance", 5, "relevance=0.249"),
        ("pinned", 0, "is:pinned"),
        ("pinned", 1, "-is:pinned"),
    ],
)
def test_a_cell_becomes_this_term(column, row, term):
    data = cards()
    found = data.column(column)
    assert filter_for_cell(found, cell_value(data, found, row)) == term


def test_texts_shared_by_a_later_table_are_not_read_again():
    data = cards()

    class Counting(list):
        reads = 0

        def __iter__(self):
            Counting.reads += 1
            return super().__iter__()

    names = Counting(data.values["name"].values)
    first = type(data)(
        data.columns, data.keys, {**data.values, "name": type(data.values["name"])(names)}
    )
    later = type(data)(data.columns, data.keys, {**first.values, "tokens": data.values["needed"]})
    index = TableIndex()
    visible_rows(first, TableQuery(filter="henderson"), index)
    reads = Counting.reads
    assert visible_rows(later, TableQuery(filter="foo"), index).tolist() == [3]
    assert Counting.reads == reads


def test_a_mask_over_no_rows_is_empty():
    data = cards()
    empty = type(data)(
        data.columns, (), {c: v.take(np.zeros(0, np.intp)) for c, v in data.values.items()}
    )
    for text in ("a", "name:a", "tokens>5", "has:cap", "verdict:dropped", "is:pinned", "name:a*"):
        assert len(visible_rows(empty, TableQuery(filter=text))) == 0


def test_what_was_read_ahead_is_not_read_again(monkeypatch):
    data, index = cards(), TableIndex()
    wanted = {
        column.id: TableIndex().texts_containing(data, column.id, "a").tolist()
        for column in data.columns
        if column.finds_words
    }
    steps = sum(1 for _ in index.read(data))
    assert steps == 2 * len(wanted) > 2
    monkeypatch.delattr(index_module, "TextSearch")
    found = {one: index.texts_containing(data, one, "a").tolist() for one in wanted}
    assert found == wanted
