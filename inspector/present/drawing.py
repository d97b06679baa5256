"""Pictures as plain shapes, so that the window and an SVG file show the very same one.

Coordinates are in pixels (units of the picture) from the upper left corner. Colours are names,
looked up in a theme when the picture is drawn: a field of ``Colors`` such as ``muted``, or
``verdict:NAME`` and ``part:NAME`` for the ink of a look, with ``-fill`` behind it for its area.

Pictures as SVG.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from inspector.core.text import in_markup
from inspector.present.chart_part import ChartPart
from inspector.present.palette import LIGHT, Colors, Look, Pattern, Shape

Measure = Callable[[str], float]
"""Returns how wide a text is."""

Anchor = Literal["start", "middle", "end"]
INK_ON_FILL = "#10161C"  # the areas' colours are light enough for it in either theme


@dataclass(frozen=True, slots=True)
class Box:
    """A filled area; ``pattern`` is drawn over the fill in a shade of it.

    An empty pattern leaves what is behind it. ``line`` is the width of the outline, ``dots`` as
    those of a ``Rule``, ``opacity`` how solid fill and pattern are, ``tip`` what an SVG file says
    of it under the pointer.
    """

    x: float
    y: float
    width: float
    height: float
    fill: str
    pattern: Pattern = Pattern.SOLID
    outline: str = ""
    line: float = 1.5
    dots: tuple[float, float] | None = None
    opacity: float = 1
    tip: str = ""


@dataclass(frozen=True, slots=True)
class Shade:
    """An area with corners, filled without an outline."""

    corners: tuple[tuple[float, float], ...]
    fill: str
    opacity: float = 1


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight line, ``dots`` of a line and the gap after it apart where it is broken."""

    x1: float
    y1: float
    x2: float
    y2: float
    color: str
    width: float = 1
    dots: tuple[float, float] | None = None
    opacity: float = 1


@dataclass(frozen=True, slots=True)
class Path:
    """A line through several points."""

    points: tuple[tuple[float, float], ...]
    color: str
    width: float = 1.5


@dataclass(frozen=True, slots=True)
class Words:
    """A text on its base line; ``plate`` colours what is behind it, where letters need it."""

    x: float
    y: float
    text: str
    color: str = "text"
    anchor: Anchor = "start"
    strong: bool = False
    plate: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A small shape around a point."""

    x: float
    y: float
    shape: Shape
    color: str
    size: float = 7
    tip: str = ""


Item = Box | Shade | Rule | Path | Words | Mark
DASHES = (5.0, 4.0)
"""A line and the gap after it, in pixels, of what is not quite there."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A place that belongs to a subject: its key, and what is said about it under the pointer."""

    key: str
    tip: str
    x: float
    y: float
    width: float
    height: float

    def holds(self, x: float, y: float) -> bool:
        """Whether a point is in it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture. ``title`` says in a sentence what it shows, for those who cannot see it."""

    width: float
    height: float
    title: str
    items: tuple[Item, ...]
    hits: tuple[Hit, ...] = ()

    def parts(self) -> Iterator[ChartPart]:
        """Yield each place that belongs to a subject."""
        for hit in self.hits:
            yield ChartPart(hit.tip, hit.x, hit.y, hit.x + hit.width, hit.y + hit.height)

    def hit(self, x: float, y: float) -> Hit | None:
        """Return the place under a point, the one drawn last where several are."""
        return next((hit for hit in reversed(self.hits) if hit.holds(x, y)), None)


def color_of(colors: Colors, name: str) -> str:
    """Return a colour, as ``#RRGGBB``, by its name."""
    kind, _, rest = name.partition(":")
    if not rest:
        return str(INK_ON_FILL if name == "on_fill" else getattr(colors, name))
    looks: Mapping[str, Look] = colors.verdicts if kind == "verdict" else colors.parts
    look = looks[rest.removesuffix("-fill")]
    return look.fill if rest.endswith("-fill") else look.ink


def fitted(text: str, width: float, measure: Measure, *, middle: bool = False) -> str:
    """Return a text cut to a width with an ellipsis, "" where not even three letters fit.

    ``middle`` cuts in the middle, for what differs at its end.
    """
    if measure(text) <= width:
        return text

    def cut(kept: int) -> str:
        last = kept // 2 if middle else 0
        return text[: kept - last].rstrip() + "…" + text[len(text) - last :].lstrip()

    if len(text) < _LEAST_LETTERS or measure(cut(_LEAST_LETTERS)) > width:
        return ""
    low, high = _LEAST_LETTERS, len(text)
    while low < high - 1:
        kept = (low + high) // 2
        low, high = (kept, high) if measure(cut(kept)) <= width else (low, kept)
    return cut(low)


_LEAST_LETTERS = 3
LETTER_WIDTH = 6.6  # of an average letter at the picture's size of text
PLATE_SIDE, PLATE_UP, PLATE_HEIGHT = 3, 12, 16
"""How far a plate reaches beyond its words, above their base line, and how high it is."""

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


def _shape(item: Item, colors: Colors) -> str:
    match item:
        case Box():
            return _box(item, colors)
        case Shade(corners, fill, opacity):
            return (
                f'<polygon points="{_points(corners)}" fill="{color_of(colors, fill)}"'
                f"{_solid('fill', opacity)}/>"
            )
        case Rule(x1, y1, x2, y2, color, width, dots, opacity):
            return (
                f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
                f' stroke="{color_of(colors, color)}" stroke-width="{width:g}"{_dashes(dots)}'
                f"{_solid('stroke', opacity)}/>"
            )
        case Path(points, color, width):
            return (
                f'<polyline points="{_points(points)}" fill="none"'
                f' stroke="{color_of(colors, color)}" stroke-width="{width:g}"'
                f' stroke-linejoin="round"/>'
            )
        case Words():
            return _words(item, colors)
        case Mark():
            return _tipped(_mark(item, colors), item.tip)


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
    plate, weight = "", ' font-weight="600"' if words.strong else ""
    if words.plate:
        wide = measured(words.text)
        left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor] - PLATE_SIDE
        plate = (
            f'<rect x="{left:.1f}" y="{y - PLATE_UP:.1f}" width="{wide + 2 * PLATE_SIDE:.1f}"'
            f' height="{PLATE_HEIGHT}" fill="{color_of(colors, words.plate)}"/>'
        )
    return (
        f'{plate}<text x="{x:.1f}" y="{y:.1f}" fill="{color_of(colors, words.color)}"'
        f' text-anchor="{anchor}"{weight}>{in_markup(words.text)}</text>'
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


def corners(mark: Mark) -> tuple[tuple[float, float], ...]:
    """Return the corners of a mark that has some."""
    x, y, half = mark.x, mark.y, mark.size / 2
    match mark.shape:
        case Shape.TRIANGLE:
            return ((x, y - half), (x + half, y + half), (x - half, y + half))
        case Shape.DIAMOND:
            return ((x, y - half), (x + half, y), (x, y + half), (x - half, y))
        case _:
            return (
                (x - half, y - half),
                (x + half, y - half),
                (x + half, y + half),
                (x - half, y + half),
            )
