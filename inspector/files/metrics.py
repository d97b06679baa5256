"""Loading what the discipline looks at: metrics of turns, a typed state, an answer of a model.

Metrics are lines of a log, or records with the full names of their fields; an answer is a text,
kept as it is to the last line end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ConfigDict

from inspector.core.arguments import require
from inspector.core.discipline import LoggedMetrics, PromptMetrics
from inspector.core.problems import Place, Problem, Severity
from inspector.files.bounds import exceeds, most, or_more
from inspector.files.documents import Form, check, form_of, parse_document
from inspector.files.findings import Findings, Loaded, Parsed, Progress, gathered
from inspector.files.importers.imported import too_many
from inspector.files.json_reading import JsonSpan, parse_json
from inspector.files.requests import items_of, lines_of
from inspector.files.source import PathLike, Source, as_text, read_source

_LINE = "prompt_metrics"
MOST_TURNS = 100_000  # lines of a series


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
        if exceeds(source.data.count(b"\n"), MOST_TURNS):
            too_many(MOST_TURNS, "lines", source.name, found)
            return ()
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


TYPED = "the text"


def hot_state_of_text(text: str) -> Loaded[Mapping[str, Any]]:
    """Return the JSON object of a text, None where it is none; the problems name its lines.

    Whether it is a valid hot state is not asked.
    """
    require(str, text=text)

    def work(found: Findings) -> Mapping[str, Any] | None:
        source = as_text(TYPED, text.encode("utf-8", "surrogatepass"), found)
        if source is None:
            return None
        parsed = parse_json(JsonSpan(source, 0, len(source.data)), found)
        if parsed is None or parsed.spoiled:
            return None
        if isinstance(parsed.value, dict):
            return parsed.value
        found.add(
            Problem(
                Severity.ERROR,
                "hot-state.no-object",
                "A hot state is an object.",
                "Write it in { }, with at least a session_id.",
                parsed.place(),
            )
        )
        return None

    return gathered(work)


MOST_OUTPUT = 16 << 20  # bytes, more than any model answers
MOST_OUTPUT_LINES = 500_000


def load_output(path: PathLike) -> Loaded[str]:
    """Return the text of a file (``-`` is standard input). A blank one is the empty answer."""

    def work(found: Findings) -> str | None:
        own = Findings()
        source = read_source(path, own)
        problems = own.problems()
        if [problem.code for problem in problems] == ["file.empty"]:
            return ""
        for problem in problems:
            found.add(problem)
        if source is None:
            return None
        lines = source.data.count(b"\n")
        if exceeds(len(source.data), MOST_OUTPUT) or exceeds(lines, MOST_OUTPUT_LINES):
            found.add(
                Problem(
                    Severity.ERROR,
                    "file.no-output",
                    f"An output has at most {most(MOST_OUTPUT) >> 20} MB and"
                    f" {most(MOST_OUTPUT_LINES):,} lines; this one was not checked.",
                    or_more("Name the file with one answer of a model"),
                    Place(source.name),
                )
            )
            return None
        return source.data.decode()

    return gathered(work)
