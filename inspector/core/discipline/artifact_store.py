"""What an artifact store is, one in memory, and JSON text as stores keep it (Discipline C4).

An artifact is a text under the SHA-256 of its UTF-8 bytes. The same text is stored once; what a
later caller says about it (media type, label, time) is kept beside it as an alias.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from inspector.core.canonical import canonical_json
from inspector.plurals import count_of

_INDENT = "  "
_LAST_INDEX = 2**32 - 2  # array indices end here; a larger number is an ordinary key


def indented_json(value: Any) -> str:
    """Return ``value`` as JSON with two spaces a level, non-ASCII text as it is.

    Integers keep all their digits. Raises ``ValueError`` for what JSON cannot carry: NaN,
    infinities, keys that are no text, values of other types, and nesting too deep to walk.
    """
    try:
        return _write(value, "\n")
    except RecursionError:
        raise ValueError("the value is nested too deeply to be stored as JSON") from None


def _write(value: Any, line: str) -> str:
    """Write one value; ``line`` is a line break with the current indentation."""
    if isinstance(value, Mapping):
        inner = line + _INDENT
        members = [
            f"{_text(key)}: {_write(value[key], inner)}" for key in sorted(value, key=_key_order)
        ]
        return _bracketed("{", members, inner, line, "}")
    if isinstance(value, list | tuple):
        inner = line + _INDENT
        return _bracketed("[", [_write(item, inner) for item in value], inner, line, "]")
    if isinstance(value, float):
        return number_text(value)
    if value is None or isinstance(value, bool | int):
        return json.dumps(value)
    return _text(value)


def _bracketed(opening: str, parts: list[str], inner: str, line: str, closing: str) -> str:
    if not parts:
        return opening + closing
    return opening + inner + ("," + inner).join(parts) + line + closing


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"JSON has no {type(value).__name__} here")
    return json.dumps(value, ensure_ascii=False)


def _key_order(key: Any) -> tuple[bool, int]:
    """Sort array indices first and by number; the rest keep their order."""
    if isinstance(key, str) and key.isascii() and key.isdigit() and str(int(key[:11])) == key:
        index = int(key)
        if index <= _LAST_INDEX:
            return (False, index)
    return (True, 0)


def number_text(number: float) -> str:
    """Return a finite number as ECMAScript writes it: ``12.5``, ``5`` for 5.0, ``1e-7``.

    Raises ``ValueError`` for NaN and infinities.
    """
    if isinstance(number, int):
        return str(number)
    if not math.isfinite(number):
        raise ValueError("JSON has no NaN and no infinities")
    return canonical_json(number).decode("ascii")


DEFAULT_MAX_BYTES = 512 * 1024

_ID = re.compile("[0-9a-f]{64}")


class ArtifactError(Exception):
    """An artifact could not be stored or read. Messages never contain content."""


class ArtifactTooLargeError(ArtifactError):
    """The content has ``size_bytes`` bytes, and ``max_bytes`` are allowed."""

    def __init__(self, size_bytes: int, max_bytes: int) -> None:
        super().__init__(
            f"the artifact has {count_of(size_bytes, 'byte')}, at most {max_bytes:,} are allowed"
        )
        self.size_bytes = size_bytes
        self.max_bytes = max_bytes


class InvalidArtifactIdError(ArtifactError):
    """An id is not 64 lower-case hex digits."""


class ArtifactNotFoundError(ArtifactError):
    """Nothing is stored under an id."""


class ArtifactCorruptError(ArtifactError):
    """What is stored under an id is not what was stored there."""


class UnstorableContentError(ArtifactError):
    """The content cannot be written as UTF-8 text or as JSON."""


@dataclass(frozen=True, slots=True)
class ArtifactAlias:
    """What one caller said about a content: media type, label and time of storing."""

    mime: str
    label: str | None = None
    created_at: str | None = None


@dataclass(frozen=True, slots=True)
class ArtifactMeta:
    """What is known about a stored content. ``id`` and ``sha256`` are the same 64 hex digits."""

    id: str
    sha256: str
    mime: str
    size_bytes: int
    label: str | None = None
    created_at: str | None = None

    @property
    def alias(self) -> ArtifactAlias:
        """The part that a caller chose, without what follows from the content."""
        return ArtifactAlias(self.mime, self.label, self.created_at)


@dataclass(frozen=True, slots=True)
class StoredArtifact:
    """A content as it was stored, what was said about it first, and what was said later."""

    meta: ArtifactMeta
    content: str = field(repr=False)
    aliases: tuple[ArtifactAlias, ...] = ()


class ArtifactStore(Protocol):
    """Keeps texts under the hash of their bytes. Times come in with the call; there is no clock."""

    def store_text(
        self,
        content: str,
        *,
        mime: str = "text/plain",
        max_bytes: float = DEFAULT_MAX_BYTES,
        label: str | None = None,
        created_at: str | None = None,
    ) -> ArtifactMeta:
        """Store a text and return what is known about it: what its first caller said.

        Raises ``ArtifactError``, such as ``ArtifactTooLargeError``.
        """
        ...

    def get(self, artifact_id: str) -> StoredArtifact:
        """Return the content of an id, verified. Raises ``ArtifactError``."""
        ...


def checked_id(artifact_id: object) -> str:
    """Return ``artifact_id`` if it is 64 lower-case hex digits, else raise.

    Raises ``InvalidArtifactIdError``.
    """
    if not isinstance(artifact_id, str) or _ID.fullmatch(artifact_id) is None:
        raise InvalidArtifactIdError("an artifact id is 64 lower-case hex digits")
    return artifact_id


def described(content: str, alias: ArtifactAlias, max_bytes: float) -> tuple[bytes, ArtifactMeta]:
    """Return the bytes of a content and their description, checked against the size limit.

    Raises ``ArtifactTooLargeError``, ``UnstorableContentError``, and ``ValueError`` for a limit
    that is not a number.
    """
    if math.isnan(max_bytes):
        raise ValueError("max_bytes is not a number")
    try:
        data = content.encode("utf-8")
        "".join(filter(None, (alias.mime, alias.label, alias.created_at))).encode("utf-8")
    except UnicodeEncodeError:
        raise UnstorableContentError("a text has a lone surrogate, which UTF-8 lacks") from None
    if len(data) > max_bytes:
        raise ArtifactTooLargeError(len(data), math.floor(max_bytes))
    digest = hashlib.sha256(data).hexdigest()
    return data, ArtifactMeta(digest, digest, alias.mime, len(data), alias.label, alias.created_at)


def json_content(value: Any) -> str:
    """Return ``value`` as the JSON text that is stored. Raises ``UnstorableContentError``."""
    try:
        return indented_json(value)
    except ValueError as error:
        raise UnstorableContentError(str(error)) from None


class MemoryArtifactStore:
    """An artifact store that lasts as long as the object: for trying things out, and for tests."""

    def __init__(self) -> None:
        self._stored: dict[str, StoredArtifact] = {}

    def store_text(
        self,
        content: str,
        *,
        mime: str = "text/plain",
        max_bytes: float = DEFAULT_MAX_BYTES,
        label: str | None = None,
        created_at: str | None = None,
    ) -> ArtifactMeta:
        """Store a text and return what is known about it: what its first caller said."""
        alias = ArtifactAlias(mime, label, created_at)
        _, meta = described(content, alias, max_bytes)
        known = self._stored.setdefault(meta.id, StoredArtifact(meta, content))
        if alias != known.meta.alias and alias not in known.aliases:
            self._stored[meta.id] = StoredArtifact(known.meta, content, (*known.aliases, alias))
        return known.meta

    def get(self, artifact_id: str) -> StoredArtifact:
        """Return the content of an id. Raises ``ArtifactError``."""
        try:
            return self._stored[checked_id(artifact_id)]
        except KeyError:
            raise ArtifactNotFoundError(f"no artifact {artifact_id}") from None
