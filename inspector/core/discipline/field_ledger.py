"""The ledger of a hot state: one row a field, and rows that close the sum (Discipline C1, C6)."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence

from inspector.core.discipline.hot_state import UNITS_PER_TOKEN, HotState, hot_state_tokens
from inspector.core.discipline.report import BudgetViolation, FieldTokens, MovedField, StepName
from inspector.core.ledger import EntryRows, Ledger, LedgerEntry, Number
from inspector.core.reasons import Reason
from inspector.core.text import in_groups, utf16_length

ACCOUNT = "hot_state"

_CAPS = {
    "hot_state_tokens": "max_hot_state_tokens",
    "artifact_index_entries": "max_artifact_index_entries",
}
_MOVED_BY = {
    StepName.COMPRESS: Reason.FIELD_COMPRESSED,
    StepName.REFERENCE: Reason.FIELD_REFERENCED,
    StepName.MINIMAL: Reason.FIELD_MINIMAL,
}


def tokens_by_field(hot_state: HotState | None) -> dict[str, int]:
    """Return the tokens of each field with its key: UTF-16 units / 4, rounded down."""
    if hot_state is None:
        return {}
    return {
        name: utf16_length(f"{json.dumps(name)}:{value}") // UNITS_PER_TOKEN
        for name, value in hot_state.field_json().items()
    }


def field_tokens(before: HotState, after: HotState | None) -> tuple[FieldTokens, ...]:
    """Return the tokens of each field before and after; 0 where it is not in the state."""
    had, left = tokens_by_field(before), tokens_by_field(after)
    return tuple(FieldTokens(name, had.get(name, 0), left.get(name, 0)) for name in had | left)


def whole_tokens(limit: float | None) -> int:
    """Return the whole tokens that a limit allows; none for a limit that cannot be used."""
    return 0 if limit is None else max(0, math.floor(limit))


def accepted_ledger(
    before: HotState,
    after: HotState,
    moved: Sequence[MovedField],
    violations: Sequence[BudgetViolation],
    budget: int,
) -> Ledger:
    """Return the ledger of a state that is returned; ``violations`` are the given state's."""
    left, where = tokens_by_field(after), {found.field: found for found in moved}
    total = hot_state_tokens(after.to_json())
    rows = []
    needed = tokens_by_field(before)
    added = {name: left.get(name, 0) - needed.get(name, 0) for name in needed | left}
    for name, more in added.items():
        found = where.get(name)
        rows.append(
            LedgerEntry(
                subject=name,
                kind="field",
                name=name,
                account=ACCOUNT,
                reason=_kept(more) if found is None else _reason(found),
                tokens=left.get(name, 0),
                needed=needed.get(name, 0),
                cap=None if found is None else binding_cap(violations),
                detail={
                    "total": f"{total:,}",
                    "added": f"{more:,}",
                    "why": in_groups("; ".join(violation.message for violation in violations)),
                    "artifact": "" if found is None else found.artifact_id,
                },
            )
        )
    rows.append(
        _balance(Reason.HOT_STATE_OVERHEAD, total - sum(row.tokens for row in rows), budget)
    )
    rows.append(
        _balance(
            Reason.HOT_STATE_UNUSED if total <= budget else Reason.HOT_STATE_OVER,
            budget - total,
            budget,
        )
    )
    return Ledger(budget, (EntryRows(tuple(rows)),))


def refused_ledger(before: HotState | None, why: str, cap: str | None, budget: int) -> Ledger:
    """Return the ledger of a rejected state: every field out, the whole budget unused."""
    rows = [
        _refused(Reason.FIELD_REFUSED, name, tokens, why, cap)
        for name, tokens in tokens_by_field(before).items()
    ] or [_refused(Reason.HOT_STATE_REFUSED, ACCOUNT, None, why, cap)]
    return Ledger(budget, (EntryRows((*rows, _balance(Reason.HOT_STATE_UNUSED, budget, budget))),))


def binding_cap(violations: Sequence[BudgetViolation]) -> str | None:
    """Return the name of the limit that the first violation is about."""
    return next((_CAPS.get(violation.field, violation.field) for violation in violations), None)


def _kept(added: int) -> Reason:
    return Reason.FIELD_POINTED if added > 0 else Reason.FIELD_KEPT


def _reason(moved: MovedField) -> Reason:
    if moved.step is StepName.REFERENCE and not moved.entry:
        return Reason.FIELD_EMPTY
    return _MOVED_BY[moved.step]


def _refused(
    reason: Reason, name: str, needed: int | None, why: str, cap: str | None
) -> LedgerEntry:
    return LedgerEntry(name, "field", name, ACCOUNT, reason, 0, needed, None, cap, {"why": why})


def _balance(reason: Reason, tokens: int, budget: int) -> LedgerEntry:
    detail: dict[str, Number] = {"over": f"{-tokens:,}"}
    name = reason.code.removeprefix("hot_state_")
    return LedgerEntry(
        name, "balance", name, ACCOUNT, reason, tokens, cap=f"{budget:,}", detail=detail
    )
