"""The budget bar: what two budgets would take, what one holds, and what is not included.

It is one description of strips: numbers and words. Where they lie, how they are drawn, what is hit
and how the divider is dragged is the kit's (``present.strips``, ``gui.views.strips_view``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from inspector.analysis import quantities as q
from inspector.analysis.corpus.divider import SplitRecall
from inspector.analysis.expectations import check_expectations
from inspector.analysis.independent import IndependentRun
from inspector.analysis.not_included import ExclusionCause, NotIncluded, not_included
from inspector.analysis.tuning.split import Splits
from inspector.core.injection.materialization import Mode
from inspector.core.injection.policy import InjectionBudget
from inspector.core.injection.report import InjectionReport
from inspector.core.reasons import Verdict
from inspector.language import localized, tr
from inspector.present.cells import Cells, run_of
from inspector.present.divider import Divider, Track
from inspector.present.drawing import Drawing, Item, Measure, Words
from inspector.present.drawing_svg import drawing_svg, measured
from inspector.present.palette import LIGHT, Colors
from inspector.present.shares import counted_tokens, percent, shown_share, split_text
from inspector.present.strip_marks import selected_items
from inspector.present.strips import LegendKey, Strip, Strips, strips_drawing
from inspector.stages.injection.bar_cells import (
    files_in,
    injected_cards,
    kept_out,
    met_items,
    pieces,
    recall_items,
    recall_text,
    summary_cell,
)
from inspector.stages.injection.summary import duplicated_text, left_out_text, suppressed_text

NAMED = 400
"""Most cards of each cause that have a cell of their own; the rest is one that says how many."""

WIDTH, MARGIN = 1040, 8
_TITLE = 34  # height of the line above a picture that has a title


@dataclass(frozen=True, slots=True, eq=False)
class BudgetBar:
    """What the chart says. All sizes are tokens.

    ``before`` are the two independent budgets, None while they are not known; ``duplicated`` says
    what they pay twice. ``divider`` is where the knowledge budget ends. The divider can be dragged
    while ``fixed_because`` is empty.
    """

    before: Cells | None
    duplicated: str
    filled: Cells
    beside: Cells
    out: tuple[NotIncluded, ...]
    total: int
    divider: int
    bucket_half: int
    share: float
    used: int
    knowledge_used: int
    bucket_used: int
    unused: int
    released: int
    met: int
    expected: int
    fixed_because: str
    in_words: str

    @property
    def without_expectations(self) -> BudgetBar:
        """The chart for a picture that does not show what other splits would do."""
        return replace(self, met=0, expected=0)

    @property
    def movable(self) -> bool:
        """Whether the divider can be dragged."""
        return not self.fixed_because


def budget_bar(report: InjectionReport, independent: IndependentRun | None = None) -> BudgetBar:
    """Return the chart of one report; ``independent`` are the two budgets it is compared with."""
    budget, (outcomes, _) = report.budget, check_expectations(report)
    out = not_included(report, NAMED)
    return BudgetBar(
        before=None if independent is None else _before(independent),
        duplicated="" if independent is None else duplicated_text(independent),
        filled=_filled(report),
        beside=Cells([run for one in out if one.items for run in kept_out(report, one)]),
        out=out,
        total=budget.total_budget,
        divider=budget.knowledge_card_budget,
        bucket_half=budget.bucket_budget,
        share=report.policy.knowledge_card_share_default,
        used=q.TOKENS_USED.of(report),
        knowledge_used=q.KNOWLEDGE_USED.of(report),
        bucket_used=q.FILE_BUDGET_USED.of(report),
        unused=q.UNUSED.of(report),
        released=q.FREED_NOT_REUSED.of(report),
        met=sum([one.met for one in outcomes]),
        expected=len(outcomes),
        fixed_because=_fixed_because(budget),
        in_words=tr(
            "{used:,} of {total:,} tokens used; {divider:,} for knowledge cards,"
            " {bucket_half:,} for bucket content; {suppressed}; {left_out}.",
            used=q.TOKENS_USED.of(report),
            total=budget.total_budget,
            divider=budget.knowledge_card_budget,
            bucket_half=budget.bucket_budget,
            suppressed=suppressed_text(report),
            left_out=left_out_text(out),
        ),
    )


def _fixed_because(budget: InjectionBudget) -> str:
    if budget.total_budget == 0:
        return tr("The budget is 0: there is nothing to divide.")
    if budget.direct_target:
        return tr(
            "The request asks about a bucket directly: the split is fixed at {split}.",
            split=split_text(budget.knowledge_share),
        )
    if budget.division == "knowledge_only":
        return tr("There is no bucket content: knowledge cards get the whole budget.")
    if budget.division == "bucket_only":
        return tr("There are no knowledge cards: bucket content gets the whole budget.")
    return ""


def _before(run: IndependentRun) -> Cells:
    """Return what two independent budgets would spend; what they pay twice is a part by itself."""
    twice, summaries = q.DUPLICATED_TOKENS.of(run), run.summary_tokens_twice
    parts = pieces(
        (run.knowledge_used - (twice - summaries), "knowledge", tr("Cards"), ""),
        (twice, "duplicated", tr("Twice"), ""),
        (run.bucket_used - summaries, "bucket", tr("Files"), ""),
    )
    return Cells([run_of(parts)])


def _filled(report: InjectionReport) -> Cells:
    """Cards by kind, then files; in each half overhead, released and unused tokens close it."""
    knowledge = pieces(
        (report.knowledge_overhead, "overhead", tr("overhead"), "balance:knowledge.overhead"),
        (report.knowledge_unused, "unused", tr("unused"), "balance:knowledge.unused"),
    )
    summaries = [
        summary_cell(report, one, one.tokens, "background")
        for one in report.backgrounds
        if one.verdict is Verdict.INCLUDED
    ]
    rest = pieces(
        (report.bucket_overhead, "overhead", tr("overhead"), "balance:bucket.overhead"),
        (report.released, "released", tr("freed"), "balance:bucket.released"),
        (report.bucket_unused, "unused", tr("unused"), "balance:bucket.unused"),
        (report.budget.unallocated, "unallocated", "", "balance:total.unallocated"),
    )
    return Cells(
        [
            injected_cards(report),
            run_of([*knowledge, *summaries]),
            files_in(report, Mode.INLINED),
            files_in(report, Mode.LISTED),
            run_of(rest),
        ]
    )


_ROUND_SHARES = tuple((one, f"{percent(one)} %") for one in (0.0, 1.0, 0.2, 0.4, 0.6, 0.8))


# The strips -----------------------------------------------------------------------------------


def bar_strips(
    bar: BudgetBar,
    measure: Measure,
    splits: Splits | None = None,
    was: float | None = None,
    recall: SplitRecall | None = None,
) -> Strips:
    """Return the chart as strips: two budgets and one on one scale, what is not in, and why.

    ``splits`` are the results at every split, where they are known; ``was`` is the share that the
    divider had before the last change. ``recall`` is that of the session's corpus.
    """
    strips = (*_two_budgets(bar), _one_budget(bar), _not_in(bar))
    texts = [text for one in strips for text in (one.title, one.subtitle)]
    divider = _divider(bar, splits, was, recall) if bar.total else None
    return Strips(
        bar.in_words,
        strips,
        gutter=max(map(measure, texts)) * 1.1 + 16,
        divider=divider,
        keys=tuple(_causes(bar)),
    )


def staged(strips: Strips, times: float = 2) -> Strips:
    """Return the chart for a stage: so many times as high, and without empty causes."""
    return replace(
        strips,
        strips=tuple(
            replace(one, height=times * one.height, gap=times * one.gap) for one in strips.strips
        ),
        keys=tuple(one for one in strips.keys if not one.quiet),
    )


def _two_budgets(bar: BudgetBar) -> Iterator[Strip]:
    if bar.before is None:
        return
    said = bar.duplicated or tr("nothing duplicated")
    yield Strip(
        tr("Two budgets"),
        height=20,
        key="before",
        subtitle=counted_tokens(int(bar.before.total)),
        above=((said, "part:duplicated" if bar.duplicated else "muted"),),
        cells=bar.before,
        gap=2,
    )


def _one_budget(bar: BudgetBar) -> Strip:
    values = {"used": bar.knowledge_used, "half": bar.divider}
    knowledge = tr("Knowledge {used:,} of {half:,}", **values)
    files = tr("Files {used:,} of {half:,}", used=bar.bucket_used, half=bar.bucket_half)
    rest = (
        tr("{n:,} unused", n=bar.unused) if bar.unused else "",
        tr("{n:,} freed", n=bar.released) if bar.released else "",
    )
    return Strip(
        tr("One budget"),
        height=28,
        key="filled",
        subtitle=tr("{used:,} of {total:,}", used=bar.used, total=bar.total),
        above=((knowledge, "part:knowledge"), (files, "part:bucket")),
        captions=((", ".join(filter(None, rest)), "muted"),) if any(rest) else (),
        frame=bar.total,
        cells=bar.filled,
        gap=4,
    )


def _not_in(bar: BudgetBar) -> Strip:
    total = int(bar.beside.total)
    longest = max(bar.total, 0 if bar.before is None else int(bar.before.total))
    # On one scale the bar would grow and shrink with what is out, and leave the pointer behind
    # while the divider is dragged.
    apart = total > longest
    said = tr("not to scale: {tokens:,} tokens", tokens=total) if apart else ""
    return Strip(
        tr("Not included"),
        height=18,
        key="beside",
        subtitle=counted_tokens(total),
        above=((said, "muted"),) if said else (),
        group="beside" if apart else "",
        cells=bar.beside,
        gap=12,
    )


def _causes(bar: BudgetBar) -> Iterator[LegendKey]:
    for one in bar.out:
        items = one.items
        if one.cause is ExclusionCause.NO_TEXT and not items:
            continue  # it is a fault of the input; the others are choices, and keep their places
        title = f"{tr(one.cause.title)} {localized(items)}"
        tip = tr("{title}: {tokens:,} tokens. Shows the rows.", title=title, tokens=one.tokens)
        yield LegendKey(one.cause.code, title, one.cause.code, tip, quiet=not items)


def _divider(
    bar: BudgetBar, splits: Splits | None, was: float | None, recall: SplitRecall | None
) -> Divider:
    tracks = []
    if bar.movable and bar.expected:  # its room is kept while it is not known: nothing may jump
        tracks.append(_expectations(bar, splits))
    if bar.movable and recall is not None:
        tracks.append(_recall(bar, recall))
    shares = (bar.share,) if was is None else (bar.share, was)
    ticks = (*[(one, f"{percent(one)} %") for one in shares], *_ROUND_SHARES)
    return Divider(
        "filled",
        bar.divider / bar.total,
        was,
        movable=bar.movable,
        ticks=ticks if bar.movable else (),
        tracks=tuple(tracks),
    )


def _expectations(bar: BudgetBar, splits: Splits | None) -> Track:
    def items(left: float, top: float, width: float, height: float) -> Sequence[Item]:
        return () if splits is None else met_items(splits, left, top, width, height)

    def tip(share: float) -> str:
        if splits is None:
            return ""
        met = int(splits.met.met[splits.piece_of(share)])
        values = {"split": split_text(share), "met": met, "expected": bar.expected}
        return tr("Split {split}: {met:,} of {expected:,} expectations met", **values)

    whole = bar.met == bar.expected
    said = tr("{met:,} of {expected:,} met", met=bar.met, expected=bar.expected)
    return Track(tr("Expectations"), items, tip, 10, (said, "part:met" if whole else "error"))


def _recall(bar: BudgetBar, recall: SplitRecall) -> Track:
    said = tr("recall {recall:.1%}", recall=shown_share(recall.at_share(bar.share)))
    return Track(
        tr("Recall"),
        lambda *place: recall_items(recall, *place),
        lambda share: recall_text(recall, share),
        12,
        (said, "muted"),
    )


# Pictures -------------------------------------------------------------------------------------


def bar_svg(
    bar: BudgetBar,
    colors: Colors = LIGHT,
    width: int = WIDTH,
    *,
    splits: Splits | None = None,
    heading: str = "",
    measure: Measure = measured,
    selected: str = "",
) -> str:
    """Return the picture of a budget bar, ``width`` units wide, ``heading`` above it.

    ``splits`` put the track of expectations under the divider; what is ``selected`` is marked.
    """
    drawing = bar_picture(bar, width, measure, splits, heading=heading, selected=selected)
    return drawing_svg(drawing, colors)


def bar_picture(
    bar: BudgetBar,
    width: int,
    measure: Measure,
    splits: Splits | None = None,
    *,
    heading: str = "",
    selected: str = "",
) -> Drawing:
    """Return the drawing of a budget bar with a margin, and a heading where it has one."""
    shown = bar if splits is not None else bar.without_expectations
    chart = bar_strips(shown, measure, splits)
    return _framed(chart, width, measure, heading, selected)


def two_budgets_svg(bar: BudgetBar, width: int = WIDTH) -> str:
    """Return the picture of two independent budgets alone, on the scale of ``bar_svg``.

    Raises ``KeyError`` for a bar that does not know them.
    """
    chart = bar_strips(bar.without_expectations, measured)
    two = chart.strips[0]
    if two.cells is None or bar.before is None:
        raise KeyError("before")
    told = tr("{tokens:,} tokens with two independent budgets", tokens=int(bar.before.total))
    alone = replace(
        chart, title=told, strips=(replace(two, gap=14),), divider=None, keys=(), span=bar.total
    )
    return drawing_svg(_framed(alone, width, measured))


def _framed(
    chart: Strips, width: int, measure: Measure, heading: str = "", selected: str = ""
) -> Drawing:
    drawn = strips_drawing(chart, width - 2 * MARGIN, measure, told=True)
    top = MARGIN + (_TITLE if heading else 0)
    items = (*drawn.items, *selected_items(drawn, selected))
    told = f"{heading}: {chart.title}" if heading else chart.title
    if heading:
        items = (Words(0, 16 - _TITLE, heading, strong=True, size=16), *items)
    return Drawing(width, drawn.height + top + MARGIN, told, items, origin=(MARGIN, top))
