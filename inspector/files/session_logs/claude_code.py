"""Sessions of Claude Code: one request for each answer, with the usage that its last part records.

An answer is written part by part, its tools may run in between, and all parts record the usage of
the one request. What a rewind left behind was asked and paid for: its requests are *abandoned*.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from inspector.core.timeline.log import LogCompaction
from inspector.files.chat.claude_code_log import read_claude_code
from inspector.files.chat.claude_code_records import entry_of, results
from inspector.files.chat.log_entries import ABANDONED, Log, LogEntry, Origin, Stretch
from inspector.files.findings import Parsed
from inspector.files.session_logs.blocks import Drafts
from inspector.files.session_logs.conversations import (
    Conversation,
    LoggedRequest,
    place_of,
    usage_of,
    whole,
    words_of,
)

_Behind = tuple[list[int], "LoggedRequest | None"]
"""The blocks of a path, and the request that was made last on it."""


def read_sessions(records: Sequence[Parsed], file: int) -> tuple[list[Conversation], Log]:
    """Return the conversations of a log, side conversations by the names of their agents."""
    log = read_claude_code(records)
    talks = []
    for thread in log.threads:
        reading = _Reading(Conversation(thread.name, Drafts()), file)
        for stretch in thread.stretches:
            reading.read(stretch)
        talks.append(reading)
    main = next((one for one in talks if not one.talk.name), None)
    if main is not None:
        main.read_abandoned(one for one, why in log.left_out if why == ABANDONED)
    return [one.talk for one in talks], log


class _Reading:
    """Reads the stretches of one conversation, then what rewinds of it left behind."""

    def __init__(self, talk: Conversation, file: int) -> None:
        self.talk = talk
        self.file = file
        self.answers: dict[str, LoggedRequest] = {}
        self.last: LoggedRequest | None = None
        self.paths: list[list[int]] = []
        self.behind: dict[str, tuple[int, int, LoggedRequest | None]] = {}
        """Of each record: its stretch, the length of the path behind it, the last request."""

    def read(self, stretch: Stretch) -> None:
        """Read what was sent between two compactions."""
        path: list[int] = []
        compaction = None
        if self.last is not None and stretch.compaction is not None:
            compaction = _compaction(stretch.compaction, self.file)
        unnamed: LoggedRequest | None = None
        for place, entry in enumerate(stretch.entries):
            if place >= stretch.kept and entry.origin is Origin.ASSISTANT:
                asked = self.answers.get(entry.answer) if entry.answer else unnamed
                if asked is None:
                    asked = self._ask(entry, path, self.last, compaction)
                    self.last, compaction = asked, None
                unnamed = None if entry.answer else asked
                path += self._answer(entry, asked)
            else:
                unnamed = None
                if entry.begins_turn and entry not in self.talk.blocks:
                    self.talk.turns.append(words_of(entry))
                path += self.talk.read(entry, self.file)
                self._note_agent(entry)
            identity = entry.parsed.value.get("uuid")
            if isinstance(identity, str):
                self.behind[identity] = len(self.paths), len(path), self.last
        self.paths.append(path)

    def _ask(
        self,
        entry: LogEntry,
        path: list[int],
        parent: LoggedRequest | None,
        compaction: LogCompaction | None = None,
    ) -> LoggedRequest:
        asked = LoggedRequest(
            entry.answer or f"request {len(self.talk.asked) + 1}",
            place_of(entry.parsed, self.file),
            list(path),
            parent,
            entry.time_ms,
            entry.model or "",
            compaction=compaction,
            turn=len(self.talk.turns),
        )
        self.talk.ask(asked)
        if entry.answer:
            self.answers[entry.answer] = asked
        return asked

    def _answer(self, entry: LogEntry, asked: LoggedRequest) -> range:
        blocks = self.talk.read(entry, self.file)
        asked.answer += [block for block in blocks if block not in asked.answer]
        asked.usage = usage_of(entry.usage) or asked.usage
        asked.model = asked.model or entry.model or ""
        for part in _calls(entry):
            told = part.get("input")
            prompt = told.get("prompt") if isinstance(told, Mapping) else None
            if isinstance(prompt, str):
                self.talk.agents.setdefault(prompt.strip(), str(part.get("id")))
        return blocks

    def _note_agent(self, entry: LogEntry) -> None:
        about = entry.parsed.value.get("toolUseResult")
        agent = about.get("agentId") if isinstance(about, Mapping) else None
        if isinstance(agent, str):
            self.talk.agents.update((agent, str(call)) for call in results(entry))

    def read_abandoned(self, left: Iterable[Parsed]) -> None:
        """Read the requests that rewinds left behind, each on the path that it was on."""
        behind: dict[str, _Behind] = {}
        found: dict[str, LoggedRequest] = {}
        for parsed in sorted(left, key=lambda one: place_of(one, self.file)):
            entry, _ = entry_of(parsed, 0)
            path, last = self._before(parsed, behind)
            if entry is not None and entry.origin is Origin.ASSISTANT:
                if entry.answer in self.answers and entry.answer not in found:
                    continue  # a part of an answer that is on the path
                asked = found.get(entry.answer or "")
                if asked is None:
                    asked = self._ask(entry, path, last)
                    asked.abandoned = True
                    asked.turn = last.turn if last is not None else 0
                    found[entry.answer or asked.id] = asked
                path, last = [*path, *self._answer(entry, asked)], asked
            elif entry is not None:
                path = [*path, *self.talk.read(entry, self.file)]
            identity = parsed.value.get("uuid")
            if isinstance(identity, str):
                behind[identity] = path, last

    def _before(self, parsed: Parsed, behind: Mapping[str, _Behind]) -> _Behind:
        parent = str(parsed.value.get("parentUuid"))
        if parent in behind:
            return behind[parent]
        if parent in self.behind:
            stretch, length, last = self.behind[parent]
            return self.paths[stretch][:length], last
        return [], None


def _calls(entry: LogEntry) -> Iterable[Mapping[str, Any]]:
    content = entry.message.get("content")
    for part in content if isinstance(content, list) else ():
        if isinstance(part, Mapping) and part.get("type") == "tool_use":
            yield part


def _compaction(parsed: Parsed, file: int) -> LogCompaction:
    about = parsed.value.get("compactMetadata") or parsed.value.get("microcompactMetadata")
    about = about if isinstance(about, Mapping) else {}
    trigger = about.get("trigger")
    before = whole(about.get("preTokens"))
    said = trigger if isinstance(trigger, str) else ""
    return LogCompaction(said, before or None, place_of(parsed, file))
