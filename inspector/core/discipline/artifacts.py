"""The artifact registry on disk (Discipline C4).

The registry touches files because it is a public name of the core; it is handed to the functions
that need it, as a tokenizer is. Nothing else of this step opens a file; what the rest of the core
knows is ``ArtifactStore``.

Layout: ``<root>/<first two digits>/<id>/content.txt`` holds the bytes, ``meta.json`` beside it
what the first caller said, ``aliases/`` what later callers said. Every file appears whole or not
at all, and no file is ever changed to mean something else, so processes need no lock.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, Field, TypeAdapter, WithJsonSchema
from pydantic_core import PydanticCustomError

from inspector.core.canonical import canonical_json, fingerprint
from inspector.core.discipline.artifact_store import (
    DEFAULT_MAX_BYTES,
    ArtifactAlias,
    ArtifactCorruptError,
    ArtifactMeta,
    ArtifactNotFoundError,
    StoredArtifact,
    checked_id,
    described,
    json_content,
)
from inspector.core.discipline.hot_state import ArtifactType, LeftOut, NonEmpty, Sparse
from inspector.core.scalars import Natural
from inspector.core.text import utf16_length
from inspector.locks import read_regular

Producer = Literal["dispatcher", "executor", "planner", "system"]

SUMMARY_UNITS = 500


def _short_enough(text: str) -> str:
    if utf16_length(text) > SUMMARY_UNITS:
        raise PydanticCustomError(
            "too_long", "has more than {limit} UTF-16 units", {"limit": SUMMARY_UNITS}
        )
    return text


Sha256Hex = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
Summary = Annotated[
    str,
    AfterValidator(_short_enough),
    WithJsonSchema({"type": "string", "maxLength": SUMMARY_UNITS}),
]


class ArtifactRecord(Sparse):
    """What is known about one artifact (Discipline C4). Unknown keys are errors."""

    artifact_id: Sha256Hex
    """The SHA-256 of the content, as 64 lower-case hex digits."""

    type: ArtifactType
    """What kind of content it is."""

    content_uri: NonEmpty
    """Where the content is kept."""

    content_hash: Sha256Hex
    """The SHA-256 that the content must have when it is read."""

    size_bytes: Natural
    """Size of the content in bytes."""

    created_at: NonEmpty
    """When the content was stored; any text, as the specification's schema takes it."""

    producer: Producer = "system"
    """Which part of the system made the content."""

    summary: Annotated[Summary | None, LeftOut()] = None
    """What the content is about, in at most 500 UTF-16 units."""

    mime: Annotated[str | None, LeftOut()] = None
    """The media type of the content."""


_Read = TypeVar("_Read")
_META = TypeAdapter(ArtifactMeta)
_ALIAS = TypeAdapter(ArtifactAlias)


class ArtifactRegistry:
    """Content-addressed texts in a folder; safe to use from several processes at once."""

    def __init__(self, root: str | os.PathLike[str]) -> None:
        self.root = Path(root)

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

        ``created_at`` is the caller's time; the registry has no clock. Raises
        ``ArtifactTooLargeError`` (limit in bytes), other ``ArtifactError``, and ``OSError``.
        """
        alias = ArtifactAlias(mime, label, created_at)
        data, meta = described(content, alias, max_bytes)
        folder = self._folder(meta.id)
        folder.mkdir(parents=True, exist_ok=True)
        known = False
        with contextlib.suppress(FileNotFoundError):
            known = _verified_bytes(folder / "content.txt", meta) is not None
        if not known:
            _write(folder / "content.txt", data, Path.replace)
            _sync_folder(folder.parent)
            _sync_folder(self.root)
        first = _first_meta(folder / "meta.json", meta)
        if first.alias != alias:
            self._add_alias(folder / "aliases", alias)
        return first

    def store_json(
        self,
        value: Any,
        *,
        max_bytes: float = DEFAULT_MAX_BYTES,
        label: str | None = None,
        created_at: str | None = None,
    ) -> ArtifactMeta:
        """Store a value as indented JSON. Raises as ``store_text`` does."""
        return self.store_text(
            json_content(value),
            mime="application/json",
            max_bytes=max_bytes,
            label=label,
            created_at=created_at,
        )

    def get(self, artifact_id: str) -> StoredArtifact:
        """Return the content of an id, verified against its hash, with all that is known of it.

        Raises ``InvalidArtifactIdError`` before any path is made, ``ArtifactNotFoundError``,
        ``ArtifactCorruptError``, and ``OSError``.
        """
        folder = self._folder(checked_id(artifact_id))
        try:
            meta = _read_meta(folder / "meta.json", artifact_id)
            data = _verified_bytes(folder / "content.txt", meta)
            content = None if data is None else data.decode("utf-8")
        except (FileNotFoundError, NotADirectoryError):
            raise ArtifactNotFoundError(f"no artifact {artifact_id}") from None
        except UnicodeDecodeError:
            content = None
        if content is None:
            raise ArtifactCorruptError(f"the content of {artifact_id} was changed")
        return StoredArtifact(meta, content, _read_aliases(folder / "aliases"))

    def _folder(self, sha256: str) -> Path:
        return self.root / sha256[:2] / sha256

    @staticmethod
    def _add_alias(folder: Path, alias: ArtifactAlias) -> None:
        path = folder / f"{fingerprint(asdict(alias))}.json"
        if not path.exists():
            folder.mkdir(exist_ok=True)
            _write(path, canonical_json(asdict(alias)), Path.replace)


def _verified_bytes(path: Path, meta: ArtifactMeta) -> bytes | None:
    """Return the bytes of a content, None when they are not the ones that ``meta`` is about.

    The size is compared first, so that a file of gigabytes is not read to be refused. Raises
    ``FileNotFoundError``.
    """
    if path.stat().st_size != meta.size_bytes:
        return None
    data = read_regular(path)
    return data if hashlib.sha256(data).hexdigest() == meta.sha256 else None


def _first_meta(path: Path, meta: ArtifactMeta) -> ArtifactMeta:
    """Return what the first caller said, which is ``meta`` when nobody came before.

    A description that cannot be right is replaced: the content it was about is known good.
    """
    data = canonical_json(asdict(meta))
    if not path.exists():
        with contextlib.suppress(FileExistsError):
            _write(path, data, _link)
    with contextlib.suppress(ArtifactCorruptError):
        first = _read_meta(path, meta.id)
        if first.size_bytes == meta.size_bytes:
            return first
    _write(path, data, Path.replace)
    return meta


def _link(temporary: Path, path: Path) -> None:
    """Give a file its name, or raise ``FileExistsError`` when somebody was first."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError:  # no hard links on this file system: of two first callers, the later one wins
        temporary.replace(path)


def _write(path: Path, data: bytes, publish: Callable[[Path, Path], object]) -> None:
    """Write a file that is seen whole or not at all, and survives a loss of power.

    ``publish`` gives the finished file its name: ``Path.replace`` takes the name over, ``_link``
    raises ``FileExistsError`` when somebody has it.
    """
    temporary = None
    try:
        handle, name = tempfile.mkstemp(prefix=".new-", dir=path.parent)
        temporary = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        publish(temporary, path)
    except OSError as error:  # of a full disk without a name, of others with the temporary one
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Make a new name durable. Windows has no way to, and does not need one."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _read_meta(path: Path, artifact_id: str) -> ArtifactMeta:
    meta = _read(path, _META)
    if (meta.id, meta.sha256) != (artifact_id, artifact_id):
        raise ArtifactCorruptError(f"the description of {artifact_id} belongs to another artifact")
    return meta


def _read_aliases(folder: Path) -> tuple[ArtifactAlias, ...]:
    """Return all aliases in the order of their file names, which is the same on every machine."""
    paths = sorted(folder.glob("*.json"), key=lambda path: path.name)
    return tuple(_read(path, _ALIAS) for path in paths)


def _read(path: Path, kind: TypeAdapter[_Read]) -> _Read:
    try:
        return kind.validate_json(read_regular(path), strict=True)
    except ValueError:
        raise ArtifactCorruptError(f"{path.name} of an artifact cannot be read") from None
