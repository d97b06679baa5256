"""The pictures of the manual that show this lens."""

from __future__ import annotations

from collections.abc import Callable

from inspector.gui.screenshots import Shot, both
from inspector.gui.unattended import wait_until
from inspector.gui.workspace import Workspace
from inspector.stages.timeline.summary import heaviest
from inspector.stages.timeline.tables import block_key
from inspector.stages.timeline.view.lens import TimelineLens


def _shown(subject: Callable[[TimelineLens], str]) -> Callable[[Workspace], None]:
    def prepare(workspace: Workspace) -> None:
        workspace.show_lens("timeline")
        lens = workspace.lenses.widget
        if isinstance(lens, TimelineLens):
            wait_until(lambda: lens.report is not None)
            lens.select(subject(lens))

    return prepare


def _heaviest(lens: TimelineLens) -> str:
    row = None if lens.report is None else heaviest(lens.report)
    return "" if row is None else block_key(row.number)


def _compaction(lens: TimelineLens) -> str:
    found = () if lens.report is None else lens.report.compactions
    return f"compaction:{found[0].request + 1}" if found else ""


SHOTS: tuple[Shot, ...] = (
    *both("timeline", "timeline", _shown(_heaviest)),
    Shot("timeline-compaction-light", "timeline", prepare=_shown(_compaction)),
)
