"""The budget bar as plain numbers: two budgets before, one now, what fills it, what is not in.

Every strip lays segments on one axis of tokens. A strip may hold as many segments as there are
cards, so they are arrays; a view only paints them, and asks for the words of one it looks at.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from inspector.analysis import quantities as q
from inspector.analysis.expectations import check_expectations
from inspector.analysis.independent import IndependentRun
from inspector.core.candidates.card import ENTITY, INTERACTION_POLICY, PROCEDURE
from inspector.core.injection.budget import InjectionBudget
from inspector.core.injection.materialization import BackgroundChoice, Mode
from inspector.core.injection.report import InjectionReport
from inspector.core.reasons import Verdict
from inspector.language import tr
from inspector.stages.injection.answer import duplicated_text
from inspector.stages.injection.bar_strip import (
    CardSegments,
    FileSegments,
    NamedSegment,
    NamedSegments,
    Segments,
    Strip,
)
from inspector.stages.injection.summary import dropped_text, suppressed_text

_KIND_GROUPS = (ENTITY, "other", PROCEDURE, INTERACTION_POLICY)  # in the order of the strip

GHOST_LIMIT = 400  # most cards drawn of each kind of ghost; the rest is one segment that says how
# many


@dataclass(frozen=True, slots=True, eq=False)
class BudgetBar:
    """The whole chart. All sizes are tokens.

    ``before`` are the two independent budgets, None while they are not known; ``duplicated`` says
    what they pay twice, "" for nothing. ``divider`` is where the knowledge half ends,
    ``bucket_half`` how much the other half has; what belongs to neither is not in it. ``share`` is
    the knowledge share of the policy; ``met`` of ``expected`` expectations are met. The divider can
    be dragged while ``fixed_because`` is empty. What is said of what is not in covers cards, files
    and backgrounds.
    """

    before: Strip | None
    duplicated: str
    budget: Strip
    filled: Strip
    suppressed: Strip
    dropped: Strip
    total: int
    divider: int
    bucket_half: int
    share: float
    met: int
    expected: int
    fixed_because: str
    used: int
    suppressed_text: str
    tokens_freed: int
    dropped_text: str
    tokens_dropped: int

    @property
    def saved(self) -> int:
        """How much less is used than by two budgets, negative for more; 0 while not known."""
        return 0 if self.before is None else int(self.before.total) - self.used

    @property
    def without_expectations(self) -> BudgetBar:
        """The chart for a picture that does not show what other splits would do."""
        return replace(self, met=0, expected=0)

    @property
    def movable(self) -> bool:
        """Whether the divider can be dragged."""
        return not self.fixed_because

    @property
    def suppressed_caption(self) -> str:
        """What was suppressed, with the tokens that it frees."""
        if not self.tokens_freed:
            return self.suppressed_text
        return tr(
            "{suppressed}, {tokens:,} tokens freed",
            suppressed=self.suppressed_text,
            tokens=self.tokens_freed,
        )

    @property
    def dropped_caption(self) -> str:
        """What was dropped, with the tokens that it would have needed."""
        if not self.tokens_dropped:
            return self.dropped_text
        return tr(
            "{dropped}, {tokens:,} tokens needed",
            dropped=self.dropped_text,
            tokens=self.tokens_dropped,
        )


def budget_bar(report: InjectionReport, independent: IndependentRun | None = None) -> BudgetBar:
    """Return the chart of one report; ``independent`` are the two budgets it is compared with."""
    budget, (outcomes, _) = report.budget, check_expectations(report)
    return BudgetBar(
        before=None if independent is None else _before(independent),
        duplicated="" if independent is None else duplicated_text(independent),
        budget=_halves(budget),
        filled=_filled(report),
        suppressed=_suppressed(report),
        dropped=_dropped(report),
        total=budget.total_budget,
        divider=budget.knowledge_card_budget,
        bucket_half=budget.bucket_budget,
        share=report.policy.knowledge_card_share_default,
        met=sum(one.met for one in outcomes),
        expected=len(outcomes),
        fixed_because=_fixed_because(budget),
        used=report.total_tokens_used,
        suppressed_text=suppressed_text(report),
        tokens_freed=report.tokens_freed,
        dropped_text=dropped_text(report),
        tokens_dropped=report.tokens_dropped,
    )


def _fixed_because(budget: InjectionBudget) -> str:
    if budget.total_budget == 0:
        return tr("The budget is 0: there is nothing to divide.")
    if budget.direct_target:
        return tr(
            "The request asks about a bucket directly: the shares are fixed at"
            " {knowledge_share:.2f} and {bucket_share:.2f}.",
            knowledge_share=budget.knowledge_share,
            bucket_share=budget.bucket_share,
        )
    if budget.division == "knowledge_only":
        return tr("There is no bucket content: knowledge cards get the whole budget.")
    if budget.division == "bucket_only":
        return tr("There are no knowledge cards: bucket content gets the whole budget.")
    return ""


def _before(run: IndependentRun) -> Strip:
    """Return what two independent budgets would spend; what they pay twice is a part by itself."""
    twice = q.DUPLICATED_TOKENS.of(run)
    cards = run.knowledge_used - twice
    return _strip(
        "before",
        [
            _piece(
                cards,
                "knowledge",
                tr("{cards:,} tokens of cards, each paid once", cards=cards),
            ),
            _piece(twice, "duplicated", duplicated_text(run)),
            _piece(
                run.bucket_used,
                "bucket",
                tr("{bucket:,} tokens of files and bucket summaries", bucket=run.bucket_used),
            ),
        ],
    )


def _halves(budget: InjectionBudget) -> Strip:
    knowledge, bucket = budget.knowledge_card_budget, budget.bucket_budget
    return _strip(
        "budget",
        [
            _piece(
                knowledge,
                "knowledge",
                tr("{knowledge:,} tokens for knowledge cards", knowledge=knowledge),
            ),
            _piece(bucket, "bucket", tr("{bucket:,} tokens for bucket content", bucket=bucket)),
            _unallocated(budget),
        ],
    )


def _unallocated(budget: InjectionBudget) -> NamedSegment:
    rest = budget.unallocated
    key = "balance:total.unallocated"
    return _piece(rest, "unallocated", tr("{rest:,} tokens unallocated (rounding)", rest=rest), key)


def _filled(report: InjectionReport) -> Strip:
    """Cards by kind, then files; in each half overhead, released and unused tokens close it."""
    cards, choice = report.prepared.cards, report.tiers
    overhead = report.knowledge_overhead
    unused = report.knowledge_unused
    kinds = cards.columns.kinds
    # A card without a kind has the last code of all, ABSENT, which indexes the last place.
    place_of_code = np.array(
        [_KIND_GROUPS.index(_group_of_kind(kind)) for kind in (*kinds.vocabulary, "")],
        dtype=np.intp,
    )
    places = place_of_code[kinds.codes[cards.order[choice.ranks]]]
    by_group = np.argsort(places, kind="stable")
    injected = CardSegments(
        report,
        choice.ranks[by_group],
        cards.costs[choice.ranks, choice.tiers][by_group],
        [_KIND_GROUPS[place] for place in places[by_group].tolist()],
    )
    knowledge = [
        _piece(
            overhead,
            "overhead",
            tr("{overhead:,} tokens of headings and separators around cards", overhead=overhead),
            "balance:knowledge.overhead",
        ),
        _piece(
            unused,
            "unused",
            tr("{unused:,} tokens of the knowledge budget unused", unused=unused),
            "balance:knowledge.unused",
        ),
        *(
            _background(report, background, background.tokens, "background")
            for background in report.backgrounds
            if background.verdict is Verdict.INCLUDED
        ),
    ]
    return Strip.of(
        "filled",
        [
            injected,
            NamedSegments(knowledge),
            _files(report, Mode.INLINED, "inlined"),
            _files(report, Mode.LISTED, "listed"),
            NamedSegments(tuple(_bucket_rest(report))),
        ],
    )


def _group_of_kind(kind: str) -> str:
    return kind if kind in _KIND_GROUPS else "other"


def _bucket_rest(report: InjectionReport) -> Iterable[NamedSegment]:
    """Yield what closes the bucket half, and the whole."""
    overhead, released = report.bucket_overhead, report.released
    yield _piece(
        overhead,
        "overhead",
        tr(
            "{overhead:,} tokens of headings and separators around bucket content",
            overhead=overhead,
        ),
        "balance:bucket.overhead",
    )
    yield _piece(
        released,
        "released",
        tr("{released:,} tokens freed by overlap, not reused", released=released),
        "balance:bucket.released",
    )
    unused = report.bucket_unused
    yield _piece(
        unused,
        "unused",
        tr("{unused:,} tokens of the file budget unused", unused=unused),
        "balance:bucket.unused",
    )
    yield _unallocated(report.budget)


_FILE_WORDS = {
    Mode.INLINED: (Verdict.INCLUDED, tr("full text")),
    Mode.LISTED: (Verdict.REDUCED, tr("title only")),
    Mode.OMITTED: (Verdict.DROPPED, "dropped"),
}


def _files(report: InjectionReport, mode: Mode, group: str) -> FileSegments:
    """Return the files that got a mode, in the order of their turn."""
    rows = report.file_rows
    omitted = mode is Mode.OMITTED
    places = rows.dropped if omitted else rows.columns.of(mode)
    tokens = (rows.columns.needed if omitted else rows.columns.tokens)[places]
    verdict, words = _FILE_WORDS[mode]
    return FileSegments(report.prepared.files, places, tokens, group, verdict, words)


def _background(
    report: InjectionReport, choice: BackgroundChoice, tokens: int, group: str
) -> NamedSegment:
    bucket = report.prepared.counted.buckets[choice.bucket_index].bucket
    return NamedSegment(
        tokens,
        group,
        choice.verdict,
        f"background:{bucket.bucket_id}",
        tr("Background of {bucket_title}", bucket_title=bucket.bucket_title),
        tr("background · {verdict} · {tokens:,} tokens", verdict=choice.verdict, tokens=tokens),
    )


def _suppressed(report: InjectionReport) -> Strip:
    """Return what was found redundant, most relevant first."""
    overlap = report.overlap
    content = [
        _background(report, choice, choice.needed, "suppressed")
        for choice in report.backgrounds
        if choice.verdict is Verdict.SUPPRESSED
    ]
    tokens, count = overlap.freed, len(overlap.redundant)
    return _ghosts(report, "suppressed", overlap.redundant, count, tokens, 0, content)


def _dropped(report: InjectionReport) -> Strip:
    """Return what found no room, most relevant first."""
    content = [
        _background(report, choice, choice.needed, "dropped")
        for choice in report.backgrounds
        if choice.verdict is Verdict.DROPPED
    ]
    separator = report.prepared.counted.separators.card
    files = _files(report, Mode.OMITTED, "dropped")
    tokens = report.needed_by_cards_dropped
    ranks, count = report.cards_without_room(GHOST_LIMIT), report.cards_dropped
    return _ghosts(report, "dropped", ranks, count, tokens, separator, content, files)


def _ghosts(
    report: InjectionReport,
    group: str,
    ranks: npt.NDArray[np.int64],
    count: int,
    tokens: int,
    separator: int,
    content: list[NamedSegment],
    files: FileSegments | None = None,
) -> Strip:
    """Return the first of so many cards that are out, and what else is.

    ``ranks`` are those that may be shown; ``tokens`` are needed by all ``count`` of them.
    """
    shown, rest = ranks[:GHOST_LIMIT], max(count - GHOST_LIMIT, 0)
    needed = report.prepared.cards.first_cost[shown] + separator
    cards = CardSegments(report, shown, needed, [group] * len(shown), Verdict(group))
    more = tokens - int(needed.sum())
    remaining = _piece(
        more, group, tr("{rest:,} more cards, {more:,} tokens", rest=rest, more=more)
    )
    parts: list[Segments] = [cards, NamedSegments([remaining, *content])]
    if files is not None:
        parts.append(files)
    return Strip.of(group, parts)


def _piece(tokens: int, group: str, label: str, key: str = "") -> NamedSegment:
    return NamedSegment(tokens, group, None, key, "", label)


def _strip(name: str, segments: list[NamedSegment]) -> Strip:
    return Strip.of(name, [NamedSegments(segments)])
