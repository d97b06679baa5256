"""Work that follows quick changes a few times a second, and always catches up with the last."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, QObject, QTimer


class Paced(QObject):
    """Calls ``work`` when asked: at once, but not more often than every ``pause`` milliseconds.

    What is asked for in between is done once, when the pause is over.
    """

    def __init__(self, work: Callable[[], None], pause: int, parent: QObject) -> None:
        super().__init__(parent)
        self._work = work
        self._pause = pause
        self._since = QElapsedTimer()
        self._later = QTimer(self, singleShot=True)
        self._later.timeout.connect(self.now)

    def ask(self) -> None:
        """Have the work done now or soon."""
        elapsed = self._since.elapsed() if self._since.isValid() else self._pause
        if elapsed >= self._pause:
            self.now()
        elif not self._later.isActive():
            self._later.start(self._pause - elapsed)

    def now(self) -> None:
        """Do the work now."""
        self._later.stop()
        self._work()
        self._since.start()
