"""The history: saving runs, finding them again, and removing old ones.

Changing the tables of a history, inside a transaction of the caller.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from inspector.core.problems import Problem
from inspector.files.history.connection import Database, HistoryError, damaged
from inspector.files.history.record import RunRecord, complaint, microseconds, time_complaint
from inspector.files.history.rows import (
    EVERY_RUN,
    PackedValue,
    Query,
    RunSummary,
    StoredRun,
    condition,
    pack,
    stored_run,
    summaries,
    words_of,
)


@dataclass(frozen=True, slots=True)
class PackedRun:
    """A record with all that takes time already done, so that others wait the less."""

    record: RunRecord
    seen: int  # microseconds since 1970
    identity: str
    configuration: PackedValue
    result: PackedValue


def packed_run(record: RunRecord) -> PackedRun:
    """Return a record ready to be saved."""
    return PackedRun(
        record,
        microseconds(record.recorded_at),
        record.identity,
        pack(record.configuration),
        pack(record.result),
    )


def save(connection: sqlite3.Connection, run: PackedRun) -> int:
    """Save a run and return its id.

    When the last run saved of its stage and series is the same but for the time, that one was seen
    once more, and nothing is added.
    """
    configuration = _content_id(connection, run.configuration)
    result = _content_id(connection, run.result)
    record = run.record
    last = connection.execute(
        "SELECT id, identity FROM run WHERE stage = ? AND series = ? ORDER BY id DESC LIMIT 1",
        [record.stage, record.series],
    ).fetchone()
    if last is not None and last[1] == run.identity:
        connection.execute(
            "UPDATE run SET times_seen = times_seen + 1, first_seen = min(first_seen, ?),"
            " last_seen = max(last_seen, ?) WHERE id = ?",
            [run.seen, run.seen, last[0]],
        )
        return int(last[0])
    number = connection.execute(
        "INSERT INTO run (stage, series, title, version, first_seen, last_seen, times_seen,"
        " configuration, result, identity, words) VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?)",
        [
            record.stage,
            record.series,
            record.title,
            record.version,
            run.seen,
            run.seen,
            configuration,
            result,
            run.identity,
            _words(record),
        ],
    ).lastrowid
    assert number is not None
    for statement, values in (
        ("INSERT INTO input (run, part, fingerprint) VALUES (?, ?, ?)", record.inputs),
        ("INSERT INTO metric (run, name, value) VALUES (?, ?, ?)", record.metrics),
        ("INSERT INTO verdict (run, verdict, subjects) VALUES (?, ?, ?)", record.verdicts),
    ):
        connection.executemany(statement, [(number, *item) for item in values.items()])
    return number


def remove(connection: sqlite3.Connection, ids: Sequence[int]) -> int:
    """Remove runs and what no other run has; return how many runs there were."""
    removed = 0
    for number in ids:
        removed += connection.execute("DELETE FROM run WHERE id = ?", [number]).rowcount
    if removed:
        connection.execute(
            "DELETE FROM content WHERE id NOT IN"
            " (SELECT configuration FROM run UNION SELECT result FROM run)"
        )
    return removed


def _content_id(connection: sqlite3.Connection, packed: PackedValue) -> int:
    """Return the id of a content, which is stored unless it is there already.

    One that is there and not as it should be is put right, because the run that is being saved
    must not rest on damaged content.
    """
    row = connection.execute(
        "SELECT id, size, packing, body FROM content WHERE fingerprint = ?", [packed.fingerprint]
    ).fetchone()
    if row is not None:
        number, *there = row
        if there != [packed.size, packed.packing, packed.body]:
            connection.execute(
                "UPDATE content SET size = ?, packing = ?, body = ? WHERE id = ?",
                [packed.size, packed.packing, packed.body, number],
            )
        return int(number)
    number = connection.execute(
        "INSERT INTO content (fingerprint, size, packing, body) VALUES (?, ?, ?, ?)",
        [packed.fingerprint, packed.size, packed.packing, packed.body],
    ).lastrowid
    assert number is not None
    return int(number)


def _words(record: RunRecord) -> str:
    texts = [value for value in record.metrics.values() if isinstance(value, str)]
    return words_of(iter([record.title, *texts]))


class History:
    """An open history of runs; ``open_history`` makes one.

    It may be used by several threads, and the file by several programs at once. Every method
    raises ``HistoryError`` for what the file, the disk or the system refuse.
    """

    def __init__(self, path: Path, database: Database) -> None:
        self.path = path
        self._database = database

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    @property
    def read_only(self) -> bool:
        """Whether runs can be found but neither saved nor removed."""
        return self._database.read_only

    def add(self, record: RunRecord) -> int:
        """Save a run and return its id; from then on it outlives a kill and a loss of power.

        A run that is the same as the last one of its stage and series, but for the time, is not
        stored again: that one's ``times_seen`` and ``last_seen`` change, and its id is returned.
        """
        return self.add_many([record])[0]

    def add_many(self, records: Iterable[RunRecord]) -> tuple[int, ...]:
        """Save runs as ``add`` does, all of them or none, and return their ids in order.

        A hundred runs at once take hardly longer than one.
        """
        runs = [packed_run(record) for record in records]
        with self._database.writing() as connection:
            return tuple(save(connection, run) for run in runs)

    def get(self, number: int) -> StoredRun | None:
        """Return the run with this id, verified against its fingerprints; None if there is none."""
        with self._database.reading() as connection:
            return stored_run(connection, number, self._database.name)

    def search(
        self, query: Query = EVERY_RUN, *, limit: int | None = None, offset: int = 0
    ) -> tuple[RunSummary, ...]:
        """Return the runs that a query finds, the last seen first; of one time, the last saved.

        ``offset`` of them are passed over, and after ``limit`` it ends.
        """
        where, values = condition(query)
        most = -1 if limit is None else max(0, limit)
        with self._database.reading() as connection:
            found = connection.execute(
                _NEWEST_FIRST.replace(":where", where), [*values, most, max(0, offset)]
            )
            return summaries(connection, [number for (number,) in found], self._database.name)

    def latest(self, query: Query = EVERY_RUN) -> RunSummary | None:
        """Return the first run that ``search`` would return, None when there is none."""
        return next(iter(self.search(query, limit=1)), None)

    def count(self, query: Query = EVERY_RUN) -> int:
        """Return how many runs a query finds."""
        where, values = condition(query)
        with self._database.reading() as connection:
            (count,) = connection.execute(_COUNT.replace(":where", where), values).fetchone()
        return int(count)

    def prune(
        self,
        *,
        keep: int | None = None,
        older_than: str | None = None,
        query: Query = EVERY_RUN,
    ) -> int:
        """Remove old runs of those that a query finds, and return how many there were.

        ``keep`` is how many of the newest stay in any case; ``older_than`` is a UTC time, and runs
        seen then or later stay in any case. One of the two has to be given.
        """
        if keep is None and older_than is None:
            raise HistoryError(complaint("/keep", "must be given where there is no older_than"))
        if older_than is not None and (said := time_complaint(older_than)):
            raise HistoryError(complaint("/older_than", said))
        where, values = condition(query)
        before = _END_OF_TIME if older_than is None else microseconds(older_than)
        with self._database.writing() as connection:
            old = connection.execute(
                _BEYOND_THE_NEWEST.replace(":where", where), [*values, max(0, keep or 0), before]
            ).fetchall()
            return remove(connection, [number for (number,) in old])

    def remove(self, numbers: Iterable[int]) -> int:
        """Remove runs by id and return how many there were."""
        with self._database.writing() as connection:
            return remove(connection, list(numbers))

    def check(self) -> tuple[Problem, ...]:
        """Read everything and return a problem for each thing that is not as it was saved."""
        numbers: list[int] = []
        found: list[Problem] = []
        with _collecting(found), self._database.reading() as connection:
            if connection.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
                found.append(damaged(self._database.name))
            numbers += [number for (number,) in connection.execute("SELECT id FROM run")]
        for number in numbers:
            of_this: list[Problem] = []
            with _collecting(of_this):
                self.get(number)
            if of_this:
                found.append(damaged(self._database.name, f"Run {number} is damaged."))
        return tuple(found)

    def close(self) -> None:
        """Close the file when no thread uses it any more; closing again does nothing."""
        self._database.close()


@contextmanager
def _collecting(found: list[Problem]) -> Iterator[None]:
    try:
        yield
    except HistoryError as error:
        found += error.problems


_END_OF_TIME = 2**63 - 1
_NEWEST_FIRST = """
    SELECT run.id FROM run WHERE :where ORDER BY run.last_seen DESC, run.id DESC LIMIT ? OFFSET ?"""
_BEYOND_THE_NEWEST = """
    SELECT id FROM (
        SELECT run.id, run.last_seen FROM run WHERE :where
        ORDER BY run.last_seen DESC, run.id DESC LIMIT -1 OFFSET ?
    ) WHERE last_seen < ?"""
_COUNT = "SELECT count(*) FROM run WHERE :where"
