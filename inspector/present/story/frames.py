"""What each step of a story shows: the chart of its stage, and *Why* of what is selected."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from inspector.present.why import Why
from inspector.session.session import Session, StoryStep
from inspector.session.telling import as_told, selected_at
from inspector.stage import stage_named

WIDTH, HEIGHT = 1040, 320  # pixels, of drawings that have no size of their own


class Drawn(NamedTuple):
    """A session as SVG, "" where it cannot be run, what explains a subject of it, if one is named,
    and what of the input could not be used, "" where all could.
    """

    chart: str = ""
    why: Why | None = None
    unused: str = ""


Picture = Callable[[Session, str], Drawn]
"""Draws a session, and explains a subject of it."""


Shown = TypeVar("Shown")


def pictured(
    run: Callable[[Session], Shown | None],
    chart: Callable[[Shown], str],
    why: Callable[[Shown, str], Why | None],
    unused: Callable[[Shown], str] = lambda _shown: "",
) -> Picture:
    """Return what draws and explains what a run comes to; nothing where that is None."""

    def draw(session: Session, key: str) -> Drawn:
        shown = run(session)
        if shown is None:
            return Drawn()
        return Drawn(chart(shown), why(shown, key) if key else None, unused(shown))

    return draw


@dataclass(frozen=True, slots=True)
class Frame:
    """One step. ``chart`` is an SVG, "" where the session cannot be run; ``why`` is None where
    nothing is selected; ``unused`` says what of the input could not be used.
    """

    step: StoryStep
    chart: str
    why: Why | None
    unused: str = ""


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
        yield Frame(step, *(drawer(told, key) if drawer else Drawn()))
