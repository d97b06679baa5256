"""What each step of a story shows: the chart of its lens, and *Why* of what is selected."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from inspector.analysis.independent import independent_run
from inspector.analysis.injection_runs import InjectionRuns
from inspector.present.drawing import drawing_svg, measured
from inspector.present.why import Why
from inspector.session.session import Session, StoryStep
from inspector.session.telling import as_told, selected_at
from inspector.stages.assembly.bands import bands_of
from inspector.stages.assembly.bands_svg import bands_svg
from inspector.stages.assembly.runs import AssemblyRuns
from inspector.stages.assembly.why import why_assembly
from inspector.stages.builder.bar import bar_drawing
from inspector.stages.builder.bar import budget_bar as budget_bar_of
from inspector.stages.builder.runs import BuilderRuns
from inspector.stages.builder.shown import file_key, shown_of
from inspector.stages.builder.why import why_builder
from inspector.stages.discipline.result_view import result_view
from inspector.stages.discipline.runs import DisciplineRuns
from inspector.stages.discipline.series_chart import series_drawing
from inspector.stages.discipline.steps_chart import steps_drawing
from inspector.stages.discipline.why import why_discipline
from inspector.stages.injection.bar import budget_bar
from inspector.stages.injection.bar_svg import WIDTH, bar_svg
from inspector.stages.injection.why import why_injection
from inspector.stages.relevance.grid_svg import grid_svg
from inspector.stages.relevance.runs import RelevanceRuns
from inspector.stages.relevance.why import why_relevance
from inspector.stages.window.ruler import ruler
from inspector.stages.window.ruler_svg import ruler_svg
from inspector.stages.window.runs import run_window
from inspector.stages.window.why import why_window

_WIDTH, _HEIGHT = 1040, 320  # pixels, of drawings that have no size of their own


@dataclass(frozen=True, slots=True)
class Frame:
    """One step. ``chart`` is an SVG, "" where the session cannot be run; ``why`` is None where
    nothing is selected.
    """

    step: StoryStep
    chart: str
    why: Why | None


Picture = Callable[[Session, str], tuple[str, Why | None]]


def story_frames(session: Session, bar_width: int = WIDTH) -> Iterator[Frame]:
    """Run the session as it is at each step of its story.

    ``bar_width`` is that of budget bars, in pixels; letters are the larger beside a narrow one.
    """
    pictures = _pictures(bar_width)
    for step in session.story:
        lens, key = selected_at(session, step)
        picture = pictures.get(lens)
        told = as_told(session, step)(session)
        chart, why = picture(told, key) if picture is not None else ("", None)
        yield Frame(step, chart, why)


def _pictures(bar_width: int) -> dict[str, Picture]:
    """Return what makes the picture of each lens. Runs share what two steps have in common."""
    injections, assemblies = InjectionRuns(), AssemblyRuns()
    nodes, states = RelevanceRuns(), DisciplineRuns()

    def injection(session: Session, key: str) -> tuple[str, Why | None]:
        report = injections.run(session).report
        if report is None:
            return "", None
        chart = bar_svg(budget_bar(report, independent_run(report)), width=bar_width)
        return chart, why_injection(report, key) if key else None

    def assembly(session: Session, key: str) -> tuple[str, Why | None]:
        found = assemblies.run(session).assembly
        if found is None:
            return "", None
        return bands_svg(bands_of(found)), why_assembly(found, key) if key else None

    def relevance(session: Session, key: str) -> tuple[str, Why | None]:
        result = nodes.run(session)
        if result.report is None:
            return "", None
        return grid_svg(result.report), why_relevance(result, key) if key else None

    def window(session: Session, key: str) -> tuple[str, Why | None]:
        report = run_window(session).report
        if report is None:
            return "", None
        return ruler_svg(ruler(report)), why_window(report, key) if key else None

    def discipline(session: Session, key: str) -> tuple[str, Why | None]:
        result = states.run(session)
        view = result_view(result)
        drawing = None
        if key.startswith("turn:"):
            drawing = series_drawing(view.series, _WIDTH, _HEIGHT, measured)
        elif view.steps is not None:
            drawing = steps_drawing(view.steps, _WIDTH, measured)
        chart = "" if drawing is None else drawing_svg(drawing)
        return chart, why_discipline(result, key) if key else None

    return {
        "builder": _builder_picture(BuilderRuns.with_user_cache()),
        "injection": injection,
        "assembly": assembly,
        "relevance": relevance,
        "window": window,
        "discipline": discipline,
    }


def _builder_picture(bundles: BuilderRuns) -> Picture:
    def builder(session: Session, key: str) -> tuple[str, Why | None]:
        shown = shown_of(bundles.run(session))
        if shown is None:
            return "", None
        why = why_builder(shown, key) or why_builder(shown, file_key(key)) if key else None
        return drawing_svg(bar_drawing(budget_bar_of(shown), _WIDTH, measured)), why

    return builder
