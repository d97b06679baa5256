"""One block as text: under its heading, inside a fence of its own."""

from __future__ import annotations

import re

from inspector.core.builder.drafts import Draft
from inspector.core.builder.outputs import BlockType

SEPARATOR = "\n\n"
"""What stands between two blocks."""

_KINDS = {BlockType.FILE: "File: ", BlockType.SYMBOL: "Symbol: "}
_SHORTEST_FENCE = 3


def render_block(draft: Draft, content: str) -> str:
    """A block with what is sent of it."""
    heading = f"## {_KINDS.get(draft.block_type, '')}{draft.title}"
    return f"{heading}\n{fenced(content, draft.language)}"


def fenced(content: str, language: str = "") -> str:
    """A text in a fence.

    The fence is longer than any row of backticks inside, so that no content can end its block or
    start another one.
    """
    fence = "`" * max(_SHORTEST_FENCE, longest_row("`", content) + 1)
    end = "" if content.endswith("\n") else "\n"
    return f"{fence}{language}\n{content}{end}{fence}"


def longest_row(sign: str, text: str) -> int:
    """How often a sign stands in a row at most."""
    return max(map(len, re.findall(f"{re.escape(sign)}+", text)), default=0)
