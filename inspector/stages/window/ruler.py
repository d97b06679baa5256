"""The ruler: the window as a line of tokens, a span for each chunk, as plain numbers.

Placed chunks stand above the line, one after another; dropped chunks hang below it, where they
would have begun when their turn came, each after the one before. A chunk's height is its priority,
in the parts that are added up. The reserve lies before the first token of the room.

How the ruler is coloured: chunks by their family; a pattern tells a part of the priority.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from inspector.core.arrays import Float64, Int64
from inspector.core.window.outcome import ChunkPlacement
from inspector.core.window.report import WindowReport
from inspector.language import localized, tr
from inspector.present.palette import Pattern
from inspector.present.table.cells import one_line
from inspector.stages.window.words import (
    FAMILIES,
    PART_TITLES,
    PARTS,
    TYPE_TITLES,
    chunk_key,
    family_of,
    tokens_text,
    written,
)

Rows = Int64

_BEYOND = 0.35  # of the window: how much beyond it is in view at first, at most


class SpanOrder(StrEnum):
    """By what placed chunks follow each other."""

    SELECTION = "selection"  # as they were chosen: highest priority first
    ORIGINAL = "original"  # as the prompt is laid out


@dataclass(frozen=True, slots=True, eq=False)
class ChunkSpans:
    """Chunks side by side.

    ``starts`` and ``sizes`` are tokens, ``heights`` priorities in points, ``parts`` the points in
    a column for each of ``PARTS``. ``families`` are places in ``FAMILIES``, ``turns`` places in
    the order of consideration, ``rows`` rows of the outcome.
    """

    starts: Float64
    sizes: Float64
    heights: Float64
    parts: Float64
    families: npt.NDArray[np.uint8]
    turns: Rows
    rows: Rows

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def end(self) -> float:
        """Where the last one ends."""
        return float(self.starts[-1] + self.sizes[-1]) if len(self) else 0.0

    @property
    def highest(self) -> float:
        """The greatest priority of all, 0 where there is none."""
        return float(self.heights.max()) if len(self) else 0.0


@dataclass(frozen=True, eq=False)
class Ruler:
    """A placement as spans on a line from ``-reserve`` to ``end``; ``room`` is where it is full."""

    outcome: ChunkPlacement
    order: SpanOrder
    placed: ChunkSpans
    dropped: ChunkSpans
    reserve: float
    room: float

    @property
    def begin(self) -> float:
        """The first token of the line: the reserve lies before 0."""
        return -self.reserve

    @property
    def end(self) -> float:
        """The last token of anything on the line."""
        return max(self.room, self.placed.end, self.dropped.end, 1.0)

    @property
    def window(self) -> tuple[float, float]:
        """The part of the line that is the window, with some of what was dropped beyond it."""
        wide = max(self.reserve + self.room, 1.0)
        beyond = min(max(self.dropped.end - self.room, 0.03 * wide), _BEYOND * wide)
        return self.begin - 0.01 * wide, max(self.room, 1.0) + beyond

    def place_of(self, key: str) -> tuple[bool, int] | None:
        """Return whether a subject is placed, and its place among those; None for no chunk."""
        return self._places.get(key)

    def key(self, *, placed: bool, place: int) -> str:
        """Return the subject of a span."""
        return chunk_key(self.outcome.chunks[self._row(placed=placed, place=place)].id)

    def name(self, *, placed: bool, place: int) -> str:
        """Return the id of a span's chunk."""
        return one_line(self.outcome.chunks[self._row(placed=placed, place=place)].id)

    def title(self, *, placed: bool, place: int) -> str:
        """Return what a span's chunk is."""
        return TYPE_TITLES[self.outcome.chunks[self._row(placed=placed, place=place)].type]

    def rival(self, place: int) -> int | None:
        """Return the place of the placed chunk that a dropped one lost to."""
        row = self.outcome.selection.rival[self._row(placed=False, place=place)]
        found = np.flatnonzero(self.placed.rows == row)
        return int(found[0]) if len(found) else None

    def text(self, *, placed: bool, place: int) -> str:
        """Say everything about a span in a few lines."""
        spans = self.placed if placed else self.dropped
        row = self._row(placed=placed, place=place)
        outcome, parts = self.outcome, spans.parts[place].tolist()
        span = outcome.span(row) if self.order is SpanOrder.SELECTION else outcome.layout_span(row)
        terms = [
            f"{PART_TITLES[name]} {localized(points, ',.2f')}"
            for name, points in zip(PARTS, parts, strict=True)
            if points or name == "base"
        ]
        kind = tr(TYPE_TITLES[outcome.chunks[row].type])
        lines = [
            f"{self.name(placed=placed, place=place)} ({kind})",
            tokens_text(outcome.tokens[row])
            + (
                ""
                if span is None
                else tr(", {span} to {span_2}", span=written(span[0]), span_2=written(span[1]))
            ),
            tr(
                "priority {heights:,.2f} = {names}",
                heights=float(spans.heights[place]),
                names=" + ".join(terms),
            ),
        ]
        if not placed:
            rival = self.rival(place)
            left = written(outcome.selection.left[row])
            beaten = (
                ""
                if rival is None
                else tr("; beaten by {name}", name=self.name(placed=True, place=rival))
            )
            lines.append(tr("dropped: {left} left at its turn{beaten}", left=left, beaten=beaten))
        return "\n".join(lines)

    @cached_property
    def _places(self) -> dict[str, tuple[bool, int]]:
        return {
            chunk_key(self.outcome.chunks[row].id): (is_placed, place)
            for spans, is_placed in ((self.placed, True), (self.dropped, False))
            for place, row in enumerate(spans.rows.tolist())
        }

    def _row(self, *, placed: bool, place: int) -> int:
        return int((self.placed if placed else self.dropped).rows[place])


def ruler(report: WindowReport, order: SpanOrder = SpanOrder.SELECTION) -> Ruler:
    """Lay the chunks of a placement on the line."""
    outcome = report.outcome
    count = len(outcome.chunks)
    by_turn = np.array(outcome.selection.order, dtype=np.int64)
    turns = np.empty(count, dtype=np.int64)
    turns[by_turn] = np.arange(count)
    sequence = by_turn if order is SpanOrder.SELECTION else np.arange(count, dtype=np.int64)
    sizes = np.array([float(tokens) for tokens in outcome.tokens], dtype=np.float64)
    taken = np.array([start is not None for start in outcome.selection.start], dtype=np.bool_)

    in_sequence = np.where(taken[sequence], sizes[sequence], 0.0)
    begins = np.cumsum(in_sequence) - in_sequence  # of a dropped one: where it would have begun
    of_placed, of_dropped = taken[sequence], ~taken[sequence]
    wanted, widths = begins[of_dropped], sizes[sequence[of_dropped]]
    before = np.cumsum(widths) - widths
    # Each begins where it would have, or after the one before it, whichever is later.
    hung = before + np.maximum.accumulate(wanted - before) if len(wanted) else wanted
    return Ruler(
        outcome=outcome,
        order=order,
        placed=_spans(outcome, sequence[of_placed], begins[of_placed], sizes, turns),
        dropped=_spans(outcome, sequence[of_dropped], hung, sizes, turns),
        reserve=float(min(outcome.reserve, max(0, outcome.available_tokens))),
        room=float(max(0, outcome.room)),
    )


def _spans(
    outcome: ChunkPlacement, rows: Rows, starts: Float64, sizes: Float64, turns: Rows
) -> ChunkSpans:
    parts = outcome.priorities
    counted = outcome.options.include_business_boost
    business = parts.business if counted else np.zeros_like(parts.business)
    families = [FAMILIES.index(family_of(outcome.chunks[row].type)) for row in rows.tolist()]
    return ChunkSpans(
        starts=starts,
        sizes=sizes[rows],
        heights=parts.total[rows],
        parts=np.column_stack([parts.base, parts.recency, parts.rag, business])[rows],
        families=np.array(families, dtype=np.uint8),
        turns=turns[rows],
        rows=rows,
    )


# The palette's part that has the family's colour.
_PART_OF_FAMILY = MappingProxyType(
    {
        "system": "used_before",
        "prompt": "listed",
        "tools": "bucket",
        "history": "knowledge",
        "retrieval": "injection_budget",
    }
)

PART_PATTERNS: Mapping[str, Pattern] = MappingProxyType(
    {
        "base": Pattern.SOLID,
        "recency": Pattern.DIAGONAL,
        "rag": Pattern.DOTS,
        "business": Pattern.CROSSED,
    }
)


def family_fill(family: str) -> str:
    """Return the name of a family's colour, which is light enough for dark text in any theme."""
    return f"part:{_PART_OF_FAMILY[family]}-fill"
