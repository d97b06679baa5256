"""The commands of the Assembly lens."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.gui.commands import Choice, Command, CommandId, Menu
from inspector.gui.views.assembly.lens import AssemblyLens
from inspector.gui.views.assembly.piece_form import STEPS
from inspector.language import tr

_GROUP = 50  # of the menus, after the other lenses'


def assembly_commands(lens: AssemblyLens) -> Sequence[Command]:
    """Return what can be done in the lens while it is in sight."""

    def in_sight() -> bool:
        return lens.isVisible()

    def shown() -> bool:
        return lens.assembly is not None and lens.isVisible()

    return (
        Command(
            CommandId.ASSEMBLY_ADD_PIECE,
            tr("Add a piece to a step"),
            tr("Adds an empty piece and goes to its form."),
            choices=lambda: [
                Choice(
                    f"step-{int(step)}",
                    f"{int(step)} {tr(step.title)}",
                    lambda step=step: lens.inputs.add_piece(int(step)),  # type: ignore[misc]  # a default binds the loop's value
                    tr(step.help),
                )
                for step in STEPS
            ],
            menu=Menu.EDIT,
            group=_GROUP,
            enabled=in_sight,
        ),
        Command(
            CommandId.ASSEMBLY_REMOVE_PIECE,
            tr("Remove the piece"),
            tr("Removes the piece that is selected."),
            lens.inputs.remove_piece,
            menu=Menu.EDIT,
            group=_GROUP,
            enabled=lambda: lens.isVisible() and lens.subject.startswith("item:"),
        ),
        Command(
            CommandId.ASSEMBLY_OPEN_STEPS,
            tr("Open all steps"),
            tr("Shows the pieces of every step at full width."),
            lens.chart.open_all,
            menu=Menu.VIEW,
            group=_GROUP,
            enabled=shown,
        ),
        Command(
            CommandId.ASSEMBLY_CLOSE_STEPS,
            tr("Close all steps"),
            tr("Shows one row for each step."),
            lens.chart.close_all,
            menu=Menu.VIEW,
            group=_GROUP,
            enabled=shown,
        ),
        Command(
            CommandId.ASSEMBLY_DECIDING_LENS,
            tr("Go to the lens that decided"),
            tr("Shows what is selected in Relevance, State or Budget."),
            lambda: lens.show_deciding_lens(lens.subject),
            menu=Menu.VIEW,
            group=_GROUP,
            keys=("Ctrl+J",),
            enabled=lambda: shown() and bool(lens.deciding_lens(lens.subject)[0]),
        ),
    )
