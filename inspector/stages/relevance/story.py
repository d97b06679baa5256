"""What a step of a story shows of this stage: its chart, and *Why* of what is selected."""

from __future__ import annotations

from inspector.present.story.frames import Picture
from inspector.present.why import Why
from inspector.session.session import Session
from inspector.stages.relevance.grid_items import grid_svg
from inspector.stages.relevance.runs import RelevanceRuns
from inspector.stages.relevance.why import why_relevance


def picture(_width: int) -> Picture:
    """Return what draws the grid of layers and explains what is selected."""
    runs = RelevanceRuns()

    def draw(session: Session, key: str) -> tuple[str, Why | None]:
        result = runs.run(session)
        if result.report is None:
            return "", None
        return grid_svg(result.report), why_relevance(result, key) if key else None

    return draw
