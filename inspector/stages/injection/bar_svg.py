"""The budget bar as an SVG picture: for the report, for export, for a page of text.

It writes the marks that the window paints. Colours and patterns are those of the light theme; every
colour has a pattern or a label beside it.

The budget bar as marks: areas and texts, laid out once for whatever draws them.

The window's painter and the SVG writer draw the same marks; neither decides what is where.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from inspector.analysis.tuning.split import Splits
from inspector.core.injection.card_rows import verdict_code
from inspector.core.reasons import Verdict
from inspector.core.text import in_markup
from inspector.language import tr
from inspector.present.drawing import INK_ON_FILL
from inspector.present.palette import LIGHT, Colors, Look, Pattern
from inspector.stages.injection.bar import BudgetBar
from inspector.stages.injection.bar_geometry import BarGeometry, bar_geometry
from inspector.stages.injection.bar_parts import (
    LINE,
    Caption,
    LegendEntry,
    Measure,
    Patch,
    StripBox,
    pixel_runs,
)
from inspector.stages.injection.bar_strip import CARD_GROUPS, GROUPS, group_title

_REDUCED = verdict_code(Verdict.REDUCED)
_REDUCED_PART = 0.6  # of the height is filled where a card is in at less than its largest form
_SHORT_TITLES = {"knowledge": tr("knowledge"), "bucket": tr("files")}
_BEFORE_TITLES = {"knowledge": tr("cards"), "bucket": tr("files"), "duplicated": tr("twice")}
_LEAST_CAPTION = 64  # pixels; a narrower segment shows a whole caption or none
PADDING = 5


class Words(NamedTuple):
    """A text in the middle of an area of a group's look; ``wide`` is how wide the text is."""

    x: float
    y: float
    width: float
    height: float
    text: str
    wide: float
    group: int


def strip_marks(box: StripBox, measure: Measure) -> Iterator[Patch | Words]:
    """Yield what is drawn of a strip: first its areas, then the names and tokens in them."""
    runs, strip = pixel_runs(box), box.strip
    groups, verdicts = strip.groups[runs.places], strip.verdicts[runs.places]
    captioned = []
    for left, right, place, whole, group, verdict in zip(
        runs.lefts.tolist(),
        runs.rights.tolist(),
        runs.places.tolist(),
        runs.whole.tolist(),
        groups.tolist(),
        verdicts.tolist(),
        strict=True,
    ):
        # A line of the background parts segments; columns of pixels are not parted.
        wide, one = right - left - (1 if whole else 0), place if whole else None
        top, height = box.top, box.height
        if verdict == _REDUCED and GROUPS[group] in CARD_GROUPS:
            yield Patch(left, top, wide, height, group, faint=True)
            top += round(box.height * (1 - _REDUCED_PART))
            height = box.top + box.height - top
        yield Patch(left, top, wide, height, group, place=one)
        if whole and wide > 4 * PADDING:
            captioned.append((place, left, top, wide, height, group))
    for place, left, top, wide, height, group in captioned:
        text = _caption(box, place, wide, measure)
        if text:
            yield Words(left, top, wide, height, text, measure(text), group)


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
        return f"{shortened(name, rest, measure)}  {tokens}"
    return tokens if measure(tokens) <= room else ""


def shortened(text: str, width: float, measure: Measure) -> str:
    """Return a text cut to a width, with an ellipsis."""
    if measure(text) <= width:
        return text
    low, high = 0, len(text)
    while low < high - 1:
        middle = (low + high) // 2
        if measure(text[:middle].rstrip() + "…") <= width:
            low = middle
        else:
            high = middle
    return text[:low].rstrip() + "…"


def divider_marks(geometry: BarGeometry) -> Iterator[Patch]:
    """Yield the strips under the divider: a corpus's recall, and the expectations.

    These are green where all are met, hatched where in a part only.
    """
    if geometry.recall is not None:
        yield from geometry.recall.marks()
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
        yield Patch(left, area.top + area.height - high, right - left, high, GROUPS.index(group))


WIDTH, MARGIN = 1040, 8
_TITLE = 34  # height of the line above a picture that has a title
_SIZE = 11  # of letters
_LETTER = 6.0  # width of an average letter of that size
_BASE = 13  # from the top of a line to the base of its letters
_FAINT = 0.3  # of the ground of what is missing


def measured(text: str) -> float:
    """Return about how wide a text is in a picture."""
    return _LETTER * len(text)


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
    return _picture(geometry, colors, width, _told(bar, heading), heading, measure)


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
        captions=tuple(one for one in geometry.captions if one.top < box.top + box.height),
        legend=(),
        divider=None,
        bracket=None,
    )
    told = tr("{tokens:,} tokens with two independent budgets", tokens=int(box.strip.total))
    return _picture(alone, colors, width, told, "", measured)


def _picture(
    geometry: BarGeometry, colors: Colors, width: int, told: str, heading: str, measure: Measure
) -> str:
    top = MARGIN + (_TITLE if heading else 0)
    height = math.ceil(geometry.height) + top + MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img" font-family="Inter, Segoe UI, sans-serif"'
        f' font-size="{_SIZE}"><title>{in_markup(told)}</title>'
        f"<defs>{''.join(svg_patterns(colors))}</defs>"
        f'<rect width="{width}" height="{height}" fill="{colors.base}"/>'
        + _heading(heading, colors)
        + f'<g transform="translate({MARGIN} {top})">{"".join(_drawn(geometry, colors, measure))}'
        "</g></svg>\n"
    )


def _told(bar: BudgetBar, heading: str) -> str:
    said = tr(
        "{used:,} of {total:,} tokens used · {suppressed} · {dropped}",
        used=bar.used,
        total=bar.total,
        suppressed=bar.suppressed_caption,
        dropped=bar.dropped_caption,
    )
    return f"{heading}: {said}" if heading else said


def _heading(heading: str, colors: Colors) -> str:
    if not heading:
        return ""
    return (
        f'<text x="{MARGIN}" y="{MARGIN + 16}" font-size="16" font-weight="600"'
        f' fill="{colors.text}">{in_markup(heading)}</text>'
    )


def _drawn(geometry: BarGeometry, colors: Colors, measure: Measure) -> Iterator[str]:
    for box in geometry.boxes:
        for mark in strip_marks(box, measure):
            yield svg_mark(mark, colors, box)
    for patch in divider_marks(geometry):
        yield svg_mark(patch, colors, None)
    if geometry.divider is not None and geometry.bar.movable:
        x, budget = geometry.divider, geometry.box("budget")
        yield (
            f'<path d="M{x:.2f} {budget.top - 3:g}V{geometry.bottom + 1:g}" stroke="{colors.text}"'
            ' stroke-width="2"/>'
        )
    if geometry.bracket is not None:
        start, end, y = geometry.bracket
        yield (
            f'<path d="M{start:.2f} {y - 4:g}v8M{start:.2f} {y:g}H{end:.2f}M{end:.2f} {y - 4:g}v8"'
            f' stroke="{colors.parts["met"].ink}" fill="none"/>'
        )
    yield from (svg_caption(caption, colors, measure) for caption in geometry.captions)
    yield from (_entry(entry, colors) for entry in geometry.legend)


def svg_mark(mark: Patch | Words, colors: Colors, box: StripBox | None) -> str:
    """Return an area or a text; ``box`` says what an area stands for, None for nothing."""
    group = GROUPS[mark.group]
    look = colors.parts[group]
    if isinstance(mark, Words):
        return _words(mark, look)
    fill = look.fill if mark.faint else paint(group, look)
    extra = f' fill-opacity="{_FAINT}"' if mark.faint else ""
    if look.pattern is Pattern.EMPTY:
        extra += f' stroke="{look.ink}" stroke-width="0.5"'
    rect = (
        f'<rect x="{mark.x:g}" y="{mark.y:g}" width="{max(mark.width, 0.25):g}"'
        f' height="{mark.height:g}" fill="{fill}"{extra}'
    )
    if box is None or mark.place is None:
        return f"{rect}/>"
    return f"{rect}><title>{in_markup(box.strip.segment(mark.place).text)}</title></rect>"


def _words(words: Words, look: Look) -> str:
    x, y = words.x + words.width / 2, words.y + words.height / 2
    ink = look.ink if look.pattern is Pattern.EMPTY else INK_ON_FILL
    plate = ""
    if look.pattern not in (Pattern.SOLID, Pattern.EMPTY):  # letters over it cannot be read
        plate = (
            f'<rect x="{x - words.wide / 2 - 3:g}" y="{y - 8:g}" width="{words.wide + 6:g}"'
            f' height="16" fill="{look.fill}"/>'
        )
    return (
        f'{plate}<text x="{x:g}" y="{y + 4:g}" text-anchor="middle" fill="{ink}"'
        f' pointer-events="none">{in_markup(words.text)}</text>'
    )


def svg_caption(caption: Caption, colors: Colors, measure: Measure) -> str:
    """Return a line of text."""
    anchor = ' text-anchor="end"' if caption.right else ""
    color = colors.text if caption.strong else colors.muted
    weight = ' font-weight="600"' if caption.strong else ""
    plate = ""
    if caption.plate:
        plate = (
            f'<rect x="{caption.x - 4:g}" y="{caption.top:g}" width="{measure(caption.text) + 8:g}"'
            f' height="{LINE}" fill="{colors.base}"/>'
        )
    return (
        f'{plate}<text x="{caption.x:g}" y="{caption.top + _BASE:g}"{anchor}{weight}'
        f' fill="{color}">{in_markup(caption.text)}</text>'
    )


def _entry(entry: LegendEntry, colors: Colors) -> str:
    look = colors.parts[entry.group]
    fill = paint(entry.group, look)
    x, y = f"{entry.x:g}", entry.top + 4
    swatch = f'<rect x="{x}" y="{y:g}" width="14" height="10" fill="{fill}"'
    if entry.reduced:
        swatch = (
            f'<rect x="{x}" y="{y:g}" width="14" height="10" fill="{look.fill}"'
            f' fill-opacity="{_FAINT}"/>'
            f'<rect x="{x}" y="{y + 4:g}" width="14" height="6" fill="{fill}"'
        )
    return (
        f'{swatch} stroke="{colors.edge}" stroke-width="0.5"/>'
        f'<text x="{entry.x + 20:g}" y="{entry.top + _BASE:g}" fill="{colors.muted}">'
        f"{in_markup(entry.title)}</text>"
    )


def paint(group: str, look: Look) -> str:
    """Return what fills a group's areas, in a document that has the picture's patterns."""
    return look.fill if look.pattern is Pattern.SOLID else f"url(#{group})"


_STROKES = {
    Pattern.DIAGONAL: "M0 8 L8 0",
    Pattern.BACK_DIAGONAL: "M0 0 L8 8",
    Pattern.CROSSED: "M0 0 L8 8 M0 8 L8 0",
    Pattern.HORIZONTAL: "M0 4 L8 4",
    Pattern.VERTICAL: "M4 0 L4 8",
    Pattern.DOTS: "M2 2 h1 M6 6 h1",
    Pattern.EMPTY: "",
}


def svg_patterns(colors: Colors) -> Iterator[str]:
    """Define a pattern for every part of a budget that is not filled solidly."""
    for group in GROUPS:
        look = colors.parts[group]
        if look.pattern is Pattern.SOLID:
            continue
        ground = colors.raised if look.pattern is Pattern.EMPTY else look.fill
        yield (
            f'<pattern id="{group}" width="8" height="8" patternUnits="userSpaceOnUse">'
            f'<rect width="8" height="8" fill="{ground}"/>'
            f'<path d="{_STROKES[look.pattern]}" stroke="{look.ink}" stroke-width="1.2"/></pattern>'
        )
