"""What a running window is asked for from outside: by later starts, and by the system."""

from __future__ import annotations

import os
from collections import deque
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from inspector.gui.first_window import Call, FirstWindow
from inspector.gui.workspace import Workspace

_LOOKS_EVERY = 500  # milliseconds, where the system does not tell about files
_PATIENCE = 200  # milliseconds between two looks for a dialog that is open
_SHOWS_AFTER = 50  # milliseconds


class Reception(QObject):
    """Answers calls in their order. It lives as long as the window.

    Each brings the window to the front at once. Files are opened as by File > Open, which asks
    about unsaved changes; while a dialog is open, they wait until it is closed.
    """

    def __init__(self, workspace: Workspace, first: FirstWindow | None) -> None:
        super().__init__(workspace)
        self._workspace = workspace
        self._first = first
        self._waiting: deque[Call] = deque()
        self._later = QTimer(self, singleShot=True, interval=_PATIENCE)
        self._later.timeout.connect(self._open)
        self._front = QTimer(self, singleShot=True, interval=_SHOWS_AFTER)
        self._front.timeout.connect(workspace.window.activateWindow)
        workspace.closing.connect(self._close)
        if first is None:
            return
        self._watcher = QFileSystemWatcher(self)
        self._watcher.directoryChanged.connect(self._look)
        self._looks = QTimer(self, interval=_LOOKS_EVERY)
        self._looks.timeout.connect(self._look)
        if not self._watcher.addPath(str(first.folder)):
            self._looks.start()
        first.answers()
        self._look()

    def receive(self, call: Call) -> None:
        """Answer a call."""
        window = self._workspace.window
        if call.token:
            # Where Qt's Wayland platform looks for it.
            os.environ["XDG_ACTIVATION_TOKEN"] = call.token
        show_again(window)
        self._front.start()
        if call.files or call.refused:
            self._waiting.append(call)
            self._open()

    def _look(self) -> None:
        for call in self._first.calls() if self._first is not None else ():
            self.receive(call)

    def _open(self) -> None:
        if QApplication.activeModalWidget() is not None:
            self._later.start()
            return
        while self._waiting:
            call = self._waiting.popleft()
            self._workspace.open([Path(file) for file in call.files], call.refused)

    def _close(self) -> None:
        self._later.stop()
        self._front.stop()
        if self._first is not None:
            self._looks.stop()
            self._first.close()


def show_again(window: QWidget) -> None:
    """Bring a window back that is hidden, minimised or behind others, and ask for attention.

    Asking changes a property of the window, and the system's answer to that tells Qt what time it
    is. Without it a window manager may hold the activation that follows for an old one.
    """
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    QApplication.alert(window)
