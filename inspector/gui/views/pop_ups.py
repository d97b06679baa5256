"""One of several things, as a box or as tabs, which a wheel turned over a form leaves as it is.

And menus of what can be done with what is selected, made anew each time they are opened.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QComboBox, QMenu, QStyledItemDelegate, QTabBar, QWidget


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


_CLOSER = 12  # pixels that a tab is narrower by beside others that are close


class TabBar(QTabBar):
    """Tabs that turn only where the keyboard is.

    They stand closer to each other where that brings more of them into sight.
    """

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Return the size in which they stand as far apart as they do where there is room."""
        hint = super().sizeHint()
        return hint + QSize(_CLOSER * self.count(), 0) if self.property("close") else hint

    def tabLayoutChange(self) -> None:  # noqa: N802  # Qt's name
        """Stand closer, or apart again."""
        super().tabLayoutChange()
        self._come_close()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Stand closer, or apart again."""
        super().resizeEvent(event)
        self._come_close()

    def _come_close(self) -> None:
        is_close = self.sizeHint().width() > self.width()
        if is_close != bool(self.property("close")):
            self.setProperty("close", is_close)
            self.style().unpolish(self)
            self.style().polish(self)
            QApplication.sendEvent(
                self, QEvent(QEvent.Type.StyleChange)
            )  # else Qt lays nothing out

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802  # Qt's name
        """Turn only where the keyboard is."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


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
