"""How the bytes of a file are text, and when they are none; doubt is binary.

A byte order mark decides; else it is strict UTF-8; else Windows-1252, if nothing speaks against it
and a detector agrees. Bytes that a mark announces wrongly are no text either.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

import chardet

from inspector.project.index import Encoding

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
