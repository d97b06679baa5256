"""The log of a placement replays to its result, and a part of it to the state midway."""

import uuid
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.window.events import (
    ChunkAllocated,
    ChunkDropped,
    EventKind,
    ReplayError,
    replay,
)
from tests.shared.window_input import chunk, chunk_lists, option_sets, placed

rooms = st.integers(-20, 300)


def test_the_log_tells_the_story_in_order():
    chunks = [
        chunk("a", None, content="x" * 38, days_old=0, metadata={"urgency": "high"}),
        chunk("b", 95, metadata={"rag_match_metadata": {"relevance": 0.5}}),
    ]
    log = placed(chunks, room=100).events
    assert [event.kind for event in log] == [
        EventKind.STARTED,
        EventKind.TOKENS_ESTIMATED,
        EventKind.RECENCY_BOOST_APPLIED,
        EventKind.BUSINESS_BOOST_APPLIED,
        EventKind.ALLOCATION_CREATED,
        EventKind.RAG_BOOST_APPLIED,
        EventKind.ALLOCATION_CREATED,
        EventKind.ALLOCATIONS_CREATED,
        EventKind.CHUNK_ALLOCATED,
        EventKind.CHUNKS_DROPPED,
        EventKind.CONFLICT_DETECTED,
        EventKind.BUDGET_RESOLVED,
        EventKind.SUCCESS,
    ]


def test_a_record_of_an_event_is_flat_and_names_its_kind():
    log = placed([chunk("a", 10)], room=5).events
    assert log[3].record() == {
        "event": "context.chunks_dropped",
        "chunk_id": "a",
        "needed": 10,
        "left": 5,
        "cap": "available_tokens",
    }


def test_business_points_that_do_not_count_are_no_event():
    report = placed(
        [chunk("a", metadata={"urgency": "high"})], options={"include_business_boost": False}
    )
    assert EventKind.BUSINESS_BOOST_APPLIED not in [event.kind for event in report.events]


@given(chunk_lists(), rooms, option_sets)
def test_replaying_the_log_gives_the_result(chunks, room, options):
    report = placed(chunks, room=room, options=options)
    state = replay(report.events)
    assert state.allocated == report.allocated
    assert state.token_spans == report.token_spans
    assert state.dropped == report.dropped
    assert state.conflicts == tuple((one.chunk1, one.chunk2) for one in report.conflicts)
    assert state.priorities == {one.id: one.priority for one in report.allocations}
    assert (state.room, state.used) == (report.effective_available, report.total_tokens_used)
    assert state.remaining == report.tokens_remaining
    assert state.resolved
    assert state.waiting == ()


@given(chunk_lists(), rooms, st.data())
def test_replaying_a_part_gives_the_state_at_that_moment(chunks, room, data):
    report = placed(chunks, room=room)
    log = report.events
    end = data.draw(st.integers(1, len(log)))
    state = replay(log[:end])
    assert report.allocated[: len(state.allocated)] == state.allocated
    assert report.dropped[: len(state.dropped)] == state.dropped
    known = state.allocated + state.dropped + state.waiting
    assert sorted(known) == sorted(state.priorities)


@given(chunk_lists(), rooms, st.data())
def test_a_log_with_a_verdict_missing_or_twice_is_never_replayed(chunks, room, data):
    log = list(placed(chunks, room=room).events)
    verdicts = [n for n, e in enumerate(log) if isinstance(e, ChunkAllocated | ChunkDropped)]
    if not verdicts:
        return
    place = data.draw(st.sampled_from(verdicts))
    with pytest.raises(ReplayError):
        replay(log[:place] + log[place + 1 :])
    with pytest.raises(ReplayError):
        replay(log[: place + 1] + log[place:])


def test_a_log_that_does_not_begin_at_the_start_is_refused():
    log = placed([chunk("a")]).events
    with pytest.raises(ReplayError, match="does not begin with the start"):
        replay(log[1:])
    with pytest.raises(ReplayError, match="starts twice"):
        replay(log[:1] + log)


def test_a_span_that_was_edited_is_refused():
    log = list(placed([chunk("a", 10), chunk("b", 10)]).events)
    place = next(n for n, e in enumerate(log) if isinstance(e, ChunkAllocated))
    for edited in (
        ChunkAllocated("a", 5, 15),
        ChunkAllocated("a", 0, 11),
        ChunkAllocated("x", 0, 1),
    ):
        with pytest.raises(ReplayError):
            replay([*log[:place], edited, *log[place + 1 :]])


def test_a_span_beyond_the_room_is_refused():
    log = placed([chunk("a", 10)]).events
    with pytest.raises(ReplayError, match="beyond the room"):
        replay([replace(log[0], room=9), *log[1:]])


def test_an_empty_log_is_a_state_in_which_nothing_has_happened():
    state = replay([])
    assert (state.room, state.used, state.resolved) == (0, 0, False)


def test_a_boost_of_business_carries_its_parts_under_the_documents_names():
    facts = {"revenueImpact": 30_000, "urgency": "high", "client_tier": "startup"}
    log = placed([chunk("a", 10, metadata=facts)]).events
    (boost,) = [one.record() for one in log if one.kind is EventKind.BUSINESS_BOOST_APPLIED]
    assert boost == {
        "event": "context.business_boost_applied",
        "chunk_id": "a",
        "total_boost": 20,
        "revenue_boost": 3,
        "urgency_boost": 15,
        "client_tier_boost": 2,
        "deal_status_boost": 0,
        "relationship_boost": 0,
    }


def test_only_what_the_document_does_not_name_is_marked_as_our_own():
    log = placed([chunk("a", 10), chunk("b", 10**6)]).events
    own = {one.kind for one in log if "own" in one.record()}
    assert own == {EventKind.ALLOCATION_CREATED, EventKind.CHUNK_ALLOCATED}


def test_the_same_inputs_have_the_same_id_and_others_another():
    def name(**changes):
        return placed([chunk("a", 10, **changes)]).events[-1].optimization_id

    assert name() == name()
    assert uuid.UUID(name()).version == 5
    assert name() != name(content="x")


def test_a_log_of_input_that_could_not_be_used_ends_with_a_failure():
    log = placed([chunk("a", 10), {"id": "b", "type": "nothing", "tokens": 1}]).events
    assert log[-1].record() == {
        "event": "context.optimization.failed",
        "errors": 1,
        "code": "window.chunk-type-unknown",
        "place": "/chunks/1/type",
    }
    assert EventKind.SUCCESS not in {one.kind for one in log}
