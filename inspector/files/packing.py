"""Compressed files: unpacked up to a bound, or named as what they are."""

from __future__ import annotations

import bz2
import gzip
import importlib
import io
import lzma
import zlib
from collections.abc import Callable
from typing import IO, Any, cast

from inspector.core.problems import Place, Problem, Severity
from inspector.files.findings import Findings

_AT_ONCE = 1 << 22
_FAILURES = (OSError, EOFError, ValueError, zlib.error, lzma.LZMAError)

_GZIP, _BZIP2, _XZ = b"\x1f\x8b\x08", b"BZh", b"\xfd7zXZ\x00"
_ZSTD, _ZIP = b"\x28\xb5\x2f\xfd", b"PK\x03\x04"
_NAMES = {
    _GZIP: "gzip",
    _BZIP2: "bzip2",
    _XZ: "xz",
    _ZSTD: "Zstandard",
    _ZIP: "ZIP archive",
    b"7z\xbc\xaf\x27\x1c": "7-Zip archive",
    b"\x04\x22\x4d\x18": "LZ4",
    b"SQLite format 3\x00": "SQLite database",
    b"%PDF-": "PDF",
    b"PAR1": "Parquet",
}
_UNPACKS = {
    "Zstandard": "Unpack it (zstd -d FILE), or install the package backports.zstd.",
    "SQLite database": "Export its table as CSV or JSON.",
    "PDF": "Export its text.",
    "Parquet": "Give it a name that ends with .parquet.",
}
# Where the interpreter, or a package that somebody has installed, reads Zstandard.
_ZSTD_MODULES = ("compression.zstd", "backports.zstd", "pyzstd")


def packing_of(data: bytes) -> str | None:
    """Return what a file is by its first bytes, where it is compressed or no text at all."""
    return next((name for mark, name in _NAMES.items() if data.startswith(mark)), None)


def is_packed(data: bytes) -> bool:
    """Whether a file is compressed, or another kind of file than a text by its first bytes."""
    return packing_of(data) is not None


def unpacked(name: str, data: bytes, most: int, found: Findings) -> bytes | None:
    """Return what a compressed file holds; None, reported, where that cannot be had.

    ``most`` bounds how many bytes are unpacked: a small file may hold any number of them.
    """
    kind = packing_of(data) or ""
    reader = _reader(kind)
    if reader is None:
        fix = _UNPACKS.get(kind, "Unpack it, and open what is in it.")
        found.add(_problem("packed", f"The file is a {kind} file; it was not opened.", fix, name))
        return None
    parts: list[bytes] = []
    size = 0
    try:
        with reader(io.BytesIO(data)) as stream:
            while part := stream.read(_AT_ONCE):
                size += len(part)
                if size > most:
                    message = f"The file unpacks to more than {most >> 20:,} MB; it was not read."
                    fix = "Split it into smaller files."
                    found.add(_problem("too-large", message, fix, name))
                    return None
                parts.append(part)
    except Exception as error:
        if not isinstance(error, _FAILURES) and "zstd" not in type(error).__name__.lower():
            raise
        message = f"The file is a {kind} file that is cut or damaged; it was not read."
        found.add(_problem("packed-damaged", message, "Pack it again.", name))
        return None
    return b"".join(parts)


def _reader(kind: str) -> Callable[[IO[bytes]], Any] | None:
    """Return what opens a compressed stream, None where nothing here does."""
    plain: dict[str, Callable[[IO[bytes]], Any]] = {
        "gzip": lambda stream: gzip.GzipFile(fileobj=stream),
        "bzip2": bz2.BZ2File,
        "xz": lzma.LZMAFile,
    }
    return _zstd_reader() if kind == "Zstandard" else plain.get(kind)


def _zstd_reader() -> Callable[[IO[bytes]], Any] | None:
    for module in _ZSTD_MODULES:
        try:
            library = importlib.import_module(module)
        except ImportError:
            continue
        return cast("Callable[[IO[bytes]], Any]", library.ZstdFile)
    return None


def _problem(code: str, message: str, fix: str, name: str) -> Problem:
    return Problem(Severity.ERROR, f"file.{code}", message, fix, Place(name))
