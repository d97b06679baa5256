"""Answers of a bounded size: what does not fit is left out from the end, and said."""

from __future__ import annotations

import json
from typing import Any

from inspector.core.tokens import tiktoken_counter

MOST_TOKENS = 2000
"""Tokens of an answer, at most, as o200k_base counts them."""

_ROOM = 1900  # for what is said of what was left out


def within(answer: dict[str, Any], *lists: str) -> dict[str, Any]:
    """Return an answer that fits, with entries of its lists left out from the end, and says so."""
    tokens = tiktoken_counter("o200k_base")
    left_out: dict[str, int] = {}
    for name in lists:
        whole = list(answer[name].items() if isinstance(answer[name], dict) else answer[name])
        kept = len(whole)
        while kept and tokens.count(json.dumps(answer, indent=2)) > _ROOM:
            kept //= 2
            part = whole[:kept]
            answer[name] = dict(part) if isinstance(answer[name], dict) else part
            left_out[name] = len(whole) - kept
    return answer | ({"left_out": left_out} if left_out else {})
