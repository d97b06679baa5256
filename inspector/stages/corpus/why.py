"""Why of a corpus: what is recommended and how sure that is, a value, or one request."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis import quantities as q
from inspector.analysis.audit.finding import Working
from inspector.analysis.corpus.facts import FACTS, Fact
from inspector.analysis.corpus.study import CorpusStudy
from inspector.language import in_sentence_case, localized, tr
from inspector.present.axis_names import AXIS_HELP, AXIS_TITLES, rounded, written
from inspector.present.why import Why
from inspector.stages.corpus.losses import CAUSE_TITLES, cause_lines, change_text, limit_lines
from inspector.stages.corpus.sentences import (
    advice,
    corpus_lines,
    evidence_lines,
    loser_lines,
    regret_lines,
    value_lines,
)
from inspector.stages.corpus.tables import request_key

_LOSERS = 8
_FACT_TITLES = {
    Fact.MET: tr("Found"),
    Fact.USED: tr(q.TOKENS_USED.title),
    Fact.TOTAL: tr(q.TOTAL_BUDGET.title),
    Fact.CARDS: tr(q.CARDS_INJECTED.title),
    Fact.SUPPRESSED: tr(q.CARDS_SUPPRESSED.title),
    Fact.INLINED: tr(q.FILES_INLINED.title),
    Fact.LISTED: tr(q.FILES_LISTED.title),
}


def why_corpus(study: CorpusStudy, value: float, variant: int = 0) -> Why:
    """Explain a value of one policy: its measures beside those as it is now, and the evidence."""
    axis = study.load.range.axis
    found = study.recommendations[variant] if study.recommendations else None
    where, *limits = [*limit_lines(study, variant), *cause_lines(study, variant)] or [""]
    lines = [advice(study, variant), *evidence_lines(study, variant), *limits]
    if not variant:
        lines += [line.strip() for line in (*corpus_lines(study), *regret_lines(study))]
    if found is not None and found.worse:
        lines.append(
            tr("Gets worse at the recommended value: ") + "; ".join(loser_lines(found, _LOSERS))
        )
    now = value == study.current and not variant
    of = f"{study.load.variants[variant].name} · " if variant else ""
    best = found is not None and found.first <= value <= found.last
    mean = study.means[variant]
    return Why(
        key=f"value:{axis.value}",
        name=f"{of}{AXIS_TITLES[axis]} {written(axis, value)}",
        kind=tr("Parameter"),
        reason="as it is" if now else "recommended" if best else "",
        rule="Injection §2.2",
        sentence=where or advice(study, variant),
        help=AXIS_HELP[axis],
        tokens=round(float(mean.tokens[mean.place_of(value)])),
        steps=tuple(_value_steps(study, value, variant)),
        remedies=tuple(lines),
    )


def _value_steps(study: CorpusStudy, value: float, variant: int) -> Iterator[Working]:
    current = dict(value_lines(study, study.current))
    for title, much in value_lines(study, value, variant):
        was = current[title]
        yield Working(title, "" if was == much else tr("{was} now", was=was), much)


def why_request(study: CorpusStudy, place: int, value: float, variant: int = 0) -> Why:
    """Explain one request: its lost evidence, then every fact at a value of one policy and now."""
    curve = study.curves[variant][place]
    now, then = study.curves[0][place].current, curve.at(value)
    axis = study.load.range.axis
    steps = [Working(tr("Evidence"), tr("entries of must_include"), localized(curve.asked))]
    for fact, was, much in zip(FACTS, now, then, strict=True):
        steps.append(
            Working(
                _FACT_TITLES[fact],
                "" if was == much else tr("{was:,} now", was=was),
                localized(much),
            )
        )
    met_now, met = now[0], then[0]
    return Why(
        key=request_key(place),
        name=study.question(place),
        kind=tr("Request"),
        sentence=(
            tr(
                "At {axis_titles} {axis}, {met} of {asked} is found ({met_now} now).",
                axis_titles=in_sentence_case(AXIS_TITLES[axis]),
                axis=written(axis, value),
                met=met,
                asked=curve.asked,
                met_now=met_now,
            )
            if curve.asked
            else tr("The request asks for nothing (expect.must_include).")
        ),
        tokens=then[1],
        steps=(*_lost(study, place), *steps, *_stretches(study, place, variant)),
    )


def _lost(study: CorpusStudy, place: int) -> Iterator[Working]:
    """Yield where each piece went that is not in now, and what brings it back."""
    for one in study.curves[0][place].evidence.lost:
        back = change_text(one.change)
        yield Working(
            study.title(place, one.subject) or tr("Piece {number}", number=one.piece + 1),
            CAUSE_TITLES[one.cause],
            tr("found with {change}", change=back) if back else "",
        )


def _stretches(study: CorpusStudy, place: int, variant: int) -> Iterator[Working]:
    """Yield where along the axis how much of what is asked for is in."""
    curve, axis = study.curves[variant][place], study.load.range.axis
    starts, met = curve.starts.tolist(), curve.facts[0].tolist()
    changes = [at for at in range(len(met)) if at == 0 or met[at] != met[at - 1]]
    for at in changes[:_LOSERS]:
        yield Working(
            tr("From {axis}", axis=rounded(axis, round(starts[at], 6))),
            tr("found"),
            tr("{met:,} of {asked:,}", met=met[at], asked=curve.asked),
        )
    if len(changes) > _LOSERS:
        yield Working(tr("… {changes:,} more changes", changes=len(changes) - _LOSERS), "", "")
