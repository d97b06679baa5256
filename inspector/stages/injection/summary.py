"""A run in a few facts: for the terminal, the report and the window's summary."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from inspector.analysis import quantities as q
from inspector.analysis.audit.finding import Working
from inspector.analysis.independent import IndependentRun, MergeStep
from inspector.analysis.injection_runs import InjectionResult
from inspector.analysis.not_included import ExclusionCause, NotIncluded, not_included
from inspector.core.injection.card_rows import KNOWLEDGE, REASONS, VERDICT_LABELS, verdict_code
from inspector.core.injection.materialization import Mode
from inspector.core.injection.prepare import Cap, Prepared
from inspector.core.injection.report import BUCKET, TOTAL, InjectionReport
from inspector.core.reasons import Reason, Verdict
from inspector.language import localized, tr, tr_n
from inspector.present.shares import counted_cards, counted_files, reconciled_text
from inspector.stage import flow
from inspector.stages.injection.policy_effects import policy_effects
from inspector.stages.injection.provenance import known_of

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
        return reconciled_text(self.total, self.budget)


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


def allocation_steps(shown: Balance) -> tuple[Working, ...]:
    """Return what takes how many tokens, both budgets together; what takes none is left out."""
    tokens: dict[str, int] = {}
    for line in shown.lines:
        tokens[line.title] = tokens.get(line.title, 0) + line.tokens
    return tuple(Working(title, "", localized(count)) for title, count in tokens.items() if count)


def allocation_sum(shown: Balance) -> Working:
    """Return the sum of a balance beside the budget that it has to be."""
    working = tr("budget {budget:,}", budget=shown.budget)
    return Working(tr("Sum"), working, localized(shown.total))


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
    what = counted_text(q.CARDS_SUPPRESSED.of(report), 0, q.SUMMARIES_SUPPRESSED.of(report))
    return tr("{what} suppressed", what=what) if what else tr("nothing suppressed")


NO_ROOM = {cap.dropped for cap in Cap}
"""Why something is out that would have fitted a larger budget."""
_OUTWEIGHED = {Reason.OUTWEIGHED, Reason.NO_VALUE}


def dropped_text(report: InjectionReport) -> str:
    """Say why cards are dropped; "" where it is not one thing."""
    rows = report.card_rows
    codes = np.unique(rows.reasons[rows.verdicts == verdict_code(Verdict.DROPPED)]).tolist()
    reasons = {REASONS[code] for code in codes}
    if reasons <= NO_ROOM:
        return tr("No room was left at their turn.")
    if reasons <= _OUTWEIGHED:
        return tr("The selection of greatest value does without them.")
    return ""


def left_out_text(out: Iterable[NotIncluded], *, brief: bool = False) -> str:
    """Return what is left out, with all that is missing, by cause: "42 tokens left out: 1 card".

    ``brief`` is the number alone, for where it stands behind other tokens.
    """
    found = [one for one in out if one.cause is not ExclusionCause.SUPPRESSED]
    parts = _causes_text(found)
    if not parts:
        return tr("nothing left out")
    tokens = sum([one.tokens for one in found])
    if not tokens:
        return parts
    if brief:
        return tr("{tokens:,} left out", tokens=tokens)
    return tr("{tokens:,} tokens left out: {parts}", tokens=tokens, parts=parts)


def _causes_text(found: Iterable[NotIncluded]) -> str:
    return ", ".join(_said(one) for one in found if one.items)


def _said(one: NotIncluded) -> str:
    what = counted_text(one.cards, one.files, len(one.summaries))
    match one.cause:
        case ExclusionCause.NO_ROOM:
            return what
        case ExclusionCause.CUT:
            return tr("{what} below top-k or floor", what=what)
        case ExclusionCause.BY_HAND:
            return tr("{what} by hand", what=what)
        case ExclusionCause.NO_TEXT:
            return tr("{what} without a text", what=what)
        case _:
            return tr("{what} by title only", what=what)


def counted_text(cards: int, files: int, summaries: int) -> str:
    """Return so many cards, files and summaries in words, "" for none."""
    parts = [
        counted_cards(cards) if cards else "",
        counted_files(files) if files else "",
        tr_n("1 summary", "{count:,} summaries", summaries, count=summaries) if summaries else "",
    ]
    *first, last = [part for part in parts if part] or [""]
    return tr("{first} and {last}", first=", ".join(first), last=last) if first else last


def saved_text(independent: IndependentRun) -> str:
    """Return how many tokens were duplicated and are not any more: all that is saved."""
    saved = q.TOKENS_SAVED.of(independent)
    if not saved and independent.spent_twice:
        return tr("no duplicate removed")
    if not saved:
        return tr("nothing duplicated")
    return tr_n("1 duplicated token fewer", "{n:,} duplicated tokens fewer", saved, n=saved)


def duplicated_text(run: IndependentRun) -> str:
    """Return what two independent budgets pay twice, "" for nothing."""
    tokens, items = q.DUPLICATED_TOKENS.of(run), run.cards_spent_twice + run.summaries_spent_twice
    if not items:
        return ""
    what = counted_text(run.cards_spent_twice, 0, run.summaries_spent_twice)
    return tr_n(
        "{tokens:,} tokens duplicated: {what} repeats what is also included",
        "{tokens:,} tokens duplicated: {what} repeat what is also included",
        items,
        tokens=tokens,
        what=what,
    )


def two_budgets_text(independent: IndependentRun) -> str:
    """Return what two independent budgets take, what of it is duplicated, and what one saves."""
    total = tr_n(
        "{n:,} token by two independent budgets",
        "{n:,} tokens by two independent budgets",
        independent.total_used,
        n=independent.total_used,
    )
    parts = (total, duplicated_text(independent), saved_text(independent))
    return f"{'; '.join(filter(None, parts))}."


def _without_text(independent: IndependentRun) -> str:
    saved, twice = saved_text(independent), q.DUPLICATED_TOKENS.of(independent)
    return tr("{n:,} of them duplicated; {saved}", n=twice, saved=saved) if twice else saved


_STEP_TITLES = {
    MergeStep.DUPLICATED: tr("Duplicated, removed"),
    MergeStep.REPLACED: tr("In a file that two budgets leave out"),
    MergeStep.LEFT_OUT: tr("In two budgets only"),
    MergeStep.TITLE_ONLY: tr("By title only"),
    MergeStep.SHORTER: tr("In a shorter form"),
    MergeStep.LONGER: tr("In a longer form"),
    MergeStep.ADDED: tr("Added"),
    MergeStep.OVERHEAD: tr("Headings, separators"),
}
_ALWAYS = (MergeStep.DUPLICATED,)


def bridge_steps(run: IndependentRun, total: int, used: int) -> tuple[Working, ...]:
    """Return the way from two budgets to one of ``total`` tokens, of which ``used`` are.

    The first line and the changes add up to the last.
    """
    most = f"{localized(run.knowledge_budget)} + {localized(run.bucket_budget)}"
    lines = [Working(tr("Two budgets"), most, localized(run.total_used))]
    for one in run.bridge:
        if one.tokens or one.step in _ALWAYS:
            what = counted_text(one.cards, one.files, one.summaries)
            lines.append(Working(_STEP_TITLES[one.step], what, signed(one.tokens)))
    one_budget = tr("One budget of {total:,}", total=total)
    return (*lines, Working(one_budget, "", localized(used)))


def _bridge_line(line: Working) -> str:
    said = f"{line.label}: {line.working}" if line.working else line.label
    return f"           {line.result:>9}  {said}"


def signed(number: int) -> str:
    """Return a difference with its sign, in the numbers of the language; 0 without one."""
    sign = "" if not number else "+" if number > 0 else "−"
    return sign + tr("{number:,}", number=abs(number))


def before_words(prepared: Prepared) -> str:
    """Say where the number of tokens that are used before the injection comes from."""
    given = prepared.request.tokens_used_before
    if prepared.of_steps:
        return tr("steps 1 to 5 of the prompt")
    if isinstance(given, int):
        return tr("stated by the request") if given else tr("nothing stated as used before")
    return tr("counted from the request's texts of the steps before")


def summary_lines(report: InjectionReport, independent: IndependentRun) -> list[str]:
    """Return the run as lines of text."""
    request = report.prepared.request
    cards = ", ".join(f"{count:,} {label}" for label, count in card_counts(report).items())
    unallocated = q.UNALLOCATED.of(report)
    bridge = bridge_steps(independent, q.TOTAL_BUDGET.of(report), q.TOKENS_USED.of(report))
    out = [one for one in not_included(report, 0) if one.cause is not ExclusionCause.SUPPRESSED]
    lines = [
        "  ".join(
            (
                *known_of(request).values(),
                report.prepared.counted.counter_name,
                tr("strategy {strategy}", strategy=report.strategy),
            )
        ),
        "",
        f"budget     {q.TOTAL_BUDGET.of(report):>9,}"
        f"  = knowledge {q.KNOWLEDGE_BUDGET.of(report):,} + files {q.FILE_BUDGET.of(report):,}"
        + (tr(" + unallocated {unallocated:,}", unallocated=unallocated) if unallocated else ""),
        f"before     {report.prepared.tokens_used_before:>9,}  {before_words(report.prepared)}",
        f"used       {q.TOKENS_USED.of(report):>9,}"
        f"  = knowledge {q.KNOWLEDGE_USED.of(report):,} + files {q.FILE_BUDGET_USED.of(report):,}",
        f"cards      {q.CARDS.of(report):>9,}  {cards}",
        f"files      {q.FILES.of(report):>9,}  {_counts(report, _COUNTS_OF_FILES, 'Files')}",
    ]
    if report.overrides:
        from inspector.stages.injection.provenance import what_if_text

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
        f"left out   {sum(one.tokens for one in out):>9,}  {_causes_text(out)}",
        tr(
            "without    {total:>9,}  tokens without the unified budget; {duplicated}",
            total=q.TOTAL_WITHOUT.of(independent),
            duplicated=_without_text(independent),
        ),
        *(_bridge_line(line) for line in bridge[1:]),
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


def token_flow(result: InjectionResult) -> str:
    """Say how many tokens there are to choose from, and how many are injected."""
    report = result.report
    if report is None:
        return ""
    whole, used = report.prepared.counted.tokens_in_full, report.total_tokens_used
    said = flow(whole, used)
    # What is around cards and files makes more of them than they have themselves.
    return tr("{said} with headings", said=said) if used > whole else said
