"""Reads a file in a worker, so that a long log does not stop the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QThreadPool, Signal

from inspector.files import Loaded
from inspector.gui.failures import Failure, failure_of


class FileReader(QObject):
    """Reads one file after another."""

    read = Signal(str, Path, object)
    """What it was read for, the file, and the ``Loaded`` value."""
    failed = Signal(object)
    """A ``Failure``: an exception that nobody expected."""

    _done = Signal(str, Path, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._closed = False
        self._done.connect(self._tell)

    def start(self, purpose: str, path: Path, load: Callable[[Path], Loaded[Any]]) -> None:
        """Read a file; ``read`` or ``failed`` is sent later."""
        if not self._closed:
            self._pool.start(lambda: self._done.emit(purpose, path, self._load(path, load)))

    def close(self) -> None:
        """Wait for the worker. Nothing is sent any more."""
        self._closed = True
        self._pool.waitForDone()

    @staticmethod
    def _load(path: Path, load: Callable[[Path], Loaded[Any]]) -> Loaded[Any] | Failure:
        try:
            return load(path)
        except BaseException as error:  # noqa: BLE001  # nothing else would ever hear of it
            return failure_of(error, "reading a file")

    def _tell(self, purpose: str, path: Path, outcome: Loaded[Any] | Failure) -> None:
        if self._closed:
            return
        if isinstance(outcome, Failure):
            self.failed.emit(outcome)
        else:
            self.read.emit(purpose, path, outcome)
