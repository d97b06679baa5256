"""What a step of a story shows of this stage: its chart, and *Why* of what is selected."""

from __future__ import annotations

from inspector.present.story.frames import Drawn, Picture
from inspector.session.session import Session
from inspector.stages.relevance.grid import unread
from inspector.stages.relevance.grid_items import grid_svg
from inspector.stages.relevance.runs import RelevanceRuns
from inspector.stages.relevance.why import why_relevance


def picture(_width: int) -> Picture:
    """Return what draws the grid of layers and explains what is selected."""
    runs = RelevanceRuns()

    def draw(session: Session, key: str) -> Drawn:
        result = runs.run(session)
        if result.report is None:
            return Drawn()
        why = why_relevance(result, key) if key else None
        return Drawn(grid_svg(result.report), why, unread(result.report))

    return draw
