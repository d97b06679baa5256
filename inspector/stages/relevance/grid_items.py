"""The grid of nodes by layers as shapes: each cell of the window's table, and an SVG file of all.

A line follows each node from layer to layer: solid while it is in, dashed while it is out soft,
dotted while it is out hard. Every mark has a shape of its own beside its colour.
A step of a story shows the grid, and *Why* of what is selected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from inspector.core.reasons import Verdict
from inspector.core.relevance import NodeState, RelevanceReport
from inspector.core.text import in_words
from inspector.language import localized, tr
from inspector.present.drawing import DASHES, Box, Drawing, Item, Mark, Rule, Words
from inspector.present.drawing_svg import drawing_svg, measured
from inspector.present.palette import LIGHT, Colors, Shape
from inspector.present.story import Drawn, Picture
from inspector.session.session import Session
from inspector.stages.relevance.grid import Grid, GridCell, GridRow, grid, unread
from inspector.stages.relevance.runs import RelevanceRuns
from inspector.stages.relevance.summary import sum_line
from inspector.stages.relevance.why import why_relevance

_NAMES, _LAYER, _VERDICT, _TOKENS = 190, 96, 96, 60
_HEAD, _ROW, _MARGIN, _BANNER = 52, 19, 12, 24
_MARK, _LOOKED = 11, 5  # widths of a mark, and of the dot of rules that were looked at
_LINE, _GAP, _BETWEEN = 24, 6, 16
_FOOT = 24  # of the legend

_LANES = {
    NodeState.INCLUDED: ("verdict:included", 3.0, None),
    NodeState.OUT_SOFT: ("verdict:suppressed", 1.5, DASHES),
    NodeState.OUT_HARD: ("verdict:excluded", 1.5, (1.5, 3.0)),
}


def grid_svg(report: RelevanceReport, colors: Colors = LIGHT, selected: str = "") -> str:
    """Return the picture of a run's grid; the node that is ``selected`` has a ground."""
    found = grid(report)
    end = _MARGIN + _NAMES + 7 * _LAYER
    width = end + _VERDICT + _TOKENS + _MARGIN
    top = _MARGIN + _HEAD + (_BANNER if found.banner else 0)
    bottom = top + _ROW * len(found.rows)
    items = [*_heads(found, width)]
    for place, row in enumerate(found.rows):
        if row.key == selected:
            items.append(Box(0, top + place * _ROW, width, _ROW, "selected"))
        items += _row(row, top + (place + 0.5) * _ROW, width)
    items += _legend_items(_MARGIN, bottom + _FOOT / 2)
    foot = bottom + _FOOT + 18
    items.append(Words(_MARGIN, foot, sum_line(report), "muted"))
    picture = Drawing(width, foot + _MARGIN, sum_line(report), tuple(items))
    return drawing_svg(picture, colors)


def _heads(found: Grid, width: float) -> Iterator[Item]:
    for place, head in enumerate(found.heads):
        middle = _MARGIN + _NAMES + (place + 0.5) * _LAYER
        title = f"{head.layer.value} {head.title}"
        yield Words(middle, _MARGIN + 14, title, anchor="middle", strong=True)
        if not found.banner:
            count = tr("{included} in", included=head.included) + f"  {head.moves}".rstrip()
            yield Words(middle, _MARGIN + 32, count, "muted", "middle")
    line = _MARGIN + _HEAD - 8
    yield Rule(_MARGIN, line, width - _MARGIN, line, "line")
    if found.banner:
        yield Words(_MARGIN, _MARGIN + _HEAD + 14, found.banner, "warning")


def _row(row: GridRow, y: float, width: float) -> Iterator[Item]:
    start = _MARGIN + _NAMES
    end = start + 7 * _LAYER
    yield Words(_MARGIN, y + 4, in_words(row.node))
    for place in range(7):
        left = start + place * _LAYER
        if row.cells:  # an area that is not seen says what the layer did
            words = row.cells[place].words
            yield Box(left, y - _ROW / 2, _LAYER, _ROW, "base", opacity=0, tip=words)
        yield from cell_items(row, place, left, left + _LAYER, y)
    verdict = row.verdict.value
    yield from verdict_items(row.verdict, end + _MARK, y)
    yield Words(end + 24, y + 4, verdict, f"verdict:{verdict}")
    yield Words(width - _MARGIN, y + 4, localized(row.tokens), anchor="end")


def cell_items(row: GridRow, place: int, left: float, right: float, y: float) -> Iterator[Item]:
    """Yield what is drawn of a node in one layer's column: its line, and a mark over it."""
    if not row.cells:  # no layer acted: everything is in all the way
        yield from _lane(left, right, y, NodeState.INCLUDED)
        return
    cell, middle = row.cells[place], (left + right) / 2
    if place > 0:
        yield from _lane(left, middle, y, row.cells[place - 1].state)
    yield from _lane(middle, right, y, cell.state)
    yield from _cell_mark(cell, middle, y)


def verdict_items(verdict: Verdict, x: float, y: float, *, hollow: bool = False) -> Iterator[Item]:
    """Yield a verdict's mark; a hollow one says that the state was so before."""
    shape, wide = _SHAPES[verdict.value], _MARK
    if hollow and verdict is Verdict.INCLUDED:
        shape, wide = Shape.RING, _MARK - 2
    yield Mark(x, y, shape, f"verdict:{verdict.value}", wide)


_SHAPES = {name: look.shape for name, look in LIGHT.verdicts.items()}


def _lane(left: float, right: float, y: float, state: NodeState) -> Iterator[Item]:
    if state in _LANES:
        color, width, dots = _LANES[state]
        yield Rule(left, y, right, y, color, width, dots, opacity=0.75)


def _cell_mark(cell: GridCell, x: float, y: float) -> Iterator[Item]:
    if cell.verdict is not None:
        # A ground of the table's colour keeps the line away from the mark.
        yield Mark(x, y, Shape.DISC, "base", _MARK + 6)
        yield from verdict_items(cell.verdict, x, y, hollow=not cell.changed)
    elif cell.looked:
        yield Mark(x, y, Shape.DISC, "muted", _LOOKED)


LEGEND: tuple[tuple[str, float, Callable[[float, float], Iterator[Item]]], ...] = (
    (tr("included"), _LINE, lambda x, y: _lane(x, x + _LINE, y, NodeState.INCLUDED)),
    (tr("excluded (recoverable)"), _LINE, lambda x, y: _lane(x, x + _LINE, y, NodeState.OUT_SOFT)),
    (tr("excluded"), _LINE, lambda x, y: _lane(x, x + _LINE, y, NodeState.OUT_HARD)),
    (
        tr("recovered, or in at the end"),
        _MARK,
        lambda x, y: verdict_items(Verdict.INCLUDED, x + _MARK / 2, y),
    ),
    (
        tr("included by mask"),
        _MARK,
        lambda x, y: verdict_items(Verdict.INCLUDED, x + _MARK / 2, y, hollow=True),
    ),
    (tr("no headroom"), _MARK, lambda x, y: verdict_items(Verdict.DROPPED, x + _MARK / 2, y)),
    (
        tr("rules looked at"),
        _LOOKED,
        lambda x, y: iter((Mark(x + _LOOKED / 2, y, Shape.DISC, "muted", _LOOKED),)),
    ),
)
"""What lines and marks mean: for each its title, its width, and what draws it at a point."""


def _legend_items(x: float, y: float) -> Iterator[Item]:
    for title, wide, sample in LEGEND:
        needed = wide + _GAP + measured(title)
        yield from sample(x, y)
        yield Words(x + wide + _GAP, y + 4, title, "muted")
        x += needed + _BETWEEN


def picture(_width: int) -> Picture:
    """Return what draws the grid of layers and explains what is selected."""
    runs = RelevanceRuns()

    def draw(session: Session, key: str) -> Drawn:
        result = runs.run(session)
        if result.report is None:
            return Drawn()
        why = why_relevance(result, key) if key else None
        return Drawn(grid_svg(result.report, selected=key), why, unread(result.report))

    return draw
