"""What loading gives: a value where one could be made, and every problem met on the way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from inspector.core.problems import Problem, Severity
from inspector.files.findings import Findings

T = TypeVar("T")
U = TypeVar("U")

Progress = Callable[[int, int], bool]
"""Told (bytes done, bytes in all) now and then; returning False cancels the load."""


@dataclass(frozen=True, slots=True)
class Loaded(Generic[T]):
    """The value that was read, None where none could be made, and all problems by place."""

    value: T | None
    problems: tuple[Problem, ...] = ()


class CancelledError(Exception):
    """The user cancelled the load; becomes a problem before it leaves this package."""


def report_progress(progress: Progress | None, done: int, total: int) -> None:
    """Tell how far a load is; raise ``CancelledError`` when it is to end here."""
    if progress is not None and not progress(done, total):
        raise CancelledError


def gathered(work: Callable[[Findings], U | None]) -> Loaded[U]:
    """Run one load and return what it made together with what it found."""
    found = Findings()
    try:
        value = work(found)
    except CancelledError:
        return Loaded(None, (_CANCELLED,))
    except MemoryError:
        return Loaded(None, (*found.problems(), _NO_MEMORY))
    return Loaded(value, found.problems())


_CANCELLED = Problem(Severity.NOTE, "file.cancelled", "Loading was cancelled; nothing was read.")
_NO_MEMORY = Problem(
    Severity.ERROR,
    "file.out-of-memory",
    "There is not enough memory to load this file.",
    "Close other programs, or split the file.",
)
