"""The quantities of one injection: each has one name, unit and definition, all of them here.

Window, report, picture, command line, tables and files show what ``of`` works out, under ``title``.
Tokens freed are gross: the text that a rule kept out. What separators would have taken beside it is
a quantity of its own, and never part of another total.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from inspector.analysis.independent import IndependentRun
from inspector.analysis.not_included import ExclusionCause, NotIncluded, not_included
from inspector.core.injection.materialization import Mode
from inspector.core.injection.report import InjectionReport
from inspector.core.reasons import Verdict

Run = TypeVar("Run", InjectionReport, IndependentRun)


def part_text(part: float) -> str:
    """Return a part of something as ``40 %``, as it is written everywhere."""
    return f"{100 * part:.10g} %"


class Unit(StrEnum):
    """What a quantity counts."""

    TOKENS = "tokens"
    CARDS = "cards"
    FILES = "files"
    SUMMARIES = "bucket summaries"


@dataclass(frozen=True)
class Quantity(Generic[Run]):
    """One quantity: its key in files, its unit, its title for people, what it is, and its value."""

    key: str
    unit: Unit
    title: str
    definition: str
    of: Callable[[Run], int]


def _backgrounds(verdict: Verdict) -> Callable[[InjectionReport], int]:
    return lambda report: sum(choice.verdict is verdict for choice in report.backgrounds)


def _files(mode: Mode) -> Callable[[InjectionReport], int]:
    return lambda report: sum(choice.mode is mode for choice in report.materialization.rendered)


def _separators_freed(report: InjectionReport) -> int:
    cards = int((report.suppressed & report.prepared.cards.usable).sum())
    separators = report.prepared.counted.separators
    return cards * separators.card + report.backgrounds_suppressed * separators.background


TOTAL_BUDGET = Quantity[InjectionReport](
    "total_budget",
    Unit.TOKENS,
    "Total budget",
    "Most that may be injected: the smaller of the policy's maximum and its share of the free"
    " context.",
    lambda report: report.budget.total_budget,
)
KNOWLEDGE_BUDGET = Quantity[InjectionReport](
    "knowledge_budget",
    Unit.TOKENS,
    "Knowledge budget",
    "The part of the total budget for knowledge cards.",
    lambda report: report.budget.knowledge_card_budget,
)
FILE_BUDGET = Quantity[InjectionReport](
    "bucket_budget",
    Unit.TOKENS,
    "File budget",
    "The part of the total budget for bucket content: files and bucket summaries.",
    lambda report: report.budget.bucket_budget,
)
TOKENS_USED = Quantity[InjectionReport](
    "used",
    Unit.TOKENS,
    "Tokens used",
    "Everything injected, overhead included.",
    lambda report: report.total_tokens_used,
)
KNOWLEDGE_USED = Quantity[InjectionReport](
    "knowledge_used",
    Unit.TOKENS,
    "Knowledge budget used",
    "The injected cards with their overhead.",
    lambda report: report.knowledge_used,
)
FILE_BUDGET_USED = Quantity[InjectionReport](
    "bucket_used",
    Unit.TOKENS,
    "File budget used",
    "The injected files and bucket summaries with their overhead.",
    lambda report: report.bucket_used,
)
OVERHEAD = Quantity[InjectionReport](
    "overhead",
    Unit.TOKENS,
    "Overhead (headings, separators)",
    "What the layout adds around cards, files and bucket summaries; part of the tokens used.",
    lambda report: report.knowledge_overhead + report.bucket_overhead,
)
FREED_NOT_REUSED = Quantity[InjectionReport](
    "released",
    Unit.TOKENS,
    "Freed by overlap, not reused",
    "What had been set aside for bucket summaries that were then suppressed, with their overhead;"
    " the single pass does not fill it again.",
    lambda report: report.released,
)
UNUSED = Quantity[InjectionReport](
    "unused",
    Unit.TOKENS,
    "Unused",
    "What is left of both budgets: neither used, nor freed by overlap and not reused.",
    lambda report: report.knowledge_unused + report.bucket_unused,
)
UNALLOCATED = Quantity[InjectionReport](
    "unallocated",
    Unit.TOKENS,
    "Unallocated (rounding)",
    "What of the total budget belongs to neither of the two, from rounding or from shares that add"
    " up to less than 1.",
    lambda report: report.budget.unallocated,
)
CARDS = Quantity[InjectionReport](
    "cards",
    Unit.CARDS,
    "Cards",
    "All card candidates of the request.",
    lambda report: len(report.prepared.cards.order),
)
CARDS_INJECTED = Quantity[InjectionReport](
    "cards_injected",
    Unit.CARDS,
    "Cards injected",
    "Cards that are in, at any rendering.",
    lambda report: len(report.tiers.ranks),
)
CARDS_SUPPRESSED = Quantity[InjectionReport](
    "cards_suppressed",
    Unit.CARDS,
    "Cards suppressed",
    "Cards that a rule found redundant: the file they come from is included in full text.",
    lambda report: report.cards_suppressed,
)
CARDS_DROPPED = Quantity[InjectionReport](
    "cards_dropped",
    Unit.CARDS,
    "Cards dropped",
    "Cards for which there was no room.",
    lambda report: report.cards_dropped,
)
CARDS_EXCLUDED = Quantity[InjectionReport](
    "cards_excluded",
    Unit.CARDS,
    "Cards excluded",
    "Cards that have nothing to inject, or that a what-if keeps out.",
    lambda report: (
        CARDS.of(report)
        - CARDS_INJECTED.of(report)
        - report.cards_suppressed
        - report.cards_dropped
    ),
)
FILES = Quantity[InjectionReport](
    "files",
    Unit.FILES,
    "Files",
    "All files of the buckets.",
    lambda report: len(report.prepared.files),
)
FILES_INLINED = Quantity[InjectionReport](
    "files_inlined",
    Unit.FILES,
    "Files in full text",
    "Files that are in with their whole text.",
    _files(Mode.INLINED),
)
FILES_LISTED = Quantity[InjectionReport](
    "files_listed",
    Unit.FILES,
    "Files by title only",
    "Files of which one line is in: title and summary.",
    _files(Mode.LISTED),
)
FILES_DROPPED = Quantity[InjectionReport](
    "files_dropped",
    Unit.FILES,
    "Files dropped",
    "Files for which there was no room, not even for their line.",
    lambda report: len(report.file_rows.dropped),
)
FILES_EXCLUDED = Quantity[InjectionReport](
    "files_excluded",
    Unit.FILES,
    "Files excluded",
    "Files that cannot be counted, or that a what-if keeps out.",
    lambda report: (
        FILES.of(report) - len(report.materialization.rendered) - FILES_DROPPED.of(report)
    ),
)
SUMMARIES = Quantity[InjectionReport](
    "backgrounds",
    Unit.SUMMARIES,
    "Bucket summaries",
    "Buckets that bring a background text.",
    lambda report: len(report.backgrounds),
)
SUMMARIES_INCLUDED = Quantity[InjectionReport](
    "backgrounds_included",
    Unit.SUMMARIES,
    "Bucket summaries included",
    "Bucket summaries that are in.",
    _backgrounds(Verdict.INCLUDED),
)
SUMMARIES_SUPPRESSED = Quantity[InjectionReport](
    "backgrounds_suppressed",
    Unit.SUMMARIES,
    "Bucket summaries suppressed",
    "Bucket summaries that a rule found redundant: injected entity cards cover their matter.",
    lambda report: report.backgrounds_suppressed,
)
SUMMARIES_DROPPED = Quantity[InjectionReport](
    "backgrounds_dropped",
    Unit.SUMMARIES,
    "Bucket summaries dropped",
    "Bucket summaries for which there was no room.",
    _backgrounds(Verdict.DROPPED),
)
SUMMARIES_EXCLUDED = Quantity[InjectionReport](
    "backgrounds_excluded",
    Unit.SUMMARIES,
    "Bucket summaries excluded",
    "Bucket summaries that an override keeps out.",
    _backgrounds(Verdict.EXCLUDED),
)
TOKENS_FREED = Quantity[InjectionReport](
    "tokens_freed",
    Unit.TOKENS,
    "Tokens freed",
    "What suppressed cards, at their smallest rendering, and suppressed bucket summaries would have"
    " taken, gross: their texts without separators.",
    lambda report: report.tokens_freed,
)
SEPARATORS_FREED = Quantity[InjectionReport](
    "separators_freed",
    Unit.TOKENS,
    "Separators freed",
    "What separators beside the freed texts would have taken; not part of the tokens freed.",
    _separators_freed,
)


def _out(
    cause: ExclusionCause, what: Callable[[NotIncluded], int]
) -> Callable[[InjectionReport], int]:
    return lambda report: next(what(one) for one in not_included(report, 0) if one.cause is cause)


_SIZE = (
    " Files and bucket summaries count with their full text, cards with their smallest rendering."
)
TOKENS_DROPPED = Quantity[InjectionReport](
    "tokens_dropped",
    Unit.TOKENS,
    "Left out: no room",
    "Tokens of what found no room." + _SIZE,
    _out(ExclusionCause.NO_ROOM, lambda one: one.tokens),
)
TOKENS_CUT = Quantity[InjectionReport](
    "tokens_cut",
    Unit.TOKENS,
    "Left out: below top-k or floor",
    "Tokens of what top-k or a relevance floor keeps out." + _SIZE,
    _out(ExclusionCause.CUT, lambda one: one.tokens),
)
TOKENS_BY_HAND = Quantity[InjectionReport](
    "tokens_excluded_by_hand",
    Unit.TOKENS,
    "Left out: excluded by hand",
    "Tokens of what an override keeps out." + _SIZE,
    _out(ExclusionCause.BY_HAND, lambda one: one.tokens),
)
TOKENS_TITLE_ONLY = Quantity[InjectionReport](
    "tokens_title_only",
    Unit.TOKENS,
    "Left out: title only",
    "Tokens of the texts of files of which one line is in: title and summary.",
    _out(ExclusionCause.TITLE_ONLY, lambda one: one.tokens),
)
DUPLICATED_TOKENS = Quantity[IndependentRun](
    "duplicated_tokens",
    Unit.TOKENS,
    "Duplicated tokens",
    "What the two independent budgets would have spent on cards whose file they also include in"
    " full text, and on bucket summaries beside the cards that cover them, gross: their texts"
    " without separators.",
    lambda run: run.spent_twice,
)
TOTAL_WITHOUT = Quantity[IndependentRun](
    "total_without_unified_budget",
    Unit.TOKENS,
    "Tokens without the unified budget",
    "What the two independent budgets would have used for the same request, overhead included.",
    lambda run: run.total_used,
)
TOKENS_SAVED = Quantity[IndependentRun](
    "tokens_saved",
    Unit.TOKENS,
    "Duplicated tokens removed",
    "What two independent budgets pay twice and one does not, gross: cards beside the file they"
    " come from, bucket summaries beside their cards. What is left out is no saving.",
    lambda run: run.saved,
)

OF_A_RUN = (
    TOTAL_BUDGET,
    KNOWLEDGE_BUDGET,
    FILE_BUDGET,
    TOKENS_USED,
    KNOWLEDGE_USED,
    FILE_BUDGET_USED,
    OVERHEAD,
    FREED_NOT_REUSED,
    UNUSED,
    UNALLOCATED,
    CARDS,
    CARDS_INJECTED,
    CARDS_SUPPRESSED,
    CARDS_DROPPED,
    CARDS_EXCLUDED,
    FILES,
    FILES_INLINED,
    FILES_LISTED,
    FILES_DROPPED,
    FILES_EXCLUDED,
    SUMMARIES,
    SUMMARIES_INCLUDED,
    SUMMARIES_SUPPRESSED,
    SUMMARIES_DROPPED,
    SUMMARIES_EXCLUDED,
    TOKENS_FREED,
    SEPARATORS_FREED,
    TOKENS_DROPPED,
    TOKENS_CUT,
    TOKENS_BY_HAND,
    TOKENS_TITLE_ONLY,
)
WITHOUT_UNIFIED_BUDGET = (TOTAL_WITHOUT, DUPLICATED_TOKENS, TOKENS_SAVED)
QUANTITIES = (*OF_A_RUN, *WITHOUT_UNIFIED_BUDGET)


def quantities(
    report: InjectionReport, independent: IndependentRun
) -> tuple[tuple[Quantity[InjectionReport] | Quantity[IndependentRun], int], ...]:
    """Return every quantity of a run with its value, ``independent`` being compared with it."""
    return (
        *((one, one.of(report)) for one in OF_A_RUN),
        *((one, one.of(independent)) for one in WITHOUT_UNIFIED_BUDGET),
    )
