"""Work that follows quick changes a few times a second, and always catches up with the last."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, QObject, QTimer

from inspector.session.store import Store

PAUSE = 150  # milliseconds between two times; nobody reads faster
_SPARED = 10  # times what the work takes are left to other things


class Paced(QObject):
    """Does ``work`` at once, but while a gesture goes on no more often than every ``PAUSE``.

    Nor does it then take more than a small part of the time: slow work is done less often. What is
    asked for in between is done once, when the pause is over.
    """

    def __init__(self, work: Callable[[], None], store: Store, parent: QObject) -> None:
        super().__init__(parent)
        self._work = work
        self._store = store
        self._pause = PAUSE
        self._since = QElapsedTimer()
        self._later = QTimer(self, singleShot=True)
        self._later.timeout.connect(self.now)

    @property
    def waiting(self) -> bool:
        """Whether there is something to catch up with."""
        return self._later.isActive()

    def ask(self) -> None:
        """Have the work done: now, or soon where a gesture goes on."""
        elapsed = self._since.elapsed() if self._since.isValid() else self._pause
        if elapsed >= self._pause or not self._store.in_gesture:
            self.now()
        elif not self.waiting:
            self._later.start(self._pause - elapsed)

    def now(self) -> None:
        """Do the work now."""
        self._later.stop()
        begin = time.thread_time()
        self._work()
        spent = (time.thread_time() - begin) * 1000
        self._pause = max(PAUSE, round(_SPARED * spent))
        self._since.start()

    def drop(self) -> None:
        """Forget what was asked for."""
        self._later.stop()
