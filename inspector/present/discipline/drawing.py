"""Pictures as plain shapes, so that the window and an SVG file show the very same one.

Coordinates are in pixels (units of the picture) from the upper left corner. Colours are names,
looked up in a theme when the picture is drawn: a field of ``Colors`` such as ``muted``, or
``verdict:NAME`` and ``part:NAME`` for the ink of a look, with ``-fill`` behind it for its area.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from inspector.present.palette import Colors, Look, Pattern, Shape

Measure = Callable[[str], float]
"""Returns how wide a text is."""

Anchor = Literal["start", "middle", "end"]
INK_ON_FILL = "#10161C"  # the areas' colours are light enough for it in either theme


@dataclass(frozen=True, slots=True)
class Box:
    """A filled area; ``pattern`` is drawn over the fill in a darker shade of it."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    pattern: Pattern = Pattern.SOLID
    outline: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    color: str
    width: float = 1
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Path:
    """A line through several points."""

    points: tuple[tuple[float, float], ...]
    color: str
    width: float = 1.5


@dataclass(frozen=True, slots=True)
class Words:
    """A text on its base line."""

    x: float
    y: float
    text: str
    color: str = "text"
    anchor: Anchor = "start"
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A small shape around a point."""

    x: float
    y: float
    shape: Shape
    color: str
    size: float = 7


Item = Box | Rule | Path | Words | Mark


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

    def hit(self, x: float, y: float) -> Hit | None:
        """Return the place under a point, the one drawn last where several are."""
        return next((hit for hit in reversed(self.hits) if hit.holds(x, y)), None)


def color_of(colors: Colors, name: str) -> str:
    """Return a colour, as ``#RRGGBB``, by its name."""
    kind, _, rest = name.partition(":")
    if not rest:
        return str(INK_ON_FILL if name == "on_fill" else getattr(colors, name))
    looks: dict[str, Look] = dict(colors.verdicts if kind == "verdict" else colors.parts)
    look = looks[rest.removesuffix("-fill")]
    return look.fill if rest.endswith("-fill") else look.ink


def fitted(text: str, width: float, measure: Measure) -> str:
    """Return a text cut to a width with an ellipsis, "" where not even three letters fit."""
    if measure(text) <= width:
        return text
    for length in range(len(text) - 1, 2, -1):
        cut = text[:length].rstrip() + "…"
        if measure(cut) <= width:
            return cut
    return ""
