"""A whole corpus as a self-contained HTML page: no script, no file beside it.

The curves of a corpus as an SVG picture, light.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from inspector.analysis.corpus.losses import Loss
from inspector.analysis.corpus.means import Measure
from inspector.analysis.corpus.study import CorpusStudy
from inspector.language import tr
from inspector.present.axis_names import rounded
from inspector.present.html_page import html_page
from inspector.present.palette import LIGHT, Colors
from inspector.present.value_axis import LETTER, svg_axes, svg_begin, svg_steps, svg_text, svg_value
from inspector.stages.corpus.chart import LOOKS, LOWER, CurveGeometry
from inspector.stages.corpus.front_svg import front_svg
from inspector.stages.corpus.losses import CAUSE_TITLES, cause_sentence, change_text, limit_lines
from inspector.stages.corpus.names import MEASURE_TITLES, headline, part
from inspector.stages.corpus.sentences import (
    advice,
    corpus_lines,
    evidence_lines,
    kind_lines,
    regret_lines,
)
from inspector.stages.corpus.waterfall import waterfall_svg

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


MOST_ROWS = 500
"""So many pieces are listed of one cause; the page says how many more there are."""


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a column."""

    title: str
    number: bool = False


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture, and what there is to say of it."""

    title: str
    svg: Markup
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PieceTable:
    """The pieces that one cause lost; ``beyond`` says how many are not listed, "" for none."""

    title: str
    note: str
    heads: tuple[Head, ...]
    rows: tuple[tuple[str, ...], ...]
    beyond: str


def corpus_page(study: CorpusStudy) -> str:
    """Return a study as one HTML document, the sentence to act on first."""
    limits = list(limit_lines(study))
    return html_page(
        "corpus",
        title=headline(study),
        sentence=limits[0] if limits else advice(study),
        advice=advice(study) if limits else "",
        figures=tuple(_figures(study)),
        charts=tuple(_charts(study, limits)) if study.means else (),
        tables=tuple(_tables(study)),
    )


def _figures(study: CorpusStudy) -> Iterator[tuple[str, str]]:
    found = study.losses[0] if study.losses else None
    if found is None:
        return
    yield part(found.recall), tr("mean recall")
    yield part(found.best_possible), tr("best possible under this budget")
    yield part(found.ceiling), tr("ceiling: among the candidates")
    best = study.recommendation
    if best is not None:
        yield part(best.recall), tr("at the best value")
        yield f"{best.tokens:,.0f}", tr("tokens a request there")


def _charts(study: CorpusStudy, limits: list[str]) -> Iterator[Chart]:
    # Pictures are made here, from numbers and escaped labels.
    curve = Markup(curve_svg(study))  # noqa: S704
    yield Chart(tr("Recall and cost"), curve, tuple(evidence_lines(study)))
    if limits:
        waterfall = Markup(waterfall_svg(study))  # noqa: S704
        yield Chart(tr("Where the evidence went"), waterfall, tuple(limits[1:]))
    lines = (*corpus_lines(study), *regret_lines(study), *kind_lines(study))
    front = Markup(front_svg(study))  # noqa: S704
    yield Chart(tr("Recall against tokens"), front, tuple(lines))


def _tables(study: CorpusStudy) -> Iterator[PieceTable]:
    found = study.losses[0] if study.losses else None
    for loss in found.causes if found else ():
        beyond = len(loss.lost) - MOST_ROWS
        yield PieceTable(
            tr("Lost to: {cause}", cause=CAUSE_TITLES[loss.cause]),
            cause_sentence(study, loss),
            (
                Head(tr("Request")),
                Head(tr("Found"), number=True),
                Head(tr("Piece"), number=True),
                Head(tr("Came furthest")),
                Head(tr("Comes back at")),
            ),
            tuple(_rows(study, loss)),
            tr("… and {beyond:,} more", beyond=beyond) if beyond > 0 else "",
        )


def _rows(study: CorpusStudy, loss: Loss) -> Iterator[tuple[str, ...]]:
    for one in loss.lost[:MOST_ROWS]:
        curve = study.curves[0][one.place]
        yield (
            curve.trace_id,
            tr("{met} of {asked}", met=curve.current[0], asked=curve.asked),
            str(one.lost.piece + 1),
            one.lost.subject,
            change_text(one.lost.change),
        )
