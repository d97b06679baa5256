"""A run in a few facts: for the terminal, the report and the window's summary."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from inspector.analysis import quantities as q
from inspector.analysis.independent import IndependentRun
from inspector.analysis.injection_runs import InjectionResult
from inspector.core.injection.card_rows import KNOWLEDGE, VERDICT_LABELS
from inspector.core.injection.materialization import Mode
from inspector.core.injection.report import BUCKET, TOTAL, InjectionReport
from inspector.core.reasons import Reason
from inspector.language import localized, tr, tr_n
from inspector.present.why import Step
from inspector.stage import flow
from inspector.stages.injection.policy_effects import policy_effects

_BALANCE_TITLES = {
    Reason.OVERHEAD: q.OVERHEAD.title,
    Reason.RELEASED: q.FREED_NOT_REUSED.title,
    Reason.UNUSED: q.UNUSED.title,
    Reason.UNALLOCATED: q.UNALLOCATED.title,
}
_COUNTS_OF_FILES = (q.FILES_INLINED, q.FILES_LISTED, q.FILES_DROPPED, q.FILES_EXCLUDED)
_COUNTS_OF_SUMMARIES = (
    q.SUMMARIES_INCLUDED,
    q.SUMMARIES_SUPPRESSED,
    q.SUMMARIES_DROPPED,
    q.SUMMARIES_EXCLUDED,
)


@dataclass(frozen=True, slots=True)
class BalanceLine:
    """One line of the balance: what, under which budget, how many tokens."""

    account: str
    title: str
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

    @property
    def text(self) -> str:
        """Whether the lines add up to the budget, in words."""
        if self.closes:
            return tr("Reconciled: adds up to {budget:,}", budget=self.budget)
        return tr(
            "NOT RECONCILED: adds up to {total:,}, the budget is {budget:,}",
            total=self.total,
            budget=self.budget,
        )


def balance(report: InjectionReport) -> Balance:
    """Return the ledger summed up by half and kind of row."""
    cards, files, backgrounds, rest = report.ledger.parts
    inlined = sum(c.tokens for c in report.materialization.rendered if c.mode is Mode.INLINED)
    lines = [
        BalanceLine(KNOWLEDGE, tr(q.CARDS.title), cards.total_tokens),
        BalanceLine(BUCKET, tr(q.SUMMARIES.title), backgrounds.total_tokens),
        BalanceLine(BUCKET, tr(q.FILES_INLINED.title), inlined),
        BalanceLine(BUCKET, tr(q.FILES_LISTED.title), files.total_tokens - inlined),
    ]
    lines += [BalanceLine(e.account, tr(_BALANCE_TITLES[e.reason]), e.tokens) for e in rest]
    order = (KNOWLEDGE, BUCKET, TOTAL)
    lines.sort(key=lambda line: order.index(line.account))
    return Balance(tuple(lines), report.ledger.total_tokens, report.ledger.budget)


def allocation_steps(shown: Balance) -> tuple[Step, ...]:
    """Return what takes how many tokens, both budgets together; what takes none is left out."""
    tokens: dict[str, int] = {}
    for line in shown.lines:
        tokens[line.title] = tokens.get(line.title, 0) + line.tokens
    return tuple(Step(title, "", localized(count)) for title, count in tokens.items() if count)


def allocation_sum(shown: Balance) -> Step:
    """Return the sum of a balance beside the budget that it has to be."""
    working = tr("budget {budget:,}", budget=shown.budget)
    return Step(tr("Sum"), working, localized(shown.total))


def card_counts(report: InjectionReport) -> dict[str, int]:
    """Return how many cards got each verdict, leaving out verdicts that no card got."""
    verdicts = report.card_rows.verdicts
    counts = {label: int((verdicts == code).sum()) for code, label in enumerate(VERDICT_LABELS)}
    return {label: count for label, count in counts.items() if count}


def _counts(
    report: InjectionReport, chosen: Iterable[q.Quantity[InjectionReport]], whole: str
) -> str:
    """Return some quantities, but those of 0, without what they are all about in their titles."""
    found = ((one.of(report), one.title.removeprefix(whole).strip()) for one in chosen)
    return ", ".join(f"{count:,} {title}" for count, title in found if count)


def suppressed_text(report: InjectionReport) -> str:
    """Return how many cards and bucket summaries a rule found redundant."""
    what = _together(q.CARDS_SUPPRESSED.of(report), 0, q.SUMMARIES_SUPPRESSED.of(report))
    return tr("{what} suppressed", what=what) if what else tr("nothing suppressed")


def listed_text(report: InjectionReport) -> str:
    """Return of how many files only the line is in, "" for none."""
    listed, files = q.FILES_LISTED.of(report), q.FILES.of(report)
    if not listed:
        return ""
    return tr_n(
        "{listed:,} of 1 file by title only",
        "{listed:,} of {files:,} files by title only",
        files,
        listed=listed,
        files=files,
    )


def dropped_text(report: InjectionReport) -> str:
    """Return how many cards, files and bucket summaries found no room."""
    what = _together(
        q.CARDS_DROPPED.of(report), q.FILES_DROPPED.of(report), q.SUMMARIES_DROPPED.of(report)
    )
    return tr("{what} dropped", what=what) if what else tr("nothing dropped")


def _together(cards: int, files: int, summaries: int) -> str:
    parts = [
        tr_n("1 card", "{count:,} cards", cards, count=cards) if cards else "",
        tr_n("1 file", "{files:,} files", files, files=files) if files else "",
        tr_n("1 summary", "{count:,} summaries", summaries, count=summaries) if summaries else "",
    ]
    *first, last = [part for part in parts if part] or [""]
    return tr("{first} and {last}", first=", ".join(first), last=last) if first else last


def saved_text(independent: IndependentRun) -> str:
    """Return how much less is used than without the unified budget, or how much more."""
    saved = q.TOKENS_SAVED.of(independent)
    if saved < 0:
        return tr("{tokens:,} more used now", tokens=-saved)
    return tr("{tokens:,} saved", tokens=saved)


def summary_lines(report: InjectionReport, independent: IndependentRun) -> list[str]:
    """Return the run as lines of text."""
    request = report.prepared.request
    cards = ", ".join(f"{count:,} {label}" for label, count in card_counts(report).items())
    unallocated = q.UNALLOCATED.of(report)
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
        f"budget     {q.TOTAL_BUDGET.of(report):>9,}"
        f"  = knowledge {q.KNOWLEDGE_BUDGET.of(report):,} + files {q.FILE_BUDGET.of(report):,}"
        + (tr(" + unallocated {unallocated:,}", unallocated=unallocated) if unallocated else ""),
        f"used       {q.TOKENS_USED.of(report):>9,}"
        f"  = knowledge {q.KNOWLEDGE_USED.of(report):,} + files {q.FILE_BUDGET_USED.of(report):,}",
        f"cards      {q.CARDS.of(report):>9,}  {cards}",
        f"files      {q.FILES.of(report):>9,}  {_counts(report, _COUNTS_OF_FILES, 'Files')}",
    ]
    if report.overrides:
        from inspector.stages.injection.what_if import what_if_text

        lines.insert(1, what_if_text(report.overrides))
    if report.backgrounds:
        counts = _counts(report, _COUNTS_OF_SUMMARIES, q.SUMMARIES.title)
        lines.append(f"summaries  {q.SUMMARIES.of(report):>9,}  {counts}")
    lines += [
        tr(
            "freed      {freed:>9,}  tokens by overlap ({suppressed}), beside"
            " {separators:,} of separators; {not_reused:,} not reused",
            freed=q.TOKENS_FREED.of(report),
            suppressed=suppressed_text(report),
            separators=q.SEPARATORS_FREED.of(report),
            not_reused=q.FREED_NOT_REUSED.of(report),
        ),
        tr(
            "without    {total:>9,}  tokens without the unified budget,"
            " {duplicated:,} of them duplicated; {saved}",
            total=q.TOTAL_WITHOUT.of(independent),
            duplicated=q.DUPLICATED_TOKENS.of(independent),
            saved=saved_text(independent),
        ),
        f"balance    {report.ledger.total_tokens:>9,}  {balance(report).text}",
        "",
        tr("policy"),
        *(
            f"  {one.field:<36} {getattr(report.policy, one.field):>9,}  {one.text}"
            for one in policy_effects(report)
        ),
    ]
    if report.degraded_state != "none":
        lines.append(f"degraded   {report.degraded_state}")
    return lines


def tokens_told(result: InjectionResult) -> str:
    """Say how many tokens there are to choose from, and how many are injected."""
    report = result.report
    if report is None:
        return ""
    return flow(report.prepared.counted.tokens_in_full, report.total_tokens_used)
