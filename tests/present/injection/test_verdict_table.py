"""The table of the lens: headings add up, and each row's line is what runs at other splits say."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.not_included import ExclusionCause, cause_of, not_included
from inspector.analysis.tuning.axes import Axis
from inspector.analysis.tuning.modes import INLINED, LISTED
from inspector.analysis.tuning.split import splits_of
from inspector.analysis.tuning.sweep import report_at
from inspector.core.injection.card_rows import REASON_LABELS
from inspector.core.injection.policy import Strategy
from inspector.core.reasons import Reason, Verdict
from inspector.present.reason_text import why_in_few_words
from inspector.present.table import cell_values
from inspector.present.table.snapshot import grouped
from inspector.stages.injection.item_table import (
    ITEM_COLUMNS,
    OUTCOMES,
    ItemTables,
    SplitLines,
    outcome_heading,
)
from inspector.stages.injection.ledger_table import ledger_table
from tests.shared.tuning_input import reports


def test_every_outcome_of_a_ledger_has_its_place():
    causes = {cause.code for cause in ExclusionCause}
    assert causes < set(OUTCOMES)
    assert {"included", "reduced", "balance"} == set(OUTCOMES) - causes


@pytest.mark.parametrize("code", REASON_LABELS)
def test_a_reason_is_said_in_few_words_without_its_code(code):
    reason = next(one for one in Reason if one.code == code)
    if reason.rule.startswith("Injection") or reason.rule == "What-if":
        assert "_" not in why_in_few_words(reason)


@given(reports)
def test_headings_always_count_the_rows_and_tokens_of_the_ledger(report):
    table = ItemTables(report.prepared).table(report)
    groups = grouped(table, "outcome", np.arange(table.row_count))
    entries = list(report.ledger.entries)
    out = {one.cause.code: one for one in not_included(report)}
    for group, label in enumerate(groups.labels):
        rows = groups.rows_of(group)
        heading = outcome_heading(table, label, rows)
        assert heading.title.endswith(f" {len(rows):,}")
        if label in out:
            assert len(rows) == out[label].items
            assert heading.detail.startswith(f"{out[label].tokens:,} token")
        else:
            mine = [one for one in entries if one.verdict == label and not cause_of(one.reason)]
            assert len(rows) == len(mine)
            assert heading.detail.startswith(f"{sum(one.tokens for one in mine):,} token")


@given(reports)
def test_the_tokens_of_a_row_are_those_of_the_ledger_and_below_0_where_it_is_not_included(report):
    table, written = ItemTables(report.prepared).table(report), ledger_table(report)
    rows = np.arange(table.row_count)
    shown = cell_values(table, table.column("takes"), rows)
    used = cell_values(written, written.column("tokens"), rows)
    missing = cell_values(written, written.column("left_out"), rows)
    for takes, tokens, left_out in zip(shown, used, missing, strict=True):
        assert takes == (tokens if left_out is None else -left_out)
    assert sum(one or 0 for one in missing) == sum(one.tokens for one in not_included(report))


@given(reports)
def test_the_table_is_the_same_in_parts_as_a_whole(report):
    tables = ItemTables(report.prepared)
    in_parts, whole = tables.table(report), tables.table(report)
    rows = np.arange(in_parts.row_count)
    for column in ITEM_COLUMNS[:-2]:
        parts = [cell_values(in_parts, column, rows[place : place + 1])[0] for place in rows]
        whole.whole(column.id)
        assert parts == cell_values(whole, column, rows), column.id


@given(reports, st.floats(0, 1))
def test_the_line_of_a_row_always_says_what_a_run_at_that_split_says(report, share):
    if report.strategy is Strategy.OPTIMAL:
        return
    lines = SplitLines(splits_of(report))
    at = ledger_table(report_at(report, Axis.DIVISION, share))
    tokens = cell_values(at, at.column("tokens"), np.arange(at.row_count))
    verdicts = cell_values(at, at.column("verdict"), np.arange(at.row_count))
    for row, (taken, verdict) in enumerate(zip(tokens, verdicts, strict=True)):
        if not lines.has_line(row):
            assert verdict == Verdict.BALANCE
            continue
        lows, highs = lines.stretches(row)
        inside = bool(((lows <= share) & ((share < highs) | (highs >= 1.0))).any())
        assert inside is (Verdict(verdict) in (Verdict.INCLUDED, Verdict.REDUCED)), (row, taken)


@given(reports, st.floats(0, 1))
def test_a_file_has_a_line_for_its_full_text_and_one_for_its_title(report, share):
    if report.strategy is Strategy.OPTIMAL:
        return
    lines = SplitLines(splits_of(report))
    at = ledger_table(report_at(report, Axis.DIVISION, share))
    forms = cell_values(at, at.column("form"), np.arange(at.row_count))
    for row in filter(lines.is_file, range(at.row_count)):
        for mode, said in ((INLINED, "full text"), (LISTED, "title only")):
            lows, highs = lines.stretches(row, mode)
            inside = bool(((lows <= share) & ((share < highs) | (highs >= 1.0))).any())
            assert inside is (forms[row] == said)
        titles = lines.stretches(row, LISTED)[0]
        assert ("title only" in lines.text(row)) is (len(titles) > 0)


@given(reports, st.integers(1, 300))
def test_pixels_of_a_line_never_overlap_and_never_miss_a_stretch(report, width):
    if report.strategy is Strategy.OPTIMAL:
        return
    splits = splits_of(report)
    lines = SplitLines(splits)
    for row in range(len(report.prepared.cards.order)):
        runs = lines.pixels(row, width)
        flat = [edge for run in runs for edge in run]
        assert flat == sorted(set(flat))
        assert all(0 <= first < end <= width for first, end in runs)
        for low in lines.stretches(row)[0].tolist():
            pixel = min(int(low * width), width - 1)
            assert any(first <= pixel < end for first, end in runs)
        said = lines.text(row)
        assert said == "never" if not runs else said.endswith(" %")
