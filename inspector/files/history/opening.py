"""Opening the history file: made, migrated, only read, or refused with the reason.

Whatever is in it, it can be moved out of the way, so that a new one can begin.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import stat
import sys
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from itertools import count
from pathlib import Path
from typing import TypeVar

from platformdirs import user_data_path

from inspector.core.problems import Place, Problem, Severity
from inspector.files.findings import Loaded
from inspector.files.history.connection import (
    Database,
    HistoryError,
    OpenMode,
    bring_up_to_date,
    connect,
    refusal,
    sqlite_problem,
)
from inspector.files.history.store import History
from inspector.files.source import PathLike, problem_of, shown
from inspector.resources import PROGRAM

Answer = TypeVar("Answer")

BUSY_SECONDS = 30.0
_FOLDER_OF_ITS_OWNER = 0o700
_FILE_OF_ITS_OWNER = 0o600
_SMALLEST_DATABASE = 512  # bytes


def history_path(data_dir: PathLike) -> Path:
    """Return where the history is in the program's data folder."""
    return Path(data_dir) / "history.sqlite3"


def default_history_path() -> Path:
    """Return where the history of this user is; the file need not be there."""
    return history_path(user_data_path(PROGRAM, appauthor=False))


def open_history(
    path: PathLike, *, read_only: bool = False, busy_seconds: float = BUSY_SECONDS
) -> Loaded[History]:
    """Open the history in a file; where there is none, it is made, and its folder, too.

    A file that is no history, that is damaged, or that a newer program wrote is left as it is, and
    so is any file with ``read_only``. Where the file or its folder cannot be written to, the
    history is opened for reading, with a warning. ``busy_seconds`` is how long to wait for other
    programs, here and in all that follows.
    """
    try:
        return _opened(path, read_only=read_only, busy_seconds=busy_seconds)
    except HistoryError as error:
        return Loaded(None, error.problems)
    except (OSError, ValueError) as error:
        return Loaded(None, (problem_of(error, shown(path)),))


def ask_history(
    path: PathLike | None, ask: Callable[[History], Answer], *, read_only: bool = True
) -> Loaded[Answer]:
    """Return the answer of a history, None where there is none, and what is wrong with it.

    ``path`` is its file, None for that of this user. Where nothing was recorded yet, nothing is
    asked: looking makes no file.
    """
    place = path or default_history_path()
    if not os.path.lexists(place):
        return Loaded(None)
    loaded = open_history(place, read_only=read_only)
    if loaded.value is None:
        return Loaded(None, loaded.problems)
    with loaded.value as history:
        try:
            return Loaded(ask(history), loaded.problems)
        except HistoryError as error:
            return Loaded(None, error.problems)


def real_path(path: PathLike) -> Path:
    """Return a path from the root on and without links; that is where SQLite has its journal."""
    return Path(os.path.realpath(path))


def _opened(named: PathLike, *, read_only: bool, busy_seconds: float) -> Loaded[History]:
    path = real_path(named)
    mode = _mode(path, shown(named), read_only=read_only)
    database = Database(path, mode, busy_seconds)
    with ExitStack() as unless_it_works:
        unless_it_works.callback(database.close)
        if mode is OpenMode.CREATE:
            unless_it_works.callback(_take_back, path, database)
            # What was looked at is nobody else's business. The file is still empty.
            path.chmod(_FILE_OF_ITS_OWNER)
        problem = bring_up_to_date(database)
        if problem is not None:
            return Loaded(None, (problem,))
        unless_it_works.pop_all()
    warnings = (_only_read(path),) if mode is OpenMode.READ and not read_only else ()
    return Loaded(History(path, database), warnings)


def _take_back(path: Path, database: Database) -> None:
    """Remove a file that was made for a history that could not be begun, as on a full disk."""
    with suppress(HistoryError, OSError), database.writing() as connection:
        # Another program may have been able to; it waits now, or is done.
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if not tables:
            path.unlink()


def _mode(path: Path, name: str, *, read_only: bool) -> OpenMode:
    """Say how a file can be opened. Raises ``OSError``, and ``HistoryError`` for what is no file.

    SQLite is not asked to try, because opening a pipe may wait for ever.
    """
    try:
        status = path.stat()
    except FileNotFoundError:
        if read_only:
            raise
        path.parent.mkdir(_FOLDER_OF_ITS_OWNER, parents=True, exist_ok=True)
        if not os.access(path.parent, os.W_OK):
            code = errno.EROFS if _is_on_read_only_disk(path.parent) else errno.EACCES
            raise OSError(code, os.strerror(code)) from None
        return OpenMode.CREATE
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError
    if not stat.S_ISREG(status.st_mode):
        raise HistoryError(_not_a_history(name, "This is a pipe or a device, not a file."))
    if 0 < status.st_size < _SMALLEST_DATABASE:
        # SQLite would take a file of one byte for an empty one, and write over it.
        raise HistoryError(_not_a_history(name, "This file is too small to be a history."))
    writable = os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
    return OpenMode.WRITE if writable and not read_only else OpenMode.READ


def _is_on_read_only_disk(folder: Path) -> bool:
    if sys.platform == "win32":
        return False  # a disk says so there only when it is written to
    return bool(os.statvfs(folder).f_flag & os.ST_RDONLY)


def _not_a_history(name: str, said: str) -> Problem:
    fix = "Choose another place for the history, or move this file aside."
    return refusal("not-a-history", f"{said} It was left as it is.", fix, name)


def _only_read(path: Path) -> Problem:
    return Problem(
        Severity.WARNING,
        "history.read-only",
        "The history can only be read: its file or its folder cannot be written to. New runs are"
        " not saved.",
        "Make the file and its folder writable, then open the history again.",
        Place(shown(path)),
    )


def move_aside(path: PathLike) -> Path:
    """Move a history file, with its journal, into a new folder beside it; return its new path.

    For a file that ``open_history`` refuses. Nothing is overwritten and nothing is lost. A history
    that some program has open refuses to save from then on. Raises ``HistoryError`` while another
    program writes to the file, and for what the system refuses.
    """
    name = shown(path)
    try:
        place = real_path(path)
        if not place.is_file():
            raise FileNotFoundError
        _refuse_while_written_to(place, name)
        moved = _new_folder(place) / place.name
        journal = _journal(place)
        # A database and its journal are of no use without each other, so at no moment is there
        # one without the other.
        if journal.exists():
            shutil.copy2(journal, _journal(moved))
        place.rename(moved)
        journal.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        raise HistoryError(problem_of(error, name)) from error
    return moved


def _refuse_while_written_to(place: Path, name: str) -> None:
    try:
        with closing(connect(place, OpenMode.WRITE, 0.0)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
    except sqlite3.Error as error:
        # What SQLite cannot use for any other reason, no program is writing to.
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
            raise HistoryError(sqlite_problem(error, name)) from error


def _new_folder(place: Path) -> Path:
    for number in count(1):
        folder = place.with_name(f"{place.name}.aside-{number}")
        try:
            folder.mkdir(0o700)
        except FileExistsError:
            continue
        return folder
    raise AssertionError  # counting has no end


def _journal(place: Path) -> Path:
    return place.with_name(f"{place.name}-journal")
