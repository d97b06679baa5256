"""``inspector story``: the story that is told with a session, as one HTML file."""

from __future__ import annotations

import argparse

from inspector.cli.output import (
    DONE,
    FAILED,
    InputError,
    usable,
    warn_of_secrets,
    write_text,
)
from inspector.cli.session_options import session_path, unread_relevance


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("session", help="a session with a story (*.inspector.json), or sample:NAME")
    parser.add_argument(
        "-o",
        "--output",
        default="story.html",
        metavar="FILE",
        help="where the story goes, - for standard output",
    )


def run(options: argparse.Namespace) -> int:
    """Run the session at every step of its story and write the file."""
    from inspector.files import load_session
    from inspector.present.story import story_html

    loaded = load_session(session_path(options.session))
    session = usable(loaded.value, loaded.problems)
    if not session.story:
        raise InputError("the session has no story; add steps with a title and a text under /story")
    warn_of_secrets(session, "story")
    write_text(options.output, story_html(session))
    return FAILED if unread_relevance(loaded.problems, session) else DONE
