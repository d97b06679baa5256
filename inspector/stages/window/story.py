"""What a step of a story shows of this stage: its chart, and *Why* of what is selected."""

from __future__ import annotations

from inspector.present.story.frames import Picture
from inspector.present.why import Why
from inspector.session.session import Session
from inspector.stages.window.ruler import ruler
from inspector.stages.window.ruler_items import ruler_svg
from inspector.stages.window.runs import run_window
from inspector.stages.window.why import why_window


def picture(_width: int) -> Picture:
    """Return what draws the window's ruler and explains what is selected."""

    def draw(session: Session, key: str) -> tuple[str, Why | None]:
        report = run_window(session).report
        if report is None:
            return "", None
        return ruler_svg(ruler(report)), why_window(report, key) if key else None

    return draw
