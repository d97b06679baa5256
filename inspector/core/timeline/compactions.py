"""What compactions took: kept word for word, summarised, gone, and what was read again later."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from inspector.core.timeline.alike import Lines, read_again
from inspector.core.timeline.log import BlockKind, LogBlock, SessionLog
from inspector.core.timeline.sizes import Paths, Rest, Sizes

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

    @property
    def after_request(self) -> int:
        """The number of the last request before it, counted from 1."""
        return self.request


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
