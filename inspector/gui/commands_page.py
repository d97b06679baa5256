"""``python -m inspector.gui.commands_page [FILE]`` writes the manual's page of commands."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from inspector.gui.commands import Command
from inspector.gui.commands_text import commands_page
from inspector.gui.unattended import unattended_window
from inspector.gui.workspace import Workspace

PAGE = Path("docs") / "commands.md"


def all_commands(workspace: Workspace) -> tuple[Command, ...]:
    """Return the commands of the window and of all its lenses, which are made for that."""
    for record in workspace.lenses.records:
        workspace.show_lens(record.id)
    return workspace.actions.commands


def main(arguments: Sequence[str]) -> int:
    """Write the page and return the exit code."""
    with unattended_window() as workspace:
        page = commands_page(all_commands(workspace), workspace.lenses.records)
    target = Path(arguments[0]) if arguments else PAGE
    target.write_text(page, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
