"""The commands of the Tuning lens.

The files that the Tuning lens can write.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from inspector.analysis.tuning.axes import Axis
from inspector.analysis.tuning.sweep import Sweep
from inspector.gui.commands import Choice, Command
from inspector.gui.lens import Exporter
from inspector.gui.views.lens_exports import LensExports, json_text
from inspector.language import in_sentence_case, tr
from inspector.present.axis_names import AXIS_HELP, AXIS_TITLES
from inspector.present.table import TableData
from inspector.stages.tuning.results import sweep_result
from inspector.stages.tuning.sweep_chart import sweep_svg
from inspector.stages.tuning.tables import TITLES, TuningTable
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

    def tables() -> Sequence[Choice]:
        return [
            Choice(table.value, TITLES[table], partial(lens.tables.turn_to, table))
            for table in TuningTable
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
            choices=tables,
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


def tuning_exporters(lens: TuningLens) -> tuple[Exporter, ...]:
    """Return everything that can be written of the sweep that is shown."""
    made = LensExports("tuning", lambda: lens.sweep)
    return (
        made.file(
            "sweep.json",
            tr("Tuning: sweep as JSON…"),
            tr("Every stretch of the axis: what is in, what changes, tokens by kind, value."),
            lambda sweep: json_text(sweep_result(sweep)),
        ),
        made.file(
            "sweep-chart.svg",
            tr("Tuning: chart as SVG…"),
            tr("The chart of the sweep as a drawing that can be scaled, light."),
            sweep_svg,
        ),
        *(
            made.rows(
                f"{table.value}.csv",
                tr("Tuning: {title} as CSV…", title=in_sentence_case(TITLES[table])),
                partial(_rows, lens, table),
                possible=partial(_is_known, lens, table),
            )
            for table in TuningTable
        ),
    )


def _rows(lens: TuningLens, table: TuningTable, _sweep: Sweep) -> TableData | None:
    return lens.tables.table(table)


def _is_known(lens: TuningLens, table: TuningTable, _sweep: Sweep) -> bool:
    """Whether a table can be written: that of the optimum is made once somebody wants it."""
    return table is not TuningTable.OPTIMUM or lens.tables.table(table) is not None
