"""What a running window is told from outside: later starts, signals, the end of a login."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections import deque
from pathlib import Path
from types import FrameType
from typing import Protocol

from PySide6.QtCore import QFileSystemWatcher, QObject, QSocketNotifier, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from inspector.gui.starting import Call, FirstWindow
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


_SAME_SECONDS = 1.0  # in which whoever started the program may hand the same signal on


class EndSignals(QObject):
    """Tells when the process is told to end: SIGTERM, SIGINT (Ctrl+C), SIGHUP.

    One that comes later ends the process as if nothing listened, in case the first cannot be
    answered. One that comes with it does not: a terminal and a program in between both send it, and
    what is not saved is being kept. Windows has none of these; there the console ends the program.
    """

    told = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._began: float | None = None
        self._kinds: list[signal.Signals] = []
        self.code = 0
        """What the process ends with, as shells have it: 128 and the number of the first signal."""
        if sys.platform == "win32":
            return
        # Python's handlers wait until Python runs, and Qt's loop does not run Python. What Python
        # writes into this pipe the moment a signal arrives wakes the loop.
        reading, writing = os.pipe()
        for end in (reading, writing):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
        self._reading = reading
        self._notifier = QSocketNotifier(reading, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._read)
        for kind in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            if signal.getsignal(kind) is not signal.SIG_IGN:  # nohup
                signal.signal(kind, self._arrived)
                self._kinds.append(kind)

    def _arrived(self, number: int, _frame: FrameType | None) -> None:
        now = time.monotonic()
        if self._began is None:
            self._began = now
        elif now - self._began > _SAME_SECONDS:
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)

    def _read(self) -> None:
        arrived = os.read(self._reading, 64)
        if self.code:
            return
        self.code = 128 + arrived[0]
        self.told.emit()
        for kind in self._kinds:  # all is kept: whatever takes longer now may be broken off
            signal.signal(kind, signal.SIG_DFL)


class SessionManager(Protocol):
    """What is used of Qt's ``QSessionManager``."""

    def allowsInteraction(self) -> bool:  # noqa: N802  # Qt's name
        """Whether the user may be asked now."""
        ...

    def cancel(self) -> None:
        """Ask for the login to go on."""
        ...

    def release(self) -> None:
        """Let other programs ask."""
        ...


def end_of_login(workspace: Workspace, manager: SessionManager) -> None:
    """Keep what is not saved; where that cannot be done, ask about it if that is allowed."""
    if workspace.keep_for_the_end() or not manager.allowsInteraction():
        return
    if workspace.saving.may_discard():
        workspace.end_unasked()
    else:
        manager.cancel()
    manager.release()
