"""The preferences of a running program: read once, changed by whoever may, written when due."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from inspector.gui.preferences_file import load_preferences, save_preferences
from inspector.session.preferences import Preferences

if TYPE_CHECKING:
    from inspector.core.problems import Problem


class Settings(QObject):
    """Holds the preferences. ``problems`` are those of reading and writing them."""

    changed = Signal()

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.path = path
        self._now, self.problems = load_preferences(path)
        self._written = self._now

    @property
    def now(self) -> Preferences:
        """The preferences as they are."""
        return self._now

    def update(self, change: Callable[[Preferences], Preferences]) -> None:
        """Change the preferences and write them."""
        new = change(self._now)
        if new != self._now:
            self._now = new
            self.write()
            self.changed.emit()

    def write(self) -> tuple[Problem, ...]:
        """Write what is not written yet; return the problems, none when it is written."""
        if self._now == self._written:
            return ()
        problems = save_preferences(self._now, self.path)
        if not problems:
            self._written = self._now
        self.problems = problems
        return problems
