"""A receipt as the values of a manifest: what is shown of it, and held against a replay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from inspector.core.reasons import Reason
from inspector.core.receipts.receipt import TIERS, UNCOUNTABLE, Receipt, sizes_of

_OVERLAP = Reason.BUCKET_FILE_OVERLAP.code
_COVERED = Reason.BACKGROUND_OVERLAP.code
_TEXT, _LINE = "text", "line"


def manifest_of(receipt: Receipt, replayed: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the manifest (Injection §5) that a receipt stands for.

    What a receipt does not say (the layout within a bucket) is taken from the ``replayed`` manifest
    where what it says agrees with that, else from the sizes that it has. Raises ``TypeError``,
    ``ValueError`` or ``LookupError`` for a receipt whose rows are none.
    """
    cards = list(_cards(receipt.cards))
    due = {row["bucket_id"]: row for row in (replayed or {}).get("bucket_cards", ())}
    buckets = list(_buckets(receipt, due))
    used = receipt.budget.used or 0
    total = used if receipt.budget.total is None else receipt.budget.total
    bucket = receipt.budget.bucket
    knowledge = receipt.budget.knowledge
    overlaps = sum(row.get("suppression_reason") == _OVERLAP for row in cards)
    covered = sum(row["background_suppressed_by_overlap"] for row in buckets)
    manifest = {
        "trace_id": receipt.trace_id,
        "timestamp": receipt.timestamp,
        "total_budget_tokens": total,
        "knowledge_card_budget_tokens": total if knowledge is None else knowledge,
        "bucket_content_budget_tokens": bucket or 0,
        "total_tokens_used": used,
        "knowledge_cards": cards,
        "bucket_cards": buckets,
        "overlap_detections": overlaps + covered,
        "cards_suppressed_by_bucket_overlap": overlaps,
        "degraded_state": receipt.degraded or "none",
        "schema_version": 1,
    }
    return manifest | ({"what_if": dict(receipt.overrides)} if receipt.overrides else {})


def _cards(rows: Sequence[Sequence[Any]]) -> Iterator[dict[str, Any]]:
    for node_id, kind, score, tokens, _source, _group, form, reason, *_ in rows:
        sizes = dict(zip(TIERS, sizes_of(tokens), strict=True))
        known = {tier: size for tier, size in sizes.items() if size not in (None, UNCOUNTABLE)}
        tier = form if form in known else next(iter(known), TIERS[0])
        if form is not None and form not in TIERS and isinstance(tokens, Mapping):
            chosen = tokens.get(form)  # a form of another engine, by its size
            tier = next((one for one, size in known.items() if size == chosen), tier)
        row = {
            "node_id": node_id,
            "node_kind": kind,
            "canonical_name": node_id,
            "rendering_tier": tier,
            "token_count": known.get(tier, 0),
            "relevance_score": score or 0,
            "suppressed": form is None,
        }
        yield row | ({"suppression_reason": str(reason)} if form is None and reason else {})


def _buckets(receipt: Receipt, due: Mapping[str, Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    forms = [Counter[str | None]() for _ in receipt.buckets]
    sizes = [0] * len(forms)
    for place, _file_id, _score, (line, text), heading, form, *_ in receipt.files:
        forms[place][form] += 1
        sizes[place] += {_TEXT: (text or 0) + heading, _LINE: line}.get(form, 0)
    for place, (bucket_id, _matter, heading, background, form, reason) in enumerate(
        receipt.buckets
    ):
        own, taken = forms[place], sizes[place] + (background if form is not None else 0)
        row = {
            "bucket_id": bucket_id,
            "bucket_title": bucket_id[:80],
            "mode": "inline" if own[_TEXT] else "manifest",
            "background_included": form is not None,
            "background_suppressed_by_overlap": reason == _COVERED,
            "files_inlined": own[_TEXT],
            "files_manifested": own[_LINE],
        }
        known = due.get(bucket_id, {})
        agrees = all(known.get(name) == value for name, value in row.items())
        yield row | {
            "token_count": known["token_count"] if agrees else taken + heading * bool(taken)
        }
