"""File > Export: what can be written, what it is and where it goes, in one dialog."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QLabel, QPushButton, QTreeWidget

from inspector.gui.commands import CommandId
from inspector.gui.exports import ExportDialog
from tests.shared.screen import Screen


def opened(screen: Screen) -> tuple[ExportDialog, QTreeWidget]:
    screen.do(CommandId.EXPORT)
    (dialog,) = screen.window.findChildren(ExportDialog)
    return dialog, dialog.findChild(QTreeWidget, "export.list")


def told(dialog: ExportDialog, name: str) -> str:
    return dialog.findChild(QLabel, name).text()


def test_it_says_what_and_where_before_anything_is_written(shell: Screen) -> None:
    shell.workspace.lenses.show("plain")
    dialog, listed = opened(shell)
    heading = listed.topLevelItem(0)
    assert (heading.text(0), heading.child(0).text(0)) == ("Plain", "Tokens used")
    assert listed.currentItem() is heading.child(0)
    assert told(dialog, "export.help") == "The number."
    assert told(dialog, "export.place").endswith("used.txt")
    dialog.reject()


def test_a_file_is_written_and_the_line_leads_to_it(shell: Screen, tmp_path: Path) -> None:
    shell.workspace.lenses.show("plain")
    dialog, _ = opened(shell)
    target = tmp_path / "used.txt"
    shell.messages.targets.append(target)
    dialog.findChild(QPushButton, "export.go").click()
    assert target.exists()
    assert [done.path for done in shell.messages.said][-1] == target
    assert not dialog.isVisible()


def test_it_stays_open_where_no_file_was_named(shell: Screen) -> None:
    shell.workspace.lenses.show("plain")
    dialog, _ = opened(shell)
    shell.messages.targets.append(None)
    dialog.findChild(QPushButton, "export.go").click()
    assert dialog.isVisible()
    dialog.reject()
