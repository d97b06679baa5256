"""All tables of a run: rows in parts and as a whole, subjects, and what filters lead to."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.injection.policy import Strategy
from inspector.core.injection.step import inject
from inspector.present.injection.bar_filters import TableId, cards_of_file, rows_of_group
from inspector.present.injection.bar_strip import GROUPS
from inspector.present.injection.card_table import CardTables
from inspector.present.injection.ledger_table import LEDGER_COLUMNS, LedgerTables
from inspector.present.injection.tables import (
    RunTables,
    row_of_subject,
    subject_of_row,
    table_of_subject,
)
from inspector.present.table import TableQuery, cell_values, visible_rows
from tests.shared.injection_input import (
    CHARACTERS,
    bucket,
    candidate_set,
    card,
    file,
    policy,
    request,
)

CARDS = [
    card("alpha", 0.9, kind="entity", lengths={"standard": 40}),
    card("beta", 0.8, kind="procedure"),
    card("twin", 0.5, kind="entity", file="b:f1"),
    card("giant", 0.4, compact=5000),
]
BUCKETS = [bucket("b", file("f1", 0.9), file("f2", 0.8, text=900), background="z" * 20)]


def run(total=600, strategy=Strategy.COVERAGE):
    return inject(
        request(), candidate_set(CARDS, BUCKETS), policy(total), CHARACTERS, strategy=strategy
    )


@given(st.integers(0, 700), st.sampled_from(list(Strategy)))
def test_the_ledger_table_is_always_the_same_in_parts_as_a_whole_and_in_the_ledger(total, strategy):
    report = run(total, strategy)
    tables = LedgerTables(report.prepared, CardTables(report.prepared).keys)
    in_parts, whole = tables.table(report), tables.table(report)
    rows = np.arange(in_parts.row_count)
    for column in LEDGER_COLUMNS:
        parts = [cell_values(in_parts, column, rows[place : place + 1])[0] for place in rows]
        whole.whole(column.id)
        assert parts == cell_values(whole, column, rows), column.id
    entries = list(report.ledger.entries)
    assert list(whole.keys) == [f"{entry.kind}:{entry.subject}" for entry in entries]
    shown = {column.id: cell_values(whole, column, rows) for column in LEDGER_COLUMNS}
    assert shown["tokens"] == [entry.tokens for entry in entries]
    assert shown["why"] == [entry.sentence for entry in entries]
    assert shown["verdict"] == [str(entry.verdict) for entry in entries]
    assert sum(shown["tokens"]) == report.budget.total_budget


def test_what_no_policy_changes_is_shared_by_the_tables_of_one_input():
    first = run()
    tables = RunTables()
    from inspector.core.injection.step import Injector

    again = Injector(first.prepared).run(policy(100))
    for table, shared in ((TableId.CARDS, "card"), (TableId.LEDGER, "name")):
        old, new = tables.table(table, first), tables.table(table, again)
        assert old.keys is new.keys
        assert new.shares(old, shared)
        assert not new.shares(old, "verdict")


@pytest.mark.parametrize("table", [one for one in TableId if one is not TableId.EXPECTATIONS])
def test_rows_and_subjects_lead_to_each_other(table):
    data = RunTables().table(table, run())
    for key in data.keys:
        subject = subject_of_row(table, key)
        assert row_of_subject(table, subject) == key
        assert row_of_subject(TableId.LEDGER, subject) == subject
    assert subject_of_row(table, "") == ""
    if table is not TableId.LEDGER:
        assert table_of_subject(subject_of_row(table, data.keys[0])) is table


def test_a_subject_of_another_kind_has_no_row():
    assert row_of_subject(TableId.FILES, "card:alpha") == ""
    assert table_of_subject("balance:bucket.unused") is TableId.LEDGER


@pytest.mark.parametrize("group", GROUPS)
def test_the_rows_of_a_group_are_asked_for_with_a_filter_that_works(group):
    for key in ("", "card:alpha", "file:b:f1", "background:b"):
        rows = rows_of_group(group, key)
        if rows is not None:
            visible_rows(RunTables().table(rows.table, run()), TableQuery(filter=rows.filter))


def kept(rows, report) -> list[str]:
    data = RunTables().table(rows.table, report)
    return [data.keys[row] for row in visible_rows(data, TableQuery(filter=rows.filter))]


def test_the_rows_of_a_group_are_those_of_its_segments():
    report = run()
    assert kept(rows_of_group("entity"), report) == ["alpha"]
    assert kept(rows_of_group("procedure"), report) == ["beta"]
    assert kept(rows_of_group("other"), report) == []
    assert kept(rows_of_group("inlined"), report) == ["b:f1"]
    assert kept(rows_of_group("suppressed", "card:twin"), report) == ["twin"]
    assert kept(rows_of_group("suppressed", "background:b"), report) == ["card:twin"]
    assert kept(rows_of_group("dropped", "card:giant"), report) == ["giant"]


def test_groups_that_are_no_candidates_have_no_rows():
    assert rows_of_group("duplicated") is None
    assert rows_of_group("met") is None


@given(st.text(min_size=1).filter(str.strip))
def test_the_cards_of_a_file_are_asked_for_by_a_reference_of_any_characters(reference):
    cards = [card("a", 0.5, file=reference), card("b", 0.4, file=reference + "!"), card("c", 0.3)]
    report = inject(request(), candidate_set(cards, []), policy(100), CHARACTERS)
    assert kept(cards_of_file(reference), report) == ["a"]
