"""Category limits: off unless asked for; then the tightest one is named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.window.facts import NO_FACTS, read_facts
from inspector.core.window.selection import limits_of
from tests.shared.window_input import chunk, chunk_lists, placed

ENFORCED = {"enforce_category_limits": True}


def limits(**budgets):
    return {"options": ENFORCED, "config": {"token_budgets": budgets}}


def test_limits_do_nothing_unless_enforced():
    report = placed([chunk("a", 60), chunk("b", 60)], config={"tokenBudgets": {"maxHistory": 100}})
    assert report.allocated == ("a", "b")


def test_a_full_category_drops_its_chunks_and_is_named():
    chunks = [chunk("a", 60), chunk("b", 60), chunk("doc", 60, type="rag_document_chunk")]
    report = placed(chunks, **limits(max_history=100))
    assert report.allocated == ("a", "doc")
    dropped = report.allocations[1]
    assert (dropped.cap, dropped.left) == ("max_history", 40)
    entry = next(entry for entry in report.ledger.entries if entry.subject == "b")
    assert entry.reason.code == "category_limit"
    assert entry.sentence == "Dropped: needed 60 tokens, 40 were left under max history."


@pytest.mark.parametrize(
    ("one", "names"),
    [
        (chunk("a"), {"max_history"}),
        (chunk("a", type="chat_history_assistant"), {"max_history"}),
        (chunk("a", type="current_user_prompt"), set()),
        (chunk("a", type="tool_output"), set()),
        (chunk("a", type="system_prompt"), {"max_system_prompt"}),
        (chunk("a", type="critical_rag_document"), {"max_rag_results"}),
        (chunk("a", type="rag_memory_commit"), {"max_rag_results"}),
        (
            chunk("a", type="tool_output", metadata={"content_type": "business"}),
            {"max_business_data"},
        ),
        (
            chunk("a", metadata={"client_tier": "startup", "content_type": "business"}),
            {"max_history", "max_client_data", "max_business_data"},
        ),
        (
            chunk("a", type="tool_input", metadata={"relationship_stage": "mature"}),
            {"max_client_data"},
        ),
    ],
)
def test_what_a_chunk_counts_against(one, names):
    assert set(limits_of(one, read_facts(one, 0, []))) == names | {"max_overall"}


def test_every_chunk_counts_against_the_overall_limit_with_the_reserve():
    report = placed(
        [chunk("a", 60), chunk("b", 60)], max_system_prompt=50, **limits(max_overall=160)
    )
    assert report.allocated == ("a",)
    assert (report.allocations[1].cap, report.allocations[1].left) == ("max_overall", 50)
    assert limits_of(chunk("x", type="tool_output"), NO_FACTS) == ("max_overall",)


def test_of_two_limits_that_refuse_the_tighter_is_named():
    business = chunk("a", 60, metadata={"content_type": "business"})
    report = placed([business], **limits(max_history=50, max_business_data=40))
    assert report.allocations[0].cap == "max_business_data"


def test_the_available_tokens_are_named_when_they_are_as_tight():
    report = placed([chunk("a", 60)], room=50, **limits(max_history=50))
    assert report.allocations[0].cap == "available_tokens"


def test_the_use_of_every_limit_is_shown():
    chunks = [chunk("a", 60), chunk("b", 60), chunk("doc", 5, type="rag_ebook_chunk")]
    use = {one.name: one for one in placed(chunks, **limits(max_history=100)).limits}
    assert (use["max_history"].limit, use["max_history"].used) == (100, 60)
    assert use["max_history"].dropped == 1
    assert (use["max_rag_results"].used, use["max_overall"].used) == (5, 65)


@given(chunk_lists(), st.integers(0, 100), st.integers(0, 100), st.integers(0, 300))
def test_no_limit_is_ever_exceeded(chunks, history, rag, room):
    report = placed(chunks, room=room, **limits(max_history=history, max_rag_results=rag))
    for one in report.limits:
        assert one.used <= max(one.limit, 0)
    for one in report.allocations:
        assert one.allocated or one.tokens > one.left


def test_a_chunk_that_only_its_category_refuses_is_in_a_conflict_of_priorities():
    chunks = [chunk("a", 60), chunk("b", 60), chunk("c", 20_000)]
    kinds = [one.conflict_type for one in placed(chunks, **limits(max_history=100)).conflicts]
    assert kinds == ["priority_conflict", "budget_exceeded"]
    kinds = [one.conflict_type for one in placed(chunks, room=70).conflicts]
    assert kinds == ["budget_exceeded", "budget_exceeded"]
