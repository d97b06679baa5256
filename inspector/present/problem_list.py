"""The one list of problems, from those of loading files and those of running what was loaded."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from inspector.core.problems import Place, Problem, Severity
from inspector.language import tr, tr_n
from inspector.present.shares import counted_cards, counted_files

# Loading lints what it reads, and each run lints again what may have been edited since.
_LINTS_OF_RUNS = ("policy.", "request.")
_LINTS_OF_FILES = "candidates."
_WITHIN = "hot-state."


def joined_problems(of_files: Iterable[Problem], of_runs: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return every problem once: those of files first, then those of runs.

    What can be edited (policy, request) is judged by the runs, which know the newest value; a place
    in a file, with its line, is taken over from loading. Candidates are judged by loading, which
    knows the records that were left out.
    """
    from_files = list(dict.fromkeys(of_files))
    places = {(one.code, one.place.pointer): one.place for one in from_files}
    # A run knows the hot state from its root on, a file where it stands in it.
    states = [one for one in from_files if one.code.startswith(_WITHIN)]
    kept = [one for one in from_files if not one.code.startswith(_LINTS_OF_RUNS)]
    linted = {one.code for one in kept if one.code.startswith(_LINTS_OF_FILES)}
    live = [
        one.at(_better(one.place, places.get((one.code, one.place.pointer))))
        for one in of_runs
        if one.code not in linted and not any(_is_of(one, known) for known in states)
    ]
    return tuple(dict.fromkeys((*kept, *live)))


@dataclass(frozen=True, slots=True)
class ProblemGroup:
    """Problems of one kind in one file, in their order: one row that opens, or a single problem."""

    problems: tuple[Problem, ...]

    @property
    def first(self) -> Problem:
        """The problem that stands for all where they are one row."""
        return self.problems[0]

    @property
    def message(self) -> str:
        """What is wrong, said once for all of them."""
        count = len(self.problems)
        if count == 1:
            return self.first.message
        if self.first.code == "request.unknown-id":
            return _unknown_ids(self.problems)
        if all(one.message == self.first.message for one in self.problems):
            return tr("{message} ({count:,} places)", message=self.first.message, count=count)
        return tr(
            "{count:,} of one kind, the first: {message}", count=count, message=self.first.message
        )

    @property
    def place(self) -> Place:
        """Where the problem is; for several their file."""
        return self.first.place if len(self.problems) == 1 else Place(self.first.place.file)

    def lines(self, most: int) -> tuple[str, ...]:
        """Return a line for each problem, or one for more than ``most`` and the places of some.

        What is left out is counted.
        """
        if len(self.problems) <= most:
            return tuple(map(str, self.problems))
        first = self.first
        whole = Problem(first.severity, first.code, self.message, first.fix, self.place)
        places = (place for place in map(_spot, self.problems[:most]) if place)
        left = tr("… and {count:,} more", count=len(self.problems) - most)
        return (str(whole), *(f"  {one}" for one in (*places, left)))


def grouped(problems: Iterable[Problem]) -> tuple[ProblemGroup, ...]:
    """Return equal problems as one group, at the place of the first of them.

    Equal are those of one code and severity in one file: two with the same message, or three with
    whatever messages (these name what they are about).
    """
    found: dict[tuple[Severity, str, str | None], list[Problem]] = {}
    for one in problems:
        found.setdefault((one.severity, one.code, one.place.file), []).append(one)
    groups: list[ProblemGroup] = []
    for members in found.values():
        if len(members) > 2 or len({one.message for one in members}) == 1:
            groups.append(ProblemGroup(tuple(members)))
        else:
            groups += [ProblemGroup((one,)) for one in members]
    return tuple(groups)


def counted_severity(severity: Severity, count: int) -> str:
    """Return a number of problems or findings of one weight, such as ``2 errors``."""
    match severity:
        case Severity.ERROR:
            return tr_n("{count:,} error", "{count:,} errors", count, count=count)
        case Severity.WARNING:
            return tr_n("{count:,} warning", "{count:,} warnings", count, count=count)
        case Severity.NOTE:
            return tr_n("{count:,} note", "{count:,} notes", count, count=count)


def _better(place: Place, known: Place | None) -> Place:
    return known if known is not None and place.line is None else place


def _is_of(one: Problem, known: Problem) -> bool:
    """Whether a problem of a run is one that a file told with the way to the hot state."""
    way = (known.place.pointer or "").partition("/hot_state")[2]
    return (one.code, one.message, one.place.pointer or "") == (known.code, known.message, way)


def _spot(problem: Problem) -> str:
    """Return the place of a problem within its file."""
    place = problem.place
    return str(Place(None, place.line, place.column, place.pointer)).lstrip(":")


def _unknown_ids(problems: tuple[Problem, ...]) -> str:
    """Say how many ids of which kind are unknown; their pointers tell the kinds."""
    pointers = [one.place.pointer or "" for one in problems]
    cards = sum("/relevance/cards/" in one for one in pointers)
    files = sum("/relevance/files/" in one for one in pointers)
    targets = len(problems) - cards - files
    parts = (
        (cards, counted_cards(cards)),
        (files, counted_files(files)),
        (
            targets,
            tr_n("{count:,} direct target", "{count:,} direct targets", targets, count=targets),
        ),
    )
    told = ", ".join(text for count, text in parts if count)
    if not targets:
        return tr("{count:,} scores name unknown items: {told}", count=len(problems), told=told)
    return tr("{count:,} ids are not in the candidate set: {told}", count=len(problems), told=told)
