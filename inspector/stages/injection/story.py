"""What a step of a story shows of this stage: its chart, and *Why* of what is selected."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.independent import independent_run
from inspector.analysis.injection_runs import InjectionRuns
from inspector.language import tr
from inspector.present.story.frames import Picture
from inspector.present.story.slides import Slide
from inspector.present.why import Why
from inspector.session.session import Session
from inspector.stages.injection.answer import duplicated_text, headline
from inspector.stages.injection.bar import bar_svg, budget_bar, two_budgets_svg
from inspector.stages.injection.why import why_injection


def picture(width: int) -> Picture:
    """Return what draws the budget bar, ``width`` pixels wide, and explains what is selected."""
    runs = InjectionRuns()

    def draw(session: Session, key: str) -> tuple[str, Why | None]:
        report = runs.run(session).report
        if report is None:
            return "", None
        chart = bar_svg(budget_bar(report, independent_run(report)), width=width)
        return chart, why_injection(report, key) if key else None

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
