"""Micro-compactions of Claude Code: results of tools that are sent as a short note from then on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import replace
from typing import Any

from inspector.files.chat.log_entries import Entry, Log, Said, Stretch
from inspector.files.findings import Parsed

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


def _emptied(entry: Entry, calls: Set[str]) -> Entry:
    """Return an entry without what the results of some calls say."""
    content = entry.message.get("content")
    if entry.said is not Said.RESULT or not isinstance(content, list):
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
