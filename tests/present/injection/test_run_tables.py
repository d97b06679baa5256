"""All tables of a run: rows in parts and as a whole, subjects, and what filters lead to."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.injection.policy import Strategy
from inspector.core.injection.report import FileRows
from inspector.present.table import TableQuery, cell_values, visible_rows
from inspector.stages.injection.bar_cells import GROUPS
from inspector.stages.injection.ledger_table import LEDGER_COLUMNS, LedgerTables
from inspector.stages.injection.tables import (
    RunTables,
    TableId,
    cards_of_file,
    row_of_subject,
    rows_of_group,
    subject_of_row,
)
from tests.shared.injection_input import (
    bucket,
    card,
    file,
    injected,
    policy,
)

CARDS = [
    card("alpha", 0.9, kind="entity", lengths={"standard": 40}),
    card("beta", 0.8, kind="procedure"),
    card("twin", 0.5, kind="entity", file="b:f1"),
    card("giant", 0.4, compact=5000),
]
BUCKETS = [bucket("b", file("f1", 0.9), file("f2", 0.8, text=900), background="z" * 20)]


def run(total=600, strategy=Strategy.COVERAGE):
    return injected(CARDS, BUCKETS, total, strategy=strategy)


def test_a_table_makes_no_row_of_a_file_before_somebody_reads_its_sentence(monkeypatch):
    report, made = run(), []
    as_it_is = FileRows.__getitem__

    def counted(rows, place):
        made.append(place)
        return as_it_is(rows, place)

    monkeypatch.setattr(FileRows, "__getitem__", counted)
    monkeypatch.setattr(FileRows, "__iter__", None)
    table = LedgerTables(report.prepared).table(report)
    for column in LEDGER_COLUMNS:
        if column.id != "why":
            table.whole(column.id)
    assert made == []
    row = table.row_of("file:b:f2")
    assert table.take("why", np.array([row])).values == [as_it_is(report.file_rows, 1).sentence]
    assert made == [1]


@given(st.integers(0, 700), st.sampled_from(list(Strategy)))
def test_the_ledger_table_is_always_the_same_in_parts_as_a_whole_and_in_the_ledger(total, strategy):
    report = run(total, strategy)
    tables = LedgerTables(report.prepared)
    in_parts, whole = tables.table(report), tables.table(report)
    rows = np.arange(in_parts.row_count)
    for column in LEDGER_COLUMNS:
        parts = [cell_values(in_parts, column, rows[place : place + 1])[0] for place in rows]
        whole.whole(column.id)
        assert parts == cell_values(whole, column, rows), column.id
    entries = list(report.ledger.entries)
    keys = [f"{entry.kind}:{entry.subject}" for entry in entries]
    assert list(whole.keys) == whole.keys[:] == [whole.keys[row] for row in rows] == keys
    assert [whole.row_of(key) for key in keys] == rows.tolist()
    assert whole.keys[-1] == keys[-1]
    assert whole.row_of("card:nobody") is whole.row_of("file:nothing") is None
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
    old, new = (tables.table(TableId.LEDGER, one) for one in (first, again))
    assert old.keys is new.keys
    assert new.shares(old, "name")
    assert not new.shares(old, "verdict")


def test_a_row_of_the_ledger_is_a_subject_and_one_of_the_expectations_leads_to_its_own():
    for key in RunTables().table(TableId.LEDGER, run()).keys:
        assert subject_of_row(TableId.LEDGER, key) == key
        assert row_of_subject(TableId.LEDGER, key) == key
    assert subject_of_row(TableId.EXPECTATIONS, "/expect/x\tcard:alpha") == "card:alpha"
    assert row_of_subject(TableId.EXPECTATIONS, "card:alpha") == ""


@pytest.mark.parametrize("group", GROUPS)
def test_the_rows_of_a_group_are_asked_for_with_a_filter_that_works(group):
    text = rows_of_group(group)
    if text is not None:
        visible_rows(RunTables().table(TableId.LEDGER, run()), TableQuery(filter=text))


def kept(text, report) -> list[str]:
    data = RunTables().table(TableId.LEDGER, report)
    return [data.keys[row] for row in visible_rows(data, TableQuery(filter=text))]


def test_the_rows_of_a_group_are_those_of_its_segments():
    report = run()
    assert kept(rows_of_group("entity"), report) == ["card:alpha"]
    assert kept(rows_of_group("procedure"), report) == ["card:beta"]
    assert kept(rows_of_group("other"), report) == []
    assert kept(rows_of_group("inlined"), report) == ["file:b:f1"]
    assert kept(rows_of_group("suppressed"), report) == ["card:twin"]
    assert "card:giant" in kept(rows_of_group("no-room"), report)


def test_groups_that_are_no_candidates_have_no_rows():
    assert rows_of_group("duplicated") is None
    assert rows_of_group("met") is None


@given(st.text(st.characters(exclude_characters="\x1f"), min_size=1).filter(str.strip))
def test_the_cards_of_a_file_are_asked_for_by_a_reference_of_any_characters(reference):
    cards = [card("a", 0.5, file=reference), card("b", 0.4, file=reference + "!"), card("c", 0.3)]
    report = injected(cards, total=100)
    assert kept(cards_of_file(reference), report) == ["card:a"]
