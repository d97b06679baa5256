"""A menu of what can be done with what is selected, made anew each time it is opened.

And how a menu that stays is emptied before it is filled anew.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget


class PopUpMenu(QMenu):
    """Entries are named ``{name}.{entry}``. It goes when it is closed."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def add(
        self, entry: str, text: str, act: Callable[[], object], *, enabled: bool = True
    ) -> None:
        """Add an entry."""
        action = QAction(text.replace("&", "&&"), self)
        action.setObjectName(f"{self.objectName()}.{entry}")
        action.setEnabled(enabled)
        action.triggered.connect(lambda _checked: act())
        self.addAction(action)


def empty(menu: QMenu) -> None:
    """Take all entries and lines out of a menu, and let go of its own.

    Qt's ``clear`` deletes them too, but of those that Qt made the Python object stays with the menu
    for as long as that lives, and menus are filled anew with every lens that is shown.
    """
    for action in menu.actions():
        menu.removeAction(action)
        if action.parent() is menu:
            action.setParent(None)
