"""A run before its details: the headline, what the last change did, and what a story shows."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from inspector.analysis import quantities as q
from inspector.analysis.expectations import checked
from inspector.analysis.independent import IndependentRun, independent_run
from inspector.analysis.injection_runs import InjectionRuns
from inspector.analysis.not_included import ExclusionCause, not_included
from inspector.analysis.tuning.axes import Axis, axis_fields
from inspector.analysis.tuning.split import (
    TOLERANCE,
    BestSplit,
    Criterion,
    Objective,
    best_split,
    objectives_of,
    splits_of,
)
from inspector.analysis.watched_counter import Watch, unwatched
from inspector.core.injection.report import InjectionReport
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Verdict
from inspector.language import tr, tr_n
from inspector.present.shares import percent, split_text
from inspector.present.story import Drawn, Picture, Slide
from inspector.session.session import Session, StoryStep
from inspector.stages.injection.bar import bar_svg, budget_bar, two_budgets_svg
from inspector.stages.injection.overview import unused_inputs
from inspector.stages.injection.summary import (
    NO_ROOM,
    duplicated_text,
    left_out_text,
    saved_text,
    signed,
)
from inspector.stages.injection.why import why_injection

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


def picture(width: int) -> Picture:
    """Return what draws the budget bar, ``width`` pixels wide, and explains what is selected."""
    runs = InjectionRuns()

    def draw(session: Session, key: str) -> Drawn:
        report = runs.run(session).report
        if report is None:
            return Drawn()
        chart = bar_svg(budget_bar(report, independent_run(report)), width=width, selected=key)
        why = why_injection(report, key) if key else None
        return Drawn(chart, why, unused_inputs(report))

    return draw


def before_and_after(session: Session, width: int) -> Iterator[Slide]:
    """Yield what two budgets take, and what one does: what unifying them saved."""
    report = InjectionRuns().run(session).report
    if report is None:
        return
    alone = independent_run(report)
    bar = budget_bar(report, alone)
    if bar.before is not None:
        yield Slide(
            tr("Two budgets: {tokens:,} tokens", tokens=int(bar.before.total)),
            duplicated_text(alone) or tr("Nothing is duplicated."),
            two_budgets_svg(bar, width=width),
        )
    title = tr("One budget: {tokens:,} tokens", tokens=bar.used)
    yield Slide(title, headline(report, alone), bar_svg(bar, width=width))


_MOST_CARDS = 5_000  # whose splits are all tried, while somebody waits for the story
_OUT = (Verdict.SUPPRESSED, Verdict.DROPPED)


def story_of(session: Session, watch: Watch = unwatched) -> tuple[StoryStep, ...]:
    """Return a story of what is open; none where it cannot be run. Raises ``StoppedError``."""
    report = InjectionRuns().run(session, watch).report
    if report is None or not (len(report.prepared.cards.order) or report.prepared.files):
        return ()
    alone = independent_run(report)
    return (*_before_and_after(report, alone), *_example(report), *_best_split(report, watch))


def _before_and_after(report: InjectionReport, alone: IndependentRun) -> Iterator[StoryStep]:
    used, total = q.TOKENS_USED.of(report), q.TOTAL_BUDGET.of(report)
    if report.budget.division == "both":
        two = tr(
            "Two budgets take {two:,} tokens, one takes {one:,}.", two=alone.total_used, one=used
        )
        yield StoryStep(two, duplicated_text(alone))
    else:
        yield StoryStep(tr("{used:,} of {total:,} tokens are used.", used=used, total=total), "")
    if alone.saved:
        twice = q.DUPLICATED_TOKENS.of(alone)
        if twice == alone.saved:
            said = tr("{tokens:,} of these tokens were paid twice.", tokens=twice)
        else:
            said = tr(
                "{tokens:,} tokens were paid twice; one budget saves {saved:,} of them.",
                tokens=twice,
                saved=alone.saved,
            )
        yield StoryStep(said, duplicated_text(alone))
    if any(
        one.items and one.cause is not ExclusionCause.SUPPRESSED for one in not_included(report, 0)
    ):
        left = left_out_text(not_included(report, 0))
        yield StoryStep(f"{left[:1].upper()}{left[1:]}.", "")


def _example(report: InjectionReport) -> Iterator[StoryStep]:
    """Yield what became of the largest card or file that is out, first what is paid twice."""
    out = sorted(
        (
            one
            for one in report.ledger.entries
            if one.verdict in _OUT and one.kind in ("card", "file")
        ),
        key=lambda one: (_OUT.index(one.verdict), -(one.needed or 0)),
    )
    for one in out[:1]:
        why = why_injection(report, f"{one.kind}:{one.subject}")
        if why is not None:
            yield StoryStep(_said_of(one), why.sentence, one.subject)


def _said_of(entry: LedgerEntry) -> str:
    """Return in one line what became of something that is out; Why has the whole reason."""
    if entry.reason.code == "bucket_file_overlap":
        text = tr("“{name}” is not sent twice: its file is there in full.", name=entry.name)
    elif entry.verdict is Verdict.SUPPRESSED:
        text = tr("“{name}” is not sent twice: other parts cover it.", name=entry.name)
    elif entry.reason in NO_ROOM:
        text = tr("“{name}” finds no room.", name=entry.name)
    else:
        text = tr("“{name}” is left out.", name=entry.name)
    return text


def _best_split(report: InjectionReport, watch: Watch) -> Iterator[StoryStep]:
    objectives = [one for one in objectives_of(report) if one is not Objective.TOKENS]
    if not objectives or len(report.prepared.cards.order) > _MOST_CARDS:
        return
    if report.budget.division != "both":
        return  # all of it is for one half, whatever the split
    found = best_split(splits_of(report, watch), report, objectives[0])
    change = {} if found.kept else axis_fields(Axis.DIVISION, found.share)
    yield StoryStep(best_text(found), "", None, tuple(change.items()))
