"""``python -m inspector.gui.controls_list [FILE]`` writes the list of what controls are called."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from inspector.gui.controls import LIST, controls_of
from inspector.gui.unattended import unattended_window
from inspector.gui.workspace import Workspace
from inspector.resources import resource_folder


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
    """Write the list and return the exit code."""
    with unattended_window() as workspace:
        text = json.dumps(listed(workspace), indent=1, ensure_ascii=False) + "\n"
    target = Path(arguments[0]) if arguments else resource_folder() / LIST
    target.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
