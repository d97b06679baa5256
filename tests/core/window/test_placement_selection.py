"""The order, the greedy choice, spans, conflicts and metrics."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.window.chunk import Chunk
from inspector.core.window.placement import place
from tests.shared.window_input import chunk, chunk_lists, option_sets, placed

rooms = st.integers(-50, 400)


def order_of(report):
    return [entry.subject for entry in report.ledger.entries if entry.kind == "chunk"]


def test_equal_priorities_go_by_time_newest_first_and_none_last():
    chunks = [
        chunk("untimed"),
        chunk("old", days_old=40),
        chunk("new", days_old=30),
    ]
    assert order_of(placed(chunks)) == ["new", "old", "untimed"]


def test_equal_priorities_and_times_go_by_place_in_the_input():
    assert order_of(placed([chunk("b"), chunk("a"), chunk("c")])) == ["b", "a", "c"]


def test_without_preferring_priority_the_newest_come_first_whatever_they_are():
    chunks = [
        chunk("prompt", type="system_prompt"),
        chunk("week", type="system_prompt", days_old=7),
        chunk("today", type="rag_generic_chunk", days_old=0),
    ]
    report = placed(chunks, options={"prefer_higher_priority": False})
    assert order_of(report) == ["today", "week", "prompt"]


def test_a_chunk_that_does_not_fit_is_passed_over():
    chunks = [chunk("big", 90, type="tool_output"), chunk("large", 20), chunk("small", 10)]
    report = placed(chunks, room=100)
    assert report.allocated == ("big", "small")
    assert report.dropped == ("large",)


def test_without_partial_fill_nothing_follows_a_chunk_that_does_not_fit():
    chunks = [chunk("big", 90, type="tool_output"), chunk("large", 20), chunk("small", 10)]
    report = placed(chunks, room=100, options={"allow_partial_fill": False})
    assert report.allocated == ("big",)
    assert report.dropped == ("large", "small")
    assert [one.cap for one in report.allocations] == [
        "available_tokens",
        "available_tokens",
        "allow_partial_fill",
    ]


def test_a_dropped_chunk_is_in_conflict_with_the_one_placed_last_before_it():
    chunks = [
        chunk("first", 60, type="tool_output"),
        chunk("over", 50, type="tool_input"),
        chunk("second", 40),
        chunk("late", 1, type="rag_generic_chunk"),
    ]
    pairs = [(one.chunk1, one.chunk2) for one in placed(chunks, room=100).conflicts]
    assert pairs == [("first", "over"), ("second", "late")]


def test_before_anything_is_placed_there_is_no_conflict():
    report = placed([chunk("big", 200, type="tool_output"), chunk("small", 10)], room=100)
    assert report.dropped == ("big",)
    assert report.conflicts == ()


def test_the_prompt_is_laid_out_in_original_order():
    chunks = [chunk("a", 10), chunk("b", 20, type="system_prompt"), chunk("c", 30)]
    report = placed(chunks)
    assert report.allocated == ("b", "a", "c")
    assert report.token_spans == ((0, 20), (20, 30), (30, 60))
    assert report.layout == ("a", "b", "c")
    assert report.layout_spans == ((0, 10), (10, 30), (30, 60))


def test_the_reserve_is_deducted_once():
    report = placed([chunk("a", 60)], room=60, max_system_prompt=40)
    assert report.effective_available == 60
    assert report.allocated == ("a",)


def test_the_reserve_is_the_configurations_unless_the_request_says_otherwise():
    config = {"tokenBudgets": {"maxSystemPrompt": 700}}
    assert placed([], room=1000, config=config, max_system_prompt=0).outcome.reserve == 0
    assert place([], now_ms=0, available_tokens=1000, config=config).effective_available == 300
    assert place([], now_ms=0, available_tokens=5000).effective_available == 3000


def test_an_empty_selection_has_metrics_of_0():
    metrics = placed([chunk("a", 10)], room=5).metrics
    assert metrics.prioritization_score == 0
    assert metrics.business_relevance_boost == 0
    assert metrics.recency_boost == 0


@given(chunk_lists(), rooms, option_sets)
def test_placed_chunks_never_need_more_than_the_room(chunks, room, options):
    report = placed(chunks, room=room, options=options)
    assert report.total_tokens_used <= max(room, 0)
    assert report.tokens_remaining == room - report.total_tokens_used


@given(chunk_lists(), rooms, option_sets)
def test_every_chunk_is_either_placed_or_dropped(chunks, room, options):
    report = placed(chunks, room=room, options=options)
    assert sorted(report.allocated + report.dropped) == sorted(one.id for one in chunks)
    assert report.chunks_dropped == len(report.dropped)
    assert [one.id for one in report.allocations] == [one.id for one in chunks]


@given(chunk_lists(), rooms, option_sets)
def test_spans_follow_each_other_and_end_at_what_is_used(chunks, room, options):
    report = placed(chunks, room=room, options=options)
    sizes = {one.id: one.tokens for one in report.allocations}
    for ids, spans in (
        (report.allocated, report.token_spans),
        (report.layout, report.layout_spans),
    ):
        assert [end - start for start, end in spans] == [sizes[name] for name in ids]
        assert all(one[1] == two[0] for one, two in itertools.pairwise(spans))
        assert (spans[0][0], spans[-1][1]) == (0, report.total_tokens_used) if spans else True


@given(chunk_lists(), rooms)
def test_a_dropped_chunk_really_had_no_room_when_its_turn_came(chunks, room):
    report = placed(chunks, room=room)
    for one in report.allocations:
        assert one.allocated is (one.tokens <= one.left)


@given(chunk_lists(max_size=6), rooms, option_sets, st.randoms(use_true_random=False))
def test_shuffling_changes_only_what_is_equal_in_every_key(chunks, room, options, chance):
    """With distinct times no two chunks tie, so the order of the input does not matter."""
    distinct = [
        one.model_copy(update={"timestamp_ms": number * 1000}) for number, one in enumerate(chunks)
    ]
    shuffled = distinct.copy()
    chance.shuffle(shuffled)
    one, other = (placed(some, room=room, options=options) for some in (distinct, shuffled))
    assert one.allocated == other.allocated
    assert one.dropped == other.dropped
    assert one.token_spans == other.token_spans
    assert one.conflicts == other.conflicts


@given(chunk_lists(), rooms, option_sets)
def test_the_same_input_gives_the_same_report(chunks, room, options):
    one, other = (placed(chunks, room=room, options=options) for _ in range(2))
    assert one.events == other.events
    assert one.allocations == other.allocations
    assert one.problems == other.problems


@given(chunk_lists(), rooms, option_sets)
def test_records_give_the_same_report_as_chunks(chunks, room, options):
    records = [one.model_dump(mode="json", exclude_none=True) for one in chunks]
    assert [Chunk.model_validate(record) for record in records] == chunks
    one, other = (placed(some, room=room, options=options) for some in (chunks, records))
    assert one.events == other.events


@pytest.mark.parametrize("room", [0, -1])
def test_a_chunk_of_no_tokens_fits_any_room_that_is_not_negative(room):
    assert bool(placed([chunk("a", 0)], room=room).allocated) is (room == 0)
