"""The grid of nodes by layers."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from hypothesis import given

from inspector.core.relevance import NodeState, RelevanceReport
from inspector.present.palette import DARK, LIGHT
from inspector.stages.relevance.grid import Grid, grid
from inspector.stages.relevance.grid_items import grid_svg
from inspector.stages.relevance.runs import RelevanceResult
from tests.shared.examples import examples
from tests.shared.relevance_input import raw_config
from tests.shared.relevance_results import EVENTFUL, relevance_result, results


def _report(result: RelevanceResult) -> RelevanceReport:
    assert result.report is not None
    return result.report


def _sentences(found: Grid, node: str) -> list[str]:
    row = found.row_of(node)
    assert row is not None
    return [cell.sentence for cell in found.rows[row].cells]


def _eventful() -> Grid:
    facts = {"mode": "M", "signals": {"x": 2, "y": "v"}, "classification": {"urgency": "high"}}
    return grid(_report(relevance_result(EVENTFUL, budget=140, **facts)))


def test_each_layer_says_what_it_did() -> None:
    found = _eventful()
    assert _sentences(found, "b") == [
        "The template of M uses it.",
        'A hard rule holds: x 2 ≥ 2 and y = "v".',
        "Urgency is high and forces it in, against a hard exclusion.",
        "Nothing to recover.",
        "It was in already.",
        "No safety condition is about it.",
        "Final: this node is in.",
    ]
    assert _sentences(found, "c")[1:4] == [
        "A soft rule holds: x 2 ≥ 2.",
        "Urgency is high and does not name it.",
        "Headroom 110 is more than 100.",
    ]
    assert _sentences(found, "d")[1:4] == [
        "A soft rule holds: x = 2.",
        "Urgency is high and does not name it.",
        "It is not on the recovery list.",
    ]
    assert _sentences(found, "e")[0] == "The template of M does not use it."
    assert _sentences(found, "e")[4] == "“a” is in and depends on it."
    assert _sentences(found, "f")[0] == "The mask of M does not mention it."
    assert _sentences(found, "f")[1] == "Not asked: it is out already."
    assert _sentences(found, "f")[5] == "2 conditions looked at, none holds."


def test_the_heads_count_who_is_in_and_who_was_moved() -> None:
    heads = _eventful().heads
    assert [(head.included, head.tokens, head.moves) for head in heads] == [
        (4, 100, "−2"),
        (1, 10, "−3"),
        (2, 30, "+1"),
        (3, 60, "+1"),
        (4, 110, "+1"),
        (4, 110, ""),
        (4, 110, ""),
    ]


def test_without_acting_layers_a_banner_says_why_every_node_is_in() -> None:
    disabled = grid(_report(relevance_result(raw_config(enabled=False))))
    assert "switched off" in disabled.banner
    assert all(row.cells == () and row.verdict == "included" for row in disabled.rows)
    unreadable = grid(_report(relevance_result(raw_config(dependencies={"a": ["a"]}))))
    assert "cannot be read" in unreadable.banner
    assert [row.node for row in unreadable.rows] == ["a", "b", "c", "d", "e", "f"]


def test_a_cell_in_words_says_layer_state_and_reason() -> None:
    words = _eventful().rows[1].cells[1].words
    assert words == 'Signals: excluded. A hard rule holds: x 2 ≥ 2 and y = "v".'


@given(results())
def test_the_last_head_always_agrees_with_the_ledger(result: RelevanceResult) -> None:
    report = _report(result)
    found = grid(report)
    entries = [entry for entry in report.ledger.entries if entry.kind == "node"]
    assert [row.node for row in found.rows] == [entry.subject for entry in entries]
    assert found.heads[-1].included == report.total_included
    assert found.heads[-1].tokens == sum(entry.tokens for entry in entries)


@given(results())
def test_a_cell_never_says_changed_where_its_neighbour_has_the_same_state(
    result: RelevanceResult,
) -> None:
    for row in grid(_report(result)).rows:
        for before, cell in zip(row.cells, row.cells[1:], strict=False):
            assert cell.changed == (cell.state is not before.state)
            assert cell.sentence
            assert not cell.changed or cell.verdict is not None
        assert (row.cells[-1].state is NodeState.INCLUDED) == (row.verdict == "included")


@given(results())
@examples(10)
def test_the_picture_is_always_well_formed_and_names_every_node(result: RelevanceResult) -> None:
    report = _report(result)
    for colors in (LIGHT, DARK):
        root = ET.fromstring(grid_svg(report, colors))
        texts = {element.text for element in root.iter("{http://www.w3.org/2000/svg}text")}
        assert set(report.inclusion_map) <= texts


def test_names_cannot_break_the_picture() -> None:
    config = raw_config(node_token_estimates={"<a & b>": 1})
    assert "&lt;a &amp; b&gt;" in grid_svg(_report(relevance_result(config, mode="M")))
