"""A story as one HTML document: no script, no file beside it."""

from __future__ import annotations

from markupsafe import Markup

from inspector import __version__
from inspector.language import tr
from inspector.present.html_page import html_page
from inspector.present.story.frames import story_frames
from inspector.session.session import Session


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
