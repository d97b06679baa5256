"""What can be done in the Tuning lens: its commands, and the files that it can write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from inspector.analysis.tuning.axes import Axis
from inspector.gui.commands import Choice, command
from inspector.gui.lens import Exporter
from inspector.gui.views.lens_exports import File, exports_of, json_text, rows_of
from inspector.language import tr
from inspector.present.axis_names import AXIS_HELP, AXIS_TITLES
from inspector.stages.tuning.map_chart import map_svg
from inspector.stages.tuning.results import sweep_result
from inspector.stages.tuning.sweep_chart import sweep_svg
from inspector.stages.tuning.tables import TuningTable
from inspector.stages.tuning.view.lens import TuningLens


def _shown(self: TuningCommands) -> bool:
    return self.lens.sweep is not None


@dataclass(frozen=True)
class TuningCommands:
    """What can be done in the lens."""

    lens: TuningLens

    def exporters(self) -> Sequence[Exporter]:
        """Return the files that can be written of what it shows."""
        return exports_of("tuning", tr("Tuning"), lambda: self.lens.sweep, _files(self.lens))

    @command("tuning-axis", tr("Sweep along"), when=_shown, offers=True)
    def _axes(self) -> Sequence[Choice]:
        """Chooses the value of the policy that is swept."""
        return [
            Choice(
                axis.value,
                AXIS_TITLES[axis],
                partial(self.lens.choose_axis, axis),
                AXIS_HELP[axis],
                checked=partial(self._sweeps, axis),
            )
            for axis in Axis
        ]

    def _sweeps(self, axis: Axis) -> bool:
        return self.lens.axis is axis

    @command("tuning-table", tr("Table of the sweep"), when=_shown, offers=True)
    def _table_choices(self) -> Sequence[Choice]:
        """Brings breakpoints, what is nearest to enter or to drop, or the optimum in sight."""
        return self.lens.tables.choices()

    @command("tuning-next", tr("Next breakpoint"), "Ctrl+Alt+Right", when=_shown)
    def _walk_up(self) -> None:
        """Looks at the next higher value at which something is added or removed."""
        self.lens.panel.chart.walk(1)

    @command("tuning-previous", tr("Previous breakpoint"), "Ctrl+Alt+Left", when=_shown)
    def _walk_down(self) -> None:
        """Looks at the next lower value at which something is added or removed."""
        self.lens.panel.chart.walk(-1)

    @command(
        "tuning-apply",
        tr("Apply the value looked at"),
        "Ctrl+Shift+Return",
        when=lambda self: self.lens.can_apply,
    )
    def _apply(self) -> None:
        """Gives the policy the value that is looked at in the sweep, as one undoable edit."""
        self.lens.apply()

    @command("tuning-optimum", tr("Compare with the best selection"), when=_shown)
    def _compare(self) -> None:
        """Shows the exact best selection of cards beside the greedy one."""
        self.lens.tables.turn_to(TuningTable.OPTIMUM)


_FILES = (
    File(
        "sweep.json",
        tr("sweep as JSON"),
        tr("Every stretch of the axis: what is in, what changes, tokens by kind, value."),
        lambda sweep: json_text(sweep_result(sweep)),
    ),
    File(
        "sweep-chart.svg",
        tr("chart as SVG"),
        tr("The chart of the sweep as a drawing that can be scaled, light."),
        sweep_svg,
    ),
)


def _files(lens: TuningLens) -> tuple[File, ...]:

    def is_known(table: TuningTable) -> bool:
        """Whether a table can be written: that of the optimum is made once somebody wants it."""
        return table is not TuningTable.OPTIMUM or lens.tables.table(table) is not None

    tables = (
        rows_of(lens.tables, table, possible=lambda _sweep, table=table: is_known(table))  # type: ignore[misc]  # a default binds the loop's value
        for table in TuningTable
    )
    of_map = File(
        "map.svg",
        tr("map as SVG"),
        tr("The map of two parameters as a drawing that can be scaled, light."),
        lambda shown: map_svg(*shown),
        lambda _sweep: lens.panel.map.shown,
    )
    return (*_FILES, of_map, *tables)
