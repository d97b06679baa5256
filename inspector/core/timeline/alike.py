"""What was sent twice, and what came back: told by content and range, never by a file's name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from inspector.core.timeline.log import BlockKind, LogBlock

_LEAST_TEXT = 100  # characters; shorter texts, such as confirmations, repeat by nature
_LEAST_LINE = 8  # characters; shorter lines, such as a bracket, are in every file
_LEAST_LINES = 5
_ONE_IN = 4  # lines of which one is kept
_COMPARED = 4  # blocks that are compared whole
_NUMBER = re.compile(r" *\d+(→|\t|:|\|)")
_SAME_RANGE, _SAME_FILE = 0.95, 0.5
_REPEATING = (BlockKind.RESULT, BlockKind.USER, BlockKind.INJECTED)


Lines = dict[int, npt.NDArray[np.int64]]
"""The lines of blocks by their numbers, as far as they were looked at."""


class Repeat(NamedTuple):
    """A block that holds again what an earlier one holds, and how much of its lines."""

    of: int
    share: float


def lines_of(text: str) -> npt.NDArray[np.int64]:
    """Return the lines of a text that tell it from others, without their numbers, hashed."""
    lines: Iterable[str] = text.splitlines()
    numbered = _NUMBER.match(text)
    if numbered is not None:  # "   12→", as a program shows a file
        behind = numbered[1]
        lines = (line.partition(behind)[2] for line in lines)
    told = (hash(line) for line in lines if len(line) >= _LEAST_LINE)
    return np.unique(np.fromiter(told, dtype=np.int64))


class Seen:
    """Blocks that were met, by what they hold.

    Of their lines one in several is kept: enough to find what may be alike, which is then compared
    whole. ``lines`` are those of blocks that were looked at before.
    """

    def __init__(self, blocks: Sequence[LogBlock], lines: Lines) -> None:
        self._blocks = blocks
        self._texts: dict[str, list[int]] = {}
        self._places: dict[int, list[int]] = {}
        self._lines = lines

    def add(self, number: int) -> None:
        """Meet a block."""
        block = self._blocks[number]
        if len(block.text) < _LEAST_TEXT:
            return
        self._texts.setdefault(block.text, []).append(number)
        if block.kind is not BlockKind.USER:
            for line in self._kept(number):
                self._places.setdefault(line, []).append(number)

    def alike(self, number: int, among: Container[int] | None, least: float) -> Repeat | None:
        """Return the block met that holds what a block holds, or the most of its lines."""
        block = self._blocks[number]
        if len(block.text) < _LEAST_TEXT:
            return None
        for other in reversed(self._texts.get(block.text, ())):
            if other != number and (among is None or other in among):
                return Repeat(other, 1.0)
        if block.kind is not BlockKind.RESULT:
            return None
        lines = self._of(number)
        if len(lines) < _LEAST_LINES:
            return None
        found = Counter(
            other for line in self._kept(number) for other in self._places.get(line, ())
        )
        met = [one for one in found if one != number and (among is None or one in among)]
        likely = sorted(met, key=lambda other: (-found[other], -other))[:_COMPARED]
        shares = ((self._share(lines, other), other) for other in likely)
        share, other = max(shares, default=(0.0, 0))
        return Repeat(other, share) if share >= least else None

    def _share(self, lines: npt.NDArray[np.int64], other: int) -> float:
        common = np.intersect1d(lines, self._of(other), assume_unique=True)
        return len(common) / len(lines)

    def _kept(self, number: int) -> list[int]:
        lines = self._of(number)
        kept: list[int] = lines[lines % _ONE_IN == 0].tolist()
        return kept

    def _of(self, number: int) -> npt.NDArray[np.int64]:
        found = self._lines.get(number)
        if found is None:
            found = self._lines[number] = lines_of(self._blocks[number].text)
        return found


def repeats(
    blocks: Sequence[LogBlock],
    arrivals: Iterable[tuple[Sequence[int], Sequence[int]]],
    lines: Lines | None = None,
) -> dict[int, Repeat]:
    """Return the blocks that repeat one which was sent beside them.

    ``arrivals`` are the blocks that came with each request, and all that it sent.
    """
    seen = Seen(blocks, {} if lines is None else lines)
    found: dict[int, Repeat] = {}
    for came, path in arrivals:
        there = set(path)
        for number in came:
            if blocks[number].kind not in _REPEATING or number in found:
                continue
            same = seen.alike(number, there, _SAME_RANGE)
            if same is not None:
                found[number] = same
            seen.add(number)
    return found


def read_again(
    blocks: Sequence[LogBlock],
    lost: Iterable[int],
    later: Iterable[int],
    lines: Lines | None = None,
) -> dict[int, Repeat]:
    """Return the results among later blocks that brought back half of a lost one, or more."""
    seen = Seen(blocks, {} if lines is None else lines)
    for number in lost:
        if blocks[number].kind in (BlockKind.RESULT, BlockKind.CALL, BlockKind.INJECTED):
            seen.add(number)
    results = (number for number in later if blocks[number].kind is BlockKind.RESULT)
    found = ((number, seen.alike(number, None, _SAME_FILE)) for number in results)
    return {number: same for number, same in found if same is not None}
