"""The story of a session in File > Export: as a page, and as slides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from inspector.core.problems import Problem
from inspector.gui.lens import Exporter
from inspector.language import tr
from inspector.session.session import Session, subject_of
from inspector.session.store import Store


def story_exporters(store: Store) -> tuple[Exporter, ...]:
    """Return what writes the story as one HTML file, and as slides."""
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
            help=tr("Writes two budgets and one, then the steps of the story, a page for each."),
            file_filter=tr("PDF (*.pdf)"),
            file_name="slides.pdf",
            write=partial(_write, store, _slides),
            enabled=lambda: bool(store.session.story) or subject_of(store.session) == "injection",
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


def _slides(session: Session) -> bytes:
    from inspector.gui.slides_pdf import slides_pdf
    from inspector.present.story.frames import slides

    return slides_pdf(session.title or tr("A story"), slides(session))
