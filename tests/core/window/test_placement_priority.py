"""What a chunk is worth: base, age, match and business, in that order of addition."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.window.chunk import ChunkType
from inspector.core.window.config import WindowConfig
from inspector.core.window.outcome import estimate_tokens
from inspector.core.window.priorities import exponential
from tests.shared.window_input import NOW, chunk, chunk_lists, option_sets, placed


def worth(one, **arguments):
    return placed([one], **arguments).allocations[0]


@pytest.mark.parametrize(
    ("kind", "points"),
    [
        ("system_prompt", 200),
        ("current_user_prompt", 190),
        ("critical_rag_document", 180),
        ("tool_output", 170),
        ("tool_input", 160),
        ("chat_history_user", 150),
        ("chat_history_assistant", 140),
        ("rag_memory_commit", 130),
        ("rag_document_chunk", 120),
        ("rag_ebook_chunk", 110),
        ("rag_generic_chunk", 100),
    ],
)
def test_the_type_decides_the_base(kind, points):
    assert worth(chunk("a", type=kind)).base == points


def test_every_type_has_a_base():
    assert all(WindowConfig().priority_thresholds.of(kind) >= 100 for kind in ChunkType)


@pytest.mark.parametrize(("days", "points"), [(0, 20), (5, 15), (19.5, 0.5), (20, 0), (400, 0)])
def test_linear_recency_loses_a_point_a_day(days, points):
    assert worth(chunk("a", days_old=days)).recency_boost == points


def test_a_time_in_the_future_earns_the_full_recency_and_a_note():
    report = placed([chunk("a", timestamp_ms=NOW + 1)])
    assert report.allocations[0].recency_boost == 20
    assert [problem.code for problem in report.problems] == ["window.timestamp-future"]


def test_no_time_earns_no_recency():
    assert worth(chunk("a")).recency_boost == 0
    assert worth(chunk("a"), options={"recency": "exponential"}).recency_boost == 0


def test_the_epoch_is_a_time_like_any_other():
    assert worth(chunk("a", timestamp_ms=0), now_ms=0).recency_boost == 20


@pytest.mark.parametrize(("content_type", "rate"), [("general", 0.05), ("business", 0.02)])
def test_exponential_recency_fades_slower_for_business(content_type, rate):
    one = chunk("a", days_old=10, metadata={"content_type": content_type})
    boost = worth(one, options={"recency": "exponential"}).recency_boost
    assert boost == pytest.approx(15 * math.exp(-rate * 10), rel=1e-15)


def test_exponential_recency_is_at_most_15_also_for_the_future():
    for one in (chunk("a", days_old=0), chunk("a", days_old=-3)):
        assert worth(one, options={"recency": "exponential"}).recency_boost == 15


@given(st.lists(st.floats(-800, 0), min_size=1, max_size=50))
def test_our_exponential_equals_the_librarys_to_the_last_digits(exponents):
    ours = exponential(np.array(exponents))
    for exponent, value in zip(exponents, ours.tolist(), strict=True):
        expected = math.exp(exponent) if exponent >= -700 else 0
        assert value == pytest.approx(expected, rel=5e-16, abs=0)


def test_prefer_recent_off_earns_nothing_for_age():
    assert worth(chunk("a", days_old=0), options={"prefer_recent": False}).recency_boost == 0


def test_business_points_are_those_of_the_five_factors():
    facts = {
        "revenue_impact": 25_000,
        "urgency": "medium",
        "client_tier": "startup",
        "deal_status": "closed",
        "relationship_stage": "initial",
    }
    one = worth(chunk("a", metadata=facts))
    factors = one.business
    assert factors.revenue == 2.5
    assert (factors.urgency, factors.client_tier) == (5, 2)
    assert (factors.deal_status, factors.relationship) == (1, 3)
    assert one.business_boost == 13.5
    assert one.priority == 163.5


def test_revenue_and_the_sum_of_the_factors_stop_at_20():
    one = worth(chunk("a", metadata={"revenue_impact": 10**9, "urgency": "critical"}))
    assert (one.business.revenue, one.business.urgency, one.business_boost) == (20, 25, 20)


def test_negative_revenue_earns_nothing_and_is_a_problem():
    report = placed([chunk("a", metadata={"revenue_impact": -50_000, "urgency": "low"})])
    assert report.allocations[0].business_boost == 0
    assert [problem.code for problem in report.problems] == ["window.revenue-negative"]


def test_facts_may_be_spelled_in_camel_case():
    snake = worth(chunk("a", metadata={"revenue_impact": 30_000, "client_tier": "enterprise"}))
    camel = worth(chunk("a", metadata={"revenueImpact": 30_000, "clientTier": "enterprise"}))
    assert snake.priority == camel.priority == 165


@pytest.mark.parametrize(
    "keys", [["revenueImpact", "revenue_impact"], ["revenue_impact", "revenueImpact"]]
)
def test_snake_case_wins_over_camel_case(keys):
    facts = {key: 10_000 if "_" in key else 200_000 for key in keys}
    assert worth(chunk("a", metadata=facts)).business.revenue == 1


def test_business_left_out_is_shown_and_not_counted():
    one = worth(chunk("a", metadata={"urgency": "high"}), options={"include_business_boost": False})
    assert one.business_boost == 15
    assert not one.business_counted
    assert one.priority == 150


def test_a_table_of_ones_own_gives_its_points():
    config = {"contextWindow": {"priorityBoosts": {"urgency": {"urgent": 7}}}}
    report = placed([chunk("a", metadata={"urgency": "urgent"})], config=config)
    assert report.allocations[0].priority == 157
    assert report.problems == ()


@given(chunk_lists(), option_sets)
def test_the_priority_is_always_the_sum_of_its_parts_in_order(chunks, options):
    for one in placed(chunks, options=options).allocations:
        business = one.business_boost if one.business_counted else 0.0
        assert one.priority == ((one.base + one.recency_boost) + one.rag_boost) + business
        assert 0 <= one.business_boost <= 20
        assert 0 <= one.rag_boost <= 20
        assert 0 <= one.recency_boost <= 20


def test_the_parts_are_added_from_base_to_business():
    """Floating-point sums depend on the order: other orders give other priorities here."""
    facts = {"rag_match_metadata": {"relevance": 0.7}, "revenue_impact": 12_345}
    chunks = [
        chunk(str(n), timestamp_ms=NOW - 12_345_678 * n, metadata=facts) for n in range(1, 100)
    ]
    rows = placed(chunks).allocations
    parts = [(one.base, one.recency_boost, one.rag_boost, one.business_boost) for one in rows]
    ours = [one.priority for one in rows]
    assert ours == [((base + recency) + rag) + business for base, recency, rag, business in parts]
    assert ours != [base + (recency + (rag + business)) for base, recency, rag, business in parts]
    assert ours != [(base + (recency + rag)) + business for base, recency, rag, business in parts]


@pytest.mark.parametrize(
    ("content_type", "text", "tokens"),
    [
        ("general", "x" * 38, 10),
        ("general", "x" * 39, 11),
        ("business", "x" * 42, 10),
        ("code", "x" * 35, 10),
        ("other", "x" * 38, 10),
        ("general", "", 0),
        ("general", "\U0001f600" * 19, 10),
    ],
)
def test_tokens_are_estimated_from_the_utf16_length(content_type, text, tokens):
    one = worth(chunk("a", None, content=text, metadata={"content_type": content_type}))
    assert one.tokens == tokens
    assert one.tokens_estimated


def test_only_texts_are_estimated():
    with pytest.raises(TypeError, match="text"):
        estimate_tokens(b"bytes", "general", WindowConfig().optimization.token_estimation)


def test_given_tokens_win_over_the_estimate():
    one = worth(chunk("a", 7, content="x" * 380))
    assert (one.tokens, one.tokens_estimated) == (7, False)


@pytest.mark.parametrize(("tokens", "marked"), [(500, False), (501, True)])
def test_a_chunk_over_the_threshold_is_marked_as_worth_summarising(tokens, marked):
    assert worth(chunk("a", tokens)).requires_summarization is marked


@pytest.mark.parametrize(
    ("facts", "high", "urgent"),
    [
        ({}, False, False),
        ({"revenueImpact": 9_999}, False, False),
        ({"revenueImpact": 10_000, "urgency": "high"}, True, False),
        ({"revenue_impact": None, "urgency": "critical"}, False, True),
        ({"urgency": "urgent"}, False, True),
    ],
)
def test_the_predicates_are_the_documents(facts, high, urgent):
    (one,) = placed([chunk("a", metadata=facts)]).allocations
    assert (one.has_high_business_relevance, one.is_urgent_content) == (high, urgent)


def test_an_urgency_without_points_earns_none_and_decay_values_switch_nothing_on():
    report = placed(
        [chunk("a", days_old=1, metadata={"urgency": "urgent"})],
        config={"contextWindow": {"optimization": {"recencyDecay": {"maxBoost": 1}}}},
    )
    (one,) = report.allocations
    assert (one.business.urgency, one.recency_boost) == (0, 19)


def test_given_places_break_ties_and_lay_out_the_prompt():
    chunks = [chunk("late", original_index=7), chunk("early", original_index=2), chunk("own")]
    report = placed(chunks)
    assert report.allocated == report.layout == ("early", "own", "late")
    assert [one.original_index for one in report.allocations] == [2, 2, 7]


def test_iso_times_and_milliseconds_are_the_same_time():
    written = {"id": "a", "type": "tool_output", "tokens": 1, "timestamp": "2026-04-03T12:00:00Z"}
    (one,) = placed([written]).allocations
    assert one.timestamp_ms == 1_775_217_600_000
    assert not placed([written]).problems
