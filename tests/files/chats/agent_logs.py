"""Logs of coding agents as their programs write them, in a few words each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from inspector.core.problems import Place
from inspector.files.chat.log_entries import Log, LogEntry
from inspector.files.findings import Parsed

Record = dict[str, Any]


class _Line:
    def __init__(self, number: int) -> None:
        self.number = number

    def place(self, parts: tuple[str | int, ...], *, key: bool = False) -> Place:
        return Place(line=self.number)


def parsed(records: Iterable[object]) -> list[Parsed]:
    """Return records as the lines of a file."""
    return [Parsed(record, _Line(number)) for number, record in enumerate(records, 1)]


def node(uuid: str, parent: str | None, role: str, content: object, **more: object) -> Record:
    """Return a line of Claude Code; ``answer`` is the id of the message that it is part of."""
    message: Record = {"role": role, "content": content}
    if role == "assistant":
        message |= {"id": more.pop("answer", uuid), "model": more.pop("model", "m")}
    return {
        "type": role,
        "sessionId": "s",
        "uuid": uuid,
        "parentUuid": parent,
        "message": message,
        **more,
    }


def call(name: str) -> list[Record]:
    return [{"type": "tool_use", "id": name, "name": "f", "input": {}}]


def result(name: str, text: str = "found") -> list[Record]:
    return [{"type": "tool_result", "tool_use_id": name, "content": text}]


def item(role: str, text: str, time: int = 0) -> Record:
    """Return a line of Codex with a message."""
    content = [{"type": "input_text", "text": text}]
    payload = {"type": "message", "role": role, "content": content}
    return {
        "timestamp": f"2026-01-01T00:00:{time:02}Z",
        "type": "response_item",
        "payload": payload,
    }


def event(kind: str, **more: object) -> Record:
    stamp = "2026-01-01T00:00:00Z"
    return {"timestamp": stamp, "type": "event_msg", "payload": {"type": kind, **more}}


def text_of(entry: LogEntry) -> str:
    """Return what an entry says, a call and a result by its id."""
    content = entry.message.get("content")
    if isinstance(content, str):
        return content
    (part,) = content if isinstance(content, list) else ({},)
    return str(part.get("text") or part.get("id") or f"to {part.get('tool_use_id')}")


def stretches(log: Log) -> list[list[str]]:
    """Return what the conversation's stretches hold."""
    return [[text_of(entry) for entry in one.entries] for one in log.threads[0].stretches]


def reasons(log: Log) -> list[tuple[int | None, str]]:
    """Return the lines of what was left out with the first word of the reason."""
    return sorted((one.place().line, reason.split()[0].rstrip(":")) for one, reason in log.left_out)
