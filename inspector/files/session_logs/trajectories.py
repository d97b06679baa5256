"""Trajectories of agents in the interchange format ATIF: a request for each step of the agent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from inspector.core.timeline.log import BlockKind, LogPlace
from inspector.files.chat.log_entries import instant
from inspector.files.findings import Parsed
from inspector.files.importers.imported import Foreign, listed, member, text_at
from inspector.files.session_logs.blocks import Drafts, first_words
from inspector.files.session_logs.conversations import (
    Conversation,
    LoggedRequest,
    place_of,
    usage_of,
)


def read_trajectory(foreign: Foreign, file: int) -> list[Conversation]:
    """Return the conversations of trajectories, [] where the file holds none."""
    found = []
    for parsed in foreign.records():
        version = text_at(parsed.value, "schema_version") or ""
        steps = listed(parsed.value, "steps")
        if not version.upper().startswith("ATIF") or not steps:
            continue
        found.append(_conversation(parsed, steps, foreign, file))
    for number, talk in enumerate(found[1:], 2):
        talk.name = f"trajectory {number}"
    return found


def _conversation(parsed: Parsed, steps: list[Any], foreign: Foreign, file: int) -> Conversation:
    talk = Conversation("", Drafts())
    agent = text_at(parsed.value, "agent/model_name") or ""
    path: list[int] = []
    last: LoggedRequest | None = None
    for number, step in enumerate(steps):
        foreign.account.met()
        if not isinstance(step, Mapping):
            foreign.account.left("unreadable", parsed.place("steps", number))
            continue
        foreign.account.took("steps")
        place = place_of(parsed.child("steps", number), file)
        place = LogPlace(place.file, place.line)
        source = step.get("source")
        if source == "agent":
            last = _asked(talk, step, place, path, last, agent)
            for message in _answer(step):
                blocks = talk.drafts.add(message, BlockKind.ASSISTANT, place)
                last.answer += blocks
                path += blocks
        else:
            own = BlockKind.SYSTEM if source == "system" else BlockKind.USER
            said = {"role": source, "content": step.get("message")}
            blocks = talk.drafts.add(said, own, place)
            if own is BlockKind.USER and blocks:
                talk.turns.append(first_words(talk.drafts.all[blocks[0]].text))
            path += blocks
        for result in listed(step, "observation/results"):
            given = {
                "type": "tool_result",
                "tool_use_id": member(result, "source_call_id"),
                "content": member(result, "content"),
            }
            path += talk.drafts.add(given, BlockKind.RESULT, place)
    return talk


def _asked(
    talk: Conversation,
    step: Mapping[str, Any],
    place: LogPlace,
    path: list[int],
    last: LoggedRequest | None,
    agent: str,
) -> LoggedRequest:
    asked = LoggedRequest(
        f"step {step.get('step_id') or len(talk.asked) + 1}",
        place,
        list(path),
        last,
        instant(step.get("timestamp")),
        text_at(step, "model_name") or agent,
        None,
        usage_of(step.get("metrics")),
        turn=len(talk.turns),
    )
    talk.ask(asked)
    return asked


def _answer(step: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    thought = step.get("reasoning_content")
    if isinstance(thought, str) and thought:
        yield {"type": "thinking", "thinking": thought}
    if step.get("message"):
        yield {"role": "assistant", "content": step["message"]}
    for call in listed(step, "tool_calls"):
        yield {
            "type": "tool_call",
            "id": member(call, "tool_call_id"),
            "name": member(call, "function_name"),
            "arguments": member(call, "arguments"),
        }
