"""What a replay gives: the values of the manifest (Injection §4.6g), and a reason for each card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from inspector.analysis.audit.plain_inputs import (
    Contender,
    PlainBudget,
    PlainRequest,
    PlainSelection,
    Shelf,
    Why,
)
from inspector.core.candidates.card import Attribution, Card
from inspector.core.reasons import Reason


@dataclass(frozen=True)
class PlainRun:
    """A replay: the manifest's values, and why each card is in or out."""

    budget: PlainBudget
    manifest: dict[str, Any]
    reasons: Mapping[str, Why]


def plain_manifest(
    asked: PlainRequest,
    budget: PlainBudget,
    shelves: Sequence[Shelf],
    cards: Sequence[Contender],
    choice: PlainSelection,
    kept_out: Mapping[str, Why],
    used: int,
) -> PlainRun:
    """Return what became of everything, as the manifest says it; ``used`` is in tokens."""
    reasons = {**kept_out, **dict(_card_reasons(cards, choice, budget))}
    rows = list(_card_rows(asked, choice, reasons))
    covered = sum(row.get("suppression_reason") == "bucket_file_overlap" for row in rows)
    backgrounds = sum(shelf.background == "suppressed" for shelf in shelves)
    manifest = {
        "trace_id": asked.request.trace_id,
        "timestamp": asked.request.timestamp,
        "total_budget_tokens": budget.total,
        "knowledge_card_budget_tokens": budget.knowledge,
        "bucket_content_budget_tokens": budget.bucket,
        "total_tokens_used": used,
        "knowledge_cards": rows,
        "bucket_cards": [_bucket_row(shelf) for shelf in shelves],
        "overlap_detections": covered + backgrounds,
        "cards_suppressed_by_bucket_overlap": covered,
        "degraded_state": _state(asked, budget, used),
        "schema_version": 1,
    }
    if asked.overrides:
        manifest["what_if"] = asked.overrides.model_dump(mode="json", exclude_defaults=True)
    return PlainRun(budget, manifest, reasons)


def _state(asked: PlainRequest, budget: PlainBudget, used: int) -> str:
    if budget.total == 0 or (asked.anything and used == 0):
        return "unavailable"
    skipped = asked.repeats or asked.session.candidates.skipped_records
    unusable = any(not asked.sizes(card) for card in asked.cards)
    return "partial" if skipped or asked.uncountable or unusable else "none"


def _card_reasons(
    cards: Sequence[Contender], choice: PlainSelection, budget: PlainBudget
) -> Iterator[tuple[str, Why]]:
    for one in cards:
        if one.name in choice.tiers:
            tier = choice.tiers[one.name]
            whole = (Reason.CARD_INJECTED, {"detail": {"tier": tier}})
            reason, numbers = choice.lowered.get(one.name, whole)
            yield one.name, (reason, {**numbers, "tokens": one.sizes[tier]})
        elif budget.total == 0:
            yield one.name, (Reason.NOTHING_TO_INJECT, {})
        else:
            yield one.name, choice.refusals[one.name]


def _card_rows(
    asked: PlainRequest, choice: PlainSelection, reasons: Mapping[str, Why]
) -> Iterator[dict[str, Any]]:
    """Yield every card in order of relevance; pinned ones stand first, as they had turns."""

    def turn(card: Card) -> tuple[Any, ...]:
        return (asked.forced_on(card.node_id) != "pin", -asked.score(card), card.node_id)

    for card in sorted(asked.cards, key=turn):
        sizes = asked.sizes(card)
        tier = choice.tiers.get(card.node_id) or next(iter(sizes), "compact")
        row = {
            "node_id": card.node_id,
            "node_kind": card.node_kind,
            "canonical_name": card.canonical_name,
            "rendering_tier": tier,
            "token_count": sizes.get(tier, 0),
            "relevance_score": asked.score(card),
        }
        for name in Attribution.model_fields:
            value = getattr(card, name)
            if value is not None:
                row[name] = list(value) if isinstance(value, tuple) else value
        row["suppressed"] = card.node_id not in choice.tiers
        if row["suppressed"]:
            row["suppression_reason"] = reasons[card.node_id][0].code
        yield row


def _bucket_row(shelf: Shelf) -> dict[str, Any]:
    return {
        "bucket_id": shelf.bucket.bucket_id,
        "bucket_title": shelf.bucket.bucket_title,
        "mode": "inline" if shelf.inlined else "manifest",
        "background_included": shelf.background == "included",
        "background_suppressed_by_overlap": shelf.background == "suppressed",
        "files_inlined": len(shelf.inlined),
        "files_manifested": shelf.listed,
        "token_count": shelf.tokens,
    }
