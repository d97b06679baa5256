"""A story as one HTML document: no script, no file beside it."""

from __future__ import annotations

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from inspector import __version__, resources
from inspector.language import spoken, tr
from inspector.present.story.frames import story_frames
from inspector.session.session import Session


def story_html(session: Session) -> str:
    """Return the story with a page for each step: text, chart, and *Why* of what is selected.

    Every step is run by the core, with the policy that it has then. Texts of cards and files are
    left out.
    """
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, keep_trailing_newline=True
    )
    template = environment.from_string(resources.read_text("report/story.html.j2"))
    frames = [
        # The picture is made here, from numbers and escaped labels.
        (frame, Markup(frame.chart))  # noqa: S704
        for frame in story_frames(session)
    ]
    return template.render(
        title=session.title or tr("A story"),
        frames=frames,
        version=__version__,
        tr=tr,
        language=spoken(),
    )
