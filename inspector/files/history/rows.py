"""Rows of the database as values: summaries of runs, whole runs, and packed contents.

Large values lie in the database compressed where that makes them smaller.

What to look for in a history, as a value, and the condition in SQL that it means.
"""

from __future__ import annotations

import hashlib
import re
import sqlite3
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from inspector.core.ledger import Number
from inspector.core.problems import Problem
from inspector.files.history.connection import HistoryError, damaged
from inspector.files.history.record import (
    RunRecord,
    complaint,
    metric_complaint,
    microseconds,
    text_complaint,
    time_complaint,
    utc_text,
)

_PLAIN = "plain"
_ZLIB = "zlib"
# At this level a manifest shrinks nearly as far as at the highest, in a fraction of the time.
_LEVEL = 6
_AT_ONCE = 500  # ids in one statement; SQLite may allow as few as 999 places


@dataclass(frozen=True, slots=True)
class PackedValue:
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


def pack(data: bytes) -> PackedValue:
    """Return a value packed for storing."""
    print_ = hashlib.sha256(data).hexdigest()
    small = zlib.compress(data, _LEVEL)
    if len(small) < len(data):
        return PackedValue(print_, len(data), _ZLIB, small)
    return PackedValue(print_, len(data), _PLAIN, data)


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
    return PackedValue(*row).unpacked()


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


_PREFIX = re.compile(r"[0-9a-f]{0,64}")


class Comparator(StrEnum):
    """How the metric of a run is compared with a value."""

    EQUAL = "="
    NOT_EQUAL = "!="
    LESS = "<"
    AT_MOST = "<="
    MORE = ">"
    AT_LEAST = ">="


@dataclass(frozen=True, slots=True)
class MetricCondition:
    """Holds for runs that have the metric, as a number or a text like ``value``, and compare so.

    Texts compare by code point. A run without the metric meets no condition, not even ``!=``.
    """

    name: str
    comparison: Comparator
    value: Number


@dataclass(frozen=True, slots=True)
class Query:
    """What all the runs that are looked for have in common; the default is any run.

    ``since`` and ``until`` are UTC times with ``Z``: a run is found when some of the time from its
    first to its last sighting is at ``since`` or after it, and before ``until``. ``fingerprint``
    is the beginning of the SHA-256 of an input, the configuration or the result. ``text`` is words
    that all occur in the title or in metrics that are texts, whatever their case. ``verdict`` is
    one that at least one subject got. ``series`` is "" for runs that belong to none.

    Raises ``HistoryError`` with a problem for every value that cannot be looked for.
    """

    stage: str | None = None
    series: str | None = None
    since: str | None = None
    until: str | None = None
    fingerprint: str = ""
    text: str = ""
    metrics: tuple[MetricCondition, ...] = ()
    verdict: str | None = None

    def __post_init__(self) -> None:
        if problems := tuple(_problems(self)):
            raise HistoryError(*problems)


def words_of(texts: Iterator[str]) -> str:
    """Return texts in the form in which ``Query.text`` looks at them."""
    return "\n".join(texts).casefold()


def condition(query: Query) -> tuple[str, list[Number]]:
    """Return the query as a condition on rows of ``run``, and the values for its places."""
    parts = list(_parts(query))
    terms = [term for term, _ in parts] or ["1"]
    return " AND ".join(terms), [value for _, values in parts for value in values]


def _parts(query: Query) -> Iterator[tuple[str, list[Number]]]:
    if query.stage is not None:
        yield "run.stage = ?", [str(query.stage)]
    if query.series is not None:
        yield "run.series = ?", [query.series]
    if query.since is not None:
        yield "run.last_seen >= ?", [microseconds(query.since)]
    if query.until is not None:
        yield "run.first_seen < ?", [microseconds(query.until)]
    if query.fingerprint:
        first = query.fingerprint.lower()
        yield _FINGERPRINT, [first, first + "g"] * 3
    for word in query.text.casefold().split():
        yield "instr(run.words, ?) > 0", [word]
    for wanted in query.metrics:
        kind = _TEXT if isinstance(wanted.value, str) else _NUMBER
        compared = kind.replace("=", Comparator(wanted.comparison).value, 1)
        yield _METRIC.replace(":compared", compared), [wanted.name, wanted.value]
    if query.verdict is not None:
        yield _VERDICT, [str(query.verdict)]


# "g" comes after every hex digit, so these are the fingerprints that begin with the first value.
_FINGERPRINT = """(
    run.id IN (SELECT run FROM input WHERE fingerprint >= ? AND fingerprint < ?)
    OR run.configuration IN (SELECT id FROM content WHERE fingerprint >= ? AND fingerprint < ?)
    OR run.result IN (SELECT id FROM content WHERE fingerprint >= ? AND fingerprint < ?)
)"""
_METRIC = "run.id IN (SELECT run FROM metric WHERE name = ? AND :compared)"
# To SQLite every text is more than every number, and "" is the least text.
_TEXT = "value = ? AND value >= ''"
_NUMBER = "value = ? AND value < ''"
_VERDICT = "run.id IN (SELECT run FROM verdict WHERE verdict = ? AND subjects > 0)"


def _problems(query: Query) -> Iterator[Problem]:
    for name, text in (("stage", query.stage), ("series", query.series), ("text", query.text)):
        if text is not None and (said := text_complaint(text, may_be_empty=True)):
            yield complaint(f"/{name}", said)
    if query.verdict is not None and (said := text_complaint(query.verdict)):
        yield complaint("/verdict", said)
    for name, time in (("since", query.since), ("until", query.until)):
        if time is not None and (said := time_complaint(time)):
            yield complaint(f"/{name}", said)
    if not _PREFIX.fullmatch(query.fingerprint.lower()):
        yield complaint("/fingerprint", "must be at most 64 hex digits")
    for place, wanted in enumerate(query.metrics):
        if said := text_complaint(wanted.name):
            yield complaint(f"/metrics/{place}/name", said)
        if said := metric_complaint(wanted.value):
            yield complaint(f"/metrics/{place}/value", said)


EVERY_RUN = Query()
