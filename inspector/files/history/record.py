"""One run as it is saved: what went in, by fingerprint, and what came out."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any

import msgspec

from inspector.core.canonical import fingerprint
from inspector.core.ledger import Number
from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.core.scalars import SAFE_INTEGER
from inspector.files.history.connection import HistoryError
from inspector.plurals import count_of

MOST_CHARACTERS = 300  # of a title, a name or a metric: enough for a label, too few for a card
MOST_RESULT_BYTES = 512 << 20

_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?Z", re.ASCII)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_FINGERPRINT = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class RunRecord:
    """A finished run of one stage.

    ``stage`` is the id of the stage, or "corpus" for one request of a corpus.

    There is no field for contents: a result holds ids, names and numbers (a manifest, a ledger),
    never the texts of cards or files. ``inputs`` says by SHA-256 which inputs there were.

    ``configuration`` and ``result`` are JSON, kept byte for byte; canonical JSON makes equal values
    the same bytes. ``metrics`` are numbers and short texts that runs are found by; true and false
    become 1 and 0. ``verdicts`` counts subjects by verdict. ``series`` names the runs that belong
    together, such as those of one corpus, and is "" for a run on its own. ``recorded_at`` is UTC
    with a ``Z``, as the caller's clock has it.

    Raises ``HistoryError`` with a problem for every value that cannot be saved.
    """

    stage: str
    recorded_at: str
    title: str
    version: str
    inputs: Mapping[str, str]
    configuration: bytes
    result: bytes
    metrics: Mapping[str, Number] = field(default_factory=dict)
    verdicts: Mapping[str, int] = field(default_factory=dict)
    series: str = ""

    def __post_init__(self) -> None:
        problems = tuple(_problems(self))
        if problems:
            raise HistoryError(*problems)
        # One form for what is the same, so that it compares and fingerprints the same.
        own = {
            "stage": str(self.stage),
            "recorded_at": utc_text(microseconds(self.recorded_at)),
            "inputs": _sorted(self.inputs),
            "metrics": _sorted(self.metrics),
            "verdicts": _sorted(self.verdicts),
        }
        for name, value in own.items():
            object.__setattr__(self, name, value)

    @property
    def configuration_value(self) -> Any:
        """The configuration, parsed."""
        return json.loads(self.configuration)

    @property
    def result_value(self) -> Any:
        """The result, parsed."""
        return json.loads(self.result)

    @cached_property
    def configuration_fingerprint(self) -> str:
        """SHA-256 of the bytes of the configuration."""
        return hashlib.sha256(self.configuration).hexdigest()

    @cached_property
    def result_fingerprint(self) -> str:
        """SHA-256 of the bytes of the result."""
        return hashlib.sha256(self.result).hexdigest()

    @cached_property
    def identity(self) -> str:
        """SHA-256 of everything but the time: runs with the same one are the same run again."""
        return fingerprint(
            {
                "stage": self.stage,
                "series": self.series,
                "title": self.title,
                "version": self.version,
                "inputs": self.inputs,
                "configuration": self.configuration_fingerprint,
                "result": self.result_fingerprint,
                "metrics": self.metrics,
                "verdicts": self.verdicts,
            }
        )


def text_complaint(text: object, *, may_be_empty: bool = False) -> str:
    """Say why something is no short text, "" when it is one."""
    if not isinstance(text, str):
        return "must be text"
    if not text and not may_be_empty:
        return "must not be empty"
    if len(text) > MOST_CHARACTERS:
        return f"has {count_of(len(text), 'character')}, at most {MOST_CHARACTERS} are allowed"
    try:
        text.encode()
    except UnicodeEncodeError:
        return "holds half of a surrogate pair, which no file can hold"
    return ""


def metric_complaint(value: object) -> str:
    """Say why something is no metric, "" when it is one."""
    if isinstance(value, str):
        return text_complaint(value, may_be_empty=True)
    if not isinstance(value, int | float):
        return "must be a number or a text"
    if isinstance(value, float) and not math.isfinite(value):
        return "must be a finite number"
    if isinstance(value, int) and abs(value) > SAFE_INTEGER:
        return "must be within 2^53 - 1, to be exact everywhere"
    return ""


def time_complaint(text: object) -> str:
    """Say why something is no point in time, "" when it is one."""
    if isinstance(text, str):
        with suppress(ValueError):
            microseconds(text)
            return ""
    return "must be a UTC time such as 2026-04-03T12:00:00Z"


def complaint(place: str, complained: str) -> Problem:
    """Return a complaint as a problem at a place of the value it is about."""
    message = f"The value {complained}."
    return Problem(Severity.ERROR, "history.unusable-value", message, "", Place(pointer=place))


def _sorted(values: Mapping[str, Any]) -> dict[str, Any]:
    plain = {str(key): int(one) if isinstance(one, bool) else one for key, one in values.items()}
    return dict(sorted(plain.items()))


def _problems(record: RunRecord) -> Iterator[Problem]:
    found = {
        "/stage": text_complaint(record.stage),
        "/recorded_at": time_complaint(record.recorded_at),
        "/title": text_complaint(record.title, may_be_empty=True),
        "/version": text_complaint(record.version),
        "/configuration": _json_complaint(record.configuration),
        "/result": _json_complaint(record.result),
        "/series": text_complaint(record.series, may_be_empty=True),
    }
    yield from (complaint(place, said) for place, said in found.items() if said)
    yield from _mapping_problems("inputs", record.inputs, _fingerprint_complaint)
    yield from _mapping_problems("metrics", record.metrics, metric_complaint)
    yield from _mapping_problems("verdicts", record.verdicts, _count_complaint)


def _mapping_problems(
    name: str, values: Mapping[str, object], judge: Callable[[object], str]
) -> Iterator[Problem]:
    for place, (key, value) in enumerate(values.items()):
        # A name that is no good cannot be shown as part of a place, so its number stands for it.
        if said := text_complaint(key):
            yield complaint(pointer(name, place), f"has a name that {said}")
        elif said := judge(value):
            yield complaint(pointer(name, key), said)


def _fingerprint_complaint(value: object) -> str:
    good = isinstance(value, str) and _FINGERPRINT.fullmatch(value)
    return "" if good else "must be a SHA-256 of 64 hex digits"


def _count_complaint(value: object) -> str:
    good = isinstance(value, int) and 0 <= value <= SAFE_INTEGER
    return "" if good else "must be a whole number that is not negative"


def _json_complaint(data: object) -> str:
    if not isinstance(data, bytes):
        return "must be the bytes of a JSON text"
    if len(data) > MOST_RESULT_BYTES:
        return f"has {count_of(len(data), 'byte')}, at most {MOST_RESULT_BYTES:,} are allowed"
    try:
        msgspec.json.decode(data, type=msgspec.Raw)  # checks the form without making values
        data.isascii() or data.decode()
    except (msgspec.DecodeError, UnicodeDecodeError):
        return "must be JSON"
    except RecursionError:
        return "is nested too deeply"
    return ""


def microseconds(text: str) -> int:
    """Return the microseconds since 1970 of a UTC time such as ``2026-04-03T12:00:00Z``.

    Numbers sort as times do; texts do not, because a fraction of a second may be there or not.

    Raises ``ValueError`` for anything else, a time zone other than ``Z`` and more than six digits
    of a second included.
    """
    if not _INSTANT.fullmatch(text):
        raise ValueError("not a UTC time with Z")
    return (datetime.fromisoformat(text) - _EPOCH) // _MICROSECOND


def utc_text(since_1970: int) -> str:
    """Return the one form in which a time is shown: a fraction has six digits or is not there."""
    moment = _EPOCH + since_1970 * _MICROSECOND
    return moment.replace(tzinfo=None).isoformat() + "Z"
