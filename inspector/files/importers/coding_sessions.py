"""Sessions of coding agents: one placement for each turn, side conversations kept apart.

A turn begins where a person says something. Its payload holds all that the model had by the end of
it; what a compaction replaced is not there any more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from inspector.core.window.chunk import Chunk, ChunkType, read_instant
from inspector.files.chat import chunks_from_chat
from inspector.files.findings import Parsed, add_lint
from inspector.files.importers.imported import (
    Foreign,
    Head,
    Imported,
    Importer,
    Payload,
    by_marks,
    listed,
    member,
    text_at,
)

_MESSAGE = ("role", "content", "tool_calls", "tool_call_id", "name")
_TOOL_PARTS = ("tool_result", "tool_use")


@dataclass(slots=True)
class _Thread:
    """One conversation: its messages or items in order, and where its turns begin."""

    name: str
    entries: list[Any] = field(default_factory=list)
    origins: list[Parsed] = field(default_factory=list)
    times: list[int | None] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    restarts: list[int] = field(default_factory=list)
    model: str | None = None

    def add(self, entry: Any, origin: Parsed, time: object = None) -> None:
        if _said_by_person(entry):
            self.turns.append(len(self.entries))
        self.entries.append(entry)
        self.origins.append(origin)
        self.times.append(_instant(time))

    def compact(self) -> None:
        """Let what was said so far be replaced by what follows."""
        self.restarts.append(len(self.entries))

    def payloads(self, foreign: Foreign) -> Iterator[Payload]:
        chunks, problems = chunks_from_chat(self.entries)
        for problem in problems:
            place, _, rest = (problem.place.pointer or "").lstrip("/").partition("/")
            origin = self.origins[int(place)] if place.isdecimal() else self.origins[0]
            add_lint([problem.at(origin.place())] if rest else [problem], origin, foreign.found)
        dated = [self._dated(chunk) for chunk in chunks]
        ends = [*self.turns[1:], len(self.entries)] if self.turns else [len(self.entries)]
        for number, end in enumerate(ends, 1):
            start = max((one for one in self.restarts if one < end), default=0)
            said = self.turns[number - 1] if self.turns else -1
            after = " (after a compaction)" if start else ""
            there = ((place, chunk) for place, chunk in dated if start <= place < end)
            yield Payload(
                f"{self.name}turn {number}{after}",
                tuple(_of_turn(place, chunk, said) for place, chunk in there),
                self.model,
            )

    def _dated(self, chunk: Chunk) -> tuple[int, Chunk]:
        place = int(chunk.id.partition("/")[0])
        time = self.times[place]
        return place, chunk if time is None else chunk.model_copy(update={"timestamp_ms": time})


def _of_turn(place: int, chunk: Chunk, said: int) -> Chunk:
    """Return a chunk as it stands in a turn: what began the turn is the current prompt."""
    if chunk.type not in (ChunkType.CHAT_HISTORY_USER, ChunkType.CURRENT_USER_PROMPT):
        return chunk
    kind = ChunkType.CURRENT_USER_PROMPT if place == said else ChunkType.CHAT_HISTORY_USER
    return chunk if chunk.type is kind else chunk.model_copy(update={"type": kind})


def _said_by_person(entry: Any) -> bool:
    if member(entry, "role") != "user":
        return False
    content = entry.get("content")
    if not isinstance(content, list):
        return bool(content)
    return any(member(part, "type") not in _TOOL_PARTS for part in content)


def _instant(value: object) -> int | None:
    if not isinstance(value, str):
        return None
    try:
        return read_instant(value)
    except ValueError:
        return None


def _read_claude_code(foreign: Foreign) -> Imported | None:
    threads: dict[str, _Thread] = {}
    for parsed in foreign.records():
        event = parsed.value
        message = member(event, "message")
        side = bool(member(event, "isSidechain"))
        key = str(member(event, "agentId") or "side") if side else ""
        if key not in threads:
            label = f"side conversation {len(threads)}, " if side else ""
            threads[key] = _Thread(label)
        thread = threads[key]
        if member(event, "subtype") == "compact_boundary":
            thread.compact()
        if not isinstance(message, Mapping) or "role" not in message:
            continue
        # Before version 2 there was no boundary: the summary itself is where it begins.
        if member(event, "isCompactSummary") and thread.restarts[-1:] != [len(thread.entries)]:
            thread.compact()
        thread.model = text_at(message, "model") or thread.model
        kept = {name: message[name] for name in ("role", "content") if name in message}
        thread.add(kept, parsed, member(event, "timestamp"))
    return _turns("session of Claude Code", threads.values(), foreign)


def _read_codex(foreign: Foreign) -> Imported | None:
    thread = _Thread("")
    for parsed in foreign.records():
        event = parsed.value
        kind, payload = member(event, "type"), member(event, "payload")
        time = member(event, "timestamp")
        if kind == "session_meta":
            said = member(payload, "base_instructions/text") or member(payload, "instructions")
            if isinstance(said, str) and said:
                thread.add({"role": "system", "content": said}, parsed, time)
        elif kind == "turn_context":
            thread.model = text_at(payload, "model") or thread.model
        elif kind == "compacted":
            thread.compact()
            for one in listed(payload, "replacement_history"):
                thread.add(one, parsed, time)
            if isinstance(member(payload, "message"), str) and payload["message"]:
                thread.add({"role": "assistant", "content": payload["message"]}, parsed, time)
        elif kind == "response_item" and isinstance(payload, Mapping):
            thread.add(payload, parsed, time)
        elif isinstance(event, Mapping) and kind in ("message", "function_call"):
            thread.add(event, parsed, time)
    return _turns("session of Codex", (thread,), foreign)


def _read_trajectory(foreign: Foreign) -> Imported | None:
    payloads: list[Payload] = []
    for parsed in foreign.records():
        history = member(parsed.value, "history") or member(parsed.value, "messages")
        way = "history" if member(parsed.value, "history") else "messages"
        steps = member(parsed.value, "trajectory")
        if not isinstance(history, list):
            history = list(_as_messages(steps)) if isinstance(steps, list) else None
        if not history:
            foreign.leave_out(parsed, "This trajectory has no history", "Export it with one.")
            continue
        kept = [
            {name: one[name] for name in _MESSAGE if one.get(name) is not None}
            for one in history
            if isinstance(one, Mapping)
        ]
        named = member(parsed.value, "info/config/model/model_name") or member(
            parsed.value, "replay_config/agent/model/name"
        )
        chunks, problems = chunks_from_chat(kept)
        inside = parsed.child(way) if way in parsed.value else parsed
        add_lint(problems, inside, foreign.found)
        payloads += _by_step(kept, chunks, named if isinstance(named, str) else None)
    return Imported("trajectory of an agent", payloads=tuple(payloads)) if payloads else None


def _as_messages(steps: list[Any]) -> Iterator[dict[str, Any]]:
    for step in steps:
        for name, role in (("response", "assistant"), ("observation", "user")):
            text = member(step, name) or (member(step, "thought") if role == "assistant" else None)
            if isinstance(text, str) and text:
                yield {"role": role, "content": text}


def _by_step(history: list[Any], chunks: list[Chunk], model: str | None) -> Iterator[Payload]:
    """Give what was sent before each answer of the model."""
    answers = [place for place, one in enumerate(history) if one.get("role") == "assistant"]
    for number, end in enumerate(answers or [len(history)], 1):
        said = max(
            (place for place in range(end) if history[place].get("role") == "user"), default=-1
        )
        kept = ((int(chunk.id.partition("/")[0]), chunk) for chunk in chunks)
        sent = tuple(_of_turn(place, chunk, said) for place, chunk in kept if place < end)
        if sent:
            yield Payload(f"step {number}", sent, model)


def _turns(title: str, threads: Iterable[_Thread], foreign: Foreign) -> Imported | None:
    payloads = [
        payload
        for thread in threads
        if thread.entries
        for payload in thread.payloads(foreign)
        if payload.chunks
    ]
    return Imported(title, payloads=tuple(payloads)) if payloads else None


def _sniff_claude_code(head: Head) -> float:
    kinds = {text_at(one, "type") for one in head.records}
    named = head.has("sessionId", "message") or head.has("uuid", "message", "parentUuid")
    return 0.95 if named and kinds & {"user", "assistant"} else 0.0


def _sniff_codex(head: Head) -> float:
    if head.has("type", "payload", "timestamp"):
        kinds = {text_at(one, "type") for one in head.records}
        return 0.95 if kinds & {"session_meta", "response_item", "event_msg"} else 0.0
    items = [one for one in head.records if member(one, "type") in ("message", "function_call")]
    return 0.8 if items and head.has("id", "timestamp") and head.has("role", "content") else 0.0


_TRAJECTORY = (("trajectory", "info"), ("trajectory", "history"), ("messages", "trajectory_format"))

IMPORTERS = (
    Importer(
        "claude-code",
        "session of Claude Code",
        (("sessionId", "message", "type"),),
        _sniff_claude_code,
        _read_claude_code,
    ),
    Importer(
        "codex",
        "session of Codex",
        (("timestamp", "type", "payload"),),
        _sniff_codex,
        _read_codex,
    ),
    Importer(
        "trajectory",
        "trajectory of an agent",
        _TRAJECTORY,
        by_marks(*_TRAJECTORY, sure=0.95),
        _read_trajectory,
    ),
)
