"""The budget bar as shapes: what the window shows is what a report, a slide and a file hold.

Colours and patterns of files are those of the light theme; every colour has a pattern or a label
beside it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from inspector.analysis.tuning.split import Splits
from inspector.core.injection.card_rows import verdict_code
from inspector.core.reasons import Verdict
from inspector.language import tr
from inspector.present.drawing import (
    LINE,
    Drawing,
    Item,
    Measure,
    Rule,
    Words,
    fitted,
    line_of_text,
    part_box,
    top_of,
    words_in_part,
)
from inspector.present.drawing_svg import drawing_svg, measured
from inspector.present.palette import LIGHT, Colors
from inspector.stages.injection.bar import BudgetBar
from inspector.stages.injection.bar_geometry import BarGeometry, bar_geometry
from inspector.stages.injection.bar_parts import (
    LegendEntry,
    StripBox,
    pixel_runs,
)
from inspector.stages.injection.bar_strip import CARD_GROUPS, GROUPS, group_title

WIDTH, MARGIN = 1040, 8
_TITLE = 34  # height of the line above a picture that has a title
_REDUCED = verdict_code(Verdict.REDUCED)
_REDUCED_PART = 0.6  # of the height is filled where a card is in at less than its largest form
_SHORT_TITLES = {"knowledge": tr("knowledge"), "bucket": tr("files")}
_BEFORE_TITLES = {"knowledge": tr("cards"), "bucket": tr("files"), "duplicated": tr("twice")}
_LEAST_CAPTION = 64  # pixels; a narrower segment shows a whole caption or none
PADDING = 5
_NEAR = 3  # pixels that lines and outlines may reach beyond what they belong to


def bar_svg(
    bar: BudgetBar,
    colors: Colors = LIGHT,
    width: int = WIDTH,
    *,
    splits: Splits | None = None,
    heading: str = "",
    measure: Measure = measured,
) -> str:
    """Return the picture of a budget bar, ``width`` units wide, ``heading`` above it.

    ``splits`` put the strip of expectations under the divider.
    """
    shown = bar if splits is not None else bar.without_expectations
    geometry = bar_geometry(shown, width - 2 * MARGIN, measure, splits)
    said = tr(
        "{used:,} of {total:,} tokens used · {suppressed} · {dropped}",
        used=bar.used,
        total=bar.total,
        suppressed=bar.suppressed_caption,
        dropped=bar.left_out_text,
    )
    told = f"{heading}: {said}" if heading else said
    return drawing_svg(_picture(geometry, width, told, measure, heading), colors)


def two_budgets_svg(bar: BudgetBar, colors: Colors = LIGHT, width: int = WIDTH) -> str:
    """Return the picture of two independent budgets alone, on the scale of ``bar_svg``.

    Raises ``KeyError`` for a bar that does not know them.
    """
    geometry = bar_geometry(bar.without_expectations, width - 2 * MARGIN, measured)
    box = geometry.box("before")
    alone = replace(
        geometry,
        height=box.top + box.height + MARGIN,
        boxes=(box,),
        captions=tuple(one for one in geometry.captions if top_of(one) < box.top + box.height),
        legend=(),
        divider=None,
    )
    told = tr("{tokens:,} tokens with two independent budgets", tokens=int(box.strip.total))
    return drawing_svg(_picture(alone, width, told, measured), colors)


def _picture(
    geometry: BarGeometry, width: int, told: str, measure: Measure, heading: str = ""
) -> Drawing:
    top = MARGIN + (_TITLE if heading else 0)
    items = tuple(bar_items(geometry, measure, told=True))
    if heading:
        items = (Words(0, 16 - _TITLE, heading, strong=True, size=16), *items)
    height = math.ceil(geometry.height) + top + MARGIN
    return Drawing(width, height, told, items, origin=(MARGIN, top))


def bar_items(
    geometry: BarGeometry,
    measure: Measure,
    exposed: tuple[float, float] | None = None,
    *,
    told: bool = False,
) -> Iterator[Item]:
    """Yield everything that is drawn of a bar, from the back to the front.

    ``exposed`` are the heights between which it is needed, None for all. ``told`` gives an area
    that stands for one segment the words that an SVG file says of it.
    """

    def needed(top: float, height: float) -> bool:
        return exposed is None or (exposed[0] < top + height + _NEAR and top - _NEAR < exposed[1])

    for box in geometry.boxes:
        if needed(box.top, box.height):
            yield from strip_items(box, measure, told=told)
    yield from divider_items(geometry)
    if geometry.divider is not None and geometry.bar.movable:
        x, top = round(geometry.divider), geometry.box("budget").top - 3
        yield Rule(x, top, x, geometry.bottom + 1, "text", 2)
    yield from (one for one in geometry.captions if needed(top_of(one), LINE))
    for entry in geometry.legend:
        if needed(entry.top, LINE):
            yield from _entry_items(entry)


def _entry_items(entry: LegendEntry) -> Iterator[Item]:
    group, top = entry.group, entry.top + 4
    if entry.reduced:
        yield part_box(entry.x, top, 14, 10, group, faint=True)
        yield part_box(entry.x, top + 4, 14, 6, group, edged=True)
    else:
        yield part_box(entry.x, top, 14, 10, group, edged=True)
    yield line_of_text(entry.x + 20, entry.top, entry.title)


def strip_items(box: StripBox, measure: Measure, *, told: bool) -> Iterator[Item]:
    """Yield what is drawn of a strip: first its areas, then the names and tokens in them."""
    runs, strip = pixel_runs(box), box.strip
    groups, verdicts = strip.groups[runs.places], strip.verdicts[runs.places]
    captioned = []
    for left, right, place, whole, code, verdict in zip(
        runs.lefts.tolist(),
        runs.rights.tolist(),
        runs.places.tolist(),
        runs.whole.tolist(),
        groups.tolist(),
        verdicts.tolist(),
        strict=True,
    ):
        group = GROUPS[code]
        # A line of the background parts segments; columns of pixels are not parted.
        wide = right - left - (1 if whole else 0)
        top, height = box.top, box.height
        if verdict == _REDUCED and group in CARD_GROUPS:
            yield part_box(left, top, wide, height, group, faint=True)
            top += round(box.height * (1 - _REDUCED_PART))
            height = box.top + box.height - top
        tip = strip.segment(place).text if told and whole else ""
        yield part_box(left, top, wide, height, group, tip=tip)
        if whole and wide > 4 * PADDING:
            captioned.append((place, group, (left, top, wide, height)))
    for place, group, area in captioned:
        text = _caption(box, place, area[2], measure)
        if text:
            yield words_in_part(area, text, group)


def _caption(box: StripBox, place: int, wide: float, measure: Measure) -> str:
    """Return name and tokens of a segment, as much of it as there is room for."""
    strip = box.strip
    tokens = tr("{tokens:,}", tokens=int(strip.sizes[place]))
    group = GROUPS[int(strip.groups[place])]
    titles = _BEFORE_TITLES if strip.name == "before" else _SHORT_TITLES
    name = strip.name_at(place) or titles.get(group) or group_title(group)
    text, room = f"{name}  {tokens}", wide - 2 * PADDING
    if measure(text) <= room:
        return text
    rest = room - measure(f"  {tokens}")
    if wide >= _LEAST_CAPTION and rest > measure("MMM…"):
        return f"{fitted(name, rest, measure)}  {tokens}"
    return tokens if measure(tokens) <= room else ""


def divider_items(geometry: BarGeometry) -> Iterator[Item]:
    """Yield the strips under the divider: a corpus's recall, and the expectations.

    These are green where all are met, hatched where in a part only.
    """
    if geometry.recall is not None:
        yield from geometry.recall.items()
    area, found = geometry.expectations, geometry.columns
    if area is None or found is None:
        return
    for left, right, best, worst in zip(
        found.lefts.tolist(),
        found.rights.tolist(),
        found.best.tolist(),
        found.worst.tolist(),
        strict=True,
    ):
        group = "unmet"
        if best == found.expected:
            group = "met" if worst == best else "partly_met"
        high = max(1.0, round(area.height * best / found.expected))
        yield part_box(left, area.top + area.height - high, right - left, high, group)
