"""The result before its details: the headline of a run, and what the last change did to it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from inspector.analysis import quantities as q
from inspector.analysis.expectations import checked
from inspector.analysis.independent import IndependentRun
from inspector.analysis.not_included import not_included
from inspector.analysis.tuning.split import TOLERANCE, BestSplit, Criterion, Objective
from inspector.core.injection.report import InjectionReport
from inspector.language import tr, tr_n
from inspector.present.shares import percent, split_text
from inspector.stages.injection.summary import (
    left_out_text,
    saved_text,
    signed,
)

_STEPS = 1_000  # a stretch of splits is said in tenths of a percent, never wider than it is

OBJECTIVES = {
    Objective.EXPECTATIONS: tr("Most expectations met"),
    Objective.EVIDENCE: tr("Most evidence included"),
    Objective.TOKENS: tr("Fewest tokens, {part:.0%} tolerance", part=TOLERANCE),
}


def headline(
    report: InjectionReport, independent: IndependentRun | None, *, brief: bool = False
) -> str:
    """Return a run in one sentence; without ``independent`` what it is compared with is left out.

    "5,809 of 6,000 tokens used · 596 duplicated tokens fewer · 3,337 tokens left out: 1 card …"

    ``brief`` is without the causes, where they stand below. What is saved is what was paid twice;
    what is left out is never a saving.
    """
    parts = [
        tr(
            "{used:,} of {total:,} tokens used",
            used=q.TOKENS_USED.of(report),
            total=q.TOTAL_BUDGET.of(report),
        )
    ]
    if independent is not None and report.budget.division == "both":
        parts.append(saved_text(independent))
    return " · ".join((*parts, left_out_text(not_included(report, 0), brief=brief)))


@dataclass(frozen=True, slots=True)
class Figures:
    """What is told apart of two runs by the line of the last change."""

    share: float
    total: int
    cards: int
    files: int
    summaries: int
    headroom: int
    met: int
    expected: int


def figures(report: InjectionReport) -> Figures:
    """Return the figures of a run. Headroom is what of the budget is not used."""
    outcomes = checked(report).outcomes
    return Figures(
        share=report.policy.knowledge_card_share_default,
        total=q.TOTAL_BUDGET.of(report),
        cards=q.CARDS_INJECTED.of(report),
        files=q.FILES_INLINED.of(report),
        summaries=q.SUMMARIES_INCLUDED.of(report),
        headroom=q.TOTAL_BUDGET.of(report) - q.TOKENS_USED.of(report),
        met=sum(one.met for one in outcomes),
        expected=len(outcomes),
    )


def change_text(old: Figures, new: Figures) -> str:
    """Return what changed between two runs: "split 33 → 40 %, +4 cards, −102 tokens unused"."""
    return " · ".join((*_moved(old, new), *(_differences(old, new) or (tr("same result"),))))


def differences_text(old: Figures, new: Figures) -> str:
    """Return what differs between two runs: "+4 cards · −102 tokens unused"."""
    return " · ".join(_differences(old, new) or (tr("same result"),))


def _moved(old: Figures, new: Figures) -> Iterator[str]:
    if old.share != new.share:
        yield tr("split {old} → {new}", old=split_text(old.share), new=split_text(new.share))
    if old.total != new.total:
        yield tr("total {old:,} → {new:,}", old=old.total, new=new.total)


def _differences(old: Figures, new: Figures) -> tuple[str, ...]:
    cards, files = new.cards - old.cards, new.files - old.files
    summaries, headroom = new.summaries - old.summaries, new.headroom - old.headroom
    met = new.met - old.met
    parts = (
        tr_n("{n} card", "{n} cards", abs(cards), n=signed(cards)) if cards else "",
        tr_n("{n} file in full", "{n} files in full", abs(files), n=signed(files)) if files else "",
        tr_n("{n} summary", "{n} summaries", abs(summaries), n=signed(summaries))
        if summaries
        else "",
        tr_n("{n} token unused", "{n} tokens unused", abs(headroom), n=signed(headroom))
        if headroom
        else "",
        tr_n("{n} expectation met", "{n} expectations met", abs(met), n=signed(met))
        if met and old.expected == new.expected
        else "",
    )
    return tuple(part for part in parts if part)


def best_text(found: BestSplit) -> str:
    """Return in one sentence what looking for the best split came to."""
    here, there = _scored(found, found.now), _scored(found, found.best)
    values = {
        "split": split_text(found.share),
        "here": here,
        "there": there,
        "low": percent(math.ceil(found.low * _STEPS) / _STEPS),
        "high": percent(math.floor(found.high * _STEPS) / _STEPS),
        "tokens": found.tokens,
        "now": found.tokens_now,
    }
    if found.objective is not Objective.TOKENS:
        if found.kept:
            said = tr("Keep {split}: {here}, no split has more.", **values)
        else:
            said = tr(
                "{split}: {there}, {before} before.",
                **values | {"before": _number(found, found.now)},
            )
    elif found.kept:
        said = tr("Keep {split}: no split with {here} uses fewer than {now:,} tokens.", **values)
    elif here == there:
        said = tr("{split}: {tokens:,} instead of {now:,} tokens, still {here}.", **values)
    else:
        said = tr(
            "{split}: {tokens:,} instead of {now:,} tokens, {there}, {before} before.",
            **values | {"before": _number(found, found.now)},
        )
    return f"{said} {tr('As good from {low} to {high} %.', **values)}"


def _number(found: BestSplit, score: float) -> str:
    if found.measure is Criterion.VALUE:
        return tr("{value:,.2f}", value=score)
    return tr("{number:,}", number=int(score))


def _scored(found: BestSplit, score: float) -> str:
    if found.measure is Criterion.VALUE:
        return tr("a card value of {value:,.2f}", value=score)
    if found.measure is Criterion.EVIDENCE:
        return tr("{found:,.0f} of {whole:,} pieces of evidence", found=score, whole=found.whole)
    return tr("{met:,.0f} of {whole:,} expectations met", met=score, whole=found.whole)
