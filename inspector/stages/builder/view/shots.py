"""The pictures of the manual that show this lens."""

from __future__ import annotations

from collections.abc import Callable

from inspector.gui.screenshots import Shot, both
from inspector.gui.unattended import wait_until
from inspector.gui.workspace import Workspace
from inspector.session.builder_edits import unselect_target
from inspector.stages.builder.view.lens import BuilderLens
from inspector.stages.builder.view.tabs import Page


def _builder(subject: str, page: str = "builder-files") -> Callable[[Workspace], None]:
    """Return what shows a page of the Builder lens with a subject selected."""

    def prepare(workspace: Workspace) -> None:
        workspace.show_lens("builder")
        lens = workspace.lenses.widget
        if isinstance(lens, BuilderLens):
            wait_until(lambda: lens.shown is not None and not lens.runner.busy)
            lens.select(subject)
            lens.tabs.turn_to(Page(page))

    return prepare


def _refused(workspace: Workspace) -> None:
    """Take back which definition is meant."""
    _builder("")(workspace)
    lens = workspace.lenses.widget
    for one in workspace.store.session.builder.request.user_selected_targets:
        edit = unselect_target(one.path, one.symbol)
        workspace.store.commit("Take a choice back", edit)
    if isinstance(lens, BuilderLens):
        wait_until(lambda: not lens.runner.busy)


_RULES = _builder("file:planner/rules.py")
_LETTERS = _builder("file:planner/letters.py", "source")

SHOTS: tuple[Shot, ...] = (
    *both("builder", "builder", _RULES),
    Shot("builder-slices-light", "builder", prepare=_LETTERS),
    Shot("builder-refused-light", "builder", prepare=_refused),
)
