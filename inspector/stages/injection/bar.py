"""The budget bar as plain numbers: two budgets before, one now, what fills it, what is not in.

Every strip lays segments on one axis of tokens. A strip may hold as many segments as there are
cards, so they are arrays; a view only paints them, and asks for the words of one it looks at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from inspector.analysis import quantities as q
from inspector.analysis.expectations import check_expectations
from inspector.analysis.independent import IndependentRun
from inspector.analysis.not_included import Cause, NotIncluded, not_included
from inspector.core.candidates.card import ENTITY, INTERACTION_POLICY, PROCEDURE
from inspector.core.injection.budget import InjectionBudget
from inspector.core.injection.materialization import BackgroundChoice, Mode
from inspector.core.injection.report import InjectionReport
from inspector.core.reasons import Verdict
from inspector.language import in_sentence_case, tr
from inspector.stages.injection.answer import duplicated_text
from inspector.stages.injection.bar_strip import (
    CardSegments,
    FileSegments,
    NamedSegment,
    NamedSegments,
    Segments,
    Strip,
)
from inspector.stages.injection.summary import left_out_text, suppressed_text

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
    left_out: Strip
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
    left_out_text: str

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


def budget_bar(report: InjectionReport, independent: IndependentRun | None = None) -> BudgetBar:
    """Return the chart of one report; ``independent`` are the two budgets it is compared with."""
    budget, (outcomes, _) = report.budget, check_expectations(report)
    out = not_included(report, GHOST_LIMIT)
    return BudgetBar(
        before=None if independent is None else _before(independent),
        duplicated="" if independent is None else duplicated_text(independent),
        budget=_halves(budget),
        filled=_filled(report),
        suppressed=Strip.of("suppressed", list(_ghosts(report, out[0]))),
        left_out=Strip.of("left_out", [part for one in out[1:] for part in _ghosts(report, one)]),
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
        left_out_text=left_out_text(report),
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
}


def _files(report: InjectionReport, mode: Mode, group: str) -> FileSegments:
    """Return the files that got a mode, in the order of their turn."""
    columns = report.file_rows.columns
    places = columns.of(mode)
    verdict, words = _FILE_WORDS[mode]
    return FileSegments(
        report.prepared.files, places, columns.tokens[places], group, verdict, words
    )


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


def _ghosts(report: InjectionReport, out: NotIncluded) -> Iterator[Segments]:
    """Yield what a cause keeps out: the first of its cards, what is more, summaries and files."""
    group, verdict = out.cause.code, _VERDICT_OF[out.cause]
    yield CardSegments(report, out.ranks, out.card_costs, [group] * len(out.ranks), verdict)
    rest, more = out.cards - len(out.ranks), out.card_tokens - int(out.card_costs.sum())
    label = tr("{rest:,} more cards, {more:,} tokens", rest=rest, more=more)
    yield NamedSegments(
        [
            _piece(more, group, label),
            *(_background(report, one, tokens, group) for one, tokens in out.summaries),
        ]
    )
    words = in_sentence_case(tr(out.cause.title))
    files = report.prepared.files
    yield FileSegments(files, out.places, out.file_tokens, group, verdict, words)


_VERDICT_OF = {
    Cause.SUPPRESSED: Verdict.SUPPRESSED,
    Cause.NO_ROOM: Verdict.DROPPED,
    Cause.CUT: Verdict.EXCLUDED,
    Cause.BY_HAND: Verdict.EXCLUDED,
    Cause.NO_TEXT: Verdict.EXCLUDED,
    Cause.TITLE_ONLY: Verdict.REDUCED,
}


def _piece(tokens: int, group: str, label: str, key: str = "") -> NamedSegment:
    return NamedSegment(tokens, group, None, key, "", label)


def _strip(name: str, segments: list[NamedSegment]) -> Strip:
    return Strip.of(name, [NamedSegments(segments)])
