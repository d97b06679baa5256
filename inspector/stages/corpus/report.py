"""A whole corpus as a self-contained HTML page: no script, no file beside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from inspector.analysis.corpus.losses import Loss
from inspector.analysis.corpus.study import CorpusStudy
from inspector.language import tr
from inspector.present.html_page import html_page
from inspector.stages.corpus.losses import CAUSE_TITLES, cause_sentence, change_text, limit_lines
from inspector.stages.corpus.names import headline, part
from inspector.stages.corpus.plots import curve_svg, front_svg
from inspector.stages.corpus.sentences import (
    advice,
    corpus_lines,
    evidence_lines,
    kind_lines,
    regret_lines,
)
from inspector.stages.corpus.waterfall import waterfall_svg

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
