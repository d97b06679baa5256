"""The story of a session in File > Export."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from inspector.core.problems import Problem
from inspector.gui.lens import Exporter
from inspector.language import tr
from inspector.session.store import Store


def story_exporter(store: Store) -> Exporter:
    """Return what writes the story as one HTML file."""

    def write(path: Path) -> Sequence[Problem]:
        # Imported late: the charts of all lenses are part of a story.
        from inspector.files import write_atomically
        from inspector.present.story import story_html

        write_atomically(path, story_html(store.session).encode("utf-8", "backslashreplace"))
        return ()

    return Exporter(
        id="story",
        title=tr("Story as HTML…"),
        help=tr("Writes the steps of the story, each with its chart and reasons, into one file."),
        file_filter=tr("HTML (*.html)"),
        file_name="story.html",
        write=write,
        enabled=lambda: bool(store.session.story),
    )
