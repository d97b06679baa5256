"""What is said of a session whose log states little, or contradicts what is usual."""

from __future__ import annotations

from itertools import pairwise

import pytest

from inspector.core.model_facts import KnownModel
from inspector.core.timeline.log import BlockKind, LogCompaction, SessionLog
from inspector.core.timeline.making import timeline
from inspector.core.timeline.report import TimelineReport
from inspector.present.drawing import Box, Words
from inspector.stages.timeline.chart import timeline_drawing
from inspector.stages.timeline.chart_layout import BlockLayout, View
from inspector.stages.timeline.summary import headline, heaviest_line, share_of_kinds
from inspector.stages.timeline.tables import dollars, window_words
from tests.shared.session_log_parts import block, log_of, request

USER = BlockKind.USER


def report_of(log: SessionLog, window: int | None = None) -> TimelineReport:
    facts = None if window is None else KnownModel(names=("m",), window=window)
    return timeline(log, lambda _model: facts)


def test_a_peak_that_no_log_states_says_how_it_is_known() -> None:
    report = report_of(log_of([block(10, USER)], [request([0], None)]), 1_000)
    assert "peak 10 (counted) of 1,000 tokens" in headline(report)
    recorded = report_of(log_of([block(10, USER)], [request([0], 12)]), 1_000)
    assert "peak 12 of 1,000 tokens" in headline(recorded)


def test_a_window_of_the_table_is_not_assumed_whatever_its_size() -> None:
    log = log_of([block(10, USER)], [request([0], 12)])
    listed, unknown = report_of(log, 128_000), report_of(log)
    assert "of 128,000 tokens" in headline(listed)
    assert window_words(listed.requests[0].window) == "not in the log: from the table of models"
    assert "of 128,000 (assumed) tokens" in headline(unknown)
    assert window_words(unknown.requests[0].window).startswith("assumed")


def test_no_kind_is_said_to_be_more_than_all_that_was_sent() -> None:
    log = log_of([block(500, USER), block(50, USER)], [request([0], 40), request([1], 20, 0)])
    said = heaviest_line(report_of(log))
    assert "%" not in said
    assert "not all were still sent" in said


def test_shares_of_kinds_add_up_where_less_was_sent_than_the_log_holds() -> None:
    log = log_of(
        [block(40, USER), block(60, BlockKind.RESULT)], [request([0], 40), request([1], 20, 0)]
    )
    report = report_of(log)
    assert min(report.sent_by_group) < 0
    shares = {
        group.kind: share_of_kinds(tokens, report.sent_by_group)
        for group, tokens in zip(report.groups, report.sent_by_group, strict=True)
    }
    assert shares["no_longer_sent"] == ""
    assert sum(float(one.removesuffix(" %")) for one in shares.values() if one) == 100
    assert "%" not in heaviest_line(report)


def test_a_share_is_one_of_all_that_was_sent_where_nothing_is_missing() -> None:
    report = report_of(log_of([block(40, USER)], [request([0], 100)]))
    assert report.sent == 100
    shares = [share_of_kinds(tokens, report.sent_by_group) for tokens in (100, 3, 0, -7)]
    assert shares == ["100.0 %", "3.0 %", "0.0 %", ""]


def test_output_that_was_not_logged_is_not_0() -> None:
    report = report_of(log_of([block(10, USER)], [request([0], None)]))
    assert [turn.output for turn in report.turns] == [None]


def test_a_compaction_after_which_more_was_sent_freed_nothing() -> None:
    log = log_of(
        [block(50, USER), block(400, BlockKind.SUMMARY)],
        [
            request([0], 80),
            request([1], 900, 0, gone=frozenset({0}), compaction=LogCompaction("auto", 80)),
        ],
    )
    report = report_of(log)
    assert [one.freed for one in report.compactions] == [-820]
    assert "1 compaction added 820" in headline(report)


def test_money_below_nothing_has_its_sign_before_it() -> None:
    assert dollars(-0.0002) == "−$0.0002"
    assert dollars(3) == "$3.00"


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("window", [1_000, 100_000])
def test_a_compaction_is_named_above_the_columns_and_below_the_window(
    scale: float, window: int
) -> None:
    compaction = LogCompaction("auto", 900)
    shrunk = request([1], 80, 0, gone=frozenset({0}), compaction=compaction)
    log = log_of([block(900, USER), block(80, USER)], [request([0], 900), shrunk])
    report = report_of(log, window)
    view, size = View(0, 2, scale), (900.0, 300.0)
    layout = BlockLayout(report, view, *size)
    words = [one for one in timeline_drawing(report, view, size, len).items if type(one) is Words]
    label = next(one for one in words if one.text.startswith("Compaction"))
    limit = next(one for one in words if one.text.startswith("Window"))
    assert label.y <= layout.top
    assert label.y - limit.y >= 12 * scale
    assert limit.y >= 10 * scale


def test_turns_that_share_a_pixel_are_drawn_once_and_their_words_are_not_measured() -> None:
    many, size = 20_000, (900.0, 300.0)
    requests = [request([0] if at == 0 else [], 10, at - 1, turn=at + 1) for at in range(many)]
    said = tuple(f"turn {at}" for at in range(many))
    report = report_of(log_of([block(10, USER)], requests, turns=said))
    measured: list[str] = []

    def measure(text: str) -> float:
        measured.append(text)
        return len(text)

    items = timeline_drawing(report, View(0, many), size, measure).items
    turns = [one for one in items if type(one) is Box]
    assert size[0] / 4 < len(turns) < size[0]
    assert all(one.x + one.width <= other.x + 1 for one, other in pairwise(turns))
    assert not any(one.startswith("turn") for one in measured)


def test_a_turn_that_is_wide_enough_has_its_words() -> None:
    requests = [request([0], 10, turn=1), request([], 10, 0, turn=2)]
    report = report_of(log_of([block(10, USER)], requests, turns=("one", "two")))
    items = timeline_drawing(report, View(0, 2), (900.0, 300.0), len).items
    assert {"1 one", "2 two"} <= {one.text for one in items if type(one) is Words}
    assert sum(type(one) is Box for one in items) == 2


def test_what_was_sent_by_group_is_that_of_all_requests() -> None:
    log = log_of([block(10, USER), block(5)], [request([0], 10), request([1], 15, 0)])
    report = report_of(log)
    assert sum(report.sent_by_group) == report.sent == 25
    empty = report_of(log_of([], []))
    assert sum(empty.sent_by_group) == 0
    assert len(empty.sent_by_group) == len(empty.groups)
