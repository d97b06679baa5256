"""What reading a file gives: bytes of one moment, how they are text, or why there is none.

A byte order mark decides; else it is strict UTF-8; else Windows-1252, if nothing speaks against it
and a detector agrees. Bytes that a mark announces wrongly are no text either; doubt is binary.
"""

from __future__ import annotations

import codecs
import hashlib
import json
import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

import chardet

from inspector.plurals import count_of
from inspector.project.index import Encoding, Exclusion
from inspector.project.paths import Folder, is_link

FIRST_LOOK = 8192
"""Bytes in which a binary file is looked for before the rest is read."""

_UTF_32 = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
_MARKS = (
    (codecs.BOM_UTF8, Encoding.UTF_8),
    (codecs.BOM_UTF16_LE, Encoding.UTF_16LE),
    (codecs.BOM_UTF16_BE, Encoding.UTF_16BE),
)
# Tab, line feed, form feed and carriage return are the control bytes of texts.
_CONTROLS = re.compile(rb"[\x00-\x08\x0b\x0e-\x1f\x7f]")
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]")
# Bytes that mean something else in an encoding that Windows-1252 is mistaken for.
_OTHERWISE = {
    "windows-1252": re.compile(rb"(?!)"),
    "iso-8859-1": re.compile(rb"[\x80-\x9f]"),
    "iso8859-15": re.compile(rb"[\x80-\x9f\xa4\xa6\xa8\xb4\xb8\xbc-\xbe]"),
}
_AROUND = 128
_SAMPLE = 1 << 16
# The detector's candidates: with the encodings of mainframes, Macintoshes and single languages
# among them, it takes short western texts for exotic ones.
_ERAS = chardet.EncodingEra.MODERN_WEB | chardet.EncodingEra.LEGACY_ISO | chardet.EncodingEra.DOS


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text without its byte order mark; line ends are as in the file. None is no text."""

    text: str | None
    encoding: Encoding
    detail: str = ""


def is_binary_at_a_glance(first: bytes) -> bool:
    """Whether the first bytes of a file show that it is binary."""
    return b"\0" in first and not first.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))


def decoded(data: bytes) -> Decoded:
    """Return the bytes of a file as text, or say that they are none."""
    if data.startswith(_UTF_32):
        return Decoded(None, Encoding.UNKNOWN, "UTF-32 is not supported")
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _as_marked(data[len(mark) :], encoding)
    if b"\0" in data:
        return Decoded(None, Encoding.UNKNOWN, "binary")
    if data.isascii():
        return Decoded(data.decode("ascii"), Encoding.ASCII)
    try:
        return Decoded(data.decode("utf-8"), Encoding.UTF_8)
    except UnicodeDecodeError:
        pass
    if _is_windows_1252(data):
        return Decoded(data.decode("cp1252"), Encoding.WINDOWS_1252)
    return Decoded(None, Encoding.UNKNOWN, "unknown encoding")


def line_count(text: str) -> int:
    """Return the number of lines. A line ends at a line feed; the last needs none."""
    return text.count("\n") + (not text.endswith("\n") and text != "")


def _as_marked(data: bytes, encoding: Encoding) -> Decoded:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return Decoded(None, Encoding.UNKNOWN, f"marked as {encoding}, but it is not")
    if "\0" in text:
        return Decoded(None, Encoding.UNKNOWN, "binary")
    return Decoded(text, encoding)


def _is_windows_1252(data: bytes) -> bool:
    if _CONTROLS.search(data):
        return False
    try:
        data.decode("cp1252")
    except UnicodeDecodeError:
        return False
    found = chardet.detect(_sample(data), encoding_era=_ERAS)["encoding"] or ""
    otherwise = _OTHERWISE.get(found.lower())
    return otherwise is not None and not otherwise.search(data)


def _sample(data: bytes) -> bytes:
    """Return what says something about the encoding: the surroundings of bytes beyond ASCII."""
    if len(data) <= _SAMPLE:
        return data
    parts: list[bytes] = []
    end = 0
    while len(parts) * _AROUND * 2 < _SAMPLE and (found := _BEYOND_ASCII.search(data, end)):
        start = max(end, found.start() - _AROUND)
        end = found.end() + _AROUND
        parts.append(data[start:end])
    return b"\n".join(parts)


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
class FileContents:
    """The bytes of a file and its stamp at the time."""

    data: bytes
    stamp: Stamp


def stamp_of(status: os.stat_result) -> Stamp:
    """Return the stamp of a file."""
    return Stamp(status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)


def read_once(folder: Folder, name: str, most_bytes: int) -> FileContents | Unread:
    """Read a regular file that did not change meanwhile.

    Nothing but a regular file is opened. A file above ``most_bytes`` is not read, a binary one not
    beyond its first bytes.
    """
    for _ in range(_ATTEMPTS):
        found = _attempt(folder, name, most_bytes)
        if found is not Unread.CHANGING:
            return found
    return Unread.CHANGING


def read_twice(folder: Folder, name: str, most_bytes: int) -> FileContents | Unread:
    """Read a regular file until two readings in a row agree (Builder, edge case 2)."""
    last = read_once(folder, name, most_bytes)
    for _ in range(_ATTEMPTS):
        if isinstance(last, Unread):
            return last
        again = read_once(folder, name, most_bytes)
        if isinstance(again, FileContents) and again.data == last.data:
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


def _attempt(folder: Folder, name: str, most_bytes: int) -> FileContents | Unread:
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


def _contents(descriptor: int, expected: os.stat_result, most_bytes: int) -> FileContents | Unread:
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
    return FileContents(b"".join(parts), stamp)


SUFFIX = ".ipynb"


def cells_text(text: str) -> str | None:
    """Return the sources of a notebook's cells, each under its mark; None where it is none."""
    try:
        notebook = json.loads(text)
    except (ValueError, RecursionError):
        return None
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(cells, list) or not all(isinstance(one, dict) for one in cells):
        return None
    return "\n".join(line for cell in cells for line in _lines(cell)) + "\n"


def _lines(cell: dict[str, Any]) -> Iterator[str]:
    kind = cell.get("cell_type")
    yield "# %%" if kind == "code" else f"# %% [{kind}]"
    source = cell.get("source")
    yield ("".join(map(str, source)) if isinstance(source, list) else str(source or "")).rstrip(
        "\n"
    )
    outputs = cell.get("outputs")
    if isinstance(outputs, list) and outputs:
        yield f"# [{count_of(len(outputs), 'output')} cut]"
    yield ""


@dataclass(frozen=True, slots=True)
class SourceText:
    """A file as text. ``text`` has no byte order mark, and its line ends as in the file.

    That of a notebook is the sources of its cells.

    ``byte_size`` and ``hash`` (SHA-256 in hex) are of the bytes, mark included. A line ends at a
    line feed; ``line_count`` counts a last line without one, too.
    """

    path: str
    text: str
    encoding: Encoding
    byte_size: int
    line_count: int
    hash: str


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a path gives no text. ``detail`` never quotes contents.

    ``cause`` is None where the path itself, a rule or the encoding decided. ``hash`` and
    ``byte_size`` are known where the bytes were read and turned out to be no text.
    """

    path: str
    exclusion: Exclusion
    detail: str
    cause: Unread | None = None
    byte_size: int = 0
    hash: str | None = None


_EXCLUSIONS = {
    Unread.GONE: Exclusion.GONE,
    Unread.LINK: Exclusion.OUTSIDE_SANDBOX,
    Unread.TOO_LARGE: Exclusion.TOO_LARGE,
}


def refused_for(path: str, why: Unread, byte_size: int = 0) -> Refused:
    """Say that a file was not read. What cannot be known to be text counts as binary."""
    exclusion = _EXCLUSIONS.get(why, Exclusion.BINARY)
    return Refused(path, exclusion, why.value, why, byte_size)


def source_text(path: str, contents: FileContents) -> SourceText | Refused:
    """Return bytes as a text, or say why they are none (Builder, edge cases 3 and 4)."""
    data = contents.data
    digest = hashlib.sha256(data).hexdigest()
    found = decoded(data)
    if found.text is None:
        return Refused(path, Exclusion.BINARY, found.detail, None, len(data), digest)
    cells = cells_text(found.text) if path.endswith(SUFFIX) else None
    text = found.text if cells is None else cells
    return SourceText(path, text, found.encoding, len(data), line_count(text), digest)
