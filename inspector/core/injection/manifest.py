"""The unified injection manifest (Injection §5): one inspectable record of what was injected."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import SerializerFunctionWrapHandler, model_serializer

from inspector.core.injection.overrides import Overrides
from inspector.core.model import Document
from inspector.core.scalars import (
    Flag,
    Number,
    OptionalText40,
    OptionalText80,
    OptionalText120,
    SafeInteger,
    SchemaVersion,
    Text40,
    Text80,
    Text120,
    Text200,
    UtcDatetime,
)

_SHOWN = 20  # cards that a notebook shows


class ManifestCard(Document):
    """A knowledge card in the manifest, injected or kept out. Optional fields are never null."""

    node_id: Text120
    """Identifies the card."""

    node_kind: Text40
    """What the card is about."""

    canonical_name: Text200
    """The name people know it by."""

    rendering_tier: Literal["compact", "standard", "full"]
    """The rendering that is in; for a card kept out, the one it would have had at least."""

    token_count: SafeInteger
    """Tokens of that rendering."""

    relevance_score: Number
    """The relevance that decided its place in the order."""

    resolution_source: OptionalText40 = None
    """How the card was found."""

    primary_tag: OptionalText80 = None
    """Its main tag."""

    hedge_mode: OptionalText80 = None
    """How cautiously it is worded."""

    force_level: OptionalText80 = None
    """How strongly it was requested."""

    source_bundle_ids: tuple[Text120, ...] = ()
    """The bundles it was made from."""

    suppressed: Flag = False
    """Whether it was kept out."""

    suppression_reason: OptionalText120 = None
    """The reason code, for a card that was kept out."""

    @model_serializer(mode="wrap")
    def _leave_out_absent(self, serialize: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {name: value for name, value in serialize(self).items() if value is not None}


class ManifestBucket(Document):
    """A bucket in the manifest."""

    bucket_id: Text120
    """Identifies the bucket."""

    bucket_title: Text80
    """The name people know it by."""

    mode: Literal["inline", "manifest"]
    """``inline`` when at least one of its files is inlined."""

    background_included: Flag
    """Whether its background text is in."""

    background_suppressed_by_overlap: Flag = False
    """Whether its background was suppressed because entity cards cover it (Injection §3.4)."""

    files_inlined: SafeInteger = 0
    """How many of its files are in with their whole text."""

    files_manifested: SafeInteger = 0
    """How many of its files are listed by title and summary."""

    token_count: SafeInteger
    """Tokens of everything of it that is in, the layout around it included."""


class UnifiedInjectionManifest(Document):
    """What one request injected and kept out (Injection §5)."""

    trace_id: Text120
    """The request's id."""

    timestamp: UtcDatetime
    """The request's time, UTC."""

    total_budget_tokens: SafeInteger
    """Most tokens that could be injected."""

    knowledge_card_budget_tokens: SafeInteger
    """The half for knowledge cards."""

    bucket_content_budget_tokens: SafeInteger
    """The half for bucket content."""

    total_tokens_used: SafeInteger
    """Tokens of what is injected, the layout around it included."""

    knowledge_cards: tuple[ManifestCard, ...] = ()
    """Every candidate card, in order of relevance."""

    bucket_cards: tuple[ManifestBucket, ...] = ()
    """Every bucket, in the set's order."""

    overlap_detections: SafeInteger = 0
    """Cards and backgrounds suppressed by overlap."""

    cards_suppressed_by_bucket_overlap: SafeInteger = 0
    """Cards suppressed because the file they were extracted from is inlined."""

    degraded_state: Literal["none", "partial", "unavailable"] = "none"
    """``partial`` when part of the input could not be used, ``unavailable`` when nothing could."""

    schema_version: SchemaVersion
    """Version of the manifest; always 1."""

    def _repr_html_(self) -> str:
        """Return the totals and the first cards, for notebooks."""
        from inspector.core.ledger import bar_html, html_table

        cards = self.knowledge_cards
        rows: list[tuple[object, ...]] = [
            ("trace_id", self.trace_id),
            ("total_budget_tokens", self.total_budget_tokens),
            ("total_tokens_used", self.total_tokens_used),
            ("knowledge_cards", len(cards)),
            *(
                (one.node_id, one.token_count, one.suppression_reason or "")
                for one in cards[:_SHOWN]
            ),
        ]
        parts = [
            ("knowledge cards", sum(one.token_count for one in cards if not one.suppressed)),
            ("bucket content", sum(one.token_count for one in self.bucket_cards)),
        ]
        total = self.total_budget_tokens
        parts.append(("layout", self.total_tokens_used - sum(size for _, size in parts)))
        parts.append(("unused", total - self.total_tokens_used))
        return html_table(rows) + bar_html(parts, total)


class WhatIfManifest(UnifiedInjectionManifest):
    """The manifest of a run under overrides: it says so itself, wherever it is written."""

    what_if: Overrides
    """The overrides that held. A manifest without this field was made by the rules alone."""
