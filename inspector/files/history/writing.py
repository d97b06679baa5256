"""Changing the tables of a history, inside a transaction of the caller."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from inspector.files.history.query import words_of
from inspector.files.history.record import RunRecord, microseconds
from inspector.files.history.rows import Packed, pack


@dataclass(frozen=True, slots=True)
class PackedRun:
    """A record with all that takes time already done, so that others wait the less."""

    record: RunRecord
    seen: int  # microseconds since 1970
    identity: str
    configuration: Packed
    result: Packed


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


def _content_id(connection: sqlite3.Connection, packed: Packed) -> int:
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
