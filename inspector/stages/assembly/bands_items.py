"""The bands as shapes: what the window shows is what an SVG file holds.

How the bands are coloured: a colour for each step, a pattern where two share one.
And what a step of a story shows of this stage: the bands, and *Why* of what is selected.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from inspector.core.assembly import Step
from inspector.language import localized, tr
from inspector.present.drawing import (
    Anchor,
    Box,
    Drawing,
    Item,
    Measure,
    Rule,
    Shade,
    Words,
    fitted,
)
from inspector.present.drawing_svg import drawing_svg, measured
from inspector.present.palette import Colors, Look, Pattern
from inspector.present.story import Picture, pictured
from inspector.stages.assembly.bands import BandBlock, Bands, bands_of
from inspector.stages.assembly.bands_geometry import (
    ARROW,
    MARGIN,
    BandRow,
    BandsGeometry,
    Tile,
    bands_geometry,
    row_title,
)
from inspector.stages.assembly.runs import AssemblyRuns
from inspector.stages.assembly.why import why_assembly
from inspector.stages.assembly.words import DECISION_TITLES
from inspector.stages.relevance.grid import unread

# The look whose colours a part has, as the names of colours begin, and its own pattern.
_LOOKS = {
    "step-1": ("verdict:balance", Pattern.SOLID),
    "step-2": ("verdict:reduced", Pattern.SOLID),
    "step-3": ("verdict:included", Pattern.SOLID),
    "step-4": ("part:listed", Pattern.SOLID),
    "step-5": ("verdict:suppressed", Pattern.SOLID),
    "step-6": ("part:bucket", Pattern.SOLID),
    "step-7": ("verdict:refused", Pattern.DIAGONAL),
    "step-8": ("verdict:reduced", Pattern.BACK_DIAGONAL),
    "knowledge": ("part:bucket", Pattern.SOLID),
    "bucket": ("part:bucket", Pattern.DIAGONAL),
    "heading": ("part:bucket", Pattern.VERTICAL),
    "unused": ("part:unused", Pattern.EMPTY),
    "reserve": ("part:overhead", Pattern.CROSSED),
}
_LEAST_CAPTION = 46  # pixels; narrower tiles have no caption
_PADDING, _GAP = 5, 4
_BASE = 14  # from the top of a row to the base line of its words
_TRACK = 0.5  # how solid the ground of a row is
_MOST_TOLD = 12  # pieces of a stretch that stands for many


def part_look(colors: Colors, part: str) -> Look:
    """Return the look of a part; its fill is light enough for dark text in either theme."""
    name, pattern = _LOOKS[part]
    kind, _, name = name.partition(":")
    looks = colors.verdicts if kind == "verdict" else colors.parts
    return replace(looks[name], pattern=pattern)


@dataclass(frozen=True, slots=True)
class BandsMarks:
    """What is marked: the selected subject, the one under the pointer, where the keyboard is."""

    selected: str = ""
    hovered: str = ""
    focused: bool = False


WIDTH = 1040


def bands_svg(bands: Bands, selected: str = "") -> str:
    """Return the picture with every step opened that has more than one piece.

    What is ``selected`` is marked.
    """
    opened = [Step(line.step) for line in bands.lines if len(line.blocks) > 1]
    geometry = bands_geometry(bands, WIDTH, measured, opened)
    title = tr(
        "{used:,} of {hard:,} tokens up to the hard limit, {decision}",
        used=bands.used,
        hard=bands.hard,
        decision=DECISION_TITLES[bands.decision],
    )
    items = (*bands_items(geometry, measured), *_chosen(geometry, selected))
    return drawing_svg(Drawing(WIDTH, round(geometry.height), title, items))


def bands_items(
    geometry: BandsGeometry, measure: Measure, marks: BandsMarks | None = None
) -> Iterator[Item]:
    """Yield the whole chart from the back to the front.

    Without ``marks`` it is a picture, in which nothing is selected or can be opened.
    """
    yield from _zoom(geometry)
    yield from _window_line(geometry, measure)
    for row in geometry.rows:
        yield from _row(row, geometry, measure, marks)
    for tile in geometry.tiles:
        yield from _tile(tile, measure, told=marks is None)
    yield from _limits(geometry)
    if marks is None:
        return
    if marks.hovered and marks.hovered != marks.selected:
        yield from _outlines(geometry, marks.hovered, "text", 1)
    yield from _chosen(geometry, marks.selected)


def _chosen(geometry: BandsGeometry, key: str) -> Iterator[Item]:
    if key:
        yield from _outlines(geometry, key, "base", 4)
        yield from _outlines(geometry, key, "accent", 2)


def _zoom(geometry: BandsGeometry) -> Iterator[Item]:
    """Lead from the prompt's place in the window to the rows, which show it at full width."""
    if geometry.zoom:
        yield Shade(geometry.zoom, "accent", 0.1)
        first, second, third, fourth = geometry.zoom
        for begin, end in ((first, second), (fourth, third)):
            yield Rule(*begin, *end, "accent", opacity=0.45)


def _window_line(geometry: BandsGeometry, measure: Measure) -> Iterator[Item]:
    base = geometry.window_top + _BASE
    yield from _head(
        tr("window"), localized(geometry.bands.window), "muted", base, geometry, measure
    )


def _head(
    title: str, tokens: str, color: str, base: float, geometry: BandsGeometry, measure: Measure
) -> Iterator[Item]:
    """Write left of a strip what it is; the title gives way to the number."""
    end = geometry.left - MARGIN - _GAP
    room = end - measure(tokens) - _PADDING - MARGIN - ARROW
    yield Words(MARGIN + ARROW, base, fitted(title, room, measure), color)
    yield Words(end, base, tokens, "muted", "end")


def _row(
    row: BandRow, geometry: BandsGeometry, measure: Measure, marks: BandsMarks | None
) -> Iterator[Item]:
    line, ground = row.line, "base"
    tall, middle = row.bottom - row.top, round((row.top + row.bottom) / 2)
    if marks is not None and line.key in (marks.selected, marks.hovered):
        ground = "raised"
        if line.key == marks.selected:
            ground = "selected" if marks.focused else "selected_quiet"
        yield Box(2, row.top - 1, geometry.width - 4, tall + 2, ground)
    inner = geometry.width - geometry.left - MARGIN
    yield Box(geometry.left, middle - 1, inner, 2, "line", opacity=_TRACK)
    if marks is not None and line.blocks:
        x = MARGIN + 4.0
        shut = ((x, middle - 4), (x, middle + 4), (x + 5, middle))
        open_ = ((x - 1, middle - 2.5), (x + 7, middle - 2.5), (x + 3, middle + 2.5))
        yield Shade(open_ if row.open else shut, "muted")
    base = row.top + _BASE
    color = "text" if line.tokens else "muted"
    yield from _head(row_title(line), localized(line.tokens), color, base, geometry, measure)
    if row.note:
        side: Anchor = "end" if row.note_right else "start"
        yield Words(row.note_x, base, row.note, "muted", side, plate=ground)


def _tile(tile: Tile, measure: Measure, *, told: bool) -> Iterator[Item]:
    left, top = round(tile.left), round(tile.top)
    wide = max(round(tile.right) - left, 1)
    tall = round(tile.top + tile.height) - top
    tip = "\n".join(block.text for block in tile.blocks[:_MOST_TOLD]) if told else ""
    name, pattern = _LOOKS[tile.block.part]
    if pattern is Pattern.EMPTY:
        yield Box(left, top, wide, tall, "base", outline="edge", line=1, tip=tip)
    else:
        apart = 1 if wide > _GAP else 0  # a line of the background parts stretches
        yield Box(left, top, wide - apart, tall, f"{name}-fill", pattern, tip=tip)
    if tile.captioned and len(tile.blocks) == 1:
        yield from _caption(tile, tile.block, measure)


def _caption(tile: Tile, block: BandBlock, measure: Measure) -> Iterator[Item]:
    """Write into a piece where no limit crosses it, on a plate where letters need one."""
    begin, end = tile.room
    room = end - begin - 2 * _PADDING
    around = f" + {localized(block.layout)}" if block.layout else ""
    text = f"{block.name}  {localized(block.tokens - block.layout)}{around}"
    if measure(text) > room:
        text = fitted(block.name, room, measure) if end - begin >= _LEAST_CAPTION else ""
    if text:
        name, pattern = _LOOKS[block.part]
        empty, solid = pattern is Pattern.EMPTY, pattern is Pattern.SOLID
        base = tile.top + tile.height / 2 + 4
        ink, plate = ("muted", "") if empty else ("on_fill", "" if solid else f"{name}-fill")
        yield Words((begin + end) / 2, base, text, ink, "middle", plate=plate)


def _limits(geometry: BandsGeometry) -> Iterator[Item]:
    for mark in geometry.limits:
        soft, x = mark.name == "soft", round(mark.x)
        color = "warning" if soft else "error"
        top, bottom = geometry.window_top - 4, geometry.window_bottom + 4
        yield Rule(x, top, x, bottom, color, 2, dots=(4, 3) if soft else None)
        yield Words(mark.text_x, top - 5, mark.text, color, "end")


def _outlines(geometry: BandsGeometry, key: str, color: str, line: float) -> Iterator[Item]:
    for left, top, right, bottom in geometry.boxes_of(key):
        x, y = round(left), round(top)
        wide, tall = max(round(right) - x, 1), round(bottom) - y
        yield Box(x, y, wide, tall, "", Pattern.EMPTY, color, line)


def picture(_width: int) -> Picture:
    """Return what draws the bands of the prompt and explains what is selected."""
    runs = AssemblyRuns()
    return pictured(
        lambda session: runs.run(session).assembly,
        lambda found, key: bands_svg(bands_of(found), key),
        why_assembly,
        lambda found: unread(found.relevance),
    )
