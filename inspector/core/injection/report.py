"""The result of the unified injection step: what is in, what is out, and the sum that closes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from inspector.core.arrays import Codes, Int64
from inspector.core.candidates.card import Attribution
from inspector.core.injection.card_rows import (
    FORCED_LABELS,
    KNOWLEDGE,
    REASON_LABELS,
    REASONS,
    TIER_LABELS,
    VERDICT_OF_REASON,
    CardRows,
    reason_code,
    verdict_code,
)
from inspector.core.injection.manifest import UnifiedInjectionManifest, WhatIfManifest
from inspector.core.injection.materialization import BackgroundChoice, FileColumns, Mode
from inspector.core.injection.outcome import InjectionOutcome
from inspector.core.injection.overrides import Forced
from inspector.core.injection.prepare import NEVER, Cap
from inspector.core.ledger import EntryRows, Ledger, LedgerEntry
from inspector.core.reasons import Reason, Verdict

BUCKET, TOTAL = "bucket", "total"
_FULL_TEXT, _TITLE_ONLY = "full text", "title only"
FORM_LABELS = (*TIER_LABELS, _FULL_TEXT, _TITLE_ONLY)
"""The forms in which cards and files are in."""
_FORM_OF_MODE = np.array([FORM_LABELS.index(form) for form in (_FULL_TEXT, _TITLE_ONLY, "")])


class FileRows:
    """The ledger's rows of files, as columns, in the order in which they got their modes."""

    def __init__(self, report: InjectionOutcome) -> None:
        """Take the report whose files these are."""
        self._report = report

    @property
    def columns(self) -> FileColumns:
        """Modes and tokens of the files."""
        return self._report.materialization.columns

    @cached_property
    def reasons(self) -> Codes:
        """The rule that gave each file its mode, as a place in ``REASON_LABELS``."""
        report, modes = self._report, self.columns
        forms = report.prepared.file_forms
        no_room = Cap.BUCKET_BUDGET.dropped
        if not report.budget.total_budget:
            no_room = Reason.NOTHING_TO_INJECT
        without_line = forms["line"] == NEVER
        out = np.where(without_line, reason_code(Reason.UNCOUNTABLE), reason_code(no_room))
        codes: Codes = out.astype(np.uint8)
        listed, inlined = modes.of(Mode.LISTED), modes.of(Mode.INLINED)
        codes[listed] = np.where(
            forms["text"][listed] == NEVER,
            reason_code(Reason.FILE_LISTED_ONLY),
            reason_code(Reason.FILE_LISTED),
        )
        codes[listed[self.forced[listed] == FORCED_LABELS.index(Forced.LISTED)]] = reason_code(
            Reason.WHAT_IF_LISTED
        )
        codes[inlined] = reason_code(Reason.FILE_INLINED)
        for place, reason in report.materialization.barred.items():
            codes[place] = reason_code(reason)
        return codes

    @cached_property
    def forced(self) -> Codes:
        """What an override makes of each file, as a place in ``FORCED_LABELS`` (0: nothing)."""
        codes = np.zeros(len(self), dtype=np.uint8)
        if self._report.what_if:
            for place, file in enumerate(self._report.prepared.files):
                forced = self._report.forced(file.counted.reference)
                codes[place] = FORCED_LABELS.index(forced or "")
        return codes

    @cached_property
    def dropped(self) -> npt.NDArray[np.intp]:
        """The places of the files that found no room, not even for their line."""
        return np.flatnonzero(self.verdicts == verdict_code(Verdict.DROPPED))

    @property
    def verdicts(self) -> Codes:
        """The verdict of each file, as a place in ``VERDICT_LABELS``."""
        return VERDICT_OF_REASON[self.reasons]

    @property
    def forms(self) -> Codes:
        """The form in which each file is in, as a place in ``FORM_LABELS`` (0: none)."""
        forms = _FORM_OF_MODE[self.columns.modes]
        return np.where(self.columns.tokens > 0, forms, 0).astype(np.uint8)

    @property
    def sizes(self) -> Int64:
        """Tokens of each file's largest form, layout left out."""
        return self._report.prepared.file_sizes

    @property
    def caps(self) -> Codes:
        """The cap that files compete under, as a place in ``CAP_LABELS``."""
        return np.full(len(self), Cap.BUCKET_BUDGET + 1, dtype=np.uint8)

    @property
    def total_tokens(self) -> int:
        """Tokens of all inlined texts and listed lines together, without their layout."""
        return sum(choice.tokens for choice in self._report.materialization.rendered)

    def __len__(self) -> int:
        return len(self._report.prepared.files)

    def __iter__(self) -> Iterator[LedgerEntry]:
        return (self[place] for place in range(len(self)))

    def __getitem__(self, place: int, /) -> LedgerEntry:
        prepared, columns = self._report.prepared, self.columns
        counted = prepared.files[place].counted
        return LedgerEntry(
            counted.reference,
            "file",
            counted.file.title,
            BUCKET,
            REASONS[self.reasons[place]],
            int(columns.tokens[place]),
            needed=int(columns.needed[place]),
            left=int(columns.left[place]),
            cap=Cap.BUCKET_BUDGET.label,
            detail={"full": int(prepared.file_sizes[place])},
            what_if=FORCED_LABELS[self.forced[place]] or None,
            bucket=self._report.prepared.counted.buckets[counted.bucket_index].bucket.bucket_id,
            file=counted.file.file_id,
        )


@dataclass(frozen=True)
class InjectionReport(InjectionOutcome):
    """One unified injection: budget, choices, ledger and manifest (Injection §4.6).

    Ledger and manifest are made when they are asked for.
    """

    @cached_property
    def ledger(self) -> Ledger:
        """The closed ledger: cards by rank, files by turn, backgrounds, balance rows."""
        report = self._decided
        backgrounds = EntryRows(tuple(_background(report, one) for one in report.backgrounds))
        balance = EntryRows(tuple(_balance(report)))
        parts = (self.card_rows, self.file_rows, backgrounds, balance)
        return Ledger(budget=report.budget.total_budget, parts=parts)

    @cached_property
    def card_rows(self) -> CardRows:
        """The ledger's rows of all cards, as columns."""
        return CardRows(self._decided)

    @cached_property
    def _decided(self) -> InjectionOutcome:
        """What was decided, for rows to look at.

        Rows that held the report by which they are held would stay until garbage is searched for,
        with columns of all cards, after every step of a drag.
        """
        return InjectionOutcome(**{one.name: getattr(self, one.name) for one in fields(self)})

    @cached_property
    def manifest(self) -> UnifiedInjectionManifest:
        """The unified injection manifest (6g, Injection §5).

        Every candidate card in order of relevance, every bucket; that of a run under overrides
        holds them. Raises ``ValidationError`` where a value of the input is too long for it.
        """
        return self._manifest_of(list(_manifest_cards(self)))

    def manifest_without_cards(self) -> UnifiedInjectionManifest:
        """Return the manifest with everything but its cards; raises as ``manifest``."""
        return self._manifest_of([])

    def _manifest_of(self, cards: list[dict[str, Any]]) -> UnifiedInjectionManifest:
        request, budget = self.prepared.request, self.budget
        values = {
            "trace_id": request.trace_id,
            "timestamp": request.timestamp,
            "total_budget_tokens": budget.total_budget,
            "knowledge_card_budget_tokens": budget.knowledge_card_budget,
            "bucket_content_budget_tokens": budget.bucket_budget,
            "total_tokens_used": self.total_tokens_used,
            "knowledge_cards": cards,
            "bucket_cards": list(_manifest_buckets(self)),
            "overlap_detections": self.cards_suppressed + self.backgrounds_suppressed,
            "cards_suppressed_by_bucket_overlap": self.cards_suppressed,
            "degraded_state": self.degraded_state,
            "schema_version": 1,
        }
        if self.what_if:
            values["what_if"] = self.what_if.overrides.model_dump(exclude_defaults=True)
        model = WhatIfManifest if self.what_if else UnifiedInjectionManifest
        return model.model_validate(values)

    @cached_property
    def file_rows(self) -> FileRows:
        """The ledger's rows of all files, as columns."""
        return FileRows(self._decided)

    def _repr_html_(self) -> str:
        """Return the totals and what became of everything, for notebooks; no manifest is made."""
        from inspector.core.ledger import html_table

        totals = (
            ("total_budget_tokens", self.budget.total_budget),
            ("total_tokens_used", self.total_tokens_used),
            ("balances", self.ledger.balances),
        )
        return html_table(totals) + self.ledger._repr_html_()


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
    for choice in report.materialization.rendered:
        index = choice.file.counted.bucket_index
        tokens[index] += choice.tokens + choice.overhead
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


def _background(report: InjectionOutcome, choice: BackgroundChoice) -> LedgerEntry:
    bucket = report.prepared.counted.buckets[choice.bucket_index].bucket
    reason = {
        Verdict.INCLUDED: Reason.BACKGROUND_INCLUDED,
        Verdict.SUPPRESSED: Reason.BACKGROUND_OVERLAP,
        Verdict.EXCLUDED: Reason.WHAT_IF_EXCLUDED,
        Verdict.DROPPED: Cap.BUCKET_BUDGET.dropped
        if report.budget.total_budget
        else Reason.NOTHING_TO_INJECT,
    }[choice.verdict]
    forced = report.forced(bucket.bucket_id)
    return LedgerEntry(
        bucket.bucket_id,
        "background",
        bucket.bucket_title,
        BUCKET,
        reason,
        choice.tokens,
        needed=choice.needed,
        left=choice.left,
        cap=Cap.BUCKET_BUDGET.label,
        detail={
            "entities": choice.entities,
            "full": report.prepared.counted.buckets[choice.bucket_index].background or 0,
        },
        what_if=forced.value if forced else None,
        bucket=bucket.bucket_id,
    )


BALANCE_NAMES = {
    "knowledge.overhead": "knowledge overhead",
    "knowledge.unused": "unused knowledge budget",
    "bucket.overhead": "file overhead",
    "bucket.released": "freed by overlap, not reused",
    "bucket.unused": "unused file budget",
    "total.unallocated": "unallocated",
}
"""What people call the rows that close the sum, by their subjects."""


def _balance(report: InjectionOutcome) -> Iterator[LedgerEntry]:
    """Yield the rows that close the sum: overhead, released, unused, and what no half owns."""
    yield _balance_row(KNOWLEDGE, Reason.OVERHEAD, report.knowledge_overhead)
    yield _balance_row(KNOWLEDGE, Reason.UNUSED, report.knowledge_unused)
    yield _balance_row(BUCKET, Reason.OVERHEAD, report.bucket_overhead)
    yield _balance_row(BUCKET, Reason.RELEASED, report.released)
    yield _balance_row(BUCKET, Reason.UNUSED, report.bucket_unused)
    yield _balance_row(TOTAL, Reason.UNALLOCATED, report.budget.unallocated)


def _balance_row(account: str, reason: Reason, tokens: int) -> LedgerEntry:
    subject = f"{account}.{reason.code}"
    return LedgerEntry(subject, "balance", BALANCE_NAMES[subject], account, reason, tokens)
