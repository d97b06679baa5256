"""What becomes of backgrounds at many states at once (Injection §3.4)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inspector.analysis.tuning.modes import FileModes
from inspector.analysis.tuning.spans import SpanBuilder, Spans
from inspector.core.candidates.card import ENTITY
from inspector.core.injection.materialization import COVERING_CARDS
from inspector.core.injection.overrides import WhatIf
from inspector.core.injection.prepare import Prepared

Int64 = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

RENDERED, COVERED = 0, 1  # forms of a background; without one it is dropped


@dataclass(frozen=True, slots=True, eq=False)
class Backgrounds:
    """The backgrounds of many states; arrays are by state, in tokens. Subjects are buckets.

    ``freed`` are the texts of those that are suppressed, without separators.
    """

    spans: Spans
    tokens: Int64
    overhead: Int64
    released: Int64
    freed: Int64


def settle(
    prepared: Prepared, files: FileModes, cards: Spans, what_if: WhatIf | None = None
) -> Backgrounds:
    """Suppress covered backgrounds, render the rest while there is room, at every state."""
    return settle_covered(prepared, files, covered_at(prepared, cards, len(files.left)), what_if)


def covered_at(prepared: Prepared, cards: Spans, states: int) -> dict[int, Bools]:
    """Return at which states the cards that are in cover each background, by bucket."""
    entities = _Entities(prepared, cards, states)
    return {
        index: entities.of(entry.bucket.matter_id or "") >= COVERING_CARDS
        for index, entry in enumerate(prepared.counted.buckets)
        if entry.background is not None
    }


def settle_covered(
    prepared: Prepared,
    files: FileModes,
    covered_where: dict[int, Bools],
    what_if: WhatIf | None = None,
) -> Backgrounds:
    """Do the same where it is known at which states each background is covered."""
    count = len(files.left)
    left = files.left.copy()
    builder = SpanBuilder()
    tokens, overhead, released, freed = (np.zeros(count, dtype=np.int64) for _ in range(4))
    nowhere = np.zeros(count, dtype=np.bool_)
    excluded = what_if.backgrounds_excluded if what_if else frozenset()
    kept_in = what_if.backgrounds_kept if what_if else frozenset()
    for index, entry in enumerate(prepared.counted.buckets):
        if entry.background is None or index in excluded:
            continue
        reserved = files.reserved[index]
        with_files = files.with_files.get(index, nowhere)
        own = prepared.counted.separators.background + entry.heading
        over = own - entry.heading * (with_files & ~reserved)
        covered = nowhere if index in kept_in else covered_where[index]
        kept = entry.heading * (reserved & with_files)
        fits = ~covered & (reserved | (entry.background + over <= left))
        left -= (entry.background + over) * (fits & ~reserved)
        tokens += entry.background * fits
        overhead += np.where(covered, kept, over * fits)
        released += (entry.background + own - kept) * (covered & reserved)
        freed += entry.background * covered
        builder.add_mask(index, fits, RENDERED)
        builder.add_mask(index, covered, COVERED)
    return Backgrounds(builder.build(), tokens, overhead, released, freed)


class _Entities:
    """How many entity cards of a matter are in, at each state."""

    def __init__(self, prepared: Prepared, cards: Spans, states: int) -> None:
        columns = prepared.cards.columns
        rows = prepared.cards.order[cards.subjects]
        self._entities = cards.where(columns.kinds.codes[rows] == columns.kinds.code(ENTITY))
        self._matters = columns.matters
        self._codes = columns.matters.codes[prepared.cards.order[self._entities.subjects]]
        self._states = states

    def of(self, matter: str) -> Int64:
        of_matter = self._entities.where(self._codes == self._matters.code(matter))
        return of_matter.totals(np.ones(len(of_matter), dtype=np.int64), self._states)
