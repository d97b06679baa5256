"""What was sent twice, and what came back: told by content and range, never by a file's name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple

from inspector.core.timeline.log import BlockKind, LogBlock

_LEAST_TEXT = 100  # characters; shorter texts, such as confirmations, repeat by nature
_LEAST_LINE = 8  # characters; shorter lines, such as a bracket, are in every file
_LEAST_LINES = 5
_ONE_IN = 4  # lines of which one is kept
_COMPARED = 4  # blocks that are compared whole
_NUMBER = re.compile(r"^ *\d+(?:→|\t|:|\|)", re.MULTILINE)
_SAME_RANGE, _SAME_FILE = 0.95, 0.5
_REPEATING = (BlockKind.RESULT, BlockKind.USER, BlockKind.INJECTED)


class Repeat(NamedTuple):
    """A block that holds again what an earlier one holds, and how much of its lines."""

    of: int
    share: float


def lines_of(text: str, *, numbered: bool) -> set[int]:
    """Return the lines of a text that tell it from others, hashed; ``numbered`` keeps numbers."""
    whole = text if numbered else _NUMBER.sub("", text)
    return {hash(line) for line in whole.splitlines() if len(line) >= _LEAST_LINE}


class Seen:
    """Blocks that were met, by what they hold.

    Of their lines one in several is kept: enough to find what may be alike, which is then compared
    whole.
    """

    def __init__(self, blocks: Sequence[LogBlock], *, numbered: bool) -> None:
        self._blocks = blocks
        self._numbered = numbered
        self._texts: dict[str, list[int]] = {}
        self._lines: dict[int, list[int]] = {}
        self._last: tuple[int, set[int]] = (-1, set())

    def add(self, number: int) -> None:
        """Meet a block."""
        block = self._blocks[number]
        if len(block.text) < _LEAST_TEXT:
            return
        self._texts.setdefault(block.text, []).append(number)
        if block.kind is BlockKind.USER:
            return
        for line in self._of(number):
            if not line % _ONE_IN:
                self._lines.setdefault(line, []).append(number)

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
        kept = (line for line in lines if not line % _ONE_IN)
        found = Counter(other for line in kept for other in self._lines.get(line, ()))
        met = [one for one in found if one != number and (among is None or one in among)]
        likely = sorted(met, key=lambda other: (-found[other], -other))[:_COMPARED]
        shares = ((len(lines & self._of(other)) / len(lines), other) for other in likely)
        share, other = max(shares, default=(0.0, 0))
        return Repeat(other, share) if share >= least else None

    def _of(self, number: int) -> set[int]:
        if self._last[0] != number:
            text = self._blocks[number].text
            self._last = number, lines_of(text, numbered=self._numbered)
        return self._last[1]


def repeats(
    blocks: Sequence[LogBlock], arrivals: Iterable[tuple[Sequence[int], Sequence[int]]]
) -> dict[int, Repeat]:
    """Return the blocks that repeat one which was sent beside them.

    ``arrivals`` are the blocks that came with each request, and all that it sent.
    """
    seen = Seen(blocks, numbered=True)
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
    blocks: Sequence[LogBlock], lost: Iterable[int], later: Iterable[int]
) -> dict[int, Repeat]:
    """Return the results among later blocks that brought back half of a lost one, or more."""
    seen = Seen(blocks, numbered=False)
    for number in lost:
        if blocks[number].kind in (BlockKind.RESULT, BlockKind.CALL, BlockKind.INJECTED):
            seen.add(number)
    results = (number for number in later if blocks[number].kind is BlockKind.RESULT)
    found = ((number, seen.alike(number, None, _SAME_FILE)) for number in results)
    return {number: same for number, same in found if same is not None}
