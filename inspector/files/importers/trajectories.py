"""Trajectories of agents: one placement for each answer, with what was sent before it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from inspector.files.account import told, unsaid_names, unused_names
from inspector.files.chat.log_entries import (
    SENT_WITH_NONE,
    Log,
    LogEntry,
    Origin,
    Stretch,
    Thread,
    instant,
)
from inspector.files.findings import Parsed
from inspector.files.importers.dialects import ATIF
from inspector.files.importers.imported import (
    Foreign,
    Head,
    Imported,
    Importer,
    by_marks,
    listed,
    member,
    text_at,
)
from inspector.files.importers.turns import imported_steps

_MESSAGE = ("role", "content", "tool_calls", "tool_call_id", "name")

_OF_ATIF = (
    *(*ATIF.ways, "step_id", "tool_calls/*/tool_call_id", "tool_calls/*/function_name"),
    *("observation/results/*/source_call_id", "is_copied_context", "metrics/**"),
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
    log.unused += unused_names(value, _AROUND_STEPS)
    entries: list[LogEntry] = []
    for place, step in enumerate(listed(value, "steps")):
        parsed = record.child("steps", place)
        messages = ATIF.messages(step)
        if not messages:
            known = ATIF.spoken(step) in ATIF.roles
            log.left_out.append((parsed, "nothing in it" if known else "unreadable: no source"))
        asks = ATIF.spoken(step) == "agent" and not member(step, "is_copied_context")
        for number, message in enumerate(messages):
            entry = LogEntry(parsed, place, _WHO[message["role"]], message)
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


_AROUND_STEPS = (
    *("steps/*/**", "subagent_trajectories/*/**", "agent/tool_definitions/*/**"),
    "agent/model_name",
    "schema_version",
)
_WHO = {
    "system": Origin.INSTRUCTIONS,
    "user": Origin.PERSON,
    "assistant": Origin.ASSISTANT,
    "tool": Origin.RESULT,
}


def _sniff_atif(head: Head) -> float:
    named = any((text_at(one, "schema_version") or "").startswith("ATIF") for one in head.records)
    shaped = head.has("steps/0/source", "agent") and head.has("steps/0/message")
    return 0.97 if (named and head.has("steps")) or shaped else 0.0


def _read_trajectory(foreign: Foreign) -> Imported | None:
    log = Log()
    texts: list[tuple[Parsed, str]] = []
    for record in foreign.records():
        way, history = _history(record.value)
        if not history:
            foreign.account.met()
            foreign.leave_out(record, "This trajectory has no history", "Export it with one.")
            continue
        model = text_at(record.value, *_MODELS)
        entries = list(_spoken(history, log, record, way))
        for entry in entries:
            entry.model = model
        stretches = _sent_by_steps(record.value, entries)
        if stretches is None:
            for place, entry in enumerate(entries):
                entry.answer = str(place) if entry.origin is Origin.ASSISTANT else None
            stretches = [Stretch(entries)]
        else:
            log.readings["messages"] = "as each step sent them, where the history differs"
            log.left_out += [(entry.parsed, SENT_WITH_NONE) for entry in entries]
        log.threads.append(Thread("", stretches))
        texts.append((record, way))
    imported = imported_steps("trajectory of an agent", log, foreign, _OF_HISTORY)
    for record, way in texts if imported is not None else ():
        sent = [told(one) for each in imported.payloads for one in each.chunks]  # type: ignore[union-attr]
        beside = {name: one for name, one in record.value.items() if name != way}
        foreign.account.ignored(*unsaid_names(beside, sent, frozenset(_MODELS), _STRUCTURE))
    return imported


_MODELS = ("info/config/model/model_name", "replay_config/agent/model/name")
_STRUCTURE = frozenset(("role", "agent", "message_type", "tool_call_ids", "id", "type"))
_OF_HISTORY = (
    *("role", "agent", "message_type", "tool_call_ids", "tool_call_ids/*", "tool_call_id"),
    *("tool_calls/*/id", "tool_calls/*/type", "tool_calls/*/function/name"),
)


def _history(value: Any) -> tuple[str, list[Any]]:
    """Return the messages of a trajectory and the member that holds them, else its steps."""
    ways = ("history", "messages", "trajectory")
    return next(((way, found) for way in ways if (found := listed(value, way))), ("", []))


def _spoken(history: list[Any], log: Log, record: Parsed, way: str) -> Iterator[LogEntry]:
    """Give what a history says; what is no message is left out.

    After the first answer a program speaks under the role of the user: it says what came of it.
    """
    answered = False
    for place, one in enumerate(history):
        parsed, messages = record.child(way, place), list(_messages(one))
        for message in messages:
            entry = LogEntry(
                parsed, place, _WHO.get(str(message.get("role")), Origin.PERSON), message
            )
            if entry.origin is Origin.PERSON and (answered or member(one, "is_demo")):
                entry.origin, entry.kind = Origin.INJECTED, "observation" if answered else "example"
            answered = answered or entry.origin is Origin.ASSISTANT
            yield entry
        if not messages:
            log.left_out.append((parsed, "nothing in it"))


def _messages(one: Any) -> Iterator[dict[str, Any]]:
    """Give a message of a history, or what was answered and observed in a step."""
    if not isinstance(one, Mapping):
        return
    if "role" in one:
        message = {name: one[name] for name in _MESSAGE if one.get(name) is not None}
        ids = listed(one, "tool_call_ids")
        yield message | ({"tool_call_id": ids[0]} if ids else {})
        return
    answer = text_at(one, "response", "thought")
    if answer is not None:
        yield {"role": "assistant", "content": answer}
    observed = text_at(one, "observation")
    if observed is not None:
        yield {"role": "user", "content": observed}


def _sent_by_steps(value: Any, entries: list[LogEntry]) -> list[Stretch] | None:
    """Return what each step sent where it says so, which may be less than was said before it.

    A ``query`` is what was sent; ``messages`` are what was there after the step, and so what the
    next one sent.
    """
    steps = listed(value, "trajectory")
    sent = [listed(step, "query") for step in steps]
    after = [listed(step, "messages") for step in steps]
    if not all(sent) and all(after) and after:
        roles = [text_at(one, "role") for one in after[0]]
        answer = max((at for at, role in enumerate(roles) if role == "assistant"), default=None)
        sent = [after[0][:answer], *after[:-1]]
    if not sent or not all(sent):
        return None
    return [Stretch([_as_sent(entries, *pair) for pair in enumerate(step)]) for step in sent]


def _as_sent(entries: list[LogEntry], place: int, one: Any) -> LogEntry:
    """Return the entry of the history that a message is, in the wording in which it was sent."""
    message = next(_messages(one), {"role": None})
    known = entries[min(place, len(entries) - 1)]
    return known if known.message == message else replace(known, message=message)


_TRAJECTORY = (
    ("trajectory", "info"),
    ("trajectory", "history"),
    ("messages", "trajectory_format"),
    ("history/0/role", "history/0/message_type"),
)

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
