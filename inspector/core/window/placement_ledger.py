"""The ledger of a placement: one row per chunk, made on demand, and the rows that close it."""

from __future__ import annotations

import math
from collections.abc import Iterator

from inspector.core.ledger import EntryRows, Ledger, LedgerEntry
from inspector.core.reasons import Reason
from inspector.core.window.outcome import ChunkPlacement
from inspector.core.window.selection import (
    REASON_OF_CAP,
)

ACCOUNT = "window"


def reason_for(outcome: ChunkPlacement, row: int) -> Reason:
    """Return why a row is in or out."""
    if outcome.selection.start[row] is not None:
        return Reason.CHUNK_PLACED
    return REASON_OF_CAP.get(outcome.selection.cap[row], Reason.CATEGORY_LIMIT)


class ChunkRows:
    """The chunks' rows, in the order in which they were considered."""

    def __init__(self, outcome: ChunkPlacement) -> None:
        self._outcome = outcome

    @property
    def total_tokens(self) -> int:
        """Whole tokens of all placed chunks."""
        return math.ceil(self._outcome.selection.used)

    def __len__(self) -> int:
        return len(self._outcome.selection.order)

    def __iter__(self) -> Iterator[LedgerEntry]:
        return (self[place] for place in range(len(self)))

    def __getitem__(self, index: int, /) -> LedgerEntry:
        outcome = self._outcome
        row = outcome.selection.order[index]
        chunk = outcome.chunks[row]
        span = outcome.span(row)
        detail: dict[str, int | float | str] = {
            "priority": f"{float(outcome.priorities.total[row]):.2f}",
            "type": chunk.type.value,
        }
        if span is not None:
            detail |= {"start": f"{span[0]:,}", "end": f"{span[1]:,}"}
        return LedgerEntry(
            subject=chunk.id,
            kind="chunk",
            name=chunk.id,
            account=ACCOUNT,
            reason=reason_for(outcome, row),
            tokens=outcome.whole_tokens(row),
            needed=math.ceil(outcome.tokens[row]),
            left=math.floor(outcome.selection.left[row]),
            cap=outcome.selection.cap[row],
            detail=detail,
        )


def window_ledger(outcome: ChunkPlacement) -> Ledger:
    """Return the ledger: chunks, the reserve, what stayed unused, and records of no use.

    Its budget is the available tokens, never below 0. A reserve larger than that takes all of it.
    """
    budget = max(0, outcome.available_tokens)
    reserve = min(budget, outcome.reserve)
    rows = ChunkRows(outcome)
    closing = tuple(
        LedgerEntry(
            subject=reason.code,
            kind="balance",
            name=name,
            account=ACCOUNT,
            reason=reason,
            tokens=tokens,
        )
        for reason, name, tokens in (
            (Reason.WINDOW_RESERVE, "reserve for the system prompt", reserve),
            (Reason.WINDOW_UNUSED, "unused", budget - reserve - rows.total_tokens),
        )
    )
    excluded = tuple(
        LedgerEntry(
            subject=f"record:{index}",
            kind="record",
            name=f"record {index}",
            account=ACCOUNT,
            reason=Reason.RECORD_UNUSABLE,
            tokens=0,
        )
        for index in outcome.unusable
    )
    return Ledger(budget, (rows, EntryRows(closing), *((EntryRows(excluded),) if excluded else ())))
