"""What a step of a story shows of this stage: its chart, and *Why* of what is selected."""

from __future__ import annotations

from inspector.present.story.frames import Picture
from inspector.present.why import Why
from inspector.session.session import Session
from inspector.stages.timeline.chart import timeline_svg
from inspector.stages.timeline.runs import run_timeline
from inspector.stages.timeline.why import why_timeline


def picture(width: int) -> Picture:
    """Return what draws the timeline with what is selected, and explains that."""

    def draw(session: Session, key: str) -> tuple[str, Why | None]:
        result = run_timeline(session)
        if result.report is None:
            return "", None
        return timeline_svg(result, key, width), why_timeline(result, key) if key else None

    return draw
