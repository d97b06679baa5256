"""The first line of a rescue copy: what is known about it without reading the session.

A copy is one file, because only a single file can be replaced as a whole: a line of JSON with the
facts, then the session as a session file has it. The line holds the SHA-256 of the rest.
"""

from __future__ import annotations

import json

from pydantic import ValidationError

from inspector.core.model import Document
from inspector.core.scalars import AnyText, Natural, UtcDatetime
from inspector.session.session import Part

FORMAT = 1
LONGEST_LINE = 1 << 20  # bytes


class Inside(Document):
    """A file beside the copy that belongs to it."""

    file: AnyText
    """Its name, in the copy's folder."""

    sha256: AnyText
    """SHA-256 of its bytes."""


class Facts(Document):
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

    sources: tuple[tuple[Part, AnyText], ...] = ()
    """The files that parts of the session were read from, as absolute paths."""

    candidates: Inside | None = None
    """The candidate set, where it is not a file of the user's own."""

    sha256: AnyText
    """SHA-256 of everything below the line."""


class UnusableFactsError(ValueError):
    """The first line of a file is not that of a rescue copy."""


class NewerFormatError(UnusableFactsError):
    """A newer version of the program wrote the copy."""


def facts_line(facts: Facts) -> bytes:
    """Return facts as one line of ASCII, so that paths without a UTF-8 form survive."""
    return json.dumps(facts.model_dump(mode="json")).encode("ascii") + b"\n"


def read_facts(line: bytes) -> Facts:
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
        facts = Facts.model_validate(plain)
    except ValidationError:
        raise UnusableFactsError("the first line has other facts") from None
    if facts.format != FORMAT:
        raise UnusableFactsError("the format is not known")
    return facts
