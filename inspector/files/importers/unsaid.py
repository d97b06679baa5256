"""What a record says and nothing that was taken from it says: named in the account."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence, Set
from typing import Any

from inspector.core.window.chunk import Chunk
from inspector.files.account import EVERYTHING


def told(chunk: Chunk) -> str:
    """Return all that a chunk says: its text, and what it is known by."""
    facts = (one for one in (chunk.metadata or {}).values() if isinstance(one, str))
    return "\n".join((chunk.content or "", *facts))


def unused_names(
    record: Any,
    texts: Sequence[str],
    used: Set[str] = frozenset(),
    leaves: Set[str] = frozenset(),
) -> list[str]:
    """Return the ways to what a record says and none of its texts holds, whole parts by their top.

    ``used`` are ways, and ``leaves`` names of members at any depth, whose values say what the
    record is; those are no text of their own. ``way/**`` stands for all that is below a way. What a
    text holds as JSON is looked at part by part.
    """
    return sorted(_unused(record, "", "\n".join(texts), used, leaves)[0])


def _unused(
    value: Any, way: str, whole: str, used: Set[str], leaves: Set[str]
) -> tuple[set[str], bool]:
    is_plain = not isinstance(value, Mapping | list)
    if is_plain and way in used:
        return set(), True
    if isinstance(value, str) and value not in whole:
        value = _decoded(value)
        is_plain = isinstance(value, str)
    if not is_plain and f"{way}{EVERYTHING}" in used:
        return set(), True
    if not is_plain:
        pairs = value.items() if isinstance(value, Mapping) else (("*", one) for one in value)
        names: set[str] = set()
        any_used = False
        for name, inner in pairs:
            if name in leaves and not isinstance(inner, Mapping | list):
                continue
            found, there = _unused(
                inner, f"{way}/{name}" if way else str(name), whole, used, leaves
            )
            names |= found
            any_used = any_used or there
        return (names, any_used) if any_used or not names or not way else ({way}, False)
    if value is None or value == "" or isinstance(value, bool):
        return set(), False
    written = value if isinstance(value, str) else repr(value)
    there = written in whole or (isinstance(value, str) and _escaped(value) in whole)
    return (set(), True) if there else ({way}, False)


def _decoded(text: str) -> Any:
    """Return the object or list that a text holds as JSON, any other text as it is."""
    if text.lstrip()[:1] not in ("{", "["):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _escaped(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]
