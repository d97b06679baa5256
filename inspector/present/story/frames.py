"""What each step of a story shows: the chart of its stage, and *Why* of what is selected."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from inspector.present.why import Why
from inspector.session.session import Session, StoryStep
from inspector.session.telling import as_told, selected_at
from inspector.stage import stage_named

WIDTH, HEIGHT = 1040, 320  # pixels, of drawings that have no size of their own

Picture = Callable[[Session, str], tuple[str, Why | None]]
"""Draws a session as SVG, "" where it cannot be run, and explains a subject of it, if one is named.
"""


Shown = TypeVar("Shown")


def pictured(
    run: Callable[[Session], Shown | None],
    chart: Callable[[Shown], str],
    why: Callable[[Shown, str], Why | None],
) -> Picture:
    """Return what draws and explains what a run comes to; nothing where that is None."""

    def draw(session: Session, key: str) -> tuple[str, Why | None]:
        shown = run(session)
        if shown is None:
            return "", None
        return chart(shown), why(shown, key) if key else None

    return draw


@dataclass(frozen=True, slots=True)
class Frame:
    """One step. ``chart`` is an SVG, "" where the session cannot be run; ``why`` is None where
    nothing is selected.
    """

    step: StoryStep
    chart: str
    why: Why | None


def story_frames(session: Session, bar_width: int = WIDTH) -> Iterator[Frame]:
    """Run the session as it is at each step of its story.

    ``bar_width`` is that of budget bars, in pixels; letters are the larger beside a narrow one.
    """
    # What draws is made when a step needs it; its runs share what two steps have in common.
    drawers: dict[str, Picture | None] = {}
    for step in session.story:
        lens, key = selected_at(session, step)
        if lens not in drawers:
            stage = stage_named(lens)
            drawers[lens] = stage.load(stage.picture)(bar_width) if stage.picture else None
        told = as_told(session, step)(session)
        drawer = drawers[lens]
        chart, why = drawer(told, key) if drawer else ("", None)
        yield Frame(step, chart, why)
