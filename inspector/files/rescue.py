"""Rescue copies: what is open and not saved, kept apart from the user's files, for its owner alone.

Each window that has unsaved changes has one folder of its own, with one copy in it, whole at every
moment. A window that ends in order removes it; what one left behind that could not is found at the
next start. A copy is one file, because only a single file can be replaced as a whole: a line of
JSON with the facts, then the session as a session file has it. The line holds the SHA-256 of the
rest.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import tempfile
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from inspector import __version__
from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.model import Document
from inspector.core.scalars import AnyText, Natural, UtcDatetime
from inspector.files.saving import candidates_fields, write_atomically
from inspector.files.session_saving import session_bytes
from inspector.locks import FileLock, private_folder
from inspector.resources import resource_folder
from inspector.session.session import Session
from inspector.stage import Part

FORMAT = 1
LONGEST_LINE = 1 << 20  # bytes


class Inside(Document):
    """A file beside the copy that belongs to it."""

    file: AnyText
    """Its name, in the copy's folder."""

    sha256: AnyText
    """SHA-256 of its bytes."""


class RescueHeader(Document):
    """What a rescue copy is a copy of."""

    format: Natural
    """Version of the format of rescue copies."""

    program: AnyText
    """Version of the program that wrote it."""

    name: AnyText
    """What the window called the session."""

    path: AnyText | None = None
    """The session's own file, which the copy never touches; None while it has none."""

    stamp: tuple[int, int, int] | None = None
    """What told the state of that file apart when the session was read from it or saved there."""

    changes: Natural
    """Changes since then."""

    written_at: UtcDatetime
    """When the copy was written, in UTC."""

    sources: tuple[tuple[AnyText, AnyText], ...] = ()
    """The files that parts of the session were read from, as absolute paths."""

    candidates: Inside | None = None
    """The candidate set, where it is not a file of the user's own."""

    sha256: AnyText
    """SHA-256 of everything below the line."""


class UnusableFactsError(ValueError):
    """The first line of a file is not that of a rescue copy."""


class NewerFormatError(UnusableFactsError):
    """A newer version of the program wrote the copy."""


def facts_line(facts: RescueHeader) -> bytes:
    """Return facts as one line of ASCII, so that paths without a UTF-8 form survive."""
    return json.dumps(facts.model_dump(mode="json")).encode("ascii") + b"\n"


def read_facts(line: bytes) -> RescueHeader:
    """Read the first line of a copy. Raises ``UnusableFactsError`` if it is not one."""
    if not line.endswith(b"\n"):
        raise UnusableFactsError("the first line is cut short")
    try:
        plain = json.loads(line)
    except (ValueError, RecursionError):
        raise UnusableFactsError("the first line is not JSON") from None
    version = plain.get("format") if isinstance(plain, dict) else None
    if isinstance(version, int) and version > FORMAT:
        raise NewerFormatError("a newer version of the program wrote it")
    try:
        facts = RescueHeader.model_validate(plain)
    except ValidationError:
        raise UnusableFactsError("the first line has other facts") from None
    if facts.format != FORMAT:
        raise UnusableFactsError("the format is not known")
    return facts


COPY = "session.rescue"
LOCK = "lock"
PREFIX = "window-"
_SET = "candidates-"
_TRIES = 10


@dataclass(frozen=True, slots=True)
class UnsavedState:
    """What a session is that is not saved.

    ``path`` is its own file, if it has one, and ``stamp`` what tells that file's state apart as it
    was when the session was read or saved; ``changes`` counts those since. ``written_at`` is the
    time, in UTC and with a ``Z``.
    """

    name: str
    path: Path | None
    stamp: tuple[int, int, int] | None
    changes: int
    written_at: str


class RescueCopy:
    """The rescue copy of one window: a folder that it holds as long as it lives.

    Nobody else touches a folder that is held. All methods may be called from any thread, one at a
    time.
    """

    def __init__(self, folder: Path, lock: FileLock, inside: Inside | None = None) -> None:
        """Take over a folder whose lock is held; ``inside`` is the set that is in it already."""
        self.folder = folder
        self._lock = lock
        self._inside = inside
        self._set: CandidateSet | None = None  # the one that ``_inside`` is a copy of

    @classmethod
    def make(cls, parent: Path) -> RescueCopy:
        """Make a new folder in that of all copies, which is made, too. Raises ``OSError``."""
        private_folder(parent)
        for _ in range(_TRIES):
            folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=parent))
            lock = FileLock(folder / LOCK)
            # A program that looks for copies left behind may have found it before it was held.
            with contextlib.suppress(FileNotFoundError):
                if lock.take():
                    return cls(folder, lock)
        raise OSError("no new folder stays there")

    @property
    def path(self) -> Path:
        """The file that the session is in."""
        return self.folder / COPY

    def write(self, session: Session, origin: UnsavedState) -> None:
        """Replace the copy. Raises ``OSError``; the one before is then still whole.

        A candidate set that the user has in a file of its own stays a reference to it, because it
        may be as large as a disk and is never edited. Everything else goes into the copy.
        """
        kept_in = self._own_source(session)
        if kept_in is None:
            kept_in = self._with_set(session.candidates)
        else:
            self._inside = self._set = None
        references = () if kept_in is None else ((Part.CANDIDATES, kept_in),)
        body = session_bytes(replace(session, sources=references), self.path)
        facts = RescueHeader(
            format=FORMAT,
            program=__version__,
            name=origin.name,
            path=None if origin.path is None else str(origin.path),
            stamp=origin.stamp,
            changes=origin.changes,
            written_at=origin.written_at,
            sources=tuple(
                (part, str(Path(source).absolute()))
                for part, source in session.sources
                if not _ships(source)
            ),
            candidates=self._inside,
            sha256=sha256(body).hexdigest(),
        )
        write_atomically(self.path, facts_line(facts) + body, private=True)
        for path in self.folder.glob(f"{_SET}*"):
            if self._inside is None or path.name != self._inside.file:
                path.unlink(missing_ok=True)

    def holds(self, candidates: CandidateSet) -> None:
        """Take note that the set that is in the folder already is this one."""
        self._set = candidates

    def remove(self) -> None:
        """Remove everything, and let go of the folder. Raises ``OSError`` if something stays."""
        # First, because without it the rest is nothing, however soon the program ends.
        self.path.unlink(missing_ok=True)
        shutil.rmtree(self.folder)
        self.release()

    def release(self) -> None:
        """Let go of the folder, and leave what is in it to whoever looks for it."""
        self._lock.release()

    def _own_source(self, session: Session) -> str | None:
        """Return the user's file that the candidate set is in, if it is certain to be found."""
        source = session.source(Part.CANDIDATES)
        if source is None or _ships(source) or not _has_utf8(source):
            return None
        return source

    def _with_set(self, candidates: CandidateSet) -> str | None:
        """Have a set in the folder, written once; return its path. There is no need for none."""
        if candidates == Session().candidates:
            self._inside = self._set = None
            return None
        if self._inside is None or self._set is not candidates:
            names = (f"{_SET}{number}.json" for number in count(1))
            name = next(name for name in names if not (self.folder / name).exists())
            data = _set_bytes(candidates)
            write_atomically(self.folder / name, data, private=True)
            self._inside = Inside(file=name, sha256=sha256(data).hexdigest())
            self._set = candidates
        return str(self.folder / self._inside.file)


def _set_bytes(candidates: CandidateSet) -> bytes:
    """Return a set as a candidate set file has it, card by card.

    As one piece, a hundred thousand cards would keep the window from painting for a while.
    """
    bare = candidates.model_copy(update={"knowledge_cards": Session().candidates.knowledge_cards})
    fields = candidates_fields(bare)
    del fields["knowledge_cards"]
    head = _json(fields)[:-1] + b', "knowledge_cards": [\n'
    cards = (card.model_dump(exclude_defaults=True) for card in candidates.knowledge_cards)
    return head + b",\n".join(map(_json, cards)) + b"\n]}\n"


def _json(value: Any) -> bytes:
    """Return a value as JSON in one line; a lone surrogate has no UTF-8, but an escape."""
    try:
        return json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return json.dumps(value).encode("ascii")


def _ships(path: str) -> bool:
    """Whether a file comes with the program; another version of it may have another one there."""
    return Path(path).is_relative_to(resource_folder())


def _has_utf8(path: str) -> bool:
    """Whether a path can be written in a session."""
    try:
        os.fspath(path).encode()
    except UnicodeEncodeError:
        return False
    return True
