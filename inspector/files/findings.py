"""Collecting the problems of one load, each with its place: a list that can still be read.

A value read from a file, together with where each of its parts stands.

What loading gives: a value where one could be made, and every problem met on the way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol, TypeVar

from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.plurals import count_of

Parts = tuple[str | int, ...]
"""The way from a value to a part of it: field names and list indices."""


class ValueSource(Protocol):
    """Where a value was read from."""

    def place(self, parts: Parts, *, key: bool = False) -> Place:
        """Return the place of a part, or of its key; of what is nearest where it is missing."""
        ...


@dataclass(frozen=True, slots=True)
class Line:
    """A line or row of a file, where all of what was read from it stands."""

    name: str
    number: int

    def place(self, parts: Parts = (), *, key: bool = False) -> Place:
        """Return the place of the line; a part is named by the way to it."""
        del key
        return Place(self.name, self.number, None, pointer(*parts) if parts else None)


@dataclass(frozen=True, slots=True)
class Parsed:
    """A value as JSON types, and its origin.

    ``spoiled`` holds the ways to parts that no value can be made from (such as ``NaN``); they are
    reported already.
    """

    value: Any
    origin: ValueSource
    prefix: Parts = ()
    spoiled: tuple[Parts, ...] = ()

    def child(self, *parts: str | int) -> Parsed:
        """Return a part of the value as a value of its own."""
        value = self.value
        for part in parts:
            value = value[part]
        depth = len(parts)
        inner = tuple(way[depth:] for way in self.spoiled if way[:depth] == parts)
        return Parsed(value, self.origin, (*self.prefix, *parts), inner)

    def without(self, *names: str) -> Parsed:
        """Return an object without some of its members."""
        value = {name: member for name, member in self.value.items() if name not in names}
        spoiled = tuple(way for way in self.spoiled if not way or way[0] not in names)
        return Parsed(value, self.origin, self.prefix, spoiled)

    def place(self, *parts: str | int, key: bool = False) -> Place:
        """Return the place of a part of the value, or of its key."""
        return self.origin.place((*self.prefix, *parts), key=key)


MOST_UNKNOWN = 20  # warnings about one unknown field; beyond it they become one, with a count
MOST_OF_A_KIND = 1000  # problems of any other kind that are kept one by one

_ROW = re.compile(r"(?:/(?:knowledge_cards|buckets|files)/\d+)+")


@dataclass(slots=True)
class _Kind:
    collapses: bool
    count: int = 0
    kept: list[Problem] = field(default_factory=list)


class Findings:
    """Problems found so far.

    A set with a million bad cards must not become a million problems with a place each, so those
    of one kind (the same code at the same field) are kept up to a number; the rest is counted, and
    the count is told. ``kinds`` is empty while nothing was found.
    """

    def __init__(self) -> None:
        self.kinds: dict[Hashable, _Kind] = {}
        self.names: dict[Hashable, set[str]] = {}
        """Names of which each is a kind of its own so far, by what else they could have been."""

    def add(self, problem: Problem) -> None:
        """Keep a problem whose kind is its code."""
        self.add_many((problem.code, problem.place.file), lambda: problem)

    def add_many(
        self, kind: Hashable, make: Callable[[], Problem], *, collapses: bool = False
    ) -> None:
        """Count one problem of a kind, and make it while there are few of them.

        With ``collapses`` a kind of more than 20 is told as its first problem and a count.
        """
        entry = self.kinds.setdefault(kind, _Kind(collapses))
        entry.count += 1
        if entry.count <= (MOST_UNKNOWN if collapses else MOST_OF_A_KIND):
            entry.kept.append(make())

    def count_more(self, times: Mapping[Hashable, int]) -> bool:
        """Count problems without making them, of kinds that collapse and are told as one by now.

        Where one of the kinds is not, nothing is counted and the answer is False.
        """
        kinds = {kind: self.kinds.get(kind) for kind in times}
        told = {kind: one for kind, one in kinds.items() if one and one.count > MOST_UNKNOWN}
        if len(told) < len(times):
            return False
        for kind, one in told.items():
            one.count += times[kind]
        return True

    def take(self, other: Findings) -> None:
        """Keep what was found elsewhere, too."""
        for kind, theirs in other.kinds.items():
            mine = self.kinds.setdefault(kind, _Kind(theirs.collapses))
            mine.count += theirs.count
            room = (MOST_UNKNOWN if mine.collapses else MOST_OF_A_KIND) - len(mine.kept)
            mine.kept += theirs.kept[: max(0, room)]

    @property
    def has_errors(self) -> bool:
        """Whether any part of the input cannot be used."""
        kept = (problem for kind in self.kinds.values() for problem in kind.kept)
        return any(problem.severity is Severity.ERROR for problem in kept)

    def problems(self) -> tuple[Problem, ...]:
        """Return all problems by file and place, with the counts of what was not kept."""
        found: list[Problem] = []
        for kind in self.kinds.values():
            beyond = kind.count - len(kind.kept)
            if beyond and kind.collapses:
                first = kind.kept[0]
                more = (
                    f"{first.message} The same holds for {count_of(kind.count - 1, 'more place')}."
                )
                found.append(replace(first, message=more))
                continue
            found += kind.kept
            if beyond:
                found.append(_rest(kind.kept[-1], beyond))
        files: dict[str | None, int] = {}
        for problem in found:
            files.setdefault(problem.place.file, len(files))
        return tuple(sorted(found, key=lambda problem: _order(problem.place, files)))


def _rest(last: Problem, beyond: int) -> Problem:
    return Problem(
        last.severity,
        "file.more-of-the-same",
        f"{count_of(beyond, 'more problem')} of the kind {last.code}, not listed one by one.",
        "Put right those that are listed, then load the file again.",
        last.place,
    )


def _order(place: Place, files: dict[str | None, int]) -> tuple[int, int, int]:
    return files[place.file], place.line or 0, place.column or 0


def parts_of(way: str) -> tuple[str, ...]:
    """Return the steps of a JSON pointer (RFC 6901)."""
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in way.split("/")[1:])


def add_lint(problems: Iterable[Problem], parsed: Parsed, found: Findings) -> None:
    """Add problems whose pointers start at a parsed value, each with its full place."""
    for problem in problems:
        _add(problem, lambda way: parsed.place(*parts_of(way)), found)


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


T = TypeVar("T")
U = TypeVar("U")

Progress = Callable[[int, int], bool]
"""Told (bytes done, bytes in all) now and then; returning False cancels the load."""


@dataclass(frozen=True, slots=True)
class Loaded(Generic[T]):
    """The value that was read, None where none could be made, and all problems by place."""

    value: T | None
    problems: tuple[Problem, ...] = ()


BETWEEN_LOOKS = 256  # records: read in some milliseconds


class CancelledError(Exception):
    """The user cancelled the load; becomes a problem before it leaves this package."""


def report_progress(progress: Progress | None, done: int, total: int) -> None:
    """Tell how far a load is; raise ``CancelledError`` when it is to end here."""
    if progress is not None and not progress(done, total):
        raise CancelledError


def watched(records: Iterable[T], progress: Progress | None) -> Iterator[T]:
    """Give records, and ask now and then whether to go on; errors as ``report_progress``."""
    for number, record in enumerate(records):
        if number % BETWEEN_LOOKS == 0:
            report_progress(progress, 0, 1)
        yield record


def gathered(work: Callable[[Findings], U | None]) -> Loaded[U]:
    """Run one load and return what it made together with what it found."""
    found = Findings()
    try:
        value = work(found)
    except CancelledError:
        return Loaded(None, (_CANCELLED,))
    except MemoryError:
        return Loaded(None, (*found.problems(), _NO_MEMORY))
    return Loaded(value, found.problems() if found.kinds else ())


_CANCELLED = Problem(Severity.NOTE, "file.cancelled", "Loading was cancelled; nothing was read.")
_NO_MEMORY = Problem(
    Severity.ERROR,
    "file.out-of-memory",
    "There is not enough memory to load this file.",
    "Close other programs, or split the file.",
)
