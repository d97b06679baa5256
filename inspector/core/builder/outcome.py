"""A finished build as a report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from inspector.core.builder.artifacts import (
    budget_of,
    bundle_of,
    manifest_of,
    redactions_of,
    refused_fingerprint,
)
from inspector.core.builder.case import Case
from inspector.core.builder.layout import LaidOut
from inspector.core.builder.outputs import ContextBundle, Priority
from inspector.core.builder.refusal import Refusal
from inspector.core.builder.report import (
    BlockTokens,
    BundleReport,
    FateKind,
    Fates,
    FileFate,
    SourceView,
)
from inspector.core.builder.rows import Row, candidate_rows, ledger_of
from inspector.core.problems import Place, Problem
from inspector.core.reasons import Reason
from inspector.project.code.slices import SliceLevel

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
        fates=Fates(case.index.files, dict(_fates(case, rows)), _shown_otherwise(case)),
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


def _fates(case: Case, rows: Sequence[Row]) -> Iterator[tuple[str, FileFate]]:
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
