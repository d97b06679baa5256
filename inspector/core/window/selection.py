"""The order in which chunks are considered, and the greedy choice (Window, steps 2 and 3).

Category limits: which limits a chunk counts against when they are enforced.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from inspector.core.arrays import Float64
from inspector.core.reasons import Reason
from inspector.core.window.chunk import Chunk, ChunkType, Tokens
from inspector.core.window.config import TokenBudgets
from inspector.core.window.facts import BUSINESS, ChunkFacts

# The names of what can keep a chunk out, besides the category limits.
AVAILABLE = "available_tokens"
FILL_STOPPED = "allow_partial_fill"
REQUIRE_ALL = "require_all"
PAIR = "keep_pairs"
REASON_OF_CAP = {
    AVAILABLE: Reason.WINDOW_BUDGET,
    REQUIRE_ALL: Reason.REQUEST_UNUSABLE,
    PAIR: Reason.PAIR_KEPT,
    FILL_STOPPED: Reason.FILL_STOPPED,
}
"""Why a chunk is out that one of these kept out; any other name is that of a category limit."""

_BY_TYPE = {
    ChunkType.SYSTEM_PROMPT: "max_system_prompt",
    ChunkType.CHAT_HISTORY_USER: "max_history",
    ChunkType.CHAT_HISTORY_ASSISTANT: "max_history",
    ChunkType.CRITICAL_RAG_DOCUMENT: "max_rag_results",
    ChunkType.RAG_MEMORY_COMMIT: "max_rag_results",
    ChunkType.RAG_DOCUMENT_CHUNK: "max_rag_results",
    ChunkType.RAG_EBOOK_CHUNK: "max_rag_results",
    ChunkType.RAG_GENERIC_CHUNK: "max_rag_results",
}


def limits_of(chunk: Chunk, facts: ChunkFacts) -> tuple[str, ...]:
    """Return the names of the limits a chunk counts against; a chunk may have several.

    Every chunk counts against ``max_overall``. History, retrieval and system prompts go by type;
    business data by content type; client data by naming a client tier or a relationship stage.
    """
    names = ["max_overall"]
    by_type = _BY_TYPE.get(chunk.type)
    if by_type is not None:
        names.append(by_type)
    if facts.content_type == BUSINESS:
        names.append("max_business_data")
    if facts.client_tier or facts.relationship_stage:
        names.append("max_client_data")
    return tuple(names)


def memberships(chunks: Sequence[Chunk], facts: Sequence[ChunkFacts]) -> list[tuple[str, ...]]:
    """Return the limits of each chunk."""
    return [limits_of(chunk, fact) for chunk, fact in zip(chunks, facts, strict=True)]


Pairs = Mapping[int, tuple[int, ...]]
"""For each row of a call or its result all rows of that pair, in input order."""


def pairs_of(chunks: Sequence[Chunk]) -> Pairs:
    """Return the pairs of calls and results: no interface takes a result without its call.

    They belong together by the id of the call (``metadata.call_id``); one that stands alone in the
    input is no pair.
    """
    rows: dict[str, list[int]] = {}
    for row, chunk in enumerate(chunks):
        call_id = (chunk.metadata or {}).get("call_id")
        if chunk.type in (ChunkType.TOOL_INPUT, ChunkType.TOOL_OUTPUT) and isinstance(call_id, str):
            rows.setdefault(call_id, []).append(row)
    whole = [tuple(pair) for pair in rows.values() if len({chunks[row].type for row in pair}) > 1]
    return {row: pair for pair in whole for row in pair}


NO_PAIRS: Pairs = MappingProxyType({})


def room_under_limits(budgets: TokenBudgets, reserve: int) -> dict[str, Tokens]:
    """Return the tokens under each limit before anything is placed; the reserve counts overall."""
    room: dict[str, Tokens] = {name: getattr(budgets, name) for name in TokenBudgets.model_fields}
    room["max_overall"] = room["max_overall"] - reserve
    return room


NOBODY = -1  # no chunk had been placed yet


@dataclass(frozen=True, slots=True)
class Selection:
    """What the greedy pass decided. Rows count from 0, in input order of the usable chunks.

    By row: ``start`` is where its span begins (None when it was dropped), ``left`` the tokens left
    under ``cap`` when its turn came, ``rival`` the row placed last at that moment, or ``NOBODY``.
    ``cap`` names what kept a dropped chunk out: the available tokens, a category limit, the end of
    filling, its pair, or a request that demands all and has records that cannot be used.
    """

    order: tuple[int, ...]
    placed: tuple[int, ...]
    dropped: tuple[int, ...]
    start: tuple[Tokens | None, ...]
    left: tuple[Tokens, ...]
    cap: tuple[str, ...]
    rival: tuple[int, ...]
    used: Tokens


def consideration_order(
    priorities: Float64, timestamps_ms: Sequence[Tokens | None], *, prefer_higher_priority: bool
) -> list[int]:
    """Return the rows by priority, then time (newest first, none last), then place in the input.

    Without ``prefer_higher_priority`` the order is by time, then place.
    """
    newest_first = np.array(
        [np.inf if time is None else -time for time in timestamps_ms], dtype=np.float64
    )
    keys = (newest_first, -priorities) if prefer_higher_priority else (newest_first,)
    # lexsort is stable, so rows that are equal in every key stay in input order.
    rows: list[int] = np.lexsort(keys).tolist()
    return rows


def select(
    order: Sequence[int],
    tokens: Sequence[Tokens],
    room: Tokens,
    *,
    limits: Sequence[tuple[str, ...]] | None,
    room_under: Mapping[str, Tokens],
    allow_partial_fill: bool,
    is_refused: bool = False,
    pairs: Pairs = NO_PAIRS,
) -> Selection:
    """Place chunks in ``order`` while they fit ``room`` tokens and, if given, their ``limits``.

    A chunk that does not fit is passed over; without ``allow_partial_fill`` nothing after it is
    placed. When several caps refuse a chunk, the one with the least left is named. Of a request
    that is refused as a whole nothing is placed. Of ``pairs`` all rows are placed or none, at the
    turn of the first; a row that would fit alone is kept out by its pair.
    """
    count = len(tokens)
    start: list[Tokens | None] = [None] * count
    left: list[Tokens] = [0] * count
    cap = [AVAILABLE] * count
    rival = [NOBODY] * count
    placed: list[int] = []
    dropped: list[int] = []
    used: Tokens = 0
    under = dict(room_under)
    last = NOBODY
    stopped = False
    settled: set[int] = set()
    for turn in order:
        if turn in settled:
            continue
        rows = pairs.get(turn, (turn,))
        settled.update(rows)
        taken: dict[str, Tokens] = {}
        for row in rows:
            for name in limits[row] if limits is not None else ():
                taken[name] = taken.get(name, 0) + tokens[row]
        need = sum(tokens[row] for row in rows)
        fits = used + need <= room and all(size <= under[name] for name, size in taken.items())
        here = room - used
        for row in rows if fits and not stopped and not is_refused else ():
            left[row] = room - used
            start[row] = used
            used += tokens[row]
            placed.append(row)
            last = row
        if start[turn] is not None:
            for name, size in taken.items():
                under[name] -= size
            continue
        for row in rows:
            mine = limits[row] if limits is not None else ()
            left[row], rival[row] = here, last
            dropped.append(row)
            if is_refused or stopped:
                cap[row] = REQUIRE_ALL if is_refused else FILL_STOPPED
            else:
                cap[row], left[row] = _cap(tokens[row], here, mine, under)
        stopped = stopped or not allow_partial_fill
    return Selection(
        order=tuple(order),
        placed=tuple(placed),
        dropped=tuple(dropped),
        start=tuple(start),
        left=tuple(left),
        cap=tuple(cap),
        rival=tuple(rival),
        used=used,
    )


def _cap(
    need: Tokens, here: Tokens, limits: Sequence[str], under: Mapping[str, Tokens]
) -> tuple[str, Tokens]:
    """Return what keeps a row out and what is left of it; of several the one with the least."""
    tightest = min(limits, key=under.__getitem__) if limits else None
    if need <= here and (tightest is None or need <= under[tightest]):
        return PAIR, here
    if tightest is not None and under[tightest] < here:
        return tightest, under[tightest]
    return AVAILABLE, here
