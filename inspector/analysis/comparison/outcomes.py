"""What became of every candidate on one side of a comparison, as columns.

Arrays come straight from the report; a ledger row is made when somebody looks at one.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from inspector.core.arrays import Codes, Int64
from inspector.core.candidates.card import TIERS, Tier
from inspector.core.injection.card_rows import KNOWLEDGE
from inspector.core.injection.manifest import ManifestBucket, UnifiedInjectionManifest
from inspector.core.injection.materialization import Mode
from inspector.core.injection.report import BUCKET, InjectionReport
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import REASONS_BY_CODE, Verdict

VERDICTS: tuple[Verdict | None, ...] = (None, *Verdict)
"""Verdicts by their code; None is a subject that is no candidate on this side."""

FORMS = ("", *TIERS, Mode.INLINED.value, Mode.LISTED.value)
"""Forms in which a subject is in, by their code; "" is none, or a background's only one."""

CODES = {verdict: code for code, verdict in enumerate(VERDICTS)}
_INLINED, _LISTED = FORMS.index(Mode.INLINED.value), FORMS.index(Mode.LISTED.value)

Key = Hashable


@dataclass(frozen=True, eq=False)
class SubjectOutcomes:
    """Verdict, form and tokens of some subjects, by place in ``keys``."""

    keys: Sequence[Key]
    verdicts: Codes  # places in VERDICTS
    forms: Codes  # places in FORMS
    tokens: Int64


@dataclass(frozen=True, slots=True)
class Subject:
    """Who a row is about. ``group`` is the kind of a card, or what a content is."""

    kind: str  # card, file, background, bucket
    id: str
    name: str
    group: str
    account: str


@dataclass(frozen=True, slots=True)
class SideTotals:
    """The tokens of one side; None where the side does not say."""

    total_budget: int
    knowledge_budget: int
    bucket_budget: int
    used: int
    knowledge_used: int | None
    bucket_used: int
    overhead: int | None


class SideOutcomes(Protocol):
    """One side: cards by row, contents (files and backgrounds, or whole buckets) by place."""

    @property
    def cards(self) -> SubjectOutcomes:
        """What became of each card; keys are the ids."""
        ...

    @property
    def contents(self) -> SubjectOutcomes:
        """What became of each content; keys are (kind, id)."""
        ...

    @property
    def totals(self) -> SideTotals:
        """Budgets and what is used of them."""
        ...

    def card(self, row: int) -> Subject:
        """Return who a row of ``cards`` is about."""
        ...

    def content(self, place: int) -> Subject:
        """Return who a row of ``contents`` is about."""
        ...

    def card_reason(self, row: int) -> str | None:
        """Return the reason code of a card; None where it is not known."""
        ...

    def content_reason(self, place: int) -> str | None:
        """Return the reason code of a content; None where it is not known."""
        ...


class ReportOutcomes:
    """The outcomes of a run."""

    def __init__(self, report: InjectionReport) -> None:
        """Take the report of the run."""
        self.report = report
        # Those of files and backgrounds.
        self._rows: list[LedgerEntry] = [*report.ledger.parts[1], *report.ledger.parts[2]]
        self.cards = card_states(report)
        self.contents = SubjectOutcomes(
            tuple((entry.kind, entry.subject) for entry in self._rows),
            np.array([CODES[entry.verdict] for entry in self._rows], dtype=np.uint8),
            np.array([_form(entry) for entry in self._rows], dtype=np.uint8),
            np.array([entry.tokens for entry in self._rows], dtype=np.int64),
        )

    @property
    def totals(self) -> SideTotals:
        """Budgets and what is used of them."""
        report, budget = self.report, self.report.budget
        return SideTotals(
            budget.total_budget,
            budget.knowledge_card_budget,
            budget.bucket_budget,
            report.total_tokens_used,
            report.knowledge_used,
            report.bucket_used,
            report.knowledge_overhead + report.bucket_overhead,
        )

    def card(self, row: int) -> Subject:
        """Return who a row of ``cards`` is about."""
        columns = self.report.prepared.cards.columns
        kind = columns.kinds[row] or ""
        return Subject("card", columns.node_ids[row], columns.names[row], kind, KNOWLEDGE)

    def content(self, place: int) -> Subject:
        """Return who a row of ``contents`` is about."""
        entry = self._rows[place]
        return Subject(entry.kind, entry.subject, entry.name, entry.kind, entry.account)

    def card_entry(self, row: int) -> LedgerEntry:
        """Return the ledger's row of a card."""
        rank = int(self.report.prepared.cards.rank_of_row[row])
        return self.report.ledger.parts[0][rank]

    def card_reason(self, row: int) -> str | None:
        """Return the reason code of a card."""
        return self.card_entry(row).reason.code

    def content_reason(self, place: int) -> str | None:
        """Return the reason code of a content."""
        return self._rows[place].reason.code


class ManifestOutcomes:
    """The outcomes that a manifest tells: cards one by one, bucket content bucket by bucket.

    A manifest does not say whether a card has a larger rendering than the one that is in:
    ``largest`` tells it by card id where another source knows, else only ``full`` counts as whole.
    """

    def __init__(
        self, manifest: UnifiedInjectionManifest, largest: dict[str, Tier] | None = None
    ) -> None:
        """Take the manifest."""
        self.manifest = manifest
        cards, known = manifest.knowledge_cards, largest or {}
        verdicts = [
            _verdict_of_reason(card.suppression_reason)
            if card.suppressed
            else Verdict.INCLUDED
            if card.rendering_tier == known.get(card.node_id, Tier.FULL).label
            else Verdict.REDUCED
            for card in cards
        ]
        self.cards = SubjectOutcomes(
            tuple(card.node_id for card in cards),
            np.array([CODES[verdict] for verdict in verdicts], dtype=np.uint8),
            np.array(
                [0 if card.suppressed else FORMS.index(card.rendering_tier) for card in cards],
                dtype=np.uint8,
            ),
            np.array([0 if card.suppressed else card.token_count for card in cards], np.int64),
        )
        self.contents = bucket_states(manifest.bucket_cards)

    @property
    def totals(self) -> SideTotals:
        """Budgets and what is used of them."""
        manifest = self.manifest
        bucket = sum(one.token_count for one in manifest.bucket_cards)
        return SideTotals(
            manifest.total_budget_tokens,
            manifest.knowledge_card_budget_tokens,
            manifest.bucket_content_budget_tokens,
            manifest.total_tokens_used,
            manifest.total_tokens_used - bucket,
            bucket,
            None,
        )

    def card(self, row: int) -> Subject:
        """Return who a row of ``cards`` is about."""
        card = self.manifest.knowledge_cards[row]
        return Subject("card", card.node_id, card.canonical_name, card.node_kind, KNOWLEDGE)

    def content(self, place: int) -> Subject:
        """Return who a row of ``contents`` is about."""
        bucket = self.manifest.bucket_cards[place]
        return Subject("bucket", bucket.bucket_id, bucket.bucket_title, "bucket", BUCKET)

    def card_reason(self, row: int) -> str | None:
        """Return the reason that the manifest names, None for a card that is in."""
        return self.manifest.knowledge_cards[row].suppression_reason

    def content_reason(self, _place: int) -> str | None:
        """Return None: a manifest gives no reasons for buckets."""
        return None


def card_states(report: InjectionReport) -> SubjectOutcomes:
    """Return what became of each card of a run, by row of its columns."""
    cards, choice = report.prepared.cards, report.tiers
    verdicts = np.full(len(cards.order), CODES[Verdict.DROPPED], dtype=np.uint8)
    verdicts[~cards.usable] = CODES[Verdict.EXCLUDED]
    verdicts[report.suppressed & cards.usable] = CODES[Verdict.SUPPRESSED]
    if report.what_if:
        verdicts[report.what_if.excluded] = CODES[Verdict.EXCLUDED]
    exists = cards.tier_exists[choice.ranks]
    largest = len(Tier) - 1 - exists[:, ::-1].argmax(axis=1)
    verdicts[choice.ranks] = np.where(
        choice.tiers == largest, CODES[Verdict.INCLUDED], CODES[Verdict.REDUCED]
    )
    tokens = np.zeros(len(cards.order), dtype=np.int64)
    tokens[choice.ranks] = cards.costs[choice.ranks, choice.tiers]
    rank_of_row = cards.rank_of_row
    return SubjectOutcomes(
        cards.columns.node_ids,
        verdicts[rank_of_row],
        (report.tier_by_rank + 1).astype(np.uint8)[rank_of_row],
        tokens[rank_of_row],
    )


def bucket_states(buckets: Sequence[ManifestBucket]) -> SubjectOutcomes:
    """Return what became of whole buckets: one that takes tokens is in, one that does not is out.

    In with its mode as its form; a bucket without an inlined file is in as less.
    """
    verdicts = [
        Verdict.DROPPED
        if not one.token_count
        else Verdict.INCLUDED
        if one.mode == "inline"
        else Verdict.REDUCED
        for one in buckets
    ]
    forms = [
        0 if not one.token_count else _INLINED if one.mode == "inline" else _LISTED
        for one in buckets
    ]
    return SubjectOutcomes(
        tuple(("bucket", one.bucket_id) for one in buckets),
        np.array([CODES[verdict] for verdict in verdicts], dtype=np.uint8),
        np.array(forms, dtype=np.uint8),
        np.array([one.token_count for one in buckets], dtype=np.int64),
    )


def _form(entry: LedgerEntry) -> int:
    if entry.kind != "file":
        return 0
    return {Verdict.INCLUDED: _INLINED, Verdict.REDUCED: _LISTED}.get(entry.verdict, 0)


def _verdict_of_reason(code: str | None) -> Verdict:
    """Return the verdict of a reason; of one that is not known here, only that it is out."""
    reason = REASONS_BY_CODE.get(code or "")
    return reason.verdict if reason else Verdict.SUPPRESSED
