"""The budget bar as an SVG picture: for the report, for export, for a page of text.

It writes the marks that the window paints. Colours and patterns are those of the light theme; every
colour has a pattern or a label beside it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from inspector.analysis.tuning.split import Splits
from inspector.core.text import in_markup
from inspector.language import tr
from inspector.present.drawing import INK_ON_FILL, color_of
from inspector.present.palette import LIGHT, Colors, Look, Pattern
from inspector.stages.injection.bar import BudgetBar
from inspector.stages.injection.bar_geometry import BarGeometry, bar_geometry
from inspector.stages.injection.bar_marks import bar_marks
from inspector.stages.injection.bar_parts import (
    LINE,
    Caption,
    Mark,
    Measure,
    Patch,
    Rule,
    Words,
)
from inspector.stages.injection.bar_strip import GROUPS

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
    yield from (svg_mark(mark, colors, measure) for mark in bar_marks(geometry, measure))


def svg_mark(mark: Mark, colors: Colors, measure: Measure) -> str:
    """Return a mark; an area that stands for one segment says which."""
    if isinstance(mark, Patch):
        return _patch(mark, colors)
    if isinstance(mark, Words):
        return _words(mark, colors.parts[GROUPS[mark.group]])
    if isinstance(mark, Rule):
        return (
            f'<path d="M{mark.x:.2f} {mark.y:g}L{mark.to_x:.2f} {mark.to_y:g}"'
            f' stroke="{color_of(colors, mark.color)}" stroke-width="{mark.width:g}"/>'
        )
    return _caption(mark, colors, measure)


def _patch(mark: Patch, colors: Colors) -> str:
    group = GROUPS[mark.group]
    look = colors.parts[group]
    fill = look.fill if mark.faint else paint(group, look)
    extra = f' fill-opacity="{_FAINT}"' if mark.faint else ""
    if mark.edged or look.pattern is Pattern.EMPTY:
        extra += f' stroke="{colors.edge if mark.edged else look.ink}" stroke-width="0.5"'
    rect = (
        f'<rect x="{mark.x:g}" y="{mark.y:g}" width="{max(mark.width, 0.25):g}"'
        f' height="{mark.height:g}" fill="{fill}"{extra}'
    )
    segment = mark.segment
    return (
        f"{rect}/>"
        if segment is None
        else (f"{rect}><title>{in_markup(segment.text)}</title></rect>")
    )


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


def _caption(caption: Caption, colors: Colors, measure: Measure) -> str:
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
