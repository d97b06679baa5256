"""The menus of the bar."""

from __future__ import annotations

from enum import Enum

from PySide6.QtWidgets import QMenuBar

from inspector.language import tr


class Menu(Enum):
    """The places of commands, the same at all times. The value is English."""

    FILE = "&File"
    EDIT = "&Edit"
    VIEW = "&View"
    RUN = "&Run"
    LENS = "Le&ns"
    HELP = "&Help"

    @property
    def title(self) -> str:
        """What the bar calls the menu, with the mark of its key."""
        return tr(self.value)

    @property
    def widget_name(self) -> str:
        """The object name of the menu."""
        return f"menu.{self.name.lower()}"


def add_empty_menus(bar: QMenuBar) -> None:
    """Put the menus into the bar before there are commands for them, so that nothing moves."""
    for menu in Menu:
        bar.addMenu(menu.title).setObjectName(menu.widget_name)
