"""The ledger of one injection: a row for every candidate, made when somebody looks at it."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.core.injection.card_rows import KNOWLEDGE, CardRows
from inspector.core.injection.materialization import FileChoice, Mode
from inspector.core.injection.outcome import BackgroundChoice, InjectionOutcome
from inspector.core.injection.overrides import Forced
from inspector.core.injection.prepare import Cap
from inspector.core.ledger import EntryRows, Ledger, LedgerEntry
from inspector.core.reasons import Reason, Verdict

BUCKET, TOTAL = "bucket", "total"


def ledger_of(report: InjectionOutcome, cards: CardRows) -> Ledger:
    """Return the closed ledger: cards by rank, files by turn, backgrounds, balance rows."""
    return Ledger(
        budget=report.budget.total_budget,
        parts=(
            cards,
            FileRows(report),
            EntryRows(tuple(_background(report, choice) for choice in report.backgrounds)),
            EntryRows(tuple(_balance(report))),
        ),
    )


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
    return Cap.BUCKET_BUDGET.dropped if report.budget.total_budget else Reason.NOTHING_TO_INJECT


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
        cap=Cap.BUCKET_BUDGET.label,
        what_if=forced.value if forced else None,
    )


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
        cap=Cap.BUCKET_BUDGET.label,
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
