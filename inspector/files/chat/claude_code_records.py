"""One record of Claude Code's log: what it says, calls and answers, and what it grew from.

An attachment (a file, memory, what hooks say, a command that waited) is sent as words of the user
that a program wrote. The kinds change from version to version, so a text is looked for where all of
them keep it; what carries none is said to. A micro-compaction sends results of tools as a short
note from then on.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import replace
from typing import Any

from inspector.files.chat.log_entries import (
    NEVER_SENT,
    NO_MESSAGE,
    QUEUED,
    UNREADABLE,
    Log,
    LogEntry,
    Origin,
    Stretch,
    injected_content,
    instant,
)
from inspector.files.findings import Parsed

_TEXTS = (
    "content",
    "prompt",
    "snippet",
    "text",
    "message",
    "stdout",
    "diff",
    "memories",
    "files",
    "blockingError",
    "planContent",
    "plan",
    "summary",
    "description",
    "addedBlocks",
    "addedLines",
    "skills",
)
"""The members of an attachment that may hold what is sent."""

_DEEPEST = 6

_UNSENT = frozenset(
    (
        "already_read_file",
        "command_permissions",
        "hook_cancelled",
        "hook_error_during_execution",
        "hook_non_blocking_error",
        "hook_permission_decision",
        "hook_system_message",
        "max_turns_reached",
        "structured_output",
    )
)
"""Kinds that are shown or kept, and never sent."""


def _attached_parts(value: Any, depth: int = 0) -> list[dict[str, Any]]:
    """Return the parts that a member of an attachment sends, [] where it holds no text."""
    if isinstance(value, str):
        return [{"type": "text", "text": value}] if value.strip() else []
    if depth > _DEEPEST:
        return []
    if isinstance(value, list):
        return [part for one in value for part in _attached_parts(one, depth + 1)]
    if not isinstance(value, Mapping):
        return []
    kind = value.get("type")
    if kind in ("image", "document") and ("source" in value or "file" in value):
        return [{"type": str(kind), "source": value.get("source") or {"type": "base64"}}]
    held = (_attached_parts(value.get(name), depth + 1) for name in (*_TEXTS, "file"))
    if parts := next(filter(None, held), None):
        return parts
    if "base64" in value:
        return []
    said = {key: one for key, one in value.items() if key not in ("type", "id", "uuid")}
    return [{"type": "text", "text": json.dumps(said, ensure_ascii=False)}] if said else []


SYNTHETIC = "<synthetic>"
"""The model of notices that the program writes in place of an answer."""


def entry_of(parsed: Parsed, position: int) -> tuple[LogEntry | None, str]:
    """Return what a record says, or None and why it says nothing to the model."""
    value = parsed.value
    message, kind = value.get("message"), value.get("type")
    attachment = value.get("attachment")
    time = instant(value.get("timestamp"))
    if kind == "attachment" and isinstance(attachment, Mapping):
        return _attachment(parsed, position, attachment, time)
    if value.get("subtype") == "local_command" and isinstance(value.get("content"), str):
        said = {"role": "user", "content": value["content"]}
        return LogEntry(
            parsed, position, Origin.INJECTED, said, ("content",), time, kind="local_command"
        ), ""
    if not isinstance(message, Mapping):
        return None, f"{NO_MESSAGE}: {value.get('subtype') or kind or 'no type'}"
    if "role" not in message:
        return None, f"{UNREADABLE}: a message without a role"
    model = message.get("model") if isinstance(message.get("model"), str) else None
    if model == SYNTHETIC or value.get("isApiErrorMessage") is True:
        return None, NEVER_SENT
    if value.get("isVisibleInTranscriptOnly") is True and not value.get("isCompactSummary"):
        return None, NEVER_SENT
    usage = message.get("usage")
    answer = message.get("id") or value.get("requestId")
    who, written = _said(value, message)
    return LogEntry(
        parsed,
        position,
        who,
        {name: message[name] for name in ("role", "content") if name in message},
        ("message",),
        time,
        model or None,
        usage if isinstance(usage, Mapping) else None,
        answer if isinstance(answer, str) and who is Origin.ASSISTANT else None,
        written,
    ), ""


def _attachment(
    parsed: Parsed, position: int, attachment: Mapping[str, Any], time: int | None
) -> tuple[LogEntry | None, str]:
    """Return what an attachment says: a person's words where a command waited, else a program's."""
    kind = str(attachment.get("type") or "unknown")
    if kind in _UNSENT:
        return None, f"{NEVER_SENT}: {kind}"
    parts = next(filter(None, (_attached_parts(attachment.get(name)) for name in _TEXTS)), None)
    if parts is None:
        return None, f"an attachment whose text is not in the log: {kind}"
    said = {"role": "user", "content": parts}
    typed = kind == QUEUED and attachment.get("commandMode", "prompt") == "prompt"
    who = Origin.PERSON if typed and injected_content(parts) is None else Origin.INJECTED
    return LogEntry(parsed, position, who, said, ("attachment",), time, kind=kind), ""


def _said(value: Mapping[str, Any], message: Mapping[str, Any]) -> tuple[Origin, str]:
    """Return who says a message, and what kind of text it is where a program wrote it."""
    content = message.get("content")
    if message["role"] != "user":
        return Origin.ASSISTANT, ""
    if value.get("isCompactSummary"):
        return Origin.SUMMARY, ""
    written = injected_content(content)
    if isinstance(content, list):
        own = [
            part
            for part in content
            if not (isinstance(part, Mapping) and part.get("type") in ("tool_result", "tool_use"))
        ]
        if content and not own:
            return Origin.RESULT, ""
        written = injected_content(own)
        if written is not None and len(own) < len(content):
            return Origin.RESULT, ""
    origin = value.get("origin")
    came = origin.get("kind") if isinstance(origin, Mapping) else None
    if isinstance(came, str) and came != "human":
        return Origin.INJECTED, came
    if value.get("isMeta") is True or value.get("isSynthetic") is True:
        return Origin.INJECTED, written or "meta"
    if written == "summary":
        return Origin.SUMMARY, ""
    if written is not None or not content:
        return Origin.INJECTED, written or "empty"
    return Origin.PERSON, ""


def _parts(entry: LogEntry | None) -> Iterator[Mapping[str, Any]]:
    content = entry.message.get("content") if entry is not None else None
    for part in content if isinstance(content, list) else ():
        if isinstance(part, Mapping):
            yield part


def calls(entry: LogEntry | None) -> set[object]:
    """Return the ids of the calls in an entry."""
    return {
        named
        for part in _parts(entry)
        if part.get("type") == "tool_use" and isinstance(named := part.get("id"), str) and named
    }


def results(entry: LogEntry | None) -> set[object]:
    """Return the ids of the calls whose results are in an entry."""
    return {
        named
        for part in _parts(entry)
        if part.get("type") == "tool_result"
        and isinstance(named := part.get("tool_use_id"), str)
        and named
    }


def holds(whole: list[Any], part: list[Any]) -> bool:
    """Whether a later snapshot of an answer has all of an earlier one, its last text grown."""
    if len(part) > len(whole) or whole[: len(part) - 1] != part[:-1]:
        return False
    if not part:
        return True
    ours, theirs = part[-1], whole[len(part) - 1]
    if ours == theirs:
        return True
    if not isinstance(ours, Mapping) or not isinstance(theirs, Mapping):
        return False
    if ours.get("type") != theirs.get("type"):
        return False
    return any(
        isinstance(text, str)
        and isinstance(theirs.get(name), str)
        and str(theirs[name]).startswith(text)
        for name, text in ours.items()
        if name in ("text", "thinking")
    )


_CLEARED = "[Old tool result content cleared]"


def with_cleared(
    stretch: Stretch, records: Iterable[tuple[int, Parsed]], log: Log
) -> list[Stretch]:
    """Return a stretch in parts where a micro-compaction empties results and drops attachments.

    ``records`` are those of its way, each with its position in the file.
    """
    found = [stretch]
    for position, parsed in sorted(records, key=lambda one: one[0]):
        about = parsed.value.get("microcompactMetadata")
        if parsed.value.get("subtype") != "microcompact_boundary" or not isinstance(about, Mapping):
            continue
        calls, gone = _named(about, "compactedToolIds"), _named(about, "clearedAttachmentUUIDs")
        last = found[-1]
        there = [one for one in last.entries if one.position < position]
        if not there or not (calls or gone):
            continue
        kept = [_emptied(one, calls) for one in there if one.parsed.value.get("uuid") not in gone]
        found[-1] = Stretch(there, min(last.kept, len(there)), last.compaction)
        found.append(Stretch([*kept, *last.entries[len(there) :]], len(kept), parsed))
        log.readings["results"] = "those that a micro-compaction cleared are sent as a short note"
    return found


def _named(about: Mapping[str, Any], name: str) -> frozenset[str]:
    held = about.get(name)
    return frozenset(map(str, held if isinstance(held, list) else ()))


def _emptied(entry: LogEntry, calls: Set[str]) -> LogEntry:
    """Return an entry without what the results of some calls say."""
    content = entry.message.get("content")
    if entry.origin is not Origin.RESULT or not isinstance(content, list):
        return entry
    parts = [
        {**part, "content": _CLEARED}
        if isinstance(part, Mapping) and str(part.get("tool_use_id")) in calls
        else part
        for part in content
    ]
    return (
        entry if parts == content else replace(entry, message={**entry.message, "content": parts})
    )
