"""Rows in groups: every row once, in its group, in the order it had."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.present.table import SortKey, TableData, TableIndex, TableQuery, visible_rows
from inspector.present.table.cells import cell_texts, to_csv
from inspector.present.table.completion import TableLayout, layout_from_plain, layout_to_plain
from inspector.present.table.snapshot import Snapshot, grouped
from inspector.present.table.spec import KIND_WORDS
from tests.present.table.table_samples import VERDICTS, cards

DATA = cards()
EVERY = np.arange(DATA.row_count)
INDEX = TableIndex()


@given(st.permutations(range(DATA.row_count)), st.integers(0, DATA.row_count))
def test_grouping_always_keeps_every_row_and_the_order_within_a_group(order, count):
    rows = np.array(order[:count], dtype=np.intp)
    groups = grouped(DATA, "verdict", rows)
    assert sorted(groups.rows.tolist()) == sorted(rows.tolist())
    codes = DATA.whole("verdict").codes
    for group, label in enumerate(groups.labels):
        mine = [row for row in rows.tolist() if VERDICTS[codes[row]] == label]
        assert groups.rows_of(group).tolist() == mine != []


def test_a_kind_is_a_word_where_it_is_read_and_a_code_where_a_program_reads_it():
    column = replace(DATA.column("kind"), words=KIND_WORDS)
    told = TableData((column,), DATA.keys, {"kind": DATA.whole("kind")})
    assert "interaction policy" in cell_texts(told, column, EVERY)
    assert "interaction policy" in grouped(told, "kind", EVERY).labels
    assert "interaction_policy" in to_csv(told, EVERY, ("kind",))
    for text in ("kind:interaction_policy", 'kind:"interaction policy"'):
        assert [told.keys[row] for row in visible_rows(told, TableQuery(filter=text))] == ["c5"]


@given(st.sets(st.sampled_from(VERDICTS)))
def test_a_folded_group_always_shows_its_heading_only(folded):
    groups = grouped(DATA, "verdict", EVERY)
    lines = groups.lines(folded).tolist()
    assert [line for line in lines if line < 0] == [-1 - g for g in range(len(groups.labels))]
    shown = {
        row
        for g, label in enumerate(groups.labels)
        if label not in folded
        for row in groups.rows_of(g).tolist()
    }
    assert {line for line in lines if line >= 0} == shown


def test_all_rows_in_their_own_order_need_not_be_named():
    named, whole = grouped(DATA, "verdict", EVERY), grouped(DATA, "verdict", None)
    assert whole.labels == named.labels
    assert whole.rows.tolist() == named.rows.tolist()
    assert whole.starts.tolist() == named.starts.tolist()


def test_only_labels_make_groups():
    with pytest.raises(TypeError):
        grouped(DATA, "tokens", EVERY)


def test_a_snapshot_sorts_and_filters_within_its_groups_and_knows_each_rows_group():
    shown = Snapshot(DATA, EVERY, EVERY).with_group("verdict", (), INDEX)
    sorted_ = shown.with_sort((SortKey("tokens"),), INDEX)
    assert sorted_.groups is not None
    assert sorted_.groups.labels == shown.groups.labels
    for row in EVERY.tolist():
        group = shown.groups.labels.index(shown.group_of(row))
        assert row in sorted_.groups.rows_of(group)
    filtered = sorted_.with_filter(f"verdict:{shown.groups.labels[0]}", INDEX)
    assert filtered.groups.labels == shown.groups.labels[:1]
    assert filtered.rows_at(np.arange(len(filtered.lines))).tolist() == filtered.rows.tolist()


def test_groups_are_given_up_where_the_table_has_no_such_column():
    shown = Snapshot(DATA, EVERY, EVERY).with_group("nothing", (), INDEX)
    assert shown.groups is None
    assert shown.lines is shown.rows


def test_how_rows_are_grouped_is_kept_and_older_layouts_do_not_say_it():
    layout = TableLayout(group="verdict", folded=("dropped",))
    assert layout_from_plain(layout_to_plain(layout)) == (layout, ())
    assert layout_from_plain({"columns": [], "sort": [], "filter": ""})[0].group is None
    read, problems = layout_from_plain({"group": 7, "folded": "x"})
    assert (read.group, read.folded, len(problems)) == (None, (), 2)
