"""What Claude Code attaches to a conversation: files, memory, what hooks say, commands that waited.

An attachment is sent as words of the user that a program wrote. The kinds change from version to
version, so a text is looked for where all of them keep it; what carries none is said to.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

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


def attached(attachment: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the parts that an attachment sends, [] where it sends nothing or its text is missing.

    A command that waited is what a person typed; everything else a program wrote.
    """
    kind = str(attachment.get("type") or "")
    if kind in _UNSENT:
        return []
    for name in _TEXTS:
        parts = _parts(attachment.get(name), 0)
        if parts:
            return parts
    return []


def is_unsent(attachment: Mapping[str, Any]) -> bool:
    """Whether an attachment is of a kind that is never sent."""
    return str(attachment.get("type")) in _UNSENT


def _parts(value: Any, depth: int) -> list[dict[str, Any]]:
    if isinstance(value, str):
        return [{"type": "text", "text": value}] if value.strip() else []
    if depth > _DEEPEST:
        return []
    if isinstance(value, list):
        return [part for one in value for part in _parts(one, depth + 1)]
    if not isinstance(value, Mapping):
        return []
    kind = value.get("type")
    if kind in ("image", "document") and ("source" in value or "file" in value):
        return [{"type": str(kind), "source": value.get("source") or {"type": "base64"}}]
    for name in (*_TEXTS, "file"):
        parts = _parts(value.get(name), depth + 1)
        if parts:
            return parts
    if "base64" in value:
        return []
    said = {key: one for key, one in value.items() if key not in ("type", "id", "uuid")}
    return [{"type": "text", "text": json.dumps(said, ensure_ascii=False)}] if said else []
