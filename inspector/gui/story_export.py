"""The story of a session in File > Export: as a page, and as slides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from inspector.core.problems import Problem
from inspector.gui.lens import Exporter
from inspector.language import tr
from inspector.session.session import Session
from inspector.session.store import Store
from inspector.session.telling import has_teller


def story_exporters(store: Store, front: Callable[[], str]) -> tuple[Exporter, ...]:
    """Return what writes the story as one HTML file, and as slides.

    Where the session has none, ``front`` is the stage that it is looked at through.
    """
    return (
        Exporter(
            id="story",
            title=tr("Story as HTML…"),
            help=tr(
                "Writes the steps of the story, each with its chart and reasons, into one file."
            ),
            file_filter=tr("HTML (*.html)"),
            file_name="story.html",
            write=partial(_write, store, _page),
            enabled=lambda: bool(store.session.story),
        ),
        Exporter(
            id="slides",
            title=tr("Slides as PDF…"),
            help=tr(
                "Writes the story, a page for each step; without one, what is told in its place."
            ),
            file_filter=tr("PDF (*.pdf)"),
            file_name="slides.pdf",
            write=partial(_write, store, lambda session: _slides(session, front())),
            enabled=lambda: bool(store.session.story) or has_teller(store.session, front()),
        ),
    )


def _write(store: Store, made: Callable[[Session], bytes], path: Path) -> Sequence[Problem]:
    from inspector.files import write_atomically

    write_atomically(path, made(store.session))
    return ()


# Imported late: the charts of all lenses are part of a story.


def _page(session: Session) -> bytes:
    from inspector.present.story import story_html

    return story_html(session).encode("utf-8", "backslashreplace")


def _slides(session: Session, front: str) -> bytes:
    from inspector.gui.slides_pdf import slides_pdf
    from inspector.present.story.frames import slides

    return slides_pdf(session.title or tr("A story"), slides(session, front))
