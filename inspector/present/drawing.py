"""Pictures as plain shapes, so that the window and an SVG file show the very same one.

Coordinates are in pixels (units of the picture) from the upper left corner. Colours are names,
looked up in a theme when the picture is drawn: a field of ``Colors`` such as ``muted``, or
``verdict:NAME`` and ``part:NAME`` for the ink of a look, with ``-fill`` behind it for its area.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from inspector.present.palette import LIGHT, Colors, Look, Pattern, Shape

Measure = Callable[[str], float]
"""Returns how wide a text is."""

Anchor = Literal["start", "middle", "end"]
INK_ON_FILL = "#10161C"  # the areas' colours are light enough for it in either theme


class Box(NamedTuple):
    """A filled area; ``pattern`` is drawn over the fill in a shade of it.

    An empty pattern leaves what is behind it. ``line`` is the width of the outline, ``dots`` as
    those of a ``Rule``, ``opacity`` how solid fill and pattern are, ``tip`` what an SVG file says
    of it under the pointer, ``radius`` how round its corners are.
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
    radius: float = 0


class Shade(NamedTuple):
    """An area with corners, filled without an outline."""

    corners: tuple[tuple[float, float], ...]
    fill: str
    opacity: float = 1
    pattern: Pattern = Pattern.SOLID


class Rule(NamedTuple):
    """A straight line, ``dots`` of a line and the gap after it apart where it is broken."""

    x1: float
    y1: float
    x2: float
    y2: float
    color: str
    width: float = 1
    dots: tuple[float, float] | None = None
    opacity: float = 1


class Path(NamedTuple):
    """A line through several points, ``dots`` as those of a ``Rule``."""

    points: tuple[tuple[float, float], ...]
    color: str
    width: float = 1.5
    dots: tuple[float, float] | None = None


class Words(NamedTuple):
    """A text on its base line; ``plate`` colours what is behind it, where letters need it.

    ``size`` is the height of its font in pixels, 0 that of the chart's texts.
    """

    x: float
    y: float
    text: str
    color: str = "text"
    anchor: Anchor = "start"
    strong: bool = False
    plate: str = ""
    size: float = 0


class Mark(NamedTuple):
    """A small shape around a point."""

    x: float
    y: float
    shape: Shape
    color: str
    size: float = 7
    tip: str = ""


class Raster(NamedTuple):
    """Equal blocks in rows of ``columns``, a byte each: from the colour ``weak`` to ``strong``."""

    x: float
    y: float
    width: float
    height: float
    columns: int
    blocks: bytes
    weak: str
    strong: str


def between(weak: str, strong: str) -> list[tuple[int, int, int]]:
    """Return the 256 colours from one, as ``#RRGGBB``, to another: red, green and blue."""
    ends = [[int(one[at : at + 2], 16) for at in (1, 3, 5)] for one in (weak, strong)]
    steps = [
        [round(a + (b - a) * step / 255) for step in range(256)] for a, b in zip(*ends, strict=True)
    ]
    return list(zip(*steps, strict=True))


Item = Box | Shade | Rule | Path | Words | Mark | Raster
DASHES = (5.0, 4.0)
"""A line and the gap after it, in pixels, of what is not quite there."""


def pixel_middle(at: float) -> float:
    """Return the middle of the pixel of a chart that a point is in.

    A pixel is painted as what lies at its middle, so that is what is under a pointer on it.
    """
    return math.floor(at) + 0.5


@dataclass(frozen=True, slots=True)
class Hit:
    """A place that belongs to a subject: its key, and what is said about it under the pointer.

    One that cannot be chosen has no key, nor has one that is only read aloud.
    """

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
    """A picture. ``title`` says in a sentence what it shows, for those who cannot see it.

    ``origin`` is where the items' (0, 0) lies.
    """

    width: float
    height: float
    title: str
    items: tuple[Item, ...]
    hits: tuple[Hit, ...] = ()
    origin: tuple[float, float] = (0, 0)

    def parts(self) -> Iterator[Hit]:
        """Yield the parts of the picture in the order in which they are read."""
        yield from self.hits

    def hit(self, x: float, y: float) -> Hit | None:
        """Return the place under a point, the one drawn last where several are."""
        at = pixel_middle(x), pixel_middle(y)
        return next((hit for hit in reversed(self.hits) if hit.holds(*at)), None)


LINE = 18  # pixels; height of a line of text
_LETTERS, _STRONG = 1.6, 1.4  # at most, times a size, and times as wide as in the usual font
_BASE = 13  # from the top of a line to the base line of its words
FAINT = 0.3  # how solid the ground of what is missing is
LEAST_EDGED = 2  # pixels; a narrower area has no outline


@dataclass(frozen=True, slots=True)
class Tick:
    """A labelled place on an axis, in pixels."""

    at: float
    text: str


def round_step(least: float, *, whole: bool = False) -> float:
    """Return the round number, 1, 2 or 5 times a power of ten, that is at least ``least``."""
    if least <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(least))
    step = next(times * power for times in (1, 2, 5, 10) if times * power >= least * (1 - 1e-9))
    return max(1.0, step) if whole else step


def line_of_text(
    x: float,
    top: float,
    text: str,
    *,
    right: bool = False,
    strong: bool = False,
) -> Words:
    """Return a line of text; ``right`` sets it to end at ``x``."""
    side: Anchor = "end" if right else "start"
    color = "text" if strong else "muted"
    return Words(x, top + _BASE, text, color, side, strong)


def top_of(line: Words) -> float:
    """Return the upper edge of a line of text."""
    return line.y - _BASE


class PartLook(NamedTuple):
    """How a part of a budget looks, whose patterns no theme changes.

    ``ground`` is its colour, ``fill``, ``pattern`` and ``edge`` are those of its areas: one with an
    empty pattern is edged instead, unless it is too narrow. ``ink`` is that of words in an area,
    ``plate`` what hides a pattern behind them: letters over one cannot be read.
    """

    ground: str
    fill: str
    pattern: Pattern
    edge: str = ""
    ink: str = "on_fill"
    plate: str = ""


def _part_look(part: str, pattern: Pattern) -> PartLook:
    ground = f"part:{part}-fill"
    if pattern is Pattern.EMPTY:
        return PartLook(ground, "base", Pattern.SOLID, edge=f"part:{part}", ink=f"part:{part}")
    return PartLook(ground, ground, pattern, plate="" if pattern is Pattern.SOLID else ground)


PART_LOOKS = {part: _part_look(part, look.pattern) for part, look in LIGHT.parts.items()}
"""The look of each part of the palette."""


def part_box(
    x: float, y: float, width: float, height: float, part: str, *, edged: bool = False
) -> Box:
    """Return an area that looks as a part of a budget does; ``edged`` draws a line around it."""
    look = PART_LOOKS[part]
    outline = "edge" if edged else look.edge if width >= LEAST_EDGED else ""
    return Box(x, y, width, height, look.fill, look.pattern, outline, 1)


def words_in_part(box: tuple[float, float, float, float], text: str, part: str) -> Words:
    """Return a text in the middle of a part's area: left, top, width and height."""
    x, y, width, height = box
    look = PART_LOOKS[part]
    return Words(x + width / 2, y + height / 2 + 4, text, look.ink, "middle", plate=look.plate)


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
    if width <= 0:
        return ""
    if measure(text) <= width:
        return text

    found, low, high = "", _LEAST_LETTERS - 1, len(text)
    while low < high - 1:
        kept = (low + high) // 2
        last = kept // 2 if middle else 0
        shown = text[: kept - last].rstrip() + "…" + text[len(text) - last :].lstrip()
        if measure(shown) <= width:
            found, low = shown, kept
        else:
            high = kept
    return found


_LEAST_LETTERS = 3
PLATE_SIDE, PLATE_UP, PLATE_HEIGHT = 3, 12, 16
"""How far a plate reaches beyond its words, above their base line, and how high it is."""


Extent = tuple[float, float, float, float]
"""Left, top, right and bottom edge of what a shape covers, or a little more."""


def extents(items: Iterable[Item], measure: Measure) -> list[Extent]:
    """Return what each shape covers; ``measure`` is that of the chart's texts."""
    found: list[Extent] = []
    for item in items:
        match item:
            case Box(x, y, width, height) | Raster(x, y, width, height):
                edges = (x, y, x + max(width, 0), y + max(height, 0))
                line = item.line if isinstance(item, Box) else 0
            case Words(x, y, text):
                high = max(item.size * _LETTERS, LINE)
                wide = measure(text) * (high / LINE) * (_STRONG if item.strong else 1)
                x -= {"start": 0.0, "middle": wide / 2, "end": wide}[item.anchor]
                edges, line = (x, y - high, x + wide, y + high / 2), PLATE_SIDE
            case Mark(x, y):
                edges, line = (x, y, x, y), item.size
            case Rule(x1, y1, x2, y2):
                edges, line = (min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)), item.width
            case Shade(points) | Path(points):
                xs, ys = zip(*points, strict=True)
                edges = (min(xs), min(ys), max(xs), max(ys))
                line = item.width if isinstance(item, Path) else 0
        left, top, right, bottom = edges
        found.append((left - line, top - line, right + line, bottom + line))
    return found


def shared(old: Sequence[Item], new: Sequence[Item]) -> int:
    """Return how many shapes two pictures begin with that are the very same."""
    for place, (one, other) in enumerate(zip(old, new, strict=False)):
        if one is not other:
            return place
    return min(len(old), len(new))


def different(old: Sequence[Item], new: Sequence[Item]) -> list[Item]:
    """Return the shapes that only one of two pictures has, each as often as it is drawn at most."""
    found: list[Item] = []
    before = {item[:5]: item for item in old}
    for item in new:
        same = before.get(item[:5])
        if same == item and type(same) is type(item):
            del before[item[:5]]
        else:
            found.append(item)
    return found + list(before.values())


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
