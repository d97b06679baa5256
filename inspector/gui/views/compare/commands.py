"""What can be done in the Compare lens, as commands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from inspector.gui.commands import Command, CommandId, Menu

if TYPE_CHECKING:
    from inspector.gui.views.compare.lens import CompareLens


def compare_commands(lens: CompareLens) -> Sequence[Command]:
    """Return the commands of the lens."""
    return (
        Command(
            CommandId.COMPARE_SWAP,
            "Swap A and B",
            "Lets the two sides of the comparison change places.",
            lens.swap,
            menu=Menu.COMPARE,
            group=1,
            keys=("Ctrl+Alt+S",),
        ),
        Command(
            CommandId.COMPARE_FILE_A,
            "Compare a file as A…",
            "Takes a session or a manifest as the first side.",
            partial(lens.choose_file, 0),
            menu=Menu.COMPARE,
            group=1,
        ),
        Command(
            CommandId.COMPARE_FILE_B,
            "Compare a file as B…",
            "Takes a session or a manifest as the second side.",
            partial(lens.choose_file, 1),
            menu=Menu.COMPARE,
            group=1,
        ),
        Command(
            CommandId.COMPARE_NEXT_FLIP,
            "Select the next change",
            "Selects the next row of the table of changes, from the last on the first.",
            lens.select_next,
            menu=Menu.COMPARE,
            group=2,
            keys=("Alt+F",),
            enabled=lambda: lens.has_changes,
        ),
        Command(
            CommandId.COMPARE_ALL_ROWS,
            "Show all changes",
            "Clears the filter of the table of changes.",
            partial(lens.show_rows, ""),
            menu=Menu.COMPARE,
            group=2,
            enabled=lambda: lens.has_changes,
        ),
        Command(
            CommandId.COMPARE_SHOW_INJECTION,
            "Show the selected change in the Injection lens",
            "Goes to the subject in the run that is open.",
            lens.show_in_injection,
            menu=Menu.COMPARE,
            group=2,
            keys=("Ctrl+Alt+Return",),
            enabled=lambda: bool(lens.subject),
        ),
    )
