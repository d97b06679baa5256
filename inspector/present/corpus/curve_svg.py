"""The curves of a corpus as an SVG picture, light."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.corpus.means import Measure
from inspector.analysis.corpus.study import CorpusStudy
from inspector.present.corpus.chart import LOOKS, LOWER, CurveGeometry
from inspector.present.corpus.names import MEASURE_TITLES, headline
from inspector.present.corpus.sentences import advice
from inspector.present.palette import LIGHT, Colors
from inspector.present.tuning.names import rounded
from inspector.present.tuning.value_svg import (
    LETTER,
    svg_axes,
    svg_begin,
    svg_steps,
    svg_text,
    svg_value,
)

_WIDTH, _HEIGHT, _HEAD, _LEGEND = 1040, 420, 44, 26


def curve_svg(study: CorpusStudy, variant: int = 0, colors: Colors = LIGHT) -> str:
    """Return the picture of a study; without any request it only says so."""
    height = _HEAD + _HEIGHT + _LEGEND
    head = svg_begin(_WIDTH, height, headline(study), colors)
    if not study.means:
        return f"{head}</svg>\n"
    geometry = CurveGeometry(study, variant, _WIDTH, _HEIGHT)
    body = [*_grounds(geometry, colors), *_lines(geometry, colors), *svg_axes(geometry, colors)]
    body += _values(geometry, colors)
    legend = "".join(_legend(colors))
    return (
        head
        + svg_text(8, 34, advice(study, variant), colors.muted)
        + f'<g transform="translate(0 {_HEAD})">{"".join(body)}</g>'
        + f'<g transform="translate(0 {_HEAD + _HEIGHT + 12})">{legend}</g></svg>\n'
    )


def _grounds(geometry: CurveGeometry, colors: Colors) -> Iterator[str]:
    if geometry.likely is not None:
        low, high = geometry.likely
        yield (
            f'<rect x="{low:.1f}" y="{geometry.top:g}" width="{high - low:.1f}"'
            f' height="{geometry.upper_bottom - geometry.top:g}" fill="{colors.accent}"'
            ' fill-opacity="0.10"/>'
        )
    if geometry.plateau is not None:
        low, high = geometry.plateau
        yield (
            f'<rect x="{low:.1f}" y="{geometry.upper_bottom - 4:g}" width="{high - low:.1f}"'
            f' height="4" fill="{colors.accent}" fill-opacity="0.5"/>'
        )
    low_y, high_y = geometry.band
    back = " ".join(
        f"L{geometry.left + column:g} {low_y[column]:.1f}"
        for column in range(len(low_y) - 1, -1, -1)
    )
    ink = colors.verdicts[LOOKS[Measure.UTILISATION]].ink
    yield f'<path d="{svg_steps(geometry.left, high_y)}{back}Z" fill="{ink}" fill-opacity="0.12"/>'


def _lines(geometry: CurveGeometry, colors: Colors) -> Iterator[str]:
    for measure in (*LOWER, Measure.RECALL):
        ink = colors.verdicts[LOOKS[measure]].ink
        dash = ' stroke-dasharray="5 3"' if measure is Measure.SUPPRESSION else ""
        yield (
            f'<path d="{svg_steps(geometry.left, geometry.line(measure))}" fill="none"'
            f' stroke="{ink}" stroke-width="1.8"{dash}/>'
        )
    ink = colors.verdicts[LOOKS[Measure.RECALL]].ink
    if geometry.best_possible is not None:
        yield (
            f'<path d="{svg_steps(geometry.left, geometry.best_possible)}" fill="none"'
            f' stroke="{ink}" stroke-width="1.2" stroke-dasharray="4 3"/>'
        )
    if geometry.ceiling is not None:
        yield (
            f'<path d="M{geometry.left:g} {geometry.ceiling:.1f}h{geometry.inner:g}" fill="none"'
            f' stroke="{colors.muted}" stroke-width="1.2" stroke-dasharray="1 3"/>'
        )


def _values(geometry: CurveGeometry, colors: Colors) -> Iterator[str]:
    axis = geometry.study.load.range.axis
    for row, (what, value) in enumerate(geometry.marked):
        ink = colors.accent if row else colors.text
        yield from svg_value(geometry, value, f"{what} {rounded(axis, value)}", ink, 11 + 14 * row)


def _legend(colors: Colors) -> Iterator[str]:
    x = 58.0
    for measure in Measure:
        ink = colors.verdicts[LOOKS[measure]].ink
        yield f'<rect x="{x:g}" y="-5" width="14" height="3" fill="{ink}"/>'
        yield svg_text(x + 19, 0, MEASURE_TITLES[measure], colors.text)
        x += len(MEASURE_TITLES[measure]) * LETTER + 36
    yield svg_text(
        x,
        0,
        "dashed: best possible; dotted: ceiling; shaded: middle 80 %, likely best",
        colors.muted,
    )
