"""Ends that nobody in the window asked for: signals of the system, and the end of a login."""

from __future__ import annotations

import os
import signal
import sys
import time
from types import FrameType
from typing import Protocol

from PySide6.QtCore import QObject, QSocketNotifier, Signal

from inspector.gui.workspace import Workspace

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
