"""Trajectories of agents: one placement for each answer, with what was sent before it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from inspector.core.window.chunk import Chunk, ChunkType
from inspector.files.chat import chunks_from_chat
from inspector.files.chat.log_entries import Entry, Log, Said, Stretch, Thread, instant
from inspector.files.findings import Parsed, add_lint
from inspector.files.importers.dialects import ATIF
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
from inspector.files.importers.turns import imported_steps

_MESSAGE = ("role", "content", "tool_calls", "tool_call_id", "name")

_OF_ATIF = (
    *(*ATIF.ways, "step_id", "tool_calls/*/tool_call_id", "tool_calls/*/function_name"),
    *("observation/results/*/source_call_id", "is_copied_context", "metrics"),
)


def _read_atif(foreign: Foreign) -> Imported | None:
    log = Log()
    for record in foreign.records():
        _read_steps(record, "", log)
    return imported_steps("trajectory of an agent (ATIF)", log, foreign, _OF_ATIF)


def _read_steps(record: Parsed, name: str, log: Log) -> None:
    """Take the steps of a trajectory, then those of the agents that it started."""
    value = record.value
    model = text_at(value, "agent/model_name")
    entries: list[Entry] = []
    for place, step in enumerate(listed(value, "steps")):
        parsed = record.child("steps", place)
        messages = ATIF.messages(step)
        if not messages:
            known = ATIF.spoken(step) in ATIF.roles
            log.left_out.append((parsed, "nothing in it" if known else "unreadable: no source"))
        asks = ATIF.spoken(step) == "agent" and not member(step, "is_copied_context")
        for number, message in enumerate(messages):
            entry = Entry(parsed, place, _WHO[message["role"]], message)
            entry.time_ms = instant(member(step, "timestamp"))
            entry.model = text_at(step, *ATIF.model) or model
            entry.usage = member(step, "metrics")
            entry.answer = (
                str(member(step, "step_id") or place + 1) if asks and not number else None
            )
            entries.append(entry)
    if entries:
        tools = tuple(listed(value, "agent/tool_definitions"))
        log.threads.append(Thread(name, [Stretch(entries)], tools=tools))
    for place, inner in enumerate(listed(value, "subagent_trajectories")):
        named = text_at(inner, "trajectory_id", "session_id", "agent/name") or f"side {place + 1}"
        _read_steps(record.child("subagent_trajectories", place), named, log)


_WHO = {
    "system": Said.INSTRUCTIONS,
    "user": Said.PERSON,
    "assistant": Said.ASSISTANT,
    "tool": Said.RESULT,
}


def _sniff_atif(head: Head) -> float:
    named = any((text_at(one, "schema_version") or "").startswith("ATIF") for one in head.records)
    shaped = head.has("steps/0/source", "agent") and head.has("steps/0/message")
    return 0.97 if (named and head.has("steps")) or shaped else 0.0


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


_TRAJECTORY = (("trajectory", "info"), ("trajectory", "history"), ("messages", "trajectory_format"))

IMPORTERS = (
    Importer(
        "atif",
        "trajectory of an agent (ATIF)",
        (("steps/0/source", "steps/0/message"),),
        _sniff_atif,
        _read_atif,
    ),
    Importer(
        "trajectory",
        "trajectory of an agent",
        _TRAJECTORY,
        by_marks(*_TRAJECTORY, sure=0.95),
        _read_trajectory,
    ),
)
