"""The pictures of the manual that show this lens."""

from __future__ import annotations

from collections.abc import Callable

from inspector.analysis.tuning.axes import Axis
from inspector.gui.screenshots import Shot, both
from inspector.gui.unattended import wait_until
from inspector.gui.workspace import Workspace
from inspector.stages.tuning.tables import TuningTable
from inspector.stages.tuning.view.lens import TuningLens


def _tuning(axis: str, subject: str, table: str) -> Callable[[Workspace], None]:
    """Return what shows a sweep with a table in sight and a subject selected."""

    def prepare(workspace: Workspace) -> None:
        workspace.show_lens("tuning")
        lens = workspace.window.findChild(TuningLens, "tuning")
        if lens is None:
            return
        wait_until(lambda: lens.sweep is not None)
        lens.choose_axis(Axis(axis))
        lens.tables.turn_to(TuningTable(table))
        wait_until(lambda: not lens.busy)
        if subject:
            lens.select(subject)
        else:
            lens.panel.chart.walk(1)
        wait_until(lambda: not lens.busy)

    return prepare


def _map(workspace: Workspace) -> None:
    _SWEEP(workspace)
    lens = workspace.window.findChild(TuningLens, "tuning")
    if lens is not None:
        lens.choose_second(Axis.DIVISION)
        wait_until(lambda: not lens.busy)


_SWEEP = _tuning("total", "", "breakpoints")
_THRESHOLDS = _tuning("division", "card:ent-harbor-letters", "next-in")
_OPTIMUM = _tuning("total", "", "tuning-optimum")

SHOTS: tuple[Shot, ...] = (
    *both("tuning", "securities-fraud", _SWEEP),
    Shot("tuning-thresholds-light", "securities-fraud", prepare=_THRESHOLDS),
    *both("tuning-map", "securities-fraud", _map),
    Shot("tuning-optimum-light", "securities-fraud", prepare=_OPTIMUM),
)
