"""The ledger's rows of cards, as columns: decided once for all of them, or for a few.

What a screen shows of a million costs no million; a row is a view of the columns.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np
import numpy.typing as npt

from inspector.core.arrays import Bools, Codes, Int64
from inspector.core.candidates.card import TIERS, Tier
from inspector.core.injection.outcome import InjectionOutcome
from inspector.core.injection.overrides import BARRED, Forced
from inspector.core.injection.policy import Strategy
from inspector.core.injection.prepare import CAP_LABELS, CARD_CAPS
from inspector.core.injection.tiers import Turns, running_sums
from inspector.core.ledger import LedgerEntry, Number
from inspector.core.reasons import Reason, Verdict

KNOWLEDGE = "knowledge"
"""The half of the budget that cards are in."""

VERDICT_LABELS = tuple(verdict.value for verdict in Verdict)
REASON_LABELS = tuple(reason.code for reason in Reason)
TIER_LABELS = ("", *TIERS)
FORCED_LABELS = ("", *(forced.value for forced in Forced))

REASONS = tuple(Reason)
_VERDICT_CODE = {verdict: code for code, verdict in enumerate(Verdict)}
_REASON_CODE = {reason: code for code, reason in enumerate(Reason)}
VERDICT_OF_REASON = np.array([_VERDICT_CODE[reason.verdict] for reason in Reason], dtype=np.uint8)
"""The place in ``VERDICT_LABELS`` of the verdict of each reason, by its place."""
_DROPPED_BY_CAP = np.array([_REASON_CODE[cap.dropped] for cap in CARD_CAPS], dtype=np.uint8)
_BARRED = np.array([_REASON_CODE[one] if one else 0 for one in BARRED], dtype=np.uint8)
_RAISABLE = (Reason.TIER_LOWERED, Reason.TIER_CHOSEN)
_COMPARED = (*(cap.dropped for cap in CARD_CAPS), Reason.OUTWEIGHED, Reason.NO_VALUE)
_NONE = -1  # in columns of tokens: the rule does not compare

Ranks = npt.NDArray[np.integer]


def verdict_code(verdict: Verdict) -> int:
    """Return the place of a verdict in ``VERDICT_LABELS``."""
    return _VERDICT_CODE[verdict]


def reason_code(reason: Reason) -> int:
    """Return the place of a reason in ``REASON_LABELS``."""
    return _REASON_CODE[reason]


class CardRows:
    """The ledger's rows of cards, by rank.

    Columns are by place in ``ranks``; each is worked out when it is first asked for. In columns of
    tokens -1 stands where the rule does not compare.
    """

    def __init__(self, report: InjectionOutcome, ranks: Ranks | None = None) -> None:
        """Take the report and the ranks of the cards asked about; None means all of them."""
        self._report = report
        self._cards = report.prepared.cards
        many = len(self._cards.order)
        self._ranks: Ranks = np.arange(many, dtype=np.int32) if ranks is None else ranks
        # Where it is all of them, columns are looked at as they are instead of copied.
        self._asked: Ranks | slice = slice(None) if ranks is None else ranks

    @cached_property
    def tiers(self) -> Codes:
        """The rendering that is in, as a place in ``TIER_LABELS`` (0: none)."""
        return (self._report.tier_by_rank[self._asked] + 1).astype(np.uint8)

    @cached_property
    def _injected(self) -> Ranks:
        return np.flatnonzero(self.tiers != 0)

    @cached_property
    def _usable(self) -> Bools:
        return self._cards.usable[self._asked]

    @cached_property
    def _suppressed(self) -> Bools:
        return self._report.suppressed[self._asked]

    @cached_property
    def _excluded(self) -> Bools:
        what_if = self._report.what_if
        if what_if is None:
            return np.zeros(len(self._ranks), dtype=np.bool_)
        return what_if.excluded[self._asked]

    @cached_property
    def forced(self) -> Codes:
        """What an override makes of each card, as a place in ``FORCED_LABELS`` (0: nothing)."""
        if not self._report.what_if:
            return np.zeros(len(self._ranks), dtype=np.uint8)
        codes = np.zeros(len(self._cards.order), dtype=np.uint8)
        row_of = self._cards.columns.row_of
        for subject in self._report.overrides.subjects:
            if subject in row_of:
                rank = self._cards.rank_of_row[row_of[subject]]
                codes[rank] = FORCED_LABELS.index(self._report.overrides.of(subject) or "")
        return codes[self._asked]

    @cached_property
    def reasons(self) -> Codes:
        """The reason of each card, as a place in ``REASON_LABELS``."""
        by_turn = self._report.strategy is not Strategy.OPTIMAL
        return self._reasons(self.first_caps if by_turn else None)

    @cached_property
    def verdicts(self) -> Codes:
        """The verdict of each card, as a place in ``VERDICT_LABELS``."""
        # Whichever cap a card met, its verdict is the same, and finding the cap takes longer.
        return VERDICT_OF_REASON[self._reasons(None)]

    def _reasons(self, caps: Codes | None) -> Codes:
        """Return the reason of each card, given the caps that they met; without, the first cap."""
        report, cards, ranks = self._report, self._cards, self._ranks
        optimal = report.strategy is Strategy.OPTIMAL
        if report.budget.total_budget == 0:
            codes = np.full(len(ranks), _REASON_CODE[Reason.NOTHING_TO_INJECT], dtype=np.uint8)
        elif optimal:
            codes = np.where(
                report.without_value[ranks],
                _REASON_CODE[Reason.NO_VALUE],
                _REASON_CODE[Reason.OUTWEIGHED],
            ).astype(np.uint8)
        elif caps is None:
            codes = np.full(len(ranks), _DROPPED_BY_CAP[0], dtype=np.uint8)
        else:
            codes = _DROPPED_BY_CAP[np.maximum(caps, 1) - 1]
        injected = self._injected
        exists = cards.tier_exists[ranks[injected]]
        largest = len(Tier) - exists[:, ::-1].argmax(axis=1)
        lowered = Reason.TIER_CHOSEN if optimal else Reason.TIER_LOWERED
        codes[injected] = np.where(
            self.tiers[injected] == largest,
            _REASON_CODE[Reason.CARD_INJECTED],
            _REASON_CODE[lowered],
        )
        codes[~self._usable] = _REASON_CODE[Reason.NO_RENDERING]
        if report.prepared.counted.uncountable:
            rows = np.fromiter(report.prepared.counted.uncountable, dtype=np.int64)
            uncountable = np.isin(cards.order[ranks], rows)
            codes[uncountable & ~self._usable] = _REASON_CODE[Reason.UNCOUNTABLE]
        codes[self._suppressed] = _REASON_CODE[Reason.BUCKET_FILE_OVERLAP]
        if report.what_if is not None:
            codes[self._excluded] = _BARRED[report.what_if.barred[ranks][self._excluded]]
        return codes

    @cached_property
    def tokens(self) -> Int64:
        """Tokens that each card takes; 0 for a card that is out."""
        tokens = np.zeros(len(self._ranks), dtype=np.int64)
        injected = self._injected
        tokens[injected] = self._cards.costs[
            self._ranks[injected], self.tiers[injected].astype(np.intp) - 1
        ]
        return tokens

    @cached_property
    def cumulative(self) -> Int64:
        """Tokens of the knowledge budget used up to and with each card, overhead included."""
        choice, separators = self._report.tiers, self._report.prepared.counted.separators
        spent = self._cards.costs[choice.ranks, choice.tiers] + separators.card
        if len(spent):
            spent[0] += separators.knowledge_heading
        return running_sums(spent)[np.searchsorted(choice.ranks, self._ranks, side="right")]

    @property
    def smallest(self) -> Int64:
        """Tokens of each card's smallest rendering, without its separator; below 0 for none."""
        return self._cards.first_cost[self._asked]

    # What a card met at its first turn, whatever became of it later ---------------------------

    @cached_property
    def first_needed(self) -> Int64:
        """Tokens of the smallest rendering, with separator unless it is suppressed."""
        separators = ~self._suppressed * np.int64(self._report.prepared.counted.separators.card)
        needed: Int64 = self._cards.first_cost[self._asked] + separators
        without = ~self._usable
        needed[without] = np.where(self._suppressed[without], 0, _NONE)
        return needed

    @property
    def first_left(self) -> Int64:
        """Tokens that were left under the binding cap at a card's turn; -1 where it had none."""
        return self._turn.left

    @property
    def first_caps(self) -> Codes:
        """The binding cap at a card's turn, as a place in ``CAP_LABELS``."""
        return self._turn.caps

    @cached_property
    def _turn(self) -> Turns:
        if not self._report.tiers.passes:
            left = np.full(len(self._ranks), _NONE, dtype=np.int64)
            return Turns(self.first_needed, left, np.zeros(len(left), dtype=np.uint8))
        asking = self._usable & ~self._suppressed & ~self._excluded
        turns = self._report.tiers.first_turns(self._ranks)
        left = np.where(asking, turns.left, _NONE)
        caps = (turns.caps + np.uint8(1)) * asking
        return Turns(self.first_needed, left, caps)

    # What decided -------------------------------------------------------------------------

    @property
    def needed(self) -> Int64:
        """Tokens that decided: what a card that is out needed, what raising one would take."""
        return self._decided.needed

    @property
    def left(self) -> Int64:
        """Tokens that were left of what was needed."""
        return self._decided.left

    @property
    def caps(self) -> Codes:
        """The cap that bound, as a place in ``CAP_LABELS``."""
        return self._decided.caps

    @cached_property
    def _decided(self) -> Turns:
        out = self._have(*_COMPARED)
        frees = self._have(Reason.BUCKET_FILE_OVERLAP)
        needed = np.where(out | frees, self.first_needed, _NONE)
        left = np.where(out, self.first_left, _NONE)
        caps = np.where(out, self.first_caps, np.uint8(0))
        lowered = np.flatnonzero(self._have(*_RAISABLE))
        ranks = self._ranks[lowered].astype(np.int64)
        tiers = self.tiers[lowered].astype(np.int64) - 1
        if self._report.tiers.passes:
            met = self._report.tiers.raises(ranks, tiers)
            needed[lowered], left[lowered], caps[lowered] = met.needed, met.left, met.caps + 1
        else:
            needed[lowered] = self._report.tiers.raise_costs(ranks, tiers)
        return Turns(needed, left, caps)

    @cached_property
    def _better(self) -> Int64:
        """The next larger rendering, by place of cards that are in and could be raised."""
        better = np.zeros(len(self._ranks), dtype=np.int64)
        lowered = np.flatnonzero(self._have(*_RAISABLE))
        better[lowered] = self._report.tiers.better_tiers(
            self._ranks[lowered].astype(np.int64), self.tiers[lowered].astype(np.int64) - 1
        )
        return better

    def _have(self, *reasons: Reason) -> Bools:
        sought = np.zeros(len(REASONS), dtype=np.bool_)
        sought[[_REASON_CODE[one] for one in reasons]] = True
        return sought[self.reasons]

    # The rows -----------------------------------------------------------------------------

    @property
    def total_tokens(self) -> int:
        """Tokens of all these cards together."""
        return int(self.tokens.sum())

    def __len__(self) -> int:
        return len(self._ranks)

    def __iter__(self) -> Iterator[LedgerEntry]:
        return (self[place] for place in range(len(self)))

    def __getitem__(self, place: int, /) -> LedgerEntry:
        columns = self._cards.columns
        row = int(self._cards.order[self._ranks[place]])
        reason = REASONS[self.reasons[place]]
        needed, left = int(self.needed[place]), int(self.left[place])
        return LedgerEntry(
            columns.node_ids[row],
            "card",
            columns.names[row],
            KNOWLEDGE,
            reason,
            int(self.tokens[place]),
            needed=None if needed == _NONE else needed,
            left=None if left == _NONE else left,
            cap=CAP_LABELS[self.caps[place]] or None,
            detail=self._detail(place, reason),
            what_if=FORCED_LABELS[self.forced[place]] or None,
        )

    def _detail(self, place: int, reason: Reason) -> dict[str, Number]:
        """Return what the sentence says beside the numbers."""
        rank, tier = int(self._ranks[place]), int(self.tiers[place]) - 1
        if reason is Reason.BUCKET_FILE_OVERLAP:
            file = self._report.covering_file(rank)
            return {"file": file.file.title, "reference": file.reference}
        if tier < 0:
            return {}
        said: dict[str, Number] = {"tier": TIER_LABELS[tier + 1]}
        if reason in _RAISABLE:
            said["better"] = TIER_LABELS[self._better[place] + 1]
        return said


def card_entry(report: InjectionOutcome, rank: int) -> LedgerEntry:
    """Return the ledger row of the card at one rank."""
    return CardRows(report, np.array([rank]))[0]
