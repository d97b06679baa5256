"""A run as a whole: how its sum closes, what was spent before, which counts differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inspector.analysis import quantities as q
from inspector.analysis.audit.audit import Audit, Outcome
from inspector.analysis.audit_runs import AUDITED_AT_ONCE
from inspector.analysis.expectations import checked
from inspector.analysis.injection_runs import InjectionFacts
from inspector.core.injection.report import InjectionReport
from inspector.language import capitalized, localized, tr, tr_n
from inspector.present.finding_lines import headline
from inspector.present.why import Step, budget_steps
from inspector.stages.injection.bar_strip import group_title
from inspector.stages.injection.summary import balance, suppressed_text
from inspector.stages.injection.tables import expectations_text

DIFFERENCES_SHOWN = 20  # declared counts that differ; how many more there are is said

_STATES = {
    "none": tr("All inputs loaded."),
    "partial": tr("A part of the input could not be used; the rest was. Problems lists each part."),
    "unavailable": tr("Nothing could be injected."),
}


@dataclass(frozen=True, slots=True)
class Overview:
    """What is known of a run at once.

    ``overlap`` is what was suppressed. How the budget is allocated is ``summary.balance``.
    """

    title: str
    degraded: str
    degraded_text: str
    overlap: tuple[Step, ...]
    budget: tuple[Step, ...]
    identity: tuple[Step, ...]


def overview(report: InjectionReport) -> Overview:
    """Return the overview of one run."""
    request = report.prepared.request
    return Overview(
        title=tr(
            "{used:,} of {total:,} tokens used · {suppressed}",
            used=q.TOKENS_USED.of(report),
            total=q.TOTAL_BUDGET.of(report),
            suppressed=suppressed_text(report),
        ),
        degraded=report.degraded_state,
        degraded_text=_STATES[report.degraded_state],
        overlap=tuple(
            Step(tr(one.title), "", localized(one.of(report)))
            for one in (
                q.CARDS_SUPPRESSED,
                q.SUMMARIES_SUPPRESSED,
                q.TOKENS_FREED,
                q.SEPARATORS_FREED,
                q.FREED_NOT_REUSED,
            )
        ),
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


def own_audit_text(report: InjectionReport, audit: Audit | None) -> str:
    """Return what the audit of a run's own manifest came to; None while there is none."""
    if audit is not None:
        return headline(audit)
    if len(report.prepared.cards.order) > AUDITED_AT_ONCE:
        return tr("Not audited: large set. Lens > Audit this run does it.")
    return tr("Being audited …")


def status_text(
    report: InjectionReport, fingerprint: str | None, audit: Audit | None = None
) -> str:
    """Return the run in one line: used, balance, suppressed, counter, own audit, fingerprint."""
    parts = [tr("what-if ({count:,})", count=report.overrides.count)] if report.overrides else []
    parts += [
        tr(
            "{used:,} of {total:,} tokens used",
            used=q.TOKENS_USED.of(report),
            total=q.TOTAL_BUDGET.of(report),
        ),
        balance(report).text,
        suppressed_text(report),
        report.prepared.counted.counter_name,
    ]
    expected = expectations_text(checked(report))
    if expected:
        parts.append(expected)
    if report.degraded_state != "none":
        parts.append(report.degraded_state)
    if audit is not None:
        verified = audit.outcome is Outcome.VERIFIED
        parts.append(tr("audit: verified") if verified else tr("OWN AUDIT FAILED"))
    if fingerprint is not None:
        parts.append(f"{fingerprint[:6]}…")
    return "  ·  ".join(parts)


def independent_steps(facts: InjectionFacts) -> tuple[Step, ...]:
    """Return what the two independent budgets would have used for the same request."""
    run = facts.independent
    return (
        Step(
            tr("Cards"),
            tr(
                "{cards_injected:,} cards, cap {knowledge_budget:,}",
                cards_injected=run.cards_injected,
                knowledge_budget=run.knowledge_budget,
            ),
            localized(run.knowledge_used),
        ),
        Step(
            tr("Bucket content"),
            tr(
                "{files_inlined:,} files, cap {bucket_budget:,}",
                files_inlined=run.files_inlined,
                bucket_budget=run.bucket_budget,
            ),
            localized(run.bucket_used),
        ),
        Step(tr("Total"), "", localized(q.TOTAL_WITHOUT.of(run))),
        Step(
            tr(q.DUPLICATED_TOKENS.title),
            _beside(run.cards_spent_twice),
            localized(q.DUPLICATED_TOKENS.of(run)),
        ),
        Step(
            tr(q.TOKENS_SAVED.title),
            tr("one budget, overlap removed"),
            localized(q.TOKENS_SAVED.of(run)).replace("-", "−"),
        ),
    )


def _beside(cards: int) -> str:
    return tr_n("1 card beside its file", "{cards:,} cards beside their file", cards, cards=cards)


def joined_steps(facts: InjectionFacts) -> tuple[Step, ...]:
    """Return how the tokens of each half as one text differ from the sum of its parts."""
    return tuple(
        Step(
            capitalized(group_title(joined.account)),
            tr("parts {parts:,}, one text {joined:,}", parts=joined.parts, joined=joined.joined),
            localized(joined.difference, "+,").replace("-", "−"),
        )
        for joined in facts.joined
    )


def declared_steps(facts: InjectionFacts) -> tuple[Step, ...]:
    """Return the declared counts that differ from the counted ones, and how many more there are."""
    return tuple(_declared_steps(facts))


def _declared_steps(facts: InjectionFacts) -> Iterator[Step]:
    differences = facts.differences
    for one in differences[:DIFFERENCES_SHOWN]:
        change = localized(one.counted - one.declared, "+,").replace("-", "−")
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
        yield Step(tr("And more"), "", localized(len(differences) - DIFFERENCES_SHOWN))
