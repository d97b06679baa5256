"""One window that goes through all lenses, each with its sample loaded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtWidgets import QApplication, QWidget

from inspector.gui.lenses import LENSES
from inspector.gui.screenshots import shots
from inspector.gui.unattended import settle, unattended_window, wait_until
from inspector.gui.workspace import Workspace
from inspector.resources import resource_path, sample_sessions
from inspector.session.edits import open_requests
from inspector.session.preferences import ThemeChoice
from inspector.stages.corpus.view.lens import CorpusLens

NAMES = tuple(record.id for record in LENSES)
_PICTURES = {shot.name: shot for shot in shots()}


@dataclass(frozen=True)
class Shown:
    """A lens in sight."""

    name: str
    workspace: Workspace

    @property
    def window(self) -> QWidget:
        return self.workspace.window

    @property
    def lens(self) -> QWidget:
        lens = self.workspace.lenses.widget
        assert lens is not None
        return lens


def every_lens(
    theme: ThemeChoice = ThemeChoice.LIGHT,
    *,
    percent: int = 100,
    size: tuple[int, int] = (1440, 900),
) -> Iterator[Shown]:
    """Show one lens after the other as its picture in the manual does, in one window."""
    with unattended_window((), theme=theme, size=size) as workspace:
        QApplication.setCursorFlashTime(0)
        workspace.choose_text_size(percent)
        for name in NAMES:
            shot = _PICTURES[f"{name}-light"]
            assert shot.sample is not None
            workspace.opening.open_files([resource_path(sample_sessions()[shot.sample])])
            settle(workspace)
            workspace.show_lens(name)
            if name == "corpus":
                _run_small_corpus(workspace)
            else:
                shot.prepare(workspace)
            settle(workspace)
            lens = workspace.lenses.widget
            wait_until(lambda lens=lens: not getattr(lens, "busy", False))
            settle(workspace)
            workspace.window.activateWindow()
            QApplication.processEvents()
            yield Shown(name, workspace)


def _run_small_corpus(workspace: Workspace) -> None:
    """Run so few requests that no other process is started for them."""
    request = workspace.store.session.request
    lens = workspace.lenses.widget
    assert request is not None
    assert isinstance(lens, CorpusLens)
    asked = tuple(request.model_copy(update={"trace_id": name}) for name in ("one", "two"))
    workspace.store.commit("Open a corpus", open_requests(asked, None))
    lens.run()
