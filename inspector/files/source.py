"""Getting the bytes of a file, or a clear problem: what cannot be a text file is never opened.

From a byte offset to a line and a column that an editor shows.
"""

from __future__ import annotations

import codecs
import errno
import io
import json
import os
import stat
import sys
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, BinaryIO

import numpy as np
import numpy.typing as npt

from inspector.core.arguments import require
from inspector.core.arrays import Bools, Int64
from inspector.core.problems import Place, Problem, Severity
from inspector.files.findings import Findings, Progress, report_progress
from inspector.locks import open_regular, read_regular

if TYPE_CHECKING:
    from inspector.files.json_scan import Kept

_STRIDE = 1 << 16  # bytes between two counted marks


class Lines:
    """Lines and columns of a UTF-8 text, from 1, columns in code points.

    The tables are made when the first place is asked for, so a text without problems costs nothing
    and a line of 100 MB costs no more than any other.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data

    def at(self, offset: int) -> tuple[int, int]:
        """Return the line and the column of a byte offset."""
        offset = min(offset, len(self._data))
        line = int(np.searchsorted(self._breaks, offset))
        start = int(self._breaks[line - 1]) + 1 if line else 0
        column = offset - start - (self._trailing(offset) - self._trailing(start))
        return line + 1, column + 1

    @cached_property
    def _bytes(self) -> npt.NDArray[np.uint8]:
        return np.frombuffer(self._data, dtype=np.uint8)

    @cached_property
    def _breaks(self) -> Int64:
        return np.flatnonzero(self._bytes == ord("\n"))

    @cached_property
    def _marks(self) -> Int64 | None:
        """UTF-8 trailing bytes before every multiple of the stride; None where there are none."""
        if self._data.isascii():
            return None
        counts = [
            int(np.count_nonzero(_is_trailing(self._bytes[start : start + _STRIDE])))
            for start in range(0, len(self._data), _STRIDE)
        ]
        return np.cumsum([0, *counts])

    def _trailing(self, offset: int) -> int:
        if self._marks is None:
            return 0
        mark = offset // _STRIDE
        part = self._bytes[mark * _STRIDE : offset]
        return int(self._marks[mark]) + int(np.count_nonzero(_is_trailing(part)))


def _is_trailing(part: npt.NDArray[np.uint8]) -> Bools:
    trailing: Bools = (part & 0xC0) == 0x80
    return trailing


STANDARD_INPUT = "-"
MOST_BYTES = 2 << 30
MOST_UNPACKED = 1 << 29
_READ_AT_ONCE = 1 << 25
_CHUNK = 1 << 18  # stays in the processor's cache while it is checked

PathLike = str | os.PathLike[str]

_MARKS = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)


@dataclass(frozen=True)
class Source:
    """A text file in memory: valid UTF-8 without a byte order mark."""

    name: str
    data: bytes

    @cached_property
    def lines(self) -> Lines:
        """Lines and columns of the text."""
        return Lines(self.data)

    @cached_property
    def kept(self) -> Kept:
        """What places of the text that were asked for before found out about its largest object."""
        return {}

    def place(self, offset: int, pointer: str | None = None) -> Place:
        """Return the place of a byte offset."""
        line, column = self.lines.at(offset)
        return Place(self.name, line, column, pointer)


def shown(path: PathLike) -> str:
    """Return a path as one printable line: control and undecodable characters are escaped."""
    text = os.fspath(path)
    if text == STANDARD_INPUT:
        return "standard input"
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )


def problem_of(error: OSError | ValueError, name: str) -> Problem:
    """Say in plain words why the system refused a path."""
    place = Place(name)

    def refused(code: str, message: str, fix: str) -> Problem:
        return Problem(Severity.ERROR, f"file.{code}", message, fix, place)

    if isinstance(error, FileNotFoundError):
        return refused("missing", "There is no such file.", "Check the path.")
    if isinstance(error, NotADirectoryError):
        return refused("missing", "Its folder is no folder, but a file.", "Check the path.")
    if isinstance(error, PermissionError):
        return refused("no-permission", "Permission was denied.", "Change the permissions.")
    if isinstance(error, IsADirectoryError):
        return refused("is-a-folder", "This is a folder.", "Name a file in it.")
    if isinstance(error, OSError) and error.errno == errno.EROFS:
        return refused("no-permission", "It is on a read-only disk.", "Use a place that is not.")
    reason = error.strerror if isinstance(error, OSError) else "the path holds a NUL character"
    return refused("unreadable", f"The system refused it: {reason}.", "Check the path and disk.")


def read_head(path: PathLike, least: int, most: int) -> tuple[bytes, int] | None:
    """Return how a regular file begins, and its size; None of one with fewer bytes than ``least``.

    None, too, where it cannot be read.
    """
    try:
        status = os.stat(path)  # noqa: PTH116  # accepts what is no valid Path, too
        if _refusal(status, "") is not None or status.st_size < least:
            return None
        return read_regular(path, most), status.st_size
    except (OSError, ValueError):
        return None


def read_bytes(path: PathLike, found: Findings, progress: Progress | None = None) -> bytes | None:
    """Return the contents of a regular file, None where there is a problem with it.

    Pipes, devices and sockets are refused unopened, because opening one may wait for ever.
    """
    name = shown(path)
    try:
        status = os.stat(path)  # noqa: PTH116  # accepts what is no valid Path, too
        refusal = _refusal(status, name)
        if refusal is not None:
            found.add(refusal)
            return None
        with open_regular(path) as file:
            return _read_whole(file, status.st_size, progress)
    except (OSError, ValueError) as error:
        found.add(problem_of(error, name))
        return None


def _read_whole(file: BinaryIO, size: int, progress: Progress | None) -> bytes:
    """Return what a file holds; the load may be cancelled between two parts of a large one."""
    # Reading is quick beside what follows, so it only asks whether to go on.
    report_progress(progress, 0, size)
    if size <= _READ_AT_ONCE:
        data = file.read()
        report_progress(progress, 0, size)
        return data
    whole = io.BytesIO()
    while part := file.read(_READ_AT_ONCE):
        whole.write(part)
        report_progress(progress, 0, size)
    return whole.getvalue()  # no copy: nobody else holds it


def _refusal(status: os.stat_result, name: str) -> Problem | None:
    place = Place(name)
    if stat.S_ISDIR(status.st_mode):
        return problem_of(IsADirectoryError(), name)
    if not stat.S_ISREG(status.st_mode):
        kinds = ((stat.S_ISFIFO, "pipe"), (stat.S_ISSOCK, "socket"))
        kind = next((noun for test, noun in kinds if test(status.st_mode)), "device")
        return Problem(
            Severity.ERROR,
            "file.not-regular",
            f"This is a {kind}, not a file; it was not opened.",
            "Save the data to a file, or hand it over as standard input with -.",
            place,
        )
    if status.st_size > MOST_BYTES:
        return _too_large(name)
    return None


def _too_large(name: str) -> Problem:
    return Problem(
        Severity.ERROR,
        "file.too-large",
        f"The file has more than {MOST_BYTES >> 30} GB; it was not read.",
        "Split it into smaller files.",
        Place(name),
    )


def _read_standard_input(found: Findings, progress: Progress | None) -> bytes | None:
    name = shown(STANDARD_INPUT)
    stream = getattr(sys.stdin, "buffer", None)
    if stream is None:
        found.add(Problem(Severity.ERROR, "file.missing", "There is none.", "", Place(name)))
        return None
    parts: list[bytes] = []
    done = 0
    try:
        while part := stream.read(_CHUNK):
            parts.append(part)
            done += len(part)
            if done > MOST_BYTES:
                found.add(_too_large(name))
                return None
            report_progress(progress, 0, done)
    except OSError as error:
        found.add(problem_of(error, name))
        return None
    return b"".join(parts)


def read_source(
    path: PathLike, found: Findings, progress: Progress | None = None, *, dash: bool = True
) -> Source | None:
    """Return a text file, None where it cannot be one; every reason is reported.

    ``-`` is standard input where ``dash`` is true. A UTF-8 byte order mark is taken off with a
    note; any other encoding is refused by name. Of JSON Lines a byte that is no UTF-8 is replaced,
    with a warning, so that the other lines are kept. A compressed file is unpacked, up to a bound.
    """
    require(str | os.PathLike, path=path)
    if dash and os.fspath(path) == STANDARD_INPUT:
        data = _read_standard_input(found, progress)
    else:
        data = read_bytes(path, found, progress)
    if data is not None and data[:1] not in _BEGINS_JSON:
        from inspector.files.packing import is_packed, unpacked

        if is_packed(data):
            data = unpacked(shown(path), data, MOST_UNPACKED, found)
    return None if data is None else as_text(shown(path), data, found)


_BEGINS_JSON = (b"{", b"[")
"""With these begins what is mostly read; how files are packed is not asked, or loaded, for it."""
_PACKED = (".gz", ".gzip", ".zst", ".zstd", ".bz2", ".xz")


def without_packing(name: str) -> str:
    """Return the name of a file without what says that it is compressed."""
    lower = name.lower()
    return next((name[: -len(end)] for end in _PACKED if lower.endswith(end)), name)


def as_text(name: str, data: bytes, found: Findings) -> Source | None:
    """Return bytes as a text, None where they are none; every reason is reported."""

    def report(severity: Severity, code: str, message: str, fix: str, place: Place) -> None:
        found.add(Problem(severity, f"file.{code}", message, fix, place))

    encoding = _other_encoding(data)
    if encoding is not None:
        message = f"The file is {encoding}, not UTF-8."
        report(Severity.ERROR, "not-utf8", message, "Save it as UTF-8.", Place(name))
        return None
    if data.startswith(codecs.BOM_UTF8):
        message = "The file starts with a UTF-8 byte order mark; it was left out."
        report(Severity.NOTE, "byte-order-mark", message, "Save it without one.", Place(name))
        data = data[len(codecs.BOM_UTF8) :]
    source = Source(name, data)
    wrong = _first_invalid(data)
    if wrong is not None:
        message = f"The byte at offset {wrong:,} is not valid UTF-8."
        fix = "Save the file as UTF-8."
        if _has_json_lines(data):
            message += " It is read as U+FFFD, and so is each that follows."
            report(Severity.WARNING, "not-utf8", message, fix, source.place(wrong))
            return Source(name, data.decode(errors="replace").encode())
        if not any(data[:_CHUNK].count(bytes((byte,))) for byte in range(9)):
            fix = "Save the file as UTF-8; it may be in Windows-1252 or Latin-1."
        report(Severity.ERROR, "not-utf8", message, fix, source.place(wrong))
        return None
    if not data or data.isspace():
        report(Severity.ERROR, "empty", "The file is empty.", "Choose another file.", Place(name))
        return None
    return source


def _other_encoding(data: bytes) -> str | None:
    """Name the encoding of a text that announces or betrays another one than UTF-8."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding
    # The first character of every format here is ASCII, so UTF-16 shows in its first two bytes.
    if len(data) >= 2 and data[:2].count(0) == 1:
        return "UTF-16 without a byte order mark"
    return None


def _has_json_lines(data: bytes) -> bool:
    """Whether the first of several lines is an object of its own: one bad line spoils no other."""
    first, _, rest = data.partition(b"\n")
    if not first.startswith(b"{") or not rest.strip():
        return False
    try:
        json.loads(first.decode(errors="replace"))
    except (ValueError, RecursionError):
        return False
    return True


def _first_invalid(data: bytes) -> int | None:
    """Return the offset of the first byte that is no UTF-8, looking at a part at a time."""
    view = memoryview(data)
    start = 0
    while start < len(data):
        try:
            # Of a part that may end inside a character, this tells how much was complete.
            _, used = codecs.utf_8_decode(
                view[start : start + _CHUNK], "strict", start + _CHUNK >= len(data)
            )
        except UnicodeDecodeError as error:
            return start + error.start
        start += used
    return None
