"""Files of any kind: loaded in the background, one batch after the other, and watched on disk."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QFileSystemWatcher, QObject, QThreadPool, QTimer, Signal

from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.problems import Place, Problem, Severity
from inspector.files import Loaded, Progress, load_any
from inspector.files.first_cards import first_cards
from inspector.files.opening import Offer
from inspector.files.source import shown
from inspector.gui.messages import Failure
from inspector.gui.views.worker import outcome_of
from inspector.language import tr
from inspector.session.audit_edits import show_first_of
from inspector.session.audit_stage import AuditStage
from inspector.session.opening import Together, opening
from inspector.session.session import Session
from inspector.session.store import Edit
from inspector.stage import stage_named, stage_of_type


@dataclass(frozen=True, slots=True, eq=False)
class Opened:
    """What a file turned out to hold; ``value`` is None where nothing could be used."""

    path: Path
    value: Any
    problems: tuple[Problem, ...]


SHOWN_ALONE = ("audit", "timeline")
"""The lenses whose input no other lens shows."""

_STEPS = 1000  # of how far a load is

Then = Callable[[Sequence[Opened]], None]
Load = Callable[[Path, Progress], Loaded[Any]]


class FileLoads(QObject):
    """Loads batches of files in a worker, in the order in which they were asked for."""

    busy_changed = Signal(bool)
    progress = Signal(int, int)
    """Bytes done, bytes in all, of the file that is being read."""
    begins = Signal(object)
    """The ``Beginning`` of a large file that is loaded now."""
    failed = Signal(object)
    """A ``Failure``: an exception that nobody expected."""

    _done = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._waiting: deque[tuple[Sequence[Path], Then, Load, bool]] = deque()
        self._then: Then | None = None
        self._stopped = False
        self._closed = False
        self._done.connect(self._take)

    @property
    def busy(self) -> bool:
        """Whether files are being loaded."""
        return self._then is not None

    def start(
        self,
        paths: Sequence[Path],
        then: Then,
        load: Load = load_any,
        *,
        tells_beginnings: bool = False,
    ) -> None:
        """Load files and call ``then`` with what they held; ``load`` reads one of them.

        Where wanted, it is told at once how a large file begins.
        """
        if self._closed:
            return
        self._waiting.append((paths, then, load, tells_beginnings))
        if not self.busy:
            self._next()
            self.busy_changed.emit(self.busy)

    def stop(self) -> None:
        """End the load under way; its files come back with a problem that says so."""
        self._stopped = True

    def forget(self) -> None:
        """End the load under way and drop those that wait; nothing comes back of any."""
        self._waiting.clear()
        if self.busy:
            self._then = _nothing
            self.stop()

    def close(self) -> None:
        """End everything and wait for the worker. Nothing comes back any more."""
        self._closed = self._stopped = True
        self._waiting.clear()
        self._pool.waitForDone()

    def _next(self) -> None:
        paths, self._then, load, tells_beginnings = self._waiting.popleft()
        self._stopped = False
        self._pool.start(lambda: self._load(paths, load, tells_beginnings=tells_beginnings))

    def _load(self, paths: Sequence[Path], load: Load, *, tells_beginnings: bool) -> None:
        def work() -> list[Opened]:
            opened = []
            for path in paths:
                beginning = first_cards(path) if tells_beginnings else None
                if beginning is not None:
                    self.begins.emit(beginning)
                opened.append(self._load_one(path, load))
            _load_modules(opened)
            return opened

        self._done.emit(outcome_of(tr("loading files"), work))

    def _load_one(self, path: Path, load: Load) -> Opened:
        said = -1

        def progress(done: int, total: int) -> bool:
            nonlocal said
            share = _STEPS * done // total if total else 0
            if share != said:  # what nobody sees is not said
                said = share
                self.progress.emit(done, total)
            return not self._stopped

        loaded = load(path, progress)
        return Opened(path, loaded.value, loaded.problems)

    def _take(self, outcome: list[Opened] | Failure) -> None:
        then, self._then = self._then, None
        if self._closed or then is None:
            return
        if self._waiting:
            self._next()
        if isinstance(outcome, Failure):
            self.failed.emit(outcome)
        else:
            then(outcome)
        if not self.busy:
            self.busy_changed.emit(self.busy)


def _nothing(_opened: Sequence[Opened]) -> None:
    """Take what nobody waits for any more."""


def _load_modules(read: Sequence[Opened]) -> None:
    """Load what takes and shows what was read, in the worker: the window would stand still."""
    held = [
        replace(one, value=one.value.value) if isinstance(one.value, Offer) else one for one in read
    ]
    for one in held:
        opening(one.value, None)
    if lens := lens_for(held):
        stage = stage_named(lens)
        for named in filter(None, (stage.lens, stage.lens_commands)):
            stage.load(named)


def as_inbox(opened: Sequence[Opened]) -> Sequence[Opened]:
    """Return audit bundles that are opened with other manifests as manifests with their inputs."""

    def is_bundle(one: Opened) -> bool:
        return isinstance(one.value, Session) and one.value.audit.bundle is not None

    if sum(is_bundle(one) or isinstance(one.value, AuditStage) for one in opened) <= 1:
        return opened
    return [
        replace(one, value=one.value.audit)
        if isinstance(one.value, Session) and is_bundle(one)
        else one
        for one in opened
    ]


def first_shown(opened: Sequence[Opened]) -> list[Edit]:
    """Return what shows the first of several manifests that were opened together."""
    audits = sum(isinstance(one.value, AuditStage) for one in opened)
    return [show_first_of(audits)] if audits > 1 else []


def lens_for(opened: Sequence[Opened]) -> str:
    """Return the lens that shows what was opened; "" for what is no input of one stage."""
    found = {_lens_of(part) for one in opened for part in _parts(one.value)}
    alone = (lens for lens in SHOWN_ALONE if lens in found)
    return next(alone, None) or max(found, key=_subject, default="")


def _subject(lens: str) -> int:
    return stage_named(lens).about if lens else -1


def _parts(value: object) -> Sequence[object]:
    if isinstance(value, Together):  # what was added to what is open holds others within
        return [part for one in value.parts for part in _parts(one)]
    return (value,)


def _lens_of(value: object) -> str:
    if isinstance(value, Session):
        return "" if value.audit.bundle is None else "audit"
    if isinstance(value, CandidateSet):
        return "injection"
    stage = stage_of_type("part", type(value))
    return "" if stage is None else stage.id


def not_taken(path: Path) -> Problem:
    """Return what is said of a file that holds nothing for a window."""
    return Problem(
        Severity.ERROR,
        "file.not-taken",
        tr("Nothing in this window can use what this file holds."),
        tr("Open a policy, a candidate set, a request, a corpus or a session."),
        Place(str(path)),
    )


def not_here(name: str) -> Problem:
    """Return what is said of a name that is that of no file."""
    return Problem(
        Severity.ERROR,
        "file.not-here",
        tr("This is not the name of a file on this machine."),
        tr("Save it to a file and open that. The program reads nothing from elsewhere."),
        Place(shown(name)),
    )


def changed_on_disk(path: Path) -> Problem:
    """Return what is said of a session that was changed elsewhere, and here, too."""
    return Problem(
        Severity.NOTE,
        "file.changed-on-disk",
        tr("The session's file has changed on disk; your own changes are not saved."),
        tr("Reload (File menu) takes the file as it is; you can undo that. Save replaces it."),
        Place(str(path)),
    )


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
