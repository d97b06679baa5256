"""A part of a file that can be sent in its place, and exactly what was cut from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


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
