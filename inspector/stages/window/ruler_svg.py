"""The ruler as an SVG picture, drawn from the same numbers as the window's chart."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.core.text import in_markup
from inspector.language import tr
from inspector.present.palette import LIGHT, Colors, Look, Pattern
from inspector.stages.window.names import FAMILIES, FAMILY_TITLES, PARTS, written
from inspector.stages.window.ruler import PART_PATTERNS, Ruler, family_look
from inspector.stages.window.ruler_geometry import Hit, RulerGeometry, ruler_geometry

WIDTH, HEIGHT = 1040, 420
_LETTER = 6.2  # width of an average letter of the picture's font


def ruler_svg(
    ruler: Ruler, colors: Colors = LIGHT, width: int = WIDTH, height: int = HEIGHT
) -> str:
    """Return the picture of a whole ruler, dropped chunks beyond the room included."""
    view = (ruler.begin, ruler.end)
    geometry = ruler_geometry(ruler, width, height, view, lambda text: _LETTER * len(text))
    title = tr(
        "{placed:,} chunks placed in {used:,.0f} of {room:,.0f} tokens, {dropped:,} dropped",
        placed=len(ruler.placed),
        used=ruler.placed.end,
        room=ruler.room,
        dropped=len(ruler.dropped),
    )
    body = "".join(
        (
            *_frame(geometry, colors),
            *_spans(geometry, placed=True),
            *_spans(geometry, placed=False),
            *_legend(geometry, colors),
        )
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img" font-family="Inter, Segoe UI, sans-serif" font-size="11">'
        f"<title>{in_markup(title)}</title><defs>{''.join(_patterns(colors))}</defs>"
        f'<rect width="{width}" height="{height}" fill="{colors.base}"/>{body}</svg>\n'
    )


def _frame(geometry: RulerGeometry, colors: Colors) -> Iterator[str]:
    ruler = geometry.ruler
    yield _text(
        0,
        geometry.overview_top + 10,
        tr("{tokens} used", tokens=written(int(ruler.placed.end))),
        colors,
    )
    room, zero = geometry.overview_x(ruler.room), geometry.overview_x(0)
    top, tall = geometry.overview_top, geometry.overview_height
    for left, right, fill in (
        (geometry.overview_x(ruler.begin), zero, colors.edge),
        (zero, geometry.overview_x(ruler.placed.end), colors.accent),
    ):
        yield _box(left, top, right - left, tall, fill)
    yield (
        f'<rect x="{zero:.1f}" y="{top}" width="{max(room - zero, 0):.1f}" height="{tall}"'
        f' fill="none" stroke="{colors.edge}"/>'
    )
    for level in geometry.levels:
        end = geometry.left + geometry.inner
        yield _rule(geometry.left, level.at, end, level.at, colors.line)
        yield _text(geometry.left - 8, level.at + 4, level.text, colors, anchor="end")
    if ruler.reserve:
        left, right = geometry.x(ruler.begin), geometry.x(0)
        yield _box(left, geometry.above, right - left, geometry.line - geometry.above, colors.line)
        caption = tr("reserve {tokens}", tokens=written(int(ruler.reserve)))
        yield _text(left, geometry.line + 14, caption, colors)
    edge = geometry.x(ruler.room)
    yield _rule(edge, geometry.above - 4, edge, geometry.bottom, colors.accent)
    limit = tr("limit {tokens}", tokens=written(int(ruler.room)))
    yield _text(edge - 6, geometry.above + 4, limit, colors, anchor="end")
    yield _rule(
        geometry.left, geometry.line, geometry.left + geometry.inner, geometry.line, colors.text
    )
    for tick in geometry.ticks:
        yield _text(tick.at, geometry.line + 14, tick.text, colors, anchor="middle")
    yield _text(0, geometry.line - 6, tr("{placed:,} placed", placed=len(ruler.placed)), colors)
    yield _text(
        0, geometry.below + 12, tr("{dropped:,} dropped", dropped=len(ruler.dropped)), colors
    )


def _spans(geometry: RulerGeometry, *, placed: bool) -> Iterator[str]:
    runs, spans = geometry.runs(placed=placed), geometry.spans(placed=placed)
    for left, right, place, whole in zip(
        runs.lefts.tolist(),
        runs.rights.tolist(),
        runs.places.tolist(),
        runs.whole.tolist(),
        strict=True,
    ):
        family = FAMILIES[int(spans.families[place])]
        wide = max(right - left - (0.5 if whole else 0), 0.5)
        _, top, _, bottom = geometry.box(Hit(placed, place))
        edge = bottom if placed else top
        title = f"<title>{in_markup(geometry.ruler.text(placed=placed, place=place))}</title>"
        yield f'<g opacity="{1 if placed else 0.75}">{title}'
        for part, points in zip(PARTS, spans.parts[place].tolist(), strict=True):
            tall = points * geometry.points
            if tall <= 0:
                continue
            upper = edge - tall if placed else edge
            yield _box(left, upper, wide, tall, f"url(#{family}-{part})")
            edge += -tall if placed else tall
        yield "</g>"


def _legend(geometry: RulerGeometry, colors: Colors) -> Iterator[str]:
    for entry in geometry.legend:
        fill = f"url(#{entry.family or FAMILIES[0]}-{entry.part or PARTS[0]})"
        yield _box(entry.x, entry.top + 3, 14, 11, fill)
        yield _text(entry.x + 20, entry.top + 12, entry.title, colors)


def _box(left: float, top: float, wide: float, tall: float, fill: str) -> str:
    return (
        f'<rect x="{left:.2f}" y="{top:.2f}" width="{max(wide, 0):.2f}" height="{tall:.2f}"'
        f' fill="{fill}"/>'
    )


def _rule(x1: float, y1: float, x2: float, y2: float, color: str) -> str:
    return f'<path d="M{x1:.1f} {y1:.1f} L{x2:.1f} {y2:.1f}" stroke="{color}"/>'


def _text(x: float, y: float, text: str, colors: Colors, anchor: str = "start") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colors.muted}">'
        f"{in_markup(text)}</text>"
    )


_STROKES = {
    Pattern.SOLID: "",
    Pattern.DIAGONAL: "M0 6 L6 0",
    Pattern.DOTS: "M1 1 h1 M4 4 h1",
    Pattern.CROSSED: "M0 0 L6 6 M0 6 L6 0",
}


def _patterns(colors: Colors) -> Iterator[str]:
    """Define a pattern for every part of every family: the colour is the family's."""
    for family in FAMILY_TITLES:
        look: Look = family_look(colors, family)
        for part, pattern in PART_PATTERNS.items():
            strokes = _STROKES[pattern]
            yield (
                f'<pattern id="{family}-{part}" width="6" height="6"'
                f' patternUnits="userSpaceOnUse"><rect width="6" height="6" fill="{look.fill}"/>'
            )
            if strokes:
                yield f'<path d="{strokes}" stroke="#10161C" stroke-opacity="0.55"/>'
            yield "</pattern>"
