"""The log of Codex: items in turn, of which a roll-back takes turns off and a compaction all.

What a person typed stands twice, as an item that was sent and as an event; where a log has such
events, they tell a person's words from those that a program wrote under the role of the user.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from inspector.files.chat.log_entries import (
    ABANDONED,
    NO_MESSAGE,
    TWICE,
    UNREADABLE,
    Log,
    LogEntry,
    Origin,
    Stretch,
    Thread,
    injected_content,
    instant,
)
from inspector.files.findings import Parsed

_KEPT_BYTES = 80_000
"""Of what a person said, the newest 20,000 tokens or so stay after a compaction that does not name
what it leaves."""

_ITEMS = ("message", "function_call", "function_call_output", "reasoning")


@dataclass(slots=True)
class _Turn:
    """The records of a turn in order; before the first turn, what a session begins with."""

    steps: list[LogEntry | Parsed] = field(default_factory=list)  # a compaction is its record


def read_codex(records: Iterable[Parsed]) -> Log:
    """Return the conversation of a log of Codex, and what of it was not sent."""
    log, thread = Log(), Thread("")
    lines = _once(records, log)
    typed = _typed(lines)
    announced = _announced(lines, typed or set())
    last_event = max(
        (place for place, one in enumerate(lines) if _kind(one) == "event_msg"), default=-1
    )
    turns = [_Turn()]
    model: str | None = None
    for position, parsed in enumerate(lines):
        kind, payload = _kind(parsed), _payload(parsed)
        inner = payload.get("type")
        if kind == "turn_context":
            model = _text(payload.get("model")) or model
        elif kind == "event_msg" and inner in ("task_started", "turn_started", "token_count"):
            _take_usage(thread, turns, payload)
        elif kind == "event_msg" and inner == "thread_rolled_back":
            _roll_back(turns, payload.get("num_turns"), log)
        elif kind == "compacted":
            turns[-1].steps.append(parsed)
            continue
        else:
            entry = _entry(parsed, position, kind, payload, model)
            if entry is not None:
                late = position > last_event or position in announced
                entry.origin, entry.kind = _who(entry, None if late else typed)
                if entry.begins_turn:
                    turns.append(_Turn(_taken_along(turns)))
                turns[-1].steps.append(entry)
                continue
        log.left_out.append((parsed, f"{NO_MESSAGE}: {inner or kind or 'no type'}"))
    _replay(turns, thread, log)
    if thread.stretches:
        log.threads.append(thread)
    return log


def _once(records: Iterable[Parsed], log: Log) -> list[Parsed]:
    """Return the records without those that a resumed or forked log repeats to the byte."""
    seen: set[str] = set()
    lines: list[Parsed] = []
    for parsed in records:
        value = parsed.value
        if not isinstance(value, Mapping):
            log.left_out.append((parsed, UNREADABLE))
            continue
        if isinstance(value.get("timestamp"), str):
            written = json.dumps(value, sort_keys=True)
            if written in seen:
                log.left_out.append((parsed, TWICE))
                continue
            seen.add(written)
        lines.append(parsed)
    return lines


def _kind(parsed: Parsed) -> str:
    kind = parsed.value.get("type")
    return kind if isinstance(kind, str) else ""


def _payload(parsed: Parsed) -> Mapping[str, Any]:
    payload = parsed.value.get("payload")
    return payload if isinstance(payload, Mapping) else {}


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _typed(lines: list[Parsed]) -> set[str] | None:
    """Return what a person typed by the log's own events, None where it has none."""
    said = {
        message.strip()
        for one in lines
        if _kind(one) == "event_msg"
        and _payload(one).get("type") == "user_message"
        and isinstance(message := _payload(one).get("message"), str)
    }
    return said or None


def _announced(lines: list[Parsed], typed: set[str]) -> set[int]:
    """Return the places of messages beside an event that no message repeats (it was shortened)."""
    said = [place for place, one in enumerate(lines) if _payload(one).get("role") == "user"]
    beside = set(said)
    whole = "\n".join(json.dumps(_payload(lines[place]), ensure_ascii=False) for place in said)
    lost = {one for one in typed if json.dumps(one, ensure_ascii=False)[1:-1] not in whole}
    found: set[int] = set()
    for place, one in enumerate(lines):
        payload = _payload(one)
        if payload.get("type") != "user_message" or _kind(one) != "event_msg":
            continue
        if str(payload.get("message")).strip() in lost:
            found.add(place - 1 if place - 1 in beside else place + 1)
    return found


def _who(entry: LogEntry, typed: set[str] | None) -> tuple[Origin, str]:
    """Return who says an item, and what kind of text it is where a program wrote it."""
    role = entry.message.get("role")
    if role in ("system", "developer"):
        return Origin.INSTRUCTIONS, ""
    if role == "user":
        content = entry.message.get("content")
        written = injected_content(content)
        if written is None and typed is not None and not _is_typed(content, typed):
            written = "unannounced"
        if written == "summary":
            return Origin.SUMMARY, ""
        if written is None and not content:
            written = "empty"
        return (Origin.PERSON, "") if written is None else (Origin.INJECTED, written)
    kind = entry.message.get("type")
    given = isinstance(kind, str) and kind.endswith("_output")
    return (Origin.RESULT if given else Origin.ASSISTANT), ""


def _is_typed(content: Any, typed: set[str]) -> bool:
    """Whether a message is what a person typed, alone or with what was put around it."""
    parts = content if isinstance(content, list) else [content]
    texts = [
        text
        for part in parts
        if isinstance(text := part.get("text") if isinstance(part, Mapping) else part, str)
    ]
    if any(text.strip() in typed for text in texts) or "".join(texts).strip() in typed:
        return True
    if len(texts) < len(parts) and not any(text.strip() for text in texts):
        return True
    whole = "\n".join(texts)
    return any(one and one in whole for one in typed)


def _entry(
    parsed: Parsed, position: int, kind: str, payload: Mapping[str, Any], model: str | None
) -> LogEntry | None:
    time = instant(parsed.value.get("timestamp"))
    if kind == "session_meta":
        base = payload.get("base_instructions")
        said = _text(base.get("text")) if isinstance(base, Mapping) else None
        way: tuple[str, ...] = ("payload", "base_instructions", "text")
        if said is None:
            said, way = _text(payload.get("instructions")), ("payload", "instructions")
        if said is None:
            return None
        message: Mapping[str, Any] = {"role": "system", "content": said}
        return LogEntry(parsed, position, Origin.INSTRUCTIONS, message, way, time)
    if kind == "response_item" and payload:
        return LogEntry(parsed, position, Origin.ASSISTANT, payload, ("payload",), time, model)
    if kind in _ITEMS and "payload" not in parsed.value:  # as older versions wrote them
        return LogEntry(parsed, position, Origin.ASSISTANT, parsed.value, (), time, model)
    return None


def _take_usage(thread: Thread, turns: list[_Turn], payload: Mapping[str, Any]) -> None:
    """Keep the window, and what a request took with the last entry of its answer."""
    about = payload.get("info")
    about = about if isinstance(about, Mapping) else payload
    window = about.get("model_context_window")
    if isinstance(window, int) and not isinstance(window, bool) and window > 0:
        thread.window = window
    last = turns[-1].steps[-1:] if "last_token_usage" in about else []
    for entry in last:
        if isinstance(entry, LogEntry):
            entry.usage = about


def _taken_along(turns: list[_Turn]) -> list[LogEntry | Parsed]:
    """Take what was put in before a person's message into the turn that it begins.

    What a session begins with stays: it outlives every roll-back.
    """
    steps = turns[-1].steps
    start = len(steps)
    while len(turns) > 1 and start and _is_put_in(steps[start - 1]):
        start -= 1
    taken = steps[start:]
    del steps[start:]
    return taken


def _is_put_in(step: LogEntry | Parsed) -> bool:
    return isinstance(step, LogEntry) and step.origin in (Origin.INSTRUCTIONS, Origin.INJECTED)


def _roll_back(turns: list[_Turn], count: Any, log: Log) -> None:
    """Take off the turns that a person went back over."""
    number = count if isinstance(count, int) and not isinstance(count, bool) else 0
    for _ in range(min(max(number, 0), len(turns) - 1)):
        for step in turns.pop().steps:
            parsed = step.parsed if isinstance(step, LogEntry) else step
            log.left_out.append((parsed, ABANDONED))


def _replay(turns: list[_Turn], thread: Thread, log: Log) -> None:
    """Put together what was there from one compaction to the next."""
    now = Stretch([])
    stretches = [now]
    for step in (step for turn in turns for step in turn.steps):
        if isinstance(step, LogEntry):
            now.entries.append(step)
            continue
        left = _left_by(step, now.entries, now.entries[-1].position if now.entries else 0)
        now = Stretch(left, len(left), step)
        stretches.append(now)
        if not any(entry.parsed is step for entry in left):
            log.left_out.append((step, f"{NO_MESSAGE}: compacted"))
    thread.stretches = [one for one in stretches if one.entries]


def _left_by(compacted: Parsed, before: list[LogEntry], position: int) -> list[LogEntry]:
    """Return what a compaction leaves: what it lists, else a person's words and a summary."""
    payload = _payload(compacted)
    time = instant(compacted.value.get("timestamp"))
    listed = payload.get("replacement_history")
    if isinstance(listed, list):
        left = []
        for place, item in enumerate(listed):
            if isinstance(item, Mapping):
                way = ("payload", "replacement_history", place)
                entry = LogEntry(compacted, position, Origin.ASSISTANT, item, way, time)
                who, kind = _who(entry, None)
                entry.origin, entry.kind = who, kind
                left.append(entry)
        return left
    room = _KEPT_BYTES
    kept: list[LogEntry] = []
    for entry in reversed(before):
        if entry.origin is Origin.PERSON and room > 0:
            room -= len(json.dumps(entry.message.get("content"), ensure_ascii=False).encode())
            kept.insert(0, entry)
    beginning = [
        entry
        for entry in before
        if entry.origin is Origin.INSTRUCTIONS
        or (entry.origin is Origin.INJECTED and entry.position < (kept[0].position if kept else 0))
    ]
    left = sorted([*beginning, *kept], key=lambda entry: entry.position)
    summary = _text(payload.get("message"))
    if summary is not None:
        said = {"role": "user", "content": summary}
        at = ("payload", "message")
        left.append(LogEntry(compacted, position, Origin.SUMMARY, said, at, time))
    return left
