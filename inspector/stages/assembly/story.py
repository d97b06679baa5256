"""What a step of a story shows of this stage: its chart, and *Why* of what is selected."""

from __future__ import annotations

from inspector.present.story.frames import Picture, pictured
from inspector.stages.assembly.bands import bands_of
from inspector.stages.assembly.bands_items import bands_svg
from inspector.stages.assembly.runs import AssemblyRuns
from inspector.stages.assembly.why import why_assembly
from inspector.stages.relevance.grid import unread


def picture(_width: int) -> Picture:
    """Return what draws the bands of the prompt and explains what is selected."""
    runs = AssemblyRuns()
    return pictured(
        lambda session: runs.run(session).assembly,
        lambda found: bands_svg(bands_of(found)),
        why_assembly,
        lambda found: unread(found.relevance),
    )
