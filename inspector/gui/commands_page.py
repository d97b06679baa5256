"""``python -m inspector.gui.commands_page [FILE]`` writes the manual's page of commands."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from inspector.gui.commands import Command, Menu
from inspector.gui.unattended import unattended_window
from inspector.gui.workspace import Workspace

PAGE = Path("docs") / "commands.md"
_HEAD = """\
# Commands

Everything the window can do. Ctrl+K opens the command palette: type a few letters, press Enter.
This page is made from the program: `python -m inspector.gui.commands_page`.
"""


def commands_page(commands: Sequence[Command]) -> str:
    """Return the page, one table for each menu, in the order of the menus."""
    parts = [_HEAD]
    for menu in Menu:
        own = [command for command in commands if command.menu is menu]
        if own:
            own.sort(key=lambda command: command.group)
            parts.append(_table(menu.title.replace("&", ""), own))
    elsewhere = [command for command in commands if command.menu is None]
    if elsewhere:
        parts.append(_table("Elsewhere", elsewhere))
    return "\n".join(parts)


def all_commands(workspace: Workspace) -> tuple[Command, ...]:
    """Return the commands of the window and of all its lenses, which are made for that."""
    for record in workspace.lenses.records:
        workspace.show_lens(record.id)
    return workspace.actions.commands


def _table(title: str, commands: Sequence[Command]) -> str:
    rows = [f"| {command.title} | {_keys(command)} | {command.help} |" for command in commands]
    return "\n".join(
        (f"## {title}", "", "| command | keys | what it does |", "| --- | --- | --- |", *rows, "")
    )


def _keys(command: Command) -> str:
    return ", ".join(f"`{key}`" for key in command.keys)


def main(arguments: Sequence[str]) -> int:
    """Write the page and return the exit code."""
    with unattended_window() as workspace:
        page = commands_page(all_commands(workspace))
    target = Path(arguments[0]) if arguments else PAGE
    target.write_text(page, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
