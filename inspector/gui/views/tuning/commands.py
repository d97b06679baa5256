"""The commands of the Tuning lens."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from inspector.analysis.tuning.axes import Axis
from inspector.gui.commands import Choice, Command, CommandId
from inspector.gui.views.tuning.lens import TuningLens
from inspector.language import tr
from inspector.present.tuning.names import AXIS_HELP, AXIS_TITLES
from inspector.present.tuning.tables import TITLES, TuningTable


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
            CommandId.TUNING_AXIS,
            tr("Sweep along"),
            tr("Chooses the value of the policy that is swept."),
            choices=axes,
            enabled=possible,
        ),
        Command(
            CommandId.TUNING_TABLE,
            tr("Table of the sweep"),
            tr("Brings breakpoints, what gets in or out next, or the optimum in sight."),
            choices=tables,
            enabled=possible,
        ),
        Command(
            CommandId.TUNING_NEXT,
            tr("Next breakpoint"),
            tr("Looks at the next higher value at which something comes in or goes out."),
            lambda: lens.walk(1),
            keys=("Ctrl+Alt+Right",),
            enabled=possible,
        ),
        Command(
            CommandId.TUNING_PREVIOUS,
            tr("Previous breakpoint"),
            tr("Looks at the next lower value at which something comes in or goes out."),
            lambda: lens.walk(-1),
            keys=("Ctrl+Alt+Left",),
            enabled=possible,
        ),
        Command(
            CommandId.TUNING_APPLY,
            tr("Apply the value looked at"),
            tr("Gives the policy the value that is looked at in the sweep, as one undoable edit."),
            lens.apply,
            keys=("Ctrl+Shift+Return",),
            enabled=lambda: possible() and lens.can_apply,
        ),
        Command(
            CommandId.TUNING_OPTIMUM,
            tr("Compare with the best selection"),
            tr("Shows the exact best selection of cards beside the greedy one."),
            lambda: lens.tables.turn_to(TuningTable.OPTIMUM),
            enabled=possible,
        ),
    )
