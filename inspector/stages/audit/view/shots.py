"""The pictures of the manual that show this lens."""

from __future__ import annotations

from collections.abc import Callable

from inspector.gui.screenshots import Shot, both
from inspector.gui.unattended import settle, wait_until
from inspector.gui.workspace import Workspace
from inspector.stages.audit.view.lens import AuditLens


def _audit(subject: str) -> Callable[[Workspace], None]:
    """Return what selects a subject in the Audit lens once the manifest is audited."""

    def prepare(workspace: Workspace) -> None:
        workspace.show_lens("audit")
        lens = workspace.lenses.widget
        if isinstance(lens, AuditLens):
            wait_until(lambda: lens.view is not None and not lens.runner.busy)
            settle(workspace)  # where a row stands then depends on how high its table is
            lens.select(subject)

    return prepare


_FINDING, _ROW = _audit("finding:3"), _audit("card:ent-motion")

SHOTS: tuple[Shot, ...] = (
    *both("audit", "audit", _FINDING),
    Shot("audit-rows-light", "audit", prepare=_ROW),
)
