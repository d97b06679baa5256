"""The columns of one placement: what came in, what it is worth, and what was decided."""

from __future__ import annotations

import math
from dataclasses import dataclass

from inspector.core.window.chunk import Chunk, Tokens
from inspector.core.window.config import PlacementOptions, WindowConfig
from inspector.core.window.facts import Facts
from inspector.core.window.priority import Priorities
from inspector.core.window.selection import Selection


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """One value per chunk in each column; rows are the usable chunks in input order.

    ``indices`` are their places in the input; ``layout_start`` is where a placed chunk begins when
    the prompt is laid out in original order.
    """

    now_ms: Tokens
    available_tokens: int
    reserve: int
    options: PlacementOptions
    config: WindowConfig
    chunks: tuple[Chunk, ...]
    indices: tuple[int, ...]
    facts: tuple[Facts, ...]
    tokens: tuple[Tokens, ...]
    estimated: tuple[bool, ...]
    priorities: Priorities
    selection: Selection
    layout_start: tuple[Tokens | None, ...]

    @property
    def room(self) -> int:
        """Tokens that chunks may take: available less the reserve; below 0 nothing fits."""
        return self.available_tokens - self.reserve

    def span(self, row: int) -> tuple[Tokens, Tokens] | None:
        """Return where a row stands in selection order, or None when it was dropped."""
        start = self.selection.start[row]
        return None if start is None else (start, start + self.tokens[row])

    def layout_span(self, row: int) -> tuple[Tokens, Tokens] | None:
        """Return where a row stands in original order, or None when it was dropped."""
        start = self.layout_start[row]
        return None if start is None else (start, start + self.tokens[row])

    def whole_tokens(self, row: int) -> int:
        """Return what a row takes from the ledger, in whole tokens.

        Each span end is rounded up, so that rows of fractional counts still add up exactly.
        """
        span = self.span(row)
        return 0 if span is None else math.ceil(span[1]) - math.ceil(span[0])
