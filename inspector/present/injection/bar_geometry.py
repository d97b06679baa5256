"""Where everything of the budget bar lies, in pixels: numbers a view paints and asks what is hit.

The window's strip has a scale of its own; the budget, what fills it and what stays beside it share
another one, unless more stays beside than fits: then that row is drawn smaller and says so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inspector.core.injection.card_rows import verdict_code
from inspector.core.reasons import Verdict
from inspector.language import tr
from inspector.present.injection.bar import BudgetBar
from inspector.present.injection.bar_strip import GROUPS, Strip
from inspector.present.injection.bar_svg import group_title

GUTTER, NARROW_GUTTER = 124, 62  # pixels left of the strips, for their names and totals
NARROW = 560  # pixels; a chart that is not wider has no totals in its gutter
MARGIN = 2  # around the chart, so that outlines are not cut off
LINE = 18  # height of a line of text
REACH = 5  # pixels on either side of the divider that grasp it

_WINDOW, _ZOOM, _BUDGET, _GAP, _FILLED, _AIR, _BESIDE = 18, 14, 26, 3, 36, 6, 18
_SWATCH, _SWATCH_GAP, _ENTRY_GAP = 14, 6, 18
_GHOST_GAP = 24  # pixels between what is suppressed and what is dropped, at least
_SINGLE = 3.0  # pixels; narrower segments are drawn as columns of pixels

CARD_GROUPS = frozenset(("entity", "other", "procedure", "interaction_policy"))

Measure = Callable[[str], float]


@dataclass(frozen=True, slots=True, eq=False)
class StripBox:
    """A strip's place in pixels; ``scale`` is pixels a token."""

    strip: Strip
    left: float
    top: float
    height: float
    scale: float

    @property
    def width(self) -> float:
        """How wide all segments are together."""
        return self.strip.total * self.scale

    def x(self, tokens: float) -> float:
        """Return where so many tokens end."""
        return self.left + tokens * self.scale

    def edges(self, place: int) -> tuple[float, float]:
        """Return where a segment begins and ends."""
        start, size = float(self.strip.starts[place]), float(self.strip.sizes[place])
        return self.x(start), self.x(start + size)

    def place_at(self, x: float, y: float) -> int | None:
        """Return the segment at a point, None where there is none."""
        if self.scale <= 0 or not self.top <= y < self.top + self.height:
            return None
        return self.strip.place_at((x - self.left) / self.scale)


@dataclass(frozen=True, slots=True)
class Caption:
    """A line of text; ``right`` sets it to end at ``x``."""

    x: float
    top: float
    text: str
    right: bool = False


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """A swatch with the name of a group, and how wide both are.

    ``reduced`` is the swatch of cards that are in at less than their largest rendering.
    """

    x: float
    top: float
    width: float
    group: str
    title: str
    reduced: bool = False


@dataclass(frozen=True, slots=True)
class Hit:
    """What is at a point: the divider, or a segment by strip name and place."""

    strip: str
    place: int | None = None

    @property
    def divider(self) -> bool:
        """Whether it is the divider."""
        return self.place is None


@dataclass(frozen=True, slots=True, eq=False)
class BarGeometry:
    """The whole chart in pixels. ``divider`` is None where the budget is 0."""

    bar: BudgetBar
    width: float
    height: float
    boxes: tuple[StripBox, ...]
    zoom: tuple[tuple[float, float], ...]  # a polygon, empty where there is no budget
    captions: tuple[Caption, ...]
    legend: tuple[LegendEntry, ...]
    divider: float | None

    def box(self, name: str) -> StripBox:
        """Return the place of a strip. Raises ``KeyError`` for a name that is none."""
        for box in self.boxes:
            if box.strip.name == name:
                return box
        raise KeyError(name)

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


def bar_geometry(bar: BudgetBar, width: float, measure: Measure) -> BarGeometry:
    """Lay the chart out in so many pixels. ``measure`` returns the width of a text."""
    narrow = width <= NARROW
    gutter = float(NARROW_GUTTER if narrow else GUTTER)
    if not narrow:  # larger texts need more
        totals = max(measure(f"{total:,.0f}") for total in (bar.window.total, bar.total))
        gutter = max(
            gutter,
            max(map(measure, (tr("window"), tr("budget"), tr("filled"), tr("beside"))))
            + totals
            + 3 * _AIR,
        )
    inner = max(width - gutter - 2 * MARGIN, 50.0)
    left = gutter + MARGIN
    top = float(MARGIN)
    window = StripBox(bar.window, left, top, _WINDOW, inner / max(bar.window.total, 1))
    top += _WINDOW + _ZOOM
    scale = inner / max(bar.total, 1)
    budget = StripBox(bar.budget, left, top, _BUDGET, scale)
    top += _BUDGET + _GAP
    filled = StripBox(bar.filled, left, top, _FILLED, scale)
    top += _FILLED + _AIR
    ghosts, captions = _beside(bar, left, top, inner, scale, measure)
    top += LINE + _BESIDE + _AIR
    boxes = (window, budget, filled, *ghosts)
    legend, bottom = _legend(boxes, float(MARGIN), top, left + inner, measure)
    return BarGeometry(
        bar=bar,
        width=width,
        height=bottom + MARGIN,
        boxes=boxes,
        zoom=_zoom(window, budget),
        captions=(
            *_gutter(tr("window"), "" if narrow else f"{bar.window.total:,.0f}", window),
            *_gutter(tr("budget"), "" if narrow else f"{bar.total:,}", budget),
            *_gutter(tr("filled"), "" if narrow else f"{bar.used:,}", filled),
            Caption(MARGIN, ghosts[0].top + (_BESIDE - LINE) / 2, tr("beside")),
            *captions,
        ),
        legend=legend,
        divider=budget.x(bar.divider) if bar.total > 0 else None,
    )


def _gutter(name: str, total: str, box: StripBox) -> tuple[Caption, Caption]:
    top = box.top + (box.height - LINE) / 2
    return Caption(MARGIN, top, name), Caption(box.left - 10, top, total, right=True)


def _zoom(window: StripBox, budget: StripBox) -> tuple[tuple[float, float], ...]:
    """Return the shape that leads from the budget's place in the window to its own strip."""
    places = np.flatnonzero(window.strip.groups == GROUPS.index("injection_budget"))
    if not len(places):
        return ()
    start, end = window.edges(int(places[0]))
    upper, lower = window.top + window.height, budget.top
    return ((start, upper), (end, upper), (budget.left + budget.width, lower), (budget.left, lower))


def _beside(
    bar: BudgetBar, left: float, top: float, inner: float, scale: float, measure: Measure
) -> tuple[tuple[StripBox, StripBox], tuple[Caption, ...]]:
    """Place what is suppressed and, to its right, what is dropped, each under its caption."""
    suppressed, dropped = bar.suppressed_caption, bar.dropped_caption
    if measure(suppressed) + _GHOST_GAP + measure(dropped) > inner:
        suppressed, dropped = bar.suppressed_text, bar.dropped_text
    own = scale
    first_wide = max(bar.suppressed.total * scale, measure(suppressed))
    if first_wide + _GHOST_GAP + bar.dropped.total * scale > inner:
        # The first has room for its caption, and both share what is left.
        room = inner - _GHOST_GAP
        tokens = bar.suppressed.total + bar.dropped.total
        beside_caption = (room - measure(suppressed)) / max(bar.dropped.total, 1)
        scale = max(min(room / max(tokens, 1), beside_caption), 0.0)
        first_wide = max(bar.suppressed.total * scale, measure(suppressed))
    second = left + first_wide + _GHOST_GAP
    caption = Caption(min(second, left + inner - measure(dropped)), top, dropped)
    captions = [Caption(left, top, suppressed), caption]
    if scale < own * 0.999:
        smaller = tr("drawn at 1 : {own:,.3g}", own=own / scale) if scale else tr("not drawn")
        if caption.x + measure(dropped) + _GHOST_GAP + measure(smaller) < left + inner:
            captions.append(Caption(left + inner, top, smaller, right=True))
    boxes = (
        StripBox(bar.suppressed, left, top + LINE, _BESIDE, scale),
        StripBox(bar.dropped, second, top + LINE, _BESIDE, scale),
    )
    return boxes, tuple(captions)


def _legend(
    boxes: tuple[StripBox, ...], left: float, top: float, right: float, measure: Measure
) -> tuple[tuple[LegendEntry, ...], float]:
    """Name every group that is drawn below the window; return the entries and where they end."""
    present = sorted({int(code) for box in boxes[2:] for code in np.unique(box.strip.groups)})
    named = [(GROUPS[code], group_title(GROUPS[code]), False) for code in present]
    filled = boxes[2].strip
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


@dataclass(frozen=True, slots=True, eq=False)
class Runs:
    """What is painted of a strip: stretches from ``lefts`` to ``rights`` in whole pixels.

    ``places`` is a segment of each stretch; ``whole`` tells which stretches are one segment, the
    others are neighbours too narrow to be told apart. Arrays of equal length.
    """

    lefts: npt.NDArray[np.int64]
    rights: npt.NDArray[np.int64]
    places: npt.NDArray[np.int64]
    whole: npt.NDArray[np.bool_]


def pixel_runs(box: StripBox) -> Runs:
    """Return the stretches to paint: each wide segment, and columns of pixels for narrow ones.

    A column has the look of the segment at its middle. The number of stretches is bounded by the
    number of pixels, however many segments there are.
    """
    strip = box.strip
    begin, end = round(box.left), round(box.left + box.width)
    columns = np.arange(begin, max(end, begin))
    if not len(strip) or not len(columns):
        nothing = np.zeros(0, dtype=np.int64)
        return Runs(nothing, nothing, nothing, nothing.astype(np.bool_))
    middles = (columns + 0.5 - box.left) / box.scale
    places = np.searchsorted(strip.starts, middles, side="right") - 1
    wide = (strip.sizes * box.scale >= _SINGLE)[places]
    looks = strip.groups[places].astype(np.int64) * 256 + strip.verdicts[places]
    same = np.where(wide[1:] | wide[:-1], places[1:] == places[:-1], looks[1:] == looks[:-1])
    starts = np.concatenate([[0], np.flatnonzero(~same) + 1])
    stops = np.concatenate([starts[1:], [len(columns)]])
    return Runs(columns[starts], columns[stops - 1] + 1, places[starts], wide[starts])
