"""The chart of a sweep as an SVG picture, light."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

import numpy as np
import numpy.typing as npt

from inspector.analysis.tuning.sweep import Sweep
from inspector.present.injection.bar_svg import group_title
from inspector.present.palette import LIGHT, Colors
from inspector.present.tuning.chart import LINES, SweepChart, SweepGeometry
from inspector.present.tuning.names import (
    AXIS_TITLES,
    LAYERS,
    MEASURE_TITLES,
    Measure,
    headline,
    layer_part,
    rounded,
)

_WIDTH, _HEIGHT, _HEAD, _LEGEND = 1040, 430, 26, 52
_LETTER = 6.2  # width of an average letter
LINE_PARTS = {Measure.ITEMS: "included", Measure.VALUE: "refused", Measure.SUPPRESSED: "suppressed"}


def sweep_svg(sweep: Sweep, colors: Colors = LIGHT) -> str:
    """Return the picture of a sweep."""
    geometry = SweepGeometry(SweepChart(sweep), _WIDTH, _HEIGHT, lambda text: len(text) * _LETTER)
    height = _HEAD + _HEIGHT + _LEGEND
    title = f"{AXIS_TITLES[sweep.axis]}: {headline(sweep)}"
    body = [*_layers(geometry, colors), *_marks(geometry, colors), *_lines(geometry, colors)]
    body += [*_axes(geometry, colors), *_current(geometry, colors)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}"'
        f' width="{_WIDTH}" height="{height}" role="img"'
        ' font-family="Inter, Segoe UI, sans-serif" font-size="11">'
        f'<title>{escape(title)}</title><rect width="{_WIDTH}" height="{height}"'
        f' fill="{colors.base}"/>'
        + _text(8, 17, title, colors.text)
        + f'<g transform="translate(0 {_HEAD})">{"".join(body)}</g>'
        + f'<g transform="translate(0 {_HEAD + _HEIGHT + 8})">'
        + "".join(_legend(geometry, colors))
        + "</g></svg>\n"
    )


def _path(left: float, rows: npt.NDArray[np.float64]) -> str:
    """Return the steps of a line, one command where it changes."""
    steps = (np.flatnonzero(np.diff(rows)) + 1).tolist()
    moves = [f"H{left + column:g}V{rows[column]:.1f}" for column in steps]
    return f"M{left:g} {rows[0]:.1f}{''.join(moves)}H{left + len(rows):g}"


def _layers(geometry: SweepGeometry, colors: Colors) -> Iterator[str]:
    for layer, edges in reversed(list(zip(LAYERS, geometry.edges, strict=True))):
        look = colors.parts[layer_part(layer)]
        fill = colors.raised if layer == "unused" else look.fill
        opacity = 0.55 if layer in ("line", "released") else 1
        yield (
            f'<path d="{_path(geometry.left, edges)}V{geometry.upper_bottom:g}'
            f'H{geometry.left:g}Z" fill="{fill}" fill-opacity="{opacity}"'
            f' stroke="{colors.base}" stroke-width="0.5"/>'
        )
    dashed = colors.verdicts["suppressed"].ink
    yield (
        f'<path d="{_path(geometry.left, geometry.suppressed_y)}" fill="none" stroke="{dashed}"'
        ' stroke-width="1.5" stroke-dasharray="5 3"/>'
    )


def _marks(geometry: SweepGeometry, colors: Colors) -> Iterator[str]:
    top, bottom = geometry.marks
    steps = "".join(
        f"M{geometry.left + column + 0.5:g} {top:g}V{bottom:g}"
        for column in geometry.breakpoint_columns.tolist()
    )
    yield f'<path d="{steps}" stroke="{colors.muted}" fill="none"/>'


def _lines(geometry: SweepGeometry, colors: Colors) -> Iterator[str]:
    for measure in LINES:
        ink = colors.verdicts[LINE_PARTS[measure]].ink
        yield (
            f'<path d="{_path(geometry.left, geometry.line_y(measure))}" fill="none"'
            f' stroke="{ink}" stroke-width="1.6"/>'
        )


def _axes(geometry: SweepGeometry, colors: Colors) -> Iterator[str]:
    right = geometry.left + geometry.inner
    for low in (geometry.upper_bottom, geometry.bottom):
        yield f'<path d="M{geometry.left:g} {low:g}H{right:g}" stroke="{colors.edge}"/>'
    for level in geometry.levels:
        yield _text(geometry.left - 6, level.at + 4, level.text, colors.muted, "end")
    for tick in geometry.ticks:
        yield _text(tick.at, geometry.bottom + 15, tick.text, colors.muted, "middle")
    for measure, x, anchor in ((Measure.ITEMS, geometry.left - 6, "end"),
                               (Measure.VALUE, right + 6, "start")):  # fmt: skip
        ink = colors.verdicts[LINE_PARTS[measure]].ink
        top = f"{geometry.line_most(measure):g}"
        yield _text(x, geometry.lower_top + 8, top, ink, anchor)
        yield _text(x, geometry.bottom, "0", ink, anchor)


def _current(geometry: SweepGeometry, colors: Colors) -> Iterator[str]:
    sweep = geometry.chart.sweep
    if sweep.current in sweep.pieces.range:
        x = geometry.x_of(sweep.current)
        yield (
            f'<path d="M{x:g} {geometry.top:g}V{geometry.bottom:g}" stroke="{colors.text}"'
            ' stroke-width="1.5"/>'
        )
        now = f"now {rounded(sweep.axis, sweep.current)}"
        yield _text(x + 5, geometry.top + 11, now, colors.text)


def _legend(geometry: SweepGeometry, colors: Colors) -> Iterator[str]:
    entries = [
        (group_title(layer_part(layer)), colors.parts[layer_part(layer)].fill)
        for layer in geometry.chart.layers
    ]
    entries += [(MEASURE_TITLES[one], colors.verdicts[LINE_PARTS[one]].ink) for one in Measure]
    x, y = geometry.left, 10.0
    for title, fill in entries:
        wide = len(title) * _LETTER + 30
        if x + wide > _WIDTH:
            x, y = geometry.left, y + 18
        yield f'<rect x="{x:g}" y="{y - 9:g}" width="10" height="10" fill="{fill}"/>'
        yield _text(x + 15, y, title, colors.text)
        x += wide


def _text(x: float, y: float, text: str, fill: str, anchor: str = "start") -> str:
    return f'<text x="{x:g}" y="{y:g}" fill="{fill}" text-anchor="{anchor}">{escape(text)}</text>'
