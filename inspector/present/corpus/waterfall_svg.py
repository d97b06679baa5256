"""The waterfall of a corpus's losses as an SVG picture, light: the marks that the window paints."""

from __future__ import annotations

from inspector.analysis.corpus.study import CorpusStudy
from inspector.present.corpus.loss_sentences import limit_lines
from inspector.present.corpus.waterfall import (
    Rule,
    WaterfallGeometry,
    least_height,
    levels_of,
)
from inspector.present.injection.bar_parts import Patch
from inspector.present.injection.bar_svg import measured, svg_caption, svg_mark, svg_patterns
from inspector.present.palette import LIGHT, Colors
from inspector.present.tuning.value_svg import svg_begin

_WIDTH, _MARGIN, _HEAD, _LEVEL = 1040, 8, 30, 42


def waterfall_svg(study: CorpusStudy, variant: int = 0, colors: Colors = LIGHT) -> str:
    """Return the picture; where no request asks for anything it only says nothing."""
    levels = levels_of(study, variant)
    inner = max(least_height(len(levels)), (len(levels) + 1) * _LEVEL)
    height = inner + _HEAD + 2 * _MARGIN
    head = svg_begin(_WIDTH, height, next(limit_lines(study, variant), ""), colors)
    if not levels:
        return f"{head}</svg>\n"
    geometry = WaterfallGeometry(levels, _WIDTH - 2 * _MARGIN, inner, measured)
    body = []
    for mark in geometry.marks():
        if isinstance(mark, Rule):
            ink = colors.text if mark.whisker else colors.edge
            x, y, to_x, to_y = (f"{one:.1f}" for one in mark[:4])
            body.append(f'<path d="M{x} {y}L{to_x} {to_y}" stroke="{ink}" fill="none"/>')
        elif isinstance(mark, Patch):
            body.append(svg_mark(mark, colors, None))
        else:
            body.append(svg_caption(mark, colors, measured))
    return (
        f"{head}<defs>{''.join(svg_patterns(colors))}</defs>"
        f'<g transform="translate({_MARGIN} {_HEAD})">{"".join(body)}</g></svg>\n'
    )
