"""Gestures: changes that belong together, and work that follows them a few times a second.

They are taken back together, and what follows always catches up with the last.
What is shown of an earlier moment meanwhile is dimmed.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from inspector.session.store import Store

PAUSE = 50  # milliseconds between two pieces of work
_DIMMED = 0.55  # of the ground that lies over what is late
_ONE_GESTURE = 1000  # milliseconds without a change after which the next one begins a gesture
_SPARED = 10  # times what a piece takes are left to other things


class Gesture:
    """Hands out the same token for changes that follow each other quickly.

    A drag calls ``begin`` and ``end``; repeated keys and wheel turns only ask for the ``token``.
    """

    def __init__(self) -> None:
        self._token = object()
        self._since = QElapsedTimer()
        self._held = False

    def begin(self) -> None:
        """Begin a gesture that lasts until ``end``, however slow it is."""
        self._token = object()
        self._held = True

    def end(self) -> None:
        """End it: the next change begins another one."""
        self._held = False
        self._since.invalidate()

    @property
    def held(self) -> bool:
        """Whether a gesture was begun and has not ended."""
        return self._held

    def token(self) -> object:
        """Return what identifies the gesture of a change made now."""
        if not self._held:
            if not self._since.isValid() or self._since.elapsed() > _ONE_GESTURE:
                self._token = object()
            self._since.start()
        return self._token


class Pace(QObject):
    """Does pieces of work at once, but while a gesture goes on one after the other.

    Each is then followed by a pause, a longer one where it took long: a step of a gesture has to
    fit into a frame, whatever the machine does besides. What is asked for twice is done once.
    """

    late = Signal(bool)
    """Whether something that is shown is of an earlier moment than the newest change."""

    def __init__(self, store: Store, parent: QObject) -> None:
        super().__init__(parent)
        self._store = store
        self._asked: list[Callable[[], None]] = []
        self._is_late = False
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
        if not self._is_late:
            self._tell(is_late=True)
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
        self._tell(is_late=False)

    def drop(self) -> None:
        """Forget what was asked for."""
        self._asked.clear()
        self._later.stop()
        self._tell(is_late=False)

    def _tell(self, *, is_late: bool) -> None:
        if is_late != self._is_late:
            self._is_late = is_late
            self.late.emit(is_late)

    def _take_turn(self) -> None:
        if not self._asked:  # nor was anything since the last turn: the gesture rests
            self._tell(is_late=False)
            return
        begin = time.thread_time()
        self.do(self._asked[0])
        spent = (time.thread_time() - begin) * 1000
        self._later.start(max(PAUSE, round(_SPARED * spent)) if self._asked else PAUSE)


class Veil(QWidget):
    """Lies over a part of the window and dims it while the part is late."""

    def __init__(
        self,
        over: QWidget,
        pace: Pace,
        when: Callable[[], bool] = lambda: True,
    ) -> None:
        """``when`` says whether the part is late when others are."""
        super().__init__(over)
        self.setObjectName("veil")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._over, self._when = over, when
        self.hide()
        pace.late.connect(self.dim)

    def dim(self, is_late: bool) -> None:
        """Dim the part, or show it plainly again."""
        is_late = is_late and self._when()
        if is_late:
            self.setGeometry(self._over.rect())
            self.raise_()
            self._over.installEventFilter(self)
        else:
            self._over.removeEventFilter(self)
        self.setVisible(is_late)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Cover the part also when it gets larger."""
        if watched is self._over and event.type() is QEvent.Type.Resize:
            self.setGeometry(self._over.rect())
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Lay the ground over the part, so that what is on it shows through."""
        painter = QPainter(self)
        painter.setOpacity(_DIMMED)
        ground = self._over.palette().color(self._over.backgroundRole())
        painter.fillRect(self.rect(), ground)
