"""What a step of a story shows of this stage: its chart, and *Why* of what is selected."""

from __future__ import annotations

from inspector.language import capitalized
from inspector.present.story.frames import Picture, pictured
from inspector.stages.window.ruler import ruler
from inspector.stages.window.ruler_items import ruler_svg
from inspector.stages.window.runs import run_window
from inspector.stages.window.summary import unusable_records
from inspector.stages.window.why import why_window


def picture(_width: int) -> Picture:
    """Return what draws the window's ruler and explains what is selected."""
    return pictured(
        lambda session: run_window(session).report,
        lambda report: ruler_svg(ruler(report)),
        why_window,
        lambda report: capitalized(unusable_records(report)),
    )
