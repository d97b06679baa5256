"""The grid of nodes by layers as an SVG picture, from the same numbers as the window's chart.

A line follows each node from layer to layer: solid while it is in, dashed while it is out soft,
dotted while it is out hard. Every mark has a shape of its own beside its colour.
"""

from __future__ import annotations

from collections.abc import Iterator

from inspector.core.reasons import Verdict
from inspector.core.relevance import NodeState, RelevanceReport
from inspector.core.text import in_markup
from inspector.language import localized, tr
from inspector.present.palette import LIGHT, Colors, Look
from inspector.stages.relevance.grid import Grid, GridCell, GridRow, grid
from inspector.stages.relevance.lines import sum_line

_NAMES, _LAYER, _VERDICT, _TOKENS = 190, 84, 96, 60
_HEAD, _ROW, _MARGIN = 52, 24, 12
_MARK = 5  # half of a mark's width

_LINES = {
    NodeState.INCLUDED: ("included", 3, ""),
    NodeState.OUT_SOFT: ("suppressed", 1.5, "5 4"),
    NodeState.OUT_HARD: ("excluded", 1.5, "1.5 4"),
}


def grid_svg(report: RelevanceReport, colors: Colors = LIGHT) -> str:
    """Return the picture of a run's grid."""
    found = grid(report)
    width = 2 * _MARGIN + _NAMES + 7 * _LAYER + _VERDICT + _TOKENS
    banner = 24 if found.banner else 0
    height = 2 * _MARGIN + _HEAD + banner + _ROW * len(found.rows) + 22
    body = "".join((*_heads(found, colors), *_rows(found, colors, _HEAD + banner)))
    foot = _text(0, height - 2 * _MARGIN - 4, sum_line(report), colors.muted)
    top = _text(0, _HEAD + 14, found.banner, colors.warning) if found.banner else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img" font-family="Inter, Segoe UI, sans-serif" font-size="12">'
        f"<title>{in_markup(sum_line(report))}</title>"
        f'<rect width="{width}" height="{height}" fill="{colors.base}"/>'
        f'<g transform="translate({_MARGIN} {_MARGIN})">{body}{top}{foot}</g></svg>\n'
    )


def _heads(found: Grid, colors: Colors) -> Iterator[str]:
    for place, head in enumerate(found.heads):
        middle = _NAMES + (place + 0.5) * _LAYER
        title = f"{head.layer.value} {head.title}"
        yield _text(middle, 14, title, colors.text, anchor="middle", bold=True)
        if not found.banner:
            count = tr("{included} in", included=head.included) + f"  {head.moves}".rstrip()
            yield _text(middle, 32, count, colors.muted, anchor="middle")
    yield (
        f'<line x1="0" x2="{_NAMES + 7 * _LAYER + _VERDICT + _TOKENS}" y1="{_HEAD - 8}"'
        f' y2="{_HEAD - 8}" stroke="{colors.line}"/>'
    )


def _rows(found: Grid, colors: Colors, top: float) -> Iterator[str]:
    for place, row in enumerate(found.rows):
        y = top + (place + 0.5) * _ROW
        yield _text(0, y + 4, row.node, colors.text)
        yield from _way(row, y, colors)
        end = _NAMES + 7 * _LAYER
        look = colors.verdicts[row.verdict.value]
        yield _mark(end + 12, y, row.verdict, look, colors)
        yield _text(end + 24, y + 4, row.verdict.value, look.ink)
        right = end + _VERDICT + _TOKENS
        yield _text(right, y + 4, localized(row.tokens), colors.text, anchor="end")


def _way(row: GridRow, y: float, colors: Colors) -> Iterator[str]:
    """Draw a node's line through the layers, then the marks over it."""
    for place, cell in enumerate(row.cells):
        middle = _NAMES + (place + 0.5) * _LAYER
        if cell.state in _LINES:
            yield _line(middle, min(middle + _LAYER, _NAMES + 7 * _LAYER), y, cell.state, colors)
    for place, cell in enumerate(row.cells):
        yield _cell(_NAMES + (place + 0.5) * _LAYER, y, cell, colors)
    if not row.cells:
        yield _line(_NAMES, _NAMES + 7 * _LAYER, y, NodeState.INCLUDED, colors)


def _line(start: float, end: float, y: float, state: NodeState, colors: Colors) -> str:
    verdict, width, dashes = _LINES[state]
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<line x1="{start:g}" x2="{end:g}" y1="{y:g}" y2="{y:g}" stroke-width="{width}"'
        f' stroke="{colors.verdicts[verdict].ink}" stroke-opacity="0.75"{dashed}/>'
    )


def _cell(x: float, y: float, cell: GridCell, colors: Colors) -> str:
    title = f"<title>{in_markup(cell.words)}</title>"
    if cell.verdict is not None:
        look = colors.verdicts[cell.verdict.value]
        drawn = _mark(x, y, cell.verdict, look, colors, hollow=not cell.changed)
    elif cell.looked:
        drawn = f'<circle cx="{x:g}" cy="{y:g}" r="2" fill="{colors.muted}"/>'
    else:
        return ""
    return f"<g>{title}{drawn}</g>"


def _mark(
    x: float, y: float, verdict: Verdict, look: Look, colors: Colors, *, hollow: bool = False
) -> str:
    """Draw a verdict's mark; a hollow one says that the state was so before."""
    half = _MARK
    stroke = f'fill="{colors.base}" stroke="{look.ink}" stroke-width="1.5"'
    match verdict:
        case Verdict.INCLUDED if not hollow:
            return f'<circle cx="{x:g}" cy="{y:g}" r="{half}" fill="{look.ink}"/>'
        case Verdict.INCLUDED:
            return f'<circle cx="{x:g}" cy="{y:g}" r="{half - 1}" {stroke}/>'
        case Verdict.SUPPRESSED:
            return f'<circle cx="{x:g}" cy="{y:g}" r="{half}" {stroke} stroke-dasharray="3 2"/>'
        case Verdict.DROPPED:
            return f'<circle cx="{x:g}" cy="{y:g}" r="{half}" {stroke}/>'
    return (
        f'<path d="M{x - half:g} {y - half:g}L{x + half:g} {y + half:g}'
        f'M{x + half:g} {y - half:g}L{x - half:g} {y + half:g}" {stroke}/>'
    )


def _text(
    x: float, y: float, text: str, color: str, *, anchor: str = "start", bold: bool = False
) -> str:
    weight = ' font-weight="600"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" fill="{color}" text-anchor="{anchor}"{weight}>'
        f"{in_markup(text)}</text>"
    )
