"""Sizes add up to what a log records, to the token, whatever came, went or was not logged."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.model_facts import Known
from inspector.core.timeline.log import BlockKind, LogCompaction, LogRequest, SessionLog, Usage
from inspector.core.timeline.making import timeline
from inspector.core.timeline.report import TimelineReport
from inspector.core.timeline.sizes import Paths, derive_sizes, shares
from tests.shared.session_log_parts import block, log_of, request


def report_of(log: SessionLog) -> TimelineReport:
    return timeline(log, lambda _model: None)


@st.composite
def logs(draw: st.DrawFn) -> SessionLog:
    """Draw a session: a tree of requests, with totals, gaps, things that go, and compactions."""
    sizes = draw(st.lists(st.integers(0, 3_000), min_size=1, max_size=24))
    kinds = draw(
        st.lists(st.sampled_from(list(BlockKind)), min_size=len(sizes), max_size=len(sizes))
    )
    blocks = [block(size, kind) for size, kind in zip(sizes, kinds, strict=True)]
    requests: list[LogRequest] = []
    paths = Paths(requests)
    place = 0
    for number in range(draw(st.integers(1, 8))):
        parent = draw(st.integers(-1 if not number else max(-1, number - 3), number - 1))
        count = draw(st.integers(0, 4))
        came = range(place, min(place + count, len(blocks)))
        place = came.stop if came else place
        before = paths.of(parent)
        gone = frozenset(draw(st.sets(st.sampled_from(before)))) if before else frozenset[int]()
        sent = draw(st.none() | st.integers(1, 20_000))
        found = None if sent is None else Usage(sent, output=draw(st.none() | st.integers(0, 900)))
        compaction = LogCompaction() if gone and draw(st.booleans()) else None
        answer = tuple(came)[:1]
        if requests and parent >= 0:
            requests[parent] = replace(requests[parent], answer=answer)
        requests.append(request(came, None, parent, gone=gone, usage=found, compaction=compaction))
    return log_of(blocks, requests)


@given(logs())
def test_a_path_is_what_came_and_has_not_gone_since(log: SessionLog) -> None:
    requests, paths = log.requests, Paths(log.requests)
    sent: list[list[int]] = []
    for number, asked in enumerate(requests):
        before = sent[asked.parent] if asked.parent >= 0 else []
        sent.append([one for one in before if one not in asked.gone] + list(asked.came))
        assert paths.of(number) == sent[number]
        assert Paths(requests).of(number) == sent[number]
    for number in range(len(requests)):
        following = {number}
        for later, asked in enumerate(requests[number + 1 :], number + 1):
            if asked.parent in following and asked.compaction is None:
                following.add(later)
        assert paths.until_compacted(number) == sorted(following)


class Looked(list[LogRequest]):
    """Requests that count how often one of them is looked at."""

    count = 0

    def __getitem__(self, number: Any) -> Any:
        self.count += 1
        return super().__getitem__(number)


def test_requests_before_a_compaction_are_not_gone_through_again() -> None:
    requests = Looked()
    for number in range(300):
        gone = frozenset({number - 3, number - 2, number - 1}) if number % 3 == 0 else frozenset()
        compacted = LogCompaction() if number and gone else None
        requests.append(request([number], None, number - 1, gone=gone, compaction=compacted))
    paths = Paths(requests)
    for number in range(0, 300, 3):
        assert paths.of(number) == [number]
        assert paths.of(number - 1) == list(range(max(0, number - 3), number))
        assert paths.until_compacted(number) == [number, number + 1, number + 2]
    assert requests.count < 3_000


@given(logs())
def test_the_rows_of_every_request_add_up_to_its_recorded_total(log: SessionLog) -> None:
    report = report_of(log)
    for row, asked in zip(report.requests, log.requests, strict=True):
        parts = report.parts(row.number)
        assert sum(part.tokens for part in parts) == row.total
        assert sum(part.tokens for part in report.grouped_parts(row.number)) == row.total
        if asked.usage is not None:
            assert row.total == asked.usage.sent
            assert row.known is Known.RECORDED
    assert report.balances


@given(logs())
def test_no_block_and_nothing_outside_is_below_zero(log: SessionLog) -> None:
    sizes = derive_sizes(log)
    assert all(tokens >= 0 for tokens in sizes.tokens)
    for rest in sizes.rests:
        assert (rest.outside or 0) >= 0
        assert rest.unexplained >= 0
        assert rest.less <= 0


@given(logs())
def test_what_blocks_carried_is_what_requests_sent(log: SessionLog) -> None:
    report = report_of(log)
    assert sum(row.carried for row in report.blocks) == report.sent


@given(st.integers(0, 10**7), st.lists(st.integers(1, 10**5), min_size=1, max_size=30))
def test_shares_add_up_and_follow_their_weights(tokens: int, weights: list[int]) -> None:
    parts = shares(tokens, weights)
    assert sum(parts) == tokens
    for part, weight in zip(parts, weights, strict=True):
        assert abs(part - tokens * weight / sum(weights)) < 1


def test_the_change_between_two_totals_is_divided_by_counted_sizes() -> None:
    log = log_of(
        [block(100, BlockKind.USER), block(300), block(100)],
        [request([0], 5_100), request([1, 2], 5_540, parent=0)],
    )
    sizes = derive_sizes(log)
    assert sizes.rests[0].outside == 5_000
    assert sizes.tokens[1:] == (330, 110)
    assert sizes.known[1:] == (Known.DERIVED, Known.DERIVED)
    assert sizes.rests[1].unexplained == 0


def test_what_no_text_explains_is_unexplained_and_goes_when_totals_fall() -> None:
    log = log_of(
        [block(100, BlockKind.USER), block(400), block(100)],
        [
            request([0], 5_100),
            request([1], 9_000, parent=0),
            request([2], 5_650, parent=1),
        ],
    )
    sizes = derive_sizes(log)
    assert sizes.tokens[1] == 650
    assert sizes.rests[1].unexplained == 3_250
    assert sizes.rests[2].unexplained == 0
    assert sizes.rests[2].less == 5_650 - 5_000 - 100 - 650 - 100


def test_a_recorded_answer_leaves_the_rest_of_a_change_to_results() -> None:
    log = log_of(
        [block(10, BlockKind.USER), block(180, BlockKind.CALL), block(300)],
        [
            request([0], 1_010, usage=Usage(1_010, output=200), answer=(1,)),
            request([1, 2], 1_570, parent=0),
        ],
    )
    sizes = derive_sizes(log)
    assert sizes.tokens[1:] == (200, 360)
    assert sizes.factor is not None
    assert sizes.factor.measured == 1
    assert sizes.factor.median == pytest.approx(1.2)


def test_an_answer_that_was_logged_in_part_tells_nothing_of_sizes() -> None:
    log = log_of(
        [block(10, BlockKind.USER), block(100, BlockKind.CALL), block(300)],
        [
            request([0], 1_010, usage=Usage(1_010, output=3), answer=(1,)),
            request([1, 2], 1_450, parent=0),
        ],
    )
    assert derive_sizes(log).tokens[1:] == (110, 330)


def test_the_measure_of_the_tokenizer_is_told_and_not_applied() -> None:
    log = log_of(
        [block(10, BlockKind.USER), block(1_000), block(500), block(70)],
        [
            request([0], 1_010),
            request([1], 2_210, parent=0),
            request([2], 2_910, parent=1),
            request([3], None, parent=2),
        ],
    )
    sizes = derive_sizes(log)
    assert sizes.factor is not None
    assert (sizes.factor.measured, sizes.factor.median) == (2, pytest.approx(1.3))
    assert sizes.tokens[3] == 70


def test_without_recorded_totals_sizes_are_counted_and_every_total_says_so() -> None:
    log = log_of(
        [block(100, BlockKind.USER), block(50)], [request([0], None), request([1], None, 0)]
    )
    report = report_of(log)
    assert [row.total for row in report.requests] == [100, 150]
    assert {row.known for row in report.requests} == {Known.COUNTED}
    assert report.known is Known.COUNTED
    assert report.requests[0].rest.outside is None


def test_a_request_without_a_total_is_settled_by_the_next_that_has_one() -> None:
    log = log_of(
        [block(100, BlockKind.USER), block(100), block(300)],
        [request([0], 600), request([1], None, 0), request([2], 1_080, 1)],
    )
    report = report_of(log)
    assert report.sizes.tokens[1:] == (120, 360)
    assert [row.total for row in report.requests] == [600, 720, 1_080]
    assert report.requests[1].known is Known.COUNTED  # as the first block is
