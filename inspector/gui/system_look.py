"""Notices that the system looks different now: another font, another scale of the screen."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from inspector.gui.theme import Theme


class SystemLook(QObject):
    """Tells a theme what its window is told by the system. Lives as long as the window."""

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._theme = theme
        window.installEventFilter(self)
        screen = QGuiApplication.primaryScreen()
        if screen is not None:
            screen.logicalDotsPerInchChanged.connect(theme.ask_system)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Ask for the size of texts anew when the system has changed its look."""
        if event.type() is QEvent.Type.ThemeChange:
            self._theme.ask_system()
        return super().eventFilter(watched, event)
