"""Results as records of the history: each stage says what is recorded of its results.

A record holds ids, names of cards and buckets, numbers, verdicts and reasons. Texts of cards,
files, nodes, hot states, chunks, messages and outputs, and values of signals, are known by
fingerprint only: SHA-256 by part, where what stays the same is hashed once.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from io import BytesIO
from itertools import islice
from pathlib import PurePath
from typing import Any

import numpy as np

from inspector import __version__
from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.candidates.card import COLUMNS
from inspector.core.candidates.columns import CardColumns
from inspector.core.candidates.interned import ABSENT
from inspector.core.canonical import canonical_json, fingerprint
from inspector.core.ledger import LedgerEntry, Number
from inspector.core.problems import Problem, Severity
from inspector.files.history import HistoryError, RunRecord
from inspector.files.history.record import MOST_CHARACTERS
from inspector.session.session import Session
from inspector.stage import stage_of_type


def record_of(
    result: Any, recorded_at: str, known: InputFingerprints | None = None
) -> RunRecord | None:
    """Return the record of a result of any stage, None where it has nothing to record.

    ``recorded_at`` is UTC with a ``Z``. Raises ``HistoryError`` for what no record can hold, and
    ``TypeError`` for what is no result of a stage.
    """
    # By name, so that recording a result of one stage loads no other.
    stage = stage_of_type("result", type(result))
    if stage is None:
        raise TypeError(f"{type(result).__name__} is no result of a stage")
    if not stage.record:
        return _numbers_recorded(stage.id, result, recorded_at)
    record: RunRecord | None = stage.load(stage.record)(result, recorded_at, known)
    return record


def _numbers_recorded(stage: str, result: Any, recorded_at: str) -> RunRecord:
    """Return the record of a result with the ``session`` it is of: numbers alone, no contents."""

    def numbers(of: Any, names: Iterable[str]) -> dict[str, int | float]:
        values = {name: getattr(of, name) for name in names}
        return {name: one for name, one in values.items() if isinstance(one, int | float)}

    found = numbers(result, (field.name for field in fields(result)))
    part = result.session.part(stage)
    return run_record(
        stage=stage,
        recorded_at=recorded_at,
        title=title_of(result.session, stage),
        inputs={},
        configuration=numbers(part, type(part).model_fields),
        result=found,
        metrics=found,
        verdicts={},
    )


_TEXTS_AT_ONCE = 8_192
_ALWAYS_HASHED = (
    "node_id",
    "canonical_name",
    "node_kind",
    "matter_id",
    "provenance_source",
    "provenance_source_ref",
)
_NO_TEXT = -1  # stands for the length of a text that is not there


class InputFingerprints:
    """Keeps the last fingerprint of each part, known by the identity of what it was made from."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[object, str]] = {}

    def of(self, part: str, value: Any, plain: Callable[[Any], Any] = lambda value: value) -> str:
        """Return the fingerprint of a part; ``plain`` turns its value into JSON values."""
        return self._keep(part, value, lambda: _fingerprint(plain(value)))

    def of_candidates(self, candidates: CandidateSet) -> str:
        """Return the fingerprint of a candidate set."""
        return self._keep("candidates", candidates, lambda: candidates_fingerprint(candidates))

    def _keep(self, part: str, value: object, make: Callable[[], str]) -> str:
        known = self._kept.get(part)
        if known is None or known[0] is not value:
            known = (value, make())
            self._kept[part] = known
        return known[1]


def candidates_fingerprint(candidates: CandidateSet) -> str:
    """Return the SHA-256 of everything in a set, however its texts are held.

    It goes column by column, because a set may have a million cards and no object for any.
    """
    cards = candidates.knowledge_cards
    rest = candidates.model_dump(mode="json", exclude={"knowledge_cards"})
    digest = hashlib.sha256(_fingerprint(rest).encode())
    digest.update(np.asarray(cards.relevance, dtype="<f8").tobytes())
    digest.update(np.asarray(cards.declared, dtype="<i4").tobytes())
    rows = range(len(cards))
    columns: list[Iterable[str | None]] = [_values(cards, name) for name in _ALWAYS_HASHED]
    columns.append(cards.texts.get(row, tier) for row in rows for tier in range(3))
    columns.append(_rarely_there(cards))
    for texts in columns:
        for piece in _pieces(iter(texts)):
            digest.update(piece)
    return digest.hexdigest()


def _values(cards: CardColumns, name: str) -> Iterator[Any]:
    return map(cards.columns[name].__getitem__, range(len(cards)))


def _rarely_there(cards: CardColumns) -> Iterator[str]:
    """Yield what most cards do not have: a field that is new changes no older fingerprint."""
    written = [
        json.dumps(one.model_dump(exclude_defaults=True), sort_keys=True)
        if one.model_fields_set
        else ""
        for one in cards.attributions.values
    ]
    for row, code in enumerate(cards.attributions.codes.tolist()):
        if code != ABSENT and written[code]:
            yield f"{row} {written[code]}"
    for field in COLUMNS:
        if field.name not in (*_ALWAYS_HASHED, "relevance_score"):
            for row, value in enumerate(_values(cards, field.name)):
                if value != field.default:
                    yield f"{row} {json.dumps({field.name: value})}"


def _pieces(texts: Iterable[str | None]) -> Iterator[bytes]:
    """Yield texts as bytes: the lengths of many, so that no two lists look alike, then the many."""
    source = iter(texts)
    while batch := list(islice(source, _TEXTS_AT_ONCE)):
        lengths = [_NO_TEXT if text is None else len(text) for text in batch]
        yield np.array(lengths, dtype="<i8").tobytes()
        yield "".join(text or "" for text in batch).encode("utf-8", "surrogatepass")


def _fingerprint(value: Any) -> str:
    try:
        return fingerprint(value)
    except ValueError:
        # An input that has no canonical JSON, such as half of a surrogate pair, may still run.
        return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


BALANCE = "balance"


def label(text: str) -> str:
    """Return a text short enough for a title or a metric, in characters that a file can hold."""
    return text.encode("utf-8", "backslashreplace").decode()[:MOST_CHARACTERS]


def title_of(session: Session, part: str, otherwise: str = "") -> str:
    """Return what people call the run: its session's title, else the name of the part's file."""
    return label(session.title or PurePath(session.source(part) or otherwise).name)


def sources(session: Session) -> dict[str, str]:
    """Return the paths that lead to the inputs again, by part."""
    return {
        part: path.encode("utf-8", "backslashreplace").decode() for part, path in session.sources
    }


def verdict_counts(entries: Iterable[LedgerEntry]) -> dict[str, int]:
    """Return how many subjects got each verdict; rows that only close the sum have none."""
    reasons = Counter(entry.reason for entry in entries if entry.kind != BALANCE)
    counts: Counter[str] = Counter()
    for reason, count in reasons.items():
        counts[reason.verdict.value] += count
    return dict(counts)


def problem_codes(problems: Iterable[Problem]) -> dict[str, int]:
    """Return how often each problem occurs, by its code: a message may quote an input."""
    return dict(Counter(problem.code for problem in problems))


def picked(plain: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Return the named members of a value, so that nothing is recorded that nobody named."""
    return {name: plain[name] for name in names}


def known(metrics: Mapping[str, Number | None]) -> dict[str, Number]:
    """Return the metrics that there are, texts as labels."""
    return {
        name: label(value) if isinstance(value, str) else value
        for name, value in metrics.items()
        if value is not None
    }


def run_record(
    *,
    stage: str,
    recorded_at: str,
    title: str,
    inputs: Mapping[str, str],
    configuration: Mapping[str, Any],
    result: Mapping[str, Any] | Iterator[bytes],
    metrics: Mapping[str, Number | None],
    verdicts: Mapping[str, int],
    series: str = "",
) -> RunRecord:
    """Return a record of this version of the program; values become canonical JSON.

    A large result is given as the pieces of its canonical JSON. Raises ``HistoryError`` for what
    the format of a value cannot carry exactly.
    """
    try:
        configured = canonical_json(configuration)
        resulted = canonical_json(result) if isinstance(result, Mapping) else _whole(result)
    except ValueError as error:
        raise HistoryError(_UNUSABLE) from error
    return RunRecord(
        stage=stage,
        recorded_at=recorded_at,
        title=title,
        version=__version__,
        inputs=inputs,
        configuration=configured,
        result=resulted,
        metrics=known(metrics),
        verdicts=verdicts,
        series=series,
    )


def _whole(pieces: Iterator[bytes]) -> bytes:
    """Return pieces as one, which never lie in memory beside it."""
    buffer = BytesIO()
    buffer.writelines(pieces)
    return buffer.getvalue()


_UNUSABLE = Problem(
    Severity.ERROR,
    "history.unusable-value",
    "The result was not recorded: it holds a number or a text that its format cannot carry.",
    "Correct the input that it comes from.",
)
