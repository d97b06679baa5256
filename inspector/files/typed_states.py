"""A hot state that somebody types or pastes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.core.arguments import require
from inspector.core.problems import Problem, Severity
from inspector.files.findings import Findings, Loaded, gathered
from inspector.files.json_reading import JsonSpan, parse_json
from inspector.files.source import as_text

TYPED = "the text"


def hot_state_of_text(text: str) -> Loaded[Mapping[str, Any]]:
    """Return the JSON object of a text, None where it is none; the problems name its lines.

    Whether it is a valid hot state is not asked.
    """
    require(str, text=text)

    def work(found: Findings) -> Mapping[str, Any] | None:
        source = as_text(TYPED, text.encode("utf-8", "surrogatepass"), found)
        if source is None:
            return None
        parsed = parse_json(JsonSpan(source, 0, len(source.data)), found)
        if parsed is None or parsed.spoiled:
            return None
        if isinstance(parsed.value, dict):
            return parsed.value
        found.add(
            Problem(
                Severity.ERROR,
                "hot-state.no-object",
                "A hot state is an object.",
                "Write it in { }, with at least a session_id.",
                parsed.place(),
            )
        )
        return None

    return gathered(work)
