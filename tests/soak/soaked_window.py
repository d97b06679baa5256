"""A whole window off the screen, with a person in front of it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtWidgets import QApplication

from inspector.gui.app import make_application, start
from inspector.gui.lenses import LENSES, LensRecord
from inspector.gui.settings import Settings
from inspector.gui.unattended import wait_until
from inspector.gui.workspace import Workspace
from tests.soak.person import Answers, Person


@contextmanager
def soaked_window(
    lenses: Sequence[LensRecord] = LENSES,
) -> Iterator[tuple[Workspace, Person]]:
    """Open a window with settings and a history of its own, and close it at the end."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = make_application()
    with tempfile.TemporaryDirectory(prefix="inspector-soak-") as name:
        folder = Path(name)
        settings = Settings(folder / "preferences.json")
        history = folder / "history" / "runs.sqlite3"
        window = start(app, settings, (), lenses=lenses, messages=Answers(folder), history=history)
        settings.setParent(window)
        window.resize(1440, 900)
        window.show()
        try:
            wait_until(lambda: window.findChild(Workspace) is not None)
            workspace = window.findChild(Workspace)
            assert workspace is not None
            yield workspace, Person(workspace, folder)
        finally:
            window.close()
            window.deleteLater()
            QApplication.processEvents()
