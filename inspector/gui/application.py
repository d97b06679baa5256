"""The application, with the one event that only the application itself is sent: a file to open."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication


class Application(QApplication):
    """Keeps files that the desktop asks for (macOS does so by an event) until they can be opened.

    A subclass, because a filter of the application's events would see those of every widget.
    """

    def __init__(self, arguments: list[str]) -> None:
        super().__init__(arguments)
        self._asked: list[str] = []
        self._open: Callable[[str], None] = self._asked.append

    def open_with(self, opened: Callable[[str], None]) -> None:
        """Open files with this from now on, those first that were asked for before."""
        self._open = opened
        asked, self._asked = self._asked, []
        for file in asked:
            opened(file)

    def event(self, event: QEvent) -> bool:
        """Take a file to open; anything else is Qt's."""
        if event.type() is QEvent.Type.FileOpen and isinstance(event, QFileOpenEvent):
            if event.file():
                self._open(event.file())
            return True
        return super().event(event)
