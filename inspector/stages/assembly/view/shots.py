"""The pictures of the manual that show this lens."""

from __future__ import annotations

from inspector.gui.screenshots import Shot, both
from inspector.gui.unattended import wait_until
from inspector.gui.workspace import Workspace


def _show_assembly(workspace: Workspace) -> None:
    workspace.show_lens("assembly")
    lens = workspace.lenses.widget
    wait_until(lambda: getattr(lens, "assembly", None) is not None)
    if lens is not None:
        lens.select("hot_state:hot_state")


SHOTS: tuple[Shot, ...] = (*both("assembly", "assembly", _show_assembly),)
