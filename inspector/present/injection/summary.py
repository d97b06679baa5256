"""A run in a few facts: for the terminal, the report and the window's summary."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.core.injection.independent import IndependentRun
from inspector.core.injection.materialization import Mode
from inspector.core.injection.report import InjectionReport
from inspector.core.reasons import Verdict
from inspector.language import tr
from inspector.present.injection.verdicts import VERDICT_LABELS, CardVerdicts
from inspector.present.injection.what_if import what_if_text


@dataclass(frozen=True, slots=True)
class BalanceLine:
    """One line of the balance: what, in which half, how many tokens."""

    account: str
    label: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Balance:
    """All lines of the balance, their sum, and the budget they have to add up to."""

    lines: tuple[BalanceLine, ...]
    total: int
    budget: int

    @property
    def closes(self) -> bool:
        """Whether the lines add up to the budget exactly."""
        return self.total == self.budget


def balance(report: InjectionReport) -> Balance:
    """Return the ledger summed up by half and kind of row."""
    cards, files, backgrounds, rest = report.ledger.parts
    inlined = sum(c.tokens for c in report.materialization.files if c.mode is Mode.INLINED)
    lines = [
        BalanceLine("knowledge", "cards", cards.total_tokens),
        BalanceLine("bucket", "backgrounds", backgrounds.total_tokens),
        BalanceLine("bucket", tr("inlined files"), inlined),
        BalanceLine("bucket", tr("listed files"), files.total_tokens - inlined),
    ]
    lines += [BalanceLine(e.account, e.reason.code, e.tokens) for e in rest]
    order = ("knowledge", "bucket", "total")
    lines.sort(key=lambda line: order.index(line.account))
    return Balance(tuple(lines), report.ledger.total_tokens, report.ledger.budget)


def card_counts(report: InjectionReport) -> dict[str, int]:
    """Return how many cards got each verdict, leaving out verdicts that no card got."""
    verdicts = CardVerdicts(report).verdicts
    counts = {label: int((verdicts == code).sum()) for code, label in enumerate(VERDICT_LABELS)}
    return {label: count for label, count in counts.items() if count}


def file_counts(report: InjectionReport) -> dict[str, int]:
    """Return how many files got each mode."""
    modes = [choice.mode for choice in report.materialization.files]
    return {mode.value: modes.count(mode) for mode in Mode}


def summary_lines(report: InjectionReport, independent: IndependentRun) -> list[str]:
    """Return the run as lines of text."""
    budget = report.budget
    request = report.prepared.request
    closing = balance(report)
    cards = ", ".join(f"{count:,} {label}" for label, count in card_counts(report).items())
    files = ", ".join(f"{count:,} {label}" for label, count in file_counts(report).items())
    lines = [
        tr(
            "{trace_id}  {timestamp}  {model}  {counter_name}  strategy {strategy}",
            trace_id=request.trace_id,
            timestamp=request.timestamp,
            model=request.model.name,
            counter_name=report.prepared.counted.counter_name,
            strategy=report.strategy,
        ),
        "",
        f"budget     {budget.total_budget:>9,}  = knowledge {budget.knowledge_card_budget:,}"
        f" + bucket {budget.bucket_budget:,}"
        + (
            tr(" + unallocated {unallocated:,}", unallocated=budget.unallocated)
            if budget.unallocated
            else ""
        ),
        f"used       {report.total_tokens_used:>9,}  = knowledge {report.knowledge_used:,}"
        f" + bucket {report.bucket_used:,}",
        f"cards      {len(report.prepared.cards.order):>9,}  {cards}",
        f"files      {len(report.materialization.files):>9,}  {files}",
    ]
    if report.overrides:
        lines.insert(1, what_if_text(report.overrides))
    suppressed = sum(choice.verdict is Verdict.SUPPRESSED for choice in report.backgrounds)
    if report.backgrounds:
        lines.append(
            tr(
                "background {backgrounds:>9,}  {suppressed:,} suppressed,"
                " {released:,} tokens released",
                backgrounds=len(report.backgrounds),
                suppressed=suppressed,
                released=report.released,
            )
        )
    lines += [
        tr(
            "before     {total_used:>9,}  tokens by the two independent budgets,"
            " {spent_twice:,} of them spent twice; {freed:,} fewer now",
            total_used=independent.total_used,
            spent_twice=independent.spent_twice,
            freed=independent.freed,
        ),
        f"balance    {closing.total:>9,}  "
        + (
            "closes"
            if closing.closes
            else tr("DOES NOT CLOSE: {budget:,} expected", budget=closing.budget)
        ),
    ]
    if report.degraded_state != "none":
        lines.append(f"degraded   {report.degraded_state}")
    return lines
