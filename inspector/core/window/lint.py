"""What is allowed in a placement but probably not meant."""

from __future__ import annotations

from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.core.window.chunk import ChunkType
from inspector.core.window.outcome import ChunkPlacement
from inspector.core.window.selection import pairs_of
from inspector.plurals import count_of

PAIR_SPLIT = "window.pair-split"
"""The code of a call and its result of which only one is placed."""


def _reserve_counted_twice(outcome: ChunkPlacement) -> list[Problem]:
    prompts = [
        row
        for row, chunk in enumerate(outcome.chunks)
        if chunk.type is ChunkType.SYSTEM_PROMPT and outcome.tokens[row] > 0
    ]
    if not prompts or outcome.reserve <= 0:
        return []
    size = sum(outcome.tokens[row] for row in prompts)
    return [
        Problem(
            Severity.WARNING,
            "window.reserve-counted-twice",
            f"The system prompt is counted twice: {count_of(outcome.reserve, 'token')} kept in"
            f" reserve for it, and system prompt chunks compete for {count_of(size, 'token')} of"
            " the rest.",
            "Set the reserve to 0, or leave the system prompt out of the chunks.",
            Place(pointer=pointer("chunks", outcome.indices[prompts[0]], "type")),
        )
    ]


def _reserve_size(outcome: ChunkPlacement) -> list[Problem]:
    found = []
    if outcome.available_tokens < 0:
        found.append(
            Problem(
                Severity.WARNING,
                "window.available-negative",
                f"The available tokens are {outcome.available_tokens:,}: nothing can be placed.",
                "Give the tokens that the model's window has left.",
                Place(pointer=pointer("available_tokens")),
            )
        )
    if 0 <= outcome.available_tokens < outcome.reserve:
        found.append(
            Problem(
                Severity.WARNING,
                "window.reserve-over-available",
                f"The reserve of {count_of(outcome.reserve, 'token')} is more than the"
                f" {outcome.available_tokens:,} available: nothing can be placed.",
                "Lower the reserve, or raise the available tokens.",
                Place(pointer=pointer("max_system_prompt")),
            )
        )
    return found


def _fractions(outcome: ChunkPlacement) -> list[Problem]:
    return [
        Problem(
            Severity.WARNING,
            "window.tokens-fractional",
            "The token count has a fraction. It is used as given; the ledger counts whole tokens,"
            " rounding up where each span ends.",
            "Count whole tokens.",
            Place(pointer=pointer("chunks", outcome.indices[row], "tokens")),
        )
        for row, tokens in enumerate(outcome.tokens)
        if isinstance(tokens, float)  # whole counts are integers
    ]


def _future(outcome: ChunkPlacement) -> list[Problem]:
    return [
        Problem(
            Severity.NOTE,
            "window.timestamp-future",
            "The timestamp is later than the time of the request; the chunk counts as new.",
            "Check the clock that wrote it.",
            Place(pointer=pointer("chunks", outcome.indices[row], "timestamp_ms")),
        )
        for row, chunk in enumerate(outcome.chunks)
        if chunk.timestamp_ms is not None and chunk.timestamp_ms > outcome.now_ms
    ]


def _split_pairs(outcome: ChunkPlacement) -> list[Problem]:
    """Name each call that was placed without its result, and each result without its call."""
    found = []
    for first, pair in pairs_of(outcome.chunks).items():
        if first != pair[0]:  # each row of a pair has all of it
            continue
        out = [row for row in pair if outcome.selection.start[row] is None]
        kept = [row for row in pair if outcome.selection.start[row] is not None]
        if not out or not kept:
            continue
        lost, there = _names(outcome, out), _names(outcome, kept)
        what = "call" if outcome.chunks[out[0]].type is ChunkType.TOOL_INPUT else "result"
        other = "result" if what == "call" else "call"
        found.append(
            Problem(
                Severity.WARNING,
                PAIR_SPLIT,
                f"A tool's {other} ({there}) is placed without its {what} ({lost}); no interface"
                " takes that.",
                "Turn keep_pairs on, or make room for both.",
                Place(pointer=pointer("chunks", outcome.indices[out[0]])),
            )
        )
    return found


_MOST_NAMES = 4  # of calls under one id, of which a log may have thousands


def _names(outcome: ChunkPlacement, rows: list[int]) -> str:
    names = [outcome.chunks[row].id for row in rows[:_MOST_NAMES]]
    more = [f"{len(rows) - _MOST_NAMES:,} more"] if len(rows) > _MOST_NAMES else []
    return ", ".join((*names, *more))


def lint_placement(outcome: ChunkPlacement) -> list[Problem]:
    """Name odd reserves, fractional counts, times to come, and pairs that were split."""
    return [
        *_reserve_size(outcome),
        *_reserve_counted_twice(outcome),
        *_fractions(outcome),
        *_future(outcome),
        *_split_pairs(outcome),
    ]
