"""The story of a session: what it looks like at each step, what is selected, and what is shown.

That is the chart of the step's stage, and *Why* of what is selected. From it are made slides, and
one HTML document: no script, no file beside it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from inspector import __version__
from inspector.core.candidates.candidate_set import file_reference, reference_of_subject
from inspector.core.candidates.request import Request
from inspector.core.text import in_words
from inspector.language import tr
from inspector.session.edits import set_policy_fields
from inspector.session.session import Session, StoryStep, stages_with_input
from inspector.session.store import Edit
from inspector.stage import Door, Stage, stage_named

if TYPE_CHECKING:
    from inspector.present.why import Why


def as_told(told: Session, step: StoryStep) -> Edit:
    """Give a session the policy and the request that ``told`` has at a step of its story.

    A step changes ``told``'s own policy and request, never what the step before left.
    """
    return lambda session: replace(
        session,
        policy=set_policy_fields(dict(step.policy_change))(told).policy,
        request=_request_at(told, step, session),
    )


def as_before(told: Session) -> Edit:
    """Give a session the policy and the request back that it had before its story was told."""
    return lambda session: replace(
        session, policy=told.policy, request=_request_at(told, None, session)
    )


def _request_at(told: Session, step: StoryStep | None, session: Session) -> Request | None:
    """Return the request that a session has at a step, or before all of them.

    That is its own where no step of the story has another one.
    """
    if all(one.request is None for one in told.story):
        return session.request
    named = None if step is None else step.request
    return next((one for one in told.requests if one.trace_id == named), told.request)


def made_story(session: Session, front: str = "") -> tuple[StoryStep, ...]:
    """Return a story of a session that has none, each step looked at in the stage that tells it.

    That is the one in ``front`` where it can, else what the session is about; "" is none of them.
    """
    for stage in _tellers(session, front):
        steps = stage.load(stage.telling)(session)
        if steps:
            return tuple(replace(step, stage=stage.id) for step in steps)
    return ()


def has_teller(session: Session, front: str = "") -> bool:
    """Whether a stage can make a story of a session, that in ``front`` among them."""
    return any(_tellers(session, front))


def _tellers(session: Session, front: str) -> Iterator[Stage]:
    """Yield what can tell a session: the stage in front, if any, then what it is about."""
    first = next(_pictured(session), None)
    looked_at = (one for one in _pictured(session) if one.id == front)
    return (one for one in (*looked_at, first) if one is not None and one.telling)


def told_through(session: Session) -> Stage | None:
    """Return the stage whose picture shows a step that names none, of those that make a prompt."""
    return next((one for one in _pictured(session) if one.door is Door.INSPECT), None)


def _pictured(session: Session) -> Iterator[Stage]:
    """Yield the stages with a picture that a session holds something for, its subject first."""
    return (one for one in map(stage_named, stages_with_input(session)) if one.picture)


def selected_at(session: Session, step: StoryStep) -> tuple[str, str]:
    """Return the lens that a step is looked at through, and the subject (``kind:id``) in it.

    A story names cards, files, buckets (for their backgrounds), chunks, nodes and files of a
    project as the input does; what has a kind written before it is taken as it is. The subject is
    "" where a step selects nothing.
    """
    stage = (
        stage_named(step.stage) if step.stage else told_through(session) or stage_named("injection")
    )
    lens, named = stage.id, step.select
    if not named:
        return lens, ""
    if kind := stage.subject:
        return lens, f"{kind}:{named}"
    candidates = session.candidates
    if named in candidates.knowledge_cards.row_of:
        return lens, f"card:{named}"
    for bucket in candidates.buckets:
        if named == bucket.bucket_id:
            return lens, f"background:{named}"
        reference = reference_of_subject(named)
        if any(reference == file_reference(bucket.bucket_id, one.file_id) for one in bucket.files):
            return lens, f"file:{named}"
    return lens, named


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
    chart: Callable[[Shown, str], str],
    why: Callable[[Shown, str], Why | None],
    unused: Callable[[Shown], str] = lambda _shown: "",
) -> Picture:
    """Return what draws and explains what a run comes to; nothing where that is None."""

    def draw(session: Session, key: str) -> Drawn:
        shown = run(session)
        if shown is None:
            return Drawn()
        return Drawn(chart(shown, key), why(shown, key) if key else None, unused(shown))

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
    # Imported late: the window tells a story without a page.
    from markupsafe import Markup

    from inspector.present.html_page import html_page

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
