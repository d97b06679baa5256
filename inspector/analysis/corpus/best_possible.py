"""How many pieces of a request's evidence any order of its candidates could bring in, exactly.

The best selection under the budget with the evidence itself as value. A piece is in with one of
its ids; a selection needs tokens under the knowledge budget, the ceilings and the file budget,
and a file whose text is in suppresses its cards. What is worth comparing of all selections
(``Needs``) hangs on no budget, so one search answers for every budget along an axis.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from operator import add
from typing import NamedTuple

import numpy as np

from inspector.analysis.tuning.axes import States
from inspector.core.arrays import Bools, Int64
from inspector.core.candidates.interned import ABSENT
from inspector.core.injection.overrides import Forced, WhatIf
from inspector.core.injection.prepare import CEILINGS, Prepared

_MOST_SELECTIONS = 4_000
_ROOMS = 2 + len(CEILINGS)  # knowledge budget, ceilings, file budget

Room = tuple[int, ...]
"""Tokens of the knowledge budget, under each ceiling, and of the file budget."""


class TooManyWaysError(ValueError):
    """There are more selections to compare than is reasonable."""


class _Way(NamedTuple):
    """One id that brings a piece in: a card by rank, or a file by place; what it takes.

    ``source`` is the file that suppresses a card, ``ABSENT`` for none and for files. ``bucket`` is
    that of a file, ``ABSENT`` for cards and where its heading is paid for already.
    """

    is_file: bool
    subject: int
    source: int
    bucket: int
    heading: int
    takes: Room


class _Selection(NamedTuple):
    """A choice so far: how many pieces are in, what it takes, and what of it still matters."""

    met: int
    takes: Room
    cards: frozenset[int]
    files: frozenset[int]
    sources: frozenset[int]
    headed: frozenset[int]


@dataclass(frozen=True, slots=True, eq=False)
class Needs:
    """What it takes to have so many pieces in; ``takes`` has a row of rooms for each of ``met``."""

    met: Int64
    takes: Int64

    def most(self, rooms: Int64) -> Int64:
        """Return the most pieces that fit, for each of some rooms (columns)."""
        found = np.zeros(rooms.shape[1], dtype=np.int64)
        for place in np.argsort(self.met, kind="stable").tolist():
            fits = np.logical_and.reduce(self.takes[place][:, np.newaxis] <= rooms)
            found[fits] = self.met[place]
        return found


def most_possible(
    prepared: Prepared,
    what_if: WhatIf | None,
    pieces: Sequence[tuple[str, ...]],
    states: States,
    background_part: float,
) -> Int64:
    """Return how many of the pieces the best order brings in at each state.

    Decisions of a what-if keep out what they keep out; what it puts first is not put first here, so
    that with one the number is a bound. Raises ``TooManyWaysError`` for more than can be compared.
    """
    found = np.zeros(len(states), dtype=np.int64)
    heading = prepared.counted.separators.knowledge_heading
    left, reserved = _set_aside(prepared, what_if, states.bucket, background_part)
    rooms = np.stack([np.maximum(0, states.knowledge - heading), *states.ceilings, left])
    ways_of = _Ways(prepared, what_if)
    for paid, places in _patterns(reserved, len(states)):
        ways = [ways_of.of(ids, paid) for ids in pieces]
        here = rooms[:, places]
        found[places] = needs_of(ways, here.max(axis=1)).most(here)
    return found


def _set_aside(
    prepared: Prepared, what_if: WhatIf | None, budgets: Int64, part: float
) -> tuple[Int64, dict[int, Bools]]:
    """Return what files have of each file budget, and where each bucket's background is reserved.

    Decides as ``materialize`` does (Injection §4.6b).
    """
    excluded = what_if.backgrounds_excluded if what_if else frozenset()
    taken = np.zeros(len(budgets), dtype=np.int64)
    reserved = {}
    for index, entry in enumerate(prepared.counted.buckets):
        if entry.background is None or index in excluded:
            continue
        claim = entry.background + prepared.counted.separators.background + entry.heading
        fits = taken + claim <= budgets * part
        taken += claim * fits
        reserved[index] = fits
    return budgets - taken, reserved


def _patterns(reserved: dict[int, Bools], count: int) -> Iterator[tuple[frozenset[int], Int64]]:
    """Yield which buckets' headings are paid for, and the states at which it is these."""
    if not reserved:
        yield frozenset(), np.arange(count)
        return
    indices = list(reserved)
    masks = np.stack([reserved[index] for index in indices])
    starts = np.flatnonzero((masks[:, 1:] != masks[:, :-1]).any(axis=0)) + 1
    patterns: dict[frozenset[int], list[Int64]] = {}
    for first, end in pairwise([0, *starts.tolist(), count]):
        here = zip(indices, masks[:, first].tolist(), strict=True)
        paid = frozenset(index for index, there in here if there)
        patterns.setdefault(paid, []).append(np.arange(first, end))
    for paid, places in patterns.items():
        yield paid, np.concatenate(places)


@dataclass(frozen=True)
class _Ways:
    """The ids of a request that can be in at all. ``paid`` are buckets whose heading costs nothing.

    Files that spell the same reference count as one, as they do where cards are suppressed.
    """

    prepared: Prepared
    what_if: WhatIf | None

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for place, file in enumerate(self.prepared.files):
            found.setdefault(file.counted.reference, []).append(place)
        return found

    def of(self, ids: tuple[str, ...], paid: frozenset[int]) -> list[_Way]:
        """Return the ways to bring a piece in."""
        return [way for one in dict.fromkeys(ids) for way in self._of_id(one, paid)]

    def _of_id(self, subject: str, paid: frozenset[int]) -> Iterator[_Way]:
        cards = self.prepared.cards
        row = cards.columns.row_of.get(subject)
        if row is not None:
            rank = int(cards.rank_of_row[row])
            out = self.what_if is not None and bool(self.what_if.excluded[rank])
            if cards.usable[rank] and not out:
                yield self._card(rank)
        places = self._places.get(subject, [])
        for place in places:
            counted = self.prepared.files[place].counted
            if counted.text is None or (self.what_if and self._is_kept_out(place, subject)):
                continue
            bucket = ABSENT if counted.bucket_index in paid else counted.bucket_index
            heading = self.prepared.counted.buckets[counted.bucket_index].heading
            takes = (*(0,) * (_ROOMS - 1), counted.text + counted.heading)
            yield _Way(
                is_file=True,
                subject=places[0],
                source=ABSENT,
                bucket=bucket,
                heading=heading,
                takes=takes,
            )

    def _is_kept_out(self, place: int, reference: str) -> bool:
        what_if = self.what_if
        return what_if is not None and (
            place in what_if.files_excluded or what_if.overrides.of(reference) is Forced.LISTED
        )

    def _card(self, rank: int) -> _Way:
        prepared, cards = self.prepared, self.prepared.cards
        least = int(cards.costs[rank][cards.tier_exists[rank]].min())
        cost, cap = least + prepared.counted.separators.card, int(cards.caps[rank])
        source = int(cards.source_file[rank])
        if self.what_if is not None and self.what_if.kept[rank]:
            source = ABSENT
        if source != ABSENT:
            source = self._places[prepared.files[source].counted.reference][0]
        return _Way(
            is_file=False,
            subject=rank,
            source=source,
            bucket=ABSENT,
            heading=0,
            takes=(cost, *(cost if cap == one else 0 for one in CEILINGS), 0),
        )


def needs_of(pieces: Sequence[Sequence[_Way]], most: Int64) -> Needs:
    """Return what is worth comparing of all selections that fit ``most`` tokens of each room."""
    limits = tuple(most.tolist())
    found = [_Selection(0, (0,) * _ROOMS, *(frozenset[int](),) * 4)]
    for place, ways in enumerate(pieces):
        after = [way for later in pieces[place + 1 :] for way in later]
        grown = [one for each in found for one in _grown(each, ways, limits)]
        found = _undominated([_forgotten(one, after) for one in grown])
        if len(found) > _MOST_SELECTIONS:
            raise TooManyWaysError("there are too many ways to bring the evidence in")
    met = np.array([one.met for one in found], dtype=np.int64)
    takes = np.array([one.takes for one in found], dtype=np.int64).reshape(-1, _ROOMS)
    return Needs(met, takes)


def _grown(one: _Selection, ways: Sequence[_Way], limits: Room) -> Iterator[_Selection]:
    """Yield a selection with the next piece in, in every way, and with it left out."""
    for way in ways:
        if way.subject in (one.files if way.is_file else one.cards):
            yield one._replace(met=one.met + 1)
            return
    yield one
    for way in ways:
        # A file and one of its cards are never both worth choosing: the file suppresses the card.
        if way.source in one.files or (way.is_file and way.subject in one.sources):
            continue
        heading = way.heading if way.bucket != ABSENT and way.bucket not in one.headed else 0
        takes = _together(one.takes, way.takes, heading)
        if any(need > limit for need, limit in zip(takes, limits, strict=True)):
            continue
        yield _Selection(
            one.met + 1,
            takes,
            one.cards if way.is_file else one.cards | {way.subject},
            one.files | {way.subject} if way.is_file else one.files,
            one.sources if way.is_file else one.sources | {way.source},
            one.headed | {way.bucket} if way.is_file else one.headed,
        )


def _together(one: Room, other: Room, heading: int) -> Room:
    return (*map(add, one[:-1], other[:-1]), one[-1] + other[-1] + heading)


def _forgotten(one: _Selection, after: Sequence[_Way]) -> _Selection:
    """Forget what no later piece asks after, so that more selections can be compared."""
    cards = {way.subject for way in after if not way.is_file}
    files = {way.subject for way in after if way.is_file}
    sources = {way.source for way in after}
    return one._replace(
        cards=one.cards & cards,
        files=one.files & (files | sources),
        sources=one.sources & files,
        headed=one.headed & {way.bucket for way in after},
    )


def _undominated(found: list[_Selection]) -> list[_Selection]:
    """Keep the selections than which none of the same memory has as many pieces for less."""
    groups: dict[tuple[frozenset[int], ...], list[_Selection]] = {}
    for one in found:
        groups.setdefault(one[2:], []).append(one)
    kept: list[_Selection] = []
    for group in groups.values():
        ordered = sorted(group, key=lambda each: (-each.met, sum(each.takes)))
        takes = np.array([one.takes for one in ordered], dtype=np.int64)
        front = np.empty_like(takes)
        count = 0
        for place, one in enumerate(ordered):
            if not np.logical_and.reduce(front[:count] <= takes[place], axis=1).any():
                front[count] = takes[place]
                count += 1
                kept.append(one)
    return kept
