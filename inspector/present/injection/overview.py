"""A run as a whole: how its sum closes, what was spent before, which counts differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inspector.analysis.expectations import checked
from inspector.analysis.injection_runs import InjectionFacts
from inspector.core.injection.report import InjectionReport
from inspector.language import capitalized, tr, tr_n
from inspector.present.injection.bar_svg import group_title
from inspector.present.injection.expectation_table import expectations_text
from inspector.present.injection.summary import balance
from inspector.present.injection.why import Step, budget_steps

DIFFERENCES_SHOWN = 20  # declared counts that differ; how many more there are is said

_STATES = {
    "none": tr("Everything that came in could be used."),
    "partial": tr("A part of the input could not be used; the rest was. Problems lists each part."),
    "unavailable": tr("Nothing could be injected."),
}
_LINE_TITLES = {
    "overhead": tr("Headings and separators"),
    "unallocated": tr("Of neither half"),
    "cards": tr("Cards"),
    "backgrounds": tr("Backgrounds"),
    "released": tr("Released"),
    "unused": tr("Unused"),
}
_ACCOUNTS = {"total": "", "knowledge": tr("knowledge"), "bucket": tr("bucket")}


@dataclass(frozen=True, slots=True)
class Overview:
    """What is known of a run at once.

    ``lines`` are the balance by half, ``sum_line`` their sum beside the budget.
    """

    title: str
    degraded: str
    degraded_text: str
    lines: tuple[Step, ...]
    sum_line: Step
    closes: bool
    budget: tuple[Step, ...]
    identity: tuple[Step, ...]


def overview(report: InjectionReport) -> Overview:
    """Return the overview of one run."""
    closing = balance(report)
    request = report.prepared.request
    return Overview(
        title=tr(
            "{total_tokens_used:,} of {total_budget:,} tokens used",
            total_tokens_used=report.total_tokens_used,
            total_budget=report.budget.total_budget,
        ),
        degraded=report.degraded_state,
        degraded_text=_STATES[report.degraded_state],
        lines=tuple(
            Step(_line_title(line.label), _account(line.account), f"{line.tokens:,}")
            for line in closing.lines
        ),
        sum_line=Step(
            tr("Sum"), tr("budget {budget:,}", budget=closing.budget), f"{closing.total:,}"
        ),
        closes=closing.closes,
        budget=budget_steps(report),
        identity=(
            Step(tr("Request"), request.trace_id, ""),
            Step(tr("Made at"), request.timestamp, ""),
            Step(tr("Model"), request.model.name, ""),
            Step(tr("Counted by"), report.prepared.counted.counter_name, ""),
            Step(tr("Strategy"), report.strategy.value, ""),
        ),
    )


def grouped(fingerprint: str) -> str:
    """Return a fingerprint in groups of eight characters, which can be read and wrapped."""
    return " ".join(fingerprint[at : at + 8] for at in range(0, len(fingerprint), 8))


def _line_title(label: str) -> str:
    return _LINE_TITLES.get(label) or capitalized(label)


def _account(account: str) -> str:
    return _ACCOUNTS[account]


def status_text(report: InjectionReport, fingerprint: str | None) -> str:
    """Return the run in one line: used, whether it closes, suppressed, counter, fingerprint."""
    suppressed = report.cards_suppressed + report.backgrounds_suppressed
    parts = [tr("what-if ({count:,})", count=report.overrides.count)] if report.overrides else []
    parts += [
        tr(
            "{total_tokens_used:,} of {total_budget:,} used",
            total_tokens_used=report.total_tokens_used,
            total_budget=report.budget.total_budget,
        ),
        tr("balance closes") if report.ledger.balances else tr("BALANCE DOES NOT CLOSE"),
        tr("{suppressed:,} suppressed", suppressed=suppressed),
        report.prepared.counted.counter_name,
    ]
    expected = expectations_text(checked(report))
    if expected:
        parts.append(expected)
    if report.degraded_state != "none":
        parts.append(report.degraded_state)
    if fingerprint is not None:
        parts.append(f"{fingerprint[:6]}…")
    return "  ·  ".join(parts)


def independent_steps(facts: InjectionFacts) -> tuple[Step, ...]:
    """Return what the two independent budgets would have used for the same request."""
    run = facts.independent
    freed = tr("Fewer tokens now") if run.freed >= 0 else tr("More tokens now")
    return (
        Step(
            tr("Cards"),
            tr(
                "{cards_injected:,} cards, cap {knowledge_budget:,}",
                cards_injected=run.cards_injected,
                knowledge_budget=run.knowledge_budget,
            ),
            f"{run.knowledge_used:,}",
        ),
        Step(
            tr("Bucket content"),
            tr(
                "{files_inlined:,} files, cap {bucket_budget:,}",
                files_inlined=run.files_inlined,
                bucket_budget=run.bucket_budget,
            ),
            f"{run.bucket_used:,}",
        ),
        Step(tr("Together"), "", f"{run.total_used:,}"),
        Step(tr("Spent twice"), _beside(run.cards_spent_twice), f"{run.spent_twice:,}"),
        Step(freed, tr("one budget, overlap removed"), f"{abs(run.freed):,}"),
    )


def _beside(cards: int) -> str:
    return tr_n("1 card beside its file", "{cards:,} cards beside their file", cards, cards=cards)


def joined_steps(facts: InjectionFacts) -> tuple[Step, ...]:
    """Return how the tokens of each half as one text differ from the sum of its parts."""
    return tuple(
        Step(
            capitalized(group_title(joined.account)),
            tr("parts {parts:,}, one text {joined:,}", parts=joined.parts, joined=joined.joined),
            f"{joined.difference:+,}".replace("-", "−"),
        )
        for joined in facts.joined
    )


def declared_steps(facts: InjectionFacts) -> tuple[Step, ...]:
    """Return the declared counts that differ from the counted ones, and how many more there are."""
    return tuple(_declared_steps(facts))


def _declared_steps(facts: InjectionFacts) -> Iterator[Step]:
    differences = facts.differences
    for one in differences[:DIFFERENCES_SHOWN]:
        change = f"{one.counted - one.declared:+,}".replace("-", "−")
        yield Step(
            one.subject,
            tr(
                "declared {declared:,}, counted {counted:,}",
                declared=one.declared,
                counted=one.counted,
            ),
            change,
        )
    if len(differences) > DIFFERENCES_SHOWN:
        yield Step(tr("And more"), "", f"{len(differences) - DIFFERENCES_SHOWN:,}")
