"""Reading a rescue copy back into a session."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from inspector.core.problems import Place, Problem
from inspector.files.findings import Findings, Loaded, Progress, gathered
from inspector.files.json_reading import JsonSpan
from inspector.files.rescue.left_behind import LeftBehind
from inspector.files.sessions import read_session_within
from inspector.files.source import read_source, shown
from inspector.session.session import Session
from inspector.stage import Part


def load_left_behind(left: LeftBehind, progress: Progress | None = None) -> Loaded[Session]:
    """Return the session as it was, with the files that its parts came from.

    Its candidate set is read from the user's file where it has one; what is wrong with that one is
    reported as always. Other problems have no line: the copy is nothing that anybody edits.
    """

    def work(found: Findings) -> Session | None:
        source = read_source(left.copy.path, found, progress, dash=False)
        if source is None:
            return None
        start = source.data.index(b"\n") + 1
        span = JsonSpan(source, start, len(source.data))
        session = read_session_within(span, left.copy.path, found, progress)
        return None if session is None else replace(session, sources=_sources(session, left))

    loaded = gathered(work)
    return Loaded(loaded.value, tuple(_elsewhere(loaded.problems, left)))


def _sources(session: Session, left: LeftBehind) -> tuple[tuple[str, str], ...]:
    """Return the files that parts came from; not that of a set that is not there any more."""
    has_set = session.source(Part.CANDIDATES) is not None
    return tuple(
        (part, source)
        for part, source in left.facts.sources
        if part is not Part.CANDIDATES or has_set
    )


def _elsewhere(problems: tuple[Problem, ...], left: LeftBehind) -> Iterator[Problem]:
    own = shown(left.copy.path)
    for problem in problems:
        inside = problem.place.file == own
        yield problem.at(Place(pointer=problem.place.pointer)) if inside else problem
