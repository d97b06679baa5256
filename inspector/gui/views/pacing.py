"""Work that follows quick changes a few times a second, and always catches up with the last."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from inspector.session.store import Store

PAUSE = 50  # milliseconds between two pieces of work
_SPARED = 10  # times what a piece takes are left to other things


class Pace(QObject):
    """Does pieces of work at once, but while a gesture goes on one after the other.

    Each is then followed by a pause, a longer one where it took long: a step of a gesture has to
    fit into a frame, whatever the machine does besides. What is asked for twice is done once.
    """

    def __init__(self, store: Store, parent: QObject) -> None:
        super().__init__(parent)
        self._store = store
        self._asked: list[Callable[[], None]] = []
        self._later = QTimer(self, singleShot=True)
        self._later.timeout.connect(self._take_turn)

    @property
    def waiting(self) -> bool:
        """Whether there is something to catch up with."""
        return bool(self._asked)

    def ask(self, work: Callable[[], None]) -> None:
        """Have a piece of work done: now, or in its turn where a gesture goes on."""
        if not self._store.in_gesture:
            self.do(work)
            return
        if work not in self._asked:
            self._asked.append(work)
        if not self._later.isActive():
            self._later.start(PAUSE)

    def do(self, work: Callable[[], None]) -> None:
        """Do a piece of work now."""
        if work in self._asked:
            self._asked.remove(work)
        work()

    def catch_up(self) -> None:
        """Do everything now that was asked for: the gesture has ended."""
        self._later.stop()
        while self._asked:
            self.do(self._asked[0])

    def drop(self) -> None:
        """Forget what was asked for."""
        self._asked.clear()
        self._later.stop()

    def _take_turn(self) -> None:
        if not self._asked:
            return
        begin = time.thread_time()
        self.do(self._asked[0])
        spent = (time.thread_time() - begin) * 1000
        if self._asked:
            self._later.start(max(PAUSE, round(_SPARED * spent)))
