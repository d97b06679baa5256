"""The connection to a history file: durable writing, one transaction at a time."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from enum import StrEnum
from pathlib import Path
from threading import RLock

from inspector.files.history.errors import HistoryError, closed, damaged, sqlite_problem
from inspector.files.source import shown


class Mode(StrEnum):
    """How a file is opened."""

    READ = "ro"
    WRITE = "rw"
    CREATE = "rwc"


def connect(path: Path, mode: Mode, busy_seconds: float) -> sqlite3.Connection:
    """Open a file with SQLite, changing nothing in it. Raises ``sqlite3.Error``.

    Writing uses a rollback journal, not a write-ahead log: SQLite up to 3.51.2 can lose what was
    committed when two programs write and tidy up such a log at the same moment, and a log needs
    memory shared between programs, which network folders and read-only folders do not have. With
    ``synchronous`` at EXTRA a commit returns when the change, and the removal of the journal from
    its folder, have reached the disk.
    """
    connection = sqlite3.connect(
        f"{path.as_uri()}?mode={mode}",
        uri=True,
        timeout=busy_seconds,
        isolation_level=None,
        check_same_thread=False,
    )
    with ExitStack() as unless_it_works:
        unless_it_works.callback(connection.close)
        connection.execute("PRAGMA synchronous = EXTRA")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA cell_size_check = ON")
        unless_it_works.pop_all()
    return connection


class Database:
    """One connection for all threads of a program; other programs have their own.

    What SQLite raises leaves as ``HistoryError``. ``name`` is the path as problems show it.
    """

    def __init__(self, path: Path, mode: Mode, busy_seconds: float) -> None:
        self.name = shown(path)
        self.read_only = mode is Mode.READ
        self._lock = RLock()
        self._connection: sqlite3.Connection | None = None
        with self._told():
            self._connection = connect(path, mode, busy_seconds)

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Give the connection in a transaction that sees one state of the file."""
        with self._transaction("BEGIN") as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Give the connection in a transaction that is on the disk when the block is done.

        When the block raises, the file is as it was. Raises ``HistoryError`` also where the
        history was opened for reading.
        """
        # Asking for the right to write at once, because a reader that turns writer may have to
        # wait for one that waits for it.
        with self._transaction("BEGIN IMMEDIATE") as connection:
            yield connection

    def outside_transaction(self, statement: str) -> None:
        """Carry out a setting that no transaction may hold."""
        with self._lock, self._told():
            self._open_connection().execute(statement).fetchall()

    def close(self) -> None:
        """End the connection once nobody uses it; closing again does nothing."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _open_connection(self) -> sqlite3.Connection:
        if self._connection is None:
            raise HistoryError(closed(self.name))
        return self._connection

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[sqlite3.Connection]:
        with self._lock, self._told():
            connection = self._open_connection()
            connection.execute(begin)
            try:
                yield connection
                connection.execute("COMMIT")
            finally:
                # Still open when something failed, unless SQLite has rolled back by itself. What
                # cannot be rolled back now is, from the journal, by the next who opens the file.
                if connection.in_transaction:
                    with suppress(sqlite3.Error):
                        connection.execute("ROLLBACK")

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.ProgrammingError:
            raise  # a mistake of this program, no state of the file
        except sqlite3.Error as error:
            raise HistoryError(sqlite_problem(error, self.name)) from error
        except UnicodeDecodeError as error:
            # SQLite quotes a damaged file in its message, and Python cannot read the quotation.
            raise HistoryError(damaged(self.name)) from error
