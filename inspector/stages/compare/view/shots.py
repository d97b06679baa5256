"""The pictures of the manual that show this lens."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from inspector.gui.screenshots import Shot, both
from inspector.gui.unattended import settle, wait_until
from inspector.gui.workspace import Workspace
from inspector.session.edits import divide_budget, set_at
from inspector.stages.compare.view.lens import CompareLens


def _compare(workspace: Workspace) -> None:
    workspace.store.commit("Total", set_at("policy", "max_injection_tokens_absolute", 4500))
    workspace.store.commit("Divide", divide_budget(0.55))
    settle(workspace)
    workspace.show_lens("compare")
    lens = workspace.window.findChild(CompareLens, "compare")
    if lens is not None:
        wait_until(lambda: lens.result is not None and not lens.busy)
        lens.select("card:ent-tell-subcert")
        wait_until(lambda: lens.is_explained)
        for _ in range(10):  # the column is laid out in several turns
            QApplication.processEvents()


SHOTS: tuple[Shot, ...] = (*both("compare", "securities-fraud", _compare),)
