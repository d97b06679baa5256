"""The pictures of the manual that show this lens."""

from __future__ import annotations

from inspector.gui.screenshots import Shot, both
from inspector.gui.workspace import Workspace
from inspector.stages.window.view.lens import WindowLens


def _choose_chunk(workspace: Workspace) -> None:
    workspace.show_lens("window")
    lens = workspace.lenses.widget
    if isinstance(lens, WindowLens):
        lens.select("chunk:doc-prices")


SHOTS: tuple[Shot, ...] = (*both("window", "window", _choose_chunk),)
