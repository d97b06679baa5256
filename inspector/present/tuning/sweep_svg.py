"""The chart of a sweep as an SVG picture, light."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.tuning.sweep import Sweep
from inspector.language import tr
from inspector.present.injection.bar_strip import group_title
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
from inspector.present.tuning.value_svg import (
    LETTER,
    svg_axes,
    svg_begin,
    svg_steps,
    svg_text,
    svg_value,
)

_WIDTH, _HEIGHT, _HEAD, _LEGEND = 1040, 430, 26, 52
LINE_PARTS = {Measure.ITEMS: "included", Measure.VALUE: "refused", Measure.SUPPRESSED: "suppressed"}


def sweep_svg(sweep: Sweep, colors: Colors = LIGHT) -> str:
    """Return the picture of a sweep."""
    geometry = SweepGeometry(SweepChart(sweep), _WIDTH, _HEIGHT, lambda text: len(text) * LETTER)
    height = _HEAD + _HEIGHT + _LEGEND
    title = f"{AXIS_TITLES[sweep.axis]}: {headline(sweep)}"
    body = [*_layers(geometry, colors), *_marks(geometry, colors), *_lines(geometry, colors)]
    body += [*_axes(geometry, colors), *_current(geometry, colors)]
    return (
        svg_begin(_WIDTH, height, title, colors)
        + f'<g transform="translate(0 {_HEAD})">{"".join(body)}</g>'
        + f'<g transform="translate(0 {_HEAD + _HEIGHT + 8})">'
        + "".join(_legend(geometry, colors))
        + "</g></svg>\n"
    )


def _layers(geometry: SweepGeometry, colors: Colors) -> Iterator[str]:
    for layer, edges in reversed(list(zip(LAYERS, geometry.edges, strict=True))):
        look = colors.parts[layer_part(layer)]
        fill = colors.raised if layer == "unused" else look.fill
        opacity = 0.55 if layer in ("line", "released") else 1
        yield (
            f'<path d="{svg_steps(geometry.left, edges)}V{geometry.upper_bottom:g}'
            f'H{geometry.left:g}Z" fill="{fill}" fill-opacity="{opacity}"'
            f' stroke="{colors.base}" stroke-width="0.5"/>'
        )
    dashed = colors.verdicts["suppressed"].ink
    yield (
        f'<path d="{svg_steps(geometry.left, geometry.suppressed_y)}" fill="none" stroke="{dashed}"'
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
            f'<path d="{svg_steps(geometry.left, geometry.line_y(measure))}" fill="none"'
            f' stroke="{ink}" stroke-width="1.6"/>'
        )


def _axes(geometry: SweepGeometry, colors: Colors) -> Iterator[str]:
    yield from svg_axes(geometry, colors)
    right = geometry.left + geometry.inner
    for measure, x, anchor in ((Measure.ITEMS, geometry.left - 6, "end"),
                               (Measure.VALUE, right + 6, "start")):  # fmt: skip
        ink = colors.verdicts[LINE_PARTS[measure]].ink
        top = f"{geometry.line_most(measure):g}"
        yield svg_text(x, geometry.lower_top + 8, top, ink, anchor)
        yield svg_text(x, geometry.bottom, "0", ink, anchor)


def _current(geometry: SweepGeometry, colors: Colors) -> Iterator[str]:
    sweep = geometry.chart.sweep
    if sweep.current in sweep.pieces.range:
        now = tr("now {value}", value=rounded(sweep.axis, sweep.current))
        yield from svg_value(geometry, sweep.current, now, colors.text, 11)


def _legend(geometry: SweepGeometry, colors: Colors) -> Iterator[str]:
    entries = [
        (group_title(layer_part(layer)), colors.parts[layer_part(layer)].fill)
        for layer in geometry.chart.layers
    ]
    entries += [(MEASURE_TITLES[one], colors.verdicts[LINE_PARTS[one]].ink) for one in Measure]
    x, y = geometry.left, 10.0
    for title, fill in entries:
        wide = len(title) * LETTER + 30
        if x + wide > _WIDTH:
            x, y = geometry.left, y + 18
        yield f'<rect x="{x:g}" y="{y - 9:g}" width="10" height="10" fill="{fill}"/>'
        yield svg_text(x + 15, y, title, colors.text)
        x += wide
