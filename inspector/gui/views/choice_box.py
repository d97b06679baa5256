"""One of several things, as a box or as tabs, which a wheel turned over a form leaves as it is."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QStyledItemDelegate, QTabBar, QWidget


class ChoiceBox(QComboBox):
    """A combo box that turns only where the keyboard is; a wheel does not bring it there."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setItemDelegate(QStyledItemDelegate(self))  # whose rows the style sheet can pad

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802  # Qt's name
        """Turn only where the keyboard is."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class TabBar(QTabBar):
    """Tabs that turn only where the keyboard is."""

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802  # Qt's name
        """Turn only where the keyboard is."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
