"""What a step of a story shows of this stage: its chart, and *Why* of what is selected."""

from __future__ import annotations

from inspector.present.drawing_svg import drawing_svg, measured
from inspector.present.story.frames import WIDTH, Drawn, Picture
from inspector.present.strips import strips_drawing
from inspector.session.session import Session
from inspector.stages.builder.charts import budget_bar
from inspector.stages.builder.runs import BuilderRuns
from inspector.stages.builder.shown import file_key, shown_of
from inspector.stages.builder.why import why_builder


def picture(_width: int) -> Picture:
    """Return what draws the budget of the bundle and explains what is selected."""
    runs = BuilderRuns.with_user_cache()

    def draw(session: Session, key: str) -> Drawn:
        shown = shown_of(runs.run(session))
        if shown is None:
            return Drawn()
        why = why_builder(shown, key) or why_builder(shown, file_key(key)) if key else None
        return Drawn(drawing_svg(strips_drawing(budget_bar(shown), WIDTH, measured)), why)

    return draw
