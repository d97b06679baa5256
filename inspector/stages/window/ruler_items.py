"""The ruler as shapes: what the window shows is what an SVG file holds.

And what a step of a story shows of this stage: the ruler, and *Why* of what is selected.
"""

from __future__ import annotations

from collections.abc import Iterator

from inspector.language import capitalized, localized, tr
from inspector.present.drawing import (
    DASHES,
    LINE,
    Box,
    Drawing,
    Item,
    Mark,
    Measure,
    Rule,
    Words,
    fitted,
)
from inspector.present.drawing_svg import drawing_svg, measured
from inspector.present.palette import Pattern, Shape
from inspector.present.story import Picture, pictured
from inspector.stages.window.ruler import PART_PATTERNS, Ruler, family_fill, ruler
from inspector.stages.window.ruler_geometry import ChunkHit, RulerGeometry, ruler_geometry
from inspector.stages.window.runs import run_window
from inspector.stages.window.why import why_window
from inspector.stages.window.words import FAMILIES, PARTS, unusable_records, written

WIDTH, HEIGHT = 1040, 420
_LEAST_CAPTION = 54  # pixels; narrower spans have no caption
_PADDING = 6
_GHOST, _FAINT = 0.42, 0.12  # how solid dropped chunks are, and those without a verdict yet
_BASE = 13  # from the top of a line to its base line


def ruler_svg(ruler: Ruler, selected: str = "") -> str:
    """Return the picture of a whole ruler, dropped chunks beyond the room included.

    The chunk that is ``selected`` is marked.
    """
    geometry = ruler_geometry(ruler, WIDTH, HEIGHT, (ruler.begin, ruler.end), measured)
    title = tr(
        "{placed:,} chunks placed in {used:,.0f} of {room:,.0f} tokens, {dropped:,} dropped",
        placed=len(ruler.placed),
        used=ruler.placed.end,
        room=ruler.room,
        dropped=len(ruler.dropped),
    )
    found = ruler.place_of(selected)
    chosen = None if found is None else ChunkHit(*found)
    drawn = ruler_items(geometry, measured, told=True)
    items = (*drawn, *marked_items(geometry, chosen, None))
    return drawing_svg(Drawing(WIDTH, HEIGHT, title, items))


def ruler_items(
    geometry: RulerGeometry, measure: Measure, decided: int | None = None, *, told: bool = False
) -> Iterator[Item]:
    """Yield the whole chart from the back to the front.

    ``decided`` is the number of chunks that have a verdict in a replay, None for all of them;
    ``told`` gives spans the words that an SVG file says of them.
    """
    yield from _overview(geometry)
    yield from _levels(geometry)
    yield from _reserve(geometry, measure)
    for placed in (True, False):
        yield from _spans(geometry, measure, decided, placed=placed, told=told)
    yield from _axis(geometry, measure)
    yield from _gutter(geometry)
    yield from _legend(geometry)


def marked_items(
    geometry: RulerGeometry, selected: ChunkHit | None, hovered: ChunkHit | None
) -> Iterator[Item]:
    """Yield what lies over the chart: the span under the pointer, and the selected one."""
    if hovered is not None:
        yield from _outline(geometry, hovered, "text", 1)
    if selected is not None:
        yield from _selected(geometry, selected)


def _overview(geometry: RulerGeometry) -> Iterator[Item]:
    ruler = geometry.ruler
    top, tall = geometry.overview_top, geometry.overview_height

    def band(begin: float, end: float) -> tuple[float, float, float, float]:
        left, right = round(geometry.overview_x(begin)), round(geometry.overview_x(end))
        return left, top, right - left, tall

    yield Box(*band(ruler.begin, ruler.end), "chrome")
    yield Box(*band(ruler.begin, 0), "edge", Pattern.DIAGONAL, opacity=_GHOST)
    yield Box(*band(0, ruler.room), "line")
    yield Box(*band(0, ruler.placed.end), "accent", opacity=0.55)
    if ruler.dropped.end > ruler.room:
        yield Box(*band(ruler.room, ruler.dropped.end), "edge", Pattern.DOTS, opacity=_GHOST)
    begin, end = geometry.view
    left, _, wide, _ = band(max(begin, ruler.begin), min(end, ruler.end))
    yield Box(left, top - 2, wide + 1, tall + 4, "", Pattern.EMPTY, "accent", 2)


def _levels(geometry: RulerGeometry) -> Iterator[Item]:
    for level in geometry.levels:
        at = round(level.at)
        yield Rule(geometry.left, at, geometry.left + geometry.inner, at, "line")
        yield Words(geometry.left - 8, at + 4, level.text, "muted", "end")


def _reserve(geometry: RulerGeometry, measure: Measure) -> Iterator[Item]:
    reserve = geometry.ruler.reserve
    left, right = max(geometry.x(-reserve), geometry.left), geometry.x(0)
    if not reserve or right <= left:
        return
    tall = geometry.line - geometry.above
    yield Box(left, geometry.above, right - left, tall, "line", Pattern.DIAGONAL, opacity=_GHOST)
    tokens = written(int(reserve))
    for text in (tr("reserve {tokens}", tokens=tokens), tr("reserve")):
        if measure(text) + 2 * _PADDING <= right - left:
            middle = (left + right) / 2
            base = geometry.above + tall / 2 + 4
            yield Words(middle, base, text, "muted", "middle", plate="chrome")
            return


def _spans(
    geometry: RulerGeometry, measure: Measure, decided: int | None, *, placed: bool, told: bool
) -> Iterator[Item]:
    runs, spans = geometry.runs(placed=placed), geometry.spans(placed=placed)
    captioned = []
    for left, right, place, whole in zip(
        runs.lefts.tolist(),
        runs.rights.tolist(),
        runs.places.tolist(),
        runs.whole.tolist(),
        strict=True,
    ):
        waiting = decided is not None and int(spans.turns[place]) >= decided
        opacity = _FAINT if waiting else 1.0 if placed else _GHOST
        # A line of the background parts spans; columns of pixels are not parted.
        wide = right - left - (1 if whole else 0)
        fill = family_fill(FAMILIES[int(spans.families[place])])
        edge = geometry.line if placed else geometry.below
        tip = geometry.ruler.text(placed=placed, place=place) if told else ""
        for part, points in zip(PARTS, spans.parts[place].tolist(), strict=True):
            tall = points * geometry.points
            if tall <= 0:
                continue
            upper = edge - tall if placed else edge
            pattern = PART_PATTERNS[part]
            yield Box(left, upper, wide, tall, fill, pattern, opacity=opacity, tip=tip)
            edge += -tall if placed else tall
        if whole and wide >= _LEAST_CAPTION and not waiting:
            tall = float(spans.parts[place][0]) * geometry.points
            captioned.append((place, left, wide, tall))
    for place, left, wide, tall in captioned:
        top = geometry.line - tall if placed else geometry.below
        yield from _caption(geometry, measure, ChunkHit(placed, place), left, top, wide, tall)


def _caption(
    geometry: RulerGeometry,
    measure: Measure,
    hit: ChunkHit,
    left: float,
    top: float,
    wide: float,
    tall: float,
) -> Iterator[Item]:
    """Write what a chunk is into its span, as many lines as there is room for."""
    ruler, place = geometry.ruler, hit.place
    spans = geometry.spans(placed=hit.placed)
    room = wide - 2 * _PADDING

    def with_unit(number: str, unit: str) -> str:
        return f"{number} {unit}" if measure(f"{number} {unit}") <= room else number

    lines = [
        tr(ruler.title(placed=hit.placed, place=place)),
        ruler.name(placed=hit.placed, place=place),
        with_unit(written(ruler.outcome.tokens[int(spans.rows[place])]), tr("tokens")),
        with_unit(localized(spans.heights[place], ",.1f"), tr("points")),
    ]
    for number, text in enumerate(lines[: max(int((tall - 4) // LINE), 0)]):
        # What is strong is a little wider than it is measured.
        width = room * (0.94 if number == 0 else 1)
        shown = fitted(text, width, measure, middle=number == 1)  # ids differ at their ends
        base = top + 3 + number * LINE + _BASE
        ink = "on_fill" if hit.placed else "text"
        yield Words(left + _PADDING, base, shown, ink, strong=number == 0)


def _axis(geometry: RulerGeometry, measure: Measure) -> Iterator[Item]:
    left, right = geometry.left, geometry.left + geometry.inner
    line, below = round(geometry.line), round(geometry.below)
    yield Box(left, line, geometry.inner, below - line, "chrome")
    for at in (line, below):
        yield Rule(left, at, right, at, "edge")
    for tick in geometry.ticks:
        at, half = round(tick.at), measure(tick.text) / 2 + 4
        if left <= at - half and at + half <= right:
            yield Rule(at, line, at, line + 4, "edge")
            yield Words(at, (line + below) / 2 + 5, tick.text, "muted", "middle")
    room = geometry.x(geometry.ruler.room)
    if not left <= room <= right:
        return
    text = tr("limit {tokens}", tokens=written(int(geometry.ruler.room)))
    wide = measure(text) + 10
    begin = room + 1 if room + 1 + wide <= right else room - wide
    yield Rule(room, geometry.above - 4, room, geometry.bottom, "accent", 2)
    yield Box(begin, geometry.above - 4, wide, LINE, "accent")
    yield Words(begin + wide / 2, geometry.above - 4 + _BASE, text, "on_accent", "middle")


def _selected(geometry: RulerGeometry, hit: ChunkHit) -> Iterator[Item]:
    """Mark the selected span; lead from a dropped one to the one that beat it."""
    rival = None if hit.placed else geometry.ruler.rival(hit.place)
    if rival is not None:
        other = ChunkHit(placed=True, place=rival)
        x, to_x = (
            min(max((box[0] + box[2]) / 2, geometry.left), geometry.left + geometry.inner)
            for box in (geometry.box(hit), geometry.box(other))
        )
        for color, width in (("base", 5), ("accent", 2)):
            yield Rule(x, geometry.below, to_x, geometry.line, color, width)
        yield Mark(to_x, geometry.line, Shape.DISC, "accent")
        yield from _outline(geometry, other, "accent", 2, dots=DASHES)
    yield from _outline(geometry, hit, "base", 4)
    yield from _outline(geometry, hit, "accent", 2)


def _outline(
    geometry: RulerGeometry,
    hit: ChunkHit,
    color: str,
    line: float,
    dots: tuple[float, float] | None = None,
) -> Iterator[Item]:
    left, top, right, bottom = (round(edge) for edge in geometry.box(hit))
    left, end = max(left, round(geometry.left)), round(geometry.left + geometry.inner)
    wide, tall = min(right, end) - left, max(bottom - top, 3)
    if wide > 0:
        yield Box(left, top, max(wide, 3), tall, "", Pattern.EMPTY, color, line, dots)


def _gutter(geometry: RulerGeometry) -> Iterator[Item]:
    ruler = geometry.ruler
    for base, text in (
        (geometry.overview_top + geometry.overview_height / 2 + 4, tr("overview")),
        (geometry.line - 5, tr("{placed:,} placed", placed=len(ruler.placed))),
        ((geometry.line + geometry.below) / 2 + 5, tr("tokens")),
        (geometry.below + 1 + _BASE, tr("{dropped:,} dropped", dropped=len(ruler.dropped))),
    ):
        yield Words(4, base, text, "muted")


def _legend(geometry: RulerGeometry) -> Iterator[Item]:
    for entry in geometry.legend:
        swatch = (entry.x, entry.top + 4, 14, 10)
        if entry.family:
            yield Box(*swatch, family_fill(entry.family), outline="edge", line=1)
        else:
            pattern = PART_PATTERNS[entry.part]
            yield Box(*swatch, "edge", pattern, outline="edge", line=1, opacity=_GHOST)
        yield Words(entry.x + 20, entry.top + _BASE, entry.title, "muted")


def picture(_width: int) -> Picture:
    """Return what draws the window's ruler and explains what is selected."""
    return pictured(
        lambda session: run_window(session).report,
        lambda report, key: ruler_svg(ruler(report), key),
        why_window,
        lambda report: capitalized(unusable_records(report)),
    )
