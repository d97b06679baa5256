"""Cards that stay, in lanes for a greedy pass over many states at once.

A lane holds cards of one ceiling that are suppressed at the same states: all cards of no file, and
those of each file that is inlined at some states only. What a set of cards always has in common is
worked out once (``SweepBasis``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from inspector.analysis.tuning.modes import LeastFileCosts
from inspector.analysis.tuning.spans import Stretches, stretches_of
from inspector.core.arrays import Bools, Int32, Int64
from inspector.core.candidates.interned import ABSENT
from inspector.core.injection.overrides import Overrides, WhatIf, apply_overrides
from inspector.core.injection.policy import Strategy
from inspector.core.injection.prepare import CARD_CAPS, Prepared
from inspector.core.injection.report import InjectionReport
from inspector.core.selection.greedy import Lane

CAPS = range(len(CARD_CAPS))


@dataclass(frozen=True)
class SweepBasis:
    """What sweeps of one prepared request, strategy and overrides share, whatever the axis."""

    prepared: Prepared
    strategy: Strategy
    what_if: WhatIf | None = None

    @classmethod
    def of(cls, report: InjectionReport) -> SweepBasis:
        """Return what sweeps of a report share."""
        return cls(report.prepared, report.strategy, report.what_if)

    @classmethod
    def under(cls, report: InjectionReport, overrides: Overrides) -> SweepBasis:
        """Return what sweeps share where other overrides than the report's hold."""
        what_if = apply_overrides(overrides, report.given)
        return cls(what_if.prepared, report.strategy, what_if)

    @cached_property
    def usable(self) -> Bools:
        """Which cards, by rank, can be in at all."""
        usable = self.prepared.cards.usable
        return usable & ~self.what_if.excluded if self.what_if else usable

    @cached_property
    def source_file(self) -> Int32:
        """The file whose text suppresses each card, by rank; ``ABSENT`` where none does."""
        sources = self.prepared.cards.source_file
        if self.what_if is None:
            return sources
        exempt = self.what_if.kept | self.what_if.excluded
        return np.where(exempt, np.int32(ABSENT), sources)

    @cached_property
    def least_cost(self) -> Int64:
        """The fewest tokens each card can begin with, by rank, separator not included.

        ``coverage`` begins with the smallest tier, which need not take the fewest tokens.
        """
        cards = self.prepared.cards
        if self.strategy is Strategy.COVERAGE:
            return cards.first_cost
        costs = np.where(cards.tier_exists, cards.costs, np.iinfo(np.int64).max)
        least: Int64 = costs.min(axis=1)
        return least

    @cached_property
    def files(self) -> LeastFileCosts:
        """What the files take at least."""
        if self.what_if is None:
            return LeastFileCosts(self.prepared)
        return LeastFileCosts(
            self.prepared,
            self.what_if.files_excluded,
            self.what_if.files_listed,
            self.what_if.backgrounds_excluded,
        )

    @cached_property
    def of_no_file(self) -> tuple[Int64, ...]:
        """Ranks of the usable cards that come from no file of the set, for each ceiling."""
        return self._by_cap(np.flatnonzero((self.source_file == ABSENT) & self.usable))

    @cached_property
    def of_file(self) -> dict[int, Int64]:
        """Ranks of the usable cards of each file that has some, by place of the file."""
        ranks = np.flatnonzero((self.source_file != ABSENT) & self.usable)
        files = self.source_file[ranks]
        order = np.argsort(files, kind="stable")
        places, starts = np.unique(files[order], return_index=True)
        groups = np.split(ranks[order], starts[1:]) if len(places) else []
        return dict(zip(places.tolist(), groups, strict=True))

    @cached_property
    def cards_of_file(self) -> Int64:
        """How many cards, usable or not, come from each file."""
        sources = self.source_file
        return np.bincount(sources[sources != ABSENT], minlength=len(self.prepared.files))

    @cached_property
    def tokens_of_file(self) -> Int64:
        """Tokens of the smallest renderings of the cards of each file, together."""
        found = np.zeros(len(self.prepared.files), dtype=np.int64)
        for place, ranks in self.of_file.items():
            found[place] = self.prepared.cards.first_cost[ranks].sum()
        return found

    @cached_property
    def same_reference(self) -> dict[int, tuple[int, ...]]:
        """The files that spell the reference of a file with cards, itself included."""
        spelled: dict[str, list[int]] = {}
        for place, file in enumerate(self.prepared.files):
            spelled.setdefault(file.counted.reference, []).append(place)
        return {
            place: tuple(spelled[self.prepared.files[place].counted.reference])
            for place in np.flatnonzero(self.cards_of_file).tolist()
        }

    @cached_property
    def _plain_lanes(self) -> tuple[Lane, ...]:
        return tuple(Lane(ranks, self.least_cost[ranks]) for ranks in self.of_no_file)

    def _by_cap(self, ranks: Int64) -> tuple[Int64, ...]:
        caps = self.prepared.cards.caps[ranks]
        return tuple(ranks[caps == cap] for cap in CAPS)

    def covered(self, inlined: dict[int, Bools]) -> dict[int, Bools]:
        """Return, for each file with cards that is inlined somewhere, where its cards are out."""
        found = {}
        for place, files in self.same_reference.items():
            masks = [inlined[file] for file in files if file in inlined]
            if masks:
                found[place] = np.logical_or.reduce(masks)
        return found

    def lanes(self, covered: dict[int, Bools], states: int) -> Iterator[CardLane]:
        """Yield the lanes of a pass, given where the cards of files are suppressed."""
        everywhere = Stretches([0], [states])
        for cap in CAPS:
            if self._plain_lanes[cap].length:
                yield CardLane(self._plain_lanes[cap], cap, everywhere)
        never = [ranks for place, ranks in self.of_file.items() if place not in covered]
        if never:
            yield from self._made(np.sort(np.concatenate(never)), everywhere)
        for place, mask in covered.items():
            if place in self.of_file and not mask.all():
                yield from self._made(self.of_file[place], stretches_of(~mask))

    def _made(self, ranks: Int64, open_at: Stretches) -> Iterable[CardLane]:
        for cap, of_cap in enumerate(self._by_cap(ranks)):
            if len(of_cap):
                yield CardLane(Lane(of_cap, self.least_cost[of_cap]), cap, open_at)


@dataclass(slots=True, eq=False)
class CardLane:
    """A lane in one pass. ``open_at`` are the states at which its cards compete."""

    lane: Lane
    cap: int
    open_at: Stretches
    index: int = 0

    def advance(self, limit: int) -> int | None:
        """Go to the next card that costs at most ``limit``; return its rank, None at the end."""
        self.index = self.lane.next_that_fits(self.index, limit)
        return int(self.lane.ranks[self.index]) if self.index < self.lane.length else None
