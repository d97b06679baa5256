"""A whole corpus as a self-contained HTML page: no script, no file beside it.

Two policies side by side as a comment for a pull request, in Markdown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inspector.analysis.corpus.bootstrap import Pair, paired
from inspector.analysis.corpus.causes import LossCause
from inspector.analysis.corpus.losses import Loss, Losses
from inspector.analysis.corpus.study import CorpusStudy
from inspector.language import tr
from inspector.plurals import count_of
from inspector.present.html_page import Chart, html_page
from inspector.present.shares import counted_requests
from inspector.stages.corpus.losses import (
    CAUSE_TITLES,
    cause_sentence,
    ceiling_text,
    change_text,
    limit_lines,
)
from inspector.stages.corpus.names import cause_word, headline, part
from inspector.stages.corpus.plots import curve_svg, front_svg
from inspector.stages.corpus.sentences import (
    advice,
    corpus_lines,
    drawn_by,
    evidence_lines,
    kind_lines,
    regret_lines,
)
from inspector.stages.corpus.waterfall import waterfall_svg

MOST_ROWS = 500
"""So many pieces are listed of one cause; the page says how many more there are."""


@dataclass(frozen=True, slots=True)
class PieceColumn:
    """The head of a column."""

    title: str
    number: bool = False


@dataclass(frozen=True, slots=True)
class PieceTable:
    """The pieces that one cause lost; ``beyond`` says how many are not listed, "" for none."""

    title: str
    note: str
    heads: tuple[PieceColumn, ...]
    rows: tuple[tuple[str, ...], ...]
    beyond: str


def corpus_page(study: CorpusStudy) -> str:
    """Return a study as one HTML document, the sentence to act on first."""
    limits = list(limit_lines(study))
    return html_page(
        "result",
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
    yield part(found.ceiling), tr("ceiling: {of}", of=ceiling_text(found))
    best = study.recommendation
    if best is not None:
        yield part(best.recall), tr("at the best value")
        yield f"{best.tokens:,.0f}", tr("tokens a request there")


def _charts(study: CorpusStudy, limits: list[str]) -> Iterator[Chart]:
    yield Chart(tr("Recall and cost"), curve_svg(study), tuple(evidence_lines(study)))
    if limits:
        yield Chart(tr("Where the evidence went"), waterfall_svg(study), tuple(limits[1:]))
    lines = (*corpus_lines(study), *regret_lines(study), *kind_lines(study))
    yield Chart(tr("Recall against tokens"), front_svg(study), lines)


def _tables(study: CorpusStudy) -> Iterator[PieceTable]:
    found = study.losses[0] if study.losses else None
    for loss in found.causes if found else ():
        beyond = len(loss.lost) - MOST_ROWS
        yield PieceTable(
            tr("Lost to: {cause}", cause=CAUSE_TITLES[loss.cause]),
            cause_sentence(study, loss),
            (
                PieceColumn(tr("Request")),
                PieceColumn(tr("Found"), number=True),
                PieceColumn(tr("Piece"), number=True),
                PieceColumn(tr("Came furthest")),
                PieceColumn(tr("Comes back at")),
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


_NAMED = 20


def comment_text(study: CorpusStudy) -> str:
    """Return the comment: the first policy and the second, or the first and its best value."""
    if len(study.curves) < 2:
        lines = ["### Context budget", "", *limit_lines(study), "", f"**{advice(study)}**", ""]
        lines += [f"- {line}" for line in evidence_lines(study)]
        return "\n".join(lines) + "\n"
    pair = paired(study.curves[0], study.curves[1], seed=study.seed, groups=study.grouping.keys)
    if pair is None:
        return f"### Context budget\n\n{advice(study)}\n"
    return "\n".join(_pair_lines(study, pair)) + "\n"


def _pair_lines(study: CorpusStudy, pair: Pair) -> Iterator[str]:
    names = [study.load.variants[place].name.replace("|", "\\|") for place in (0, 1)]
    losses = [study.losses[place] for place in (0, 1)]
    yield f"### Context budget: {names[0]} and {names[1]}"
    yield ""
    yield f"**{_verdict(names[1], pair)}**"
    yield ""
    yield f"| {counted_requests(pair.harm.of)} with ground truth | {names[0]} | {names[1]} |"
    yield "| --- | ---: | ---: |"
    yield f"| Recall@budget | {part(pair.recall[0])} | {part(pair.recall[1])} |"
    yield f"| Tokens a request | {pair.tokens[0]:,.0f} | {pair.tokens[1]:,.0f} |"
    for title, numbers in _limits(losses):
        yield f"| {title} | {numbers[0]} | {numbers[1]} |"
    yield ""
    low, high = pair.interval.low * 100, pair.interval.high * 100
    yield (
        f"Paired difference: {pair.difference * 100:+.2f} points (95 %: {low:+.2f} to {high:+.2f},"
        f" bootstrap over {drawn_by(study)}, seed {study.seed})."
    )
    yield (
        f"{counted_requests(len(pair.better))} better, {len(pair.worse):,} worse; at most"
        f" {pair.harm.at_most:,} of {pair.harm.of:,} get worse with 95 % confidence."
    )
    if pair.worse:
        yield ""
        yield "<details><summary>Requests that get worse</summary>"
        yield ""
        for place in pair.worse[:_NAMED]:
            first, second = study.curves[0][place], study.curves[1][place]
            yield (
                f"- `{first.trace_id}`: {second.current[0]} of {count_of(first.asked, 'piece')},"
                f" {first.current[0]} before"
            )
        if len(pair.worse) > _NAMED:
            yield f"- … {len(pair.worse) - _NAMED:,} more"
        yield ""
        yield "</details>"


def _verdict(name: str, pair: Pair) -> str:
    if pair.verdict > 0:
        return f"{name} has more recall."
    if pair.verdict < 0:
        return f"{name} has less recall."
    fewer = pair.tokens[0] - pair.tokens[1]
    size = count_of(round(abs(fewer)), "token")
    tokens = f"; it takes {size} a request {'less' if fewer > 0 else 'more'}"
    return f"Recall cannot be told apart from chance{tokens if round(fewer) else ''}."


def _limits(losses: list[Losses | None]) -> Iterator[tuple[str, tuple[str, str]]]:
    first, second = losses
    if first is None or second is None:
        return
    yield "Best possible", (part(first.best_possible), part(second.best_possible))
    yield "Ceiling", (part(first.ceiling), part(second.ceiling))
    counts = [{one.cause: one.pieces for one in each.causes} for each in (first, second)]
    for cause in LossCause:
        pieces = [count.get(cause, 0) for count in counts]
        if any(pieces):
            yield (f"Pieces lost: {cause_word(cause)}", (f"{pieces[0]:,}", f"{pieces[1]:,}"))
