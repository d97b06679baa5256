"""Sessions of coding agents: one placement for each turn, side conversations kept apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from inspector.core.window.chunk import Chunk, ChunkType
from inspector.files.chat import chunks_from_chat
from inspector.files.chat.claude_code_log import read_claude_code
from inspector.files.chat.codex_log import read_codex
from inspector.files.findings import add_lint
from inspector.files.importers.imported import (
    Foreign,
    Head,
    Imported,
    Importer,
    Payload,
    by_marks,
    member,
    text_at,
)
from inspector.files.importers.turns import imported_log

_MESSAGE = ("role", "content", "tool_calls", "tool_call_id", "name")

# What says whose a record of Claude Code is and where it belongs.
_OF_CLAUDE_CODE = (
    *("type", "subtype", "uuid", "parentUuid", "logicalParentUuid", "sessionId", "agentId"),
    *("timestamp", "requestId", "origin", "attachment/type", "attachment/commandMode"),
    *("message/id", "message/role", "message/model", "message/type", "message/usage"),
    *("message/content/*/type", "message/content/*/id", "message/content/*/tool_use_id"),
    *("message/content/*/name", "message/content/*/source", "compactMetadata"),
)
_OF_CODEX = (
    *("type", "timestamp", "payload/type", "payload/role", "payload/call_id", "payload/name"),
    *("payload/id", "payload/status", "payload/content/*/type", "payload/phase", "role", "id"),
    *("payload/summary/*/type", "payload/output/*/type", "payload/replacement_history/*/type"),
    *("payload/replacement_history/*/role", "payload/replacement_history/*/content/*/type"),
    *("call_id", "name", "content/*/type"),
)


def _read_claude_code(foreign: Foreign) -> Imported | None:
    log = read_claude_code(foreign.records())
    return imported_log("session of Claude Code", log, foreign, _OF_CLAUDE_CODE)


def _read_codex(foreign: Foreign) -> Imported | None:
    return imported_log("session of Codex", read_codex(foreign.records()), foreign, _OF_CODEX)


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


def _of_turn(place: int, chunk: Chunk, said: int) -> Chunk:
    """Return a chunk as it stands in a step: what was said last is the current prompt."""
    if chunk.type not in (ChunkType.CHAT_HISTORY_USER, ChunkType.CURRENT_USER_PROMPT):
        return chunk
    kind = ChunkType.CURRENT_USER_PROMPT if place == said else ChunkType.CHAT_HISTORY_USER
    return chunk if chunk.type is kind else chunk.model_copy(update={"type": kind})


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
