"""The one list of problems, from those of loading files and those of running what was loaded."""

from __future__ import annotations

from collections.abc import Iterable

from inspector.core.problems import Place, Problem, Severity
from inspector.language import tr_n

# Loading lints what it reads, and each run lints again what may have been edited since.
_LINTS_OF_RUNS = ("policy.", "request.")
_LINTS_OF_FILES = "candidates."


def joined_problems(of_files: Iterable[Problem], of_runs: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return every problem once: those of files first, then those of runs.

    What can be edited (policy, request) is judged by the runs, which know the newest value; a place
    in a file, with its line, is taken over from loading. Candidates are judged by loading, which
    knows the records that were left out.
    """
    from_files = list(dict.fromkeys(of_files))
    places = {(one.code, one.place.pointer): one.place for one in from_files}
    kept = [one for one in from_files if not one.code.startswith(_LINTS_OF_RUNS)]
    linted = {one.code for one in kept if one.code.startswith(_LINTS_OF_FILES)}
    live = [
        one.at(_better(one.place, places.get((one.code, one.place.pointer))))
        for one in of_runs
        if one.code not in linted
    ]
    return tuple(dict.fromkeys((*kept, *live)))


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
