"""Logs of sessions for tests: written line by line, with the usage that each request records."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from inspector.core.model_facts import Known
from inspector.core.timeline.log import (
    BlockKind,
    LogBlock,
    LogPlace,
    LogRequest,
    SessionLog,
    Usage,
)


def block(size: int, kind: BlockKind = BlockKind.RESULT, text: str = "", **more: Any) -> LogBlock:
    """Return a block of a counted size."""
    return LogBlock(kind, kind.value, text, LogPlace(0, 1), size, Known.COUNTED, **more)


def request(came: Iterable[int], sent: int | None, parent: int = -1, **more: Any) -> LogRequest:
    """Return a request that recorded what it sent, if anything."""
    usage = None if sent is None else Usage(sent)
    more = {"usage": usage, "model": "m"} | more
    return LogRequest("r", LogPlace(0, 1), parent=parent, came=tuple(came), **more)


def log_of(blocks: Sequence[LogBlock], requests: Sequence[LogRequest], **more: Any) -> SessionLog:
    """Return a log of blocks and requests."""
    return SessionLog("s", "test", ("s.jsonl",), tuple(blocks), tuple(requests), **more)


class ClaudeLog:
    """Writes a log of Claude Code: what a person says, answers part by part, results."""

    def __init__(self) -> None:
        self.records: list[dict[str, Any]] = []
        self._last: str | None = None

    def _add(self, kind: str, parent: str | None = None, **more: Any) -> str:
        name = f"u{len(self.records) + 1}"
        record = {
            "type": kind,
            "sessionId": "s",
            "uuid": name,
            "parentUuid": parent if parent is not None else self._last,
            "isSidechain": False,
            "timestamp": f"2026-05-01T10:{len(self.records):02d}:00.000Z",
        }
        self.records.append(record | more)
        self._last = name
        return name

    def say(self, text: str, parent: str | None = None) -> str:
        """Let a person say something."""
        return self._add("user", parent, message={"role": "user", "content": text})

    def answer(self, name: str, part: dict[str, Any], usage: dict[str, int] | None) -> str:
        """Let a model answer with one part."""
        message: dict[str, Any] = {
            "id": name,
            "role": "assistant",
            "model": "claude-sonnet-4-5",
            "content": [part],
        }
        if usage is not None:
            message["usage"] = usage
        return self._add("assistant", message=message)

    def call(self, name: str, call: str, usage: dict[str, int] | None, **given: Any) -> str:
        """Let a model call a tool."""
        part = {"type": "tool_use", "id": call, "name": "Read", "input": given}
        return self.answer(name, part, usage)

    def result(self, call: str, text: str) -> str:
        """Give what a tool gave."""
        part = {"type": "tool_result", "tool_use_id": call, "content": text}
        return self._add("user", message={"role": "user", "content": [part]})

    def compact(self, before: int, summary: str) -> None:
        """Replace what was said by a summary."""
        last = self._last
        self._last = None
        about = {"trigger": "auto", "preTokens": before}
        self._add(
            "system", subtype="compact_boundary", logicalParentUuid=last, compactMetadata=about
        )
        said = {"role": "user", "content": summary}
        self._add("user", isCompactSummary=True, message=said)

    def write(self, path: Path) -> Path:
        """Write it."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(one) + "\n" for one in self.records))
        return path


def usage(sent: int, read: int = 0, output: int = 5) -> dict[str, int]:
    """Return what a request records: everything that it sent, of which some was cached."""
    return {
        "input_tokens": 3,
        "cache_creation_input_tokens": sent - read - 3,
        "cache_read_input_tokens": read,
        "output_tokens": output,
    }
