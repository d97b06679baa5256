"""A finished build as a report, and its ledger: a row for each candidate, closed to the limit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from inspector.core.builder.artifacts import (
    budget_of,
    bundle_of,
    manifest_of,
    redactions_of,
    refused_fingerprint,
)
from inspector.core.builder.case import Case, Excluded
from inspector.core.builder.drafts import Draft
from inspector.core.builder.layout import LaidOut
from inspector.core.builder.outputs import BlockType, ContextBundle, Priority
from inspector.core.builder.report import (
    BlockTokens,
    BundleReport,
    FateKind,
    FileFate,
    FileFates,
    Refusal,
    RefusalCode,
    SourceView,
)
from inspector.core.ledger import EntryRows, Ledger, LedgerEntry
from inspector.core.problems import Place, Problem
from inspector.core.reasons import Reason
from inspector.plurals import count_of
from inspector.project.code.slices import SliceLevel
from inspector.project.index import Exclusion
from inspector.project.paths import in_bytes

_KINDS = MappingProxyType(
    {
        Reason.BLOCK_WHOLE: FateKind.INCLUDED,
        Reason.BLOCK_REDACTED: FateKind.REDACTED,
        Reason.BLOCK_TARGET_REGION: FateKind.SLICED,
        Reason.BLOCK_SIGNATURES: FateKind.SLICED,
        Reason.BLOCK_DOUBTFUL: FateKind.SLICED,
        Reason.BLOCK_SUMMARY: FateKind.SLICED,
        Reason.BLOCK_OPTIONAL: FateKind.OPTIONAL,
        Reason.BLOCK_REMOVED: FateKind.REMOVED,
        Reason.BLOCK_REFUSED: FateKind.REFUSED,
    }
)
_PRIORITIES = MappingProxyType({priority.value: priority for priority in Priority})


def report_of(case: Case, refusal: Refusal | None) -> BundleReport:
    """Put a build together. Nothing of what a refused call would have sent is in its report."""
    bundle: ContextBundle | None = None
    whole = LaidOut("", ())
    if refusal is None:
        bundle, value = bundle_of(case)
        whole = case.measure.layout.whole(case.fitted.drafts if case.fitted else ())
    else:
        value = refused_fingerprint(case, refusal)
    rows = candidate_rows(case, refusal)
    return BundleReport(
        index=case.index,
        bundle=bundle,
        manifest=manifest_of(case, value, refusal),
        redactions=redactions_of(case, value),
        budget=budget_of(case, value, refusal),
        refusal=refusal,
        ranking=case.ranking,
        fates=FileFates(case.index.files, dict(_fates(case, rows)), _shown_otherwise(case)),
        fit_steps=case.fitted.steps if case.fitted else (),
        ledger=ledger_of(case, rows, refusal),
        problems=tuple(_problems(case)),
        blocks=_placed(case, bundle, whole),
        source_views=_views(case),
        rendered=whole.text,
        rendered_tokens=case.measure.count(whole.text),
        estimator=case.measure.name,
        scanner=case.screen.name,
        findings=tuple(replace(one, path=case.safe(one.path)) for one in case.screen.named),
    )


def _problems(case: Case) -> Iterator[Problem]:
    for one in case.problems:
        file = one.place.file
        yield one.at(Place(file=case.safe(file))) if file else one


def _placed(case: Case, bundle: ContextBundle | None, whole: LaidOut) -> tuple[BlockTokens, ...]:
    if bundle is None or case.fitted is None:
        return ()
    return tuple(
        BlockTokens(block, draft.tokens, *place)
        for block, draft, place in zip(bundle.blocks, case.fitted.drafts, whole.places, strict=True)
    )


def _fates(case: Case, rows: Sequence[CandidateRow]) -> Iterator[tuple[str, FileFate]]:
    for row in rows:
        known = row.path in case.index.files
        if not known or row.entry.kind != "file":
            continue
        seen = case.seen.get(row.path)
        entry, draft = row.entry, row.draft
        yield (
            row.path,
            FileFate(
                case.safe(row.path),
                _KINDS.get(entry.reason, FateKind.EXCLUDED),
                entry.sentence,
                entry.reason,
                entry.tokens,
                entry.needed,
                _PRIORITIES.get(entry.account),
                draft.level if draft else None,
                row.exclusion,
                draft.cuts if draft else (),
                seen.spans if seen else (),
            ),
        )


def _shown_otherwise(case: Case) -> dict[str, str]:
    """How paths and details that hold a secret are told, of files that hard rules keep out.

    Of all else that nobody asked for no artifact says anything.
    """
    excluded = [file for file in case.index.files.values() if file.exclusion is not None]
    texts = case.screen.secret_among(one.path for one in excluded)
    texts |= case.screen.secret_among({one.detail for one in excluded})
    return {text: case.safe(text) for text in sorted(texts)}


def _views(case: Case) -> Mapping[str, SourceView]:
    """What may be shown of every file that was read; nothing where a secret is left."""
    drafts = {draft.path: draft for draft in case.drafts if draft.is_file}
    if case.fitted:
        drafts |= {draft.path: draft for draft in case.fitted.drafts if draft.is_file}
    views = {}
    for path, seen in case.seen.items():
        if seen.open or path not in case.index.files:
            continue
        draft = drafts.get(path)
        views[path] = SourceView(
            path,
            draft.level if draft else SliceLevel.FULL_FILE,
            seen.shown.text,
            draft.cuts if draft else (),
            seen.spans,
        )
    return MappingProxyType(views)


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
class CandidateRow:
    """A ledger entry with the file and the block that it is about; "" and None for neither."""

    entry: LedgerEntry
    path: str = ""
    draft: Draft | None = None
    exclusion: Exclusion | None = None


def candidate_rows(case: Case, refusal: Refusal | None) -> tuple[CandidateRow, ...]:
    """Every candidate once: what is in, in the order of the bundle, then what is out."""
    return (
        *_blocks(case, refusal),
        *(
            CandidateRow(_left_out(case, one.draft, one.before), one.draft.path, one.draft)
            for one in (case.fitted.removed if case.fitted else ())
        ),
        *(CandidateRow(_optional(case.safe(ranked.path)), ranked.path) for ranked in case.optional),
        *(
            CandidateRow(_withheld(draft, detail), draft.path, draft, Exclusion.SECRET_RISK)
            for draft, detail in case.withheld
        ),
        *(
            CandidateRow(_excluded(case.shown(one)), one.path, exclusion=one.exclusion)
            for one in sorted(case.excluded.values(), key=lambda one: in_bytes(one.path))
        ),
    )


def ledger_of(case: Case, rows: Sequence[CandidateRow], refusal: Refusal | None) -> Ledger:
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
        LedgerEntry(
            reason.code, "balance", name, ACCOUNT, reason, tokens, detail={"over": f"{-tokens:,}"}
        )
        for reason, name, tokens in closing
    )
    return Ledger(budget, (EntryRows(entries), EntryRows(balances)))


def _blocks(case: Case, refusal: Refusal | None) -> Iterator[CandidateRow]:
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
        yield CandidateRow(_entry(draft, reason, tokens, needed, None, detail), draft.path, draft)


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
