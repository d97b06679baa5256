"""One record of Claude Code's log: what it says, what it calls and answers, what it grew from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from inspector.files.chat.attachments import attached, is_unsent
from inspector.files.chat.injected import injected_content
from inspector.files.chat.log_entries import (
    NEVER_SENT,
    NO_MESSAGE,
    QUEUED,
    UNREADABLE,
    Entry,
    Said,
    instant,
)
from inspector.files.findings import Parsed

SYNTHETIC = "<synthetic>"
"""The model of notices that the program writes in place of an answer."""


def entry_of(parsed: Parsed, position: int) -> tuple[Entry | None, str]:
    """Return what a record says, or None and why it says nothing to the model."""
    value = parsed.value
    message, kind = value.get("message"), value.get("type")
    attachment = value.get("attachment")
    time = instant(value.get("timestamp"))
    if kind == "attachment" and isinstance(attachment, Mapping):
        return _attachment(parsed, position, attachment, time)
    if value.get("subtype") == "local_command" and isinstance(value.get("content"), str):
        said = {"role": "user", "content": value["content"]}
        return Entry(
            parsed, position, Said.INJECTED, said, ("content",), time, kind="local_command"
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
    return Entry(
        parsed,
        position,
        who,
        {name: message[name] for name in ("role", "content") if name in message},
        ("message",),
        time,
        model or None,
        usage if isinstance(usage, Mapping) else None,
        answer if isinstance(answer, str) and who is Said.ASSISTANT else None,
        written,
    ), ""


def _attachment(
    parsed: Parsed, position: int, attachment: Mapping[str, Any], time: int | None
) -> tuple[Entry | None, str]:
    kind = str(attachment.get("type") or "unknown")
    if is_unsent(attachment):
        return None, f"{NEVER_SENT}: {kind}"
    parts = attached(attachment)
    if not parts:
        return None, f"an attachment whose text is not in the log: {kind}"
    said = {"role": "user", "content": parts}
    typed = kind == QUEUED and attachment.get("commandMode", "prompt") == "prompt"
    who = Said.PERSON if typed and injected_content(parts) is None else Said.INJECTED
    return Entry(parsed, position, who, said, ("attachment",), time, kind=kind), ""


def _said(value: Mapping[str, Any], message: Mapping[str, Any]) -> tuple[Said, str]:
    """Return who says a message, and what kind of text it is where a program wrote it."""
    content = message.get("content")
    if message["role"] != "user":
        return Said.ASSISTANT, ""
    if value.get("isCompactSummary"):
        return Said.SUMMARY, ""
    written = injected_content(content)
    if isinstance(content, list):
        own = [
            part
            for part in content
            if not (isinstance(part, Mapping) and part.get("type") in ("tool_result", "tool_use"))
        ]
        if content and not own:
            return Said.RESULT, ""
        written = injected_content(own)
        if written is not None and len(own) < len(content):
            return Said.RESULT, ""
    origin = value.get("origin")
    came = origin.get("kind") if isinstance(origin, Mapping) else None
    if isinstance(came, str) and came != "human":
        return Said.INJECTED, came
    if value.get("isMeta") is True or value.get("isSynthetic") is True:
        return Said.INJECTED, written or "meta"
    if written == "summary":
        return Said.SUMMARY, ""
    if written is not None or not content:
        return Said.INJECTED, written or "empty"
    return Said.PERSON, ""


def _parts(entry: Entry | None) -> Iterator[Mapping[str, Any]]:
    content = entry.message.get("content") if entry is not None else None
    for part in content if isinstance(content, list) else ():
        if isinstance(part, Mapping):
            yield part


def calls(entry: Entry | None) -> set[object]:
    """Return the ids of the calls in an entry."""
    return {
        named
        for part in _parts(entry)
        if part.get("type") == "tool_use" and isinstance(named := part.get("id"), str) and named
    }


def results(entry: Entry | None) -> set[object]:
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
