"""Building the unified injection manifest from a report (Injection §4.6g, §5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from inspector.core.injection.card import Attribution
from inspector.core.injection.manifest import UnifiedInjectionManifest, WhatIfManifest
from inspector.core.injection.materialization import Mode
from inspector.core.reasons import Verdict

if TYPE_CHECKING:
    from inspector.core.injection.report import InjectionReport


def manifest_of(report: InjectionReport) -> UnifiedInjectionManifest:
    """Return the manifest: every candidate card in order of relevance, every bucket.

    The model validates lengths, so a value that is too long is an error with its place. That of a
    run under overrides holds them.
    """
    model = WhatIfManifest if report.what_if else UnifiedInjectionManifest
    return model.model_validate(manifest_values(report))


def manifest_values(report: InjectionReport) -> dict[str, Any]:
    """Return the manifest's fields and values, in the document's order, not yet validated."""
    request, budget = report.prepared.request, report.budget
    values = {
        "trace_id": request.trace_id,
        "timestamp": request.timestamp,
        "total_budget_tokens": budget.total_budget,
        "knowledge_card_budget_tokens": budget.knowledge_card_budget,
        "bucket_content_budget_tokens": budget.bucket_budget,
        "total_tokens_used": report.total_tokens_used,
        "knowledge_cards": list(_cards(report)),
        "bucket_cards": list(_buckets(report)),
        "overlap_detections": report.cards_suppressed + report.backgrounds_suppressed,
        "cards_suppressed_by_bucket_overlap": report.cards_suppressed,
        "degraded_state": report.degraded_state,
        "schema_version": 1,
    }
    if report.what_if:
        values["what_if"] = report.what_if.overrides.model_dump(exclude_defaults=True)
    return values


def _cards(report: InjectionReport) -> Iterator[dict[str, Any]]:
    cards = report.prepared.cards
    columns = cards.columns
    rows = report.ledger.parts[0]
    out = report.tier_by_rank < 0
    for rank, row in enumerate(cards.order.tolist()):
        tier, tokens = report.manifest_tier(rank)
        values: dict[str, Any] = {
            "node_id": columns.node_ids[row],
            "node_kind": columns.kinds[row],
            "canonical_name": columns.names[row],
            "rendering_tier": tier.label,
            "token_count": tokens,
            "relevance_score": float(cards.relevance[rank]),
        }
        attribution = columns.attribution(row)
        for name in Attribution.model_fields:
            value = getattr(attribution, name)
            if value is not None:
                values[name] = list(value) if isinstance(value, tuple) else value
        values["suppressed"] = bool(out[rank])
        if out[rank]:
            values["suppression_reason"] = rows[rank].reason.code
        yield values


def _buckets(report: InjectionReport) -> Iterator[dict[str, Any]]:
    buckets = report.prepared.counted.buckets
    tokens = [0] * len(buckets)
    counts = {Mode.INLINED: [0] * len(buckets), Mode.LISTED: [0] * len(buckets)}
    for choice in report.materialization.files:
        index = choice.file.counted.bucket_index
        tokens[index] += choice.tokens + choice.overhead
        if choice.mode in counts:
            counts[choice.mode][index] += 1
    verdicts = {}
    for background in report.backgrounds:
        tokens[background.bucket_index] += background.tokens + background.overhead
        verdicts[background.bucket_index] = background.verdict
    for index, entry in enumerate(buckets):
        yield {
            "bucket_id": entry.bucket.bucket_id,
            "bucket_title": entry.bucket.bucket_title,
            "mode": "inline" if counts[Mode.INLINED][index] else "manifest",
            "background_included": verdicts.get(index) is Verdict.INCLUDED,
            "background_suppressed_by_overlap": verdicts.get(index) is Verdict.SUPPRESSED,
            "files_inlined": counts[Mode.INLINED][index],
            "files_manifested": counts[Mode.LISTED][index],
            "token_count": tokens[index],
        }
