"""The pictures of the manual that show this lens."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt

from inspector.core.injection.overrides import Forced
from inspector.gui.screenshots import SIZE, Shot, both
from inspector.gui.unattended import settle
from inspector.gui.workspace import Workspace
from inspector.session.edits import force


def _injection(subject: str) -> Callable[[Workspace], None]:
    """Return what selects a subject in the Injection lens."""

    def prepare(workspace: Workspace) -> None:
        workspace.lenses.open("injection", subject)

    return prepare


def _present(workspace: Workspace) -> None:
    workspace.presentation.begin()
    workspace.window.setWindowState(Qt.WindowState.WindowNoState)
    workspace.window.resize(*SIZE)
    workspace.presentation.go(2)


def _what_if(workspace: Workspace) -> None:
    for subjects, forced in (
        (["ent-harbor-letters"], Forced.PINNED),
        (["ent-scienter", "finch:lease-letter"], Forced.EXCLUDED),
        (["henderson:scheduling-order"], Forced.LISTED),
    ):
        workspace.store.commit("What-if", force(subjects, forced))
    settle(workspace)
    workspace.lenses.open("injection", "card:ent-harbor-letters")


_SUPPRESSED = _injection("card:ent-harbor-letters")
_TARGET = _injection("file:runbooks:queue-failover")
_STARVED = _injection("card:pol-safety-first")

SHOTS: tuple[Shot, ...] = (
    *both("injection", "securities-fraud"),
    *both("injection-suppressed", "securities-fraud", _SUPPRESSED),
    Shot("injection-direct-target-light", "direct-target", prepare=_TARGET),
    Shot("injection-starved-light", "starved-budget", prepare=_STARVED),
    Shot("presentation-light", "securities-fraud", prepare=_present),
    *both("what-if", "securities-fraud", _what_if),
)
