"""The order in which chunks are considered, and the greedy choice (Window, steps 2 and 3).

Category limits: which limits a chunk counts against when they are enforced.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from inspector.core.window.chunk import Chunk, ChunkType, Tokens
from inspector.core.window.config import TokenBudgets
from inspector.core.window.facts import BUSINESS, Facts
from inspector.core.window.recency import Floats

# The names of what can keep a chunk out, besides the category limits.
AVAILABLE = "available_tokens"
FILL_STOPPED = "allow_partial_fill"
REQUIRE_ALL = "require_all"

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


def limits_of(chunk: Chunk, facts: Facts) -> tuple[str, ...]:
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


def memberships(chunks: Sequence[Chunk], facts: Sequence[Facts]) -> list[tuple[str, ...]]:
    """Return the limits of each chunk."""
    return [limits_of(chunk, fact) for chunk, fact in zip(chunks, facts, strict=True)]


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
    filling, or a request that demands all and has records that cannot be used.
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
    priorities: Floats, timestamps_ms: Sequence[Tokens | None], *, prefer_higher_priority: bool
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
) -> Selection:
    """Place chunks in ``order`` while they fit ``room`` tokens and, if given, their ``limits``.

    A chunk that does not fit is passed over; without ``allow_partial_fill`` nothing after it is
    placed. When several caps refuse a chunk, the one with the least left is named. Of a request
    that is refused as a whole nothing is placed.
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
    for row in order:
        need = tokens[row]
        mine = limits[row] if limits is not None else ()
        tightest = min(mine, key=under.__getitem__) if mine else None
        left[row] = room - used
        fits = used + need <= room and (tightest is None or need <= under[tightest])
        if fits and not stopped and not is_refused:
            start[row] = used
            used += need
            for name in mine:
                under[name] -= need
            placed.append(row)
            last = row
            continue
        rival[row] = last
        dropped.append(row)
        if is_refused:
            cap[row] = REQUIRE_ALL
        elif stopped:
            cap[row] = FILL_STOPPED
        elif tightest is not None and under[tightest] < left[row]:
            left[row] = under[tightest]
            cap[row] = tightest
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
