"""The columns of one placement: what came in, what it is worth, and what was decided."""

from __future__ import annotations

import json
import math
import uuid
from dataclasses import dataclass

from inspector.core.window.chunk import Chunk, Tokens
from inspector.core.window.config import PlacementOptions, WindowConfig
from inspector.core.window.estimate import estimate_tokens
from inspector.core.window.facts import NO_FACTS, ChunkFacts
from inspector.core.window.placed import Conflict, ConflictType, TokenSource
from inspector.core.window.priorities import Priorities
from inspector.core.window.reading import original_index
from inspector.core.window.selection import FILL_STOPPED, NOBODY, PAIR, Selection


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """One value per chunk in each column; rows are the usable chunks in original order.

    ``indices`` are their places in the input, ``unusable`` those of the records that are no chunks;
    ``layout_start`` is where a placed chunk begins when the prompt is laid out in original order;
    ``context`` has the facts of the business that hold where a chunk has none.
    """

    now_ms: Tokens
    available_tokens: int
    reserve: int
    options: PlacementOptions
    config: WindowConfig
    chunks: tuple[Chunk, ...]
    indices: tuple[int, ...]
    facts: tuple[ChunkFacts, ...]
    tokens: tuple[Tokens, ...]
    sources: tuple[TokenSource, ...]
    priorities: Priorities
    selection: Selection
    layout_start: tuple[Tokens | None, ...]
    unusable: tuple[int, ...]
    context: ChunkFacts

    @property
    def records(self) -> int:
        """How many records the request has, those that cannot be used included."""
        return len(self.chunks) + len(self.unusable)

    @property
    def estimated(self) -> tuple[bool, ...]:
        """Whether the tokens of each chunk were estimated."""
        return tuple(source is TokenSource.ESTIMATED for source in self.sources)

    def estimate(self, row: int) -> Tokens | None:
        """Return the estimate of a row's text, None where it has none."""
        content = self.chunks[row].content
        if content is None:
            return None
        kind = self.facts[row].content_type
        return estimate_tokens(content, kind, self.config.optimization.token_estimation)

    def original_index(self, row: int) -> int:
        """Return the place of a row that its producer gave, or else the one it has."""
        return original_index(self.chunks[row], self.indices[row])

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


_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "urn:context-budget-inspector:window")


def optimization_id(outcome: Outcome) -> str:
    """Return the name of a placement: a UUIDv5 of all its inputs, the same for the same inputs."""
    inputs: dict[str, object] = {
        "now_ms": outcome.now_ms,
        "available_tokens": outcome.available_tokens,
        "reserve": outcome.reserve,
        "options": outcome.options.model_dump(mode="json"),
        "config": outcome.config.model_dump(mode="json"),
        "chunks": [chunk.model_dump(mode="json", exclude={"priority"}) for chunk in outcome.chunks],
        "indices": outcome.indices,
        "tokens": outcome.tokens,
    }
    if outcome.context != NO_FACTS:
        inputs["business_context"] = outcome.context._asdict()
    return str(uuid.uuid5(_NAMESPACE, json.dumps(inputs, sort_keys=True)))


def conflict_of(outcome: Outcome, row: int) -> Conflict | None:
    """Return the conflict of a dropped row; None if nothing had been placed before it."""
    rival = outcome.selection.rival[row]
    if rival == NOBODY:
        return None
    rivals_span = outcome.span(rival)
    used = 0 if rivals_span is None else rivals_span[1]  # spans are consecutive: all that was used
    fits = outcome.tokens[row] <= outcome.room - used
    by_category = fits and outcome.selection.cap[row] not in (FILL_STOPPED, PAIR)
    kind = ConflictType.PRIORITY_CONFLICT if by_category else ConflictType.BUDGET_EXCEEDED
    return Conflict(outcome.chunks[rival].id, outcome.chunks[row].id, kind)
