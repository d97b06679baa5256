"""The window's document once more, read plainly: whatever is asked, the engine decides the same."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.window.placement import place
from tests.shared.examples import examples

NOW = 1_775_217_600_000
DAY = 86_400_000
BASES = {
    "system_prompt": 200,
    "current_user_prompt": 190,
    "critical_rag_document": 180,
    "tool_output": 170,
    "tool_input": 160,
    "chat_history_user": 150,
    "chat_history_assistant": 140,
    "rag_memory_commit": 130,
    "rag_document_chunk": 120,
    "rag_ebook_chunk": 110,
    "rag_generic_chunk": 100,
}
TABLES = {
    ("urgency", "urgency"): {"critical": 25, "high": 15, "medium": 5, "low": 0},
    ("client_tier", "clientTier"): {"enterprise": 12, "midMarket": 8, "startup": 2},
    ("deal_status", "dealStatus"): {"negotiation": 18, "proposal": 12, "closed": 1},
    ("relationship_stage", "relationshipStage"): {"mature": 15, "initial": 3},
}
REVENUE = ("revenue_impact", "revenueImpact")
UNUSABLE = ("text", 5, None, {"id": "x", "type": "none", "tokens": 1}, {"type": "tool_output"})


@st.composite
def facts(draw: st.DrawFn) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if draw(st.booleans()):
        found[draw(st.sampled_from(REVENUE))] = draw(st.sampled_from([0, 5000, 123456.5, 9e5]))
    for names, table in TABLES.items():
        if draw(st.integers(0, 3)) == 0:
            found[draw(st.sampled_from(names))] = draw(st.sampled_from(sorted(table)))
    return found


@st.composite
def records(draw: st.DrawFn) -> list[Any]:
    found: list[Any] = []
    for number in range(draw(st.integers(0, 12))):
        if draw(st.integers(0, 7)) == 0:
            found.append(draw(st.sampled_from(UNUSABLE)))
            continue
        one: dict[str, Any] = {"id": f"c{draw(st.integers(0, number))}"}
        one["type"] = draw(st.sampled_from(sorted(BASES)))
        if draw(st.booleans()):
            one["tokens"] = draw(st.integers(0, 300))
        if "tokens" not in one or draw(st.booleans()):
            one["content"] = draw(st.sampled_from(["", "ab", "é😀x"])) * draw(st.integers(0, 60))
        if draw(st.booleans()):
            one["timestamp"] = NOW - draw(st.sampled_from([0, DAY, -DAY, 3 * DAY + 7, 40 * DAY]))
        metadata = draw(facts())
        if draw(st.booleans()):
            relevance = draw(st.sampled_from([0, 0.3, 1]))
            metadata["rag_match_metadata"] = {"relevance": relevance}
        if draw(st.booleans()):
            metadata["content_type"] = draw(st.sampled_from(["business", "code", "other"]))
        found.append(one | ({"metadata": metadata} if metadata else {}))
    return found


def stated(told: dict[str, Any], names: tuple[str, str]) -> Any:
    return next((told[name] for name in names if name in told), None)


def read(one: dict[str, Any], constraints: dict[str, Any], context: dict[str, Any]) -> Any:
    """Tokens, priority, and the parts of it that the metrics are means of."""
    metadata = one.get("metadata", {})
    tokens = one.get("tokens")
    if tokens is None:
        density = {"business": 4.2, "code": 3.5}.get(metadata.get("content_type"), 3.8)
        tokens = math.ceil(len(one["content"].encode("utf-16-le")) / 2 / density)
    recency = 0.0
    if constraints["preferRecent"] and "timestamp" in one:
        recency = min(20.0, max(0.0, 20 - (NOW - one["timestamp"]) / DAY))
    rag = metadata.get("rag_match_metadata", {}).get("relevance", 0) * 20
    own, other = stated(metadata, REVENUE), stated(context, REVENUE)
    revenue = min((own if own is not None else other or 0) / 10_000, 20)
    business = revenue
    for names, table in TABLES.items():
        business += table.get(stated(metadata, names) or stated(context, names), 0)
    base = (BASES | constraints["priorityThresholds"])[one["type"]]
    return tokens, ((base + recency) + rag) + min(business, 20), revenue, recency


def reading(asked: list[Any], constraints: dict[str, Any], context: dict[str, Any]) -> Any:
    """Who is placed and who is dropped, spans, conflicts, and means over who is placed."""
    rows: dict[str, Any] = {}
    for place_of, one in enumerate(asked):
        is_chunk = isinstance(one, dict) and one.get("id") and one["type"] in BASES
        if is_chunk and one["id"] not in rows:
            rows[one["id"]] = (place_of, one.get("timestamp"), read(one, constraints, context))

    def order(name: str) -> Any:
        place_of, time, (_, priority, *_) = rows[name]
        newest = (time is None, -(time or 0), place_of)
        return (-priority, *newest) if constraints["preferHigherPriority"] else newest

    room = constraints["maxTotalTokens"] - constraints["reserveTokens"]
    used, placed, dropped, spans, conflicts = 0, [], [], [], []
    for name in sorted(rows, key=order):
        tokens = rows[name][2][0]
        over = used + tokens > room or (dropped and not constraints["allowPartialFill"])
        if not over:
            placed.append(name)
            spans.append((used, used + tokens))
            used += tokens
            continue
        dropped.append(name)
        conflicts += [(placed[-1], name)] if placed else []
    means = [
        sum(rows[name][2][part] for name in placed) / max(1, len(placed)) for part in (1, 2, 3)
    ]
    return tuple(placed), tuple(dropped), tuple(spans), conflicts, room - used, means


@examples(75)
@given(
    records(),
    st.fixed_dictionaries(
        {
            "maxTotalTokens": st.sampled_from([0, 60, 300, 1000]),
            "reserveTokens": st.sampled_from([0, 10, 200]),
            "priorityThresholds": st.dictionaries(
                st.sampled_from(sorted(BASES)), st.integers(0, 300), max_size=2
            ),
            "preferRecent": st.booleans(),
            "preferHigherPriority": st.booleans(),
            "allowPartialFill": st.booleans(),
        }
    ),
    facts(),
)
def test_the_plain_reading_places_the_same(asked, constraints, context):
    report = place(
        asked,
        now_ms=NOW,
        available_tokens=constraints["maxTotalTokens"],
        config=constraints,
        business_context=context,
    )
    placed, dropped, spans, conflicts, left, means = reading(asked, constraints, context)
    assert (report.allocated, report.dropped, report.token_spans) == (placed, dropped, spans)
    assert [(one.chunk1, one.chunk2) for one in report.conflicts] == conflicts
    assert report.tokens_remaining == left
    metrics = report.metrics
    assert [
        metrics.prioritization_score,
        metrics.business_relevance_boost,
        metrics.recency_boost,
    ] == pytest.approx(means)
