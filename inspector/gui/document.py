"""The files behind the session, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from inspector.core.problems import Problem
from inspector.files.source import shown
from inspector.gui.file_loads import Opened
from inspector.gui.file_watch import FileWatch, Stamp, stamp_of
from inspector.gui.settings import Settings
from inspector.language import tr
from inspector.resources import resource_folder
from inspector.session.preferences import with_recent, without_recent
from inspector.session.session import Session
from inspector.session.store import Store


class Document(QObject):
    """Which files the store's session was read from.

    ``path`` is the session's own file, None for a session that has none yet. A built-in sample has
    one that is not to be written. ``stamp`` tells the state apart that the file was in when the
    session was read from it or saved there. ``origin`` is another object for each session.
    """

    changed = Signal()
    """The path, the files or their problems."""
    begun = Signal()
    """Another session has taken the place of the one before."""

    def __init__(self, store: Store, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.path: Path | None = None
        self.stamp: Stamp = None
        self.origin = object()
        self.watch = FileWatch(self)
        self._store = store
        self._settings = settings
        self._found: dict[Path, tuple[Problem, ...]] = {}  # by the file that was read
        self._refused: dict[Path, tuple[Problem, ...]] = {}  # of what could not be used or done
        self._unsubscribe = store.subscribe(self._follow)

    def close(self) -> None:
        """Watch nothing any more."""
        self._unsubscribe()
        self.watch.close()

    @property
    def is_sample(self) -> bool:
        """Whether the session is one of those that come with the program."""
        return self.path is not None and _ships(self.path)

    @property
    def name(self) -> str:
        """What the window calls the session."""
        if self.path is not None and not self.is_sample:
            return self.path.name
        return self._store.session.title or tr("Untitled")

    @property
    def state(self) -> str:
        """Whether the session is in a file as it is now, in a word or two."""
        if self._store.modified:
            return tr("Not saved")
        if self.path is None:
            return tr("Untitled")
        return tr("Sample") if self.is_sample else tr("Saved")

    @property
    def folder(self) -> Path:
        """The folder that is looked in first for other files: that of the latest one."""
        own = [] if self.path is None or self.is_sample else [self.path]
        recent = [Path(path) for path in self._settings.now.recent]
        folders = (path.parent for path in (*own, *recent))
        return next((folder for folder in folders if folder.is_dir()), Path.home())

    @property
    def sources(self) -> tuple[Path, ...]:
        """Every file that the session was read from."""
        parts = [Path(source) for _, source in self._store.session.sources]
        own = [] if self.path is None else [self.path]
        return tuple(dict.fromkeys((*own, *parts)))

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Problems of the files that are open, and of what could not be used or done last."""
        sources = self.sources
        found = [found for path, found in self._refused.items() if path not in sources]
        found += [self._refused.get(path) or self._found.get(path, ()) for path in sources]
        return tuple(problem for some in found for problem in some)

    @property
    def refused(self) -> tuple[Problem, ...]:
        """Why files could not be used that were tried last."""
        return tuple(problem for some in self._refused.values() for problem in some)

    # Changes -----------------------------------------------------------------------------

    def begin(self, path: Path | None, session: Session, *, unsaved_changes: int = 0) -> None:
        """Replace what is open by a session, which has no history."""
        self.path = path
        self.stamp = None
        self.origin = object()
        self._found.clear()
        self._refused.clear()
        self._store.open(session, unsaved_changes=unsaved_changes)
        self.refresh()
        self.begun.emit()

    def was_saved(self, path: Path, problems: tuple[Problem, ...] = ()) -> None:
        """Take a file for the session's own that has just been written, with notes about it."""
        self.path = path
        self.stamp = stamp_of(path)
        self._refused = {path: problems} if problems else {}
        self.watch.forgive(path)
        self._store.mark_saved()
        self.remember(path)
        self.refresh()

    def keep(self, opened: Opened) -> None:
        """Remember the problems of a file that is used; those of a session are in its parts too."""
        if opened.path == self.path:
            self.stamp = stamp_of(opened.path)
        parts = [opened.path]
        if isinstance(opened.value, Session):
            parts += [Path(source) for _, source in opened.value.sources]
        for part in parts:
            self._refused.pop(part, None)
            self._found[part] = ()
        for problem in opened.problems:
            owner = next((part for part in parts[1:] if _is_in(problem, part)), opened.path)
            self._found[owner] += (problem,)

    def refuse(self, path: Path, problems: Sequence[Problem]) -> None:
        """Remember why a file could not be used; what was read from it before stays.

        One that is not there any more is no longer offered among the recent ones.
        """
        self._refused[path] = tuple(problems)
        if any(problem.code == "file.missing" for problem in problems):
            self._settings.update(lambda now: without_recent(now, str(path)))

    def forget_refused(self) -> None:
        """Forget what could not be used: something else is tried."""
        self._refused.clear()

    def remember(self, path: Path) -> None:
        """Put a file among the recent ones."""
        if not _ships(path):
            self._settings.update(lambda now: with_recent(now, str(path)))

    def refresh(self) -> None:
        """Watch the files that are open now, and tell."""
        self.watch.watch(self.sources)
        self.changed.emit()

    def _follow(self, old: Session, new: Session) -> None:
        if old.sources != new.sources:
            self.refresh()


def _ships(path: Path) -> bool:
    return path.is_relative_to(resource_folder())


def _is_in(problem: Problem, path: Path) -> bool:
    """Whether a problem is in a file, or in a file of a folder."""
    file, name = problem.place.file, shown(path)
    return file is not None and (file == name or file.startswith(f"{name}/"))
