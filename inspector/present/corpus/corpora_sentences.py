"""Several corpora, kinds of requests, and a grid of policies in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.corpus.regret import Regret
from inspector.analysis.corpus.study import CorpusStudy
from inspector.language import tr
from inspector.present.corpus.loss_sentences import limit_lines
from inspector.present.corpus.names import part
from inspector.present.corpus.sentences import advice, choice_lines
from inspector.present.tuning.names import AXIS_TITLES, rounded


def regret_lines(study: CorpusStudy) -> Iterator[str]:
    """Yield what each corpus gives up at the common value; nothing for one corpus."""
    found = study.recommendation
    if found is None or not study.regrets:
        return
    axis = study.load.range.axis
    yield tr(
        "One value for all {count:,} corpora, {title} {value}:",
        count=len(study.regrets),
        title=AXIS_TITLES[axis],
        value=rounded(axis, found.value),
    )
    for one in sorted(study.regrets, key=lambda each: -each.regret):
        yield "  " + _regret(study, one)


def corpus_lines(study: CorpusStudy) -> Iterator[str]:
    """Yield what to act on for each of several corpora by itself; nothing for one corpus."""
    if not any(one.recommendation for one in study.by_corpus):
        return
    yield tr("Each corpus by itself:")
    for one in study.by_corpus:
        limits = list(limit_lines(one))[:2]
        choices = list(choice_lines(one, one.recommendation))[:1] if one.recommendation else []
        name = study.names[one.jobs[0].corpus]
        yield f"  {name}: " + " ".join([*limits, advice(one), *choices])


def kind_lines(study: CorpusStudy) -> Iterator[str]:
    """Yield the kinds of requests that want values of their own; only the field worth most."""
    for split in study.kinds[:1]:
        yield tr(
            "Kinds of requests differ by {field}: a value for each is worth {points} points on"
            " requests that had no part in choosing (not applied):",
            field=split.field,
            points=f"{split.held_out * 100:+.2f}",
        )
        for one in split.kinds:
            yield "  " + _regret(study, one)


def _regret(study: CorpusStudy, one: Regret) -> str:
    axis = study.load.range.axis
    return tr(
        "{name}: {common}, {regret} points below its own best ({recall} at {value}); {asking:,}"
        " requests",
        name=one.name,
        common=part(one.recall_common),
        regret=f"{one.regret * 100:.1f}",
        recall=part(one.recall),
        value=rounded(axis, one.value),
        asking=one.asking,
    )
