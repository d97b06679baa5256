"""Texts of people and systems as messages and records may repeat them: without secrets.

For texts that no build screens: names of files, options, rules. A build knows more than a single
text does, and screens its own.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from inspector.core.problems import Problem
from inspector.project.secrets.redaction import marker, redact, rescan

if TYPE_CHECKING:
    from inspector.project.secrets.patterns import PatternScanner


@cache
def _scanner() -> PatternScanner:
    # With the first text, which mostly a worker tells: the patterns are compiled when they load.
    from inspector.project.secrets.patterns import PatternScanner

    return PatternScanner()


def without_secrets(text: str) -> str:
    """Return a text with every secret replaced that the specification's patterns find."""
    findings = _scanner().scan(text)
    if not findings:
        return text
    redacted = redact(text, findings)
    return marker("secret") if rescan(redacted, _scanner()) else redacted.text


def plain_without_secrets(value: Any) -> Any:
    """Return a JSON value with every text in it, names of members included, without secrets."""
    if isinstance(value, str):
        return without_secrets(value)
    if isinstance(value, dict):
        return {without_secrets(name): plain_without_secrets(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain_without_secrets(one) for one in value]
    return value


def problem_without_secrets(problem: Problem) -> Problem:
    """Return a problem that repeats no secret: not in its words, nor in the name of a file."""
    place = problem.place
    return replace(
        problem,
        message=without_secrets(problem.message),
        fix=without_secrets(problem.fix),
        place=replace(
            place,
            file=None if place.file is None else without_secrets(place.file),
            pointer=None if place.pointer is None else without_secrets(place.pointer),
        ),
    )
