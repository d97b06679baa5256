"""The two independent budgets that the unified one replaced, kept to compare with (Injection §1.1).

Cards took up to 2,000 tokens or 15 % of the context, buckets up to 6,000 or 25 % of what remained,
the smaller of the two numbers each; nobody looked for overlap.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from inspector.core.candidates.interned import ABSENT
from inspector.core.injection.materialization import materialize
from inspector.core.injection.policy import Strategy
from inspector.core.injection.prepare import Prepared
from inspector.core.injection.report import InjectionReport
from inspector.core.injection.tiers import Int64, Limits, choose_tiers, contest_for
from inspector.core.selection.greedy import Contest

KNOWLEDGE_TOKENS, KNOWLEDGE_PART = 2_000, 0.15
BUCKET_TOKENS, BUCKET_PART = 6_000, 0.25


@dataclass(frozen=True, slots=True)
class IndependentRun:
    """What the superseded budgets would have injected for the same request. Tokens.

    ``spent_twice`` is what cards cost whose file was inlined at the same time; ``freed`` is how
    much less the unified budget uses (negative when it uses more).
    """

    knowledge_budget: int
    bucket_budget: int
    knowledge_used: int
    bucket_used: int
    cards_injected: int
    files_inlined: int
    cards_spent_twice: int
    spent_twice: int
    freed: int

    @property
    def total_used(self) -> int:
        """Tokens of both kinds together."""
        return self.knowledge_used + self.bucket_used


class Rivals:
    """What the superseded budgets chose, and from what, kept from one report to the next."""

    def __init__(self) -> None:
        self._known: tuple[Prepared, Strategy, Int64, Contest] | None = None
        self._last: tuple[tuple[object, ...], IndependentRun] | None = None

    def of(self, prepared: Prepared, strategy: Strategy) -> tuple[Int64, Contest]:
        """Return the ranks of the cards, and their contest for any budget."""
        if self._known is None or self._known[0] is not prepared or self._known[1] != strategy:
            candidates = np.flatnonzero(prepared.cards.usable)
            separator = prepared.counted.separators.card
            contest = contest_for(prepared.cards, candidates, separator, strategy)
            self._known = (prepared, strategy, candidates, contest)
        return self._known[2:]

    def run(self, report: InjectionReport) -> IndependentRun:
        """Return the superseded budgets' run; how a budget is shared is nothing to them."""
        goes_by = (
            id(report.given),  # which ``_known`` keeps alive
            report.strategy,
            report.settings,
            report.budget.model_context_window,
            report.budget.remaining,
            report.policy.procedure_sub_budget_pct,
            report.policy.interaction_policy_sub_budget_pct,
        )
        if self._last is None or self._last[0] != goes_by:
            self._last = (goes_by, _run(report, self))
        alone = self._last[1]
        return replace(alone, freed=alone.total_used - report.total_tokens_used)


def independent_run(report: InjectionReport, rivals: Rivals | None = None) -> IndependentRun:
    """Run the superseded budgets on the input of ``report``, with its strategy and settings.

    Cards go first, as they did; the ceilings for procedures and interaction policies are those of
    the report's policy. A background is always rendered where it fits. ``rivals`` may be given for
    the next report of the same request.
    """
    return (rivals or Rivals()).run(report)


def _run(report: InjectionReport, rivals: Rivals) -> IndependentRun:
    prepared, policy = report.given, report.policy
    window, remaining = report.budget.model_context_window, report.budget.remaining
    knowledge_budget = max(
        0, min(KNOWLEDGE_TOKENS, math.floor(window * KNOWLEDGE_PART), math.floor(remaining))
    )
    separators = prepared.counted.separators
    candidates, contest = rivals.of(prepared, report.strategy)
    tiers = choose_tiers(
        prepared.cards,
        candidates,
        contest,
        Limits(
            budget=max(0, knowledge_budget - separators.knowledge_heading),
            procedure_cap=math.floor(knowledge_budget * policy.procedure_sub_budget_pct),
            interaction_policy_cap=math.floor(
                knowledge_budget * policy.interaction_policy_sub_budget_pct
            ),
        ),
        separators.card,
        Strategy(report.strategy),
        report.settings.tier_weights,
        0,
    )
    count = len(tiers.ranks)
    knowledge_used = tiers.tokens + count * separators.card
    knowledge_used += separators.knowledge_heading if count else 0

    bucket_budget = max(
        0, min(BUCKET_TOKENS, math.floor((remaining - knowledge_used) * BUCKET_PART))
    )
    files = materialize(prepared, bucket_budget, report.settings.background_part)
    bucket_used = bucket_budget - files.left

    sources = prepared.cards.source_file[tiers.ranks]
    inlined = np.array(
        [
            place != ABSENT and prepared.files[place].counted.reference in files.inlined_references
            for place in sources.tolist()
        ],
        dtype=np.bool_,
    )
    twice = int(prepared.cards.costs[tiers.ranks, tiers.tiers][inlined].sum())
    return IndependentRun(
        knowledge_budget=knowledge_budget,
        bucket_budget=bucket_budget,
        knowledge_used=knowledge_used,
        bucket_used=bucket_used,
        cards_injected=count,
        files_inlined=len(files.inlined_references),
        cards_spent_twice=int(inlined.sum()),
        spent_twice=twice + int(inlined.sum()) * separators.card,
        freed=knowledge_used + bucket_used - report.total_tokens_used,
    )
