"""The front of a corpus as an SVG picture, light."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.corpus.study import CorpusStudy
from inspector.core.text import in_markup
from inspector.language import tr
from inspector.present.corpus.front_plot import FrontGeometry
from inspector.present.injection.bar_svg import measured, svg_caption
from inspector.present.palette import LIGHT, Colors
from inspector.present.tuning.value_svg import svg_begin, svg_text

_WIDTH, _HEIGHT, _HEAD = 1040, 320, 30


def front_svg(study: CorpusStudy, colors: Colors = LIGHT) -> str:
    """Return the picture of recall against tokens; without any request it only has a title."""
    title = tr("Recall against tokens: what no other policy beats")
    head = svg_begin(_WIDTH, _HEIGHT + _HEAD, title, colors)
    if not study.means:
        return f"{head}</svg>\n"
    body = "".join(_drawn(FrontGeometry(study, _WIDTH, _HEIGHT), colors))
    return f'{head}<g transform="translate(0 {_HEAD})">{body}</g></svg>\n'


def _drawn(geometry: FrontGeometry, colors: Colors) -> Iterator[str]:
    left, right, bottom = geometry.left, geometry.right, geometry.bottom
    yield f'<path d="M{left:g} {bottom:g}H{right:g}" stroke="{colors.edge}"/>'
    for level in geometry.levels:
        yield svg_text(left - 6, level.at + 4, level.text, colors.muted, "end")
    for tick in geometry.ticks:
        yield svg_text(tick.at, bottom + 15, tick.text, colors.muted, "middle")
    ink = colors.verdicts["included"].ink
    places = "L".join(f"{x:.1f} {y:.1f}" for x, y in geometry.corners)
    yield f'<path d="M{places}" fill="none" stroke="{ink}" stroke-width="1.8"/>'
    for spot in geometry.named:
        ink = colors.accent if spot.variant == 0 else colors.muted
        yield (
            f'<circle cx="{spot.x:.1f}" cy="{spot.y:.1f}" r="4.5" fill="{colors.base}"'
            f' stroke="{ink}" stroke-width="2"><title>{in_markup(geometry.words(spot))}</title>'
            "</circle>"
        )
    for caption in geometry.captions(measured):
        yield svg_caption(caption, colors, measured)
