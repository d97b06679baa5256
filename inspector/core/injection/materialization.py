"""Which files are inlined, listed or left out, and which backgrounds stay (Injection §4.6b, §3.4).

Text is never cut: a file is inlined whole or not at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from inspector.core.arrays import Bools, Int64
from inspector.core.candidates.card import ENTITY
from inspector.core.candidates.interned import ABSENT, NO_CODE
from inspector.core.injection.overrides import WhatIf
from inspector.core.injection.prepare import NEVER, FileCosts, Prepared, ScoredFile
from inspector.core.injection.tiers import TierChoice
from inspector.core.reasons import Reason, Verdict

COVERING_CARDS = 3  # so many injected entity cards of its matter cover a background (§3.4)


class Mode(Enum):
    """What becomes of a file."""

    INLINED = "inlined"
    LISTED = "listed"
    OMITTED = "omitted"


_INLINED, _LISTED, _OMITTED = Mode  # reading a member of an enumeration takes longer
_PLACE = {mode: place for place, mode in enumerate(Mode)}

Places = npt.NDArray[np.intp]


class ChosenMode(NamedTuple):
    """A file's mode with the tokens that decided.

    ``tokens`` is what its text or line takes, ``overhead`` what the layout adds (the bucket's
    heading included when this file is the first of it); ``needed`` what its largest form would
    have taken with overhead, ``left`` what was left of the bucket budget at its turn. ``barred`` is
    why overrides keep it out, None where they do not.
    """

    file: ScoredFile
    mode: Mode
    tokens: int
    overhead: int
    needed: int
    left: int
    barred: Reason | None = None


@dataclass(frozen=True, slots=True, eq=False)
class FileColumns:
    """What files met, by place in the order of their turn; ``ChosenMode`` says what it is.

    ``modes`` are places in ``Mode``. Of a file that is out, ``needed`` is its smallest form.
    """

    modes: npt.NDArray[np.uint8]
    tokens: Int64
    needed: Int64
    left: Int64

    def of(self, mode: Mode) -> Places:
        """Return the places of the files that got a mode."""
        return np.flatnonzero(self.modes == _PLACE[mode])


@dataclass(frozen=True, slots=True)
class BackgroundPlace:
    """A background's claim on the bucket budget before cards are chosen.

    ``reserved`` is True when it was set aside before the files; one that waits is rendered last.
    """

    bucket_index: int
    tokens: int
    overhead: int
    reserved: bool


@dataclass(frozen=True)
class Materialization:
    """What is in of the bucket content, and what is left.

    ``rendered`` are the files that are inlined or listed, in the order in which they were decided,
    and ``places`` theirs in ``Prepared.files``. Most files are neither, and what those met is
    worked out when it is asked for.
    """

    prepared: Prepared
    what_if: WhatIf | None
    budget: int
    rendered: tuple[ChosenMode, ...]
    places: tuple[int, ...]
    backgrounds: tuple[BackgroundPlace, ...]
    left: int
    inlined_references: frozenset[str]

    @property
    def barred(self) -> Mapping[int, Reason]:
        """Why overrides keep files out, by place."""
        return self.what_if.files_barred if self.what_if else {}

    @cached_property
    def columns(self) -> FileColumns:
        """What all files met, by place in ``Prepared.files``."""
        forms, places = self.prepared.file_forms, np.array(self.places, dtype=np.intp)
        left, headed = self._left_at_turn(places), self._headed_at_turn(places)
        least = np.minimum(forms["text"], forms["line"])
        for place in self.what_if.files_listed if self.what_if else ():
            least[place] = forms["line"][place]
        needed = np.where(least == NEVER, 0, least + np.where(headed, 0, forms["bucket_heading"]))
        needed[list(self.barred)] = 0
        needed[places] = [choice.needed for choice in self.rendered]
        tokens = np.zeros(len(needed), dtype=np.int64)
        tokens[places] = [choice.tokens for choice in self.rendered]
        modes = np.full(len(needed), _PLACE[_OMITTED], dtype=np.uint8)
        modes[places] = [_PLACE[choice.mode] for choice in self.rendered]
        return FileColumns(modes, tokens, needed, left)

    def _left_at_turn(self, places: Places) -> Int64:
        """Return what was left of the budget at each file's turn."""
        taken = [choice.tokens + choice.overhead for choice in self.rendered]
        left = _left_beside(self.backgrounds, self.budget) - np.cumsum([0, *taken])
        turns = np.diff(places, prepend=-1, append=len(self.prepared.files) - 1)
        return np.repeat(left, turns).astype(np.int64)

    def _headed_at_turn(self, places: Places) -> Bools:
        """Return whether each file's bucket had its heading already at the file's turn."""
        buckets = self.prepared.file_forms["bucket"]
        first = np.full(len(self.prepared.counted.buckets), len(buckets), dtype=np.intp)
        np.minimum.at(first, buckets[places], places)
        first[[claim.bucket_index for claim in self.backgrounds if claim.reserved]] = -1
        headed: Bools = first[buckets] < np.arange(len(buckets))
        return headed

    @cached_property
    def files(self) -> tuple[ChosenMode, ...]:
        """The modes of all files, in the order in which they were decided."""
        rendered = dict(zip(self.places, self.rendered, strict=True))
        needed, left = self.columns.needed.tolist(), self.columns.left.tolist()
        return tuple(
            rendered.get(place)
            or ChosenMode(
                file, Mode.OMITTED, 0, 0, needed[place], left[place], self.barred.get(place)
            )
            for place, file in enumerate(self.prepared.files)
        )


def materialize(
    prepared: Prepared, budget: int, background_part: float, what_if: WhatIf | None = None
) -> Materialization:
    """Give every file its mode within ``budget`` tokens (Injection §4.6b).

    Backgrounds are set aside first while together they take at most ``background_part`` of it.
    ``what_if`` are overrides that ``prepared`` comes from.
    """
    excluded = what_if.backgrounds_excluded if what_if else frozenset()
    backgrounds = _set_aside(prepared, budget * background_part, excluded)
    decided = _decided(prepared, budget, backgrounds, what_if)
    rendered = tuple([choice for _, choice in decided])
    taken = sum([choice.tokens + choice.overhead for choice in rendered])
    left = _left_beside(backgrounds, budget) - taken
    return Materialization(
        prepared=prepared,
        what_if=what_if,
        budget=budget,
        rendered=rendered,
        places=tuple([place for place, _ in decided]),
        backgrounds=backgrounds,
        left=left,
        inlined_references=frozenset(
            choice.file.counted.reference for choice in rendered if choice.mode is _INLINED
        ),
    )


def _decided(
    prepared: Prepared,
    budget: int,
    backgrounds: tuple[BackgroundPlace, ...],
    what_if: WhatIf | None,
) -> list[tuple[int, ChosenMode]]:
    """Decide about one file after another; return those that are in, each with its place."""
    decided = []
    headed = {claim.bucket_index for claim in backgrounds if claim.reserved}
    left = _left_beside(backgrounds, budget)
    barred = what_if.files_barred if what_if else {}
    listed = what_if.files_listed if what_if else frozenset()
    for place, costs in enumerate(prepared.file_costs):
        if costs.least > left or place in barred:
            continue
        heading = 0 if costs.bucket in headed else costs.bucket_heading
        choice = _choose(costs, left, heading, may_inline=place not in listed)
        if choice is not None:
            decided.append((place, choice))
            left -= choice.tokens + choice.overhead
            headed.add(costs.bucket)
    return decided


def _left_beside(backgrounds: tuple[BackgroundPlace, ...], budget: int) -> int:
    """Return what backgrounds that were set aside leave of a budget."""
    return budget - sum([one.tokens + one.overhead for one in backgrounds if one.reserved])


def _set_aside(
    prepared: Prepared, at_most: float, excluded: frozenset[int]
) -> tuple[BackgroundPlace, ...]:
    """Set backgrounds aside in bucket order while together they take at most so many tokens."""
    places = []
    reserved = 0
    for index, entry in enumerate(prepared.counted.buckets):
        if entry.background is None:
            continue
        overhead = prepared.counted.separators.background + entry.heading
        claim = entry.background + overhead
        fits = reserved + claim <= at_most and index not in excluded
        reserved += claim if fits else 0
        places.append(BackgroundPlace(index, entry.background, overhead, fits))
    return tuple(places)


def _choose(
    costs: FileCosts, left: int, bucket_heading: int, *, may_inline: bool
) -> ChosenMode | None:
    """Return the largest form of a file that fits in what is left, None where none does."""
    _, file, _, _, text, heading, line, line_end = costs
    needed = None
    if text is not None and may_inline:
        overhead = bucket_heading + heading
        needed = text + overhead
        if needed <= left:
            return ChosenMode(file, _INLINED, text, overhead, needed, left)
    if line is not None:
        overhead = bucket_heading + line_end
        whole = line + overhead
        if whole <= left:
            return ChosenMode(
                file, _LISTED, line, overhead, whole if needed is None else needed, left
            )
    return None


@dataclass(frozen=True, slots=True)
class BackgroundChoice:
    """What became of a bucket's background (Injection §3.4). Tokens.

    ``entities`` is the number of injected entity cards of its matter; ``released`` what suppressing
    it gave back of what had been set aside for it.
    """

    bucket_index: int
    verdict: Verdict
    entities: int
    needed: int
    left: int = 0
    tokens: int = 0
    overhead: int = 0
    released: int = 0


def settle_backgrounds(
    prepared: Prepared, files: Materialization, tiers: TierChoice, what_if: WhatIf | None
) -> tuple[BackgroundChoice, ...]:
    """Suppress covered backgrounds; render the rest, the ones that waited in what is left (6f)."""
    excluded = what_if.backgrounds_excluded if what_if else frozenset()
    kept = what_if.backgrounds_kept if what_if else frozenset()
    entities = entities_by_matter(prepared, tiers)
    with_files = {choice.file.counted.bucket_index for choice in files.rendered}
    left = files.left
    settled = []
    for place in files.backgrounds:
        at = place.bucket_index
        bucket = prepared.counted.buckets[at]
        covering = entities.get(bucket.bucket.matter_id or "", 0)
        # A heading that a file of the bucket needs anyway is the file's, not the background's.
        shared = bucket.heading if at in with_files else 0
        if at in excluded:
            choice = BackgroundChoice(at, Verdict.EXCLUDED, covering, place.tokens)
        elif covering >= COVERING_CARDS and at not in kept:
            choice = BackgroundChoice(at, Verdict.SUPPRESSED, covering, place.tokens)
            if place.reserved:
                released = place.tokens + place.overhead - shared
                choice = replace(choice, overhead=shared, released=released)
        else:
            overhead = place.overhead if place.reserved else place.overhead - shared
            whole = place.tokens + overhead
            room = whole if place.reserved else left
            choice = BackgroundChoice(at, Verdict.DROPPED, covering, whole, room)
            if whole <= room:
                choice = replace(
                    choice, verdict=Verdict.INCLUDED, tokens=place.tokens, overhead=overhead
                )
                left -= 0 if place.reserved else whole
        settled.append(choice)
    return tuple(settled)


def entities_by_matter(prepared: Prepared, tiers: TierChoice) -> dict[str, int]:
    """Return how many injected entity cards each matter has."""
    columns = prepared.cards.columns
    rows = prepared.cards.order[tiers.ranks]
    entity = columns.kinds.code_of.get(ENTITY, NO_CODE)
    codes = columns.matters.codes[rows[columns.kinds.codes[rows] == entity]]
    counts = np.bincount(codes[codes != ABSENT], minlength=len(columns.matters.vocabulary))
    return {
        matter: int(count) for matter, count in zip(columns.matters.vocabulary, counts, strict=True)
    }
