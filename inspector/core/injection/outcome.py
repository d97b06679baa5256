"""What the unified injection step decided, and the totals that follow from it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from inspector.core.arrays import Bools, Int64
from inspector.core.candidates.card import Tier
from inspector.core.candidates.counting import CountedFile
from inspector.core.candidates.interned import ABSENT
from inspector.core.injection.materialization import (
    BackgroundChoice,
    ChosenMode,
    Materialization,
    Mode,
)
from inspector.core.injection.overrides import NO_OVERRIDES, Forced, Overrides, WhatIf
from inspector.core.injection.policy import (
    InjectionBudget,
    InjectionSettings,
    Strategy,
    UnifiedContextBudgetPolicy,
)
from inspector.core.injection.prepare import Prepared, RankedCards
from inspector.core.injection.tiers import TierChoice
from inspector.core.problems import Problem
from inspector.core.reasons import Verdict
from inspector.core.selection.value import without_value

Ranks = Int64


@dataclass(frozen=True, eq=False)
class FileOverlap:
    """What inlined files leave of the cards (6d, Injection §3.3), whatever the budget.

    ``suppressed`` tells by rank whether a card's file is inlined; ``contesting`` are the ranks of
    the cards that compete for room, ascending: neither suppressed nor excluded, and with a text.
    """

    cards: RankedCards
    suppressed: Bools
    contesting: Ranks

    @cached_property
    def redundant(self) -> Ranks:
        """The ranks of the suppressed cards that could have been in."""
        return np.flatnonzero(self.suppressed & self.cards.usable)

    @cached_property
    def freed(self) -> int:
        """Tokens of the smallest renderings of what is redundant, no separators."""
        return int(self.cards.first_cost[self.redundant].sum())

    @cached_property
    def tokens_contesting(self) -> int:
        """Tokens of the smallest renderings of what competes, no separators."""
        return int(self.cards.first_cost[self.contesting].sum())


@dataclass(frozen=True)
class InjectionOutcome:
    """One unified injection: the budget and every choice (Injection §4.6)."""

    prepared: Prepared
    policy: UnifiedContextBudgetPolicy
    strategy: Strategy
    settings: InjectionSettings
    budget: InjectionBudget
    materialization: Materialization
    overlap: FileOverlap
    tiers: TierChoice
    backgrounds: tuple[BackgroundChoice, ...]
    problems: tuple[Problem, ...]
    what_if: WhatIf | None = None  # the overrides that held, None for a run by the rules alone

    @property
    def overrides(self) -> Overrides:
        """The overrides that held; none for a run by the rules alone."""
        return self.what_if.overrides if self.what_if else NO_OVERRIDES

    def forced(self, subject: str) -> Forced | None:
        """Return what is forced on a subject, None for one that the rules alone decide."""
        return self.what_if.overrides.of(subject) if self.what_if else None

    @property
    def given(self) -> Prepared:
        """The prepared input before overrides moved anything in it."""
        return self.what_if.given if self.what_if else self.prepared

    @cached_property
    def knowledge_overhead(self) -> int:
        """Tokens of the heading and the separators around the injected cards."""
        count = len(self.tiers.ranks)
        separators = self.prepared.counted.separators
        return count * separators.card + (separators.knowledge_heading if count else 0)

    @cached_property
    def knowledge_used(self) -> int:
        """Tokens of the knowledge budget that are used, overhead included."""
        return self.tiers.tokens + self.knowledge_overhead

    @cached_property
    def without_value(self) -> Bools:
        """Which cards, by rank, add nothing to the value of any selection (``optimal``)."""
        return without_value(self.prepared.cards, self.settings.tier_weights.by_tier)

    @cached_property
    def bucket_overhead(self) -> int:
        """Tokens of headings and separators around the bucket content."""
        files = sum([choice.overhead for choice in self.materialization.rendered])
        return files + sum([choice.overhead for choice in self.backgrounds])

    @cached_property
    def bucket_used(self) -> int:
        """Tokens of the bucket budget that are used, overhead included."""
        files = sum([choice.tokens for choice in self.materialization.rendered])
        backgrounds = sum([choice.tokens for choice in self.backgrounds])
        return files + backgrounds + self.bucket_overhead

    @cached_property
    def released(self) -> int:
        """Tokens that suppressed backgrounds gave back and nothing filled."""
        return sum([choice.released for choice in self.backgrounds])

    @property
    def knowledge_unused(self) -> int:
        """Tokens of the knowledge budget that nothing took."""
        return self.budget.knowledge_card_budget - self.knowledge_used

    @property
    def bucket_unused(self) -> int:
        """Tokens of the bucket budget that nothing took and no suppressed background gave back."""
        return self.budget.bucket_budget - self.bucket_used - self.released

    @property
    def total_tokens_used(self) -> int:
        """Tokens of everything injected, overhead included."""
        return self.knowledge_used + self.bucket_used

    @property
    def suppressed(self) -> Bools:
        """Which cards, by rank, come from a file that is inlined."""
        return self.overlap.suppressed

    def cards_without_room(self, most: int | None = None) -> Ranks:
        """Return the ranks of the cards that found no room, or of the first so many of them."""
        chosen = self.tiers.ranks
        contesting = self.overlap.contesting[: None if most is None else most + len(chosen)]
        places = np.searchsorted(contesting, chosen)
        return np.delete(contesting, places[places < len(contesting)])[:most]

    def covering_file(self, rank: int) -> CountedFile:
        """Return the inlined file whose text suppresses a card (Injection §3.2).

        Where several inlined files spell its reference, it is the last in their order.
        """
        last = self.prepared.files[int(self.prepared.cards.source_file[rank])].counted
        named = (
            choice.file.counted
            for choice in reversed(self.materialization.rendered)
            if choice.mode is Mode.INLINED and choice.file.counted.reference == last.reference
        )
        return next(named, last)

    @property
    def cards_suppressed(self) -> int:
        """How many cards were suppressed by overlap."""
        return int(np.count_nonzero(self.suppressed))

    @property
    def cards_dropped(self) -> int:
        """How many cards found no room."""
        return len(self.overlap.contesting) - len(self.tiers.ranks)

    @property
    def backgrounds_suppressed(self) -> int:
        """How many backgrounds were suppressed by overlap."""
        return sum(choice.verdict is Verdict.SUPPRESSED for choice in self.backgrounds)

    @cached_property
    def tokens_freed(self) -> int:
        """Tokens of what was suppressed: smallest renderings and backgrounds, no separators."""
        return self.overlap.freed + sum(
            choice.needed for choice in self.backgrounds if choice.verdict is Verdict.SUPPRESSED
        )

    @cached_property
    def tier_by_rank(self) -> npt.NDArray[np.int8]:
        """The rendering of each card by rank; ``ABSENT`` for a card that is not in."""
        tiers = np.full(len(self.prepared.cards.order), ABSENT, dtype=np.int8)
        tiers[self.tiers.ranks] = self.tiers.tiers
        return tiers

    @property
    def degraded_state(self) -> str:
        """``none``, ``partial`` (input was left out) or ``unavailable`` (nothing could be in)."""
        something = self.prepared.has_knowledge_cards or self.prepared.has_bucket_content
        if self.budget.total_budget == 0 or (something and self.total_tokens_used == 0):
            return "unavailable"
        counted = self.prepared.counted
        left_out = counted.candidates.skipped_records or counted.problems
        if left_out or not self.prepared.cards.usable.all():
            return "partial"
        return "none"

    def files_of(self, bucket_index: int, mode: Mode) -> list[ChosenMode]:
        """Return the files of one bucket that are in by a mode, in the order of their turn."""
        return [
            choice
            for choice in self.materialization.rendered
            if choice.file.counted.bucket_index == bucket_index and choice.mode is mode
        ]

    def manifest_tier(self, rank: int) -> tuple[Tier, int]:
        """Return the rendering and its tokens that the manifest names for one card.

        For a card that is out it is the smallest it has: what it would have had at least.
        """
        cards = self.prepared.cards
        tier = int(self.tier_by_rank[rank])
        if tier == ABSENT:
            tier = int(cards.first_tier[rank])
        return Tier(tier), max(0, int(cards.costs[rank, tier]))
