"""What a session is while its log is read: conversations, and what each request sent and took."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from inspector.core.timeline.log import BlockKind, LogCompaction, LogPlace, LogRequest, Usage
from inspector.files.bounds import exceeds
from inspector.files.chat.log_entries import LogEntry, Origin
from inspector.files.findings import Parsed
from inspector.files.importers.imported import MOST_SENT, member
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
    blocks: dict[LogEntry, range] = field(default_factory=dict)
    """Those of each entry that was read."""

    def read(self, entry: LogEntry, file: int) -> range:
        """Return the blocks of an entry, which are added when it is first read."""
        if entry not in self.blocks:
            place = place_of(entry.parsed, file)
            self.blocks[entry] = self.drafts.add(entry.message, KINDS[entry.origin], place)
        return self.blocks[entry]

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


SENT = ("input_tokens", "prompt_tokens", "inputTokens", "promptTokens", "promptTokenCount")
OUTPUT = (
    "output_tokens",
    "completion_tokens",
    "outputTokens",
    "completionTokens",
    "candidatesTokenCount",
)
_READ = (
    "cached_tokens",
    "prompt_tokens_details/cached_tokens",
    "input_tokens_details/cached_tokens",
    "inputTokenDetails/cacheReadTokens",
    "cachedInputTokens",
    "cachedContentTokenCount",
    "prompt_details/cache_read",
    "prompt_details/cache_input",
    "cache_read/input_tokens",
    "cached_input_tokens",
)
_WRITTEN = (
    "prompt_details/cache_write",
    "cache_creation/input_tokens",
    "extra/cache_creation_input_tokens",
)
_APART = ("cache_creation_input_tokens", "cache_read_input_tokens")
_REASONING = (
    "completion_tokens_details/reasoning_tokens",
    "output_tokens_details/reasoning_tokens",
    "completion_details/reasoning",
    "reasoning/output_tokens",
    "reasoning_tokens",
    "reasoning_output_tokens",
)


def usage_of(usage: object) -> Usage | None:
    """Return what a request took, in the words of any vendor; None where nothing is recorded."""
    if not isinstance(usage, Mapping):
        return None
    sent, output = number_at(usage, SENT), number_at(usage, OUTPUT)
    if (sent is None or "input_tokens" in usage) and any(name in usage for name in _APART):
        # One vendor counts apart what was cached.
        written, read = (whole(usage.get(name)) for name in _APART)
        hour = whole(member(usage, "cache_creation/ephemeral_1h_input_tokens"))
        told = _APART[1] in usage
        found = Usage(sent or 0, written, read, output, None, hour, caches=told)
        return found if found.sent else None
    return usage_in_all(usage, sent, output)


def usage_in_all(usage: Mapping[str, Any], sent: int | None, output: int | None) -> Usage | None:
    """Return what a request took, of which ``sent`` has what was written to a cache and read."""
    if not sent:
        return None
    told = number_at(usage, _READ)
    read = min(told or 0, sent)
    written = min(number_at(usage, _WRITTEN) or 0, sent - read)
    reasoning = number_at(usage, _REASONING)
    return Usage(sent - read - written, written, read, output, reasoning, caches=told is not None)


def number_at(usage: Mapping[str, Any], names: Sequence[str]) -> int | None:
    """Return the number of tokens at the first of several ways that has one."""
    for name in names:
        value = member(usage, name)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return whole(value)
    return None


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
