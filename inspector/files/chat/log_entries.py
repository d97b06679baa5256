"""Logs of coding agents as entries: what each is, and which of them a request carried (N3).

``read_claude_code`` and ``read_codex`` (beside this module) turn records of a log into a ``Log``:
its threads (the conversation, and each side conversation), each as ``Stretch``es between two
compactions, and every record that is in none with the reason. The last stretch of a thread, in
order, is what its newest request carried; a request that an ``Entry`` answered carried the entries
before it in the same stretch. What an answer took (``usage``, as the log writes it), its model and
its ``answer`` (entries of one answer share it) stand on the entries, and ``parsed`` is the whole
record with its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeVar

from inspector.core.window.chunk import read_instant
from inspector.files.findings import Parsed

T = TypeVar("T")


class Said(Enum):
    """Who says what an entry holds."""

    PERSON = "person"
    INJECTED = "injected"  # by a program, under the role of the user
    SUMMARY = "summary"  # what a compaction made of what was before
    ASSISTANT = "assistant"
    RESULT = "result"
    INSTRUCTIONS = "instructions"


@dataclass(slots=True, eq=False)
class Entry:
    """What one record says, as a message or an item of a request has it.

    ``way`` leads to that part of the record; ``kind`` names what was injected; ``usage`` is the
    log's own account of the request that the entry answers.
    """

    parsed: Parsed
    position: int
    said: Said
    message: Mapping[str, Any]
    way: tuple[str | int, ...] = ()
    time_ms: int | None = None
    model: str | None = None
    usage: Mapping[str, Any] | None = None
    answer: str | None = None
    kind: str = ""

    @property
    def begins_turn(self) -> bool:
        """Whether a person begins a turn here, and does not speak into one that is under way."""
        return self.said is Said.PERSON and self.kind != QUEUED


@dataclass(slots=True)
class Stretch:
    """What was there between two compactions, in the order in which it is sent.

    The first ``kept`` entries are what the compaction left; ``compaction`` is its record.
    """

    entries: list[Entry]
    kept: int = 0
    compaction: Parsed | None = None


@dataclass(slots=True)
class Thread:
    """One conversation; ``name`` is empty for the main one, else that of the side conversation.

    ``window`` is the model's window, and ``tools`` are the definitions of tools, where the log
    records them.
    """

    name: str
    stretches: list[Stretch] = field(default_factory=list)
    window: int | None = None
    tools: tuple[Any, ...] = ()


@dataclass(slots=True)
class Log:
    """A log's conversations, and the records of which nothing was sent, each with its reason.

    Every record is an entry of a stretch or stands in ``left_out``; ``readings`` says what had to
    be decided, and ``unused`` names what is said beside records and not used.
    """

    threads: list[Thread] = field(default_factory=list)
    left_out: list[tuple[Parsed, str]] = field(default_factory=list)
    readings: dict[str, str] = field(default_factory=dict)
    unused: list[str] = field(default_factory=list)


QUEUED = "queued_command"
"""The kind of what a person typed while the agent was at work."""

ABANDONED = "abandoned: a rewind, a roll-back or another try left it behind"
TWICE = "stands twice: it counts once"
GROWN = "a snapshot that a later one holds"
NEVER_SENT = "a notice of the program, never sent"
SENT_WITH_NONE = "after the last request: sent with none"
NO_MESSAGE = "no part of the conversation"
UNREADABLE = "unreadable"


def way_from_root(leaf: T, parent_of: Callable[[T], T | None]) -> list[T]:
    """Return the way from the root to a leaf; one that runs in a circle begins where it closes."""
    way: list[T] = []
    seen: set[int] = set()
    at: T | None = leaf
    while at is not None and id(at) not in seen:
        seen.add(id(at))
        way.append(at)
        at = parent_of(at)
    return way[::-1]


def instant(value: object) -> int | None:
    """Return the milliseconds of a time as logs write it, None for anything else."""
    if not isinstance(value, str):
        return None
    try:
        return read_instant(value)
    except ValueError:
        return None
