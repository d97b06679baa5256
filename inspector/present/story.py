"""What each step of a story shows: the chart of its stage, and *Why* of what is selected.

From it are made slides, and one HTML document: no script, no file beside it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from markupsafe import Markup

from inspector import __version__
from inspector.core.text import in_words
from inspector.language import tr
from inspector.present.html_page import html_page
from inspector.present.why import Why
from inspector.session.session import Session, StoryStep
from inspector.session.telling import as_told, made_story, selected_at, told_through
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


_WIDTH = 660  # pixels of a bar: letters can be read from the last row


@dataclass(frozen=True, slots=True)
class Slide:
    """One slide: a title, a text below it, a chart as SVG, and the reason of what is selected.

    In chart and reason no name is written as code writes it.
    """

    title: str
    text: str
    chart: str = ""
    reason: str = ""


_WRITTEN = re.compile(r">([^<]+)<")  # in an SVG


def slides(session: Session, front: str = "") -> tuple[Slide, ...]:
    """Return the slides of a session: before and after, then each step of its story.

    A session without one is told by the stage in ``front``, where it can, or by what it is about.
    Texts of cards and files are left out. None where there is nothing to tell.
    """
    made = () if session.story else made_story(session, front)
    stage = stage_named(made[0].stage) if made and made[0].stage else told_through(session)
    opening = stage.load(stage.slides)(session, _WIDTH) if stage and stage.slides else ()
    # What it begins with is what the slides begin with, where they have a beginning.
    session = replace(session, story=session.story or (made[1:] if opening else made))
    steps = (
        Slide(
            frame.step.title,
            frame.step.text,
            frame.chart,
            # A step that is made of a selection says its reason itself.
            ""
            if frame.why is None
            or frame.why.sentence == frame.step.text
            or frame.why.sentence.rstrip(".") in frame.step.title
            else in_words(f"{frame.why.name}: {frame.why.sentence}"),
        )
        for frame in story_frames(session, _WIDTH)
    )
    return tuple(replace(one, chart=_in_words(one.chart)) for one in (*opening, *steps))


def _in_words(chart: str) -> str:
    return _WRITTEN.sub(lambda found: f">{in_words(found[1])}<", chart)


def story_html(session: Session) -> str:
    """Return the story with a page for each step: text, chart, and *Why* of what is selected.

    Every step is run by the core, with the policy that it has then. Texts of cards and files are
    left out.
    """
    frames = [
        # The picture is made here, from numbers and escaped labels.
        (frame, Markup(frame.chart))  # noqa: S704
        for frame in story_frames(session)
    ]
    return html_page(
        "story",
        title=session.title or tr("A story"),
        frames=frames,
        version=__version__,
    )
