"""Notices when files change on disk, also when an editor replaces them as a whole."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

PAUSE = 300  # milliseconds without another change: editors write in several steps

Stamp = tuple[int, int, int] | None
"""What tells two states of a file apart; None where there is no file."""


class FileWatch(QObject):
    """Watches files. One that vanishes counts as changed if it stays away for a moment."""

    changed = Signal(list)
    """Paths (``Path``) of files that are not as they were when last looked at."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._watcher = QFileSystemWatcher(self)
        self._stamps: dict[Path, Stamp] = {}
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._watcher.fileChanged.connect(self._pause_again)
        self._watcher.directoryChanged.connect(self._pause_again)
        self._pause.timeout.connect(self._look)

    def watch(self, paths: Iterable[Path]) -> None:
        """Watch these files and no others, as they are now."""
        kept = {path.absolute() for path in paths}
        self._stamps = {path: self._stamps.get(path) or stamp_of(path) for path in sorted(kept)}
        self._arm()

    def forgive(self, path: Path) -> None:
        """Take a file as it is now: the program has written it by itself."""
        if path.absolute() in self._stamps:
            self._stamps[path.absolute()] = stamp_of(path)

    def close(self) -> None:
        """Watch nothing any more."""
        self._pause.stop()
        self.watch(())

    def _arm(self) -> None:
        """Ask to be told about all files and their folders; a replaced file is not told about."""
        wanted = {str(path) for path in self._stamps if path.exists()}
        wanted |= {str(path.parent) for path in self._stamps if path.parent.is_dir()}
        watched = {*self._watcher.files(), *self._watcher.directories()}
        if watched - wanted:
            self._watcher.removePaths(sorted(watched - wanted))
        if wanted - watched:
            self._watcher.addPaths(sorted(wanted - watched))

    def _pause_again(self) -> None:
        self._pause.start()

    def _look(self) -> None:
        different = []
        for path, before in self._stamps.items():
            now = stamp_of(path)
            if now != before:
                self._stamps[path] = now
                different.append(path)
        self._arm()
        if different:
            self.changed.emit(different)


def stamp_of(path: Path) -> Stamp:
    """Return what tells the state that a file is in now apart from others."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
