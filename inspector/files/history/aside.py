"""Moving a history file out of the way, whatever is in it, so that a new one can begin."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path

from inspector.files.history.connection import HistoryError, Mode, connect, sqlite_problem
from inspector.files.history.opening import real_path
from inspector.files.source import PathLike, problem_of, shown


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
        with closing(connect(place, Mode.WRITE, 0.0)) as connection:
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
