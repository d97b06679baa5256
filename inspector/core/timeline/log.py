"""What a log says of a session: its requests, and the blocks that each of them sent.

A request names the one before it on its path, what came since and what is gone. The path is what
is sent: the blocks of the one before, without what is gone, and with what came behind them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from inspector.core.model_facts import Known


class BlockKind(StrEnum):
    """What a part of a message is."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    THINKING = "thinking"
    CALL = "call"
    RESULT = "result"
    INJECTED = "injected"
    SUMMARY = "summary"
    IMAGE = "image"


ANSWERED = frozenset((BlockKind.ASSISTANT, BlockKind.THINKING, BlockKind.CALL))
"""The kinds that a model writes."""


class LogPlace(NamedTuple):
    """Where something stands: the number of its file among those of the log, and its line."""

    file: int
    line: int


_BEGINNING = LogPlace(0, 0)


@dataclass(frozen=True, slots=True, eq=False)
class LogBlock:
    """A part of a message. ``size`` is in tokens, ``known`` says how the size is known."""

    kind: BlockKind
    name: str
    """What a person knows it by: a file, a command, the first words."""
    text: str
    place: LogPlace
    size: int = 0
    known: Known = Known.ESTIMATED
    tool: str = ""
    call: str = ""
    """The id that a call and its result share."""
    source: str = ""
    """The file, pattern or command that a call names, whole; a result has that of its call."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What the log records of a request, in tokens. What was sent is fresh, written and read."""

    fresh: int
    written: int = 0
    read: int = 0
    output: int | None = None
    reasoning: int | None = None
    written_for_an_hour: int = 0
    """Of what was written to the cache, what stays there for an hour."""
    caches: bool = True
    """Whether the log tells what was read from a cache."""

    @property
    def sent(self) -> int:
        """Everything that was sent."""
        return self.fresh + self.written + self.read


@dataclass(frozen=True, slots=True)
class LogCompaction:
    """A compaction, as the log tells it: what led to it, and the tokens before, where recorded."""

    trigger: str = ""
    before: int | None = None
    place: LogPlace = _BEGINNING


@dataclass(frozen=True, slots=True, eq=False)
class LogRequest:
    """A request to a model. Blocks are numbers into the log's, ``parent`` into its requests."""

    id: str
    place: LogPlace
    time_ms: int | None = None
    model: str = ""
    window: int | None = None
    usage: Usage | None = None
    parent: int = -1
    came: tuple[int, ...] = ()
    gone: frozenset[int] = frozenset()
    answer: tuple[int, ...] = ()
    """The blocks that the model answered with."""
    compaction: LogCompaction | None = None
    """The compaction between the request before it and this one."""
    turn: int = 0
    """The number of the turn of a person that it belongs to; 0 before the first."""
    abandoned: bool = False
    """Whether a rewind or a roll-back left it behind."""


@dataclass(frozen=True, slots=True, eq=False)
class SessionLog:
    """A session as it was read. ``files`` are those that places number."""

    title: str
    what: str
    """Which program or format wrote it."""
    files: tuple[str, ...]
    blocks: tuple[LogBlock, ...]
    requests: tuple[LogRequest, ...]
    turns: tuple[str, ...] = ()
    """What a person said at the beginning of each turn."""
    counted_by: str = ""
    """What sizes are counted or estimated with."""
    rough: bool = False
    """Whether sizes are estimated from the number of characters alone."""
    children: tuple[tuple[int, SessionLog], ...] = field(default=())
    """Sessions of subagents, each with the request that started it; -1 where none is known."""
