"""Verdicts, reasons, tiers and caps of cards, as codes into fixed lists of labels.

Worked out for all cards or for a few of them: what a screen shows of a million costs no million.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from inspector.core.injection.card import Tier
from inspector.core.injection.overrides import Forced
from inspector.core.injection.prepare import CAP_NAMES
from inspector.core.injection.report import InjectionReport
from inspector.core.injection.settings import Strategy
from inspector.core.injection.what_if import BARRED
from inspector.core.reasons import Reason, Verdict

VERDICT_LABELS = tuple(verdict.value for verdict in Verdict)
REASON_LABELS = tuple(reason.code for reason in Reason)
TIER_LABELS = ("", *(tier.label for tier in Tier))
FORCED_LABELS = ("", *(forced.value for forced in Forced))
CAP_LABELS = ("", *CAP_NAMES, "bucket_budget")

_VERDICT_CODE = {verdict: code for code, verdict in enumerate(Verdict)}
_REASON_CODE = {reason: code for code, reason in enumerate(Reason)}
_VERDICT_OF_REASON = np.array([_VERDICT_CODE[reason.verdict] for reason in Reason], dtype=np.uint8)
_DROPPED_BY_CAP = np.array(
    [
        _REASON_CODE[reason]
        for reason in (Reason.KNOWLEDGE_BUDGET, Reason.PROCEDURE_CAP, Reason.INTERACTION_POLICY_CAP)
    ],
    dtype=np.uint8,
)

_BARRED = np.array([_REASON_CODE[one] if one else 0 for one in BARRED], dtype=np.uint8)

Codes = npt.NDArray[np.uint8]
Int64 = npt.NDArray[np.int64]
Ranks = npt.NDArray[np.integer]


def verdict_code(verdict: Verdict) -> int:
    """Return the place of a verdict in ``VERDICT_LABELS``."""
    return _VERDICT_CODE[verdict]


def reason_code(reason: Reason) -> int:
    """Return the place of a reason in ``REASON_LABELS``."""
    return _REASON_CODE[reason]


@dataclass(frozen=True, slots=True, eq=False)
class _Turn:
    """What was left at a card's first turn, and under which cap; -1 and 0 for no candidate."""

    left: Int64
    caps: Codes  # places in CAP_LABELS


class CardVerdicts:
    """What the ledger says of some cards, without making its rows.

    Arrays are by place in ``ranks``; each is worked out when it is first asked for.
    """

    def __init__(self, report: InjectionReport, ranks: Ranks | None = None) -> None:
        """Take the report and the ranks of the cards asked about; None means all of them."""
        self._report = report
        self._cards = report.prepared.cards
        self._all = ranks is None
        self._ranks: Ranks = np.arange(len(self._cards.order)) if ranks is None else ranks

    @cached_property
    def tiers(self) -> Codes:
        """The rendering that is in, as a place in ``TIER_LABELS`` (0: none)."""
        tiers: Codes = (self._report.tier_by_rank[self._ranks] + 1).astype(np.uint8)
        return tiers

    @cached_property
    def _usable(self) -> npt.NDArray[np.bool_]:
        usable: npt.NDArray[np.bool_] = self._cards.usable[self._ranks]
        return usable

    @cached_property
    def _suppressed(self) -> npt.NDArray[np.bool_]:
        suppressed: npt.NDArray[np.bool_] = self._report.suppressed[self._ranks]
        return suppressed

    @cached_property
    def _excluded(self) -> npt.NDArray[np.bool_]:
        what_if = self._report.what_if
        if what_if is None:
            return np.zeros(len(self._ranks), dtype=np.bool_)
        excluded: npt.NDArray[np.bool_] = what_if.excluded[self._ranks]
        return excluded

    @cached_property
    def forced(self) -> Codes:
        """What an override makes of each card, as a place in ``FORCED_LABELS`` (0: nothing)."""
        codes = np.zeros(len(self._ranks), dtype=np.uint8)
        what_if, columns = self._report.what_if, self._cards.columns
        if what_if is not None:
            touched = what_if.excluded[self._ranks] | what_if.kept[self._ranks]
            for place in np.flatnonzero(touched).tolist():
                node_id = columns.node_ids[int(self._cards.order[self._ranks[place]])]
                codes[place] = FORCED_LABELS.index(what_if.of(node_id) or "")
        return codes

    @cached_property
    def reasons(self) -> Codes:
        """The reason of each card, as a place in ``REASON_LABELS``."""
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
        else:
            codes = _DROPPED_BY_CAP[np.maximum(self._turn.caps, 1) - 1]
        injected = np.flatnonzero(self.tiers)
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
    def verdicts(self) -> Codes:
        """The verdict of each card, as a place in ``VERDICT_LABELS``."""
        return _VERDICT_OF_REASON[self.reasons]

    @cached_property
    def tokens(self) -> Int64:
        """Tokens that each card takes; 0 for a card that is out."""
        tokens = np.zeros(len(self._ranks), dtype=np.int64)
        injected = np.flatnonzero(self.tiers)
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
        return _sums(spent)[np.searchsorted(choice.ranks, self._ranks, side="right")]

    @cached_property
    def needed(self) -> Int64:
        """Tokens of the smallest rendering, with separator; what a card out of room needed."""
        needed: Int64 = self._cards.first_cost[self._ranks]
        needed[~self._suppressed] += self._report.prepared.counted.separators.card
        needed[~self._usable] = np.where(self._suppressed[~self._usable], 0, -1)
        return needed

    @property
    def left(self) -> Int64:
        """Tokens that were left under the binding cap at a card's turn; -1 where it had none."""
        return self._turn.left

    @property
    def caps(self) -> Codes:
        """The binding cap at a card's turn, as a place in ``CAP_LABELS``."""
        return self._turn.caps

    @cached_property
    def _turn(self) -> _Turn:
        """What each card met in the first pass."""
        passes, ranks = self._report.tiers.passes, self._ranks
        left = np.full(len(ranks), -1, dtype=np.int64)
        caps = np.zeros(len(ranks), dtype=np.uint8)
        if passes and self._all:
            turn = self._report.tiers.first_turn
            left[turn.ranks], caps[turn.ranks] = turn.left, turn.caps + 1
        elif passes:
            first = passes[0]
            asking = np.flatnonzero(self._usable & ~self._suppressed & ~self._excluded)
            before = np.searchsorted(first.ranks[first.taken], ranks[asking])
            own = self._cards.caps[ranks[asking]]
            taken_caps = self._cards.caps[first.ranks[first.taken]]
            under_all = first.limits[0] - _sums(first.spent)[before]
            tightest, binding = under_all.copy(), np.zeros(len(asking), dtype=np.uint8)
            for cap, limit in enumerate(first.limits[1:], start=1):
                under = limit - _sums(np.where(taken_caps == cap, first.spent, 0))[before]
                tighter = (own == cap) & (under < under_all)
                tightest[tighter], binding[tighter] = under[tighter], cap
            left[asking], caps[asking] = tightest, binding + 1
        return _Turn(left, caps)


def _sums(spent: Int64) -> Int64:
    """Return the running sums of tokens, beginning with 0."""
    return np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(spent)])
