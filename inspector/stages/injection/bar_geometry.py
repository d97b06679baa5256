"""Where everything of the budget bar lies, in pixels: numbers a view paints and asks what is hit.

Two budgets and the one that took their place share a scale, so what is saved is a length that can
be seen. So does what is not included, unless that is more than fits: then that row is drawn smaller
and says so.

The legend of the budget bar: every group that is drawn and has no name beside it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from inspector.analysis.corpus.split_recall import SplitRecall
from inspector.analysis.tuning.split import Splits
from inspector.core.injection.card_rows import verdict_code
from inspector.core.reasons import Verdict
from inspector.language import localized, tr
from inspector.present.chart_part import ChartPart
from inspector.present.drawing import LINE, Measure, Words, line_of_text
from inspector.present.shares import percent
from inspector.stages.injection.bar import BudgetBar
from inspector.stages.injection.bar_parts import (
    Hit,
    LegendEntry,
    RecallStrip,
    StripBox,
)
from inspector.stages.injection.bar_strip import CARD_GROUPS, GROUPS, group_title
from inspector.stages.injection.split_strip import Columns, columns

_SWATCH, _SWATCH_GAP, _ENTRY_GAP = 14, 6, 18


def bar_legend(
    boxes: tuple[StripBox, ...],
    found: Columns | None,
    left: float,
    top: float,
    right: float,
    measure: Measure,
) -> tuple[tuple[LegendEntry, ...], float]:
    """Name every group that is drawn and has no name beside it; return where the entries end."""
    strips = {box.strip.name: box.strip for box in boxes}
    counts = [np.bincount(strip.groups, minlength=len(GROUPS)) for strip in strips.values()]
    present = {GROUPS[code] for code in np.flatnonzero(sum(counts))} - {"knowledge", "bucket"}
    if found is not None and (found.best == found.expected).any():
        present.add("met")
    named = [(group, group_title(group), False) for group in sorted(present, key=GROUPS.index)]
    filled = strips["filled"]
    reduced = filled.groups[filled.verdicts == verdict_code(Verdict.REDUCED)]
    first = next((GROUPS[code] for code in reduced.tolist() if GROUPS[code] in CARD_GROUPS), None)
    if first is not None:
        after = sum(group in CARD_GROUPS for group, _, _ in named)
        named.insert(after, (first, tr("at a lower tier"), True))
    entries = []
    x = left
    for group, title, half in named:
        wide = _SWATCH + _SWATCH_GAP + measure(title)
        if x > left and x + wide > right:
            x, top = left, top + LINE
        entries.append(LegendEntry(x, top, wide, group, title, half))
        x += wide + _ENTRY_GAP
    return tuple(entries), top + (LINE if entries else 0)


NARROW = 560  # pixels; a chart that is not wider has no numbers beside the names of its rows
MARGIN = 2  # around the chart, so that outlines are not cut off
REACH = 5  # pixels on either side of the divider that grasp it

_BEFORE, _BUDGET, _GAP, _FILLED, _AIR, _BESIDE, _EXPECTED = 22, 26, 3, 36, 6, 18, 14
_GHOST_GAP = 24  # pixels between what is suppressed and what is dropped, at least

_GROUPED_FROM = 999.5  # rounded to three figures, numbers from here on have more digits

_ROWS = {
    "before": tr("Two budgets"),
    "budget": tr("One budget"),
    "filled": tr("Used"),
    "expectations": tr("Expectations"),
    "recall": tr("Recall"),
    "beside": tr("Not included"),
}


@dataclass(frozen=True, slots=True, eq=False)
class BarGeometry:
    """The whole chart in pixels. ``divider`` is None where the budget is 0.

    ``was`` is where the divider was before the last change; ``expectations`` the place of their
    strip, ``columns`` what it shows; ``recall`` that of a corpus. The divider ends at ``bottom``.
    """

    bar: BudgetBar
    width: float
    height: float
    boxes: tuple[StripBox, ...]
    captions: tuple[Words, ...]
    legend: tuple[LegendEntry, ...]
    divider: float | None
    was: float | None = None
    expectations: StripBox | None = None
    columns: Columns | None = None
    recall: RecallStrip | None = None
    bottom: float = 0.0

    def box(self, name: str) -> StripBox:
        """Return the place of a strip. Raises ``KeyError`` for a name that is none."""
        for box in self.boxes:
            if box.strip.name == name:
                return box
        raise KeyError(name)

    def parts(self) -> Iterator[ChartPart]:
        """Yield the segments of every strip, from the top of the chart down."""
        for box in self.boxes:
            for place in range(len(box.strip)):
                left, right = box.edges(place)
                text, bottom = box.strip.segment(place).text, box.top + box.height
                yield ChartPart(text, left, box.top, right, bottom)

    def hit(self, x: float, y: float) -> Hit | None:
        """Return what is at a point; the divider goes before the segments beside it."""
        budget, filled = self.box("budget"), self.box("filled")
        if (
            self.divider is not None
            and abs(x - self.divider) <= REACH
            and budget.top <= y < filled.top
        ):
            return Hit("budget")
        for box in self.boxes:
            place = box.place_at(x, y)
            if place is not None:
                return Hit(box.strip.name, place)
        return None

    def share_at(self, x: float) -> float:
        """Return the knowledge share that a divider at ``x`` stands for (0 to 1)."""
        budget = self.box("budget")
        return min(1.0, max(0.0, (x - budget.left) / max(budget.width, 1.0)))


def bar_geometry(
    bar: BudgetBar,
    width: float,
    measure: Measure,
    splits: Splits | None = None,
    was: float | None = None,
    *,
    recall: SplitRecall | None = None,
    legend: bool = True,
) -> BarGeometry:
    """Lay the chart out in so many pixels. ``measure`` returns the width of a text.

    ``splits`` are the results at every split, where they are known; ``was`` is the share that the
    divider had before the last change, None where it has not moved. ``recall`` is that of the
    session's corpus at every split, where that was swept.
    """
    narrow = width <= NARROW
    numbers = _numbers(bar, recall)
    widest = 0.0 if narrow else max(map(measure, numbers.values())) + 2 * _AIR
    gutter = math.ceil(max(map(measure, _ROWS.values())) + widest + 2 * _AIR)
    inner = max(width - gutter - 2 * MARGIN, 50.0)
    left, top = gutter + MARGIN, float(MARGIN)
    before_total = bar.before.total if bar.before is not None else 0.0
    # Both bars share one scale, unless that would leave the divider less than half the width.
    longest = min(max(before_total, bar.total), 2 * bar.total) if bar.total else before_total
    scale = inner / max(longest, 1)
    captions: list[Words] = []
    boxes: list[StripBox] = []
    if bar.before is not None:
        own = min(scale, inner / max(before_total, 1))
        captions += _above(bar, left, top, inner, scale, own, measure)
        top += LINE
        boxes.append(StripBox(bar.before, left, top, _BEFORE, own))
        top += _BEFORE + _GAP
    top += _AIR
    budget = StripBox(bar.budget, left, top, _BUDGET, scale)
    top += _BUDGET + _GAP
    filled = StripBox(bar.filled, left, top, _FILLED, scale)
    top += _FILLED + _AIR
    strip, found, swept = None, None, None
    under: dict[str, StripBox] = {}
    bottom_of_divider = filled.top + filled.height
    if bar.movable:
        if bar.expected:  # its room is kept while it is not known: nothing below it may jump
            strip = under["expectations"] = StripBox(bar.budget, left, top, _EXPECTED, scale)
            found = None if splits is None else columns(splits, budget.left, budget.width)
            bottom_of_divider = top = top + _EXPECTED
        if recall is not None:
            top += _GAP
            under["recall"] = StripBox(bar.budget, left, top, _EXPECTED, scale)
            swept = RecallStrip(recall, left, top, budget.width, _EXPECTED)
            bottom_of_divider = top = top + _EXPECTED
        captions += ticks(bar, budget, top, was, measure)
        top += LINE + _GAP
    ghosts, beside = _beside(bar, left, top, inner, scale, measure)
    top += LINE + _BESIDE + _AIR
    boxes += [budget, filled, *ghosts]
    entries: tuple[LegendEntry, ...] = ()
    bottom = top
    if legend:
        entries, bottom = bar_legend(tuple(boxes), found, float(MARGIN), top, left + inner, measure)
    named = {box.strip.name: box for box in boxes} | under
    return BarGeometry(
        bar=bar,
        width=width,
        height=bottom + MARGIN,
        boxes=tuple(boxes),
        captions=(
            *(
                caption
                for name, box in named.items()
                if name in numbers
                for caption in _gutter(_ROWS[name], "" if narrow else numbers[name], box)
            ),
            line_of_text(MARGIN, ghosts[0].top + (_BESIDE - LINE) / 2, _ROWS["beside"]),
            *captions,
            *beside,
        ),
        legend=entries,
        divider=budget.x(bar.divider) if bar.total > 0 else None,
        was=None if was is None or bar.total <= 0 else budget.left + was * budget.width,
        expectations=strip,
        columns=found,
        recall=swept,
        bottom=bottom_of_divider,
    )


def _numbers(bar: BudgetBar, recall: SplitRecall | None) -> dict[str, str]:
    """Return what stands at the left of each strip, beside its name."""
    numbers = {"budget": tr("{total:,}", total=bar.total), "filled": tr("{used:,}", used=bar.used)}
    if bar.before is not None:
        numbers["before"] = tr("{total:,}", total=int(bar.before.total))
    if bar.expected:
        numbers["expectations"] = tr("{met:,} of {expected:,}", met=bar.met, expected=bar.expected)
    if recall is not None:
        numbers["recall"] = tr("{recall:.1%}", recall=recall.at_share(bar.share))
    return numbers


def _above(
    bar: BudgetBar,
    left: float,
    top: float,
    inner: float,
    scale: float,
    own: float,
    measure: Measure,
) -> Iterator[Words]:
    """Say over the two budgets what they pay twice, and whether they are drawn smaller."""
    smaller = _at_scale(scale / own) if own < scale * 0.999 else ""
    if smaller:
        yield line_of_text(left + inner, top, smaller, right=True)
    room = inner - (measure(smaller) + _GHOST_GAP if smaller else 0)
    for text in (bar.duplicated, bar.duplicated.partition(":")[0]):
        if text and measure(text) <= room:
            yield line_of_text(left, top, text)
            return


def ticks(
    bar: BudgetBar, budget: StripBox, top: float, was: float | None, measure: Measure
) -> Iterator[Words]:
    """Yield the axis of the split: where the divider is, where it was, and every fifth."""
    taken: list[tuple[float, float]] = []
    marks = [bar.share, *(() if was is None else (was,)), 0.0, 1.0, 0.2, 0.4, 0.6, 0.8]
    for place, share in enumerate(marks):
        text = f"{percent(share)} %"
        wide = measure(text)
        x = min(
            max(budget.left + share * budget.width - wide / 2, budget.left - 4),
            budget.left + budget.width + 4 - wide,
        )
        if all(x > end + _AIR or x + wide < start - _AIR for start, end in taken):
            taken.append((x, x + wide))
            yield line_of_text(x, top, text, strong=place == 0)


def _gutter(name: str, total: str, box: StripBox) -> tuple[Words, Words]:
    top = box.top + (box.height - LINE) / 2
    return line_of_text(MARGIN, top, name), line_of_text(box.left - 10, top, total, right=True)


def _beside(
    bar: BudgetBar, left: float, top: float, inner: float, scale: float, measure: Measure
) -> tuple[tuple[StripBox, StripBox], tuple[Words, ...]]:
    """Place what is suppressed and, to its right, what is dropped, each under its caption."""
    suppressed, dropped = bar.suppressed_caption, bar.left_out_text
    if measure(suppressed) + _GHOST_GAP + measure(dropped) > inner:
        suppressed, dropped = bar.suppressed_text, bar.left_out_text
    if measure(suppressed) + _GHOST_GAP + measure(dropped) > inner:
        # One over the other could not be read; colours and tips still tell which is which.
        suppressed, dropped = "", ""
    own = scale
    first_wide = max(bar.suppressed.total * scale, measure(suppressed))
    if first_wide + _GHOST_GAP + bar.left_out.total * scale > inner:
        # The first has room for its caption, and both share what is left.
        room = inner - _GHOST_GAP
        tokens = bar.suppressed.total + bar.left_out.total
        beside_caption = (room - measure(suppressed)) / max(bar.left_out.total, 1)
        scale = max(min(room / max(tokens, 1), beside_caption), 0.0)
        first_wide = max(bar.suppressed.total * scale, measure(suppressed))
    second = left + first_wide + _GHOST_GAP
    caption = line_of_text(min(second, left + inner - measure(dropped)), top, dropped)
    captions = [line_of_text(left, top, suppressed), caption]
    if scale < own * 0.999:
        smaller = _at_scale(own / scale) if scale else tr("not drawn")
        if caption.x + measure(dropped) + _GHOST_GAP + measure(smaller) < left + inner:
            captions.append(line_of_text(left + inner, top, smaller, right=True))
    boxes = (
        StripBox(bar.suppressed, left, top + LINE, _BESIDE, scale),
        StripBox(bar.left_out, second, top + LINE, _BESIDE, scale),
    )
    return boxes, tuple(captions)


def _at_scale(ratio: float) -> str:
    """Say how much smaller a row is drawn, in three figures: "drawn at 1 : 1,180"."""
    if ratio < _GROUPED_FROM:
        return tr("drawn at 1 : {ratio}", ratio=localized(ratio, ".3g"))
    places = 2 - math.floor(math.log10(ratio))
    return tr("drawn at 1 : {ratio}", ratio=localized(int(round(ratio, places))))
