"""The menus of the bar."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from PySide6.QtWidgets import QMenuBar

from inspector.language import tr


class Menu(Enum):
    """The places of commands; menus without commands are not shown. The value is English."""

    FILE = "&File"
    EDIT = "&Edit"
    VIEW = "&View"
    RUN = "&Run"
    COMPARE = "&Compare"
    AUDIT = "&Audit"
    HELP = "&Help"

    @property
    def title(self) -> str:
        """What the bar calls the menu, with the mark of its key."""
        return tr(self.value)

    @property
    def widget_name(self) -> str:
        """The object name of the menu."""
        return f"menu.{self.name.lower()}"


ALWAYS_THERE = (Menu.FILE, Menu.EDIT, Menu.VIEW, Menu.RUN, Menu.COMPARE, Menu.HELP)


def add_empty_menus(bar: QMenuBar, menus: Sequence[Menu]) -> None:
    """Put menus into the bar before there are commands for them, so that nothing moves later."""
    for menu in menus:
        bar.addMenu(menu.title).setObjectName(menu.widget_name)
