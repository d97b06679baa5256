"""Loading metrics of turns: lines of a log, or records with the full names of their fields."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import ConfigDict

from inspector.core.discipline import LoggedMetrics, PromptMetrics
from inspector.core.problems import Problem, Severity
from inspector.files.checking import check
from inspector.files.documents import Form, form_of, parse_document
from inspector.files.findings import Findings, Loaded, Parsed, Progress, gathered
from inspector.files.requests import items_of, lines_of
from inspector.files.source import PathLike, Source, read_source

_LINE = "prompt_metrics"


class _Record(PromptMetrics):
    """A turn with the full names of its fields, and perhaps with more."""

    model_config = ConfigDict(extra="ignore")


def load_metrics(path: PathLike) -> Loaded[tuple[PromptMetrics, ...]]:
    """Return the turns of a series (``-`` is standard input).

    That is JSON lines, a JSON or YAML list, or a single record; each may be a line of the log or
    have the full names. A bad one is reported and left out; None means that there is no good one.
    """

    def work(found: Findings) -> tuple[PromptMetrics, ...] | None:
        source = read_source(path, found)
        return (read_metrics(source, path, found, None) or None) if source else None

    return gathered(work)


def read_metrics(
    source: Source, path: PathLike, found: Findings, progress: Progress | None
) -> tuple[PromptMetrics, ...]:
    """Return the good turns of a text file."""
    if form_of(source, path) is Form.LINES:
        return check_turns(lines_of(source, found, progress), found)
    parsed = parse_document(source, path, found, progress)
    return check_turns(items_of(parsed), found) if parsed else ()


def check_turns(records: Iterator[Parsed], found: Findings) -> tuple[PromptMetrics, ...]:
    """Return the good ones of parsed turns; lines of a log about something else are told of."""
    turns = (_check_turn(parsed, found) for parsed in records)
    return tuple(turn for turn in turns if turn is not None)


def _check_turn(parsed: Parsed, found: Findings) -> PromptMetrics | None:
    kind = parsed.value.get("type") if isinstance(parsed.value, dict) else None
    if kind is None:
        record = check(_Record, parsed, found, what="turn")
        if record is None:
            return None
        return PromptMetrics.model_validate(record.model_dump(exclude_unset=True))
    if kind != _LINE:
        found.add_many("metrics.other-line", lambda: _other_line(parsed), collapses=True)
        return None
    line = check(LoggedMetrics, parsed, found, what="turn")
    return None if line is None else line.metrics()


def _other_line(parsed: Parsed) -> Problem:
    return Problem(
        Severity.WARNING,
        "metrics.other-line",
        f"This line of the log is no {_LINE}; it was left out.",
        "Filter the log before it is opened, if it is to say nothing else.",
        parsed.place("type"),
    )
