"""The tables of a history, version by version, and bringing an older file up to date.

A version that was once released is never changed; what comes later is added as the next one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from inspector.core.problems import Problem
from inspector.files.history.connection import Database
from inspector.files.history.errors import refusal

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
