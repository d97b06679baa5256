"""What can be done in the Compare lens, as commands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from inspector.gui.commands import Command, CommandId, Menu
from inspector.gui.views.compare.lens import CompareLens
from inspector.language import tr


def compare_commands(lens: CompareLens) -> Sequence[Command]:
    """Return the commands of the lens."""
    return (
        Command(
            CommandId.COMPARE_SWAP,
            tr("Swap A and B"),
            tr("Lets the two sides of the comparison change places."),
            lens.swap,
            menu=Menu.COMPARE,
            group=1,
            keys=("Ctrl+Alt+S",),
        ),
        Command(
            CommandId.COMPARE_FILE_A,
            tr("Compare a file as A…"),
            tr("Takes a session or a manifest as the first side."),
            partial(lens.choose_file, 0),
            menu=Menu.COMPARE,
            group=1,
        ),
        Command(
            CommandId.COMPARE_FILE_B,
            tr("Compare a file as B…"),
            tr("Takes a session or a manifest as the second side."),
            partial(lens.choose_file, 1),
            menu=Menu.COMPARE,
            group=1,
        ),
        Command(
            CommandId.COMPARE_NEXT_FLIP,
            tr("Select the next change"),
            tr("Selects the next row of the table of changes, from the last on the first."),
            lens.select_next,
            menu=Menu.COMPARE,
            group=2,
            keys=("Alt+F",),
            enabled=lambda: lens.has_changes,
        ),
        Command(
            CommandId.COMPARE_ALL_ROWS,
            tr("Show all changes"),
            tr("Clears the filter of the table of changes."),
            partial(lens.show_rows, ""),
            menu=Menu.COMPARE,
            group=2,
            enabled=lambda: lens.has_changes,
        ),
        Command(
            CommandId.COMPARE_SHOW_INJECTION,
            tr("Show the selected change in Budget"),
            tr("Goes to the subject in the run that is open."),
            lens.show_in_injection,
            menu=Menu.COMPARE,
            group=2,
            keys=("Ctrl+Alt+Return",),
            enabled=lambda: bool(lens.subject),
        ),
    )
