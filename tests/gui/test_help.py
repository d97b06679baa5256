"""The Help menu: the guide, the keys and the rules can be read in the window."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QTextBrowser

from inspector.core.reasons import Reason
from inspector.gui.about import ManualDialog
from inspector.gui.commands import CommandId
from inspector.resources import resource_names
from tests.shared.screen import Screen

PAGES = {
    CommandId.GUIDE: ("Tune a budget", "Check a manifest", "Present"),
    CommandId.KEYS: ("Undo", "Ctrl+Z", "First ten minutes"),
    CommandId.RULES: tuple(reason.code for reason in Reason),
}


@pytest.mark.parametrize("command", PAGES)
def test_a_page_of_the_manual_can_be_read(shell: Screen, command: CommandId) -> None:
    shell.do(command)
    (dialog,) = shell.window.findChildren(ManualDialog)
    text = dialog.findChild(QTextBrowser, "manual.text").toPlainText()
    assert [one for one in PAGES[command] if one not in text] == []
    dialog.reject()


def test_there_is_a_guide_in_every_language() -> None:
    spoken = {name.rpartition("/")[2].removesuffix(".mo") for name in resource_names("languages")}
    guides = {name.split(".")[1] for name in resource_names("manual", ".md")}
    assert guides == spoken | {"md"}
