"""What a placement tells of each chunk and record: room left, pairs, records of no use, texts."""

from __future__ import annotations

import pytest

from inspector.core.window.config import PlacementOptions, TokenBudgetConstraints
from inspector.core.window.events import BudgetResolved
from inspector.core.window.facts import NO_FACTS
from inspector.core.window.report import TextOf, window_text
from inspector.core.window.selection import select
from tests.shared.window_input import chunk, placed

ASK = chunk("ask", 10, type="current_user_prompt")
CALL = chunk("call", 30, type="tool_input", metadata={"call_id": "c"})
RESULT = chunk("result", 10, type="tool_output", metadata={"call_id": "c"})
KEPT = {"keep_pairs": True}


def test_a_placed_chunk_says_what_was_left_when_its_turn_came() -> None:
    report = placed([chunk("a", 60), chunk("b", 70)], room=200)
    assert [one.left for one in report.allocations] == [200, 140]


def test_the_log_says_what_is_left_of_the_room() -> None:
    (resolved,) = [
        event
        for event in placed([chunk("a", 10)], room=15).events
        if isinstance(event, BudgetResolved)
    ]
    assert (resolved.tokens_used, resolved.tokens_remaining) == (10, 5)


def test_chunks_are_placed_unless_the_request_is_refused() -> None:
    arguments = {"limits": None, "room_under": {}, "allow_partial_fill": True}
    found = select([0, 1], [5, 10], 10, **arguments)
    assert (found.placed, found.dropped, found.used) == ((0,), (1,), 5)
    assert select([0], [5], 10, is_refused=True, **arguments).placed == ()


def test_a_kept_pair_is_placed_or_dropped_once() -> None:
    whole = placed([ASK, CALL, RESULT], room=90, options=KEPT)
    assert (whole.allocated, whole.total_tokens_used) == (("ask", "call", "result"), 50)
    assert sorted(placed([ASK, CALL, RESULT], room=10, options=KEPT).dropped) == ["call", "result"]


def test_what_would_fill_the_room_exactly_alone_is_kept_out_by_its_pair() -> None:
    report = placed([ASK, CALL, RESULT], room=20, options=KEPT)
    reasons = {row.name: row.reason.code for row in report.ledger.rows if row.name}
    assert (reasons["result"], reasons["call"]) == ("pair_kept", "window_budget")


def test_a_record_of_an_id_used_before_is_a_row_of_the_ledger() -> None:
    report = placed([chunk("a", 5), chunk("a", 7), {"id": "c"}], room=20)
    assert report.outcome.unusable == (1, 2)
    rows = [one.subject for one in report.ledger.entries if one.kind == "record"]
    assert rows == ["record:1", "record:2"]


def test_a_type_that_is_missing_is_not_a_type_that_is_unknown() -> None:
    for record, code in (
        ({"id": "a"}, "window.value-invalid"),
        ({"id": "a", "type": "banner"}, "window.chunk-type-unknown"),
    ):
        assert [one.code for one in placed([record]).problems] == [code]


@pytest.mark.parametrize(("relevance", "used", "points"), [(-2, 0, 0), (1.5, 1, 20)])
def test_a_relevance_out_of_range_counts_as_the_nearest_in_it(
    relevance: float, used: int, points: int
) -> None:
    facts = {"rag_match_metadata": {"relevance": relevance}}
    report = placed([chunk("a"), chunk("b", metadata=facts)])
    assert f"{used} is used" in report.problems[0].message
    plain, matched = (one.priority for one in report.allocations)
    assert matched - plain == points


def test_facts_of_the_context_fill_in_where_the_chunk_has_none() -> None:
    startup = NO_FACTS._replace(client_tier="startup")
    enterprise = NO_FACTS._replace(client_tier="enterprise")
    assert startup.completed(NO_FACTS).client_tier == "startup"
    assert NO_FACTS.completed(startup).client_tier == "startup"
    assert startup.completed(enterprise).client_tier == "startup"


def test_the_text_of_what_was_retrieved_has_nothing_else_in_it() -> None:
    report = placed(
        [
            chunk("said", 5, content="words"),
            chunk("found", 5, type="rag_generic_chunk", content="a passage"),
            chunk("bought", 5, content="a deal", metadata={"content_type": "business"}),
        ]
    )
    assert window_text(report) == "words\n\na passage\n\na deal"
    assert window_text(report, TextOf.RAG) == "a passage"
    assert window_text(report, TextOf.BUSINESS) == "a deal"


def test_limits_of_a_call_say_what_they_state_and_have_the_options_defaults() -> None:
    nothing = TokenBudgetConstraints()
    assert (nothing.budgets, nothing.options) == ({}, {})
    assert TokenBudgetConstraints(max_total_tokens=5).budgets == {"max_overall": 5}
    options = PlacementOptions()
    for name in PlacementOptions.model_fields.keys() & TokenBudgetConstraints.model_fields.keys():
        assert getattr(nothing, name) is getattr(options, name)
