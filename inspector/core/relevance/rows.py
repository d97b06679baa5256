"""The rows of a run's ledger: one for every node, and one that closes the sum."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from inspector.core.ledger import EntryRows, Ledger, LedgerEntry, Number
from inspector.core.reasons import Reason, Verdict
from inspector.core.relevance.layers import Headroom
from inspector.core.relevance.trace import NodeTrace

ACCOUNT = "context"
CAP = "soft_recovery_budget"


def decided_rows(
    traces: Sequence[NodeTrace], size: Callable[[str], int], mode: str, headroom: Headroom
) -> list[LedgerEntry]:
    """Make the rows of a run in which the layers acted. ``size`` gives a node's tokens."""
    return [_decided_row(trace, size(trace.node), mode, headroom) for trace in traces]


def _decided_row(trace: NodeTrace, size: int, mode: str, headroom: Headroom) -> LedgerEntry:
    cell = trace.deciding
    detail: dict[str, Number] = {"mode": mode, "estimate": trace.estimate}
    if trace.real is not None:
        detail["real"] = trace.real
    if cell.acted is not None:
        detail["facts"] = cell.acted.sentence
        detail["place"] = cell.acted.place
    if cell.parent is not None:
        detail["parent"] = cell.parent
    weighed = trace.reason in (Reason.NODE_RECOVERED, Reason.NODE_NO_HEADROOM)
    if weighed:
        detail["threshold"] = f"{headroom.threshold:,}"
    return LedgerEntry(
        subject=trace.node,
        kind="node",
        name=trace.node,
        account=ACCOUNT,
        reason=trace.reason,
        tokens=size if trace.reason.verdict is Verdict.INCLUDED else 0,
        needed=size,
        left=headroom.tokens if weighed else None,
        cap=CAP if weighed else None,
        detail=detail,
    )


def undecided_rows(
    nodes: Sequence[str], size: Callable[[str], int], reason: Reason
) -> list[LedgerEntry]:
    """Make the rows of a run in which every node is included and no layer acted."""
    return [
        LedgerEntry(node, "node", node, ACCOUNT, reason, tokens=size(node), needed=size(node))
        for node in nodes
    ]


def close_ledger(rows: Sequence[LedgerEntry], budget: int) -> Ledger:
    """Add the row that makes the sum close to ``budget`` tokens.

    The pre-parser never leaves a node out for lack of room in the end, so nodes may take more than
    remains. The closing row is then negative: by so much the budget is exceeded.
    """
    rest = budget - sum(row.tokens for row in rows)
    reason = Reason.NODES_UNUSED if rest >= 0 else Reason.NODES_OVER_BUDGET
    closing = LedgerEntry(
        subject="unused",
        kind="balance",
        name="unused" if rest >= 0 else "over budget",
        account=ACCOUNT,
        reason=reason,
        tokens=rest,
        detail={"over": f"{max(0, -rest):,}"},
    )
    return Ledger(budget, (EntryRows((*rows, closing)),))
