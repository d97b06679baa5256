"""The ledger of one injection: a row for every candidate, made when somebody looks at it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from inspector.core.injection.card import Tier
from inspector.core.injection.materialization import FileChoice, Mode
from inspector.core.injection.outcome import BackgroundChoice, InjectionOutcome
from inspector.core.injection.overrides import Forced
from inspector.core.injection.prepare import CAP_NAMES
from inspector.core.injection.settings import Strategy
from inspector.core.ledger import EntryRows, Ledger, LedgerEntry
from inspector.core.reasons import Reason, Verdict

KNOWLEDGE, BUCKET, TOTAL = "knowledge", "bucket", "total"

_CAP_REASONS = {
    CAP_NAMES[0]: Reason.KNOWLEDGE_BUDGET,
    CAP_NAMES[1]: Reason.PROCEDURE_CAP,
    CAP_NAMES[2]: Reason.INTERACTION_POLICY_CAP,
}


def ledger_of(report: InjectionOutcome) -> Ledger:
    """Return the closed ledger: cards by rank, files by turn, backgrounds, balance rows."""
    return Ledger(
        budget=report.budget.total_budget,
        parts=(
            CardRows(report),
            FileRows(report),
            EntryRows(tuple(_background(report, choice) for choice in report.backgrounds)),
            EntryRows(tuple(_balance(report))),
        ),
    )


class CardRows:
    """The rows of all knowledge cards, by rank."""

    def __init__(self, report: InjectionOutcome) -> None:
        """Take the report whose cards these are."""
        self._report = report

    @property
    def total_tokens(self) -> int:
        """Tokens of all injected cards together."""
        return self._report.tiers.tokens

    def __len__(self) -> int:
        return len(self._report.prepared.cards.order)

    def __iter__(self) -> Iterator[LedgerEntry]:
        return (self[rank] for rank in range(len(self)))

    def __getitem__(self, rank: int, /) -> LedgerEntry:
        return card_entry(self._report, rank)


class FileRows:
    """The rows of all files, in the order in which they got their modes."""

    def __init__(self, report: InjectionOutcome) -> None:
        """Take the report whose files these are."""
        self._report = report

    @property
    def total_tokens(self) -> int:
        """Tokens of all inlined texts and listed lines together, without their layout."""
        return sum(choice.tokens for choice in self._report.materialization.files)

    def __len__(self) -> int:
        return len(self._report.materialization.files)

    def __iter__(self) -> Iterator[LedgerEntry]:
        return (_file(self._report, choice) for choice in self._report.materialization.files)

    def __getitem__(self, place: int, /) -> LedgerEntry:
        return _file(self._report, self._report.materialization.files[place])


def card_entry(report: InjectionOutcome, rank: int) -> LedgerEntry:
    """Return the ledger row of the card at one rank."""
    entry = _card(report, rank)
    return _marked(entry, report) if report.what_if else entry


def _marked(entry: LedgerEntry, report: InjectionOutcome) -> LedgerEntry:
    """Return a row that says what an override makes of its subject, if one does."""
    forced = report.what_if.of(entry.subject) if report.what_if else None
    return replace(entry, what_if=forced.value) if forced else entry


def _card(report: InjectionOutcome, rank: int) -> LedgerEntry:
    cards = report.prepared.cards
    row = int(cards.order[rank])
    subject = cards.columns.node_ids[row]
    name = cards.columns.names[row]
    out = report.what_if.why_out(rank) if report.what_if else None
    if out is not None:
        return LedgerEntry(subject, "card", name, KNOWLEDGE, out, 0)
    if report.suppressed[rank]:  # decided before renderings, also of a card that has none
        file = report.covering_file(rank)
        return LedgerEntry(
            subject,
            "card",
            name,
            KNOWLEDGE,
            Reason.BUCKET_FILE_OVERLAP,
            0,
            needed=report.manifest_tier(rank)[1],
            detail={"file": file.file.title, "reference": file.reference},
        )
    if not cards.usable[rank]:
        uncountable = row in report.prepared.counted.uncountable
        reason = Reason.UNCOUNTABLE if uncountable else Reason.NO_RENDERING
        return LedgerEntry(subject, "card", name, KNOWLEDGE, reason, 0)
    tier = int(report.tier_by_rank[rank])
    if tier < 0:
        return _card_out(report, rank, subject, name)
    return _card_in(report, rank, Tier(tier), subject, name)


def _card_in(
    report: InjectionOutcome, rank: int, tier: Tier, subject: str, name: str
) -> LedgerEntry:
    tokens = int(report.prepared.cards.costs[rank, tier])
    better = report.tiers.better_tier(rank)
    if better is None:
        return LedgerEntry(
            subject,
            "card",
            name,
            KNOWLEDGE,
            Reason.CARD_INJECTED,
            tokens,
            detail={"tier": tier.label},
        )
    detail = {"tier": tier.label, "better": better.label}
    if report.strategy is Strategy.OPTIMAL:
        more = report.tiers.cost_of(rank, better) - report.tiers.cost_of(rank, tier)
        return LedgerEntry(
            subject, "card", name, KNOWLEDGE, Reason.TIER_CHOSEN, tokens, needed=more, detail=detail
        )
    met = report.tiers.raise_refusal(rank, better)
    return LedgerEntry(
        subject,
        "card",
        name,
        KNOWLEDGE,
        Reason.TIER_LOWERED,
        tokens,
        needed=met.needed,
        left=met.left,
        cap=met.cap,
        detail=detail,
    )


def _card_out(report: InjectionOutcome, rank: int, subject: str, name: str) -> LedgerEntry:
    if report.budget.total_budget == 0:
        return LedgerEntry(subject, "card", name, KNOWLEDGE, Reason.NOTHING_TO_INJECT, 0)
    if report.strategy is Strategy.OPTIMAL:
        needed = report.tiers.cost_of(rank, int(report.prepared.cards.first_tier[rank]))
        reason = Reason.NO_VALUE if report.without_value[rank] else Reason.OUTWEIGHED
        return LedgerEntry(subject, "card", name, KNOWLEDGE, reason, 0, needed=needed)
    met = report.tiers.refusal(rank)
    return LedgerEntry(
        subject,
        "card",
        name,
        KNOWLEDGE,
        _CAP_REASONS[met.cap],
        0,
        needed=met.needed,
        left=met.left,
        cap=met.cap,
    )


def file_reason(report: InjectionOutcome, choice: FileChoice) -> Reason:
    """Return the rule that gave a file its mode."""
    counted = choice.file.counted
    forced = report.what_if.of(counted.reference) if report.what_if else None
    if choice.mode is Mode.INLINED:
        return Reason.FILE_INLINED
    if choice.barred is not None:
        return choice.barred
    if choice.mode is Mode.LISTED:
        if forced is Forced.LISTED:
            return Reason.WHAT_IF_LISTED
        return Reason.FILE_LISTED_ONLY if counted.text is None else Reason.FILE_LISTED
    if counted.line is None:
        return Reason.UNCOUNTABLE
    return Reason.BUCKET_BUDGET if report.budget.total_budget else Reason.NOTHING_TO_INJECT


def _file(report: InjectionOutcome, choice: FileChoice) -> LedgerEntry:
    counted = choice.file.counted
    forced = report.what_if.of(counted.reference) if report.what_if else None
    return LedgerEntry(
        counted.reference,
        "file",
        counted.file.title,
        BUCKET,
        file_reason(report, choice),
        choice.tokens,
        needed=choice.needed,
        left=choice.left,
        cap="bucket_budget",
        what_if=forced.value if forced else None,
    )


def _background(report: InjectionOutcome, choice: BackgroundChoice) -> LedgerEntry:
    bucket = report.prepared.counted.buckets[choice.bucket_index].bucket
    reason = {
        Verdict.INCLUDED: Reason.BACKGROUND_INCLUDED,
        Verdict.SUPPRESSED: Reason.BACKGROUND_OVERLAP,
        Verdict.EXCLUDED: Reason.WHAT_IF_EXCLUDED,
        Verdict.DROPPED: Reason.BUCKET_BUDGET
        if report.budget.total_budget
        else Reason.NOTHING_TO_INJECT,
    }[choice.verdict]
    forced = report.what_if.of(bucket.bucket_id) if report.what_if else None
    return LedgerEntry(
        bucket.bucket_id,
        "background",
        bucket.bucket_title,
        BUCKET,
        reason,
        choice.tokens,
        needed=choice.needed,
        left=choice.left,
        cap="bucket_budget",
        detail={"entities": choice.entities},
        what_if=forced.value if forced else None,
    )


def _balance(report: InjectionOutcome) -> Iterator[LedgerEntry]:
    """Yield the rows that close the sum: overhead, released, unused, and what no half owns."""
    yield _balance_row(KNOWLEDGE, Reason.OVERHEAD, report.knowledge_overhead)
    yield _balance_row(KNOWLEDGE, Reason.UNUSED, report.knowledge_unused)
    yield _balance_row(BUCKET, Reason.OVERHEAD, report.bucket_overhead)
    yield _balance_row(BUCKET, Reason.RELEASED, report.released)
    yield _balance_row(BUCKET, Reason.UNUSED, report.bucket_unused)
    yield _balance_row(TOTAL, Reason.UNALLOCATED, report.budget.unallocated)


def _balance_row(account: str, reason: Reason, tokens: int) -> LedgerEntry:
    return LedgerEntry(f"{account}.{reason.code}", "balance", reason.code, account, reason, tokens)
