"""Giving the problems that the core finds the line and the column of what they point at."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from inspector.core.problems import Place, Problem
from inspector.files.findings import Findings
from inspector.files.parsed import Parsed

_ROW = re.compile(r"(?:/(?:knowledge_cards|buckets|files)/\d+)+")


def parts_of(pointer: str) -> tuple[str, ...]:
    """Return the steps of a JSON pointer (RFC 6901)."""
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:])


def add_lint(problems: Iterable[Problem], parsed: Parsed, found: Findings) -> None:
    """Add problems whose pointers start at a parsed value, each with its full place."""
    for problem in problems:
        _add(problem, lambda pointer: parsed.place(*parts_of(pointer)), found)


def add_set_lint(
    problems: Iterable[Problem], place: Callable[[str], Place], found: Findings
) -> None:
    """Add problems of a candidate set whose pointers, also in messages, count its rows.

    The file counts records that were left out, too, or has lines instead of a list; ``place`` says
    where a row stands, and messages then say that.
    """

    def elsewhere(match: re.Match[str]) -> str:
        where = place(match.group())
        line = f"line {where.line}" if where.line else where.file or ""
        return f"{where.pointer} ({line})" if where.pointer else line

    for problem in problems:
        _add(replace(problem, message=_ROW.sub(elsewhere, problem.message)), place, found)


def _add(problem: Problem, place: Callable[[str], Place], found: Findings) -> None:
    found.add_many(problem.code, lambda: problem.at(place(problem.place.pointer or "")))
