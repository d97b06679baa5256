"""A story as slides; where a budget is what it is about, what unifying it saved comes first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inspector.analysis.independent import independent_run
from inspector.analysis.injection_runs import InjectionRuns
from inspector.language import tr
from inspector.present.story.frames import story_frames
from inspector.session.session import Session
from inspector.session.subject import subject_of
from inspector.stages.injection.answer import duplicated_text, headline
from inspector.stages.injection.bar import budget_bar
from inspector.stages.injection.bar_svg import bar_svg, two_budgets_svg

_WIDTH = 720  # pixels of a bar: letters can be read from the last row


@dataclass(frozen=True, slots=True)
class Slide:
    """One slide: a title, a text below it, a chart as SVG, and the reason of what is selected."""

    title: str
    text: str
    chart: str = ""
    reason: str = ""


def slides(session: Session) -> tuple[Slide, ...]:
    """Return the slides of a session: before and after, then each step of its story.

    Texts of cards and files are left out. None where the session neither runs a budget nor tells a
    story.
    """
    opening = _before_and_after(session) if subject_of(session) == "injection" else ()
    steps = (
        Slide(
            frame.step.title,
            frame.step.text,
            frame.chart,
            "" if frame.why is None else f"{frame.why.name}: {frame.why.sentence}",
        )
        for frame in story_frames(session, _WIDTH)
    )
    return (*opening, *steps)


def _before_and_after(session: Session) -> Iterator[Slide]:
    report = InjectionRuns().run(session).report
    if report is None:
        return
    alone = independent_run(report)
    bar = budget_bar(report, alone)
    if bar.before is not None:
        yield Slide(
            tr("Two budgets: {tokens:,} tokens", tokens=int(bar.before.total)),
            duplicated_text(alone) or tr("Nothing is duplicated."),
            two_budgets_svg(bar, width=_WIDTH),
        )
    title = tr("One budget: {tokens:,} tokens", tokens=bar.used)
    yield Slide(title, headline(report, alone), bar_svg(bar, width=_WIDTH))
