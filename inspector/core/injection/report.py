"""The result of the unified injection step: what is in, what is out, and the sum that closes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from inspector.core.injection.card import Attribution
from inspector.core.injection.card_rows import REASON_LABELS, CardRows
from inspector.core.injection.manifest import UnifiedInjectionManifest, WhatIfManifest
from inspector.core.injection.materialization import FileChoice, Mode
from inspector.core.injection.outcome import InjectionOutcome
from inspector.core.injection.overrides import FIELDS, Forced, Overrides
from inspector.core.injection.rows import file_reason, ledger_of
from inspector.core.ledger import Ledger
from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.core.reasons import Verdict
from inspector.core.text import html_table


@dataclass(frozen=True)
class InjectionReport(InjectionOutcome):
    """One unified injection: budget, choices, ledger and manifest (Injection §4.6).

    Ledger and manifest are made when they are asked for.
    """

    @cached_property
    def ledger(self) -> Ledger:
        """One row for every card, file and background, and the rows that close the sum."""
        return ledger_of(self, self.card_rows)

    @cached_property
    def card_rows(self) -> CardRows:
        """The ledger's rows of all cards, as columns."""
        return CardRows(self)

    @cached_property
    def manifest(self) -> UnifiedInjectionManifest:
        """The unified injection manifest (6g, Injection §5).

        Every candidate card in order of relevance, every bucket; that of a run under overrides
        holds them. Raises ``ValidationError`` where a value of the input is too long for it.
        """
        model = WhatIfManifest if self.what_if else UnifiedInjectionManifest
        return model.model_validate(self.manifest_values())

    def manifest_values(self) -> dict[str, Any]:
        """Return the manifest's fields and values, in the document's order, not yet validated."""
        request, budget = self.prepared.request, self.budget
        values = {
            "trace_id": request.trace_id,
            "timestamp": request.timestamp,
            "total_budget_tokens": budget.total_budget,
            "knowledge_card_budget_tokens": budget.knowledge_card_budget,
            "bucket_content_budget_tokens": budget.bucket_budget,
            "total_tokens_used": self.total_tokens_used,
            "knowledge_cards": list(_manifest_cards(self)),
            "bucket_cards": list(_manifest_buckets(self)),
            "overlap_detections": self.cards_suppressed + self.backgrounds_suppressed,
            "cards_suppressed_by_bucket_overlap": self.cards_suppressed,
            "degraded_state": self.degraded_state,
            "schema_version": 1,
        }
        if self.what_if:
            values["what_if"] = self.what_if.overrides.model_dump(exclude_defaults=True)
        return values

    def was_dropped(self, choice: FileChoice) -> bool:
        """Whether there was no room for a file, not even for its line."""
        return choice.mode is Mode.OMITTED and file_reason(self, choice).verdict is Verdict.DROPPED

    @cached_property
    def tokens_dropped(self) -> int:
        """Tokens that what found no room would have needed at least, overhead included."""
        costs = self.prepared.cards.first_cost[(self.tier_by_rank < 0) & self.contested]
        cards = int(costs.sum()) + len(costs) * self.prepared.counted.separators.card
        files = sum(one.needed for one in self.materialization.files if self.was_dropped(one))
        return cards + files + self.needed_by_backgrounds(Verdict.DROPPED)

    def _repr_html_(self) -> str:
        """Return the totals, for notebooks; no manifest is made for it."""
        return html_table(
            (
                ("total_budget_tokens", self.budget.total_budget),
                ("total_tokens_used", self.total_tokens_used),
                ("knowledge_cards", len(self.prepared.cards.order)),
                ("suppressed", self.cards_suppressed),
                ("dropped", self.cards_dropped),
                ("balances", self.ledger.balances),
            )
        )


def _manifest_cards(report: InjectionReport) -> Iterator[dict[str, Any]]:
    cards = report.prepared.cards
    columns = cards.columns
    reasons = report.card_rows.reasons
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
            values["suppression_reason"] = REASON_LABELS[reasons[rank]]
        yield values


def _manifest_buckets(report: InjectionReport) -> Iterator[dict[str, Any]]:
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


def unmet_overrides(report: InjectionReport) -> tuple[Problem, ...]:
    """Report what overrides asked for and could not bring about under the budgets of a run."""
    what_if = report.what_if
    if what_if is None:
        return ()
    found = []
    cards, overrides = report.prepared.cards, what_if.overrides
    for rank in np.flatnonzero(report.tier_by_rank[: what_if.pinned] < 0).tolist():
        subject = cards.columns.node_ids[int(cards.order[rank])]
        found.append(_unmet(Forced.PINNED, subject, overrides, "The pinned card is not in"))
    for choice in report.materialization.files:
        subject = choice.file.counted.reference
        if overrides.of(subject) is Forced.INLINED and not choice.is_inlined:
            found.append(_unmet(Forced.INLINED, subject, overrides, "The file is not inlined"))
    return tuple(found)


def _unmet(forced: Forced, subject: str, overrides: Overrides, what: str) -> Problem:
    field = FIELDS[forced]
    return Problem(
        Severity.WARNING,
        f"overrides.{forced.value}-without-effect",
        f"{what}: an override does not go over a budget, and makes no text that is not there.",
        "See the reason of its row; raise the budget, or take the override back.",
        Place(pointer=pointer(field, getattr(overrides, field).index(subject))),
    )
