"""Where a piece of evidence was lost: how far its candidates came in one run.

A piece is one entry of ``must_include``. It has the cause of that of its ids which came furthest,
in the order of ``LossCause``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np

from inspector.analysis.expectations import scores_any
from inspector.core.injection.materialization import ChosenMode, Mode
from inspector.core.injection.overrides import Forced
from inspector.core.injection.policy import Strategy
from inspector.core.injection.prepare import Cap
from inspector.core.injection.report import InjectionReport
from inspector.core.reasons import Reason


class LossCause(StrEnum):
    """Where a piece was lost, the farthest from the context first."""

    NOT_IN_SET = "not_in_set"  # in neither the candidate set nor the request's own candidates
    NOT_OWN = "not_own"  # in the set, but not among what the request chooses from
    NOT_RETRIEVED = "not_retrieved"  # no score above 0 for the request, though others have one
    BELOW_FLOOR = "below_relevance_floor"
    BEYOND_TOP_K = "beyond_top_k"
    NO_RENDERING = "no_rendering"  # no text that could be in whole, or none that can be counted
    EXCLUDED = "excluded"  # by an override
    LARGER = "larger_than_budget"  # would not fit if it came first
    CEILING = "under_ceiling"  # of procedures or interaction policies
    OUTRANKED = "outranked"  # the room was spent before its turn
    LISTED = "only_listed"  # a line of the file is in, its text is not
    SUPPRESSED = "suppressed"  # its file's text is in, which the label does not name

    @property
    def is_before_budget(self) -> bool:
        """Whether the piece was no candidate, so that no policy brings it in."""
        return self in NEVER_CANDIDATES

    @property
    def depth(self) -> int:
        """How far a piece came, 0 for the least."""
        return _DEPTHS[self]


_DEPTHS = {cause: depth for depth, cause in enumerate(LossCause)}
NEVER_CANDIDATES = frozenset(
    (
        LossCause.NOT_IN_SET,
        LossCause.NOT_OWN,
        LossCause.NOT_RETRIEVED,
        LossCause.BELOW_FLOOR,
        LossCause.BEYOND_TOP_K,
    )
)
_OF_REASON = {
    Reason.WHAT_IF_EXCLUDED: LossCause.EXCLUDED,
    Reason.WHAT_IF_LISTED: LossCause.EXCLUDED,
    Reason.BELOW_RELEVANCE_FLOOR: LossCause.BELOW_FLOOR,
    Reason.BEYOND_TOP_K: LossCause.BEYOND_TOP_K,
}


@dataclass(frozen=True)
class Fates:
    """How far ids came in one run. ``elsewhere`` are ids of the set that it did not choose from."""

    report: InjectionReport
    elsewhere: Collection[str] = ()

    def of_piece(self, ids: tuple[str, ...]) -> tuple[LossCause, str]:
        """Return the cause of a piece that is not in, and which of its ids came furthest."""
        found = [(self.of_id(one), one) for one in ids]
        return max(found, key=lambda one: one[0].depth, default=(LossCause.NOT_IN_SET, ""))

    def candidates(self, ids: tuple[str, ...]) -> tuple[str, ...]:
        """Return which ids competed at all; the ceiling counts pieces with any that counts."""
        return tuple(one for one in ids if not self.of_id(one).is_before_budget)

    def of_id(self, subject: str) -> LossCause:
        """Return how far an id came that is not in; for one that is in it means nothing."""
        found = []
        row = self.report.prepared.cards.columns.row_of.get(subject)
        if row is not None:
            found.append(self._of_card(int(self.report.prepared.cards.rank_of_row[row])))
        found += [self._of_file(choice) for choice in self._files.get(subject, ())]
        if found:
            return max(found, key=lambda one: one.depth)
        return LossCause.NOT_OWN if subject in self.elsewhere else LossCause.NOT_IN_SET

    @cached_property
    def _files(self) -> Mapping[str, list[ChosenMode]]:
        found: dict[str, list[ChosenMode]] = {}
        for choice in self.report.materialization.files:
            found.setdefault(choice.file.counted.reference, []).append(choice)
        return found

    def _of_card(self, rank: int) -> LossCause:
        report = self.report
        cards = report.prepared.cards
        barred = report.what_if.why_out(rank) if report.what_if else None
        if barred is not None:
            return _OF_REASON[barred]
        if self._scored and cards.relevance[rank] <= 0:
            return LossCause.NOT_RETRIEVED
        if report.suppressed[rank]:
            return LossCause.SUPPRESSED
        if not cards.usable[rank]:
            return LossCause.NO_RENDERING
        room = report.tiers.limits
        least = int(cards.costs[rank][cards.tier_exists[rank]].min()) + report.tiers.separator
        if least > room.budget:
            return LossCause.LARGER
        cap = int(cards.caps[rank])
        if cap and least > room.caps[cap - 1]:
            return LossCause.CEILING
        if report.strategy is Strategy.OPTIMAL or not cap:
            return LossCause.OUTRANKED
        by_budget = report.tiers.first_turns(np.array([rank])).caps[0] == Cap.KNOWLEDGE_BUDGET
        return LossCause.OUTRANKED if by_budget else LossCause.CEILING

    def _of_file(self, choice: ChosenMode) -> LossCause:
        report, counted = self.report, choice.file.counted
        if choice.barred is not None:
            return _OF_REASON[choice.barred]
        if self._scored and choice.file.relevance <= 0 and not choice.file.direct_target:
            return LossCause.NOT_RETRIEVED
        forced = report.forced(counted.reference)
        if forced is Forced.LISTED:
            return _OF_REASON[Reason.WHAT_IF_LISTED]
        if counted.text is None:
            return LossCause.NO_RENDERING
        bucket = report.prepared.counted.buckets[counted.bucket_index]
        heading = 0 if counted.bucket_index in self._reserved else bucket.heading
        if counted.text + counted.heading + heading > self._room_for_files:
            return LossCause.LARGER
        if choice.mode is Mode.LISTED:
            return LossCause.LISTED
        return LossCause.OUTRANKED

    @cached_property
    def _scored(self) -> bool:
        return scores_any(self.report.prepared)

    @cached_property
    def _reserved(self) -> frozenset[int]:
        places = self.report.materialization.backgrounds
        return frozenset(one.bucket_index for one in places if one.reserved)

    @cached_property
    def _room_for_files(self) -> int:
        """Tokens of the bucket budget that the first file in turn would have."""
        files = self.report.materialization
        set_aside = sum(one.tokens + one.overhead for one in files.backgrounds if one.reserved)
        return files.budget - set_aside
