"""A menu of what can be done with what is selected, made anew each time it is opened."""

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
