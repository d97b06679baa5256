"""Events of OpenHands: what an agent and its surroundings did, and what of it was sent to a model.

A list, lines, or the ``history`` of an evaluation's row. Older events are an ``action`` or an
``observation``, newer ones have a ``kind``; which of them says what, and where, is declared here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from inspector.files.account import EVERYTHING, unused_names
from inspector.files.chat.log_entries import (
    NO_MESSAGE,
    TWICE,
    Log,
    LogEntry,
    Origin,
    Stretch,
    Thread,
    instant,
)
from inspector.files.findings import Parsed
from inspector.files.importers.imported import (
    Foreign,
    Head,
    Imported,
    Importer,
    listed,
    member,
    text_at,
)
from inspector.files.importers.turns import imported_log

_TITLE = "events of OpenHands"
_RESPONSE = "tool_call_metadata/model_response"


@dataclass(frozen=True, slots=True)
class _Event:
    """Who speaks in a kind of event, and the ways to what is said (all that are there)."""

    origin: Origin
    ways: tuple[str, ...]
    role: str = "user"
    kind: str = ""


_INJECTED = Origin.INJECTED
_KINDS = {
    "action system": _Event(Origin.INSTRUCTIONS, ("args/content",), "system"),
    "action message user": _Event(Origin.PERSON, ("args/content", "args/image_urls")),
    "action message agent": _Event(Origin.ASSISTANT, ("args/content",), "assistant"),
    "observation recall": _Event(_INJECTED, ("content",), kind="recall"),
    "SystemPromptEvent": _Event(
        Origin.INSTRUCTIONS, ("system_prompt/text", "dynamic_context/text"), "system"
    ),
    "MessageEvent user": _Event(Origin.PERSON, ("llm_message/content",)),
    "MessageEvent agent": _Event(Origin.ASSISTANT, ("llm_message/content",), "assistant"),
    "ObservationEvent": _Event(
        Origin.RESULT, ("observation/content", "observation/output", "extended_content"), "tool"
    ),
    "UserRejectObservation": _Event(Origin.RESULT, ("rejection_reason",), "tool"),
    "AgentErrorEvent": _Event(Origin.RESULT, ("error",), "tool"),
}
_CONDENSED = ("Condensation", "action condensation")
_NEVER = ("agent_state_changed", "null")
_CALL = ("id", "type", "function/name", "function/arguments")
_USED = (
    *("id", "timestamp", "source", "action", "observation", "kind", "cause", "tool_call_id"),
    *("tool_name", "llm_response_id", "tool_call/id", "tool_call/name", "llm_message/role"),
    *("tool_call_metadata/function_name", "tool_call_metadata/tool_call_id", "action_id"),
    *(f"{_RESPONSE}/{way}" for way in ("id", "model", "object", "created", "usage/**")),
    *(f"{_RESPONSE}/choices/*/{way}" for way in ("finish_reason", "index", "message/role")),
    *(f"{_RESPONSE}/choices/*/message/tool_calls/*/{way}" for way in _CALL),
    *("tools/*/**", "args/tools/*/**", "forgotten_event_ids/*", "summary_offset"),
    "system_prompt/type",
    *("extended_content/*/type", "llm_message/content/*/type", "thought/*/type"),
)


def _name(event: Any) -> str:
    """Return what an event is, in the words of the table."""
    kind = text_at(event, "kind")
    source = text_at(event, "source") or ""
    if kind == "MessageEvent":
        return f"{kind} {'user' if source == 'user' else 'agent'}"
    if kind is not None:
        return kind
    action = text_at(event, "action")
    if action == "message":
        return f"action message {'user' if source == 'user' else 'agent'}"
    return f"action {action}" if action else f"observation {text_at(event, 'observation')}"


def _read(foreign: Foreign) -> Imported | None:
    log = Log()
    alone: list[Parsed] = []
    for record in foreign.records():
        events = listed(record.value, "history")
        if events:
            log.unused += unused_names(record.value, (f"history/*{EVERYTHING}",))
            inside = [record.child("history", place) for place in range(len(events))]
            log.threads.append(_Reader(log).thread(inside))
        else:
            alone.append(record)
    if alone:
        log.threads.append(_Reader(log).thread(alone))
    log.threads = [one for one in log.threads if any(each.entries for each in one.stretches)]
    return imported_log(_TITLE, log, foreign, _USED)


class _Reader:
    """Reads the events of one conversation."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._answers: set[str] = set()
        self._seen: dict[str, Parsed] = {}

    def thread(self, events: list[Parsed]) -> Thread:
        stretch = Stretch([])
        thread = Thread("", [stretch])
        for place, parsed in enumerate(events):
            event = parsed.value
            name = _name(event)
            identity = str(member(event, "id"))
            if member(event, "id") is not None and self._seen.get(identity) is not None:
                self._log.left_out.append((parsed, TWICE))
                continue
            self._seen[identity] = parsed
            if name in ("SystemPromptEvent", "action system"):
                tools = listed(event, "tools") or listed(event, "args/tools")
                thread.tools = thread.tools or tuple(tools)
            if name in _CONDENSED:
                stretch = self._condensed(parsed, stretch)
                thread.stretches.append(stretch)
                continue
            entries = list(self._entries(parsed, place, name))
            stretch.entries += entries
            if not entries:
                self._log.left_out.append((parsed, f"{NO_MESSAGE}: {name}"))
        return thread

    def _condensed(self, parsed: Parsed, before: Stretch) -> Stretch:
        """Return what a condensation keeps of what was there, with its summary in its place."""
        held = parsed.value if "kind" in parsed.value else member(parsed.value, "args")
        gone = {str(one) for one in listed(held, "forgotten_event_ids")}
        first, last = (member(held, f"forgotten_events_{end}_id") for end in ("start", "end"))
        if isinstance(first, int) and isinstance(last, int):
            gone |= {str(one) for one in range(first, last + 1)}
        kept = [one for one in before.entries if str(member(one.parsed.value, "id")) not in gone]
        summary, offset = text_at(held, "summary"), member(held, "summary_offset")
        if summary is not None:
            said = LogEntry(parsed, 0, Origin.SUMMARY, {"role": "user", "content": summary})
            kept.insert(offset if isinstance(offset, int) else len(kept), said)
        else:
            self._log.left_out.append((parsed, f"{NO_MESSAGE}: a condensation without a summary"))
        return Stretch(kept, len(kept), parsed)

    def _entries(self, parsed: Parsed, place: int, name: str) -> Iterator[LogEntry]:
        event = parsed.value
        time = instant(member(event, "timestamp"))
        call = text_at(event, "tool_call_id", "tool_call_metadata/tool_call_id")
        known = _KINDS.get(name)
        if name == "ActionEvent" or (known is None and name.startswith("action ")):
            message = self._answer(event, call)
            if message is not None:
                model = text_at(event, f"{_RESPONSE}/model")
                entry = LogEntry(parsed, place, Origin.ASSISTANT, message, (), time, model)
                entry.usage = member(event, f"{_RESPONSE}/usage")
                yield entry
            return
        if known is None and text_at(event, "observation") not in (None, *_NEVER):
            said = Origin.RESULT if call else _INJECTED
            role = "tool" if call else "user"
            known = _Event(said, ("content",), role, kind="" if call else "observation")
        if known is None:
            return
        parts = [part for way in known.ways for part in _parts(member(event, way))]
        if parts or known.origin is Origin.RESULT:
            message = {"role": known.role, "content": parts or [{"type": "text", "text": ""}]}
            message |= {"tool_call_id": call} if known.role == "tool" and call else {}
            yield LogEntry(parsed, place, known.origin, message, (), time, kind=known.kind)
        for one in listed(event, "extended_content") if name == "MessageEvent user" else ():
            extra = {"role": "user", "content": [one]}
            yield LogEntry(parsed, place, _INJECTED, extra, (), time, kind="extended_content")

    def _answer(self, event: Any, call: str | None) -> dict[str, Any] | None:
        """Return what the model answered with an action: its words once, and this call."""
        if member(event, "kind") is not None:
            texts = [
                part
                for way in ("reasoning_content", "thought")
                for part in _parts(member(event, way))
            ]
            calls = [
                {
                    "id": call,
                    "function": {
                        "name": text_at(event, "tool_call/name", "tool_name"),
                        "arguments": member(event, "tool_call/arguments") or {},
                    },
                }
            ]
            return {"role": "assistant", "content": texts, "tool_calls": calls}
        answer = member(event, f"{_RESPONSE}/choices/0/message")
        if not isinstance(answer, Mapping):
            thought = text_at(event, "args/thought", "args/final_thought")
            if member(event, "source") != "agent" or thought is None:
                return None
            return {"role": "assistant", "content": thought}
        identity = text_at(event, f"{_RESPONSE}/id") or ""
        calls = [one for one in listed(answer, "tool_calls") if member(one, "id") in (call, None)]
        content = None if identity in self._answers else answer.get("content")
        self._answers.add(identity)
        return {"role": "assistant", "content": content or [], "tool_calls": calls}


def _parts(value: Any) -> list[Any]:
    """Return what is said as parts of content."""
    if isinstance(value, str):
        return [{"type": "text", "text": value}] if value.strip() else []
    if isinstance(value, list):
        return [
            part for one in value for part in ([one] if isinstance(one, Mapping) else _parts(one))
        ]
    return []


_NEWER = frozenset((*_KINDS, "MessageEvent", "ActionEvent"))


def _sniff(head: Head) -> float:
    for record in head.records:
        events = listed(record, "history")[:12] or [record]
        for event in events:
            newer = text_at(event, "kind") in _NEWER and text_at(event, "source")
            older = isinstance(member(event, "source"), str) and (
                (text_at(event, "action") and isinstance(member(event, "args"), Mapping))
                or (text_at(event, "observation") and isinstance(member(event, "extras"), Mapping))
            )
            if newer or older:
                return 0.97
    return 0.0


IMPORTERS = (
    Importer(
        "openhands",
        _TITLE,
        (("source", "action", "args"), ("source", "observation", "extras")),
        _sniff,
        _read,
    ),
)
