"""Tables, lines and signals of a run."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given

from inspector.present.table import TableData, cell_texts
from inspector.stages.relevance.runs import RelevanceResult, SignalEditor, signal_rows
from inspector.stages.relevance.summary import flip_lines, result_lines
from inspector.stages.relevance.tables import flip_table, node_table, rule_table
from tests.shared.relevance_input import raw_config
from tests.shared.relevance_results import EVENTFUL, relevance_result, results


def _column(data: TableData, column: str) -> list[str]:
    return cell_texts(data, data.column(column), np.arange(data.row_count))


def _eventful(**facts: Any) -> RelevanceResult:
    return relevance_result(EVENTFUL, mode="M", signals={"x": 2, "y": "v"}, **facts)


def test_the_node_table_says_which_layer_decided_and_closes() -> None:
    result = _eventful(budget=140, texts={"a": "seven c"})
    assert result.report is not None
    data = node_table(result.report)
    assert list(data.keys) == [*(f"node:{node}" for node in "abcdef"), "balance:unused"]
    assert _column(data, "verdict") == [
        "included",
        "excluded",
        "included",
        "suppressed",
        "included",
        "excluded",
        "balance",
    ]
    assert _column(data, "layer") == [
        "1 Mask",
        "2 Signals",
        "4 Recovery",
        "2 Signals",
        "5 Depends",
        "1 Mask",
        "",
    ]
    assert _column(data, "real")[0] == "7"
    assert _column(data, "place")[1] == "/signal_rules/b/0"
    assert sum(int(text) for text in _column(data, "tokens")) == 140


def test_the_rule_table_shows_each_condition_with_the_value_it_met() -> None:
    result = _eventful()
    assert result.report is not None
    data = rule_table(result.report)
    rows = [_column(data, name) for name in ("strength", "outcome", "conditions", "place")]
    assert list(zip(*rows, strict=True)) == [
        ("hard", "acted", 'x 2 ≥ 2 and y = "v"', "/signal_rules/b/0"),
        ("soft", "acted", "x 2 ≥ 2", "/signal_rules/c/0"),
        ("soft", "does not hold", "x 2, not < 0", "/signal_rules/d/0"),
        ("soft", "acted", "x = 2", "/signal_rules/d/1"),
        (
            "safety",
            "does not hold",
            "returning_from_silence false, not = true",
            "/safety_overrides/f/0",
        ),
        ("safety", "does not hold", "z missing, not = 1", "/safety_overrides/f/1"),
    ]


def test_the_flip_table_shows_fact_value_nodes_and_tokens() -> None:
    data = flip_table(_eventful(budget=140))
    names = ("fact", "now", "then", "brings", "drops", "tokens")
    rows = list(zip(*(_column(data, name) for name in names), strict=True))
    assert ("y", '"v"', "missing", "b", "", "+20") in rows
    assert ("mode", "M", "N", "", "c", "-30") in rows
    assert ("urgency", "missing", "high", "b", "", "+20") in rows
    assert ("returning from silence", "false", "true", "f", "", "+60") in rows
    assert ("remaining budget", "140", "110", "", "c", "-30") in rows


def test_the_lines_of_a_terminal_mark_what_a_layer_changed() -> None:
    lines = result_lines(_eventful(budget=140))
    row = next(line for line in lines if line.startswith("c "))
    expected = ["c", "30", "in", "soft*", "soft", "in*", "in", "in", "in", "included"]
    assert row.split()[:10] == expected
    assert "3 of 6 nodes in, 90 of 140 tokens, reconciled" in lines
    assert "recovered: c" in lines


def test_where_nothing_flips_the_lines_say_so() -> None:
    result = relevance_result(raw_config(enabled=False))
    assert flip_lines(result) == ["no change of a single fact would change what is included"]


def test_without_a_configuration_there_are_no_lines() -> None:
    assert result_lines(relevance_result(None)) == []


def test_signals_have_the_type_of_what_rules_compare_them_with() -> None:
    rules = [
        {"when": {"flag": True, "count_gte": 2, "ratio_lt": 0.5, "word": "v", "odd_gt": 1}},
        {"when": {"odd": True, "any": None, "word_eq": "w"}},
    ]
    config = raw_config(signal_rules={"a": rules})
    rows = signal_rows(relevance_result(config, signals={"other": 7, "count": "text"}))
    assert [(row.name, row.kind, row.value) for row in rows] == [
        ("flag", SignalEditor.FLAG, None),
        ("count", SignalEditor.TEXT, "text"),
        ("ratio", SignalEditor.NUMBER, None),
        ("word", SignalEditor.TEXT, None),
        ("odd", SignalEditor.VALUE, None),
        ("any", SignalEditor.VALUE, None),
        ("other", SignalEditor.NUMBER, 7),
    ]
    assert [row.asked for row in rows[:4]] == ["= true", "≥ 2", "< 0.5", '= "v", = "w"']
    assert [row.whole for row in rows[1:3]] == [True, False]


@given(results())
def test_tables_can_always_be_made_and_never_lose_a_row(result: RelevanceResult) -> None:
    report = result.report
    assert report is not None
    assert node_table(report).row_count == len(report.ledger.entries)
    assert rule_table(report).row_count == len(report.rules)
    flips = flip_table(result)
    assert flips.row_count == len(result.flips)
    assert len(set(flips.keys)) == flips.row_count
    for data in (node_table(report), rule_table(report), flips):
        for column in data.columns:
            _column(data, column.id)
    assert result_lines(result)
    assert flip_lines(result)


@given(results())
def test_every_signal_of_the_rules_and_of_the_request_has_one_row(result: RelevanceResult) -> None:
    names = [row.name for row in signal_rows(result)]
    assert len(names) == len(set(names))
    assert set(result.facts.signals) <= set(names)
