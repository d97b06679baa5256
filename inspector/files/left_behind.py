"""Finding the rescue copies of windows that could not end in order, and reading them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from hashlib import file_digest
from pathlib import Path

from inspector.core.problems import Place, Problem, Severity
from inspector.files.findings import Findings, Loaded, Progress, gathered
from inspector.files.json_reading import JsonSpan
from inspector.files.rescue import (
    LOCK,
    LONGEST_LINE,
    PREFIX,
    NewerFormatError,
    RescueCopy,
    RescueHeader,
    UnusableFactsError,
    read_facts,
)
from inspector.files.sessions import read_session_within
from inspector.files.source import problem_of, read_source, shown
from inspector.locks import FileLock, open_regular, private_folder
from inspector.session.session import Session
from inspector.stage import Part

KEPT_DAYS = 30
MOST_KEPT = 50
ASIDE = "damaged-"


@dataclass(frozen=True, slots=True, eq=False)
class LeftBehind:
    """A copy that no window has any more, whole, and held by whoever found it."""

    copy: RescueCopy
    facts: RescueHeader


@dataclass(slots=True)
class LeftBehindCopies:
    """The copies left behind, the newest first, and what is wrong with others."""

    copies: list[LeftBehind] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def look(parent: Path, now: datetime) -> LeftBehindCopies:
    """Find the copies in a folder that no running window holds, and hold them.

    A damaged one is moved aside, within the folder, and reported; one that a newer version of the
    program wrote stays as it is. What is older than 30 days is removed, and so are the oldest of
    more than 50; that is reported, too. Folders in which nothing was kept are removed.
    """
    found = LeftBehindCopies()
    try:
        if not parent.is_dir():
            return found
        private_folder(parent)
        folders = sorted(parent.iterdir())
    except OSError as error:
        found.problems.append(problem_of(error, shown(parent)))
        return found
    for folder in folders:
        if folder.name.startswith(PREFIX):
            _look_into(folder, found)
    found.copies.sort(key=lambda one: one.facts.written_at, reverse=True)
    _remove_old(parent, now, found)
    return found


def _look_into(folder: Path, found: LeftBehindCopies) -> None:
    lock = FileLock(folder / LOCK)
    try:
        if not lock.take():
            return
    except (FileNotFoundError, NotADirectoryError):  # its window has just removed it
        return
    except OSError as error:
        found.problems.append(problem_of(error, shown(folder)))
        return
    copy = RescueCopy(folder, lock)
    try:
        facts = _checked_facts(copy)
    except FileNotFoundError:
        _remove(copy, found)  # its window ended before anything was kept
    except NewerFormatError:
        copy.release()
        found.problems.append(_newer(copy.path))
    except (UnusableFactsError, OSError) as error:
        copy.release()
        found.problems.append(_set_aside(folder, error))
    else:
        found.copies.append(LeftBehind(RescueCopy(folder, lock, facts.candidates), facts))


def _checked_facts(copy: RescueCopy) -> RescueHeader:
    """Return the facts of a copy that is as it was written.

    Raises ``UnusableFactsError``, and ``OSError`` for what cannot be read.
    """
    with open_regular(copy.path) as file:
        facts = read_facts(file.readline(LONGEST_LINE))
        if file_digest(file, "sha256").hexdigest() != facts.sha256:
            raise UnusableFactsError("the session is not what was written")
    inside = facts.candidates
    if inside is not None:
        if Path(inside.file).name != inside.file:
            raise UnusableFactsError("the candidate set is elsewhere")
        try:
            with open_regular(copy.folder / inside.file) as file:
                same = file_digest(file, "sha256").hexdigest() == inside.sha256
        except FileNotFoundError:
            same = False
        if not same:
            raise UnusableFactsError("the candidate set is not what was written")
    return facts


def _set_aside(folder: Path, error: Exception) -> Problem:
    """Move a folder out of the way of the next start; say what is wrong with it."""
    why = str(error) if isinstance(error, UnusableFactsError) else "it cannot be read"
    place = folder.with_name(ASIDE + folder.name.removeprefix(PREFIX))
    try:
        folder.rename(place)
    except OSError:
        place = folder
    return Problem(
        Severity.ERROR,
        "rescue.damaged",
        f"Unsaved changes were kept here when the program ended, but {why}. Nothing was deleted.",
        "Look into the file with an editor: below its first line is a session.",
        Place(shown(place)),
    )


def _newer(path: Path) -> Problem:
    return Problem(
        Severity.WARNING,
        "rescue.newer",
        "Unsaved changes were kept here by a newer version of the program.",
        "Start that version to get them back.",
        Place(shown(path)),
    )


def _remove_old(parent: Path, now: datetime, found: LeftBehindCopies) -> None:
    """Remove what is beyond the bounds, damaged copies included."""
    oldest = now - timedelta(days=KEPT_DAYS)
    kept: list[LeftBehind] = []
    removed = 0
    for one in found.copies:
        if len(kept) < MOST_KEPT and _written(one.copy.path) >= oldest:
            kept.append(one)
        else:
            removed += _remove(one.copy, found)
    found.copies[:] = kept
    aside = [folder for folder in parent.iterdir() if folder.name.startswith(ASIDE)]
    aside.sort(key=_written, reverse=True)
    for number, folder in enumerate(aside):
        if number >= MOST_KEPT or _written(folder) < oldest:
            shutil.rmtree(folder, ignore_errors=True)
            removed += not folder.exists()
    if removed:
        found.problems.append(
            Problem(
                Severity.NOTE,
                "rescue.removed",
                f"Unsaved changes of long ago were removed: {removed}.",
                f"They are kept for {KEPT_DAYS} days, and {MOST_KEPT} of them at most.",
                Place(shown(parent)),
            )
        )


def _written(path: Path) -> datetime:
    """Return when a file was written, or a folder was put together."""
    try:
        return datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except OSError:
        return datetime.now(UTC)


def _remove(copy: RescueCopy, found: LeftBehindCopies) -> bool:
    try:
        copy.remove()
    except OSError as error:
        copy.release()
        found.problems.append(problem_of(error, shown(copy.folder)))
        return False
    return True


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
