"""The pictures of the manual that show this lens."""

from __future__ import annotations

from inspector.gui.screenshots import Shot, both
from inspector.gui.workspace import Workspace


def _relevance(workspace: Workspace) -> None:
    workspace.lenses.open("relevance", "cell:4:episodic_memory")


SHOTS: tuple[Shot, ...] = (*both("relevance", "relevance", _relevance),)
