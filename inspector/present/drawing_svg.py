"""Pictures as SVG files."""

from __future__ import annotations

import struct
import zlib
from base64 import b64encode
from collections.abc import Iterable
from itertools import chain

from inspector.core.text import in_markup
from inspector.present.drawing import (
    PLATE_HEIGHT,
    PLATE_SIDE,
    PLATE_UP,
    Box,
    Drawing,
    Item,
    Mark,
    Path,
    Raster,
    Rule,
    Shade,
    Words,
    between,
    color_of,
    corners,
)
from inspector.present.palette import LIGHT, Colors, Look, Pattern, Shape
from inspector.present.strips import Strips, strips_drawing

LETTER_WIDTH = 6.6  # of an average letter at the picture's size of text
_STROKES = {
    Pattern.DIAGONAL: "M0 6 6 0M-1 1 1 -1M5 7 7 5",
    Pattern.BACK_DIAGONAL: "M0 0 6 6M5 -1 7 1M-1 5 1 7",
    Pattern.CROSSED: "M0 0 6 6M0 6 6 0",
    Pattern.HORIZONTAL: "M0 3H6",
    Pattern.VERTICAL: "M3 0V6",
    Pattern.DOTS: "M1 2h2M4 5h2",
}


def measured(text: str) -> float:
    """Return about how wide a text is in a picture."""
    return LETTER_WIDTH * len(text)


def drawing_svg(drawing: Drawing, colors: Colors = LIGHT) -> str:
    """Return a picture as the text of an SVG file."""
    width, height = f"{drawing.width:g}", f"{drawing.height:g}"
    body = "".join(_shape(item, colors) for item in drawing.items)
    if drawing.origin != (0, 0):
        left, top = drawing.origin
        body = f'<g transform="translate({left:g} {top:g})">{body}</g>'
    patterns = "".join(
        f'<pattern id="{name}" width="6" height="6" patternUnits="userSpaceOnUse">'
        f'<path d="{path}" stroke="#000" stroke-opacity=".45" fill="none"/></pattern>'
        for name, path in _STROKES.items()
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img" font-family="Inter, Segoe UI, sans-serif" font-size="12">'
        f"<title>{in_markup(drawing.title)}</title><defs>{patterns}</defs>"
        f'<rect width="{width}" height="{height}" fill="{colors.base}"/>{body}</svg>\n'
    )


def strips_svg(chart: Strips, width: float, selected: str = "") -> str:
    """Return strips, as wide as asked for, as an SVG file; what is ``selected`` is marked."""
    return drawing_svg(strips_drawing(chart, width, measured, selected))


def svg_fill(look: Look) -> tuple[str, str]:
    """Return what fills an area in a document that holds a picture: its ground and what is over.

    The second is "" where nothing is.
    """
    return look.fill, f"url(#{look.pattern})" if look.pattern in _STROKES else ""


def _shape(item: Item, colors: Colors) -> str:
    match item:
        case Box():
            return _box(item, colors)
        case Shade(corners, fill, opacity, pattern):
            area = f'<polygon points="{_points(corners)}"'
            drawn = f'{area} fill="{color_of(colors, fill)}"{_solid("fill", opacity)}/>'
            return drawn + (f'{area} fill="url(#{pattern})"/>' if pattern in _STROKES else "")
        case Rule(x1, y1, x2, y2, color, width, dots, opacity):
            return (
                f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
                f' stroke="{color_of(colors, color)}" stroke-width="{width:g}"{_dashes(dots)}'
                f"{_solid('stroke', opacity)}/>"
            )
        case Path(points, color, width, dots):
            return (
                f'<polyline points="{_points(points)}" fill="none"'
                f' stroke="{color_of(colors, color)}" stroke-width="{width:g}"{_dashes(dots)}'
                f' stroke-linejoin="round"/>'
            )
        case Words():
            return _words(item, colors)
        case Mark():
            return _tipped(_mark(item, colors), item.tip)
        case Raster():
            return _raster(item, colors)


def _raster(raster: Raster, colors: Colors) -> str:
    """Return blocks as a picture in the PNG format, whose colours are a table."""
    columns, rows = raster.columns, len(raster.blocks) // raster.columns
    table = between(color_of(colors, raster.weak), color_of(colors, raster.strong))
    lines = (raster.blocks[at : at + columns] for at in range(0, rows * columns, columns))
    head = struct.pack(">IIBBBBB", columns, rows, 8, 3, 0, 0, 0)
    parts = (
        (b"IHDR", head),
        (b"PLTE", bytes(chain.from_iterable(table))),
        (b"IDAT", zlib.compress(b"".join(b"\0" + line for line in lines), 9)),
        (b"IEND", b""),
    )
    png = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts
    )
    return (
        f'<image x="{raster.x:g}" y="{raster.y:g}" width="{raster.width:g}"'
        f' height="{raster.height:g}" preserveAspectRatio="none"'
        f' href="data:image/png;base64,{b64encode(png).decode()}"/>'
    )


def _points(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _solid(what: str, opacity: float) -> str:
    return "" if opacity == 1 else f' {what}-opacity="{opacity:g}"'


def _dashes(dots: tuple[float, float] | None) -> str:
    return "" if dots is None else f' stroke-dasharray="{dots[0]:g} {dots[1]:g}"'


def _tipped(drawn: str, tip: str) -> str:
    return f"<g><title>{in_markup(tip)}</title>{drawn}</g>" if tip else drawn


def _box(box: Box, colors: Colors) -> str:
    place = (
        f'x="{box.x:.1f}" y="{box.y:.1f}" width="{max(box.width, 0):.1f}"'
        f' height="{max(box.height, 0):.1f}"'
    )
    if box.radius:
        place += f' rx="{box.radius:g}"'
    fill = "none" if box.pattern is Pattern.EMPTY else color_of(colors, box.fill)
    line = ""
    if box.outline:
        line = f' stroke="{color_of(colors, box.outline)}" stroke-width="{box.line:g}"'
        line += _dashes(box.dots)
    drawn = f'<rect {place} fill="{fill}"{line}{_solid("fill", box.opacity)}/>'
    if box.pattern in _STROKES:
        drawn += f'<rect {place} fill="url(#{box.pattern})"/>'
    return _tipped(drawn, box.tip)


def _words(words: Words, colors: Colors) -> str:
    x, y, anchor = words.x, words.y, words.anchor
    plate, font = "", ' font-weight="600"' if words.strong else ""
    if words.size:
        font += f' font-size="{words.size:g}"'
    if words.plate:
        wide = measured(words.text)
        left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor] - PLATE_SIDE
        plate = (
            f'<rect x="{left:.1f}" y="{y - PLATE_UP:.1f}" width="{wide + 2 * PLATE_SIDE:.1f}"'
            f' height="{PLATE_HEIGHT}" fill="{color_of(colors, words.plate)}"/>'
        )
    return (
        f'{plate}<text x="{x:.1f}" y="{y:.1f}" fill="{color_of(colors, words.color)}"'
        f' text-anchor="{anchor}"{font}>{in_markup(words.text)}</text>'
    )


def _mark(mark: Mark, colors: Colors) -> str:
    color, x, y, half = color_of(colors, mark.color), mark.x, mark.y, mark.size / 2
    circle = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{half:g}"'
    hollow = f'{circle} fill="{colors.base}" stroke="{color}" stroke-width="1.5"'
    match mark.shape:
        case Shape.RING:
            return f"{hollow}/>"
        case Shape.DOTTED:
            return f'{hollow} stroke-dasharray="3 2"/>'
        case Shape.HALF:
            arc = f"M{x:.1f} {y - half:.1f}a{half:g} {half:g} 0 0 0 0 {mark.size:g}z"
            return f'{hollow}/><path d="{arc}" fill="{color}"/>'
        case Shape.EQUAL:
            bar = f"h{mark.size:g}M{x - half:.1f} {y + half / 2:.1f}h{mark.size:g}"
            line = f"M{x - half:.1f} {y - half / 2:.1f}{bar}"
            return f'<path d="{line}" stroke="{color}" stroke-width="1.8"/>'
        case Shape.CROSS:
            return (
                f'<path d="M{x - half:.1f} {y - half:.1f}l{mark.size:g} {mark.size:g}'
                f'm0 -{mark.size:g}l-{mark.size:g} {mark.size:g}" stroke="{color}"'
                f' stroke-width="1.8"/>'
            )
        case Shape.TRIANGLE | Shape.DIAMOND | Shape.STOP:
            return f'<polygon points="{_points(corners(mark))}" fill="{color}"/>'
        case Shape.DISC:
            return f'{circle} fill="{color}"/>'
