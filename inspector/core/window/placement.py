"""Placing chunks in the model's window: size, priority, order, greedy choice, lint (Window)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from inspector.core.arguments import require
from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.core.window.chunk import (
    TIMESTAMP_LIMIT,
    Chunk,
    ChunkType,
    Tokens,
    plain_number,
    read_chunks,
    read_document,
)
from inspector.core.window.config import (
    DEFAULT_CONFIG,
    DEFAULT_OPTIONS,
    PlacementOptions,
    TokenEstimation,
    WindowConfig,
    constraints_in,
)
from inspector.core.window.facts import NO_FACTS, ChunkFacts, read_context, read_facts
from inspector.core.window.outcome import ChunkPlacement, TokenSource, estimate_tokens
from inspector.core.window.priorities import compute_priorities
from inspector.core.window.report import WindowReport
from inspector.core.window.selection import (
    NO_PAIRS,
    Selection,
    consideration_order,
    memberships,
    pairs_of,
    room_under_limits,
    select,
)
from inspector.plurals import count_of

NO_COUNTS: Mapping[str, int] = MappingProxyType({})


def _usable(value: object, name: str, problems: list[Problem]) -> Tokens:
    number = plain_number(value)
    if number is None:
        problems.append(_number_problem(name, "is not a finite number; 0 is used"))
        return 0
    return number


def _whole_tokens(value: object, name: str, problems: list[Problem]) -> int:
    number = _usable(value, name, problems)
    if isinstance(number, float):
        problems.append(_number_problem(name, "has a fraction; it is rounded down"))
    return math.floor(number)


def _number_problem(name: str, what: str) -> Problem:
    return Problem(
        Severity.ERROR,
        "window.number-invalid",
        f"{name} {what}.",
        "Write a whole number.",
        Place(pointer=pointer(name)),
    )


def _reserve(asked: object, problems: list[Problem]) -> int:
    reserve = _whole_tokens(asked, "max_system_prompt", problems)
    if reserve < 0:
        problems.append(_number_problem("max_system_prompt", "is negative; 0 is used"))
    return max(0, reserve)


def _size(
    chunk: Chunk, fact: ChunkFacts, estimation: TokenEstimation, counts: Mapping[str, int]
) -> tuple[Tokens, TokenSource]:
    if chunk.tokens is not None:
        return chunk.tokens, TokenSource.GIVEN
    if chunk.id in counts:
        return counts[chunk.id], TokenSource.COUNTED
    estimate = estimate_tokens(chunk.content or "", fact.content_type, estimation)
    return estimate, TokenSource.ESTIMATED


def _layout(selection: Selection, tokens: Sequence[Tokens]) -> tuple[Tokens | None, ...]:
    starts: list[Tokens | None] = []
    end: Tokens = 0
    for start, size in zip(selection.start, tokens, strict=True):
        starts.append(None if start is None else end)
        end += 0 if start is None else size
    return tuple(starts)


def _with_constraints(settings: PlacementOptions, config: object) -> PlacementOptions:
    """Return the options with those that a configuration says beside, where they are not set."""
    said = constraints_in(config).options
    rest = {name: flag for name, flag in said.items() if name not in settings.model_fields_set}
    return settings.model_copy(update=rest)


def place(
    chunks: Iterable[Chunk | Mapping[str, object]],
    *,
    now_ms: Tokens,
    available_tokens: int,
    max_system_prompt: int | None = None,
    options: PlacementOptions | Mapping[str, object] = DEFAULT_OPTIONS,
    config: WindowConfig | Mapping[str, object] = DEFAULT_CONFIG,
    counts: Mapping[str, int] = NO_COUNTS,
    business_context: Mapping[str, object] | None = None,
) -> WindowReport:
    """Return which chunks go into the window, in which order, and why.

    ``available_tokens`` less the reserve is shared out greedily by priority. The reserve is
    ``max_system_prompt``, or the configuration's (2,000 tokens unless it says otherwise).
    ``now_ms`` is the time of the request, in milliseconds since 1970-01-01 UTC. Chunks, options
    and configuration may be given as records; what is wrong with one is a problem of the report.
    A configuration may also be bare thresholds, or the limits of a call (``maxTotalTokens``, …):
    options that it says hold unless ``options`` says otherwise. ``business_context`` has the facts
    of the business that hold for every chunk without its own.

    Tokens that a chunk does not bring are estimated from the length of its text, unless ``counts``
    has them by its id, counted by a tokenizer. Raises TypeError for chunks that are no series.
    """
    require(Iterable, chunks=chunks)
    require(Mapping, counts=counts)
    require(Mapping | None, business_context=business_context)
    problems: list[Problem] = []
    settings, wrong = read_document(PlacementOptions, options, pointer("options"), DEFAULT_OPTIONS)
    problems += wrong
    setup, wrong = read_document(WindowConfig, config, pointer("config"), DEFAULT_CONFIG)
    problems += wrong
    if not wrong or setup is not DEFAULT_CONFIG:
        settings = _with_constraints(settings, config)
    now = _usable(now_ms, "now_ms", problems)
    if abs(now) > TIMESTAMP_LIMIT:
        problems.append(_number_problem("now_ms", "is beyond all dates; 0 is used"))
        now = 0
    available = _whole_tokens(available_tokens, "available_tokens", problems)
    asked = (
        setup.token_budgets.max_system_prompt if max_system_prompt is None else max_system_prompt
    )
    reserve = _reserve(asked, problems)

    read = read_chunks(chunks).in_original_order()
    problems += read.problems
    pairs = zip(read.chunks, read.indices, strict=True)
    facts = tuple(read_facts(chunk, index, problems) for chunk, index in pairs)
    context = read_context(business_context or {}, problems)
    sizes = [
        _size(chunk, fact, setup.optimization.token_estimation, counts)
        for chunk, fact in zip(read.chunks, facts, strict=True)
    ]
    tokens = tuple(size for size, _ in sizes)
    boosted = facts if context is NO_FACTS else tuple(one.completed(context) for one in facts)
    priorities, notes = compute_priorities(
        read.chunks, boosted, read.indices, now_ms=now, options=settings, config=setup
    )
    problems += notes
    selection = select(
        consideration_order(
            priorities.total,
            [chunk.timestamp_ms for chunk in read.chunks],
            prefer_higher_priority=settings.prefer_higher_priority,
        ),
        tokens,
        available - reserve,
        limits=memberships(read.chunks, facts) if settings.enforce_category_limits else None,
        room_under=room_under_limits(setup.token_budgets, reserve),
        allow_partial_fill=settings.allow_partial_fill,
        is_refused=settings.require_all and bool(read.unusable),
        pairs=pairs_of(read.chunks) if settings.keep_pairs else NO_PAIRS,
    )
    outcome = ChunkPlacement(
        now_ms=now,
        available_tokens=available,
        reserve=reserve,
        options=settings,
        config=setup,
        chunks=read.chunks,
        indices=read.indices,
        facts=facts,
        tokens=tokens,
        sources=tuple(source for _, source in sizes),
        priorities=priorities,
        selection=selection,
        layout_start=_layout(selection, tokens),
        unusable=read.unusable,
        context=context,
    )
    problems += lint_placement(outcome)
    return WindowReport(outcome, tuple(problems))


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
