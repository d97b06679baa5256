"""Rows of the database as values: summaries of runs, whole runs, and packed contents.

Large values lie in the database compressed where that makes them smaller.
"""

from __future__ import annotations

import hashlib
import sqlite3
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from inspector.core.ledger import Number
from inspector.files.history.connection import HistoryError, damaged
from inspector.files.history.record import RunRecord, utc_text

_PLAIN = "plain"
_ZLIB = "zlib"
# At this level a manifest shrinks nearly as far as at the highest, in a fraction of the time.
_LEVEL = 6
_AT_ONCE = 500  # ids in one statement; SQLite may allow as few as 999 places


@dataclass(frozen=True, slots=True)
class Packed:
    """A value ready to be stored; ``size`` is its length before packing, in bytes."""

    fingerprint: str
    size: int
    packing: str
    body: bytes

    def unpacked(self) -> bytes:
        """Return the value. Raises ``ValueError`` when it is not the one that was packed."""
        if self.packing == _PLAIN:
            data = self.body
        elif self.packing == _ZLIB:
            data = self._inflated()
        else:
            raise ValueError("packed in an unknown way")
        if hashlib.sha256(data).hexdigest() != self.fingerprint:
            raise ValueError("does not have its fingerprint")
        return data

    def _inflated(self) -> bytes:
        try:
            # Never more than was announced, whatever a damaged body would unfold to.
            return zlib.decompressobj().decompress(self.body, max(1, self.size))
        except zlib.error as error:
            raise ValueError("cannot be unpacked") from error


def pack(data: bytes) -> Packed:
    """Return a value packed for storing."""
    print_ = hashlib.sha256(data).hexdigest()
    small = zlib.compress(data, _LEVEL)
    if len(small) < len(data):
        return Packed(print_, len(data), _ZLIB, small)
    return Packed(print_, len(data), _PLAIN, data)


@dataclass(frozen=True, slots=True)
class RunSummary:
    """All about a saved run but its configuration and its result.

    ``times_seen`` counts how often the run was saved in a row, from ``first_seen`` to
    ``last_seen``, both UTC. ``result_size`` is in bytes.
    """

    id: int
    stage: str
    series: str
    title: str
    version: str
    first_seen: str
    last_seen: str
    times_seen: int
    inputs: Mapping[str, str]
    metrics: Mapping[str, Number]
    verdicts: Mapping[str, int]
    configuration_fingerprint: str
    result_fingerprint: str
    result_size: int


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A saved run, whole. The time of its record is when it was first seen."""

    summary: RunSummary
    record: RunRecord


def summaries(
    connection: sqlite3.Connection, ids: Sequence[int], name: str
) -> tuple[RunSummary, ...]:
    """Return the summaries of runs, in the order of ``ids``; ids of no run are passed over.

    Raises ``HistoryError`` where a row cannot have been written by this program.
    """
    found: dict[int, RunSummary] = {}
    for start in range(0, len(ids), _AT_ONCE):
        some = ids[start : start + _AT_ONCE]
        inputs = _by_run(connection, _INPUTS, some)
        metrics = _by_run(connection, _METRICS, some)
        verdicts = _by_run(connection, _VERDICTS, some)
        for row in connection.execute(_among(_RUNS, some), some):
            number, stage, series, title, version, first, last, times, *rest = row
            with _as_written(name):
                if None in row:
                    raise ValueError("a content is not there")
                found[number] = RunSummary(
                    number,
                    stage,
                    series,
                    title,
                    version,
                    utc_text(first),
                    utc_text(last),
                    times,
                    inputs.get(number, {}),
                    metrics.get(number, {}),
                    verdicts.get(number, {}),
                    *rest,
                )
    return tuple(found[number] for number in ids if number in found)


def stored_run(connection: sqlite3.Connection, number: int, name: str) -> StoredRun | None:
    """Return a whole run, None when there is none with this id.

    Raises ``HistoryError`` when it is not what was saved: everything in it is covered by its
    fingerprints, except the times.
    """
    for summary in summaries(connection, [number], name):
        configuration, result, identity = connection.execute(
            "SELECT configuration, result, identity FROM run WHERE id = ?", [number]
        ).fetchone()
        with _as_written(name):
            record = RunRecord(
                summary.stage,
                summary.first_seen,
                summary.title,
                summary.version,
                summary.inputs,
                _content(connection, configuration),
                _content(connection, result),
                summary.metrics,
                summary.verdicts,
                summary.series,
            )
            if record.identity != identity:
                raise ValueError("does not have its fingerprint")
        return StoredRun(summary, record)
    return None


def _content(connection: sqlite3.Connection, number: int) -> bytes:
    row = connection.execute(
        "SELECT fingerprint, size, packing, body FROM content WHERE id = ?", [number]
    ).fetchone()
    if row is None:
        raise ValueError("the content is not there")
    return Packed(*row).unpacked()


@contextmanager
def _as_written(name: str) -> Iterator[None]:
    """Turn what a damaged row leads to into the problem that it is."""
    try:
        yield
    except (ValueError, TypeError, OverflowError, HistoryError) as error:
        raise HistoryError(damaged(name)) from error


def _by_run(
    connection: sqlite3.Connection, statement: str, ids: Sequence[int]
) -> dict[int, dict[str, Any]]:
    found: dict[int, dict[str, Any]] = {}
    for run, key, value in connection.execute(_among(statement, ids), ids):
        found.setdefault(run, {})[key] = value
    return found


def _among(statement: str, ids: Sequence[int]) -> str:
    return statement.replace("(:ids)", f"({','.join('?' * len(ids))})")


_RUNS = """
    SELECT run.id, run.stage, run.series, run.title, run.version,
        run.first_seen, run.last_seen, run.times_seen,
        configuration.fingerprint, result.fingerprint, result.size
    FROM run
    LEFT JOIN content AS configuration ON configuration.id = run.configuration
    LEFT JOIN content AS result ON result.id = run.result
    WHERE run.id IN (:ids)"""
_INPUTS = "SELECT run, part, fingerprint FROM input WHERE run IN (:ids) ORDER BY run, part"
_METRICS = "SELECT run, name, value FROM metric WHERE run IN (:ids) ORDER BY run, name"
_VERDICTS = "SELECT run, verdict, subjects FROM verdict WHERE run IN (:ids) ORDER BY run, verdict"
