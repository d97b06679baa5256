"""Why any subject of an injection got its verdict: cards, files, backgrounds, balance rows.

Why a row of the balance has its tokens: what was there, what was taken, what is left.
"""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis import quantities as q
from inspector.analysis.audit.finding import Working
from inspector.core.injection.card_rows import KNOWLEDGE
from inspector.core.injection.report import BUCKET, InjectionReport
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Reason, Verdict
from inspector.language import localized, tr
from inspector.present.why import Why, budget_steps, explanation, minus
from inspector.stages.injection.why_content import why_background, why_card, why_file


def why_balance(report: InjectionReport, key: str, subject: str) -> Why | None:
    """Explain a row of the balance; None when there is no such row."""
    for entry in report.ledger.parts[3]:
        if entry.subject == subject:
            return explanation(key, entry, tuple(_steps(report, entry)))
    return None


def _steps(report: InjectionReport, entry: LedgerEntry) -> Iterator[Working]:
    if entry.reason is Reason.UNALLOCATED:
        yield from budget_steps(report)
    elif entry.reason is Reason.RELEASED:
        yield from _released(report)
    elif entry.reason is Reason.OVERHEAD and entry.account == KNOWLEDGE:
        separators, count = report.prepared.counted.separators, len(report.tiers.ranks)
        if count:
            yield Working(
                tr("Heading"),
                tr("of the knowledge budget"),
                localized(separators.knowledge_heading),
            )
            yield Working(
                tr("Separators"),
                tr("{count:,} cards × {card}", count=count, card=separators.card),
                localized(count * separators.card),
            )
        yield Working(tr("Total"), "", localized(entry.tokens))
    elif entry.reason is Reason.OVERHEAD:
        files = sum(choice.overhead for choice in report.materialization.rendered)
        yield Working(tr("Around files"), tr("headings and separators"), localized(files))
        yield Working(tr("Around bucket summaries"), "", localized(entry.tokens - files))
        yield Working(tr("Total"), "", localized(entry.tokens))
    else:
        yield from _unused(report, entry)


def _unused(report: InjectionReport, entry: LedgerEntry) -> Iterator[Working]:
    budget = report.budget
    if entry.account == BUCKET:
        half, used, overhead = budget.bucket_budget, report.bucket_used, report.bucket_overhead
        yield Working(tr(q.FILE_BUDGET.title), "", localized(half))
        yield Working(tr("Files and bucket summaries"), "", minus(used - overhead))
        if report.released:
            yield Working(
                tr(q.FREED_NOT_REUSED.title),
                tr("by suppressed bucket summaries"),
                minus(report.released),
            )
    else:
        half, used = budget.knowledge_card_budget, report.knowledge_used
        overhead = report.knowledge_overhead
        yield Working(tr(q.KNOWLEDGE_BUDGET.title), "", localized(half))
        yield Working(
            tr("Cards"),
            tr("{ranks:,} injected", ranks=len(report.tiers.ranks)),
            minus(used - overhead),
        )
    yield Working(tr(q.OVERHEAD.title), "", minus(overhead))
    yield Working(tr(q.UNUSED.title), "", localized(entry.tokens))


def _released(report: InjectionReport) -> Iterator[Working]:
    buckets = report.prepared.counted.buckets
    for choice in report.backgrounds:
        if choice.verdict is Verdict.SUPPRESSED:
            title = buckets[choice.bucket_index].bucket.bucket_title
            yield Working(title, tr("its summary, with overhead"), localized(choice.released))


_EXPLAIN = {
    "card": why_card,
    "file": why_file,
    "background": why_background,
    "balance": why_balance,
}


def why_injection(report: InjectionReport, key: str) -> Why | None:
    """Explain the subject ``kind:id``; None when the run has no such subject."""
    kind, _, subject = key.partition(":")
    explain = _EXPLAIN.get(kind)
    return None if explain is None else explain(report, key, subject)
