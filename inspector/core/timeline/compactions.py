"""What is in the model's window twice, and what compactions took out of it.

What was sent twice and what came back is told by content and range, never by a file's name; what a
compaction took was kept word for word, summarised, or is gone, and may be read again later.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple
from zlib import crc32

import numpy as np

from inspector.core.arrays import Int64
from inspector.core.timeline.log import BlockKind, LogBlock, SessionLog
from inspector.core.timeline.sizes import Paths, Rest, Sizes

_LEAST_TEXT = 100  # characters; shorter texts, such as confirmations, repeat by nature
_LEAST_SHARED = 8  # characters; shorter lines, such as a bracket, are in every file
_LEAST_LINES = 5
_ONE_IN = 4  # lines of which one is kept
_COMPARED = 4  # blocks that are compared whole
_NUMBER = re.compile(r" *\d+(→|\t|:|\|)")
_SAME_RANGE, _SAME_FILE = 0.95, 0.5
_REPEATING = (BlockKind.RESULT, BlockKind.USER, BlockKind.INJECTED)


Lines = dict[int, Int64]
"""The lines of blocks by their numbers, as far as they were looked at."""


class Repeat(NamedTuple):
    """A block that holds again what an earlier one holds, and how much of its lines."""

    of: int
    share: float


def lines_of(text: str) -> Int64:
    """Return the lines of a text that tell it from others, without their numbers, hashed."""
    lines: Iterable[str] = text.splitlines()
    numbered = _NUMBER.match(text)
    if numbered is not None:  # "   12→", as a program shows a file
        behind = numbered[1]
        lines = (line.partition(behind)[2] for line in lines)
    # Python's own hash is another one in each process, and which lines are kept goes by it.
    told = (
        crc32(line.encode("utf-8", "surrogatepass")) for line in lines if len(line) >= _LEAST_SHARED
    )
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

    def _share(self, lines: Int64, other: int) -> float:
        common = np.intersect1d(lines, self._of(other), assume_unique=True)
        return len(common) / len(lines)

    def _kept(self, number: int) -> list[int]:
        lines = self._of(number)
        kept: list[int] = lines[lines % _ONE_IN == 0].tolist()
        return kept

    def _of(self, number: int) -> Int64:
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


_LEAST_LINE = 30  # characters; a shorter line stands in two texts by chance
_LEAST_NAME = 4
_MOST_LINES = 2_000  # of a block; what names it stands at its beginning
_LEAST_WORD = 6  # characters of a file or an id that tells a command from others
_MOST_SOURCE = 400
_WORD = re.compile(r"[\w./\-]+")


def _plain(name: str) -> str:
    """Return a name as files and modules share it: ``session_live`` and ``SessionLive``."""
    return name.replace("_", "").replace("-", "").lower()


def _is_module(stem: str, names: set[str]) -> bool:
    return len(stem) >= _LEAST_WORD and "_" in stem and _plain(stem) in names


HIDDEN = "the summary's text is not in the log"
"""What names a block where nobody can read the summary."""


class Fate(StrEnum):
    """What became of a block in a compaction."""

    KEPT = "kept"
    SUMMARISED = "summarised"
    GONE = "gone"


class Settled(NamedTuple):
    """A block and what became of it."""

    block: int
    fate: Fate
    named_by: str
    """What of it the summary has; "" where that is nothing."""


class Again(NamedTuple):
    """A result that brought back what a compaction took."""

    block: int
    request: int
    of: int
    share: float


class Compaction(NamedTuple):
    """A compaction. ``request`` is the first after it; sizes are in tokens.

    What was sent before is kept, summarised, gone or ``not_in_log``; what is sent after it is kept,
    the summary or ``added``. ``kept`` has the system prompt and the tools in it.
    """

    request: int
    trigger: str
    before: int
    before_recorded: bool
    after: int
    kept: int
    summarised: int
    gone: int
    not_in_log: int
    summary: int
    added: int
    blocks: tuple[Settled, ...]
    again: tuple[Again, ...]

    @property
    def freed(self) -> int:
        """Tokens that it freed."""
        return self.before - self.after


def compaction_at(
    log: SessionLog, sizes: Sizes, number: int, after: int, paths: Paths, lines: Lines
) -> Compaction:
    """Return the compaction between a request and the one before it on its path."""
    request = log.requests[number]
    parent = request.parent
    answered = log.requests[parent].answer
    there = dict.fromkeys([*paths.of(parent), *answered, *sorted(request.gone)])
    summary = [one for one in request.came if log.blocks[one].kind is BlockKind.SUMMARY]
    text = "\n".join(log.blocks[one].text for one in summary)
    path = set(paths.of(number))
    names = _Named(text, hidden=bool(summary) and not text)
    settled = tuple(
        Settled(one, Fate.KEPT, "") if one in path else names.settled(one, log.blocks[one])
        for one in there
    )
    by_fate = {fate: _tokens(sizes, settled, fate) for fate in Fate}
    rest = sizes.rests[parent] if parent >= 0 else Rest()
    now = sizes.rests[number]
    kept_outside = min(rest.outside or 0, now.outside or 0)
    kept = by_fate[Fate.KEPT] + kept_outside
    recorded = request.compaction.before if request.compaction is not None else None
    taken = kept + by_fate[Fate.SUMMARISED] + by_fate[Fate.GONE]
    before = taken + rest.tokens - kept_outside if recorded is None else recorded
    summarised = sum(sizes.tokens[one] for one in summary)
    return Compaction(
        number,
        request.compaction.trigger if request.compaction is not None else "",
        before,
        recorded is not None,
        after,
        kept,
        by_fate[Fate.SUMMARISED],
        by_fate[Fate.GONE],
        before - taken,
        summarised,
        after - kept - summarised,
        settled,
        tuple(_again(log, paths.until_compacted(number), _lost(settled), lines)),
    )


def _tokens(sizes: Sizes, settled: Iterable[Settled], fate: Fate) -> int:
    return sum(sizes.tokens[one.block] for one in settled if one.fate is fate)


def _lost(settled: Iterable[Settled]) -> list[int]:
    return [one.block for one in settled if one.fate is not Fate.KEPT]


def _again(
    log: SessionLog, following: Sequence[int], lost: Iterable[int], lines: Lines
) -> Iterable[Again]:
    """Yield what was read again by a compaction's requests."""
    arrivals = {block: number for number in following for block in log.requests[number].came}
    found = read_again(log.blocks, lost, arrivals, lines)
    for block, same in found.items():
        yield Again(block, arrivals[block], same.of, same.share)


class _Named:
    """Tells whether a summary names a block: its file, command or subject, or a line of it."""

    def __init__(self, summary: str, *, hidden: bool) -> None:
        self._summary = summary
        self._hidden = hidden  # encrypted: what it names cannot be told
        self._lines = {line.strip() for line in summary.splitlines()}
        words = {word.strip(".-/") for word in _WORD.findall(summary)}
        self._words = words | {word.rpartition("/")[2] for word in words}
        self._plain = {_plain(part) for word in words for part in word.split(".")}

    def settled(self, number: int, block: LogBlock) -> Settled:
        """Return what became of a block that is not kept."""
        by = HIDDEN if self._hidden else self.by(block)
        return Settled(number, Fate.SUMMARISED if by else Fate.GONE, by)

    def by(self, block: LogBlock) -> str:
        """Return what of a block the summary has, "" for nothing."""
        if not self._summary:
            return ""
        source = block.source
        if len(source) >= _LEAST_NAME and source in self._summary:
            return source
        for word in _WORD.findall(source[:_MOST_SOURCE]):
            last: str = word.strip(".-/").rpartition("/")[2]
            stem = last.partition(".")[0]
            telling = len(last) >= _LEAST_WORD and not last.isalpha()
            if telling and (last in self._words or _is_module(stem, self._plain)):
                return last
        for line in block.text.splitlines()[:_MOST_LINES]:
            plain = line.strip()
            if len(plain) >= _LEAST_LINE and plain in self._summary:
                return plain
        return ""
