"""The pictures of the manual that show this lens."""

from __future__ import annotations

from collections.abc import Callable

from inspector.gui.screenshots import Shot, both
from inspector.gui.unattended import wait_until
from inspector.gui.workspace import Workspace
from inspector.stages.discipline.view.lens import DisciplineLens


def _discipline(page: str, subject: str) -> Callable[[Workspace], None]:
    """Return what shows a page of the Discipline lens with a subject selected."""

    def prepare(workspace: Workspace) -> None:
        workspace.show_lens("discipline")
        lens = workspace.window.findChild(DisciplineLens, "discipline")
        if lens is None:
            return
        wait_until(lambda: not lens.busy)
        lens.show_page(page)
        lens.select(subject)

    return prepare


_STATE = _discipline("state", "field:artifact_index")
_CHECK = _discipline("check", "finding:0")
_TURNS = _discipline("turns", "turn:13")

SHOTS: tuple[Shot, ...] = (
    *both("discipline", "discipline", _STATE),
    Shot("discipline-check-light", "discipline", prepare=_CHECK),
    *both("discipline-turns", "discipline", _TURNS),
)
