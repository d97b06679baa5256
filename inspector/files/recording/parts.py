"""What the records of all stages have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import PurePath
from typing import Any

from inspector import __version__
from inspector.core.canonical import canonical_json
from inspector.core.ledger import LedgerEntry, Number
from inspector.core.problems import Problem, Severity
from inspector.files.history import HistoryError, RunRecord
from inspector.files.history.record import MOST_CHARACTERS
from inspector.session.session import Part, Session

BALANCE = "balance"


def label(text: str) -> str:
    """Return a text short enough for a title or a metric, in characters that a file can hold."""
    return text.encode("utf-8", "backslashreplace").decode()[:MOST_CHARACTERS]


def title_of(session: Session, part: Part, otherwise: str = "") -> str:
    """Return what people call the run: its session's title, else the name of the part's file."""
    return label(session.title or PurePath(session.source(part) or otherwise).name)


def sources(session: Session) -> dict[str, str]:
    """Return the paths that lead to the inputs again, by part."""
    return {
        part.value: path.encode("utf-8", "backslashreplace").decode()
        for part, path in session.sources
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


def made_record(
    *,
    stage: str,
    recorded_at: str,
    title: str,
    inputs: Mapping[str, str],
    configuration: Mapping[str, Any],
    result: Mapping[str, Any],
    metrics: Mapping[str, Number | None],
    verdicts: Mapping[str, int],
    series: str = "",
) -> RunRecord:
    """Return a record of this version of the program; values become canonical JSON.

    Raises ``HistoryError`` for what JSON cannot carry exactly.
    """
    try:
        configured, resulted = canonical_json(configuration), canonical_json(result)
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


_UNUSABLE = Problem(
    Severity.ERROR,
    "history.unusable-value",
    "The result was not recorded: it holds a number or a text that JSON cannot carry exactly.",
    "Correct the input that it comes from.",
)
