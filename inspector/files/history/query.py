"""What to look for in a history, as a value, and the condition in SQL that it means."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from inspector.core.ledger import Number
from inspector.core.problems import Problem
from inspector.files.history.connection import HistoryError
from inspector.files.history.record import (
    complaint,
    metric_complaint,
    microseconds,
    text_complaint,
    time_complaint,
)

_PREFIX = re.compile(r"[0-9a-f]{0,64}")


class Comparison(StrEnum):
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
    comparison: Comparison
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
        compared = kind.replace("=", Comparison(wanted.comparison).value, 1)
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
