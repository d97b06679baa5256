"""The text that a model gets: every block under its heading, inside a fence of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence

from inspector.core.builder.drafts import Draft
from inspector.core.builder.outputs import BlockType

SEPARATOR = "\n\n"
"""What stands between two blocks."""

_KINDS = {BlockType.FILE: "File: ", BlockType.SYMBOL: "Symbol: "}
_TICKS = re.compile("`+")
_SHORTEST_FENCE = 3


def render_block(draft: Draft) -> str:
    """One block as text.

    The fence is longer than any row of backticks inside, so that no content can end its block or
    start another one.
    """
    longest = max((len(ticks) for ticks in _TICKS.findall(draft.content)), default=0)
    fence = "`" * max(_SHORTEST_FENCE, longest + 1)
    end = "" if draft.content.endswith("\n") else "\n"
    heading = f"## {_KINDS.get(draft.block_type, '')}{draft.title}"
    return f"{heading}\n{fence}{draft.language}\n{draft.content}{end}{fence}"


def render(parts: Sequence[str]) -> str:
    """The parts as one text."""
    return SEPARATOR.join(parts)
