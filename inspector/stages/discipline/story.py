"""What a step of a story shows of this stage: its chart, and *Why* of what is selected."""

from __future__ import annotations

from inspector.present.drawing_svg import drawing_svg, measured
from inspector.present.story import HEIGHT, WIDTH, Drawn, Picture
from inspector.present.strips import strips_drawing
from inspector.session.session import Session
from inspector.stages.discipline.charts import series_drawing
from inspector.stages.discipline.result_view import result_view
from inspector.stages.discipline.runs import DisciplineRuns
from inspector.stages.discipline.why import why_discipline


def picture(width: int) -> Picture:
    """Return what draws steps, ``width`` pixels wide, or turns, and explains what is selected."""
    runs = DisciplineRuns()

    def draw(session: Session, key: str) -> Drawn:
        result = runs.run(session)
        view = result_view(result)
        drawing = None
        if key.startswith("turn:"):
            drawing = series_drawing(view.series, WIDTH, HEIGHT, measured)
        elif view.steps is not None:
            drawing = strips_drawing(view.steps, width, measured)
        chart = "" if drawing is None else drawing_svg(drawing)
        return Drawn(chart, why_discipline(result, key) if key else None)

    return draw
