"""What is not included, by the cause that keeps it out: decided by the ledger, counted here once.

Every cause has its place, also where nothing is out because of it. What a cause takes is the size
of what is missing: the full text of a file and of a background, of a card its smallest rendering.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

import numpy as np
import numpy.typing as npt

from inspector.core.arrays import Int64
from inspector.core.injection.card_rows import REASONS, CardRows
from inspector.core.injection.materialization import BackgroundChoice
from inspector.core.injection.overrides import BARRED
from inspector.core.injection.report import FileRows, InjectionReport
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Reason, Verdict

Ranks = Int64
Places = npt.NDArray[np.intp]


class ExclusionCause(Enum):
    """What keeps something out, or leaves no more of a file in than its title."""

    SUPPRESSED = "suppressed", "Suppressed"
    NO_ROOM = "no-room", "No room"
    CUT = "cut", "Below top-k or floor"
    BY_HAND = "by-hand", "Excluded by hand"
    NO_TEXT = "no-text", "No text"
    TITLE_ONLY = "title-only", "Title only"

    def __init__(self, code: str, title: str) -> None:
        self.code = code
        self.title = title


_OF_VERDICT = {
    Verdict.SUPPRESSED: ExclusionCause.SUPPRESSED,
    Verdict.DROPPED: ExclusionCause.NO_ROOM,
    Verdict.EXCLUDED: ExclusionCause.NO_TEXT,
    Verdict.REDUCED: ExclusionCause.TITLE_ONLY,
}
_BARRED_BY = {
    ExclusionCause.CUT: (Reason.BELOW_RELEVANCE_FLOOR, Reason.BEYOND_TOP_K),
    ExclusionCause.BY_HAND: (Reason.WHAT_IF_EXCLUDED,),
}
_SHORTER = (Reason.TIER_LOWERED, Reason.TIER_CHOSEN)


def cause_of(reason: Reason) -> ExclusionCause | None:
    """Return what a reason keeps out; None for one that leaves all, or a card in short, in."""
    if reason in _SHORTER:
        return None
    barred = (cause for cause, reasons in _BARRED_BY.items() if reason in reasons)
    return next(barred, _OF_VERDICT.get(reason.verdict))


CAUSE_LABELS = ("", *(cause.code for cause in ExclusionCause))
CAUSE_OF_REASON = np.array(
    [CAUSE_LABELS.index(cause.code) if (cause := cause_of(one)) else 0 for one in REASONS],
    dtype=np.uint8,
)
"""The place in ``CAUSE_LABELS`` of each reason's cause, by the place of the reason."""


@dataclass(frozen=True, eq=False)
class NotIncluded:
    """What one cause keeps out of one result.

    ``ranks`` are those of its cards, most relevant first, the first ``most`` of ``cards``;
    ``places`` those of its files in their turn, with ``file_tokens`` missing of each.
    """

    cause: ExclusionCause
    ranks: Ranks
    card_costs: Int64
    cards: int
    card_tokens: int
    places: Places
    file_tokens: Int64
    summaries: tuple[tuple[BackgroundChoice, int], ...]
    """Backgrounds, each with the tokens of its text."""

    @property
    def files(self) -> int:
        """How many files."""
        return len(self.places)

    @cached_property
    def items(self) -> int:
        """How many cards, files and summaries."""
        return self.cards + len(self.places) + len(self.summaries)

    @cached_property
    def tokens(self) -> int:
        """Tokens of all of them, layout left out."""
        tokens = self.card_tokens + int(self.file_tokens.sum())
        for _, summary_tokens in self.summaries:
            tokens += summary_tokens
        return tokens


def not_included(report: InjectionReport, most: int | None = None) -> tuple[NotIncluded, ...]:
    """Return what each cause keeps out, naming up to ``most`` cards of each (None: all)."""
    codes = CAUSE_OF_REASON[report.file_rows.reasons]
    missing = missing_of_files(report.file_rows) if len(codes) else codes.astype(np.int64)
    found = []
    for code, cause in enumerate(ExclusionCause, 1):
        places = np.flatnonzero(codes == code)
        ranks, cards, tokens = _cards(report, cause, most)
        costs = np.maximum(report.prepared.cards.first_cost[ranks], 0)
        summaries = _summaries(report, cause) if cause in _SUMMARY_IS else ()
        files = missing[places]
        found.append(NotIncluded(cause, ranks, costs, cards, tokens, places, files, summaries))
    return tuple(found)


_SUMMARY_IS = {
    ExclusionCause.SUPPRESSED: Verdict.SUPPRESSED,
    ExclusionCause.NO_ROOM: Verdict.DROPPED,
    ExclusionCause.BY_HAND: Verdict.EXCLUDED,
}


def _summaries(
    report: InjectionReport, cause: ExclusionCause
) -> tuple[tuple[BackgroundChoice, int], ...]:
    verdict, buckets = _SUMMARY_IS[cause], report.prepared.counted.buckets
    out = [one for one in report.backgrounds if verdict is one.verdict]
    return tuple([(one, buckets[one.bucket_index].background or 0) for one in out])


def missing_of_cards(cards: CardRows) -> Int64:
    """Return the tokens of the smallest rendering of cards that are out; -1 for one that is in."""
    return np.where(cards.tiers == 0, np.maximum(cards.smallest, 0), -1)


def missing_of_files(files: FileRows) -> Int64:
    """Return the tokens of files' largest forms that are missing; -1 where nothing is."""
    missing = np.maximum(files.sizes - files.columns.tokens, 0)
    return np.where(CAUSE_OF_REASON[files.reasons] > 0, missing, -1)


def missing_of_parts(report: InjectionReport) -> tuple[Sequence[int | None], ...]:
    """Return what is missing of cards, files and backgrounds, as the ledger has them in its parts.

    Tokens without separators and headings; None, or below 0, of what is in.
    """
    return (
        missing_of_cards(report.card_rows).tolist(),
        missing_of_files(report.file_rows).tolist(),
        [missing_of_summary(one) for one in report.ledger.parts[2]],
    )


def missing_of_summary(entry: LedgerEntry) -> int | None:
    """Return what is missing of a bucket's background that is out; None for one that is in."""
    return int(entry.detail["full"]) if cause_of(entry.reason) else None


def _cards(
    report: InjectionReport, cause: ExclusionCause, most: int | None
) -> tuple[Ranks, int, int]:
    """Return some ranks of a cause's cards, how many it has, and tokens of all of them.

    What the step knows already is taken from it, so that a step of a drag looks at no card twice.
    """
    cards = report.prepared.cards
    if cause is ExclusionCause.SUPPRESSED:
        ranks = np.flatnonzero(report.suppressed)
        return ranks[:most], len(ranks), report.overlap.freed
    if cause is ExclusionCause.NO_ROOM:
        taken = int(cards.first_cost[report.tiers.ranks].sum())
        tokens = report.overlap.tokens_contesting - taken
        return report.cards_without_room(most), report.cards_dropped, tokens
    if cause is ExclusionCause.NO_TEXT:
        out = ~cards.usable & ~report.suppressed
        if report.what_if is not None:
            out &= ~report.what_if.excluded
    elif cause in _BARRED_BY and report.what_if is not None:
        codes = [BARRED.index(reason) for reason in _BARRED_BY[cause]]
        out = np.isin(report.what_if.barred, codes)
    else:
        nothing = np.zeros(0, dtype=np.int64)
        return nothing, 0, 0
    ranks = np.flatnonzero(out)
    return ranks[:most], len(ranks), int(np.maximum(cards.first_cost[ranks], 0).sum())
