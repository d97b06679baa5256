"""``python -m inspector.gui.commands_page [FOLDER]`` writes what is made of every lens's controls.

That is the manual's page of commands, and the list of what controls are called, each into its place
in the checkout or into ``FOLDER``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from inspector.gui.commands import Command, commands_page
from inspector.gui.controls import LIST, controls_of
from inspector.gui.unattended import unattended_window
from inspector.gui.workspace import Workspace
from inspector.resources import resource_folder

PAGE = Path("docs") / "commands.md"


def all_commands(workspace: Workspace) -> tuple[Command, ...]:
    """Return the commands of the window and of all its lenses, which are made for that."""
    for record in workspace.lenses.records:
        workspace.show_lens(record.id)
    return workspace.actions.commands


def listed(workspace: Workspace) -> dict[str, dict[str, str | list[str]]]:
    """Return controls and commands of every lens of a window by name; lenses are made for that."""
    found: dict[str, dict[str, str | list[str]]] = {}
    for record in workspace.lenses.records:
        workspace.show_lens(record.id)
        lens = workspace.lenses.widget
        if lens is not None:
            own: dict[str, str | list[str]] = {
                one.id: [one.title, one.help]
                for one in workspace.actions.commands
                if one.lens == record.id
            }
            own |= {name: label for _, name, label in controls_of(lens)}
            found[record.id] = dict(sorted(own.items()))
    return found


def main(arguments: Sequence[str]) -> int:
    """Write both and return the exit code."""
    with unattended_window() as workspace:
        controls = json.dumps(listed(workspace), indent=1, ensure_ascii=False) + "\n"
        titles = {record.id: record.full_title for record in workspace.lenses.records}
        page = commands_page(all_commands(workspace), titles)
    folder = Path(arguments[0]) if arguments else None
    (folder / PAGE.name if folder else PAGE).write_text(page, encoding="utf-8")
    ((folder or resource_folder()) / LIST).write_text(controls, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
