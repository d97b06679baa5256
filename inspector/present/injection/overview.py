"""A run as a whole: how its sum closes, what was spent before, which counts differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inspector.analysis.expectations import checked
from inspector.analysis.injection_runs import InjectionFacts
from inspector.core.injection.report import InjectionReport
from inspector.present.injection.bar_svg import group_title
from inspector.present.injection.expectation_table import expectations_text
from inspector.present.injection.summary import balance
from inspector.present.injection.why import Step, budget_steps

DIFFERENCES_SHOWN = 20  # declared counts that differ; how many more there are is said

_STATES = {
    "none": "Everything that came in could be used.",
    "partial": "A part of the input could not be used; the rest was. Problems lists each part.",
    "unavailable": "Nothing could be injected.",
}
_LINE_TITLES = {"overhead": "headings and separators", "unallocated": "of neither half"}


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
        title=f"{report.total_tokens_used:,} of {report.budget.total_budget:,} tokens used",
        degraded=report.degraded_state,
        degraded_text=_STATES[report.degraded_state],
        lines=tuple(
            Step(_line_title(line.label), _account(line.account), f"{line.tokens:,}")
            for line in closing.lines
        ),
        sum_line=Step("Sum", f"budget {closing.budget:,}", f"{closing.total:,}"),
        closes=closing.closes,
        budget=budget_steps(report),
        identity=(
            Step("Request", request.trace_id, ""),
            Step("Made at", request.timestamp, ""),
            Step("Model", request.model.name, ""),
            Step("Counted by", report.prepared.counted.counter_name, ""),
            Step("Strategy", report.strategy.value, ""),
        ),
    )


def grouped(fingerprint: str) -> str:
    """Return a fingerprint in groups of eight characters, which can be read and wrapped."""
    return " ".join(fingerprint[at : at + 8] for at in range(0, len(fingerprint), 8))


def _line_title(label: str) -> str:
    return _LINE_TITLES.get(label, label).capitalize()


def _account(account: str) -> str:
    return "" if account == "total" else account


def status_text(report: InjectionReport, fingerprint: str | None) -> str:
    """Return the run in one line: used, whether it closes, suppressed, counter, fingerprint."""
    suppressed = report.cards_suppressed + report.backgrounds_suppressed
    parts = [f"what-if ({report.overrides.count:,})"] if report.overrides else []
    parts += [
        f"{report.total_tokens_used:,} of {report.budget.total_budget:,} used",
        "balance closes" if report.ledger.balances else "BALANCE DOES NOT CLOSE",
        f"{suppressed:,} suppressed",
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
    freed = "Fewer tokens now" if run.freed >= 0 else "More tokens now"
    return (
        Step(
            "Cards", f"{run.cards_injected:,} cards, cap {run.knowledge_budget:,}",
            f"{run.knowledge_used:,}",
        ),
        Step(
            "Bucket content", f"{run.files_inlined:,} files, cap {run.bucket_budget:,}",
            f"{run.bucket_used:,}",
        ),
        Step("Together", "", f"{run.total_used:,}"),
        Step("Spent twice", _beside(run.cards_spent_twice),
             f"{run.spent_twice:,}"),
        Step(freed, "one budget, overlap removed", f"{abs(run.freed):,}"),
    )  # fmt: skip


def _beside(cards: int) -> str:
    return "1 card beside its file" if cards == 1 else f"{cards:,} cards beside their file"


def joined_steps(facts: InjectionFacts) -> tuple[Step, ...]:
    """Return how the tokens of each half as one text differ from the sum of its parts."""
    return tuple(
        Step(
            group_title(joined.account).capitalize(),
            f"parts {joined.parts:,}, one text {joined.joined:,}",
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
        yield Step(one.subject, f"declared {one.declared:,}, counted {one.counted:,}", change)
    if len(differences) > DIFFERENCES_SHOWN:
        yield Step("And more", "", f"{len(differences) - DIFFERENCES_SHOWN:,}")
