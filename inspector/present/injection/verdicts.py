"""Verdicts, reasons, tiers and caps of many cards at once, as codes into fixed lists of labels."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from inspector.core.injection.card import Tier
from inspector.core.injection.prepare import CAP_NAMES
from inspector.core.injection.report import InjectionReport
from inspector.core.injection.settings import Strategy
from inspector.core.reasons import Reason, Verdict

VERDICT_LABELS = tuple(verdict.value for verdict in Verdict)
REASON_LABELS = tuple(reason.code for reason in Reason)
TIER_LABELS = ("", *(tier.label for tier in Tier))
CAP_LABELS = ("", *CAP_NAMES, "bucket_budget")

_VERDICT_CODE = {verdict: code for code, verdict in enumerate(Verdict)}
_REASON_CODE = {reason: code for code, reason in enumerate(Reason)}
_VERDICT_OF_REASON = np.array([_VERDICT_CODE[reason.verdict] for reason in Reason], dtype=np.uint8)

Codes = npt.NDArray[np.uint8]
Int64 = npt.NDArray[np.int64]


def verdict_code(verdict: Verdict) -> int:
    """Return the place of a verdict in ``VERDICT_LABELS``."""
    return _VERDICT_CODE[verdict]


def reason_code(reason: Reason) -> int:
    """Return the place of a reason in ``REASON_LABELS``."""
    return _REASON_CODE[reason]


class CardVerdicts:
    """What the ledger says of all cards, by rank, without making its rows.

    Everything but ``reasons`` and ``tokens`` is worked out when it is first asked for.
    """

    def __init__(self, report: InjectionReport) -> None:
        """Take the report whose cards these are."""
        self._report = report
        self._cards = report.prepared.cards

    @cached_property
    def tiers(self) -> Codes:
        """The rendering that is in, as a place in ``TIER_LABELS`` (0: none)."""
        tiers: Codes = (self._report.tier_by_rank + 1).astype(np.uint8)
        return tiers

    @cached_property
    def reasons(self) -> Codes:
        """The reason of each card, as a place in ``REASON_LABELS``."""
        report, cards = self._report, self._cards
        optimal = report.strategy is Strategy.OPTIMAL
        codes = np.empty(len(cards.order), dtype=np.uint8)
        if report.budget.total_budget == 0:
            codes[:] = _REASON_CODE[Reason.NOTHING_TO_INJECT]
        elif optimal:
            codes[:] = _REASON_CODE[Reason.OUTWEIGHED]
        else:
            dropped = (Reason.KNOWLEDGE_BUDGET, Reason.PROCEDURE_CAP, Reason.INTERACTION_POLICY_CAP)
            by_cap = np.array([_REASON_CODE[reason] for reason in dropped], dtype=np.uint8)
            turn = report.tiers.first_turn
            codes[turn.ranks] = by_cap[turn.caps]
        ranks, tiers = report.tiers.ranks, report.tiers.tiers
        largest = len(Tier) - 1 - cards.tier_exists[ranks, ::-1].argmax(axis=1)
        lowered = Reason.TIER_CHOSEN if optimal else Reason.TIER_LOWERED
        codes[ranks] = np.where(
            tiers == largest, _REASON_CODE[Reason.CARD_INJECTED], _REASON_CODE[lowered]
        )
        codes[~cards.usable] = _REASON_CODE[Reason.NO_RENDERING]
        if report.prepared.counted.uncountable:
            rows = np.fromiter(report.prepared.counted.uncountable, dtype=np.int64)
            uncountable = cards.rank_of_row[rows]
            codes[uncountable[~cards.usable[uncountable]]] = _REASON_CODE[Reason.UNCOUNTABLE]
        codes[report.suppressed & cards.usable] = _REASON_CODE[Reason.BUCKET_FILE_OVERLAP]
        return codes

    @cached_property
    def verdicts(self) -> Codes:
        """The verdict of each card, as a place in ``VERDICT_LABELS``."""
        return _VERDICT_OF_REASON[self.reasons]

    @cached_property
    def tokens(self) -> Int64:
        """Tokens that each card takes; 0 for a card that is out."""
        tokens = np.zeros(len(self._cards.order), dtype=np.int64)
        choice = self._report.tiers
        tokens[choice.ranks] = self._cards.costs[choice.ranks, choice.tiers]
        return tokens

    @cached_property
    def cumulative(self) -> Int64:
        """Tokens of the knowledge budget used up to and with each card, overhead included."""
        choice = self._report.tiers
        separators = self._report.prepared.counted.separators
        spent = self.tokens.copy()
        spent[choice.ranks] += separators.card
        if len(choice.ranks):
            spent[choice.ranks[0]] += separators.knowledge_heading
        used: Int64 = np.cumsum(spent)
        return used

    @cached_property
    def needed(self) -> Int64:
        """Tokens of the smallest rendering, with separator; what a card out of room needed."""
        needed = self._cards.first_cost.copy()
        needed[~self._report.suppressed] += self._report.prepared.counted.separators.card
        needed[~self._cards.usable] = -1
        return needed

    @cached_property
    def left(self) -> Int64:
        """Tokens that were left under the binding cap at a card's turn; -1 where it had none."""
        left = np.full(len(self._cards.order), -1, dtype=np.int64)
        if self._report.tiers.passes:
            turn = self._report.tiers.first_turn
            left[turn.ranks] = turn.left
        return left

    @cached_property
    def caps(self) -> Codes:
        """The binding cap at a card's turn, as a place in ``CAP_LABELS``."""
        caps = np.zeros(len(self._cards.order), dtype=np.uint8)
        if self._report.tiers.passes:
            turn = self._report.tiers.first_turn
            caps[turn.ranks] = turn.caps + 1
        return caps
