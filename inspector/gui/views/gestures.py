"""Gestures: changes that belong together and are taken back together."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer

_PAUSE = 1000  # milliseconds without a change after which the next one begins a gesture


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
            if not self._since.isValid() or self._since.elapsed() > _PAUSE:
                self._token = object()
            self._since.start()
        return self._token
