"""What would have been sent under another rule, to the request and to the token."""

from __future__ import annotations

import pytest

from inspector.core.model_facts import KnownModel
from inspector.core.timeline.log import BlockKind, LogBlock, LogCompaction, SessionLog, Usage
from inspector.core.timeline.making import timeline
from inspector.core.timeline.simulation import SimulationRule, simulate
from tests.shared.session_log_parts import block, log_of, request

FACTS = KnownModel(names=("m",), window=50_000)
FILE = "\n".join(f"line {number} of a file that was read" for number in range(40))


def simulated(log: SessionLog, **rule: int):
    return simulate(timeline(log, lambda _model: FACTS), SimulationRule(**rule), {"m": FACTS})


def twelve_results() -> SessionLog:
    """A person speaks, and twelve files are read, four a turn: 1,020 tokens and 1,000 for each."""
    blocks = [block(20, BlockKind.USER)]
    requests = [request([0], 1_020)]
    for number in range(12):
        call = f"c{number}"
        text = "\n".join(f"file {number} line {line}" for line in range(60))
        blocks += [block(30, BlockKind.CALL, call=call), block(970, text=text, call=call)]
        came = [2 * number + 1, 2 * number + 2]
        sent = 2_020 + 1_000 * number
        requests.append(request(came, sent, number, turn=number // 4))
    return log_of(blocks, requests)


@pytest.mark.parametrize(
    ("rule", "first", "removed"),
    [
        ({"clear_results_after": 4}, 5, range(1, 17)),  # eight pairs, once four newer have come
        ({"clear_results_after": 11}, 12, range(1, 3)),
        ({"clear_results_after": 12}, None, ()),
        ({"keep_turns": 1}, 5, range(19)),
        ({"keep_turns": 2}, 9, range(11)),
        ({"keep_turns": 3}, None, ()),
    ],
)
def test_a_rule_takes_out_what_it_says_from_the_request_on_that_it_says(rule, first, removed):
    made = simulated(twelve_results(), **rule)
    assert made.first_change == first
    assert made.removed == frozenset(removed)


@pytest.mark.parametrize(("most", "first"), [(5_019, 4), (5_020, 5)])
def test_a_request_as_large_as_the_limit_is_sent_and_one_token_more_is_compacted(most, first):
    made = simulated(twelve_results(), compact_at=most)
    assert next(one.number for one in made.requests if one.compacted) == first


def test_what_comes_again_in_the_request_that_would_have_dropped_it_is_read_again():
    blocks = [block(5, BlockKind.USER), *(block(900, text=FILE, call=call) for call in "ab")]
    log = log_of(blocks, [request([0], 100), request([1], 1_000, 0), request([2], 1_900, 1)])
    made = simulated(log, clear_results_after=1)
    assert [(one.request, one.block, one.of) for one in made.again] == [(2, 2, 1)]


def missing(read: int):
    """What is missed where 10,000 tokens were in the cache: 5,000 of no block, 1,000, and 4,000."""
    log = log_of(
        [block(1_000, BlockKind.USER), block(4_000), block(100)],
        [
            request([0], None, usage=Usage(0, 6_000, 0)),
            request([1], None, 0, usage=Usage(0, 4_000, 6_000)),
            request([2], None, 1, usage=Usage(0, 10_100 - read, read)),
        ],
    )
    return [(one.tokens, one.block) for one in timeline(log, lambda _model: FACTS).misses]


@pytest.mark.parametrize(
    ("read", "missed"),
    [
        (8_977, []),  # caches are read in steps of 1,024
        (8_976, [(1_024, 1)]),
        (6_000, [(4_000, 1)]),  # the whole of the first block was read
        (5_999, [(4_001, 0)]),
        (4_999, [(5_001, None)]),
    ],
)
def test_a_miss_begins_at_1024_tokens_and_in_the_block_after_the_last_that_was_read(read, missed):
    assert missing(read) == missed


def compacted(before: int | None, after: int):
    blocks: list[LogBlock] = [
        block(20, BlockKind.USER, "Mend it."),
        block(900, text=FILE, source="/w/tides.py", call="a"),
        block(200, BlockKind.SUMMARY, "tides.py was mended."),
    ]
    asked = [
        request([0], 2_020),
        request([1], 2_920, 0),
        request([2], after, 1, gone=frozenset((0, 1)), compaction=LogCompaction("auto", before)),
    ]
    (found,) = timeline(log_of(blocks, asked), lambda _model: FACTS).compactions
    return found


def test_a_compaction_that_records_no_size_had_what_was_sent_before_it():
    found = compacted(None, 2_200)
    assert (found.before, found.kept, found.summarised, found.gone, found.not_in_log) == (
        2_920,
        2_000,
        900,
        20,
        0,
    )
    assert (found.after, found.added) == (2_200, 0)
    assert compacted(3_000, 2_200).not_in_log == 80


def test_of_a_log_that_begins_with_a_summary_nothing_was_kept():
    blocks = [block(200, BlockKind.SUMMARY, "tides.py was mended.")]
    asked = [request([0], 2_200, compaction=LogCompaction("auto", 9_000))]
    (found,) = timeline(log_of(blocks, asked), lambda _model: FACTS).compactions
    assert (found.kept, found.summary, found.added) == (0, 200, 2_000)
