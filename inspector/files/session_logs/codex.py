"""Sessions of Codex: requests by their token counts, whose items stand between two of them.

The log repeats a count when a turn goes on; it is a request's only where the sum of all has grown.
A log without counts has a request for each run of items that a model wrote.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from inspector.core.timeline.log import BlockKind, LogCompaction
from inspector.files.chat.codex_log import read_codex
from inspector.files.chat.log_entries import ABANDONED, Log, LogEntry, Origin, instant
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


def read_sessions(records: Sequence[Parsed], file: int) -> tuple[list[Conversation], Log]:
    """Return the conversation of a log."""
    log = read_codex(records)
    reading = _Reading(log, file)
    for parsed in records:
        if isinstance(parsed.value, Mapping):
            reading.read(parsed)
    reading.close()
    return [reading.talk], log


class _Reading:
    """Walks over the records in the order of the file."""

    def __init__(self, log: Log, file: int) -> None:
        self.talk = Conversation("", Drafts())
        self.file = file
        stretches = [stretch for thread in log.threads for stretch in thread.stretches]
        self.entries: dict[int, LogEntry] = {}
        self.kept: dict[int, list[LogEntry]] = {}
        for stretch in stretches:
            if stretch.compaction is not None:
                self.kept[id(stretch.compaction)] = stretch.entries[: stretch.kept]
            for entry in stretch.entries[stretch.kept :]:
                self.entries[id(entry.parsed)] = entry
        self.abandoned = {id(parsed) for parsed, why in log.left_out if why == ABANDONED}
        self.path: list[int | LoggedRequest | None] = []
        """Blocks and requests in order, and None where a turn begins."""
        self.open: LoggedRequest | None = None
        self.sum: object = None
        self.counts = False
        self.model = ""
        self.window: int | None = None
        self.compaction: LogCompaction | None = None

    def read(self, parsed: Parsed) -> None:
        """Read the next record."""
        payload = parsed.value.get("payload")
        payload = payload if isinstance(payload, Mapping) else {}
        kind, inner = parsed.value.get("type"), payload.get("type")
        if kind == "turn_context":
            named = payload.get("model")
            self.model = named if isinstance(named, str) else self.model
        elif kind == "compacted":
            self._compact(parsed)
        elif kind == "event_msg" and inner == "thread_rolled_back":
            self._roll_back(whole(payload.get("num_turns")))
        elif kind == "event_msg" and inner in ("token_count", "task_started", "turn_started"):
            self._count(parsed, payload)
        else:
            entry = self._entry(parsed, payload)
            if entry is not None:
                self._take(entry)

    def _entry(self, parsed: Parsed, payload: Mapping[str, Any]) -> LogEntry | None:
        entry = self.entries.get(id(parsed))
        if entry is not None or id(parsed) not in self.abandoned:
            return entry
        kind, role = str(payload.get("type")), payload.get("role")
        said = Origin.RESULT if kind.endswith("_output") else Origin.ASSISTANT
        if role == "user":
            said = Origin.PERSON
        elif role in ("system", "developer"):
            said = Origin.INSTRUCTIONS
        return LogEntry(
            parsed, 0, said, payload, ("payload",), instant(parsed.value.get("timestamp"))
        )

    def _take(self, entry: LogEntry) -> None:
        answers = entry.origin is Origin.ASSISTANT
        if answers and self.open is None:
            self._ask(entry)
        elif not answers and (not self.counts or entry.origin is Origin.PERSON):
            self.close()
        if entry.begins_turn:
            self.talk.turns.append(words_of(entry))
            self.path.append(None)
        blocks = self.talk.read(entry, self.file)
        if answers and self.open is not None:
            self.open.answer += blocks
            if id(entry.parsed) in self.abandoned:
                self.open.abandoned = True
        self.path += blocks

    def _ask(self, entry: LogEntry) -> None:
        self.open = self._asked(entry.parsed, entry.time_ms)

    def _asked(self, parsed: Parsed, time: int | None) -> LoggedRequest:
        parent = next((one for one in reversed(self.path) if isinstance(one, LoggedRequest)), None)
        asked = LoggedRequest(
            f"request {len(self.talk.asked) + 1}",
            place_of(parsed, self.file),
            [one for one in self.path if isinstance(one, int)],
            parent,
            time,
            self.model,
            self.window,
            compaction=self.compaction if parent is not None else None,
            turn=len(self.talk.turns),
        )
        self.compaction = None
        self.talk.ask(asked)
        self.path.append(asked)
        return asked

    def close(self) -> None:
        """End the answer that is under way."""
        self.open = None

    def _count(self, parsed: Parsed, payload: Mapping[str, Any]) -> None:
        about = payload.get("info")
        about = about if isinstance(about, Mapping) else payload
        self.window = whole(about.get("model_context_window")) or self.window
        last, total = about.get("last_token_usage"), about.get("total_token_usage")
        if not isinstance(last, Mapping) and isinstance(total, Mapping):
            before = self.sum if isinstance(self.sum, Mapping) else {}
            last = {name: whole(of) - whole(before.get(name)) for name, of in total.items()}
        if not isinstance(last, Mapping):
            return
        self.counts = True
        grown = total != self.sum if isinstance(total, Mapping) else self.open is not None
        self.sum = total
        usage = usage_of(last)
        if usage is None or not grown:
            return
        asked = self.open or self._asked(parsed, instant(parsed.value.get("timestamp")))
        asked.usage, asked.window = usage, self.window
        self.close()

    def _roll_back(self, turns: int) -> None:
        self.close()
        while turns and self.path:
            if self.path.pop() is None:
                turns -= 1

    def _compact(self, parsed: Parsed) -> None:
        """Begin a path with what a compaction leaves; blocks that are there stay the same."""
        self.close()
        last = next((one for one in reversed(self.path) if isinstance(one, LoggedRequest)), None)
        there: dict[tuple[BlockKind, str], list[int]] = {}
        for one in self.path:
            if isinstance(one, int):
                draft = self.talk.drafts.all[one]
                there.setdefault((draft.kind, draft.text), []).append(one)
        path: list[int | LoggedRequest | None] = [last] if last is not None else []
        for entry in self.kept.get(id(parsed), ()):
            if entry.parsed is not parsed:
                path += self.talk.read(entry, self.file)
                continue
            start = len(self.talk.drafts.all)
            for block in self.talk.read(entry, self.file):
                draft = self.talk.drafts.all[block]
                same = there.get((draft.kind, draft.text))
                path.append(same.pop(0) if same else block)
            if all(one not in path for one in range(start, len(self.talk.drafts.all))):
                del self.talk.drafts.all[start:]
        self.path = path
        self.compaction = LogCompaction("", None, place_of(parsed, self.file))
