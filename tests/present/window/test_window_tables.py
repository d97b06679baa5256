"""Tables, sentences and explanations of a placement."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.window.chunk import ChunkType
from inspector.core.window.optimum import optimum
from inspector.present.table import TableQuery, cell_texts, cell_value, to_text, visible_rows
from inspector.present.table.spec import ledger_table
from inspector.stages.window.chunk_table import chunk_table
from inspector.stages.window.tables import (
    chunk_of,
    conflict_table,
    event_key,
    event_table,
    in_words,
    limit_table,
    moment,
    optimum_table,
    step_of,
)
from inspector.stages.window.why import why_placement, why_window
from inspector.stages.window.words import optimum_line, placement_lines, status_line
from tests.shared.window_input import chunk, chunk_lists, option_sets, placed


def small(**arguments):
    return placed(
        [
            chunk("history", 100),
            chunk("big", 200, type="tool_output"),
            chunk("ask", 100, type="current_user_prompt"),
        ],
        **({"room": 250} | arguments),
    )


def cells(data, column):
    return [cell_value(data, data.column(column), row) for row in range(data.row_count)]


def every_table(report):
    return (
        chunk_table(report),
        conflict_table(report),
        limit_table(report),
        optimum_table(report, optimum(report)),
        event_table(report.events),
        ledger_table(report.ledger),
    )


def test_chunks_are_listed_as_they_were_considered():
    data = chunk_table(small())
    assert list(data.keys) == ["chunk:ask", "chunk:big", "chunk:history"]
    assert cells(data, "verdict") == ["included", "dropped", "included"]
    assert cells(data, "beaten_by")[1] == "ask"


def test_a_filter_finds_dropped_chunks_of_a_size():
    data = chunk_table(small())
    rows = visible_rows(data, TableQuery(filter="state:dropped tokens>150"))
    assert [data.keys[row] for row in rows] == ["chunk:big"]


def test_a_conflict_names_both_and_how_far_they_were_apart():
    data = conflict_table(small())
    assert (cells(data, "dropped"), cells(data, "kept")) == (["big"], ["ask"])
    assert cells(data, "difference") == [20.0]


def test_limits_show_their_use_whether_or_not_they_hold():
    config = {"token_budgets": {"max_history": 40}}
    loose = limit_table(small(config=config))
    assert cells(loose, "over")[cells(loose, "name").index("max_history")] == 60
    held = small(config=config, options={"enforce_category_limits": True})
    strict = limit_table(held)
    at = cells(strict, "name").index("max_history")
    assert (cells(strict, "state")[at], cells(strict, "refused")[at]) == ("enforced", 1)


def test_the_optimum_table_has_the_chunks_that_differ():
    report = placed(
        [chunk("wide", 100, type="system_prompt"), chunk("one", 50), chunk("two", 50)], room=100
    )
    data = optimum_table(report, optimum(report))
    assert dict(zip(data.keys, cells(data, "choice"), strict=True)) == {
        "chunk:wide": "only greedy",
        "chunk:one": "only optimum",
        "chunk:two": "only optimum",
    }
    assert "a gap of 100.00" in optimum_line(optimum(report))


def test_an_optimum_that_is_the_greedy_choice_says_so():
    assert "no choice of chunks has more" in optimum_line(optimum(placed([chunk("a", 5)])))


def test_a_missing_optimum_says_why():
    report = small(options={"enforce_category_limits": True})
    assert "Category limits" in optimum_line(optimum(report))
    assert optimum_table(report, optimum(report)).row_count == 0


@given(chunk_lists(), st.integers(0, 200), option_sets)
def test_the_ledger_table_adds_up_to_the_budget(chunks, room, options):
    report = placed(chunks, room=room, options=options)
    assert sum(cells(ledger_table(report.ledger), "tokens")) == report.ledger.budget


@given(chunk_lists(), st.integers(0, 200), option_sets)
def test_every_cell_of_every_table_can_be_written(chunks, room, options):
    report = placed(chunks, room=room, options=options)
    for data in every_table(report):
        rows = visible_rows(data, TableQuery())
        assert to_text(data, rows, [column.id for column in data.columns])
        for column in data.columns:
            assert len(cell_texts(data, column, rows)) == data.row_count


@given(chunk_lists(), st.integers(0, 200), option_sets)
def test_every_subject_of_every_table_is_explained(chunks, room, options):
    report = placed(chunks, room=room, options=options)
    for data in every_table(report):
        for key in data.keys:
            step = step_of(key)
            subject = key if step is None else chunk_of(report.events[step - 1])
            if subject is not None:
                why = why_window(report, subject)
                assert why is not None
                assert why.sentence
                assert why.steps


@given(chunk_lists(), st.integers(0, 200), option_sets)
def test_every_dropped_chunk_is_told_what_would_let_it_in(chunks, room, options):
    report = placed(chunks, room=room, options=options)
    for name in report.dropped:
        assert why_window(report, f"chunk:{name}").remedies
    for name in report.allocated:
        assert not why_window(report, f"chunk:{name}").remedies


@given(chunk_lists(), st.integers(0, 200))
def test_more_points_than_the_remedy_names_let_a_dropped_chunk_in(drawn, room):
    free = ChunkType.RAG_MEMORY_COMMIT  # the one type that nobody has, so raising it moves no other
    chunks = [
        one.model_copy(update={"type": ChunkType.TOOL_INPUT}) if one.type is free else one
        for one in drawn
    ]
    report = placed(chunks, room=room)
    sizes = {one.id: one.tokens for one in report.allocations}
    for name in report.dropped:
        turns = [
            one for one in why_window(report, f"chunk:{name}").remedies if "turn before" in one
        ]
        for turn in turns:
            points = float(turn.split("more than ")[1].split(" points")[0].replace(",", ""))
            raised = chunk(name, sizes[name], type=free)
            again = placed(
                [raised if one.id == name else one for one in chunks],
                room=room,
                config={"priority_thresholds": {free.value: points + 0.01}},
            )
            assert name in again.allocated


def test_the_explanation_of_a_dropped_chunk_has_the_numbers_of_the_run():
    why = why_window(small(), "chunk:big")
    results = {step.label: step.result for step in why.steps}
    assert results["=\N{NO-BREAK SPACE}priority"] == "170.00"
    assert results["Left at its turn"] == "150"
    assert results["Over by"] == "50"
    assert results["Beaten by"] == "190.00"
    assert "ask, when 250 tokens were left: more than 190.00 points" in why.remedies[-1]


def test_the_explanation_of_business_points_lists_the_factors():
    facts = {"revenue_impact": 50_000, "urgency": "high", "client_tier": "enterprise"}
    why = why_window(placed([chunk("a", 10, metadata=facts)]), "chunk:a")
    step = next(step for step in why.steps if step.label == "+\N{NO-BREAK SPACE}business")
    assert step.working == "min(20, revenue 5 + urgency 15 + client tier 12)"
    assert step.result == "20.00"


def test_what_does_not_exist_is_not_explained():
    for key in ("chunk:nobody", "balance:nothing", "limit:none", "event:1", ""):
        assert why_window(small(), key) is None


def test_every_event_is_told_in_words_of_its_own():
    told = [in_words(event) for event in small().events]
    assert told[0] == "3 chunks for 250 tokens: 250 available, 0 reserved"
    assert "dropped: needed 200, 150 left (available tokens)" in told
    assert "lost to ask, which was placed last before it" in told


@given(chunk_lists(), st.integers(0, 200))
def test_stepping_through_the_log_ends_where_the_placement_did(chunks, room):
    report = placed(chunks, room=room)
    events = report.events
    decided = [moment(events, step).decided for step in range(len(events) + 1)]
    assert decided == sorted(decided)
    last = moment(events, len(events))
    assert last.state.allocated == report.allocated
    assert last.state.used == report.total_tokens_used
    assert last.decided == len(report.outcome.chunks)


def test_keys_of_events_are_read_back():
    assert step_of(event_key(12)) == 12
    assert step_of("chunk:12") is None


def test_the_status_says_whether_the_balance_closes():
    assert "reconciled" in status_line(small())
    assert any("Reconciled: adds up to" in line for line in placement_lines(small()))


def test_long_texts_are_shown_by_their_beginning():
    data = chunk_table(placed([chunk("a", 5, content="word \n" * 1_000)]))
    (text,) = cells(data, "text")
    assert text.startswith("word word")
    assert len(text) <= 160


@pytest.mark.parametrize("option", ["exponential", "linear"])
def test_the_recency_arithmetic_names_the_rule_in_use(option):
    report = placed([chunk("a", 5, days_old=4)], options={"recency": option})
    step = next(
        s for s in why_window(report, "chunk:a").steps if s.label == "+\N{NO-BREAK SPACE}recency"
    )
    assert (
        step.working
        == {
            "linear": "max(0, 20 − 4.00 days)",
            "exponential": "15 × e^(−0.05 × 4.00 days)",
        }[option]
    )


def test_a_placement_of_one_chunk_is_said_in_the_singular():
    report = placed([chunk("only", 100)], room=250)
    lines = placement_lines(report)
    assert lines[1] == "Placed      1 of 1 chunk, 100 tokens"
    assert why_placement(report).sentence == (
        "1 of 1 chunk placed, 0 dropped. Reconciled: adds up to 250."
    )


def test_a_reserve_above_what_is_available_leaves_no_room_and_not_less_than_none():
    steps = why_placement(small(room=-3_900, max_system_prompt=4_150)).steps
    assert [step.result for step in steps[:5]] == ["250", "4,150", "0", "0", "0"]
