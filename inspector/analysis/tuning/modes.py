"""The modes of all files for many bucket budgets at once (Injection §4.6b).

Decides as ``materialize`` does, file by file, with one vector over all budgets in place of one
number.

What becomes of backgrounds at many states at once (Injection §3.4).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from inspector.analysis.tuning.spans import SpanBuilder, Spans
from inspector.core.arrays import Bools, Int64
from inspector.core.candidates.card import ENTITY
from inspector.core.candidates.interned import NO_CODE
from inspector.core.injection.materialization import COVERING_CARDS, Mode
from inspector.core.injection.overrides import WhatIf
from inspector.core.injection.prepare import Prepared

INLINED, LISTED = 0, 1  # forms of a file; without one it is omitted
MODES = (Mode.INLINED, Mode.LISTED)

_ENDLESS = 2**62  # tokens that no budget has


@dataclass(frozen=True, slots=True, eq=False)
class FileModes:
    """The files of many states; arrays are by state, in tokens.

    ``inlined`` and ``listed`` hold a mask for each file, by its place in ``Prepared.files``, that
    gets the mode somewhere. ``reserved`` tells for each bucket with a background, by index, where
    it was set aside; ``with_files`` where a file of the bucket is rendered. ``left`` is what
    backgrounds that wait can have.
    """

    inlined: dict[int, Bools]
    listed: dict[int, Bools]
    reserved: dict[int, Bools]
    with_files: dict[int, Bools]
    left: Int64
    overhead: Int64

    def at(self, places: npt.NDArray[np.intp]) -> FileModes:
        """Return the files of some states, which may repeat."""

        def some(masks: dict[int, Bools]) -> dict[int, Bools]:
            return {key: mask[places] for key, mask in masks.items()}

        return FileModes(
            some(self.inlined),
            some(self.listed),
            some(self.reserved),
            some(self.with_files),
            self.left[places],
            self.overhead[places],
        )

    def spans(self) -> Spans:
        """Return in which states each file is inlined or listed."""
        builder = SpanBuilder()
        for mode, masks in ((INLINED, self.inlined), (LISTED, self.listed)):
            for place, mask in masks.items():
                builder.add_mask(place, mask, mode)
        return builder.build()


@dataclass(frozen=True)
class LeastFileCosts:
    """The fewest tokens that rendering each file can take, headings of buckets aside.

    Files by place, and backgrounds by bucket, may be forced by overrides: kept out, or never
    inlined.
    """

    prepared: Prepared
    excluded: frozenset[int] = frozenset()
    listed: frozenset[int] = frozenset()
    backgrounds_excluded: frozenset[int] = frozenset()

    def text_of(self, place: int) -> int | None:
        """Tokens of a file's text; None where it cannot be inlined."""
        return None if place in self.listed else self.prepared.files[place].counted.text

    @cached_property
    def least(self) -> list[int]:
        """The fewest tokens of each file, by place."""
        return [self._least(place) for place in range(len(self.prepared.files))]

    def _least(self, place: int) -> int:
        if place in self.excluded:
            return _ENDLESS
        counted, text = self.prepared.files[place].counted, self.text_of(place)
        whole = _ENDLESS if text is None else text + counted.heading
        if counted.line is None:
            return whole
        return min(whole, counted.line + self.prepared.counted.separators.line)


def file_modes(costs: LeastFileCosts, bucket_budgets: Int64, background_part: float) -> FileModes:
    """Give every file its mode at each of many bucket budgets."""
    # Neighbouring states often have the same bucket budget.
    another = np.ones(len(bucket_budgets), dtype=np.bool_)
    another[1:] = bucket_budgets[1:] != bucket_budgets[:-1]
    budgets, state_of = bucket_budgets[another], np.cumsum(another) - 1
    modes = _Modes(costs, budgets)
    modes.set_aside(budgets * background_part)
    for place, file in enumerate(costs.prepared.files):
        if costs.least[place] <= modes.room_of(file.counted.bucket_index).most:
            modes.choose(place)
    return modes.expanded(state_of)


class _Room(NamedTuple):
    """What is left for a bucket's files at each budget, its heading paid, and the most of that."""

    left: Int64
    most: int


class _Modes:
    """What has been decided so far, at each of the budgets."""

    def __init__(self, costs: LeastFileCosts, budgets: Int64) -> None:
        self._costs = costs
        self._prepared = costs.prepared
        self._separators = costs.prepared.counted.separators
        self._count = len(budgets)
        self._inlined: dict[int, Bools] = {}
        self._listed: dict[int, Bools] = {}
        self._reserved: dict[int, Bools] = {}
        self._with_files: dict[int, Bools] = {}
        self._overhead = np.zeros(len(budgets), dtype=np.int64)
        self._rooms: dict[int, _Room] = {}  # of buckets, since a file was last taken
        self.left = budgets.astype(np.int64)

    def set_aside(self, at_most: npt.NDArray[np.floating[Any]]) -> None:
        """Set backgrounds aside in bucket order while together they take at most so much."""
        taken = np.zeros(self._count, dtype=np.int64)
        for index, entry in enumerate(self._prepared.counted.buckets):
            if entry.background is None:
                continue
            claim = entry.background + self._separators.background + entry.heading
            fits = taken + claim <= at_most
            if index in self._costs.backgrounds_excluded:
                fits = np.zeros_like(fits)
            taken += claim * fits
            self._reserved[index] = fits
        self.left -= taken

    def room_of(self, bucket: int) -> _Room:
        """Return the room for a file of a bucket, once backgrounds are set aside."""
        if bucket not in self._rooms:
            unpaid = np.ones(self._count, dtype=np.bool_)
            for headed in (self._with_files, self._reserved):
                if bucket in headed:
                    unpaid &= ~headed[bucket]
            left = self.left - unpaid * self._prepared.counted.buckets[bucket].heading
            self._rooms[bucket] = _Room(left, int(left.max(initial=-1)))
        return self._rooms[bucket]

    def choose(self, place: int) -> None:
        """Inline a file where its text fits, list it where its line does.

        There has to be room for it at one of the budgets; only those that have it are looked at.
        """
        counted = self._prepared.files[place].counted
        bucket = counted.bucket_index
        room = self.room_of(bucket).left
        at = np.flatnonzero(room >= self._costs.least[place])
        left = room[at]
        heading = self.left[at] - left
        taken = np.zeros(len(at), dtype=np.bool_)
        for masks, tokens, own in (
            (self._inlined, self._costs.text_of(place), counted.heading),
            (self._listed, counted.line, self._separators.line),
        ):
            if tokens is None:
                continue
            fits = ~taken & (tokens + own <= left)
            if fits.any():
                places, over = at[fits], heading[fits] + own
                self.left[places] -= tokens + over
                self._overhead[places] += over
                masks[place] = self._mask(places)
                taken |= fits
        self._with_files.setdefault(bucket, self._mask(at[:0]))[at] = True
        self._rooms.clear()

    def _mask(self, places: npt.NDArray[np.intp]) -> Bools:
        mask = np.zeros(self._count, dtype=np.bool_)
        mask[places] = True
        return mask

    def expanded(self, state_of: npt.NDArray[np.intp]) -> FileModes:
        """Return the decisions by state, given the budget of each state."""
        decided = FileModes(
            self._inlined,
            self._listed,
            self._reserved,
            self._with_files,
            self.left,
            self._overhead,
        )
        return decided if len(state_of) == self._count else decided.at(state_of)


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
        self._entities = cards.where(
            columns.kinds.codes[rows] == columns.kinds.code_of.get(ENTITY, NO_CODE)
        )
        self._matters = columns.matters
        self._codes = columns.matters.codes[prepared.cards.order[self._entities.subjects]]
        self._states = states

    def of(self, matter: str) -> Int64:
        of_matter = self._entities.where(self._codes == self._matters.code_of.get(matter, NO_CODE))
        return of_matter.totals(np.ones(len(of_matter), dtype=np.int64), self._states)
