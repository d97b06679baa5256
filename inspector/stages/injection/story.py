"""What a step of a story shows of this stage: its chart, and *Why* of what is selected.

A story of a session that has none of its own: what one budget does that two did not do.

Each step is one sentence beside the bar, without codes: before and after, what is not paid twice
any more or what is left out, one example, and the best split where expectations tell one.
"""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis import quantities as q
from inspector.analysis.corpus.divider import fields_at
from inspector.analysis.independent import IndependentRun, independent_run
from inspector.analysis.injection_runs import InjectionRuns
from inspector.analysis.not_included import ExclusionCause, not_included
from inspector.analysis.tuning.split import Objective, best_split, objectives_of, splits_of
from inspector.analysis.watched_counter import Watch, unwatched
from inspector.core.injection.report import InjectionReport
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Verdict
from inspector.language import tr
from inspector.present.story import Drawn, Picture, Slide
from inspector.session.session import Session, StoryStep
from inspector.stages.injection.answer import best_text, headline
from inspector.stages.injection.bar import bar_svg, budget_bar, two_budgets_svg
from inspector.stages.injection.overview import unused_inputs
from inspector.stages.injection.summary import NO_ROOM, duplicated_text, left_out_text
from inspector.stages.injection.why import why_injection


def picture(width: int) -> Picture:
    """Return what draws the budget bar, ``width`` pixels wide, and explains what is selected."""
    runs = InjectionRuns()

    def draw(session: Session, key: str) -> Drawn:
        report = runs.run(session).report
        if report is None:
            return Drawn()
        chart = bar_svg(budget_bar(report, independent_run(report)), width=width)
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
    return (
        *_before_and_after(report, alone),
        *_example(report),
        *_best_split(report, watch),
    )


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
    change = {} if found.kept else fields_at(found.share)
    yield StoryStep(best_text(found), "", None, tuple(change.items()))
