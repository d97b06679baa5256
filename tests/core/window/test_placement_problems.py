"""Bad input is a problem with its place; what is good is still placed."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.problems import Severity
from inspector.core.window.placement import place
from tests.shared.window_input import NOW, chunk, placed


def found(report):
    return [(problem.code, problem.place.pointer) for problem in report.problems]


def test_an_unknown_type_is_an_error_that_names_the_types():
    good = {"id": "a", "type": "tool_output", "tokens": 5}
    report = placed([{"id": "b", "type": "banner", "tokens": 5}, good])
    assert found(report) == [("window.chunk-type-unknown", "/chunks/0/type")]
    assert "rag_ebook_chunk" in report.problems[0].fix
    assert report.allocated == ("a",)


def test_a_duplicate_id_is_an_error_with_both_places_and_the_first_stays():
    report = placed([chunk("a", 1), chunk("b", 2), chunk("a", 3)])
    assert found(report) == [("window.chunk-id-duplicate", "/chunks/2/id")]
    assert "/chunks/0/id" in report.problems[0].message
    assert [(one.id, one.tokens) for one in report.allocations] == [("a", 1), ("b", 2)]


def test_places_are_those_of_the_input_also_after_a_record_that_is_not_used():
    bad = chunk("b", metadata={"rag_match_metadata": {"relevance": -2}})
    report = placed([{"id": "a"}, bad])
    assert found(report)[1] == (
        "window.relevance-out-of-range",
        "/chunks/1/metadata/rag_match_metadata/relevance",
    )
    assert report.allocations[0].original_index == 1


@pytest.mark.parametrize(
    ("record", "place_of_error"),
    [
        ({"type": "tool_output", "tokens": 5}, "/chunks/0/id"),
        ({"id": "a", "tokens": 5}, "/chunks/0/type"),
        ({"id": "a", "type": "tool_output"}, "/chunks/0"),
        ({"id": "a", "type": "tool_output", "tokens": -1}, "/chunks/0/tokens"),
        ({"id": "a", "type": "tool_output", "tokens": "12"}, "/chunks/0/tokens"),
        ({"id": "a", "type": "tool_output", "tokens": True}, "/chunks/0/tokens"),
        ({"id": "a", "type": "tool_output", "tokens": math.nan}, "/chunks/0/tokens"),
        ({"id": "a", "type": "tool_output", "tokens": math.inf}, "/chunks/0/tokens"),
        ({"id": "a", "type": "tool_output", "content": 7}, "/chunks/0/content"),
        (
            {"id": "a", "type": "tool_output", "tokens": 1, "timestamp_ms": "now"},
            "/chunks/0/timestamp_ms",
        ),
        (
            {"id": "a", "type": "tool_output", "tokens": 1, "timestamp_ms": 1e300},
            "/chunks/0/timestamp_ms",
        ),
        ({"id": "a", "type": "tool_output", "tokens": 1, "metadata": []}, "/chunks/0/metadata"),
        ("a chunk", "/chunks/0"),
        (None, "/chunks/0"),
    ],
)
def test_a_record_that_is_no_chunk_is_an_error_with_its_place(record, place_of_error):
    report = placed([record, chunk("good")])
    assert [problem.place.pointer for problem in report.problems] == [place_of_error]
    assert report.problems[0].severity is Severity.ERROR
    assert report.allocated == ("good",)


def test_every_problem_of_a_record_is_named_at_once():
    record = {"id": 1, "type": "banner", "tokens": -1}
    assert [place for _, place in found(placed([record]))] == [
        "/chunks/0/id",
        "/chunks/0/type",
        "/chunks/0/tokens",
    ]


@pytest.mark.parametrize(
    ("facts", "code", "place_below"),
    [
        ({"urgency": 5}, "window.metadata-unusable", "urgency"),
        ({"clientTier": ["x"]}, "window.metadata-unusable", "clientTier"),
        ({"content_type": {}}, "window.metadata-unusable", "content_type"),
        ({"revenue_impact": "much"}, "window.metadata-unusable", "revenue_impact"),
        ({"revenue_impact": True}, "window.metadata-unusable", "revenue_impact"),
        ({"revenue_impact": math.nan}, "window.metadata-unusable", "revenue_impact"),
        ({"rag_match_metadata": 0.5}, "window.metadata-unusable", "rag_match_metadata"),
        (
            {"rag_match_metadata": {"relevance": "high"}},
            "window.metadata-unusable",
            "rag_match_metadata/relevance",
        ),
        (
            {"ragMatchMetadata": {"relevance": 1.0001}},
            "window.relevance-out-of-range",
            "ragMatchMetadata/relevance",
        ),
    ],
)
def test_a_fact_that_cannot_be_used_is_a_problem_and_the_chunk_stays(facts, code, place_below):
    report = placed([chunk("a", metadata=facts)])
    assert found(report) == [(code, "/chunks/0/metadata/" + place_below)]
    assert report.allocated == ("a",)


def test_a_word_without_points_is_a_warning_once_with_its_users_counted():
    chunks = [chunk(name, metadata={"urgency": "urgent"}) for name in "abc"]
    report = placed([chunk("z"), *chunks])
    assert found(report) == [("window.factor-unknown", "/chunks/1/metadata/urgency")]
    assert "none for 3 chunks." in report.problems[0].message
    assert report.problems[0].severity is Severity.WARNING
    (alone,) = placed(chunks[:1]).problems
    assert "none for 1 chunk." in alone.message


def test_the_system_prompt_counted_twice_is_a_warning_with_both_numbers():
    report = placed([chunk("a"), chunk("s", 1_500, type="system_prompt")], max_system_prompt=2_000)
    assert found(report) == [("window.reserve-counted-twice", "/chunks/1/type")]
    assert "2,000" in report.problems[0].message
    assert "1,500" in report.problems[0].message


def test_without_a_reserve_nothing_is_counted_twice():
    assert placed([chunk("s", type="system_prompt")], max_system_prompt=0).problems == ()


def test_a_fractional_count_is_used_and_warned_of():
    report = placed([chunk("a", 10.5), chunk("b", 10.5), chunk("c", 1)], room=21)
    assert report.allocated == ("a", "b")
    assert found(report) == [
        ("window.tokens-fractional", "/chunks/0/tokens"),
        ("window.tokens-fractional", "/chunks/1/tokens"),
    ]


@pytest.mark.parametrize(
    ("numbers", "codes"),
    [
        ({"available_tokens": -5}, ["window.available-negative"]),
        ({"available_tokens": 5}, ["window.reserve-over-available"]),
        (
            {"available_tokens": math.nan},
            ["window.number-invalid", "window.reserve-over-available"],
        ),
        ({"available_tokens": 500.7}, ["window.number-invalid"]),
        ({"max_system_prompt": -1}, ["window.number-invalid"]),
        ({"max_system_prompt": "2000"}, ["window.number-invalid"]),
        ({"now_ms": None}, ["window.number-invalid"]),
    ],
)
def test_numbers_of_the_request_that_make_no_sense_are_problems(numbers, codes):
    request = {"now_ms": NOW, "available_tokens": 500, "max_system_prompt": 100} | numbers
    report = place([chunk("a", 10)], **request)
    assert [problem.code for problem in report.problems] == codes
    assert report.ledger.balances


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"options": {"recency": "cubic"}}, ("window.value-invalid", "/options/recency")),
        ({"options": {"prefer_recent": "yes"}}, ("window.value-invalid", "/options/prefer_recent")),
        ({"options": {"prefer_recnt": True}}, ("window.field-unknown", "/options/prefer_recnt")),
        (
            {"config": {"tokenBudgets": {"maxHistory": -1}}},
            ("window.value-invalid", "/config/tokenBudgets/maxHistory"),
        ),
        (
            {"config": {"contextWindow": {"tokenBudgets": {"maxHistry": 1}}}},
            ("window.field-unknown", "/config/contextWindow/tokenBudgets/maxHistry"),
        ),
        (
            {"config": {"priority_boosts": {"urgency": {"high": "x"}}}},
            ("window.value-invalid", "/config/priority_boosts/urgency/high"),
        ),
    ],
)
def test_settings_that_cannot_be_read_are_problems_with_their_place(settings, expected):
    report = placed([chunk("a")], **settings)
    assert found(report) == [expected]
    assert report.allocated == ("a",)


def test_a_field_that_chunks_do_not_have_is_a_warning():
    report = placed([{"id": "a", "type": "tool_output", "tokens": 1, "priorty": 3}])
    assert found(report) == [("window.field-unknown", "/chunks/0/priorty")]


def test_no_problem_quotes_the_content_of_a_chunk():
    secret = "the launch code is 0000"
    records = [
        {"id": "a", "type": secret, "content": secret},
        {"id": "b", "type": "tool_output", "content": secret, "tokens": secret},
        {"id": "c", "type": "tool_output", "content": secret, "metadata": {"urgency": secret}},
    ]
    report = placed(records)
    assert len(report.problems) == 3
    assert not any(secret in str(problem) for problem in report.problems)
    assert not any(secret in entry.sentence for entry in report.ledger.entries)


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
_metadata = st.dictionaries(
    st.sampled_from(["urgency", "revenue_impact", "revenueImpact", "rag_match_metadata", "x"]),
    _json | st.fixed_dictionaries({"relevance": _json}),
)
_records = st.fixed_dictionaries(
    {},
    optional={
        "id": _json | st.sampled_from(["a", "b"]),
        "type": _json | st.just("tool_output"),
        "tokens": _json | st.integers(0, 9),
        "content": _json,
        "timestamp_ms": _json,
        "metadata": _json | _metadata,
    },
)


@given(st.lists(_records | _json, max_size=6))
def test_any_records_give_a_report_whose_ledger_closes(records):
    report = placed(records, room=50)
    used = len(report.allocations)
    refused = {p.place.pointer.split("/")[2] for p in report.problems if p.severity == "error"}
    assert used + len(refused) == len(records)
    assert report.ledger.balances
    assert json.dumps([event.record() for event in report.events], allow_nan=False)
