"""The bytes of one file, read so that they are of one moment."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from inspector.project.encodings import FIRST_LOOK, is_binary_at_a_glance
from inspector.project.folders import Folder, is_link

_ATTEMPTS = 4
_CHUNK = 1 << 18


class Unread(StrEnum):
    """Why a file was not read. Each is a detail of an exclusion."""

    GONE = "there is nothing there"
    NOT_PERMITTED = "it may not be read"
    FAILED = "the system could not read it"
    LINK = "a link"
    FOLDER = "a folder"
    SPECIAL = "a device, a pipe or a socket"
    TOO_LARGE = "larger than the limit"
    BINARY = "binary"
    CHANGING = "it changes while it is read"


class Stamp(NamedTuple):
    """What shows, without reading, that a file is still the one that was read."""

    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int


@dataclass(frozen=True, slots=True)
class Contents:
    """The bytes of a file and its stamp at the time."""

    data: bytes
    stamp: Stamp


def stamp_of(status: os.stat_result) -> Stamp:
    """Return the stamp of a file."""
    return Stamp(status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)


def read_once(folder: Folder, name: str, most_bytes: int) -> Contents | Unread:
    """Read a regular file that did not change meanwhile.

    Nothing but a regular file is opened. A file above ``most_bytes`` is not read, a binary one not
    beyond its first bytes.
    """
    for _ in range(_ATTEMPTS):
        found = _attempt(folder, name, most_bytes)
        if found is not Unread.CHANGING:
            return found
    return Unread.CHANGING


def read_twice(folder: Folder, name: str, most_bytes: int) -> Contents | Unread:
    """Read a regular file until two readings in a row agree (Builder, edge case 2)."""
    last = read_once(folder, name, most_bytes)
    for _ in range(_ATTEMPTS):
        if isinstance(last, Unread):
            return last
        again = read_once(folder, name, most_bytes)
        if isinstance(again, Contents) and again.data == last.data:
            return again
        last = again
    return last if isinstance(last, Unread) else Unread.CHANGING


def unread_kind(status: os.stat_result) -> Unread | None:
    """Say why what stands there is never opened, None for a regular file."""
    if is_link(status):
        return Unread.LINK
    if stat.S_ISDIR(status.st_mode):
        return Unread.FOLDER
    return None if stat.S_ISREG(status.st_mode) else Unread.SPECIAL


def _attempt(folder: Folder, name: str, most_bytes: int) -> Contents | Unread:
    try:
        status = folder.status(name)
        kind = unread_kind(status)
        if kind is not None:
            return kind
        if status.st_size > most_bytes:
            return Unread.TOO_LARGE
        descriptor = folder.open_file(name)
        try:
            return _contents(descriptor, status, most_bytes)
        finally:
            os.close(descriptor)
    except OSError as error:
        return unread_for(error)


def unread_for(error: OSError) -> Unread:
    """Say why the system refused to open or read."""
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return Unread.GONE
    return Unread.NOT_PERMITTED if isinstance(error, PermissionError) else Unread.FAILED


def _contents(descriptor: int, expected: os.stat_result, most_bytes: int) -> Contents | Unread:
    before = os.fstat(descriptor)
    if not stat.S_ISREG(before.st_mode) or not os.path.samestat(before, expected):
        return Unread.CHANGING
    parts = [os.read(descriptor, FIRST_LOOK)]
    if is_binary_at_a_glance(parts[0]):
        return Unread.BINARY
    size = len(parts[0])
    while parts[-1] and size <= most_bytes:
        parts.append(os.read(descriptor, _CHUNK))
        size += len(parts[-1])
    stamp = stamp_of(before)
    if stamp_of(os.fstat(descriptor)) != stamp or size != stamp.size:
        return Unread.CHANGING
    return Contents(b"".join(parts), stamp)
