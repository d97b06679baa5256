"""What a session is while its log is read: conversations, and what each request of them sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from inspector.core.timeline.log import BlockKind, LogCompaction, LogPlace, LogRequest, Usage
from inspector.files.bounds import exceeds
from inspector.files.chat.log_entries import LogEntry, Origin
from inspector.files.findings import Parsed
from inspector.files.importers.imported import MOST_SENT
from inspector.files.session_logs.blocks import Drafts, first_words

KINDS = {
    Origin.PERSON: BlockKind.USER,
    Origin.INJECTED: BlockKind.INJECTED,
    Origin.SUMMARY: BlockKind.SUMMARY,
    Origin.ASSISTANT: BlockKind.ASSISTANT,
    Origin.RESULT: BlockKind.INJECTED,  # texts beside a result, such as reminders
    Origin.INSTRUCTIONS: BlockKind.SYSTEM,
}
"""What the texts of an entry are, by who says it."""


@dataclass(slots=True, eq=False)
class LoggedRequest:
    """A request while a log is read; its place is that of the first record of its answer."""

    id: str
    place: LogPlace
    path: list[int]
    """The blocks that it sent."""
    parent: LoggedRequest | None = None
    time_ms: int | None = None
    model: str = ""
    window: int | None = None
    usage: Usage | None = None
    answer: list[int] = field(default_factory=list)
    compaction: LogCompaction | None = None
    turn: int = 0
    abandoned: bool = False


class TooLongError(Exception):
    """A conversation in which every request sends all that was before, over and over."""

    def __init__(self, place: LogPlace) -> None:
        super().__init__(f"line {place.line}")
        self.place = place


@dataclass(slots=True)
class Conversation:
    """One conversation of a log: ``name`` is empty for the main one."""

    name: str
    drafts: Drafts
    asked: list[LoggedRequest] = field(default_factory=list)
    turns: list[str] = field(default_factory=list)
    agents: dict[str, str] = field(default_factory=dict)
    """The ids of the calls that started subagents, by the name of each or what it was told."""
    carried: int = 0
    """The blocks that its requests send, each counted once a request."""

    def ask(self, request: LoggedRequest) -> None:
        """Take the next request. Raises ``TooLongError`` where they send more than is read."""
        self.carried += len(request.path)
        if exceeds(self.carried, MOST_SENT):
            raise TooLongError(request.place)
        self.asked.append(request)

    def requests(self) -> tuple[LogRequest, ...]:
        """Return the requests in the order of the log, each behind the one it goes on from."""
        places: dict[int, LogPlace] = {}
        for one in self.asked:
            before = places.get(id(one.parent), one.place)
            places[id(one)] = max(one.place, before)
        order = sorted(self.asked, key=lambda one: places[id(one)])
        number = {id(one): place for place, one in enumerate(order)}
        return tuple(_request(one, number) for one in order)


def _request(one: LoggedRequest, number: Mapping[int, int]) -> LogRequest:
    parent = number[id(one.parent)] if one.parent is not None else -1
    before = set(one.parent.path) if one.parent is not None else set()
    there = set(one.path)
    return LogRequest(
        one.id,
        one.place,
        one.time_ms,
        one.model,
        one.window,
        one.usage,
        parent,
        tuple(block for block in one.path if block not in before),
        frozenset(before - there),
        tuple(one.answer),
        one.compaction,
        one.turn,
        one.abandoned,
    )


def whole(value: object) -> int:
    """Return a number of tokens, 0 for what is none."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
        return 0
    return int(value)


def place_of(parsed: Parsed, file: int) -> LogPlace:
    """Return the line of a record."""
    return LogPlace(file, parsed.place().line or 0)


def words_of(entry: LogEntry) -> str:
    """Return how a message begins."""
    content = entry.message.get("content")
    parts = content if isinstance(content, list) else [content]
    texts = (part.get("text") if isinstance(part, Mapping) else part for part in parts)
    return first_words(" ".join(text for text in texts if isinstance(text, str)))
