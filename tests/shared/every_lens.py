"""One window that goes through all lenses, each with its sample loaded, in several looks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from PySide6.QtWidgets import QApplication, QWidget

from inspector.gui.lenses import LENSES
from inspector.gui.unattended import settle, unattended_window, wait_until
from inspector.gui.workspace import Workspace
from inspector.resources import resource_path, sample_sessions
from inspector.session.edits import open_requests
from inspector.session.preferences import ThemeChoice
from inspector.stages.corpus.view.lens import CorpusLens
from tests.golden.pictures import shots

NAMES = tuple(record.id for record in LENSES)
_PICTURES = {shot.name: shot for shot in shots()}


class Look(NamedTuple):
    """How a window is looked at: its theme, its size of texts in percent, and its pixels."""

    theme: ThemeChoice = ThemeChoice.LIGHT
    percent: int = 100
    size: tuple[int, int] = (1440, 900)


@dataclass(frozen=True)
class Shown:
    """A lens in sight."""

    name: str
    workspace: Workspace
    look: Look

    @property
    def window(self) -> QWidget:
        return self.workspace.window

    @property
    def lens(self) -> QWidget:
        lens = self.workspace.lenses.widget
        assert lens is not None
        return lens


def every_lens(*looks: Look) -> Iterator[Shown]:
    """Show one lens after the other as its picture in the manual does, each in all looks.

    It is one window: a lens takes a hundred times as long to be made and filled as to be looked at
    otherwise.
    """
    with unattended_window((), theme=looks[0].theme, size=looks[0].size) as workspace:
        QApplication.setCursorFlashTime(0)
        for name in NAMES:
            _look(workspace, looks[0])
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
            for look in looks:
                _look(workspace, look)
                yield Shown(name, workspace, look)


def _look(workspace: Workspace, look: Look) -> None:
    workspace.choose_theme(look.theme)
    workspace.choose_text_size(look.percent)
    workspace.window.resize(*look.size)
    settle(workspace)
    workspace.window.activateWindow()
    QApplication.processEvents()


def _run_small_corpus(workspace: Workspace) -> None:
    """Run so few requests that no other process is started for them."""
    request = workspace.store.session.request
    lens = workspace.lenses.widget
    assert request is not None
    assert isinstance(lens, CorpusLens)
    asked = tuple(request.model_copy(update={"trace_id": name}) for name in ("one", "two"))
    workspace.store.commit("Open a corpus", open_requests(asked, None))
    lens.run()
