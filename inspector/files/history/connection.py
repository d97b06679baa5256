"""What a history cannot do, told as problems; what SQLite says is put in plain words.

The connection to a history file: durable writing, one transaction at a time.

The tables of a history, version by version, and bringing an older file up to date.

A version that was once released is never changed; what comes later is added as the next one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from enum import StrEnum
from pathlib import Path
from threading import RLock

from inspector.core.problems import Place, Problem, Severity
from inspector.files.source import shown


class HistoryError(Exception):
    """The history could not do what was asked; ``problems`` say why and what would help.

    Nothing that was saved before is lost by it, and nothing of what was asked is saved.
    """

    def __init__(self, *problems: Problem) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


def refusal(code: str, message: str, fix: str, name: str) -> Problem:
    """Return an error about the history file ``name``."""
    return Problem(Severity.ERROR, f"history.{code}", message, fix, Place(name))


def damaged(name: str, what: str = "The history file is damaged.") -> Problem:
    """Say that the file holds what this program did not write."""
    fix = "Move the file aside to begin a new history, or put back a copy of it."
    return refusal("damaged", what, fix, name)


def read_only(name: str) -> Problem:
    """Say that nothing can be changed in a history that was opened for reading."""
    message = "The history can only be read; nothing was saved or removed."
    return refusal("read-only", message, "Make the file and its folder writable.", name)


def closed(name: str) -> Problem:
    """Say that a history was used after it was closed."""
    return refusal("closed", "The history was closed; this was not done.", "Open it again.", name)


_SAID = {
    sqlite3.SQLITE_FULL: (
        "disk-full",
        "There is no room left on the disk; this was not saved. What was saved before is intact.",
        "Free some space, then try again.",
    ),
    sqlite3.SQLITE_IOERR: (
        "disk-error",
        "The system could not read or write the history file; this was not saved.",
        "Check the disk, its quota and the largest file size allowed, then try again.",
    ),
    sqlite3.SQLITE_BUSY: (
        "busy",
        "Another program kept the history file to itself for too long.",
        "Try again when it is done.",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        "cannot-open",
        "The history file, or the journal beside it, could not be opened.",
        "Check that the file is there and that its folder can be written to.",
    ),
    sqlite3.SQLITE_NOTADB: (
        "not-a-history",
        "This file is not a history; it was left as it is.",
        "Choose another place for the history, or move this file aside.",
    ),
    sqlite3.SQLITE_TOOBIG: (
        "too-large",
        "A result has more bytes than a history can hold; it was not saved.",
        "Save a smaller result.",
    ),
}
# Extended codes, which would be misunderstood by their first byte.
_SAID_EXACTLY = {
    sqlite3.SQLITE_READONLY_DBMOVED: (
        "moved",
        "The history file was moved or removed while it was open; this was not saved.",
        "Open the history again.",
    ),
    sqlite3.SQLITE_READONLY_ROLLBACK: (
        "unfinished",
        "A program was stopped while it wrote to the history, and what it began cannot be undone"
        " where the file can only be read.",
        "Make the file and its folder writable and open the history once.",
    ),
}


def sqlite_problem(error: sqlite3.Error, name: str) -> Problem:
    """Return what an error of SQLite means for the history file ``name``."""
    code = getattr(error, "sqlite_errorcode", None)
    if code in _SAID_EXACTLY:
        return refusal(*_SAID_EXACTLY[code], name)
    primary = None if code is None else code & 0xFF  # the rest of the number is detail
    if primary in _SAID:
        return refusal(*_SAID[primary], name)
    if primary in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        return read_only(name)
    # A page that cannot be read, a table that is gone, a text that is not UTF-8.
    return damaged(name)


class OpenMode(StrEnum):
    """How a file is opened."""

    READ = "ro"
    WRITE = "rw"
    CREATE = "rwc"


def connect(path: Path, mode: OpenMode, busy_seconds: float) -> sqlite3.Connection:
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

    def __init__(self, path: Path, mode: OpenMode, busy_seconds: float) -> None:
        self.name = shown(path)
        self.read_only = mode is OpenMode.READ
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


APPLICATION_ID = 0x43424948  # "CBIH", in the file's header: this database is a history

_VERSION_1 = (
    # Configurations and results, each once, however many runs have it. ``size`` is in bytes,
    # before packing.
    """CREATE TABLE content (
        id INTEGER PRIMARY KEY,
        fingerprint TEXT NOT NULL UNIQUE,
        size INTEGER NOT NULL,
        packing TEXT NOT NULL,
        body BLOB NOT NULL
    )""",
    # Times are microseconds since 1970. ``words`` is what a search for text looks at, case folded.
    # AUTOINCREMENT, because the id of a removed run must not come to mean another one.
    """CREATE TABLE run (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        stage TEXT NOT NULL,
        series TEXT NOT NULL,
        title TEXT NOT NULL,
        version TEXT NOT NULL,
        first_seen INTEGER NOT NULL,
        last_seen INTEGER NOT NULL,
        times_seen INTEGER NOT NULL,
        configuration INTEGER NOT NULL REFERENCES content (id),
        result INTEGER NOT NULL REFERENCES content (id),
        identity TEXT NOT NULL,
        words TEXT NOT NULL
    )""",
    "CREATE INDEX run_in_series ON run (stage, series)",
    "CREATE INDEX run_by_series ON run (series, last_seen)",
    "CREATE INDEX run_by_time ON run (last_seen)",
    "CREATE INDEX run_by_configuration ON run (configuration)",
    "CREATE INDEX run_by_result ON run (result)",
    """CREATE TABLE input (
        run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
        part TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        PRIMARY KEY (run, part)
    ) WITHOUT ROWID""",
    "CREATE INDEX input_by_fingerprint ON input (fingerprint)",
    # ``value`` has no type, so that whole numbers, fractions and texts stay what they are.
    """CREATE TABLE metric (
        run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        value NOT NULL,
        PRIMARY KEY (run, name)
    ) WITHOUT ROWID""",
    "CREATE INDEX metric_by_value ON metric (name, value)",
    """CREATE TABLE verdict (
        run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
        verdict TEXT NOT NULL,
        subjects INTEGER NOT NULL,
        PRIMARY KEY (run, verdict)
    ) WITHOUT ROWID""",
    "CREATE INDEX verdict_by_name ON verdict (verdict, subjects)",
)

MIGRATIONS: tuple[tuple[str, ...], ...] = (_VERSION_1,)
"""The statements that lead from each version to the next; the first lead from an empty file."""


def bring_up_to_date(
    database: Database, migrations: Sequence[Sequence[str]] = MIGRATIONS
) -> Problem | None:
    """Create the tables or migrate them to the latest version; return why that cannot be.

    All of it is one transaction: a file has an old version or the latest, never something between.
    A database that is no history, or one of a newer version, is not changed at all. Raises
    ``HistoryError`` for what SQLite refuses.
    """
    with database.reading() as connection:
        version = _version(connection, database.name, len(migrations))
    if isinstance(version, Problem) or version == len(migrations):
        return version if isinstance(version, Problem) else None
    if database.read_only:
        return _older(database.name, version)
    if version == 0:
        # What is removed gives its room back to the disk. A file has to be begun with this.
        database.outside_transaction("PRAGMA auto_vacuum = FULL")
    with database.writing() as connection:
        # Read again: another program may have been quicker.
        version = _version(connection, database.name, len(migrations))
        if isinstance(version, Problem):
            return version
        for number, statements in enumerate(migrations[version:], version + 1):
            for statement in statements:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number}")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    return None


def _version(connection: sqlite3.Connection, name: str, known: int) -> int | Problem:
    """Return the schema's version, 0 for a file without tables, or why it cannot be used."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (objects,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application != APPLICATION_ID:
        return _foreign(name) if application or version or objects else 0
    return _newer(name, version, known) if version > known else int(version)


def _foreign(name: str) -> Problem:
    return refusal(
        "not-a-history",
        "This is the database of another program; it was left as it is.",
        "Choose another place for the history.",
        name,
    )


def _newer(name: str, version: int, known: int) -> Problem:
    return refusal(
        "newer",
        f"The history has version {version}, and this program knows versions up to {known}; it was"
        " left as it is.",
        "Use the newer program that wrote it, or move the file aside to begin a new history.",
        name,
    )


def _older(name: str, version: int) -> Problem:
    if version == 0:
        return refusal("empty", "There is no history in this file yet.", "Save a run first.", name)
    return refusal(
        "older",
        f"The history has the older version {version}, and it cannot be brought up to date where"
        " it can only be read.",
        "Make the file and its folder writable and open it once.",
        name,
    )
