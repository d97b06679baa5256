"""The manual's page of commands as Markdown, which the window shows, too."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.gui.commands import Command, Menu
from inspector.gui.lens_record import LensRecord

_HEAD = """\
# Commands

Everything the window can do. Ctrl+K opens the command palette: type a few letters, press Enter.
This page is made from the program: `python -m inspector.gui.commands_page`.
"""


def commands_page(commands: Sequence[Command], lenses: Sequence[LensRecord]) -> str:
    """Return the page: a table for each menu, in their order, that of lenses for each of them."""
    titles = {record.id: record.full_title for record in lenses} | {"": ""}
    parts = [_HEAD]
    for menu in Menu:
        for lens, title in titles.items():
            own = [one for one in commands if (one.menu, one.lens) == (menu, lens)]
            own.sort(key=lambda command: command.group)
            name = menu.title.replace("&", "")
            parts += [_table(f"{name}: {title}" if title else name, own)] if own else []
    return "\n".join(parts)


def _table(title: str, commands: Sequence[Command]) -> str:
    rows = [f"| {command.title} | {_keys(command)} | {command.help} |" for command in commands]
    return "\n".join(
        (f"## {title}", "", "| command | keys | what it does |", "| --- | --- | --- |", *rows, "")
    )


def _keys(command: Command) -> str:
    return ", ".join(f"`{key}`" for key in command.keys)
