"""Places in a source text: bytes, which the grammars count, and code points, which slices count."""

from __future__ import annotations

from collections.abc import Iterable

from inspector.project.code.slices import Cut, Slice, SliceLevel, sliced


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
        counted = "1 line cut" if lines == 1 else f"{lines} lines cut"
        replacements.append((Cut(begin, stop, first + 1, last + 1), marker.format(counted)))
        seen_bytes, seen_points, seen_lines = end, stop, last
    return sliced(text, level, replacements)


def _points(data: bytes) -> int:
    return len(data) if data.isascii() else len(data.decode("utf-8", "surrogatepass"))
