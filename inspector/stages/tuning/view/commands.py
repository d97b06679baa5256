"""The commands of the Tuning lens.

The files that the Tuning lens can write.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from inspector.analysis.tuning.axes import Axis
from inspector.gui.commands import Choice, Command
from inspector.gui.lens import Exporter
from inspector.gui.views.lens_exports import File, exports_of, json_text, rows_of
from inspector.language import tr
from inspector.present.axis_names import AXIS_HELP, AXIS_TITLES
from inspector.stages.tuning.map_chart import map_svg
from inspector.stages.tuning.results import sweep_result
from inspector.stages.tuning.sweep_chart import sweep_svg
from inspector.stages.tuning.tables import TuningTable
from inspector.stages.tuning.view.lens import TuningLens


def tuning_commands(lens: TuningLens) -> Sequence[Command]:
    """Return what can be done in the lens; all of it needs a sweep and the lens in sight."""

    def possible() -> bool:
        return lens.sweep is not None and lens.isVisible()

    def axes() -> Sequence[Choice]:
        return [
            Choice(
                axis.value,
                AXIS_TITLES[axis],
                partial(lens.choose_axis, axis),
                AXIS_HELP[axis],
                checked=lambda axis=axis: lens.axis is axis,  # type: ignore[misc]  # a default binds the loop's value
            )
            for axis in Axis
        ]

    return (
        Command(
            "tuning-axis",
            tr("Sweep along"),
            tr("Chooses the value of the policy that is swept."),
            choices=axes,
            enabled=possible,
        ),
        Command(
            "tuning-table",
            tr("Table of the sweep"),
            tr("Brings breakpoints, what is nearest to enter or to drop, or the optimum in sight."),
            choices=lens.tables.choices,
            enabled=possible,
        ),
        Command(
            "tuning-next",
            tr("Next breakpoint"),
            tr("Looks at the next higher value at which something is added or removed."),
            lambda: lens.walk(1),
            keys=("Ctrl+Alt+Right",),
            enabled=possible,
        ),
        Command(
            "tuning-previous",
            tr("Previous breakpoint"),
            tr("Looks at the next lower value at which something is added or removed."),
            lambda: lens.walk(-1),
            keys=("Ctrl+Alt+Left",),
            enabled=possible,
        ),
        Command(
            "tuning-apply",
            tr("Apply the value looked at"),
            tr("Gives the policy the value that is looked at in the sweep, as one undoable edit."),
            lens.apply,
            keys=("Ctrl+Shift+Return",),
            enabled=lambda: possible() and lens.can_apply,
        ),
        Command(
            "tuning-optimum",
            tr("Compare with the best selection"),
            tr("Shows the exact best selection of cards beside the greedy one."),
            lambda: lens.tables.turn_to(TuningTable.OPTIMUM),
            enabled=possible,
        ),
    )


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


def tuning_exporters(lens: TuningLens) -> tuple[Exporter, ...]:
    """Return everything that can be written of the sweep that is shown."""

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
    return exports_of("tuning", tr("Tuning"), lambda: lens.sweep, (*_FILES, of_map, *tables))
