"""The ledger of an assembly: the rows of all steps, and what closes them to the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.core.assembly.steps import Step
from inspector.core.ledger import EntryRows, Ledger, LedgerEntry
from inspector.core.reasons import Reason

if TYPE_CHECKING:
    from inspector.core.assembly.report import Assembly

WINDOW = "window"


def ledger_of(assembly: Assembly) -> Ledger:
    """Return the closed ledger.

    The injection's own rows stand between steps 5 and 7: cards, files, backgrounds and overhead;
    what its budget leaves unused is free in the window.
    """
    after = (Step.TASK.account, Step.MESSAGE.account)
    around = assembly.around.rows
    cards, files, backgrounds, balance = assembly.injection.ledger.parts
    overhead = tuple(row for row in balance if row.reason is Reason.OVERHEAD)
    return Ledger(
        assembly.limits.window,
        (
            EntryRows(tuple(row for row in around if row.account not in after)),
            cards,
            files,
            backgrounds,
            EntryRows(overhead),
            EntryRows(tuple(row for row in around if row.account in after)),
            EntryRows(_balance(assembly)),
        ),
    )


def _balance(assembly: Assembly) -> tuple[LedgerEntry, ...]:
    separators = sum(
        piece.overhead for piece in assembly.pieces if piece.step is not Step.INJECTION
    )
    rest = assembly.unused - assembly.over
    return (
        _row(Reason.PIECE_SEPARATORS, "separators", separators),
        _row(Reason.RESPONSE_RESERVE, "reserve for the answer", assembly.limits.reserve),
        _row(
            Reason.ASSEMBLY_OVER if assembly.over else Reason.ASSEMBLY_UNUSED,
            "over the window" if assembly.over else "unused",
            rest,
            over=f"{assembly.over:,}",
        ),
    )


def _row(reason: Reason, name: str, tokens: int, **detail: str) -> LedgerEntry:
    return LedgerEntry(
        f"{WINDOW}.{reason.code}", "balance", name, WINDOW, reason, tokens, detail=detail
    )
