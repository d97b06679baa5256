"""A story as slides; where a budget is what it is about, what unifying it saved comes first."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from inspector.core.text import in_words
from inspector.present.story.frames import story_frames
from inspector.session.session import Session
from inspector.session.telling import told_through

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


def slides(session: Session) -> tuple[Slide, ...]:
    """Return the slides of a session: before and after, then each step of its story.

    Texts of cards and files are left out. None where the session neither runs a budget nor tells a
    story.
    """
    stage = told_through(session)
    opening = stage.load(stage.slides)(session, _WIDTH) if stage and stage.slides else ()
    if stage and stage.telling and not session.story:
        # What it begins with is what the slides begin with, where they have a beginning.
        made = stage.load(stage.telling)(session)
        session = replace(session, story=made[1:] if opening else made)
    steps = (
        Slide(
            frame.step.title,
            frame.step.text,
            frame.chart,
            # A step that is made of a selection says its reason itself.
            ""
            if frame.why is None or frame.why.sentence == frame.step.text
            else in_words(f"{frame.why.name}: {frame.why.sentence}"),
        )
        for frame in story_frames(session, _WIDTH)
    )
    return tuple(replace(one, chart=_in_words(one.chart)) for one in (*opening, *steps))


def _in_words(chart: str) -> str:
    return _WRITTEN.sub(lambda found: f">{in_words(found[1])}<", chart)
