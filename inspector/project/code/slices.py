"""A part of a file that can be sent in its place, exactly what was cut from it, and places in it.

The grammars count bytes, slices count code points.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from inspector.plurals import count_of


class SliceLevel(StrEnum):
    """How much of a file a block holds (Builder, slicing levels)."""

    FULL_FILE = "FULL_FILE"
    TARGET_REGION_ONLY = "TARGET_REGION_ONLY"
    SIGNATURES_ONLY = "SIGNATURES_ONLY"
    SUMMARY_ONLY = "SUMMARY_ONLY"


@dataclass(frozen=True, slots=True, order=True)
class Cut:
    """A piece of the original that was left out.

    ``start`` and ``end`` (exclusive) count code points of the original. ``first_line`` and
    ``last_line`` count from 1, both included; lines end at a line feed.
    """

    start: int
    end: int
    first_line: int
    last_line: int


@dataclass(frozen=True, slots=True)
class Slice:
    """What is sent of a file.

    ``text`` is the original with every cut replaced by a comment that says how many lines it took
    (Builder INV-CONTEXT-3). ``cuts`` are in order and apart from each other; where there are none,
    the level is FULL_FILE and the text is the original.
    """

    level: SliceLevel
    text: str
    cuts: tuple[Cut, ...]


def sliced(text: str, level: SliceLevel, replacements: Iterable[tuple[Cut, str]]) -> Slice:
    """The slice of a text where each cut, in order, is replaced by what stands beside it."""
    pieces: list[str] = []
    cuts: list[Cut] = []
    position = 0
    for cut, marker in replacements:
        if cut.start < position or cut.end < cut.start or cut.end > len(text):
            raise ValueError("cuts overlap, run backwards or leave the text")
        pieces += (text[position : cut.start], marker)
        cuts.append(cut)
        position = cut.end
    if not cuts:
        return Slice(SliceLevel.FULL_FILE, text, ())
    pieces.append(text[position:])
    return Slice(level, "".join(pieces), tuple(cuts))


def line_start(data: bytes, position: int) -> int:
    """Where the line of a byte begins."""
    return data.rfind(b"\n", 0, position) + 1


def line_end(data: bytes, position: int) -> int:
    """Where the line of a byte ends, before its line feed (and the carriage return before that)."""
    end = data.find(b"\n", position)
    end = len(data) if end < 0 else end
    return end - 1 if end > position and data[end - 1 : end] == b"\r" else end


def indent_at(data: bytes, position: int) -> str:
    """The white space that the line of a byte begins with."""
    start = line_start(data, position)
    line = data[start : line_end(data, start)]
    return line[: len(line) - len(line.lstrip(b" \t"))].decode("ascii")


def blank(data: bytes) -> bool:
    """Whether nothing but white space is there."""
    return not data.strip()


def cut_out(
    text: str, data: bytes, level: SliceLevel, pieces: Iterable[tuple[int, int, str]]
) -> Slice:
    """The slice of a text without some pieces, given in bytes and in order, each with its marker.

    A ``{}`` in a marker becomes the number of lines that the piece touches.
    """
    replacements: list[tuple[Cut, str]] = []
    seen_bytes = seen_points = seen_lines = 0
    for start, end, marker in pieces:
        before, inside = data[seen_bytes:start], data[start:end]
        first = seen_lines + before.count(b"\n")
        last = first + inside.count(b"\n")
        begin = seen_points + _points(before)
        stop = begin + _points(inside)
        lines = last - first + 1
        counted = f"{count_of(lines, 'line', '')} cut"
        replacements.append((Cut(begin, stop, first + 1, last + 1), marker.format(counted)))
        seen_bytes, seen_points, seen_lines = end, stop, last
    return sliced(text, level, replacements)


def _points(data: bytes) -> int:
    return len(data) if data.isascii() else len(data.decode("utf-8", "surrogatepass"))
