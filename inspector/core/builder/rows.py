"""The ledger of a build: a row for every candidate, and what closes it to the hard limit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from inspector.core.builder.case import Case, Excluded
from inspector.core.builder.drafts import Draft, count_of
from inspector.core.builder.outputs import BlockType, Priority
from inspector.core.builder.refusal import Refusal, RefusalCode
from inspector.core.ledger import EntryRows, Ledger, LedgerEntry
from inspector.core.reasons import Reason
from inspector.project.code.slices import SliceLevel
from inspector.project.index import Exclusion
from inspector.project.paths import in_bytes

ACCOUNT = "bundle"

_BY_EXCLUSION = MappingProxyType(
    {
        Exclusion.DENY_RULE: Reason.CANDIDATE_DENIED,
        Exclusion.BINARY: Reason.CANDIDATE_BINARY,
        Exclusion.TOO_LARGE: Reason.CANDIDATE_TOO_LARGE,
        Exclusion.OUTSIDE_SANDBOX: Reason.CANDIDATE_OUTSIDE,
        Exclusion.GONE: Reason.CANDIDATE_GONE,
        Exclusion.SECRET_RISK: Reason.CANDIDATE_SECRET,
        Exclusion.DUPLICATE: Reason.CANDIDATE_DUPLICATE,
        Exclusion.TOKEN_BUDGET: Reason.BLOCK_REMOVED,
    }
)
_BY_LEVEL = MappingProxyType(
    {
        SliceLevel.TARGET_REGION_ONLY: Reason.BLOCK_TARGET_REGION,
        SliceLevel.SIGNATURES_ONLY: Reason.BLOCK_SIGNATURES,
        SliceLevel.SUMMARY_ONLY: Reason.BLOCK_SUMMARY,
    }
)


@dataclass(frozen=True, slots=True)
class Row:
    """A ledger entry with the file and the block that it is about; "" and None for neither."""

    entry: LedgerEntry
    path: str = ""
    draft: Draft | None = None
    exclusion: Exclusion | None = None


def candidate_rows(case: Case, refusal: Refusal | None) -> tuple[Row, ...]:
    """Every candidate once: what is in, in the order of the bundle, then what is out."""
    return (
        *_blocks(case, refusal),
        *(
            Row(_left_out(case, one.draft, one.before), one.draft.path, one.draft)
            for one in (case.fitted.removed if case.fitted else ())
        ),
        *(Row(_optional(case.safe(ranked.path)), ranked.path) for ranked in case.optional),
        *(
            Row(_withheld(draft, detail), draft.path, draft, Exclusion.SECRET_RISK)
            for draft, detail in case.withheld
        ),
        *(
            Row(_excluded(case.shown(one)), one.path, exclusion=one.exclusion)
            for one in sorted(case.excluded.values(), key=lambda one: in_bytes(one.path))
        ),
    )


def ledger_of(case: Case, rows: Sequence[Row], refusal: Refusal | None) -> Ledger:
    """The rows and what closes them to the hard limit.

    A context that is too large keeps its numbers, so that one sees by how much; every other refused
    call takes nothing.
    """
    budget = case.request.model.hard_limit_tokens
    entries = tuple(row.entry for row in rows)
    taken = sum(entry.tokens for entry in entries)
    sized = refusal is None or refusal.code is RefusalCode.CONTEXT_TOO_LARGE
    total = case.fitted.tokens if case.fitted and sized else taken
    closing = [(Reason.BUNDLE_SEPARATORS, "separators", total - taken)]
    left = budget - total
    over = (Reason.BUNDLE_OVER, "over the limit", left)
    closing.append((Reason.BUNDLE_UNUSED, "unused", left) if left >= 0 else over)
    balances = tuple(
        LedgerEntry(reason.code, "balance", name, ACCOUNT, reason, tokens)
        for reason, name, tokens in closing
    )
    return Ledger(budget, (EntryRows(entries), EntryRows(balances)))


def _blocks(case: Case, refusal: Refusal | None) -> Iterator[Row]:
    fitted = case.fitted
    drafts = fitted.drafts if fitted else sorted(case.drafts, key=lambda draft: draft.order)
    for draft in drafts:
        detail = {
            "priority": draft.priority.value,
            "redactions": count_of(draft.redactions, "secret"),
            "detail": draft.doubt,
        }
        if refusal is None:
            reason, tokens = _reason_in(draft), draft.tokens
        else:
            sized = refusal.code is RefusalCode.CONTEXT_TOO_LARGE
            reason, tokens = Reason.BLOCK_REFUSED, draft.tokens if sized else 0
            detail["code"] = refusal.code.value
        needed = draft.needed if fitted else None
        yield Row(_entry(draft, reason, tokens, needed, None, detail), draft.path, draft)


def _reason_in(draft: Draft) -> Reason:
    if draft.doubt and draft.level is SliceLevel.SIGNATURES_ONLY:
        return Reason.BLOCK_DOUBTFUL
    whole = Reason.BLOCK_REDACTED if draft.redactions else Reason.BLOCK_WHOLE
    return _BY_LEVEL.get(draft.level, whole)


def _left_out(case: Case, draft: Draft, before: int) -> LedgerEntry:
    limit = case.request.model.hard_limit_tokens
    detail = {"priority": draft.priority.value, "before": f"{before:,}"}
    return _entry(draft, Reason.BLOCK_REMOVED, 0, draft.needed, limit, detail)


def _withheld(draft: Draft, detail: str) -> LedgerEntry:
    return _entry(draft, Reason.CANDIDATE_SECRET, 0, None, None, {"detail": f": {detail}"})


def _optional(path: str) -> LedgerEntry:
    return LedgerEntry(path, "file", path, Priority.P3.value, Reason.BLOCK_OPTIONAL, 0)


def _excluded(one: Excluded) -> LedgerEntry:
    detail = {"detail": f" ({one.detail})" if one.detail else ""}
    account = one.priority.value if one.priority else ACCOUNT
    reason = _BY_EXCLUSION[one.exclusion]
    return LedgerEntry(one.path, "file", one.path, account, reason, 0, detail=detail)


def _entry(
    draft: Draft,
    reason: Reason,
    tokens: int,
    needed: int | None,
    left: int | None,
    detail: Mapping[str, str],
) -> LedgerEntry:
    kind = {BlockType.FILE: "file", BlockType.SYMBOL: "symbol"}.get(draft.block_type, "block")
    return LedgerEntry(
        draft.subject,
        kind,
        draft.title,
        draft.priority.value,
        reason,
        tokens,
        needed,
        left,
        detail=dict(detail),
    )
