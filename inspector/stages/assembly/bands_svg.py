"""The bands as an SVG picture, drawn from the same numbers as the window's chart.

How the bands are coloured: a colour for each step, a pattern where two share one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from inspector.core.assembly import Step
from inspector.core.text import in_markup
from inspector.language import localized, tr
from inspector.present.palette import LIGHT, Colors, Look, Pattern
from inspector.stages.assembly.bands import Bands
from inspector.stages.assembly.bands_geometry import (
    GUTTER,
    LINE,
    MARGIN,
    BandsGeometry,
    Tile,
    bands_geometry,
)
from inspector.stages.assembly.names import DECISION_TITLES

# The look of the palette whose colour a part has, and its own pattern.
_LOOKS = {
    "step-1": ("balance", Pattern.SOLID),
    "step-2": ("reduced", Pattern.SOLID),
    "step-3": ("included", Pattern.SOLID),
    "step-4": ("listed", Pattern.SOLID),
    "step-5": ("suppressed", Pattern.SOLID),
    "step-6": ("bucket", Pattern.SOLID),
    "step-7": ("refused", Pattern.DIAGONAL),
    "step-8": ("reduced", Pattern.BACK_DIAGONAL),
    "knowledge": ("bucket", Pattern.SOLID),
    "bucket": ("bucket", Pattern.DIAGONAL),
    "heading": ("bucket", Pattern.VERTICAL),
    "unused": ("unused", Pattern.EMPTY),
    "reserve": ("overhead", Pattern.CROSSED),
}
PARTS = tuple(_LOOKS)


def part_look(colors: Colors, part: str) -> Look:
    """Return the look of a part; its fill is light enough for dark text in either theme."""
    name, pattern = _LOOKS[part]
    # Verdicts and parts share colours; where both have a name, the part of the budget is meant.
    look = colors.verdicts[name] if name in _OF_VERDICTS else colors.parts[name]
    return replace(look, pattern=pattern)


_OF_VERDICTS = frozenset(("balance", "reduced", "included", "suppressed", "refused"))


WIDTH = 1040
_LETTER = 6.2  # width of an average letter of the picture's font
_LEAST_LETTERS = 5


def bands_svg(bands: Bands, colors: Colors = LIGHT, width: int = WIDTH) -> str:
    """Return the picture with every step opened that has more than one piece."""
    opened = [Step(line.step) for line in bands.lines if len(line.blocks) > 1]
    geometry = bands_geometry(bands, width, lambda text: _LETTER * len(text), opened)
    title = tr(
        "{used:,} of {hard:,} tokens up to the hard limit, {decision}",
        used=bands.used,
        hard=bands.hard,
        decision=DECISION_TITLES[bands.decision],
    )
    body = "".join(
        (*_frame(geometry, colors), *_tiles(geometry, colors), *_limits(geometry, colors))
    )
    height = round(geometry.height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img" font-family="Inter, Segoe UI, sans-serif" font-size="11">'
        f"<title>{in_markup(title)}</title><defs>{''.join(_patterns(colors))}</defs>"
        f'<rect width="{width}" height="{height}" fill="{colors.base}"/>{body}</svg>\n'
    )


def _frame(geometry: BandsGeometry, colors: Colors) -> Iterator[str]:
    if geometry.zoom:
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in geometry.zoom)
        fill = colors.accent
        yield f'<polygon points="{points}" fill="{fill}" fill-opacity="0.08"/>'
    yield _text(MARGIN, geometry.window_top + 14, tr("window"), colors.muted)
    edge = GUTTER - 2
    yield _text(
        edge, geometry.window_top + 14, localized(geometry.bands.window), colors.muted, "end"
    )
    for row in geometry.rows:
        base = row.top + 14
        yield _text(MARGIN, base, f"{int(row.line.step)}  {row.line.step.title}", colors.text)
        yield _text(edge, base, localized(row.line.tokens), colors.muted, "end")
        if row.note:
            anchor = "end" if row.note_right else "start"
            yield _text(row.note_x, base, row.note, colors.muted, anchor)


def _tiles(geometry: BandsGeometry, colors: Colors) -> Iterator[str]:
    for tile in geometry.tiles:
        wide = tile.right - tile.left
        empty = part_look(colors, tile.block.part).pattern is Pattern.EMPTY
        stroke = colors.edge if empty else colors.base
        words = "\n".join(block.text for block in tile.blocks[:12])
        yield (
            f'<rect x="{tile.left:.2f}" y="{tile.top:.1f}" width="{wide:.2f}"'
            f' height="{tile.height:.1f}" fill="url(#{tile.block.part})" stroke="{stroke}"'
            f' stroke-width="0.5"><title>{in_markup(words)}</title></rect>'
        )
        if tile.captioned and len(tile.blocks) == 1:
            yield from _caption(tile, colors)


def _caption(tile: Tile, colors: Colors) -> Iterator[str]:
    """Write a name where no limit crosses it, on a plate where letters over a pattern would be."""
    begin, end = tile.room
    letters = int((end - begin - 8) / _LETTER)
    name = tile.block.name
    if letters < _LEAST_LETTERS:
        return
    short = name if len(name) <= letters else f"{name[: letters - 1]}…"
    middle, look = (begin + end) / 2, part_look(colors, tile.block.part)
    if look.pattern not in (Pattern.SOLID, Pattern.EMPTY):
        wide = len(short) * _LETTER + 6
        yield (
            f'<rect x="{middle - wide / 2:.1f}" y="{tile.top + 2:.1f}" width="{wide:.1f}"'
            f' height="{tile.height - 4:.1f}" fill="{look.fill}"/>'
        )
    yield _text(middle, tile.top + tile.height / 2 + 4, short, "#10161C", "middle")


def _limits(geometry: BandsGeometry, colors: Colors) -> Iterator[str]:
    for mark in geometry.limits:
        dash = ' stroke-dasharray="3 2"' if mark.name == "soft" else ""
        color = colors.warning if mark.name == "soft" else colors.error
        yield (
            f'<path d="M{mark.x:.1f} {geometry.window_top - 4:.1f} V'
            f'{geometry.window_bottom + 3:.1f}" stroke="{color}" stroke-width="1.5"{dash}/>'
        )
        yield _text(mark.text_x, MARGIN + LINE - 7, mark.text, color, "end")


def _text(x: float, y: float, text: str, color: str, anchor: str = "start") -> str:
    told = in_markup(text)
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{color}">{told}</text>'


_STROKES = {
    Pattern.SOLID: "",
    Pattern.EMPTY: "",
    Pattern.DIAGONAL: "M0 6 L6 0",
    Pattern.BACK_DIAGONAL: "M0 0 L6 6",
    Pattern.VERTICAL: "M3 0 V6",
    Pattern.CROSSED: "M0 0 L6 6 M0 6 L6 0",
}


def _patterns(colors: Colors) -> Iterator[str]:
    for part in PARTS:
        look = part_look(colors, part)
        fill = colors.raised if look.pattern is Pattern.EMPTY else look.fill
        yield (
            f'<pattern id="{part}" width="6" height="6" patternUnits="userSpaceOnUse">'
            f'<rect width="6" height="6" fill="{fill}"/>'
        )
        if _STROKES[look.pattern]:
            yield f'<path d="{_STROKES[look.pattern]}" stroke="#10161C" stroke-opacity="0.45"/>'
        yield "</pattern>"
