"""What a session cost, where the cache was missed, what compactions took, and what repeats."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from inspector.core.model_facts import Known, KnownModel, ModelPrices
from inspector.core.timeline.compactions import Fate
from inspector.core.timeline.log import BlockKind, LogCompaction, SessionLog, Usage
from inspector.core.timeline.making import timeline
from inspector.core.timeline.report import TimelineReport
from inspector.core.timeline.simulation import SimulationRule, simulate
from tests.shared.session_log_parts import block, log_of, request

PRICES = ModelPrices(input=10, cache_write=12, cache_read=1, output=50)
FACTS = KnownModel(names=("m",), window=50_000, prices=PRICES)
FILE = "\n".join(f"line {number} of a file that was read" for number in range(40))


def report_of(log: SessionLog) -> TimelineReport:
    return timeline(log, lambda _model: FACTS)


def test_money_is_recorded_usage_by_prices_and_is_apportioned_whole() -> None:
    log = log_of(
        [block(1_000, BlockKind.USER), block(2_000)],
        [
            request([0], None, usage=Usage(10, 4_990, 0, output=100)),
            request([1], None, 0, usage=Usage(10, 1_990, 5_000, output=100)),
        ],
    )
    report = report_of(log)
    assert report.cost == pytest.approx(
        (20 * 10 + (4_990 + 1_990) * 12 + 5_000 * 1 + 200 * 50) / 1e6
    )
    sent = sum(row.cost.sent for row in report.requests if row.cost is not None)
    assert sum(row.cost or 0 for row in report.blocks) == pytest.approx(sent)


def test_an_unknown_price_leaves_no_money() -> None:
    report = timeline(log_of([block(10)], [request([0], 500)]), lambda _model: None)
    assert report.cost is None
    assert all(row.cost is None for row in report.blocks)


def test_a_miss_names_the_block_that_broke_the_prefix() -> None:
    log = log_of(
        [block(1_000, BlockKind.USER), block(4_000), block(100)],
        [
            request([0], None, usage=Usage(0, 6_000, 0), time_ms=0),
            request([1], None, 0, usage=Usage(0, 4_000, 6_000), time_ms=1_000),
            request([2], None, 1, usage=Usage(0, 3_100, 7_000), time_ms=9_000),
        ],
    )
    missed = report_of(log).misses
    assert [(one.request, one.tokens, one.block, one.idle_ms) for one in missed] == [
        (2, 3_000, 1, 8_000)
    ]
    assert missed[0].cost == pytest.approx(3_000 * 11 / 1e6)


def test_the_window_is_declared_then_recorded_then_that_of_the_table() -> None:
    asked = [request([0], 100, window=9_000), request([], 100, 0)]
    log = log_of([block(10)], asked)
    assert [row.window for row in report_of(log).requests] == [
        (9_000, Known.RECORDED, False),
        (50_000, Known.ASSUMED, True),
    ]
    declared = timeline(log, lambda _model: FACTS, window=70_000)
    assert {row.window.tokens for row in declared.requests} == {70_000}


def _compacted() -> SessionLog:
    blocks = [
        block(20, BlockKind.USER, "Mend it."),
        block(900, text=FILE, source="/w/tides.py", call="a"),
        block(700, text="\n".join(f"row {n} of what nobody named" for n in range(40)), call="b"),
        block(60, BlockKind.USER, "Go on, and keep the order of all the quays as it is."),
        block(200, BlockKind.SUMMARY, "tides.py was mended."),
        block(900, text=FILE.replace("line 3 ", "row 3 "), source="/w/tides.py", call="c"),
    ]
    return log_of(
        blocks,
        [
            request([0], 2_020),
            request([1, 2], 3_620, 0),
            request([3], 3_680, 1),
            request(
                [4], 2_400, 2, gone=frozenset((0, 1, 2)), compaction=LogCompaction("auto", 3_700)
            ),
            request([5], 3_300, 3),
        ],
    )


def test_a_compaction_tells_what_was_kept_summarised_gone_and_read_again() -> None:
    report = report_of(_compacted())
    (one,) = report.compactions
    assert (one.before, one.after, one.freed) == (3_700, 2_400, 1_300)
    fates = {settled.block: settled.fate for settled in one.blocks}
    assert fates == {0: Fate.GONE, 1: Fate.SUMMARISED, 2: Fate.GONE, 3: Fate.KEPT}
    assert one.kept + one.summarised + one.gone + one.not_in_log == one.before
    assert one.kept + one.summary + one.added == one.after
    assert [(again.block, again.request, again.of) for again in one.again] == [(5, 4, 1)]


def test_the_same_bytes_repeat_only_while_the_first_copy_is_still_sent() -> None:
    log = log_of(
        [block(5, BlockKind.USER), block(900, text=FILE), block(900, text=FILE)],
        [request([0], 100), request([1], 1_000, 0), request([2], 1_900, 1)],
    )
    repeat = next(row for row in report_of(log).blocks if row.number == 2).repeat
    assert repeat == (1, 1.0)
    gone = log_of(
        log.blocks,
        [request([0], 100), request([1], 1_000, 0), request([2], 1_000, 1, gone=frozenset((1,)))],
    )
    assert all(row.repeat is None for row in report_of(gone).blocks)


def test_a_part_of_a_file_that_is_there_repeats_and_another_version_does_not() -> None:
    part = "\n".join(FILE.splitlines()[10:30])
    other = "\n".join(f"{line} changed" for line in FILE.splitlines())
    for text, expected in ((part, 1), (other, None)):
        log = log_of(
            [block(5, BlockKind.USER), block(900, text=FILE), block(500, text=text)],
            [request([0], 100), request([1], 1_000, 0), request([2], 1_500, 1)],
        )
        repeat = next(row for row in report_of(log).blocks if row.number == 2).repeat
        assert (None if repeat is None else repeat.of) == expected


def lines(first: int, count: int) -> str:
    return "\n".join(f"line {number} of a long file" for number in range(first, first + count))


@pytest.mark.parametrize(("new", "share"), [(10, 0.95), (11, None)])
def test_a_block_repeats_with_nineteen_of_twenty_of_its_lines(
    new: int, share: float | None
) -> None:
    part = lines(0, 200 - new) + "\n" + lines(1_000, new)
    log = log_of(
        [block(5, BlockKind.USER), block(900, text=lines(0, 300)), block(500, text=part)],
        [request([0], 100), request([1], 1_000, 0), request([2], 1_500, 1)],
    )
    repeat = next(row for row in report_of(log).blocks if row.number == 2).repeat
    assert (None if repeat is None else repeat.share) == share


@pytest.mark.parametrize(("count", "of"), [(5, 1), (4, None)])
def test_a_part_of_fewer_than_five_lines_repeats_nothing(count: int, of: int | None) -> None:
    long = [f"line {number} of a very long file of records" for number in range(300)]
    log = log_of(
        [
            block(5, BlockKind.USER),
            block(900, text="\n".join(long)),
            block(90, text="\n".join(long[7 : 7 + count])),
        ],
        [request([0], 100), request([1], 1_000, 0), request([2], 1_090, 1)],
    )
    repeat = next(row for row in report_of(log).blocks if row.number == 2).repeat
    assert (None if repeat is None else repeat.of) == of


def test_lines_are_told_apart_in_the_same_way_in_every_process() -> None:
    code = (
        "from inspector.core.timeline.compactions import lines_of;"
        f"print(lines_of({lines(0, 9)!r}).tolist())"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1
    assert len(json.loads(told.pop())) == 9


# What would have been ------------------------------------------------------------------------


def _long() -> SessionLog:
    blocks = [block(20, BlockKind.USER)]
    requests = [request([0], None, usage=Usage(20, 1_000, 0))]
    sent = 1_020
    for number in range(12):
        call = f"c{number}"
        text = "\n".join(f"file {number} line {line}" for line in range(60))
        blocks += [block(30, BlockKind.CALL, call=call), block(970, text=text, call=call)]
        at = len(blocks)
        found = Usage(20, 980, sent, output=30)
        requests.append(request([at - 2, at - 1], None, number, usage=found, turn=number // 4))
        sent += 1_000
    return log_of(blocks, requests)


@pytest.mark.parametrize(
    "rule",
    [
        SimulationRule(clear_results_after=4),
        SimulationRule(keep_turns=1),
        SimulationRule(compact_at=6_000),
    ],
)
def test_up_to_the_first_change_totals_are_the_recorded_ones(rule: SimulationRule) -> None:
    report = report_of(_long())
    made = simulate(report, rule, {"m": FACTS})
    first = made.first_change
    assert first is not None
    for row, one in zip(report.requests, made.requests, strict=True):
        if row.number < first:
            assert (one.total, one.known) == (row.total, row.known)
            assert row.cost is not None
            assert one.cost == pytest.approx(row.cost.total)
        else:
            assert one.total < row.total
            assert one.known is Known.DERIVED


@pytest.mark.parametrize(
    "rule", [SimulationRule(clear_results_after=4), SimulationRule(keep_turns=1)]
)
def test_a_call_and_its_result_go_together(rule: SimulationRule) -> None:
    report = report_of(_long())
    removed = simulate(report, rule, {"m": FACTS}).removed
    calls = {report.log.blocks[one].call for one in removed}
    assert removed >= {
        number for number, one in enumerate(report.log.blocks) if one.call and one.call in calls
    }


def test_a_rule_that_changes_nothing_leaves_everything_as_recorded() -> None:
    report = report_of(_long())
    made = simulate(report, SimulationRule(clear_results_after=100), {"m": FACTS})
    assert made.first_change is None
    assert made.sent == report.sent
    assert made.cost == pytest.approx(report.cost)


def test_what_stands_behind_a_change_is_not_read_from_the_cache() -> None:
    report = report_of(_long())
    made = simulate(report, SimulationRule(compact_at=6_000), {"m": FACTS})
    compacted = next(one for one in made.requests if one.compacted)
    usage = report.log.requests[compacted.number].usage
    assert usage is not None
    assert compacted.read < usage.read
    assert compacted.read <= 1_000


def test_what_was_read_again_after_it_would_have_gone_is_named() -> None:
    log = _compacted()
    report = report_of(log)
    made = simulate(report, SimulationRule(clear_results_after=1), {"m": FACTS})
    assert [(again.request, again.of) for again in made.again] == [(4, 1)]
